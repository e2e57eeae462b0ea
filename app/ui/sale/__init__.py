"""Reviewing, paying and the result of a sale."""
