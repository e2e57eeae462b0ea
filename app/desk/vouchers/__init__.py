"""What a voucher says."""
