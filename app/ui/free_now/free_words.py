"""What the page of what is free says: of its rows, of the whole, and of how far it is read."""

from __future__ import annotations

from datetime import date, datetime

from app.core.language import joined, tr, trn
from app.desk.free_now.values import (
    DayRead,
    Found,
    FreeGroup,
    FreeQuestion,
    FreeStanding,
    FreeStart,
    ReadingProgress,
)
from app.desk.model import formats
from app.desk.model.moment import TO_BE_CALLED_LIVE, TO_BE_SHOWN_PLAIN, Moment
from app.desk.quick_entry.values import Fares


def people_words(fares: Fares) -> str:
    """Who is asked for: "4 people", or "2 adults, 1 child"."""
    if fares.seats == fares.adults:
        return trn("{number} person", "{number} people", fares.adults)
    return fares.words


def brief_people(fares: Fares) -> str:
    """The same for a narrow place: "4", or "2a 1c"."""
    if fares.seats == fares.adults:
        return str(fares.adults)
    signs = zip(fares, ("a", "c", "fa", "fc"), strict=True)
    return " ".join(f"{number}{sign}" for number, sign in signs if number)


def hour_words(hour: int | None) -> str:
    """From when on starts are asked for."""
    return tr("Any hour") if hour is None else tr("From {hour}:00", hour=f"{hour:02}")


def group_words(group: FreeGroup, asked: FreeQuestion) -> str:
    """The heading of a group."""
    if group.standing is FreeStanding.UNREAD:
        return tr("Open on this date, times not read yet")
    if group.standing is FreeStanding.TOO_FEW:
        return tr("Too few seats")
    return group.name or (tr("Boats") if asked.by_place else tr("Time not stated"))


def count_words(found: Found, asked: FreeQuestion) -> str:
    """How many starts there are, or that there are none and where there are some."""
    who = people_words(asked.fares)
    few = tr("{number} with too few seats", number=found.too_few) if found.too_few else ""
    if found.free:
        starts = trn("{number} start for {who}", "{number} starts for {who}", found.free, who=who)
        return joined(", ", (starts, few))
    seats = formats.seats(asked.fares.seats)
    hour = asked.first_hour
    if asked.place or asked.typed or asked.fits_wallet:
        return tr("Nothing has {seats} with these filters.", seats=seats)
    nothing = (
        tr("Nothing has {seats}.", seats=seats)
        if hour is None
        else tr("Nothing has {seats} from {hour}:00.", seats=seats, hour=f"{hour:02}")
    )
    if found.elsewhere is None:
        return nothing
    first, number = found.elsewhere
    more = trn(
        "From {hour}:00 there is {number}.", "From {hour}:00 there are {number}.", number, hour=f"{first:02}"
    )
    return joined(" ", (nothing, more))


def state_words(progress: ReadingProgress) -> str:
    """How far it is read, where it is not whole; empty where it is."""
    done, every = progress.done, progress.of
    if progress.waits_until is not None:
        at = formats.clock_seconds(progress.waits_until)
        return tr("The service asks to wait. Goes on at {time}.", time=at)
    if progress.is_reading:
        return tr("Read {done} of {number}, two at once", done=done, number=every) if every else tr("Reading")
    if progress.is_offline:
        return ""
    if progress.failed:
        failed = trn("{number} could not be read.", "{number} could not be read.", progress.failed)
        since = progress.since
        stands = "" if since is None else tr("As of {time}.", time=formats.since(since))
        return joined(" ", (failed, stands))
    if not progress.is_stopped:
        return ""
    stopped = tr("Stopped at {done} of {number}. F5 goes on.", done=done, number=every)
    return stopped if every else tr("Reading was stopped. F5 goes on.")


def offline_words(read: DayRead) -> str:
    """Until when was read what stands here while the line is away."""
    latest = max((each.here for each in read.moments), default=None)
    if latest is None:
        return tr("Nothing is read yet for this date.")
    until = formats.since(latest)
    return tr("As read until {time}. Seats and fares may have changed.", time=until)


def read_words(read: DayRead) -> str:
    """From when to when it was read; empty for never."""
    times = sorted(each.here for each in read.moments)
    if not times:
        return ""
    first, last = formats.since(times[0]), formats.since(times[-1])
    return (
        tr("Read {time}", time=first)
        if first == last
        else tr("Read {first} to {last}", first=first, last=last)
    )


def is_kept(start: FreeStart, now: Moment) -> bool:
    """Whether it was read so long ago that its time is marked."""
    return start.read is not None and not start.read.is_fresh(now, TO_BE_SHOWN_PLAIN)


