"""Bookings that this office made or looked up, and the local records of them."""
