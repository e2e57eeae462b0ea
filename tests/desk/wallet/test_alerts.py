"""When the wallet asks for attention, and how often."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from app.desk.model.office_rules import Alerts
from app.desk.model.sale import Wallet
from app.desk.wallet.alerts import Crossing, Low, low, note_words, notice_words, over_under_words
from tests.support.desk.samples import WALLET

LOW = replace(WALLET, cash=Decimal("6280.50"))
NO_CREDIT = replace(LOW, credit_left=Decimal(0))
CASH, BOTH = Alerts(Decimal(10_000)), Alerts(Decimal(10_000), Decimal(40_000))
CREDIT = Alerts(None, Decimal(40_000))


@pytest.mark.parametrize(
    ("wallet", "alerts", "found"),
    [
        (None, BOTH, set[Low]()),
        (LOW, Alerts(), set[Low]()),
        (LOW, CASH, {Low.CASH}),
        (LOW, CREDIT, {Low.CREDIT}),
        (LOW, BOTH, {Low.CASH, Low.CREDIT}),
        (WALLET, CASH, set[Low]()),
        (replace(LOW, cash=Decimal(10_000)), CASH, set[Low]()),
    ],
)
def test_what_is_under_its_alert(wallet: Wallet | None, alerts: Alerts, found: set[Low]) -> None:
    assert low(wallet, alerts) == found


def test_a_credit_line_that_is_none_is_not_low() -> None:
    assert low(replace(NO_CREDIT, has_credit=False), BOTH) == {Low.CASH}


def test_the_note_says_what_to_do() -> None:
    assert note_words(WALLET, CASH) is None
    assert note_words(LOW, CASH) == (
        "The balance is under your 10,000.00 alert.",
        "A sale for more than the balance uses credit. Ask the operator to top up the wallet.",
    )
    assert note_words(NO_CREDIT, CASH) == (
        "The balance is under your 10,000.00 alert.",
        "Ask the operator to top up the wallet.",
    )
    assert note_words(LOW, CREDIT) == (
        "The credit left is under your 40,000.00 alert.",
        "Ask the operator to top up the wallet.",
    )
    assert note_words(LOW, BOTH) == (
        "The balance is under your 10,000.00 alert.",
        "The credit left is under its 40,000.00 alert too. Ask the operator to top up the wallet.",
    )


def test_the_notice_names_no_amount() -> None:
    said = [notice_words(low(LOW, alerts)) for alerts in (Alerts(), CASH, CREDIT, BOTH)]
    assert said == [
        "",
        "The balance of the wallet is under your alert.",
        "The credit left is under your alert.",
        "Balance and credit left of the wallet are under your alerts.",
    ]
    assert not any(character.isdigit() for text in said for character in text)


def test_how_far_the_balance_is_from_its_alert() -> None:
    assert over_under_words(LOW, Alerts()) == ""
    assert over_under_words(LOW, CASH) == "3,719.50 under the alert"
    assert over_under_words(WALLET, CASH) == "3,420.50 over the alert"


def test_each_crossing_is_told_once() -> None:
    crossing = Crossing()
    steps = [low(each, BOTH) for each in (replace(WALLET, credit_left=Decimal(45_000)), LOW, LOW)]
    assert [crossing.note(each) for each in steps] == [False, True, False]
    assert not crossing.note(frozenset({Low.CREDIT}))
    assert crossing.note(frozenset({Low.CASH}))
    assert not crossing.note(frozenset())
    assert crossing.note(frozenset({Low.CASH}))
