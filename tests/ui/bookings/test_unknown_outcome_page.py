"""A sale whose outcome is not known: what is said, what is copied, and that nothing can be sold by it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QListView, QWidget

from app.desk.bookings.local_cache import LocalCache
from app.desk.cancellation.refund_quote import Cancelled
from app.desk.model.sale import Advice, Movement, UnknownOutcome
from app.desk.payment.evidence import Expected, Grade, Verdict
from app.desk.payment.unknown_outcome_values import Decision, Findings
from app.desk.sale.selling import open_outcome
from app.lifecycle.connection import memory_of
from app.practice import PracticeServer
from app.practice.service.faults import OtherAnswer
from app.ui.bookings.evidence_card import EvidenceCard
from app.ui.bookings.unknown_sale_words import copied_details, headline, past_events, sold_words
from app.ui.flows.navigation import Navigation
from app.ui.kit.basics.focus_ring import FocusRing
from app.ui.kit.basics.layouts import column
from app.ui.kit.basics.mixin import Around
from app.ui.kit.sheets.page import Page
from app.ui.window.main_window import MainWindow
from tests.support.counter import Counter, accepted_seats
from tests.support.desk.all_sales import all_sales
from tests.support.desk.samples import NOW, TODAY
from tests.support.desk.virtual_time import VirtualTime, lose_answer, nobody, service, timed_desk
from tests.support.desk.voucher_samples import SALE as SOLD
from tests.support.proof import beside_others
from tests.support.ui.robot import Robot
from tests.support.ui.selling import NAME, Clerk, selling, spoken_rows
from tests.support.ui.windows import open_window
from tests.ui.conftest import Open

SALE = replace(
    SOLD,
    state="Outcome not known",
    is_open=True,
    title="Dive",
    window="13:00",
    customer_name=NAME,
    booking_ref="",
    expected=Decimal(7140),
    debited=None,
    wallet_before=None,
    history=(Movement(NOW, "Sent to the service"), Movement(NOW, "Outcome not known", is_unsettled=True)),
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


@beside_others
async def test_it_says_not_to_sell_it_again(clerk: Clerk) -> None:
    assert clerk.text("headline") == "The service may or may not have booked this."
    assert clerk.robot.sees("Do not sell it again yet.")
    assert clerk.robot.sees("Nothing is sent again by itself")
    assert clerk.text("expected_debit") == "3,990.00"
    assert clerk.text("wallet_before") == "1,00,000.00"
    clerk.robot.keys("Ctrl+Return", "F5")
    assert clerk.robot.is_shown("headline")
    assert len(clerk.counter.world.bookings) == 1


@beside_others
async def test_what_is_unknown_is_in_sight_first_in_a_low_window_too(tmp_path: Path) -> None:
    async with selling(tmp_path) as clerk:
        clerk.window.resize(800, 460)
        await clerk.review()
        clerk.counter.faults.after_work("create_booking", silent=False)
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: clerk.robot.is_shown("headline"))
        told = clerk.robot.find("headline")
        await clerk.robot.until(lambda: told.visibleRegion().boundingRect() == told.rect())
        await clerk.robot.until(lambda: clerk.text("wallet_now"))


@beside_others
async def test_the_details_are_copied_with_alt_c(clerk: Clerk) -> None:
    clerk.robot.keys("Alt+C")
    copied = QApplication.clipboard().text()
    (sale,) = all_sales(clerk.counter.desk.bookings)
    assert f"Request: {sale.request_id}" in copied
    assert f"Customer: {NAME}" in copied
    assert clerk.robot.sees("Details copied")
    assert clerk.robot.focused == "copy_details"


@beside_others
async def test_the_wallet_side_is_hidden_as_one_piece(clerk: Clerk) -> None:
    clerk.robot.keys("F8")
    assert "3,990.00" not in clerk.everything()
    assert "1,00,000.00" not in clerk.everything()
    assert clerk.robot.sees("Wallet side hidden")


@beside_others
async def test_esc_leads_to_the_bookings(clerk: Clerk) -> None:
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: not clerk.robot.is_shown("headline"))


async def test_what_is_not_known_is_said(open_robot: Open) -> None:
    card = EvidenceCard(None)
    robot = await open_robot(card)
    assert robot.texts().count("Not known") == 5


def test_a_booking_without_a_pnr_is_not_called_unknown() -> None:
    lost = replace(OUTCOME, sale=replace(SALE, code="BOOKED_REF_LOST"))
    assert headline(lost) == "The service booked this, but the PNR is missing."
    for reference, named in (("", ""), ("P7", " as P7")):
        in_hand = replace(OUTCOME, sale=replace(SALE, taken_in=reference))
        assert headline(in_hand) == f"The service has taken it in{named}, and has not settled it yet."
    assert headline(replace(OUTCOME, sale=None)) == "The service may or may not have booked this."


def test_when_it_was_sold() -> None:
    tomorrow = TODAY + timedelta(days=1)
    assert sold_words(SALE, NOW.date()) == "Sent from this counter today, 05:12"
    assert sold_words(SALE, tomorrow) == "Sent from this counter Sat 21 Nov, 05:12"
    booked = replace(SALE, is_open=False)
    assert sold_words(booked, NOW.date()) == "Sold at this counter today, 05:12"
    assert sold_words(booked, tomorrow) == "Sold at this counter Sat 21 Nov, 05:12"
    assert sold_words(None, TODAY) == ""


def test_the_past_ends_with_what_is_missing() -> None:
    assert [event.state for event in past_events(SALE)] == ["done", "question", "open"]


def test_how_a_lost_answer_was_settled_stays_whole_and_a_plain_sale_is_told_shortly() -> None:
    sent = Movement(NOW, "Sent to the service", is_step=True)
    lost, found = Movement(NOW, "Outcome not known", is_unsettled=True), Movement(NOW, "Sold")
    settled = replace(SALE, is_open=False, booking_ref="AC1", history=(sent, lost, found))
    assert [event.text for event in past_events(settled)] == [sent.text, lost.text, found.text]
    plain = replace(settled, history=(sent, found))
    assert [event.text for event in past_events(plain)] == [found.text]


def test_the_details_of_a_sale_that_the_journal_lost() -> None:
    assert copied_details(replace(OUTCOME, sale=None)).splitlines()[0] == "Request: ac1-1"
    bare = replace(OUTCOME, sale=replace(SALE, day=None, expected=None))
    assert "Expected debit" not in copied_details(bare)
    assert "Expected debit: INR 7,140.00" in copied_details(OUTCOME)
    assert "For: 2 seats" in copied_details(OUTCOME)
    boat = copied_details(replace(OUTCOME, sale=replace(SALE, is_boat=True, place="MV Sea Heron")))
    assert "For: 2 passengers" in boat
    assert "Boat: MV Sea Heron" in boat
    assert "Activity:" not in boat


class Late:
    """A clerk whose time a test lets pass, at a service whose ledger names no request."""

    def __init__(self, robot: Robot, counter: Counter, clock: VirtualTime, routing: Navigation) -> None:
        self.robot, self.counter, self.clock, self.routing = robot, counter, clock, routing

    def text(self, name: str) -> str:
        """The text of a visible label."""
        return str(self.robot.find(name).property("text") or "")

    @property
    def page(self) -> QWidget:
        """The page of the outcome."""
        return self.robot.find("outcome_page")

    def listed(self) -> str:
        """The rows of the list of bookings, as they are spoken."""
        return "; ".join(spoken_rows(self.robot.find("sales_list", QListView)))

    async def open(self, request_id: str) -> None:
        """Open the sale from the list of bookings."""
        sale = next(each for each in all_sales(self.counter.desk.bookings) if each.request_id == request_id)
        self.routing.open_outcome(open_outcome(sale))
        await self.robot.until(lambda: self.text("verdict"))


@asynccontextmanager
async def _late(
    folder: Path,
    server: PracticeServer,
    clock: VirtualTime,
    *,
    asks_two: bool = False,
    local_cache: LocalCache | None = None,
) -> AsyncGenerator[Late]:
    desk = timed_desk(folder, clock, server, asks_two=asks_two, local_cache=local_cache)
    async with open_window() as (robot, window), desk as counter:
        routing = Navigation(window)
        routing.use(counter.desk)
        try:
            yield Late(robot, counter, clock, routing)
        finally:
            await counter.desk.payments.finish()
            routing.forget()


@pytest.fixture
async def late(tmp_path: Path) -> AsyncGenerator[Late]:
    """A clerk at a fresh counter."""
    with service(older=True) as server:
        async with _late(tmp_path / "desk", server, VirtualTime()) as opened:
            yield opened


def _ring_stands_around(widget: QWidget) -> bool:
    """Whether the ring of the keyboard is where the widget is, also when what it lies in has moved."""
    rings = [each for each in widget.window().findChildren(FocusRing) if each.isVisible()]
    corner = widget.mapToGlobal(QPoint())
    return [each.mapToGlobal(each.rect().center()) - corner for each in rings] == [widget.rect().center()]


def _top(widget: QWidget) -> int:
    return widget.mapToGlobal(QPoint()).y()


def _count(late: Late) -> str:
    return late.robot.find("rail_bookings").accessibleName()


@beside_others
async def test_the_wallet_read_again_tells_more_and_settles_nothing(late: Late) -> None:
    await late.open(await lose_answer(late.counter, worked=True))
    assert late.text("verdict") == "We cannot tell from the wallet."
    late.robot.keys("F5")
    await late.robot.until(lambda: late.text("verdict").startswith("It was most likely booked"))
    assert late.text("wallet_now") != late.text("wallet_before")
    assert late.robot.sees("Needs an answer")
    late.robot.keys("F8")
    assert not late.robot.is_shown("wallet_now")
    assert not late.robot.sees("exactly the expected amount")


async def test_a_pnr_is_typed_and_settles_it_by_keyboard_alone(late: Late) -> None:
    await late.open(await lose_answer(late.counter, worked=True))
    late.robot.keys("Tab", "Return")
    assert late.text("pnr_note") == "Type the PNR first."
    late.robot.type("NOSUCH1")
    late.robot.keys("Return")
    await late.robot.until(lambda: "could not be read" in late.text("pnr_note"))
    (booking,) = late.counter.world.bookings
    late.robot.keys("Ctrl+A")
    QGuiApplication.clipboard().setText(f" PNR: {booking.ref}, thanks\n")
    late.robot.keys("Ctrl+V")
    assert (late.text("pnr"), late.text("pnr_note")) == (booking.ref, "Not taken: thanks")
    late.robot.keys("Return")
    await late.robot.until(lambda: late.text("headline") == f"It was booked. PNR {booking.ref}.")
    assert late.robot.sees("Settled")
    assert not late.robot.is_shown("pnr")
    assert not late.robot.sees("Do not sell it again yet.")
    assert late.robot.focused == "back_to_bookings"
    late.robot.keys("P")
    await late.robot.until(lambda: late.robot.is_shown("voucher_sheet"))
    late.robot.keys("Escape")
    await late.robot.until(lambda: late.robot.focused == "back_to_bookings")
    late.robot.keys("Return")
    await late.robot.until(lambda: not late.robot.is_shown("headline"))
    assert late.robot.clicks == 0


async def test_a_pnr_of_another_booking_is_shown_beside_the_sale(late: Late, tmp_path: Path) -> None:
    request = await lose_answer(late.counter, worked=True)
    async with timed_desk(tmp_path / "other", VirtualTime(), late.counter.server) as other:
        receipt = await other.sell(1, qty=3)
    await late.open(request)
    late.robot.keys("Tab")
    late.robot.type(receipt.booking_ref)
    late.robot.keys("Tab", "Space")
    await late.robot.until(lambda: "is another booking. Slot:" in late.text("pnr_note"))
    assert late.robot.is_shown("pnr")


@beside_others
async def test_a_pnr_of_which_too_little_is_told_settles_nothing(late: Late) -> None:
    await late.open(await lose_answer(late.counter, worked=True))
    body = b'{"status": "SUCCESS", "data": {"booking_status": "Cancelled"}}'
    late.counter.faults.answer("booking_status", OtherAnswer(200, body), times=None)
    late.robot.keys("Tab")
    late.robot.type("ANY123")
    late.robot.keys("Return")
    await late.robot.until(lambda: "cannot be told from this answer" in late.text("pnr_note"))
    assert late.text("pnr_note").endswith("The service says: Cancelled.")
    assert late.robot.sees("Needs an answer")
    assert late.robot.is_shown("pnr")


@beside_others
async def test_a_booking_that_was_cancelled_since_is_told_and_has_no_voucher(
    late: Late, tmp_path: Path
) -> None:
    await late.open(await lose_answer(late.counter, worked=True))
    (booking,) = late.counter.world.bookings
    async with timed_desk(tmp_path / "other", VirtualTime(), late.counter.server) as other:
        given_up, _ = await other.desk.cancellation.find(booking.ref, is_boat=False)
        order = await accepted_seats(other.desk, given_up, 2)
        assert isinstance(await other.desk.cancellation.confirm(order, nobody), Cancelled)
    late.robot.keys("Tab")
    late.robot.type(booking.ref)
    late.robot.keys("Return")
    told = f"It was booked, PNR {booking.ref}, and has been cancelled since."
    await late.robot.until(lambda: late.text("headline") == told)
    assert not late.robot.is_shown("settled_voucher")
    late.robot.keys("P")
    assert not late.robot.is_shown("voucher_sheet")


@beside_others
async def test_it_is_recorded_as_not_booked_with_a_name_a_reason_and_not_too_early(late: Late) -> None:
    await late.open(await lose_answer(late.counter, worked=True))
    late.robot.keys("Tab", "Tab", "Tab", "Space")
    assert late.robot.focused == "by"
    late.robot.keys("Tab", "Tab", "Space")
    await late.robot.until(lambda: "may still be at work" in late.text("decision_note"))
    late.clock.let_pass(185)
    late.robot.keys("Space")
    await late.robot.until(lambda: late.robot.focused == "by")
    assert late.text("by_note") == "Enter your name."
    assert _top(late.robot.find("by")) == _top(late.robot.find("reason"))
    late.robot.type("Asha")
    assert not late.robot.is_shown("by_note")
    late.robot.keys("Tab")
    late.robot.type("Telephoned the office")
    late.robot.keys("Tab", "Space")
    await late.robot.until(lambda: late.text("headline") == "It was not booked.")
    assert not late.robot.is_shown("settled_voucher")
    (sale,) = all_sales(late.counter.desk.bookings)
    assert sale.history[-1].text == "Recorded as not booked by Asha"
    await late.robot.until(lambda: "1" not in _count(late))


async def test_a_second_person_is_asked_for_where_the_agency_wants_it(tmp_path: Path) -> None:
    with service(older=True) as server:
        async with _late(tmp_path, server, VirtualTime(), asks_two=True) as late:
            await late.open(await lose_answer(late.counter, worked=True))
            late.clock.let_pass(185)
            late.robot.keys("Tab", "Tab", "Tab", "Space")
            late.robot.type("Asha")
            late.robot.keys("Tab", "Tab")
            late.robot.type("Telephoned")
            late.robot.keys("Tab", "Space")
            await late.robot.until(lambda: late.robot.focused == "second")
            assert late.text("second_note") == "A second person must enter another name."
            late.robot.type("Bela")
            late.robot.keys("Tab", "Tab", "Space")
            await late.robot.until(lambda: late.text("headline") == "It was not booked.")


@beside_others
async def test_two_clerks_give_their_pins_each_time(tmp_path: Path) -> None:
    memory = memory_of(tmp_path / "desk")
    with service(older=True) as server:
        opened = _late(tmp_path / "desk", server, VirtualTime(), asks_two=True, local_cache=memory)
        async with opened as late:
            for name, pin in (("Asha", "1111"), ("Bela", "2222")):
                await late.counter.desk.day_close.duty.add(name, pin)
            await late.open(await lose_answer(late.counter, worked=True))
            late.clock.let_pass(185)
            late.robot.keys("Tab", "Tab", "Tab", "Space")
            assert late.robot.focused == "by_pin"
            assert not late.robot.is_shown("by")
            assert not late.robot.is_shown("second")
            for first, second in (("1111", "2223"), ("1111", "2222")):
                late.robot.type(first)
                late.robot.keys("Tab")
                late.robot.type(second)
                late.robot.keys("Tab")
                late.robot.type("Telephoned")
                late.robot.keys("Tab", "Space")
                if second == "2223":
                    await late.robot.until(lambda: "nobody" in late.text("second_pin_note"))
                    # What was typed does not wait for the next person.
                    assert (late.robot.focused, late.robot.find("by_pin", QLineEdit).text()) == ("by_pin", "")
            await late.robot.until(lambda: late.text("headline") == "It was not booked.")
            (sale,) = all_sales(late.counter.desk.bookings)
            assert sale.history[-1].text == "Recorded as not booked by Asha and Bela"


async def test_it_may_be_permitted_to_go_once_more(late: Late) -> None:
    await late.open(await lose_answer(late.counter, worked=False))
    late.clock.let_pass(185)
    late.robot.keys("Tab", "Tab", "Tab", "Space")
    late.robot.type("Asha")
    late.robot.keys("Tab")
    late.robot.type("Telephoned")
    late.robot.keys("Tab", "Tab", "Space")
    await late.robot.until(lambda: late.robot.sees("It may be sent once more until"))
    assert not late.robot.is_shown("record_not_booked")
    assert not late.robot.is_shown("by")
    assert late.counter.world.bookings == ()


@beside_others
@pytest.mark.parametrize("same", [True, False], ids=["permitted", "not booked"])
async def test_what_was_not_sold_is_sold_once_by_the_same_keys(late: Late, *, same: bool) -> None:
    request, enquiry = (
        await lose_answer(late.counter, worked=False, qty=1),
        late.counter.desk.unknown_outcomes,
    )
    late.clock.let_pass(185)
    decide = enquiry.authorise_resend if same else enquiry.record_not_sold
    await decide(request, Decision("Asha", "Telephoned"))
    clerk = Clerk(late.robot, cast("MainWindow", late.robot.window), late.counter)
    # The line is seen to be back.
    await late.counter.desk.wallet.read()
    late.robot.keys("Alt+1")
    await clerk.fill()
    late.robot.keys("Ctrl+Return")
    if same:
        # What a person has permitted must be seen before it goes.
        await late.robot.until(lambda: late.robot.is_shown("accept_changes"))
        late.robot.keys("Ctrl+Return", "Space")
    await clerk.armed()
    late.robot.keys("Ctrl+Return")
    await late.robot.until(lambda: late.robot.is_shown("booking_ref"))
    (booking,) = late.counter.world.bookings
    # Only the same number can reveal a first one that the service has made after all.
    assert (booking.sale.request_id == request) is same
    await late.robot.until(lambda: "1" not in _count(late))


@beside_others
async def test_a_wallet_that_cannot_be_read_is_said_and_may_be_read_again(late: Late) -> None:
    await late.open(await lose_answer(late.counter, worked=True))
    late.counter.faults.answer("wallet_balance", OtherAnswer(404, b"{}"), times=None)
    late.robot.keys("Tab", "Shift+Tab", "F5")
    await late.robot.until(lambda: late.robot.sees("The wallet could not be read"))
    await late.robot.until(lambda: _ring_stands_around(late.robot.find("copy_details")))
    late.counter.faults.clear()
    late.robot.click("read_again")
    await late.robot.until(lambda: late.text("verdict").startswith("It was most likely booked"))
    await late.robot.until(lambda: not late.robot.sees("The wallet could not be read"))


async def test_what_the_ledger_names_cannot_be_recorded_as_not_booked(late: Late) -> None:
    preflight = await late.counter.desk.selling.preflight(await late.counter.draft())
    lost = OtherAnswer(201, b'{"status": "SUCCESS"}', worked=True)
    late.counter.faults.answer("create_booking", lost)
    outcome = await late.counter.desk.selling.book(preflight, nobody)
    assert isinstance(outcome, UnknownOutcome)
    await late.open(outcome.request_id)
    await late.robot.until(lambda: late.robot.sees("answered that it booked this, without a PNR"))
    assert late.text("headline") == "The service booked this, but the PNR is missing."
    assert late.robot.find("record_not_booked").isEnabled()
    # The ledger names it now, but its PNR cannot be asked for.
    late.counter.world.older = False
    late.counter.faults.answer("booking_status", OtherAnswer(404, b'{"status":"ERROR"}'), times=None)
    late.robot.keys("F5")
    await late.robot.until(lambda: not late.robot.find("record_not_booked").isEnabled())
    assert late.robot.sees("only its PNR settles it")


@beside_others
async def test_nothing_takes_it_away_and_it_is_back_after_a_restart(tmp_path: Path) -> None:
    with service(older=True) as server:
        async with _late(tmp_path, server, VirtualTime()) as late:
            request = await lose_answer(late.counter, worked=True)
            await late.open(request)
            late.robot.keys("Escape", "Alt+1", "Alt+2", "Escape", "Delete", "Ctrl+Return", "Ctrl+W")
            await late.robot.until(lambda: "1" in _count(late))
        async with _late(tmp_path, server, VirtualTime()) as late:
            await late.robot.until(lambda: "1" in _count(late))
            await late.robot.until(lambda: late.robot.is_shown("outcome_page"))
            assert late.robot.sees(request)
            assert late.robot.sees("Do not sell it again yet.")
            assert len(server.world.bookings) == 1


@beside_others
async def test_what_the_enquiry_finds_by_itself_comes_on_screen(tmp_path: Path) -> None:
    with service() as server:
        async with _late(tmp_path, server, VirtualTime()) as late:
            request = await lose_answer(late.counter, worked=True)
            await late.open(request)
            other = await late.counter.desk.unknown_outcomes.look(request)
            assert not other.is_open
            await late.robot.until(lambda: late.text("headline").startswith("It was booked. PNR PR"))
            late.robot.keys("F5", "Ctrl+F", "Escape")
            assert late.robot.focused == "back_to_bookings"


@beside_others
async def test_bookings_follows_an_order_that_settles_by_itself(tmp_path: Path) -> None:
    with service() as server:
        async with _late(tmp_path, server, VirtualTime()) as late:
            request = await lose_answer(late.counter, worked=True)
            late.routing.go_to("bookings")
            await late.robot.until(lambda: "Needs an answer" in late.listed())
            await late.counter.desk.unknown_outcomes.look(request)
            await late.robot.until(lambda: late.listed() and "Needs an answer" not in late.listed())


@beside_others
async def test_a_sale_recorded_as_not_booked_comes_back_when_the_ledger_names_it(tmp_path: Path) -> None:
    with service(older=True) as server:
        async with _late(tmp_path, server, VirtualTime()) as late:
            request = await lose_answer(late.counter, worked=True)
            await late.open(request)
            late.clock.let_pass(185)
            await late.counter.desk.unknown_outcomes.record_not_sold(request, Decision("Asha", "Telephoned"))
            await late.robot.until(lambda: late.text("headline") == "It was not booked.")
            page, window = late.page, late.page.window()
            assert window.windowTitle().startswith("Outcome known ")
            assert page.accessibleName() == "Outcome known"
            late.counter.world.older = False
            await late.counter.desk.wallet.read()
            await late.robot.until(lambda: "PNR is missing" in late.text("headline"))
            assert late.robot.sees("Needs an answer")
            assert late.robot.is_shown("pnr")
            assert late.robot.focused == "copy_details"
            assert window.windowTitle().startswith("Outcome not known ")
            assert page.accessibleName() == "Outcome not known"


async def test_a_lost_cancellation_is_only_shown(late: Late) -> None:
    late.routing.open_outcome(replace(OUTCOME, request_id="ac1-cancel", sale=None))
    await late.robot.until(lambda: not late.robot.is_shown("pnr"))
    assert late.robot.is_shown("copy_details")


async def test_a_range_is_shown_where_the_debit_is_not_certain(open_robot: Open) -> None:
    card, page = EvidenceCard(SALE), Page()
    page.setLayout(column(card))
    robot = await open_robot(page)
    verdict = Verdict(Grade.UNDECIDED, "What", "Why")
    card.show_findings(
        Findings(
            request_id="ac1-1",
            is_open=True,
            is_sold=False,
            verdict=verdict,
            before=None,
            before_at=None,
            expected=Expected(Decimal(7000), Decimal(7500)),
            look=None,
            quiet_at=NOW,
            is_quiet=False,
            now=NOW,
            asks_two=False,
            authorised_until=None,
        )
    )
    assert robot.sees("7,000.00 \u2013 7,500.00")
    assert robot.sees("7,140.00")
    assert robot.sees("Why")
    page.take_around(Around(net_shown=False))
    assert not any(robot.sees(each) for each in ("7,000.00", "7,140.00", "Why"))
