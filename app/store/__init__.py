"""What this counter keeps: the money journal."""