def age_words(start: FreeStart, now: Moment) -> str:
    """When it was read: 12:40, or "kept 09:12"; "catalogue" for what is not read."""
    if start.read is None:
        return tr("catalogue")
    at = formats.since(start.read.here)
    return tr("kept {time}", time=at) if is_kept(start, now) else at


def seats_words(start: FreeStart) -> str:
    """The seats left, or why it is not for them."""
    if start.standing is FreeStanding.UNREAD:
        return tr("Not read")
    if start.reason:
        return start.reason
    return tr("Seats not stated") if start.left is None else formats.seats(start.left)


def closing_words(start: FreeStart, now: Moment) -> str:
    """When booking closes, or how the seats of a boat are counted."""
    if start.departure is not None:
        if start.has_capacity_only:
            return tr("Capacity only")
        is_now = start.is_live(now) and start.read is not None and start.read.is_fresh(now, TO_BE_CALLED_LIVE)
        return tr("Live count") if is_now else ""
    closes, day = (start.slot.closes_at, start.slot.day) if start.slot else (None, None)
    return tr("Closes {time}", time=formats.since(closes, day)) if closes else ""


def price_words(start: FreeStart) -> str:
    """What they pay with GST, "from" where only the catalogue says so; or for whom there is no fare."""
    if start.gap:
        return start.gap
    if start.standing is FreeStanding.UNREAD:
        least = start.least
        return tr("Not stated") if least is None else tr("from {fare}", fare=formats.amount(least))
    found = start.price()
    return tr("Not stated") if found is None else formats.amount(found.customer_pays)


def each_words(start: FreeStart) -> str:
    """What each of them pays; that GST is not in the sum where it is not stated."""
    if not _is_gst_known(start):
        return tr("GST not stated")
    each = start.each
    return "" if each is None or start.seats == 1 else tr("{amount} each", amount=formats.amount(each))


def _is_gst_known(start: FreeStart) -> bool:
    """Whether GST is in what they pay, as far as an amount is known."""
    if start.standing is FreeStanding.UNREAD:
        return start.least is None or start.offer is None or start.offer.gst_percentage is not None
    found = start.price()
    return found is None or found.gst_is_stated


def closes_on(start: FreeStart, now: datetime) -> str:
    """Until when it can be booked, with how long that is."""
    closes = start.slot.closes_at if start.slot else None
    if closes is None:
        return tr("Not stated")
    left = closes - now
    at = formats.clock_time(closes) if closes.date() == now.date() else formats.since(closes, now.date())
    if start.reason or left.total_seconds() <= 0:
        return at
    return tr("{time}, in {duration}", time=at, duration=formats.duration(left))


def left_words(start: FreeStart) -> str:
    """The seats beside those that are wanted."""
    if start.left is None:
        return tr("Not stated")
    if start.has_capacity_only:
        return tr("Capacity {known}, seats are not counted", known=start.left)
    return tr("{seats} left, {number} are wanted", seats=start.left, number=start.seats)


def other_words(start: FreeStart) -> str:
    """What another start of the same trip offers: seats and price, or why not."""
    if start.reason:
        return start.reason
    return joined(", ", (seats_words(start), price_words(start)))


def spoken(start: FreeStart, now: Moment) -> str:
    """A row in one sentence."""
    times = "" if start.starts is None else formats.clock_time(start.starts)
    if times and start.ends is not None:
        times = tr("{starts} to {ends}", starts=times, ends=formats.clock_time(start.ends))
    pays = price_words(start)
    if not _is_gst_known(start):
        pays = joined(", ", (pays, tr("GST not stated")))
    elif start.standing is not FreeStanding.UNREAD and not start.gap:
        pays = trn("{price} for {number} with GST", "{price} for {number} with GST", start.seats, price=pays)
    parts = (times, start.title, start.place, seats_words(start), closing_words(start, now), pays)
    age = age_words(start, now)
    return joined(
        ", ", (*parts, age if is_kept(start, now) or start.read is None else tr("read {time}", time=age))
    )


def subtitle(start: FreeStart, day: date) -> str:
    """Slot, place or boat, and the day, below the title."""
    label = start.slot.label if start.slot else ""
    return joined(", ", (label, start.place, formats.day_long(day)))


def heard_at_end(found: Found, asked: FreeQuestion, progress: ReadingProgress) -> str:
    """What is said when a reading has ended: how much of what was old was read, if any was."""
    read = tr("Read {done} of {number}", done=progress.done, number=progress.of) if progress.of else ""
    state = state_words(progress) or read
    return joined(". ", (state.rstrip("."), count_words(found, asked)))
