"""The window for a screen that faces the customer."""
