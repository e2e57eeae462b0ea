"""The flows between pages, and the watches while the counter is open."""
