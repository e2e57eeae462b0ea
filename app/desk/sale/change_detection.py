"""The differences between what the clerk saw and what the service states now."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import time
from decimal import Decimal

from app.api.messages.answers import BookedActivity, BookingResult, SettlementBreakdown
from app.core.language import tr
from app.desk.model import formats
from app.desk.model.activities import Slot
from app.desk.model.boats import BoatDraft, Identity
from app.desk.model.sale import Change, Draft, Preflight, Sale, Wallet
from app.desk.passengers.rules import rate_of
from app.desk.service import stated_words


def changes(seen: Slot, now: Slot) -> tuple[Change, ...]:
    """The changes to accept before the sale goes on: fare, net price, time window."""
    pairs = (
        (tr("Fare per person"), _amount(seen.fare), _amount(now.fare), False),
        (tr("Net per person"), _amount(seen.net), _amount(now.net), True),
        (
            tr("Time"),
            formats.window(seen.starts, seen.ends, seen.window),
            formats.window(now.starts, now.ends, now.window),
            False,
        ),
    )
    return _differing(pairs)


def departure_changes(seen: BoatDraft, now: BoatDraft) -> tuple[Change, ...]:
    """The changes to accept before a boat sale goes on: fares, net prices, GST, times, boat."""
    before, after = seen.departure, now.departure
    pairs: list[tuple[str, str, str, bool]] = []
    for passenger in seen.passengers:
        old, new = rate_of(passenger, before.rates), rate_of(passenger, after.rates)
        if old is not None and new is not None:
            fare = tr("Fare, {kind}", kind=old.label) if old.label else tr("Fare")
            net = tr("Net, {kind}", kind=old.label) if old.label else tr("Net")
            pairs.append((fare, _amount(old.fare), _amount(new.fare), False))
            pairs.append((net, _amount(old.net), _amount(new.net), True))
    pairs += [
        (tr("GST"), _percentage(before.gst_percentage), _percentage(after.gst_percentage), False),
        (tr("Departure"), _time(before.departs), _time(after.departs), False),
        (tr("Return"), _time(before.returns), _time(after.returns), False),
        (tr("Boat"), before.boat_name, after.boat_name, False),
        (tr("Trip"), before.trip_name, after.trip_name, False),
    ]
    return _differing(dict.fromkeys(pairs))


def changed_numbers(before: BoatDraft, now: BoatDraft) -> dict[int, str]:
    """The rows whose document has another number than when it was last reviewed, with that former number.

    A passenger is recognised by the name; who had no number then is none of them.
    """
    former = {_named(each.traveler_name): each.id_number.strip() for each in before.passengers}
    found = ((row, former.get(_named(each.traveler_name), "")) for row, each in enumerate(now.passengers))
    return {row: was for row, was in found if was and was != now.passengers[row].id_number.strip()}


def _named(name: str) -> str:
    return " ".join(name.casefold().split())


def change_words(change: Change) -> str:
    """A change as a sentence, such as "Fare per person: 3,800.00, now 4,200.00."."""
    if change.is_again:
        return tr("{what}: {old}.", what=change.what, old=change.old)
    return tr("{what}: {old}, now {new}.", what=change.what, old=change.old, new=change.new)


def flag_changes(seen: Draft, now: Draft) -> tuple[Change, ...]:
    """How a boat asks otherwise of its passengers; nothing of an activity."""
    if not isinstance(seen, BoatDraft) or not isinstance(now, BoatDraft):
        return ()
    before, after = _asked(seen.departure.identity), _asked(now.departure.identity)
    return _differing([(tr("Asked of passengers"), before, after, False)])


def wallet_changes(seen: Wallet, now: Wallet) -> tuple[Change, ...]:
    """How the wallet stands otherwise than a clerk saw it who is about to sell."""
    return _differing(
        (
            (tr("Cash"), formats.amount(seen.cash), formats.amount(now.cash), True),
            (tr("Credit left"), formats.amount(seen.credit_left), formats.amount(now.credit_left), True),
        )
    )


def identity_change(seen: Identity | None, now: Identity | None) -> str:
    """One line about changed identity data of passengers; empty when nothing has changed."""
    old, new = seen or Identity(), now or Identity()
    added, dropped = _more(new, old), _more(old, new)
    return formats.sentences(
        tr("This trip now needs {documents} for every passenger.", documents=added) if added else "",
        tr("It no longer needs {documents} of Indian passengers.", documents=dropped) if dropped else "",
    )


def settlement_differences(preflight: Preflight, result: BookingResult) -> tuple[Change, ...]:
    """Where the settled booking differs from what was expected (interface part 2.5)."""
    settled = result.settlement_breakdown or SettlementBreakdown()
    total = settled.total_debited
    pairs = [
        _debit_pair(preflight.price.payable, total),
        _sum_pair(total, settled.deducted_from_cash, settled.deducted_from_credit),
        *_echo_pairs(preflight, result.activity or BookedActivity()),
    ]
    currency = stated_words.currency(result.pricing.currency if result.pricing else None)
    pairs.append((tr("Currency"), preflight.price.currency, currency or preflight.price.currency, False))
    pairs += [
        (tr("The answer's {path}", path=path), tr("readable"), tr("not readable"), False)
        for path in result.unread
    ]
    return _differing(pairs)


def debit_difference(sale: Sale) -> tuple[Change, ...]:
    """Where the debit of a sale differs from what was agreed; nothing while one of them is not known."""
    if sale.expected is None or sale.debited is None:
        return ()
    return _differing([_debit_pair(sale.expected, sale.debited)])


def _debit_pair(expected: Decimal, debited: Decimal | None) -> tuple[str, str, str, bool]:
    return (tr("Total debited"), formats.amount(expected), _amount(debited), True)


def _echo_pairs(preflight: Preflight, echo: BookedActivity) -> list[tuple[str, str, str, bool]]:
    """The ordered values beside the booked ones; a value that is not stated counts as equal."""
    draft = preflight.draft
    if isinstance(draft, BoatDraft) or draft.slot is None:
        # The result of a boat states only its reference and its amounts.
        return []
    slot, qty = draft.slot, draft.qty
    return [
        (tr("Seats"), str(qty), str(qty if echo.qty is None else echo.qty), False),
        (tr("Travel date"), slot.day.isoformat(), str(echo.travel_date or slot.day), False),
        (tr("Slot"), str(slot.slot_id), str(slot.slot_id if echo.slot_id is None else echo.slot_id), False),
    ]


def _sum_pair(
    total: Decimal | None, cash: Decimal | None, credit: Decimal | None
) -> tuple[str, str, str, bool]:
    """The total and the sum of its parts, unless a part is not stated."""
    parts = total if cash is None or credit is None else cash + credit
    return (tr("Cash and credit together"), _amount(total), _amount(parts), True)


def _differing(pairs: Iterable[tuple[str, str, str, bool]]) -> tuple[Change, ...]:
    return tuple(Change(what, old, new, is_net=is_net) for what, old, new, is_net in pairs if old != new)


def _more(wanted: Identity, than: Identity) -> str:
    """What only `wanted` requires, such as "a document number and a copy of the document"."""
    named = (
        (wanted.needs_document, than.needs_document, tr("an identity document")),
        (wanted.needs_number, than.needs_number, tr("a document number")),
        (wanted.needs_copy, than.needs_copy, tr("a copy of the document")),
    )
    return formats.both(text for is_asked, was_asked, text in named if is_asked and not was_asked)


def _asked(identity: Identity | None) -> str:
    return _more(identity or Identity(), Identity()) or tr("nothing")


def _percentage(value: Decimal | None) -> str:
    return tr("not stated") if value is None else formats.percentage(value)


def _time(value: time | None) -> str:
    return tr("not stated") if value is None else formats.clock_time(value)


def _amount(value: Decimal | None) -> str:
    return tr("not stated") if value is None else formats.amount(value)
