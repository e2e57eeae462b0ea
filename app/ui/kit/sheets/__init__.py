"""Whole sheets: pages, dialogs, notes and empty states."""
