"""The day close page."""
