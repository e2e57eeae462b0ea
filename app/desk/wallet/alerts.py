"""Alerts of the wallet and their texts."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.office_rules import Alerts

if TYPE_CHECKING:
    from app.desk.model.sale import Wallet

_NOTHING: frozenset[Low] = frozenset()


class Low(StrEnum):
    """An amount that is below its alert."""

    CASH = "cash"
    CREDIT = "credit"


def low(wallet: Wallet | None, alerts: Alerts) -> frozenset[Low]:
    """The amounts of a reading that are below their alerts; empty without a reading."""
    if wallet is None:
        return frozenset()
    credit = alerts.low_credit if wallet.has_credit else None
    found = {Low.CASH: (wallet.cash, alerts.low_cash), Low.CREDIT: (wallet.credit_left, credit)}
    return frozenset(name for name, (value, alert) in found.items() if alert is not None and value < alert)


def no_credit_words(wallet: Wallet) -> str:
    """Why there is no credit to sell from; empty when the service states a credit line."""
    if wallet.has_credit:
        return ""
    return tr("Credit not readable") if wallet.has_credit is None else tr("No credit line")


def note_words(wallet: Wallet, alerts: Alerts) -> tuple[str, str] | None:
    """What is below its alert, with amounts, and what to do; None when nothing is."""
    found = low(wallet, alerts)
    if not found:
        return None
    if Low.CASH not in found:
        what = tr("The credit left is under your {amount} alert.", amount=_amount(alerts.low_credit))
        return what, tr("Ask the operator to top up the wallet.")
    what = tr("The balance is under your {amount} alert.", amount=_amount(alerts.low_cash))
    if Low.CREDIT in found:
        return what, tr(
            "The credit left is under its {amount} alert too. Ask the operator to top up the wallet.",
            amount=_amount(alerts.low_credit),
        )
    if wallet.credit_left > 0:
        return what, tr(
            "A sale for more than the balance uses credit. Ask the operator to top up the wallet."
        )
    return what, tr("Ask the operator to top up the wallet.")


def notice_words(found: frozenset[Low]) -> str:
    """The same in a sentence without amounts, since a customer may see it; empty when nothing is."""
    if len(found) > 1:
        return tr("Balance and credit left of the wallet are under your alerts.")
    if Low.CASH in found:
        return tr("The balance of the wallet is under your alert.")
    return tr("The credit left is under your alert.") if found else ""


def over_under_words(wallet: Wallet, alerts: Alerts) -> str:
    """How far the balance is above or below its alert; empty without one."""
    if alerts.low_cash is None:
        return ""
    apart = wallet.cash - alerts.low_cash
    if apart < 0:
        return tr("{amount} under the alert", amount=formats.amount(-apart))
    return tr("{amount} over the alert", amount=formats.amount(apart))


class Crossing:
    """Remembers what was below its alert, so that each crossing is shown once."""

    def __init__(self) -> None:
        self._low = _NOTHING

    def note(self, found: frozenset[Low]) -> bool:
        """Note what is low now. Returns whether anything is that was not before."""
        fresh, self._low = found - self._low, found
        return bool(fresh)


def _amount(value: Decimal | None) -> str:
    return "" if value is None else formats.amount(value)
