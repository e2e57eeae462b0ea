"""The endpoints of the practice service, its replies and its faults."""
