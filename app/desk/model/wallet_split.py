"""Divides an amount into cash and credit."""

from __future__ import annotations

from decimal import Decimal

from app.desk.model.sale import Split, Wallet

ZERO = Decimal(0)


def split(payable: Decimal, wallet: Wallet) -> Split:
    """The expected division of `payable`: cash first, the rest credit (interface part 8).

    A negative balance counts as no cash. `missing` is what neither covers.
    """
    cash = min(payable, max(wallet.cash, ZERO))
    credit = min(payable - cash, max(wallet.credit_left, ZERO))
    return Split(cash=cash, credit=credit, missing=payable - cash - credit)
