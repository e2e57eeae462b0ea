"""The pages of the till."""
