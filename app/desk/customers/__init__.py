"""Customers: the data held on one, its export and deletion."""
