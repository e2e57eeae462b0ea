"""What a day has for a party: a pure function of what was read, what is asked, and the time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, time
from decimal import Decimal
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from app.core.language import joined, tr
from app.desk.free_now.values import DayRead, Found, FreeGroup, FreeQuestion, FreeStanding, FreeStart
from app.desk.model import formats
from app.desk.model.activities import ActivityOffer, DaySlots
from app.desk.model.boats import BoatDraft, Departure, DepartureList, Rate
from app.desk.model.moment import Moment
from app.desk.model.nationalities import is_indian
from app.desk.model.sale import Draft, Wallet
from app.desk.model.wallet_split import split
from app.desk.quick_entry.values import Fares
from app.desk.service.cutoffs import day_as_of, departure_as_of
from app.store.register.index_words import folded

_LATE = time.max
_CHILD, _GROWN_UP = 8, 30
_MOST_FOLDED = 4096
_SHOWN = frozenset({FreeStanding.FREE, FreeStanding.GONE})


def free_on(
    read: DayRead,
    asked: FreeQuestion,
    now: datetime,
    wallet: tuple[Wallet, Decimal] | None = None,
    held: Mapping[str, FreeStart] | None = None,
) -> Found:
    """The starts that can be sold to the party now, those with too few seats, and what is not read.

    `wallet` is as it was last read, with what waits in the basket; None where either is not known.
    `held` are those on screen by their key: they keep their place, with the reason why they are not free any
    more. `now` is the service's time, by which booking closes.
    """
    every = {each.key: each for each in _starts(read, asked, now)}
    kept = [*every.values(), *_missing(held or {}, every)]
    stand = (_standing(each, held or {}, is_full=each.is_full(now)) for each in kept)
    rows = [each for each in stand if each is not None]
    some = [each for each in rows if _is_wanted(each, asked)]
    fitting = [each for each in some if _fits(each, asked, wallet)]
    shown = [each for each in fitting if each.standing in _SHOWN]
    unread = [each for each in fitting if each.standing is FreeStanding.UNREAD]
    few = [each for each in some if each.standing is FreeStanding.TOO_FEW]
    free = sum(each.standing is FreeStanding.FREE for each in shown)
    return Found(
        (*_grouped(shown, asked), *_rest(FreeStanding.UNREAD, unread), *_rest(FreeStanding.TOO_FEW, few)),
        free,
        len(few),
        len(unread),
        None if free or asked.first_hour is None else _elsewhere(rows, asked),
    )


def starts_of(trip: str, read: DayRead, asked: FreeQuestion, now: datetime) -> tuple[FreeStart, ...]:
    """All starts of one trip on the day, also those that cannot be sold, each with its reason."""
    some = _starts(read, asked, now, trip)
    found = (each if each.standing is FreeStanding.GONE else _standing(each, {}) for each in some)
    return tuple(sorted((each for each in found if each is not None), key=lambda each: each.starts or _LATE))


def start_of(draft: Draft, read: Moment | None, people: int) -> FreeStart:
    """The start of a draft, for so many adults; one without a slot is not read."""
    asked = FreeQuestion(Fares(people))
    if isinstance(draft, BoatDraft):
        boat = _of_boat(_named("boat", draft.departure.name), draft.departure, None, asked)
        return replace(boat, read=boat.read or read)
    offer, slot = draft.offer, draft.slot
    day = DaySlots(offer.activity_id, slot.day, (slot,), "", (), read) if slot and read else None
    return next(_of_offer(_named("activity", offer.activity_id), offer, day, asked))


def counts_of(fares: Fares, rates: Iterable[Rate]) -> tuple[tuple[tuple[Rate, int], ...], str]:
    """The fare for each kind of passenger, and how many have it; or for whom there is none, as a sentence.

    Adults and children are told apart by the ages of the fares, and by the tickets' names where none are
    stated; whoever is not said to be a foreigner is Indian. A child is of eight years where fares differ.
    """
    some = tuple(rates)
    counts = list[tuple[Rate, int]]()
    for kind, wanted in zip(_KINDS, fares, strict=True):
        fitting = [each for each in some if _is_for(each, kind)]
        own = [each for each in fitting if not _is_mixed(each)] or fitting
        usual = [each for each in own if each.ages is not None and _CHILD in each.ages] or own
        found = own if kind.is_adult else usual
        if wanted and not found:
            return (), kind.gap()
        if wanted and len({(each.fare, each.net) for each in found}) > 1:
            return (), tr("Several fares, it depends on who travels")
        if wanted:
            counts.append((found[0], wanted))
    return tuple(counts), ""


class _Kind(NamedTuple):
    """A kind of passenger."""

    is_adult: bool
    is_indian: bool

    def gap(self) -> str:
        """That there is no fare for one."""
        if self.is_indian:
            return tr("No fare for an adult") if self.is_adult else tr("No fare for a child")
        return tr("No fare for a foreign adult") if self.is_adult else tr("No fare for a foreign child")


_KINDS = (
    _Kind(is_adult=True, is_indian=True),
    _Kind(is_adult=False, is_indian=True),
    _Kind(is_adult=True, is_indian=False),
    _Kind(is_adult=False, is_indian=False),
)


def _is_for(rate: Rate, kind: _Kind) -> bool:
    is_own = _is_mixed(rate) or is_indian(rate.nationality) is kind.is_indian
    # A fare from sixty on is for neither.
    is_young = rate.ages is None or rate.ages.oldest < _GROWN_UP
    return is_own and (rate.is_for_adults if kind.is_adult else not rate.is_for_adults and is_young)


def _is_mixed(rate: Rate) -> bool:
    """Whether a fare is for everybody: one that names the nationality goes before it."""
    return rate.nationality.strip().upper() in {"", "MIXED"}


def _starts(
    read: DayRead, asked: FreeQuestion, now: datetime, only: str | None = None
) -> Iterator[FreeStart]:
    """Each start of the day, or of `only` one trip."""
    for offer in read.open_offers:
        trip, day = _named("activity", offer.activity_id), read.slots.get(offer.activity_id)
        if only in {None, trip}:
            yield from _of_offer(trip, offer, None if day is None else day_as_of(day, now), asked)
    for each in read.boats.departures if read.boats is not None else ():
        trip = _named("boat", each.name)
        if only in {None, trip}:
            yield _of_boat(trip, departure_as_of(each, now), read.boats, asked)


def _of_offer(
    trip: str, offer: ActivityOffer, day: DaySlots | None, asked: FreeQuestion
) -> Iterator[FreeStart]:
    if day is None:
        standing, seats = FreeStanding.UNREAD, asked.fares.seats
        yield FreeStart(trip, trip, standing, offer.title, offer.place, offer=offer, seats=seats)
        return
    for slot in day.slots:
        yield FreeStart(
            _named(trip, slot.availability_id, slot.slot_id),
            trip,
            FreeStanding.FREE if slot.is_open else FreeStanding.GONE,
            offer.title,
            offer.place,
            offer=offer,
            slot=slot,
            seats=asked.fares.seats,
            read=day.read,
            reason="" if slot.is_open else slot.reason,
        )


def _of_boat(trip: str, departure: Departure, boats: DepartureList | None, asked: FreeQuestion) -> FreeStart:
    counts, gap = counts_of(asked.fares, departure.rates)
    return FreeStart(
        _named("boat", departure.schedule_id),
        trip,
        FreeStanding.FREE if departure.is_open else FreeStanding.GONE,
        departure.name,
        departure.boat_name if departure.trip_name else "",
        counts=counts,
        gap=gap,
        departure=departure,
        seats=asked.fares.seats,
        read=departure.read or (boats and boats.read),
        reason="" if departure.is_open else departure.reason,
    )


def _named(*parts: str | int) -> str:
    """What a start, or all of a trip, is known by."""
    return joined(" ", map(str, parts))


def _missing(held: Mapping[str, FreeStart], every: Mapping[str, FreeStart]) -> Iterator[FreeStart]:
    """Those on screen that a newer reading does not list any more."""
    for key, each in held.items():
        if key not in every and each.standing is not FreeStanding.UNREAD:
            yield replace(each, standing=FreeStanding.GONE, reason=tr("Not offered any more"))


def _standing(start: FreeStart, held: Mapping[str, FreeStart], *, is_full: bool = False) -> FreeStart | None:
    """The start as it stands for the party; None where it is closed, and nobody has seen that it was not."""
    was_shown = start.key in held and held[start.key].standing in _SHOWN
    if start.standing is FreeStanding.GONE and (was_shown or not is_full):
        return start if was_shown else None
    left = start.left
    if start.standing is FreeStanding.UNREAD or left is None or left >= start.seats:
        return start
    if was_shown:
        few = tr("{seats}, too few", seats=formats.seats(left))
        return replace(start, standing=FreeStanding.GONE, reason=few)
    wanted = tr("{seats}, {number} are wanted", seats=formats.seats(left), number=start.seats)
    return replace(start, standing=FreeStanding.TOO_FEW, reason=wanted)


def _is_wanted(start: FreeStart, asked: FreeQuestion) -> bool:
    is_late = asked.first_hour is None or start.starts is None or start.starts.hour >= asked.first_hour
    is_there = not asked.place or start.place == asked.place
    if not is_late or not is_there or not asked.typed:
        return is_late and is_there
    text = _folded(f"{start.title} {start.place}")
    return all(word in text for word in _folded(asked.typed).split())


def _fits(start: FreeStart, asked: FreeQuestion, wallet: tuple[Wallet, Decimal] | None) -> bool:
    """Whether the wallet pays for it as it was last read; what costs nobody knows how much does not fit."""
    if not asked.fits_wallet or start.standing is FreeStanding.GONE:
        return True
    price = start.price()
    return (
        price is not None and wallet is not None and not split(price.payable + wallet[1], wallet[0]).missing
    )


def _grouped(rows: Iterable[FreeStart], asked: FreeQuestion) -> Iterator[FreeGroup]:
    """The starts by hour, or by place; those without a time are the last."""

    def heading(start: FreeStart) -> str:
        if asked.by_place:
            return "" if start.is_boat else start.place
        return f"{start.starts.hour:02}:00" if start.starts else ""

    def order(start: FreeStart) -> tuple[object, ...]:
        where = (not heading(start), _folded(heading(start))) if asked.by_place else ()
        begins, ends = (each.replace(tzinfo=None) if each else _LATE for each in (start.starts, start.ends))
        return (*where, start.starts is None, begins, _folded(start.title), ends, start.key)

    for name, some in groupby(sorted(rows, key=order), heading):
        yield FreeGroup(name, FreeStanding.FREE, tuple(some))


@lru_cache(_MOST_FOLDED)
def _folded(text: str) -> str:
    """The text without case and accents: each trip has many starts, and each key asks anew."""
    return folded(text)


def _rest(standing: FreeStanding, rows: list[FreeStart]) -> Iterator[FreeGroup]:
    if rows:
        yield FreeGroup("", standing, tuple(rows))


def _elsewhere(rows: Iterable[FreeStart], asked: FreeQuestion) -> tuple[int, int] | None:
    whole = replace(asked, first_hour=None)
    by_hour = defaultdict[int, int](int)
    for each in rows:
        if each.standing is FreeStanding.FREE and each.starts is not None and _is_wanted(each, whole):
            by_hour[each.starts.hour] += 1
    return (min(by_hour), sum(by_hour.values())) if by_hour else None


def places_of(read: DayRead) -> tuple[str, ...]:
    """The places of activities, in alphabetical order."""
    found = {each.place for each in read.open_offers}
    return tuple(sorted(found - {""}, key=str.casefold))
