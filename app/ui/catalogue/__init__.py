"""Browsing activities and boats."""
