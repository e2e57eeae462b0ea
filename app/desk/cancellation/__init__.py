"""Cancelling: refund quote, order, journal, and settling an unknown outcome."""
