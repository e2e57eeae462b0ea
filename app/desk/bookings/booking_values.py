"""Converts sales between the journal, the register and the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from datetime import date
from typing import Any, NamedTuple

from app.core.language import joined, mark, tr
from app.desk.bookings import sale_records
from app.desk.bookings.money_time import MoneyTime, money_time
from app.desk.bookings.sendings import cancellations, telling
from app.desk.model import formats
from app.desk.model.booking import says_cancelled
from app.desk.model.sale import KeptWords, Movement, Sale
from app.desk.model.sale_notes import SaleNotes
from app.desk.payment.journal_facts import amount
from app.desk.payment.order import CLERK
from app.desk.service import status_parsing
from app.desk.service.status_parsing import StatusReading
from app.store.journal.journal import Attempt
from app.store.journal.request_numbers import desk_of
from app.store.journal.states import GONE, Kind, State
from app.store.register.values import (
    Cursor,
    KeptCancellation,
    KeptMoneyTime,
    KeptNote,
    KeptSale,
    SaleStanding,
    Wanted,
)

__all__ = ["BookPage", "Booked", "Cursor", "SaleStanding", "Wanted"]

STATUS = "status"
"""The code of a note with a status of the service."""
BOUGHT_WITH = "bought_with"
"""The code of a note with the PNRs that were booked from the same basket."""
MOVED_TO, MOVED_FROM = "moved_to", "moved_from"
"""The codes of notes with the PNR to which, or from which, a booking was moved."""
BETWEEN_REFS = ", "
"""What stands between them."""
TOLD, TOLD_UNDONE, NOT_REACHED = "told", "told_undone", "not_reached"
HANDED_BY_HAND, HANDED_BACK = "voucher_handed", "voucher_handed_undone"
STORM, STORM_OVER = "storm", "storm_over"
ASKED_PAYMENT, TOLD_DUES = "payment_asked", "dues_told"
"""Codes of notes about those who travel, whose room is `app/desk/travelling`."""
FOR_US, ON_VOUCHER = "note_for_us", "note_on_voucher"
NOTES = frozenset({FOR_US, ON_VOUCHER})
"""The codes of what clerks note of a booking: the newest of each counts, an empty one as none."""
NOTE_WORDS = {
    "looked_up": mark("Looked up at this counter"),
    "voucher_printed": mark("Voucher printed"),
    "voucher_saved": mark("Voucher saved as PDF"),
    "voucher_shared": mark("Voucher handed over"),
    "voucher_copied": mark("Voucher copied as text"),
    "voucher_clipped": mark("Voucher copied as a picture or file"),
    "slip_printed": mark("Cancellation slip printed"),
    "slip_saved": mark("Cancellation slip saved as PDF"),
    "slip_shared": mark("Cancellation slip handed over"),
    "slip_copied": mark("Cancellation slip copied as text"),
    "slip_clipped": mark("Cancellation slip copied as a picture or file"),
    BOUGHT_WITH: mark("Bought together with {pnrs}"),
    MOVED_TO: mark("Moved to another date, {pnrs}"),
    MOVED_FROM: mark("Moved from another date, {pnrs}"),
    TOLD: mark("Told"),
    TOLD_UNDONE: mark("Not told"),
    NOT_REACHED: mark("Not reached"),
    ASKED_PAYMENT: mark("Asked for payment"),
    TOLD_DUES: mark("Told what is owed"),
    HANDED_BY_HAND: mark("Voucher handed over at the counter"),
    HANDED_BACK: mark("Voucher not handed over"),
    STORM: mark("Chosen at the storm desk to be cancelled"),
    STORM_OVER: mark("Storm desk left"),
}
"""The text of a note by its code; an unknown code is shown as it is."""

_HERE = mark("{seats} cancelled here")
_ELSEWHERE = mark("{seats} cancelled at desk {desk}")


KEPT_WORDS = "voucher"
"""The code of the note with what the voucher says, by which other desks of the office have it."""
PRINTED = "voucher_printed"
"""The code of the note that a voucher was printed, by this desk or another."""
HANDED = frozenset({PRINTED, "voucher_saved"})
"""The codes of notes that a voucher has left the counter on paper, or as what is printed."""
_NO_EVENTS = NOTES | {KEPT_WORDS}


_OTHERWISE = {"state", "standing", "sold_at", "desk", "updated_at"}
"""What the values of a sale on screen and in the register call the same and mean otherwise."""
_SAME = {each.name for each in fields(Sale)} & {each.name for each in fields(KeptSale)} - _OTHERWISE


class BookPage(NamedTuple):
    """Some sales, newest first, and the cursor of the next page, None after the last."""

    sales: tuple[Sale, ...]
    cursor: Cursor | None = None
    trouble: str = ""
    """A sentence why these are sales of the journal instead of the register; or empty."""
    named_since: date | None = None
    """From which day of travel on passengers' names were searched; None for all days."""


class Booked(NamedTuple):
    """A sale with its whole history, and its last status from the service."""

    sale: Sale
    reading: StatusReading | None = None
    unknown: str = ""
    """Since when it is not known what other desks did with it, as a sentence; empty while that is known."""
    is_printed: bool = False
    """Whether its voucher was printed before."""


