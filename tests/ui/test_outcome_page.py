"""A sale whose outcome is not known: what is said, what is copied, and that nothing can be sold by it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.desk.values import Advice, Movement, Sale, UnknownOutcome
from app.ui.parts.evidence_card import EvidenceCard
from app.ui.parts.open_sale_words import copied_details, headline, past_events, sold_words
from tests.desk.samples import NOW, TODAY
from tests.ui.conftest import Open
from tests.ui.selling import NAME, Clerk, selling

SALE = Sale(
    intent_id="i",
    request_id="ac1-1",
    state="Outcome not known",
    is_open=True,
    title="Dive",
    day=TODAY,
    window="13:00",
    qty=2,
    customer_name=NAME,
    customer_phone="9876501234",
    booking_ref="",
    expected=Decimal(7140),
    debited=None,
    currency="INR",
    wallet_before=None,
    sold_at=NOW,
    history=(Movement(NOW, "Sent to the service"), Movement(NOW, "Outcome not known")),
)
ADVICE = Advice("We do not know.", "Do not sell it again yet.", "Ask.", (("What happened", "silence"),))
OUTCOME = UnknownOutcome("ac1-1", SALE, ADVICE)


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk whose order was sent and not answered."""
    async with selling(tmp_path) as opened:
        await opened.review()
        opened.counter.faults.after_work("create_booking", silent=False)
        opened.robot.keys("Ctrl+Return")
        await opened.robot.until(lambda: opened.robot.is_shown("headline"))
        yield opened


async def test_it_says_not_to_sell_it_again(clerk: Clerk) -> None:
    assert clerk.text("headline") == "The service may or may not have booked this."
    assert clerk.robot.sees("Do not sell it again yet.")
    assert clerk.robot.sees("Nothing is sent again by itself")
    assert clerk.text("expected_debit") == "3,990.00"
    assert clerk.text("wallet_before") == "1,00,000.00"
    clerk.robot.keys("Ctrl+Return", "F5")
    assert clerk.robot.is_shown("headline")
    assert len(clerk.counter.world.bookings) == 1


async def test_the_details_are_copied_with_alt_c(clerk: Clerk) -> None:
    clerk.robot.keys("Alt+C")
    copied = QApplication.clipboard().text()
    (sale,) = await clerk.counter.desk.sales()
    assert f"Request: {sale.request_id}" in copied
    assert f"Customer: {NAME}" in copied
    assert clerk.robot.sees("Details copied")
    assert clerk.robot.focused == "copy_details"


async def test_the_wallet_side_is_hidden_as_one_piece(clerk: Clerk) -> None:
    clerk.robot.keys("F8")
    assert "3,990.00" not in clerk.everything()
    assert "1,00,000.00" not in clerk.everything()
    assert clerk.robot.sees("Wallet side hidden")


async def test_esc_leads_to_the_bookings(clerk: Clerk) -> None:
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: not clerk.robot.is_shown("headline"))


async def test_what_is_not_known_is_said(open_robot: Open) -> None:
    card = EvidenceCard(None)
    robot = await open_robot(card)
    assert robot.texts().count("Not known") == 2


def test_a_booking_without_a_pnr_is_not_called_unknown() -> None:
    lost = replace(OUTCOME, sale=replace(SALE, state="Booked, PNR not known"))
    assert headline(lost) == "The service booked this, but the PNR is missing."
    assert headline(replace(OUTCOME, sale=None)) == "The service may or may not have booked this."


def test_when_it_was_sold() -> None:
    assert sold_words(SALE, NOW.date()) == "Sold at this counter today, 05:12"
    assert sold_words(SALE, TODAY + timedelta(days=1)) == "Sold at this counter Sat 21 Nov, 05:12"
    assert sold_words(None, TODAY) == ""


def test_the_past_ends_with_what_is_missing() -> None:
    assert [event.state for event in past_events(SALE)] == ["done", "question", "open"]


def test_the_details_of_a_sale_that_the_journal_lost() -> None:
    assert copied_details(replace(OUTCOME, sale=None)).splitlines()[0] == "Request: ac1-1"
    bare = replace(OUTCOME, sale=replace(SALE, day=None, expected=None))
    assert "Expected debit" not in copied_details(bare)
    assert "Expected debit: INR 7,140.00" in copied_details(OUTCOME)
