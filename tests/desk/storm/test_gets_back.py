"""What customers get back: by the rule of the agency, by the till, and only for what is certain."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest

from app.desk.cancellation.customer_refund import GivenBack
from app.desk.desk import DeskOptions
from app.desk.files.spreadsheet_export import csv_bytes
from app.desk.model.office_rules import CustomerRefund, OfficeRules, RefundRule
from app.desk.storm import operator_list
from app.desk.storm.gets_back import by_rule, by_till, paid_out
from app.desk.storm.journal_ends import JournalEnd, JournalEnds
from app.desk.storm.values import EndState, GetsBack, Storm
from app.desk.till.due import due_of_sales
from app.desk.till.owing import GivingBack
from app.desk.till.payment_values import PayWay, in_rupees
from app.desk.till.refund_rules import refund_of
from app.desk.till.till import NotRecordedError, Till
from app.lifecycle.connection import memory_of
from app.practice import PracticeServer
from app.practice.service.faults import CONFIRM
from tests.desk.storm.conftest import BY_ASHA, StormCase
from tests.desk.storm.test_quotes import LOCKED
from tests.desk.till.test_owing import cancel
from tests.desk.till.test_refunds import paid
from tests.support.counter import open_desk
from tests.support.desk.virtual_time import VirtualTime
from tests.support.proof import beside_others
from tests.support.store.recording_till import open_book
from tests.support.ui.taking_payment import TILL

PAID, CHARGE = Decimal("1000.00"), Decimal("150.00")
SERVICE, HAND = CustomerRefund(), CustomerRefund(RefundRule.HAND)
TENTH = CustomerRefund(RefundRule.PERCENTAGE, Decimal(10))


@pytest.mark.parametrize(
    ("side", "charge", "rule", "expected"),
    [
        (GivenBack(PAID, PAID - CHARGE), CHARGE, SERVICE, (CHARGE, Decimal(0), PAID - CHARGE)),
        (GivenBack(PAID, Decimal("900.00")), CHARGE, TENTH, (None, Decimal("100.00"), Decimal("900.00"))),
        (GivenBack(PAID, None), None, SERVICE, (None, None, None)),
        (GivenBack(PAID, None), CHARGE, HAND, (None, None, None)),
        (GivenBack(None, None), CHARGE, SERVICE, (None, None, None)),
    ],
)
def test_the_rule_is_taken_apart(
    side: GivenBack,
    charge: Decimal | None,
    rule: CustomerRefund,
    expected: tuple[Decimal | None, Decimal | None, Decimal | None],
) -> None:
    found = by_rule(side, charge, rule)
    assert (found.charge, found.own_charge, found.back) == expected
    assert found.paid == side.paid


@pytest.mark.parametrize(
    ("way", "back", "step", "told"),
    [
        (PayWay.CASH, "2747.25", 100, "2747.00"),
        (PayWay.CASH, "2747.25", 50, "2747.50"),
        (PayWay.CASH, "2747.25", 0, "2747.25"),
        # As on the paper never to nothing.
        (PayWay.CASH, "0.25", 100, "0.25"),
        (PayWay.UPI, "2747.25", 100, "2747.25"),
        (None, "2747.25", 100, "2747.25"),
    ],
)
def test_a_message_names_what_is_paid_out(way: PayWay | None, back: str, step: int, told: str) -> None:
    assert paid_out(GetsBack(back=Decimal(back), way=way), step) == Decimal(told)
    assert paid_out(GetsBack(way=way), step) is None


@pytest.fixture
async def case(tmp_path: Path, clock: VirtualTime, server: PracticeServer) -> AsyncGenerator[StormCase]:
    """A desk with a till."""
    folder = tmp_path / "desk"
    book = partial(open_book, tmp_path / "till", clock=clock.now)
    options = DeskOptions(open_till=book, sleep=clock.sleep)
    memory, rules = memory_of(folder), OfficeRules(till=TILL)
    async with open_desk(
        folder, server, local_cache=memory, rules=rules, options=options, clock=clock.now
    ) as counter:
        yield StormCase(counter, clock)


async def ended(case: StormCase) -> Storm:
    """Four parties: one has paid, one has paid nothing, one is refused, one is left out."""
    sales = await case.quoted(4)
    await case.counter.desk.till.record(paid(due_of_sales((sales[0],)), PayWay.CASH, ""))
    case.desk.set_in([sales[3].request_id], is_in=False)
    case.counter.faults.change(CONFIRM, lambda _: None, times=1)
    held = case.counter.faults.hold(CONFIRM)
    await case.desk.decide(BY_ASHA)
    case.counter.faults.change(CONFIRM, lambda _: case.counter.faults.answer(CONFIRM, LOCKED), times=1)
    held.set_result(None)
    await case.ran()
    await case.desk.end()
    return case.storm


async def test_what_was_paid_is_what_the_till_has(case: StormCase, monkeypatch: pytest.MonkeyPatch) -> None:
    storm = await ended(case)
    assert storm.ended(EndState.REFUSED)
    first, *rest = storm.parties
    back = first.back
    assert first.sale.customer_pays == back.paid
    assert back.paid is not None
    assert back.back == back.paid - (back.charge or 0) - (back.own_charge or 0)
    assert (back.is_price, back.was_given, back.way) == (False, False, PayWay.CASH)
    gone = [each for each in rest if each.end is EndState.CANCELLED]
    # Nobody gives back what nobody has paid.
    assert [each.back[::3] for each in gone] == [(Decimal("0.00"), Decimal("0.00"), None)]
    others = [each for each in rest if each.end is not EndState.CANCELLED]
    assert [each.back.back for each in others if each.end is not None] == [None]
    # Paid out by the till's own way, it shows as such.
    giving = await case.counter.desk.owing.back_to(first.sale)
    assert giving is not None
    refund = refund_of(giving, PayWay.CASH, amount="", reference="", charge="100", reason="Our work")
    await case.counter.desk.till.give_back(refund)
    await case.desk.refresh()
    given = case.party(0).back
    assert (given.was_given, given.paid, given.way) == (True, back.paid, PayWay.CASH)
    assert given.back is not None
    assert given.back == back.back - 100 if back.back else False
    # What the agency kept at the till stands in its line, so that the page adds up.
    assert given.back == back.paid - (given.charge or 0) - (given.own_charge or 0)

    async def refuse(_till: Till, _asked: object) -> object:
        raise NotRecordedError("no book")

    monkeypatch.setattr(Till, "standing", refuse)
    await case.desk.refresh()
    assert case.party(0).back.is_price


async def test_the_rule_alone_is_never_shown_while_the_till_is_read_again(case: StormCase) -> None:
    kept = (await ended(case)).parties[0].back
    shown = list[GetsBack]()
    case.desk.changed.subscribe(lambda: shown.append(case.party(0).back))
    await case.desk.refresh()
    assert shown
    assert set(shown) == {kept}


async def test_a_storm_that_is_closed_while_its_journal_is_read_stays_closed(
    case: StormCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ended(case)
    is_closed, read = threading.Event(), JournalEnds.end_of

    def late(ends: JournalEnds, booking_ref: str, intent_id: str, behind: int) -> JournalEnd:
        is_closed.wait(30)
        return read(ends, booking_ref, intent_id, behind)

    monkeypatch.setattr(JournalEnds, "end_of", late)
    reading = asyncio.ensure_future(vars(case.desk)["_cancelling"].read_all())
    await asyncio.sleep(0)
    await case.desk.finish()
    is_closed.set()
    await reading
    assert case.desk.storm is None


async def test_who_has_paid_nothing_gets_nothing_also_where_no_charge_is_stated(case: StormCase) -> None:
    first, second, *_ = (await ended(case)).parties
    unsaid = GetsBack(PAID, None, None, None, is_price=True)
    till, owing = case.counter.desk.till, case.counter.desk.owing
    assert case.storm.decision is not None
    since = case.storm.decision.at
    assert [(await by_till(till, owing, each.sale, unsaid, since)).back for each in (first, second)] == [
        None,
        Decimal("0.00"),
    ]


async def test_what_was_given_back_before_the_storm_is_not_given_for_it(case: StormCase) -> None:
    desk, sale = case.counter.desk, (await case.sold(2))[1]
    pays = due_of_sales((sale,))
    await desk.till.record(paid(pays, PayWay.CASH, str(in_rupees(pays.total - 100))))

    async def due() -> GivingBack:
        now = await desk.owing.sale_of(sale.request_id)
        found = None if now is None else await desk.owing.back_to(now)
        assert found is not None
        return found

    async def give(amount: str = "") -> None:
        back = await due()
        refund = refund_of(back, PayWay.CASH, amount=amount, reference="", charge="", reason="")
        await desk.till.give_back(refund)
        await case.desk.refresh()

    def said() -> tuple[Decimal | None, bool]:
        back = case.party(0).back
        return back.back, back.was_given

    await cancel(case.counter, sale, 1)
    await give()
    left = await desk.bookings.own(sale.request_id)
    assert left is not None
    await case.begin([left])
    await case.all_in()
    await case.decide()
    await case.desk.end()
    whole = in_rupees((await due()).due.total)
    assert said() == (whole, False)
    # Of a part the rest is still to be given.
    await give("1")
    assert said() == (whole, False)
    await give()
    assert said() == (whole, True)


@beside_others
async def test_the_operator_gets_a_list_without_any_amount(case: StormCase) -> None:
    storm = await ended(case)
    table = operator_list.table(storm)
    assert table.headings == ("PNR", "Customer", "Seats", "Outcome", "Reference")
    first, second, third, fourth = table.rows
    party = storm.parties[0]
    assert first == (party.sale.booking_ref, "Customer 0", 1, "Cancelled.", party.reference)
    assert {str(second[3]), str(third[3])} == {"Cancelled.", 'Refused: "Amount locked.". Still booked.'}
    assert fourth[3:] == ("Left out.", "")
    text = operator_list.as_text(storm)
    assert text.startswith("Discover scuba dive, ")
    assert f"{party.sale.booking_ref}, Customer 0, 1 seat, Cancelled., {party.reference}\n" in text
    written = csv_bytes([table]).decode()
    for each in (text, written):
        assert str(party.refunded) not in each
        assert str(party.quote and party.quote.debited) not in each
