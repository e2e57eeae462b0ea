"""Which page follows which, and what is watched while the counter is open."""
