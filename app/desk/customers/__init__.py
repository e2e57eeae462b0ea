"""Customers: what is held on one, exporting and deleting it."""
