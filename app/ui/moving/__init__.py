"""Another date for a booking: old and new side by side, and how both acts stand."""
