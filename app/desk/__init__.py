"""What a clerk does: one method an action, and every rule as a pure function."""
