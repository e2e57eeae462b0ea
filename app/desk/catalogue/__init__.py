"""What can be sold on a day, as the service says it and as it was read last."""
