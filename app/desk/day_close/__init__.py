"""Closing a day: rows, report, reconciliation with the wallet, shifts and PINs."""
