"""Reusable widgets in four layers; none of them knows a feature."""
