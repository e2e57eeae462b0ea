"""Colours, type, icons and the application's style."""
