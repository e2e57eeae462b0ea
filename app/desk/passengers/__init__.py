"""Passengers being sold: rules, machine-readable zones, and importing a list."""