class OfficeBooking(NamedTuple):
    """A booking as all desks of the office together know it."""

    sale: Sale
    here: tuple[KeptCancellation, ...]
    """What was certainly cancelled of it at this desk, oldest first."""
    others: tuple[KeptCancellation, ...]
    """What was certainly cancelled of it at other desks, with the names of these."""


def kept_sale(sale: Sale, attempts: Sequence[Attempt], desk: str) -> KeptSale:
    """The register's value for a sale of the journal, of this desk or of the number that it had then.

    `attempts` are all of the sale.
    """
    others = tuple(each.request_id for each in attempts if each.request_id != sale.request_id)
    return KeptSale(
        **_same(sale),
        module="BOAT" if sale.is_boat else "ACTIVITY",
        sold_at=sale.sold_at,
        state=sale.code,
        standing=SaleStanding(sale.standing),
        desk=desk_of(sale.request_id, desk),
        updated_at=max(each.at for each in sale.history),
        former=tuple(dict.fromkeys(others)),
        told_by=desk,
        seq=_newest_entry(attempts),
    )


def kept_cancellations(attempts: Iterable[Attempt], desk: str) -> list[KeptCancellation]:
    """The register's values for cancellations of the journal: each once, however often it was sent."""
    return [
        _cancellation(telling(sendings), desk, _newest_entry(sendings))
        for sendings in cancellations(attempts)
    ]


def kept_times(attempts: Iterable[Attempt], desk: str) -> list[KeptMoneyTime]:
    """When each order and cancellation among these may have moved the wallet, for those that may."""
    some = tuple(attempts)
    orders = [(each,) for each in some if each.kind is Kind.CREATE]
    found = [(telling(each).request_id, money_time(each)) for each in (*orders, *cancellations(some))]
    return [_money_time(request_id, moves, desk) for request_id, moves in found if moves is not None]


def _money_time(request_id: str, moves: MoneyTime, desk: str) -> KeptMoneyTime:
    told_at = None if moves.ahead is None else moves.sent_at + moves.ahead
    return KeptMoneyTime(
        request_id, desk_of(request_id, desk), moves.sent_at, moves.rested_at, moves.known_at, told_at
    )


def _newest_entry(attempts: Iterable[Attempt]) -> int:
    return max(entry.seq for each in attempts for entry in each.entries)


def _cancellation(attempt: Attempt, desk: str, seq: int) -> KeptCancellation:
    facts = attempt.facts
    return KeptCancellation(
        request_id=attempt.request_id,
        booking_ref=str(facts.get("booking_ref") or ""),
        at=attempt.first_at,
        qty=int(facts.get("qty") or 0),
        refund=amount(facts, "refund"),
        charge=amount(facts, "charge"),
        reference=str(facts.get("refund_reference") or ""),
        state=str(attempt.state),
        desk=desk_of(attempt.request_id, desk),
        clerk=str(attempt.private.get(CLERK) or ""),
        told_by=desk,
        seq=seq,
    )


def shown_sale(kept: KeptSale, desk: str = "") -> Sale:
    """The value to show for a sale of the register, without its history; `desk` is the name of another."""
    return Sale(
        **_same(kept),
        intent_id="",
        state=sale_records.state_words(kept.state),
        is_open=kept.standing is SaleStanding.OPEN,
        wallet_before=None,
        sold_at=kept.sold_at.astimezone(),
        history=(),
        is_boat=kept.module == "BOAT",
        is_elsewhere=kept.standing in {SaleStanding.ELSEWHERE, SaleStanding.LOOKED_UP},
        code=kept.state,
        standing=kept.standing,
        desk=desk,
        updated_at=kept.updated_at and kept.updated_at.astimezone(),
        said=(kept.booking_status, kept.payment_status, kept.refund_status),
        # A row has only their sum.
        are_refunds_stated=False,
    )


def _same(sold: Sale | KeptSale) -> dict[str, Any]:
    """What the other value of a sale has as this one has it."""
    return {name: getattr(sold, name) for name in _SAME}


def made_of(found: Iterable[KeptCancellation]) -> tuple[KeptCancellation, ...]:
    """The cancellations that were certainly made."""
    return tuple(each for each in found if State(each.state) in GONE)


def with_all_desks(sale: Sale, office: OfficeBooking) -> Sale:
    """The sale after what all desks have cancelled of it; its history may hold what this one has."""
    is_of_journal, known = bool(sale.intent_id), office.sale
    told = [_cancelled(each, tr(_ELSEWHERE, desk=each.desk, seats=_seats(each))) for each in office.others]
    if not is_of_journal:
        told += [_cancelled(each, tr(_HERE, seats=_seats(each))) for each in office.here]
    if not told:
        return sale
    after = replace(
        sale,
        released=max(sale.released, known.released),
        refunded=known.refunded,
        charge=known.charge,
        are_refunds_stated=None not in [each.refund for each in (*office.here, *office.others)],
        # What was credited before may be theirs.
        is_of_others=sale.is_of_others and not office.others,
        # What another desk gave the customer is in its journal alone.
        given_back=None if office.others else sale.given_back,
        history=tuple(sorted((*sale.history, *told), key=lambda each: each.at)),
    )
    if sale.is_open:
        return after
    return replace(after, state=known.state, code=known.code, standing=known.standing)


