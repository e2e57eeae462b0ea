"""Cancelling a booking."""
