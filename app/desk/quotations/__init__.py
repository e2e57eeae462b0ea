"""Quotations: what trips would cost, on paper and kept to be taken up again."""
