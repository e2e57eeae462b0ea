"""Bookings that this office made or looked up, and what is remembered of them."""
