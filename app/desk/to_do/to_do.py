"""Makes To do of what this counter keeps: a pure function, and nothing is asked of the service."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from app.core.language import joined, tr, trn
from app.desk.free_now.seat_watches import WatchRow, next_look
from app.desk.model import formats
from app.desk.model.sale import Sale
from app.desk.model.typed_text import same_text
from app.desk.moving.values import Move, MoveStage
from app.desk.quotations.quotations import KnownQuotation
from app.desk.till.owing import Owed
from app.desk.till.payment_values import paise_words, way_name
from app.desk.to_do.values import KeptToDo, Reminder, ToDoKind, ToDoPart, ToDoRow, When
from app.desk.travelling.values import Board, BoardDeparture, PartyState, ToldState
from app.store.register.index_words import phone_key

_DAYS_AHEAD = 7
_PARTS = tuple(ToDoPart)
_AT_ONCE = frozenset({ToDoKind.UNKNOWN, ToDoKind.MOVE, ToDoKind.SEATS})
MAY_WAIT = frozenset({ToDoKind.QUOTATION, ToDoKind.OWED, ToDoKind.REFUND, ToDoKind.UNTOLD})
"""What can be put off besides reminders: the journal alone settles what is not known."""
_BEFORE_TRAVEL = frozenset({ToDoKind.OWED, ToDoKind.UNTOLD})
"""What is not put off beyond the departure."""


def to_do(kept: KeptToDo, now: datetime) -> tuple[ToDoRow, ...]:
    """What is to be done, in the order of its parts and there by its time; `now` is where the trips are."""
    marks = {each.id: each for each in kept.reminders if not each.text}
    # How near it is its own time says: whatever is put off beyond that is near all the same.
    near = [row for row in _rows(kept, now) if row is not None and _days_to(row.when.at, now) <= _DAYS_AHEAD]
    rows = [row for each in near if (row := _placed(each, marks.get(each.key), now)) is not None]
    return tuple(sorted(rows, key=lambda row: (_PARTS.index(row.part), row.when.at)))


def _placed(row: ToDoRow, mark: Reminder | None, now: datetime) -> ToDoRow | None:
    """The row in its part, or put off by its mark; None for a quotation that is not wanted any more.

    For what travels tomorrow today is the last day.
    """
    is_own, at = row.kind is ToDoKind.REMINDER, row.when.at
    is_later = row.kind is ToDoKind.WATCH or _days_to(at, now) > (0 if is_own else 1)
    if mark is not None and mark.done_at is not None and row.kind is ToDoKind.QUOTATION:
        return None
    if mark is not None and mark.done_at is None and mark.at > now and _may_wait(row, mark.at):
        put_off = tr("put off by {name}", name=mark.clerk) if mark.clerk else tr("put off")
        row, is_later = replace(row, when=_at(mark.at, now, put_off)), _days_to(mark.at, now) > 0
    elif row.kind in _AT_ONCE or (is_own and at <= now):
        return replace(row, part=ToDoPart.NOW)
    return replace(row, part=ToDoPart.LATER if is_later else ToDoPart.TODAY)


def _may_wait(row: ToDoRow, until: datetime) -> bool:
    """Whether it can be put off so long."""
    return row.kind in MAY_WAIT and (row.kind not in _BEFORE_TRAVEL or until < row.when.at)


def _rows(kept: KeptToDo, now: datetime) -> Iterator[ToDoRow | None]:
    # The page of a move has the way to the outcome of either act.
    moved = {sale.request_id for each in kept.moves for sale in (each.old, each.new) if sale is not None}
    yield from (_unknown(each, kept, now) for each in kept.waiting if each.request_id not in moved)
    yield from (_move(each, now) for each in kept.moves)
    yield from (_watch(each, now) for each in kept.watches if not each.watch.is_over)
    yield from (_reminder(each, kept, now) for each in kept.reminders if each.text and not each.done_at)
    sold: defaultdict[date | None, list[Sale]] = defaultdict(list)
    for each in kept.sold:
        sold[each.day].append(each)
    yield from (_quotation(each, kept, sold, now) for each in kept.quotations)
    yield from (_money(each, kept, now) for each in kept.owed or ())
    yield from (_untold(board, each, now) for board in kept.boards for each in board.departures)


def _unknown(sale: Sale, kept: KeptToDo, now: datetime) -> ToDoRow:
    what = tr("Outcome not known") if sale.is_open else tr("Cancellation not known")
    about = joined(", ", (sale.title, formats.day_medium(sale.day) if sale.day else "", sale.window))
    money = ("", "")
    if sale.is_open and kept.owed is not None and sale.customer_pays is not None:
        money = formats.amount(sale.customer_pays), tr("not taken")
    when = _since(sale.sold_at, now)
    return ToDoRow(ToDoKind.UNKNOWN, sale.request_id, when, what, about, _who(sale), sale, *money)


def _move(move: Move, now: datetime) -> ToDoRow:
    is_unknown = move.stage in {MoveStage.NEW_UNKNOWN, MoveStage.OLD_UNKNOWN}
    what = tr("Outcome not known") if is_unknown else tr("A change of date is not finished")
    kept, sale = move.kept, move.new or move.old
    about = joined(", ", (sale.title if sale else "", tr("Moved from {pnr}", pnr=kept.old_ref)))
    return ToDoRow(ToDoKind.MOVE, kept.old_request, _since(kept.at, now), what, about, _who(sale), move)


def _watch(row: WatchRow, now: datetime) -> ToDoRow:
    watch, key = row.watch, row.watch.begun.isoformat()
    about = joined(", ", (watch.title, _day_words(_begins(watch.day, watch.starts, now), now)))
    if watch.is_found and watch.read is not None and watch.seats is not None:
        wanted = tr("{number} are wanted", number=watch.people)
        what = joined(", ", (trn("{number} seat is back", "{number} seats are back", watch.seats), wanted))
        when = When(watch.read, formats.clock_seconds(watch.read), tr("no hold"))
        notice = tr("No hold, first come. They are read again when the sale opens.")
        return ToDoRow(ToDoKind.SEATS, key, when, what, about, (watch.name, watch.phone), row, notice=notice)
    when = _at(next_look(watch, now) or now, now, tr("next look"))
    what = tr("Watched for {seats}", seats=formats.seats(watch.people))
    return ToDoRow(ToDoKind.WATCH, key, when, what, about, (watch.name, watch.phone), row, notice=row.state)


def _reminder(reminder: Reminder, kept: KeptToDo, now: datetime) -> ToDoRow:
    sale = next((each for each in kept.sold if each.request_id == reminder.link), None)
    quoted = next((each for each in kept.quotations if each.reference == reminder.link), None)
    when, late = _at(reminder.at, now), (now - reminder.at) // timedelta(minutes=1)
    if late > 0:
        spent = formats.duration(timedelta(minutes=late))
        when = when._replace(more=tr("{duration} late", duration=spent))
    on = sale.booking_ref if sale else quoted.reference if quoted else ""
    about, who = joined(", ", (tr("Own words"), reminder.clerk, on)), _who(sale or quoted)
    return ToDoRow(ToDoKind.REMINDER, reminder.id, when, reminder.text, about, who, reminder)


def _quotation(
    quoted: KnownQuotation, kept: KeptToDo, sold: Mapping[date | None, Sequence[Sale]], now: datetime
) -> ToDoRow | None:
    begins, title = min((_begins(each.day, each.starts, now), each.title) for each in quoted.trips)
    if begins <= now or _is_booked(quoted, sold):
        return None
    if len(quoted.trips) > 1:
        title = tr("{title} and {number} more", title=title, number=len(quoted.trips) - 1)
    what = tr("Quotation {number} not booked", number=quoted.reference)
    about, money = joined(", ", (title, _day_words(begins, now))), ("", "")
    if kept.owed is not None and quoted.total is not None:
        money = formats.amount(quoted.total), tr("as of {time}", time=formats.since(quoted.written_at))
    when = _by(begins, now)
    return ToDoRow(ToDoKind.QUOTATION, quoted.reference, when, what, about, _who(quoted), quoted, *money)


def _is_booked(quoted: KnownQuotation, sold: Mapping[date | None, Sequence[Sale]]) -> bool:
    """Whether this customer was sold something for one of its days since it was written."""
    days, key = {each.day for each in quoted.trips}, phone_key(quoted.customer_phone)
    name = same_text(quoted.customer_name)
    return any(
        (phone_key(each.customer_phone) == key if key else same_text(each.customer_name) == name != "")
        for day in days
        for each in sold.get(day, ())
        if each.sold_at >= quoted.written_at
    )


def _money(owed: Owed, kept: KeptToDo, now: datetime) -> ToDoRow | None:
    """What is to be given back, or owed before travel.

    What left on a former day, and what an account pays, is the till's alone.
    """
    id_, title, who = owed.first.request_id, owed.first.title, (owed.due.customer, owed.due.phone)
    amount = paise_words(abs(owed.due.total)) if owed.is_known else tr("not known")
    if owed.back is not None:
        what, about = tr("Refund to give, {way}", way=way_name(owed.back.way)), owed.first.booking_ref
        side, when = tr("to give back") if owed.is_known else tr("not said yet"), _since(owed.since, now)
        return ToDoRow(
            ToDoKind.REFUND, id_, when, what, joined(", ", (title, about)), who, owed, amount, side
        )
    trips = [(_begins(each.day, each.when, now), each.title) for each in owed.due.sales if each.day]
    if owed.is_known and not owed.due.total:
        # What counts of another date pays it: nobody owes anything.
        return None
    if not trips or owed.account or _days_to(min(trips)[0], now) < 0:
        return None
    (begins, title), notice, when = min(trips), "", _by(min(trips)[0], now)
    if begins <= now:
        left = formats.clock_time(begins)
        when = When(begins, tr("left {time}", time=left), tr("today"))
        notice = tr("It left at {time}. {amount} is still owed.", time=left, amount=amount)
        if not owed.is_known:
            notice = tr("It left at {time}. What is owed is not known.", time=left)
    what, about = tr("Owed before travel"), joined(", ", (title, _day_words(begins, now)))
    asked = kept.asked.get(id_)
    side = tr("asked {time}", time=formats.since(asked)) if asked else tr("owed")
    return ToDoRow(ToDoKind.OWED, id_, when, what, about, who, owed, amount, side, notice)


def _untold(board: Board, departure: BoardDeparture, now: datetime) -> ToDoRow | None:
    begins = _begins(board.day, departure.starts, now)
    known = [each for each in departure.travelling if each.state is not PartyState.UNKNOWN]
    number = sum(each.told is not ToldState.TOLD for each in known)
    if begins <= now or not number:
        return None
    what = trn("1 of {all} parties not told", "{number} of {all} parties not told", number, all=len(known))
    about = joined(", ", (departure.title, departure.place))
    who = (trn("{number} party", "{number} parties", number), tr("Travelling"))
    id_ = joined(" ", (board.day.isoformat(), departure.key))
    return ToDoRow(ToDoKind.UNTOLD, id_, _by(begins, now), what, about, who, departure)


def _begins(day: date, starts: str | time | None, now: datetime) -> datetime:
    """When a trip begins; at the end of its day where no time is known."""
    if isinstance(starts, str):
        try:
            starts = time.fromisoformat(starts.partition(formats.EN_DASH)[0].strip())
        except ValueError:
            starts = None
    return datetime.combine(day, starts or time(23, 59), now.tzinfo)


def _days_to(at: datetime, now: datetime) -> int:
    return (at.astimezone(now.tzinfo).date() - now.date()).days


def _near(at: datetime, now: datetime) -> str:
    words = {0: tr("today"), 1: tr("tomorrow")}
    return words.get(_days_to(at, now)) or formats.day_medium(at.date())


def _at(at: datetime, now: datetime, more: str = "") -> When:
    return When(at, formats.clock_time(at), joined(", ", (_near(at, now), more)))


def _by(begins: datetime, now: datetime) -> When:
    return When(begins, tr("by {time}", time=formats.clock_time(begins)), _near(begins, now))


def _since(at: datetime, now: datetime) -> When:
    return When(at, tr("since {time}", time=formats.clock_time(at)), _near(at, now))


def _who(known: Sale | KnownQuotation | None) -> tuple[str, str]:
    return ("", "") if known is None else (known.customer_name, known.customer_phone)


def _day_words(at: datetime, now: datetime) -> str:
    return joined(" ", (_near(at, now), formats.clock_time(at)))
