"""Widgets that only show something: text, boxes, badges, amounts."""
