"""Cancelling: refund quote, order, journal and the way to the end of an open cancellation."""