def _seats(gone: KeptCancellation) -> str:
    return formats.seats(gone.qty)


def _cancelled(gone: KeptCancellation, text: str) -> Movement:
    reference = tr("reference {reference}", reference=gone.reference) if gone.reference else ""
    return Movement(gone.at.astimezone(), text, joined(", ", (gone.clerk, reference)), amount=gone.refund)


def looked_up_sale(reading: StatusReading, *, is_boat: bool, desk: str) -> KeptSale:
    """The register's value for another counter's booking, from its status."""
    module = "BOAT" if is_boat else "ACTIVITY"
    return KeptSale(
        request_id=f"looked-up {module} {reading.booking_ref}",
        module=module,
        product_id="",
        title=reading.title,
        day=reading.day,
        window=reading.window,
        qty=len(reading.travellers),
        booking_ref=reading.booking_ref,
        customer_name="",
        customer_phone="",
        customer_email="",
        sold_at=reading.read_at,
        place=reading.place,
        state=sale_records.LOOKED_UP,
        standing=SaleStanding.LOOKED_UP,
        desk=desk,
    )


def with_notes(sale: Sale, notes: Sequence[KeptNote], elsewhere: Callable[[str], str] = str) -> Sale:
    """The sale with its notes in its history, and its last status from the service.

    `elsewhere` returns the name of another desk by its number, and an empty text for this one.
    """
    told = [_movement(each, elsewhere(each.desk)) for each in notes if each.code not in _NO_EVENTS]
    history = sorted((*sale.history, *told), key=lambda each: each.at)
    last = last_reading(notes)
    return replace(
        sale,
        history=tuple(history),
        said=sale.said if last is None else last.said,
        kept=sale.kept if any(sale.kept) else words_in(notes),
        notes=notes_in(notes),
    )


def last_reading(notes: Sequence[KeptNote]) -> StatusReading | None:
    """The last status reading in these notes, or None."""
    said = [each.said for each in notes if each.code == STATUS]
    return status_parsing.read(said[-1]) if said else None


def with_others(sale: Sale, reading: StatusReading | None) -> Sale:
    """The sale, marked when a status shows that more of it is cancelled than was cancelled of it here."""
    if reading is None or not sale.released or sale.open_cancellation:
        # Where nothing was cancelled here the words of the status tell; what is open may have been made.
        return sale
    credited, own = reading.refunded, sale.refunded if sale.are_refunds_stated else None
    is_more = credited is not None and own is not None and credited > own
    gone = sum(says_cancelled(each.status) for each in reading.travellers)
    return replace(sale, is_of_others=sale.is_of_others or is_more or gone > sale.released)


def bought_with(notes: Iterable[KeptNote]) -> tuple[str, ...]:
    """The PNRs that were booked from the same basket as a sale, by its notes."""
    said = [each.said for each in notes if each.code == BOUGHT_WITH]
    return tuple(said[-1].split(BETWEEN_REFS)) if said else ()


def words_note(sale: KeptSale, kept: KeptWords) -> KeptNote:
    """The note with what the voucher of a sale says, for other desks."""
    # JSON has no line breaks of its own, and names in it are found as they are when they are to be erased.
    said = "\n".join(kept)
    return KeptNote(sale.request_id, sale.sold_at, KEPT_WORDS, said, sale.desk, sale.clerk)


def words_in(notes: Iterable[KeptNote]) -> KeptWords:
    """What the office keeps of the voucher of a sale."""
    said = next((each.said for each in notes if each.code == KEPT_WORDS and each.said), "")
    words, _, people = said.partition("\n")
    return KeptWords(words, people)


def notes_in(notes: Iterable[KeptNote]) -> SaleNotes:
    """What counts of what clerks have noted, of notes in their order."""
    newest = {each.code: each.said for each in notes}
    return SaleNotes(newest.get(FOR_US, ""), newest.get(ON_VOUCHER, ""))


def note_of(request_id: str, reading: StatusReading, desk: str) -> KeptNote:
    """The note with a status reading."""
    return KeptNote(request_id, reading.read_at, STATUS, status_parsing.written(reading), desk)


def _movement(note: KeptNote, desk: str) -> Movement:
    at = note.at.astimezone()
    who = joined(", ", (note.clerk, tr("at desk {desk}", desk=desk) if desk else ""))
    if note.code != STATUS:
        pnrs = {"pnrs": note.said} if note.code in {BOUGHT_WITH, MOVED_TO, MOVED_FROM} else {}
        return Movement(at, tr(NOTE_WORDS.get(note.code, note.code), **pnrs), who, is_told=True)
    reading = status_parsing.read(note.said)
    states = joined(", ", map(formats.state, reading.said[:2])) if reading else ""
    text = tr("Service says {states}", states=states) if states else tr("Asked the service")
    return Movement(at, text, who, is_told=True)
