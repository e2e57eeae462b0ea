"""The register of bookings: what was sold, cancelled or looked up, and how it is searched."""
