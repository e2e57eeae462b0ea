"""Numbers, dates and times as people read them at the counter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal

from app.core.language import DAYS, MONTHS, SHORT_MONTHS, Wording, joined, mark, tr, trn

MINUS = "\u2212"
EN_DASH = "\u2013"
PAISA = Decimal("0.01")
SECONDS_SHOWN_UNDER = 5
"""The last minutes, in which a countdown shows seconds."""
_HUNDREDS = 3
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
"""In seconds."""
_STATES = {
    each.text: each
    for each in (
        mark("Confirmed"),
        mark("Pending"),
        mark("Cancelled"),
        mark("Partly cancelled"),
        mark("Paid"),
        mark("Unpaid"),
        mark("Refunded"),
        mark("None"),
        mark("Available"),
        mark("Sold out"),
        mark("Booking closed"),
        mark("Settled"),
        mark("Active"),
        mark("Inactive"),
        mark("Suspended"),
    )
} | {"Partially cancelled": mark("Partly cancelled")}
"""The words for the known states of bookings, payments, refunds, departures and accounts."""


class _Writing:
    """How amounts and past times are written, in the whole program."""

    group = 2
    today: date | None = None
    """The day at this counter; as long as it is unknown, times have no date."""


def use_grouping(*, western: bool) -> None:
    """Write amounts as 123,456.00 (western) or 1,23,456.00 (default) from now on."""
    _Writing.group = _HUNDREDS if western else 2


def use_today(today: date | None) -> None:
    """Write times of another day than this with their date from now on; None when today is unknown."""
    _Writing.today = today


def amount(value: Decimal) -> str:
    """The amount with two decimals, or more if it has them, and grouped digits: 1,23,456.00."""
    shown = value if value != value.quantize(PAISA) else value.quantize(PAISA)
    whole, _, decimals = f"{abs(shown):f}".partition(".")
    sign = MINUS if shown < 0 else ""
    return f"{sign}{_grouped(whole)}.{decimals}"


def round_amount(value: Decimal) -> str:
    """The amount without decimals, for a lowest fare, which is not charged: 3,800."""
    whole = value.quantize(Decimal(1), rounding=ROUND_HALF_UP)
    return f"{MINUS if whole < 0 else ''}{_grouped(f'{abs(whole):f}')}"


def span(low: Decimal, high: Decimal) -> str:
    """One amount, or two with an en dash when they differ."""
    return amount(low) if low == high else f"{amount(low)} {EN_DASH} {amount(high)}"


def percentage(value: Decimal) -> str:
    """The percentage without needless zeros: 5 %, 12.5 %."""
    text = f"{value:f}"
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} %"


def day_long(day: date) -> str:
    """A day for headings: Sat 21 Nov 2026."""
    return tr(
        "{weekday} {day} {month} {year}",
        weekday=tr(DAYS[day.weekday()]),
        day=day.day,
        month=month_short(day),
        year=day.year,
    )


def day_medium(day: date) -> str:
    """A day with its weekday and without the year: Sat 21 Nov."""
    weekday = tr(DAYS[day.weekday()])
    return tr("{weekday} {day} {month}", weekday=weekday, day=day.day, month=month_short(day))


def day_past(day: date, today: date | None = None) -> str:
    """A day with its weekday, and with its year when today is in another one."""
    today = today or _Writing.today or day
    return day_medium(day) if day.year == today.year else day_long(day)


def day_bare(day: date) -> str:
    """The weekday and the number of a day, when the month is clear: Sat 21."""
    return tr("{weekday} {day}", weekday=tr(DAYS[day.weekday()]), day=day.day)


def day_short(day: date) -> str:
    """A day for columns: 21 Nov."""
    return tr("{day} {month}", day=day.day, month=month_short(day))


def day_of_month(day: date) -> str:
    """Day and full month: 21 November."""
    return tr("{day} {month}", day=day.day, month=tr(MONTHS[day.month - 1]))


def month_short(day: date) -> str:
    """The short name of the month: Nov."""
    return tr(SHORT_MONTHS[day.month - 1])


def day_full(day: date) -> str:
    """Day, full month and year: 21 November 2026."""
    return tr("{date} {year}", date=day_of_month(day), year=day.year)


def sentences(*texts: Wording) -> str:
    """The sentences with spaces between them, without empty ones."""
    return joined(" ", map(str, texts))


def listed(texts: Iterable[str]) -> str:
    """The texts with commas: "a, b, c"."""
    return joined(", ", texts)


def both(texts: Iterable[str]) -> str:
    """The texts with "and" between them: "a and b"."""
    said = ""
    for text in texts:
        said = tr("{first} and {next}", first=said, next=text) if said and text else said or text
    return said


def clock_time(moment: datetime | time) -> str:
    """The time of day of a trip in 24 hours: 07:15. What happened at this counter has `since`."""
    return f"{moment:%H:%M}"


def clock_seconds(moment: datetime) -> str:
    """The time of a moment with seconds: 10:48:30, with its date as `since` has it."""
    return since(moment, seconds=True)


def since(moment: datetime, today: date | None = None, *, seconds: bool = False) -> str:
    """The time of a moment: 10:41, 20 Nov 10:41 of another day, 20 Nov 2025 10:41 of another year.

    `today` is by default the day at this counter.
    """
    day, at = moment.date(), f"{moment:%H:%M:%S}" if seconds else clock_time(moment)
    today = today or _Writing.today or day
    if day == today:
        return at
    told = (
        day_short(day) if day.year == today.year else tr("{date} {year}", date=day_short(day), year=day.year)
    )
    return tr("{date} {time}", date=told, time=at)


def window(starts: time | None, ends: time | None, as_sent: str) -> str:
    """A time window with an en dash, or `as_sent` when it is not two times."""
    if starts is None or ends is None:
        return as_sent
    return f"{clock_time(starts)} {EN_DASH} {clock_time(ends)}"


def duration(span_of_time: timedelta) -> str:
    """A countdown in words: 1 h 18 min, 18 min, and in the last five minutes 4 min 59 s."""
    seconds = max(0, int(span_of_time.total_seconds()))
    whole, rest = divmod(seconds, 60)
    if whole < SECONDS_SHOWN_UNDER:
        small = tr("{number} s", number=rest)
        return _joined(whole and tr("{number} min", number=whole), rest and small) or small
    hours, whole = divmod(whole, 60)
    days, hours_left = divmod(hours, 24)
    in_hours = hours_left and tr("{number} h", number=hours_left)
    if days:
        return _joined(tr("{number} d", number=days), in_hours)
    return _joined(in_hours, whole and tr("{number} min", number=whole))


def minutes(count: int) -> str:
    """A number of minutes in words: 1 h, 1 h 30 min, 45 min."""
    return (
        tr("{number} min", number=count)
        if count < SECONDS_SHOWN_UNDER
        else duration(timedelta(minutes=count))
    )


def ago(seconds: float) -> str:
    """How long ago, in the largest unit that is full: 10 s ago, 4 min ago, 2 h ago, 3 days ago."""
    count = int(seconds)
    if count >= _DAY:
        return trn("{number} day ago", "{number} days ago", count // _DAY)
    if count >= _HOUR:
        return tr("{number} h ago", number=count // _HOUR)
    if count >= _MINUTE:
        return tr("{number} min ago", number=count // _MINUTE)
    return tr("{number} s ago", number=count)


def state(text: str) -> str:
    """A state of the service in sentence case: BOOKING_CLOSED becomes Booking closed, paid becomes Paid.

    Known states are translated, in whatever case they come; others are shown as received.
    """
    plain = " ".join(text.replace("_", " ").split())
    plain = plain[:1].upper() + plain[1:].lower()
    return tr(_STATES[plain]) if plain in _STATES else plain


def account(status: str) -> str:
    """The state of an account within a sentence; an unknown one as received."""
    if not status:
        return tr("not stated")
    return tr("active") if status.casefold() == "active" else status


def passengers(count: int) -> str:
    """A number of passengers with its noun."""
    return trn("{number} passenger", "{number} passengers", count)


def passengers_named(names: Sequence[str]) -> str:
    """Passengers by their names; empty for none."""
    if not names:
        return ""
    if len(names) == 1:
        return tr("Passenger {name}", name=names[0])
    return tr("Passengers {names}", names=joined(", ", names))


def seats(count: int) -> str:
    """A number of seats with its noun."""
    return trn("{number} seat", "{number} seats", count)


def _grouped(digits: str) -> str:
    """The digits in groups: three at the end, before them pairs, or threes in the western notation."""
    head, tail = digits[:-_HUNDREDS], digits[-_HUNDREDS:]
    size = _Writing.group
    odd = len(head) % size
    groups = [head[:odd], *(head[start : start + size] for start in range(odd, len(head), size)), tail]
    return ",".join(group for group in groups if group)


def _joined(large: str | int, small: str | int) -> str:
    """The parts of a span of time, without empty ones."""
    return sentences(*(part for part in (large, small) if isinstance(part, str)))
