"""Picking the slot of an activity."""
