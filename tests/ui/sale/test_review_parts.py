"""What the last look says in its parts, also where the service states little."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import cast

import pytest
from PySide6.QtWidgets import QGridLayout

from app.desk.model.boats import Document
from app.desk.model.sale import Change, Preflight, Price, PriceLine, Problem, Progress, Step
from app.desk.model.wallet_split import split
from app.desk.sale.pricing import price
from app.ui.kit.basics.date_time_line import DateTimeLine
from app.ui.kit.basics.mixin import Around
from app.ui.kit.basics.room import Room, Width
from app.ui.sale.changes_note import ChangesNote, acceptance, shown_changes
from app.ui.sale.customer_side import CustomerSide, fare_words
from app.ui.sale.debit_side import DebitSide, tax_words
from app.ui.sale.order_timeline import SALE, busy_words, order_events
from app.ui.sale.payment_pane import PaymentPane
from app.ui.sale.review_page import CheckLine, finding
from tests.support.desk.boat_samples import BOAT_DRAFT, JANA
from tests.support.desk.samples import DRAFT, LOOKED, NOW, SLOT, TODAY, WALLET
from tests.support.ui.looking import Show
from tests.ui.conftest import Open


def _price() -> Price:
    found = price(DRAFT)
    assert found is not None
    return found


PRICE = _price()
DEARER = replace(
    PRICE,
    lines=(PriceLine("", 2, Decimal(3900), Decimal(3450)),),
    gst_on_fare=Decimal(390),
    gst_on_net=Decimal(345),
)
UNTAXED = replace(PRICE, gst_is_stated=False)
FARE = Change("Fare per person", "3,800.00", "3,900.00")
NET = Change("Net per person", "3,400.00", "3,450.00", is_net=True)
LOOK = Preflight(
    draft=DRAFT,
    price=PRICE,
    wallet=WALLET,
    split=split(PRICE.payable, WALLET),
    changes=(),
    blocked="",
    looked=LOOKED,
    intent_id="i",
)


def test_what_the_look_found() -> None:
    assert finding(LOOK) == "Booking is open, 11 seats are left, and no fare has changed."
    assert "1 seat is left" in finding(_with_seats(1))
    assert finding(_with_seats(None)) == "Booking is open, and no fare has changed."
    assert finding(replace(LOOK, blocked="No seats left.")) == "No seats left."
    assert (
        finding(replace(LOOK, changes=(FARE, NET))) == "Changed since you priced this sale: fare per person."
    )
    assert finding(replace(LOOK, changes=(NET,))) == "The wallet side changed."


async def test_a_large_order_is_warned_of(open_robot: Open) -> None:
    line = CheckLine()
    robot = await open_robot(line)
    copy = Document("copy.jpg", bytes(1_490_000), "JPEG")
    guests = (replace(JANA, document=copy),) * 20
    look = replace(LOOK, draft=replace(BOAT_DRAFT, passengers=guests))
    line.show_preflight(look)
    assert robot.sees("20 copies go along, 39.74 MB in all. This may take minutes")
    line.show_preflight(replace(look, blocked="No seats left."))
    assert not robot.sees("copies go along")


async def test_what_has_closed_is_not_on_offer_again_when_the_window_turns(open_robot: Open) -> None:
    pane = PaymentPane("Back")
    robot = await open_robot(pane)
    pane.show_preflight(LOOK)
    assert robot.is_shown("spend")
    pane.show_closed(Problem("slot", "Booking closed at 06:00."))
    assert not robot.is_shown("spend")
    pane.take_around(Around(net_shown=False))
    assert not robot.is_shown("spend")


def test_changes_are_shown_with_both_sums() -> None:
    look = replace(LOOK, price=DEARER, changes=(FARE, NET))
    assert [(each.what, each.is_net) for each in shown_changes(look, PRICE)] == [
        ("Fare per person", False),
        ("Net per person", True),
        ("Customer pays", False),
        ("Wallet pays", True),
    ]
    assert shown_changes(LOOK, None) == ()


def test_what_is_ticked() -> None:
    assert acceptance(replace(LOOK, price=DEARER, changes=(FARE,)), PRICE) == "The customer accepts 8,190.00"
    assert acceptance(replace(LOOK, changes=(NET,)), PRICE) == "Sell it at the changed net price"
    assert acceptance(replace(LOOK, changes=(Change("Time", "13:00", "14:00"),)), None) == (
        "The customer accepts this"
    )


async def test_a_change_of_the_wallet_side_alone_stays_hidden(open_robot: Open) -> None:
    note = ChangesNote()
    note.resize(380, 200)
    note.take_around(Around(net_shown=False))
    note.show_changes(replace(LOOK, changes=(NET,)), PRICE)
    robot = await open_robot(note)
    assert robot.sees("The wallet side changed. Press F8 to see it.")
    assert robot.sees("This is not as you saw it")
    assert not robot.sees("3,450.00")
    note.tick.click()
    assert note.is_accepted
    note.begin()
    assert not note.is_accepted


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("old", "lines"), [("3,150.00", 2), ("2 seats, PNR PRACJDCWT5", 3)])
def test_a_sentence_has_its_own_line_beside_a_long_value(old: str, lines: int, shown: Show) -> None:
    note = ChangesNote()
    shown(note)
    changes = (Change("This customer was sold the same before", old, "One more", is_again=True),)
    note.show_rows(changes, priced=False)
    (grid,) = note.findChildren(QGridLayout)
    assert grid.count() == 2 + 3
    places = (cast("tuple[int, ...]", grid.getItemPosition(each)) for each in range(grid.count()))
    assert len({each[0] for each in places}) == lines


def test_an_unstated_tax_is_said_and_not_invented() -> None:
    assert fare_words(PRICE) == "Fare 7,600.00 + GST 380.00"
    assert fare_words(UNTAXED) == "Fare 7,600.00, GST is not stated"
    assert tax_words("Net", Decimal(10), Decimal(5), Decimal(1), is_stated=True) == "Net 10.00 + GST 5 % 1.00"
    assert tax_words("Net", Decimal(10), Decimal(0), Decimal(0), is_stated=False) == (
        "Net 10.00, GST is not stated"
    )


async def test_the_customers_side_says_nothing_of_a_wallet_that_was_not_read(open_robot: Open) -> None:
    side = CustomerSide()
    side.take_around(Around(net_shown=False))
    side.resize(380, 300)
    robot = await open_robot(side)
    side.show_price(UNTAXED, covered=None)
    assert robot.sees("GST is not stated")
    assert not robot.sees("Cash and credit cover this sale.")
    side.show_price(PRICE, covered=True)
    assert robot.sees("Cash and credit cover this sale.")


@pytest.mark.parametrize(
    ("cash", "warnings"), [(Decimal(-100), 1), (Decimal(90), 1), (PRICE.payable, 1), (PRICE.payable + 1, 0)]
)
async def test_a_wallet_that_is_empty_afterwards_is_warned_of(
    cash: Decimal, warnings: int, open_robot: Open
) -> None:
    side = DebitSide()
    side.resize(380, 400)
    robot = await open_robot(side)
    wallet = replace(WALLET, cash=cash, credit_left=PRICE.payable)
    side.show_split(PRICE, wallet, split(PRICE.payable, wallet))
    assert robot.texts().count("The wallet will be empty after this") == warnings


async def test_a_window_that_is_not_two_times_is_shown_as_sent(open_robot: Open) -> None:
    line = DateTimeLine()
    line.resize(800, 60)
    robot = await open_robot(line)
    line.show_window(TODAY, None, None, "Sunrise")
    assert robot.sees("Sunrise")
    assert not robot.sees("Starts")
    line.show_window(TODAY, SLOT.starts, SLOT.ends, SLOT.window)
    assert robot.sees("Starts")
    assert not robot.sees("Sunrise")


def test_the_steps_of_a_booking() -> None:
    written = Progress(Step.WRITTEN, NOW, "ac1-1")
    sent = Progress(Step.SENT, NOW, "ac1-1")
    nothing = order_events(SALE, {}, 0)
    assert [event.state for event in nothing] == ["running", "open", "open", "open"]
    checking = Progress(Step.CHECKING, NOW, "")
    first = order_events(SALE, {Step.CHECKING: checking}, 0)[0]
    assert (first.text, first.state) == ("Reading seats, fares and wallet again", "running")
    then = order_events(SALE, {Step.CHECKING: checking, Step.WRITTEN: written}, 0)[0]
    assert (then.text, then.state) == ("Order written to this counter", "done")
    waiting = order_events(SALE, {Step.WRITTEN: written, Step.SENT: sent}, 4)
    assert waiting[0].more == "Request ac1-1"
    assert (waiting[2].state, waiting[2].at, waiting[2].more) == ("running", "4 s", "")
    # A small window shows no steps: how long it has been waited stands on the button.
    rooms = Room(), Room(is_low=True), Room(Width.NARROW)
    assert [busy_words("Booking\u2026", waiting, each) for each in rooms] == [
        "Booking\u2026",
        "Booking\u2026 4 s",
        "Booking\u2026 4 s",
    ]
    late = order_events(SALE, {Step.WRITTEN: written, Step.SENT: sent}, 12)
    assert late[2].more == "Still waiting. The order was sent once and is not sent again."


def _with_seats(seats: int | None) -> Preflight:
    slot = replace(SLOT, seats=seats)
    return replace(LOOK, draft=replace(DRAFT, slot=slot))


def test_a_large_order_says_how_much_of_it_has_left() -> None:
    written = Progress(Step.WRITTEN, NOW, "ac1-desk-1")
    sending = Progress(Step.SENDING, NOW, "ac1-desk-1", sent=50_000_000, total=200_000_000)
    events = order_events(SALE, {Step.WRITTEN: written, Step.SENDING: sending}, 0)
    assert (events[1].text, events[1].state, events[1].at) == ("Sending to the service", "running", "25 %")
    assert events[1].more == "50.00 MB of 200.00 MB"
    sent = Progress(Step.SENT, NOW, "ac1-desk-1")
    after = order_events(SALE, {Step.WRITTEN: written, Step.SENDING: sending, Step.SENT: sent}, 3)
    assert after[1].state == "done"


@pytest.mark.parametrize(
    ("seconds", "sent", "guess"),
    [
        (2, 50_000_000, ""),
        (3, 0, ""),
        (20, 50_000_000, ", about 60 s left"),
        (21, 50_000_000, ", about 65 s left"),
        (60, 50_000_000, ", about 3 min left"),
        (80, 199_900_000, ", about 5 s left"),
    ],
)
def test_a_large_order_says_about_how_long_it_still_takes(seconds: int, sent: int, guess: str) -> None:
    written = Progress(Step.WRITTEN, NOW, "ac1-desk-1")
    at = NOW + timedelta(seconds=seconds)
    sending = Progress(Step.SENDING, at, "ac1-desk-1", sent=sent, total=200_000_000)
    events = order_events(SALE, {Step.WRITTEN: written, Step.SENDING: sending}, 0)
    assert events[1].more.partition("200.00 MB")[2] == guess
