"""The office's database as the desk uses it."""
