"""Another date for a booking: a new booking, then the cancellation of the old one, in one decision."""
