"""The money journal: two append-only logs, their hash chain, recovery and the rollback guard."""
