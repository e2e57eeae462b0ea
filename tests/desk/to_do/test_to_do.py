"""To do: what is to be done by when, from what is kept; reminders on the disk, and gone with customers."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import datetime, time, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.bookings.known_customers import KnownCustomer
from app.desk.free_now.seat_watches import Watch, WatchRow
from app.desk.model.errors import DeskError
from app.desk.model.sale import DraftAsRead
from app.desk.moving.values import FORM, KeptMove, Move, MoveStage
from app.desk.quotations.quotations import KnownQuotation
from app.desk.till.due import due_of_sales
from app.desk.till.owing import GivingBack, Owed
from app.desk.till.payment_values import PayWay
from app.desk.to_do.reminder_line import read_reminder
from app.desk.to_do.to_do import to_do
from app.desk.to_do.to_do_desk import FILE, ToDoDesk
from app.desk.to_do.values import KeptToDo, Reminder, ToDoKind, ToDoPart, ToDoRow
from app.desk.travelling.values import Board, ToldState
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from tests.support.counter import AS_ON, SERVICE_ZONE, Counter, open_desk, tomorrow_at_ten
from tests.support.desk.manifest_samples import ARJUN, departure
from tests.support.desk.quotation_samples import WHOLE_QUOTATION
from tests.support.desk.voucher_samples import SALE

NOW = datetime(2026, 11, 21, 14, 26, tzinfo=SERVICE_ZONE)
TODAY = NOW.date()
DAY = timedelta(days=1)
SOLD = replace(SALE, day=TODAY, window="19:00 \u2013 21:00", sold_at=NOW.replace(hour=10, minute=52))
OPEN = replace(SOLD, is_open=True, customer_pays=Decimal(6720))
OWED = Owed(due_of_sales((replace(SOLD, customer_pays=Decimal(2340)),)), SOLD.sold_at)
BACK = replace(
    OWED,
    since=NOW - 10 * DAY,
    due=replace(OWED.due, sales=(replace(OWED.first, amount=-919_500),)),
    back=GivingBack(OWED.due, 0, None, PayWay.UPI, 0),
)
MOVE = KeptMove(
    FORM, "0" * 32, NOW, "Asha", "ac1-9", "OLD1", is_boat=False, seats=2, passenger_ids=(), new_intent="i9",
    behind=1, refund=None, back=None, pays_more=None,
)  # fmt: skip
TRIPS = tuple(replace(each, day=TODAY + DAY, starts=time(9)) for each in WHOLE_QUOTATION.trips)
QUOTED = KnownQuotation(32, "Arjun Nair", "9845012377", NOW - DAY, TRIPS)
WATCH = Watch(
    "k", "boat 7", "Two islands", TODAY + DAY, time(9), 4, "Deepak Verma", "9810042219",
    begun=NOW - DAY, closes=NOW + timedelta(hours=4), looks=9, looked=NOW - timedelta(minutes=6), seats=3,
)  # fmt: skip
FOUND = replace(WATCH, seats=5, read=NOW - timedelta(minutes=6))
CALL = Reminder("r", NOW - timedelta(minutes=26), "Call back", "Q-0032", "Asha")
HERON = departure(replace(ARJUN, told=ToldState.NOT_TOLD), ARJUN)


def only(kept: KeptToDo, now: datetime = NOW) -> ToDoRow:
    (row,) = to_do(kept, now)
    return row


def said(row: ToDoRow) -> str:
    words = (row.part, row.when.words, row.when.more, row.what, row.who[0], row.amount, row.side)
    return " | ".join(words)


ROWS = (
    # Without a till nothing is said of money.
    (KeptToDo(waiting=(OPEN,)), "now | since 10:52 | today | Outcome not known | Priya Raman |  | "),
    (KeptToDo(waiting=(OPEN,), owed=()),
     "now | since 10:52 | today | Outcome not known | Priya Raman | 6,720.00 | not taken"),
    (KeptToDo(moves=(Move(MOVE, MoveStage.BETWEEN, None, SOLD),)),
     "now | since 14:26 | today | A change of date is not finished | Priya Raman |  | "),
    # It stands for the outcome of its act.
    (KeptToDo(waiting=(OPEN,), moves=(Move(MOVE, MoveStage.NEW_UNKNOWN, None, OPEN),)),
     "now | since 14:26 | today | Outcome not known | Priya Raman |  | "),
    (KeptToDo(watches=(WatchRow(WATCH, ""),)),
     "later | 14:40 | today, next look | Watched for 4 seats | Deepak Verma | "),
    (KeptToDo(watches=(WatchRow(FOUND, ""),)),
     "now | 14:20:00 | no hold | 5 seats are back, 4 are wanted | Deepak Verma |  | "),
    (KeptToDo(reminders=(CALL,), sold=(replace(SOLD, request_id="Q-0032"),)),
     "now | 14:00 | 26 min late | Call back | Priya Raman | "),
    (KeptToDo(quotations=(QUOTED,)),
     "today | by 09:00 | tomorrow | Quotation Q-0032 not booked | Arjun Nair |  | "),
    (KeptToDo(owed=(OWED,)), "today | by 19:00 | today | Owed before travel | Priya Raman | 2,340.00 | owed"),
    (KeptToDo(owed=(BACK,)),
     "today | since 14:26 | Wed 11 Nov | Refund to give, UPI | Priya Raman | 9,195.00 | to give back"),
    (KeptToDo(boards=(Board(TODAY + DAY, (HERON,), NOW),)),
     "today | by 07:15 | tomorrow | 1 of 2 parties not told | 1 party | "),
)  # fmt: skip


@pytest.mark.parametrize(("kept", "words"), ROWS, ids=[words for _, words in ROWS])
def test_each_row_says_by_when_what_and_who(kept: KeptToDo, words: str) -> None:
    assert said(only(kept)).startswith(words)


@pytest.mark.parametrize(
    "kept",
    [
        KeptToDo(quotations=(QUOTED,), sold=(replace(SOLD, day=TODAY + DAY, customer_phone="98450 12377"),)),
        KeptToDo(quotations=(replace(QUOTED, trips=(replace(TRIPS[0], day=TODAY),)),)),
        KeptToDo(quotations=(QUOTED,), reminders=(Reminder("quotation Q-0032", NOW, done_at=NOW),)),
        # What an account pays, and what left on a former day, is the till's.
        KeptToDo(owed=(replace(OWED, account="Hotel"),)),
        # What counts of another date pays for it.
        KeptToDo(owed=(replace(OWED, due=replace(OWED.due, moved=OWED.first)),)),
        KeptToDo(owed=(replace(OWED, due=due_of_sales((replace(SOLD, day=TODAY - DAY),))),)),
        KeptToDo(boards=(Board(TODAY, (HERON,), NOW), Board(TODAY + DAY, (departure(ARJUN),), NOW))),
        KeptToDo(watches=(WatchRow(replace(FOUND, is_over=True), ""),)),
        KeptToDo(reminders=(replace(CALL, done_at=NOW), replace(CALL, at=NOW + 8 * DAY))),
    ],
)
def test_what_is_settled_over_or_far_away_is_no_row(kept: KeptToDo) -> None:
    assert to_do(kept, NOW) == ()


def test_what_left_unpaid_says_so_and_what_is_not_known_is_no_sum() -> None:
    late = NOW.replace(hour=19, minute=30)
    assert only(KeptToDo(owed=(OWED,)), late).notice == "It left at 19:00. 2,340.00 is still owed."
    unknown = replace(OWED, due=replace(OWED.due, is_known=False))
    row = only(KeptToDo(owed=(unknown,)), late)
    assert (row.amount, row.notice) == ("not known", "It left at 19:00. What is owed is not known.")


def test_rows_stand_by_part_and_time_and_what_is_put_off_moves() -> None:
    kept = KeptToDo(waiting=(OPEN,), owed=(OWED, BACK), reminders=(replace(CALL, at=NOW + 2 * DAY),))
    # A sale before the quotation books it as little as one to somebody else.
    before = replace(SOLD, day=TODAY + DAY, customer_phone="9845012377", sold_at=NOW - 2 * DAY)
    assert to_do(KeptToDo(quotations=(QUOTED,), sold=(before, replace(SOLD, day=TODAY + DAY))), NOW)
    kinds = [ToDoKind.UNKNOWN, ToDoKind.REFUND, ToDoKind.OWED, ToDoKind.REMINDER]
    assert [row.kind for row in to_do(kept, NOW)] == kinds
    keys = [row.key for row in to_do(kept, NOW)]
    put_off = tuple(Reminder(key, NOW + 3 * DAY, clerk="Asha") for key in keys[:3])
    later = {row.kind: row for row in to_do(replace(kept, reminders=(*kept.reminders, *put_off)), NOW)}
    # Money that may be gone is not put off.
    assert later[ToDoKind.UNKNOWN].part is ToDoPart.NOW
    assert said(later[ToDoKind.REFUND]).startswith("later | 14:26 | Tue 24 Nov, put off by Asha | ")
    # Nor is what is owed before travel put off beyond that, and nothing is so far that it is gone.
    assert said(later[ToDoKind.OWED]).startswith("today | by 19:00 | today | ")
    for days in (1, 8):
        late = replace(put_off[1], at=NOW + days * DAY)
        assert to_do(replace(kept, reminders=(late,)), NOW)[-1].part is ToDoPart.LATER
    done = tuple(replace(each, done_at=NOW) for each in put_off)
    assert len(to_do(replace(kept, reminders=(*kept.reminders, *done)), NOW)) == len(kinds)


@pytest.mark.parametrize(
    ("line", "at", "text"),
    [
        ("16:00 call back, jetty", NOW.replace(hour=16, minute=0), "call back, jetty"),
        ("9.30 call", NOW.replace(hour=9, minute=30) + DAY, "call"),
        ("tmr ask 2 of them", NOW.replace(hour=9, minute=0) + DAY, "ask 2 of them"),
        ("+2 11:30 pay", NOW.replace(hour=11, minute=30) + 2 * DAY, "pay"),
        ("4 pm tmr", NOW.replace(hour=16, minute=0) + DAY, ""),
        ("16:00 +91 98450 12377 Rao", NOW.replace(hour=16, minute=0), "+91 98450 12377 Rao"),
        ("16:00 10-12 people", NOW.replace(hour=16, minute=0), "10-12 people"),
        ("16:00 sun temple group", NOW.replace(hour=16, minute=0), "sun temple group"),
        ("16:00 tmr Rao", NOW.replace(hour=16, minute=0) + DAY, "Rao"),
        ("+91 98450 12377 Rao", None, ""),
        ("call at 16:00", None, ""),
        ("25:00 call", None, ""),
        ("today call", None, ""),
        ("", None, ""),
    ],
)
def test_a_line_begins_with_its_time(line: str, at: datetime | None, text: str) -> None:
    found = read_reminder(line, NOW)
    assert (found.at, found.text) == (at, text) if found else at is None


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as server:
        memory = memory_of(tmp_path / "desk", "one")
        async with open_desk(tmp_path / "desk", server, local_cache=memory) as opened:
            yield opened


async def test_reminders_last_and_go_with_the_customer_and_after_thirty_days(counter: Counter) -> None:
    receipt, mine = await counter.sell(), counter.desk.to_do
    await counter.desk.remember()
    now = mine.now()
    mail = Reminder("a", now, "Mail", receipt.request_id)
    lasting = Reminder("b", now - 40 * DAY, "Call")
    for each in (mail, lasting, Reminder("c", now, "Old", done_at=now - 31 * DAY), Reminder("k", now)):
        await mine.keep(each)
    kept = await mine.read()
    named = {row.id: row.who[0] for row in to_do(kept, now)}
    sale = await counter.desk.bookings.own(receipt.request_id)
    assert sale is not None
    assert named == {"a": sale.customer_name, "b": ""}
    again = ToDoDesk(counter.desk.local_cache.folder, mine.sources, mine.now)
    await again.start()
    assert [each.id for each in again.reminders] == ["a", "b", "k"]
    quoted = replace(await counter.draft(), customer_name="", customer_phone=sale.customer_phone)
    await counter.desk.quotations.write((DraftAsRead(quoted, counter.desk.reader.now_here()),))
    await mine.keep(Reminder("q", now, "Ring", "Q-0001"))
    await counter.desk.customers.forget(KnownCustomer("", sale.customer_phone, ""), "Asha")
    written = (counter.folder / FILE).read_text()
    assert "Mail" not in written
    assert "Ring" not in written
    # Of a customer whom another desk has forgotten, and of a quotation that is not kept, nothing is left.
    not_wanted = Reminder("n", now - 40 * DAY, "", "Q-0033", "", now - 40 * DAY)
    for each in (mail, Reminder("q", now, "Ask", "Q-0032"), not_wanted):
        await mine.keep(each)
    assert {each.id for each in mine.reminders} == {"b", "k", "a", "q", "n"}
    await mine.tidy()
    assert {each.id for each in mine.reminders} == {"b", "k"}


async def test_what_the_disk_refuses_is_not_kept(counter: Counter) -> None:
    mine = counter.desk.to_do
    (counter.folder / FILE).mkdir(parents=True)
    with pytest.raises(DeskError, match="could not be written"):
        await mine.keep(Reminder("a", mine.now(), "Mail"))
    assert mine.reminders == ()


async def test_what_names_a_customer_goes_wherever_it_stands(counter: Counter) -> None:
    receipt, mine = await counter.sell(), counter.desk.to_do
    await counter.desk.remember()
    sale = await counter.desk.bookings.own(receipt.request_id)
    assert sale is not None
    # A file that is damaged is set aside, and one of another reminder is begun.
    await mine.keep(Reminder("a", mine.now(), f"call {sale.customer_name}", receipt.request_id))
    place = counter.folder / FILE
    place.write_text(place.read_text()[:-1])
    mine = ToDoDesk(counter.desk.local_cache.folder, mine.sources, mine.now)
    await mine.start()
    # The desk holds what it read before; words that hang on nothing name the customer all the same.
    desk = counter.desk.to_do
    for number, words in enumerate(
        (f"ring {sale.customer_name.upper()}, jetty", f"ring 0{sale.customer_phone}", "ring the jetty")
    ):
        await desk.keep(Reminder(str(number), desk.now(), words))
    await counter.desk.customers.forget(KnownCustomer("", sale.customer_phone, ""), "Asha")
    assert [each.text for each in desk.reminders] == ["ring the jetty"]
    left = " ".join(each.read_text() for each in place.parent.iterdir()).casefold()
    assert sale.customer_name.casefold() not in left
    assert sale.customer_phone not in left
