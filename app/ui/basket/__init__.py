"""The basket: review, booking one after another, and what is done when an item is not booked."""
