"""Several trips for one customer, booked one after another."""
