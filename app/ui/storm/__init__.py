"""The storm desk: many bookings cancelled in one decision, and who is told of it."""
