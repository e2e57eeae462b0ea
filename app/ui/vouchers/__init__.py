"""The voucher on paper: one layout and one painting for printer, PDF and preview."""
