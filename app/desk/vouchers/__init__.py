"""The content of vouchers."""
