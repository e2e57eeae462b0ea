"""The storm desk: many bookings cancelled one after another in one decision, each by its own money call."""
