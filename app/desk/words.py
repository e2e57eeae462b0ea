"""Numbers, dates and times as people read them at the counter."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal

MINUS = "\u2212"
EN_DASH = "\u2013"
PAISA = Decimal("0.01")
SECONDS_SHOWN_UNDER = 5
"""In the last minutes a countdown shows its seconds."""
_HUNDREDS = 3
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
"""In seconds."""

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LONG_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def amount(value: Decimal) -> str:
    """The amount with two decimals (more only when it has more) and Indian grouping: 1,23,456.00."""
    shown = value if value != value.quantize(PAISA) else value.quantize(PAISA)
    whole, _, decimals = f"{abs(shown):f}".partition(".")
    sign = MINUS if shown < 0 else ""
    return f"{sign}{_grouped(whole)}.{decimals}"


def round_amount(value: Decimal) -> str:
    """The amount without decimals, for a lowest fare that is not a price to charge: 3,800."""
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
    """For headings: Sat 21 Nov 2026."""
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


def day_medium(day: date) -> str:
    """With the week day, without the year: Sat 21 Nov."""
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}"


def day_short(day: date) -> str:
    """For columns: 21 Nov."""
    return f"{day.day} {_MONTHS[day.month - 1]}"


def day_of_month(day: date) -> str:
    """Day and full month: 21 November."""
    return f"{day.day} {_LONG_MONTHS[day.month - 1]}"


def month_short(day: date) -> str:
    """The month alone: Nov."""
    return _MONTHS[day.month - 1]


def clock_time(moment: datetime | time) -> str:
    """24 hours, without seconds: 07:15."""
    return f"{moment:%H:%M}"


def clock_seconds(moment: datetime) -> str:
    """24 hours, with seconds, for readings: 10:48:30."""
    return f"{moment:%H:%M:%S}"


def since(moment: datetime, today: date) -> str:
    """Since when something is as it is: 10:41, and with its day when that is not today: 20 Nov 10:41."""
    day = "" if moment.date() == today else f"{day_short(moment.date())} "
    return f"{day}{clock_time(moment)}"


def window(starts: time | None, ends: time | None, as_sent: str) -> str:
    """A time window with an en dash; as sent when it is not two times."""
    if starts is None or ends is None:
        return as_sent
    return f"{clock_time(starts)} {EN_DASH} {clock_time(ends)}"


def duration(span_of_time: timedelta) -> str:
    """A countdown in words: 1 h 18 min, 18 min, and in the last five minutes 4 min 59 s."""
    seconds = max(0, int(span_of_time.total_seconds()))
    whole, rest = divmod(seconds, 60)
    if whole < SECONDS_SHOWN_UNDER:
        return _joined((whole, "min"), (rest, "s"))
    hours, whole = divmod(whole, 60)
    days, hours_left = divmod(hours, 24)
    return _joined((days, "d"), (hours_left, "h")) if days else _joined((hours, "h"), (whole, "min"))


def minutes(count: int) -> str:
    """A number of minutes in words: 1 h, 1 h 30 min, 45 min."""
    return f"{count} min" if count < SECONDS_SHOWN_UNDER else duration(timedelta(minutes=count))


def ago(seconds: float) -> str:
    """How long ago, in the largest unit that is full: 10 s ago, 4 min ago, 2 h ago, 3 days ago."""
    count = int(seconds)
    for size, unit in ((_DAY, "day"), (_HOUR, "h"), (_MINUTE, "min")):
        if count >= size:
            more = "s" if unit == "day" and count >= 2 * size else ""
            return f"{count // size} {unit}{more} ago"
    return f"{count} s ago"


def state(text: str) -> str:
    """A state of the service in sentence case: BOOKING_CLOSED reads Booking closed, paid reads Paid."""
    plain = " ".join(text.replace("_", " ").split())
    return plain[:1].upper() + plain[1:].lower()


def passengers(count: int) -> str:
    """A number of passengers with its noun."""
    return "1 passenger" if count == 1 else f"{count} passengers"


def travellers(count: int) -> str:
    """A number of booked people with its noun."""
    return "1 traveller" if count == 1 else f"{count} travellers"


def seats(count: int) -> str:
    """A number of seats with its noun."""
    return "1 seat" if count == 1 else f"{count} seats"


def _grouped(digits: str) -> str:
    """Three digits at the end, pairs before them."""
    head, tail = digits[:-_HUNDREDS], digits[-_HUNDREDS:]
    odd = len(head) % 2
    pairs = [head[:odd], *(head[start : start + 2] for start in range(odd, len(head), 2)), tail]
    return ",".join(group for group in pairs if group)


def _joined(large: tuple[int, str], small: tuple[int, str]) -> str:
    """Both parts of a span of time, without a part that is nothing; never empty."""
    parts = [f"{count} {unit}" for count, unit in (large, small) if count]
    return " ".join(parts) or f"0 {small[1]}"
