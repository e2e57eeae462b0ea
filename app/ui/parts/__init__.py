"""Reusable widgets; none of them knows a page."""
