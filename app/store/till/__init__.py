"""What customers paid, as this desk wrote it down: append-only, and never asked what was booked."""
