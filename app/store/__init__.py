"""What this counter keeps: the money journal, the register of sales, and the last good answers."""
