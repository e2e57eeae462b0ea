"""The board of those who travel in words: what stands in a row, and what a screen reader says of it."""

from __future__ import annotations

from datetime import date

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.till.payment_values import paise_words
from app.desk.travelling.board import changed_at
from app.desk.travelling.values import Board, BoardDeparture, ClerkMark, Party, PartyState, ToldState

NO_PHONE = mark("No phone. Add one in the booking.")
OTHER_KEY = mark("Other key, cancel it there")


def parties(count: int) -> str:
    """A number of parties with its noun."""
    return trn("{number} party", "{number} parties", count)


def told_words(party: Party) -> str:
    """Whether a party is told, or why that does not matter: 16:02 Asha, Not told, Cancelled 18:25."""
    if party.state is PartyState.CANCELLED:
        return tr("Cancelled {time}", time=formats.since(changed_at(party.sale)))
    if party.state is PartyState.UNKNOWN:
        return tr("Not known")
    mark_of = party.told_mark
    if party.told is ToldState.NOT_REACHED and mark_of is not None:
        return tr("Not reached {time}", time=_said(mark_of))
    return tr("Not told") if mark_of is None else _said(mark_of)


def said_words(party: Party) -> str:
    """The same away from its column, as far as anything was said: Told 16:02 Asha."""
    words = told_words(party) if party.told_mark else ""
    return tr("Told {who}", who=words) if words and party.told is ToldState.TOLD else words


def asked_words(said: ClerkMark | None) -> str:
    """Who has asked for money, and when; empty for nobody."""
    who = said and (said.clerk or said.desk or tr("this desk"))
    return tr("Asked at {time} by {name}.", time=formats.since(said.at), name=who) if said else ""


def _said(said: ClerkMark) -> str:
    return joined(" ", (formats.since(said.at), said.clerk or said.desk))


def voucher_words(party: Party) -> str:
    """Whether it holds its voucher."""
    return tr("Handed") if party.is_handed else tr("Not yet")


def owed_words(party: Party) -> str:
    """What is left to pay, also of a cancelled one; empty where that is not known."""
    if party.owed:
        return paise_words(party.owed)
    return "" if party.owed is None or not party.counts else tr("None")


def note_words(party: Party) -> str:
    """What must be said of it besides; or empty."""
    if party.differs:
        return party.differs
    if party.state is PartyState.OTHER_KEY:
        return tr(OTHER_KEY)
    storm = party.storm
    if storm is not None and storm.desk and not storm.is_over:
        return tr("{desk} is cancelling this one.", desk=storm.desk)
    return "" if party.sale.customer_phone or not party.counts else tr(NO_PHONE)


def spoken_party(party: Party) -> str:
    """The text of a party for screen readers."""
    told = told_words(party)
    is_told = party.told is ToldState.TOLD and party.state not in {PartyState.CANCELLED, PartyState.UNKNOWN}
    return joined(
        ", ",
        (
            party.sale.customer_name or tr("No name"),
            str(party.sale.notes),
            formats.passengers_named(party.found_by),
            formats.seats(party.seats),
            tr("voucher handed") if party.is_handed else tr("voucher not handed"),
            tr("owes {amount}", amount=paise_words(party.owed)) if party.owed else "",
            tr("told {time}", time=told) if is_told else told,
            note_words(party),
        ),
    )


def departure_told(departure: BoardDeparture) -> str:
    """How many of its parties are told."""
    told, count = departure.told, len(departure.travelling)
    if not count:
        return tr("Cancelled")
    if not told:
        return tr("Nobody told")
    return tr("All told") if told == count else tr("{told} of {number} told", told=told, number=count)


def spoken_departure(departure: BoardDeparture) -> str:
    """The text of a departure for screen readers."""
    count = len(departure.travelling)
    return joined(
        ", ",
        (
            departure.starts,
            departure.title,
            departure.place,
            parties(count),
            tr("{number} told", number=departure.told) if count else departure_told(departure),
            tr("{number} open", number=departure.unknown) if departure.unknown else "",
        ),
    )


def times_words(departure: BoardDeparture) -> str:
    """Boat or place, and when it leaves and is back."""
    if not departure.ends:
        when = departure.starts
    elif departure.is_boat:
        when = tr("leaves {start}, back {end}", start=departure.starts, end=departure.ends)
    else:
        when = f"{departure.starts} {formats.EN_DASH} {departure.ends}"
    return joined(", ", (departure.place, when))


def age_words(board: Board, today: date, *, is_online: bool) -> str:
    """How old the board is."""
    if not is_online:
        as_of = formats.since(board.as_of)
        return tr("No line. This is what this office sold, as of {time}.", time=as_of)
    if board.asked_at is not None and board.asked_at.astimezone().date() == today:
        asked = formats.clock_time(board.asked_at.astimezone())
        return tr("From the register, service asked {time}", time=asked)
    return tr("From the register, service not asked today")


def unfound_words(board: Board) -> str:
    """That nobody of a day fits what is typed, and of how many parties the passengers are not known."""
    unknown = sum(each.sale.is_boat and not each.people for each in board.parties)
    told = trn(
        "The passengers of {number} party are not known here.",
        "The passengers of {number} parties are not known here.",
        unknown,
    )
    return joined(" ", (tr("Nobody of this day fits what is typed."), told if unknown else ""))


def nobody_words(day: date, following: date | None) -> str:
    """That nobody travels on a day, and when the next do."""
    if following is None:
        return tr("Nobody travels on {day}.", day=formats.day_medium(day))
    return tr(
        "Nobody travels on {day}. The next is {next}.",
        day=formats.day_medium(day),
        next=formats.day_medium(following),
    )
