"""The bookings page and unknown outcomes."""
