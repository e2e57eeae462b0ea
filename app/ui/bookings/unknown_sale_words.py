"""The words for a sale with an unknown outcome, no more certain than the findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date
from itertools import groupby

from app.core.language import joined, tr, trn
from app.desk.model import formats
from app.desk.model.booking import says_cancelled
from app.desk.model.sale import Movement, Sale, UnknownOutcome
from app.ui.kit.lists.timeline import State, TimelineEvent
from app.ui.kit.sheets.details_box import details_text

_REF_LOST = "BOOKED_REF_LOST"
_MOST_NAMED = 3
"""The number of sales that are named in one notice; others are counted."""


def headline(outcome: UnknownOutcome) -> str:
    """The main sentence."""
    sale = outcome.sale
    if sale is not None and not sale.is_open:
        if not sale.booking_ref:
            return tr("It was not booked.")
        if says_cancelled(sale.said[0]):
            return tr("It was booked, PNR {pnr}, and has been cancelled since.", pnr=sale.booking_ref)
        return tr("It was booked. PNR {pnr}.", pnr=sale.booking_ref)
    return _open_headline(sale)


def _open_headline(sale: Sale | None) -> str:
    if sale is not None and sale.code == _REF_LOST:
        return tr("The service booked this, but the PNR is missing.")
    if sale is None or sale.taken_in is None:
        return tr("The service may or may not have booked this.")
    if not sale.taken_in:
        return tr("The service has taken it in, and has not settled it yet.")
    return tr(
        "The service has taken it in as {reference}, and has not settled it yet.", reference=sale.taken_in
    )


def unseen_words(sales: Sequence[Sale]) -> str:
    """What became of sales that nobody has seen end, the newest first, by the name of the customer."""
    told = [_became(each) for each in reversed(sales[-_MOST_NAMED:])]
    more = len(sales) - len(told)
    if more:
        told.append(trn("{number} more.", "{number} more.", more))
    return formats.sentences(*told)


def _became(sale: Sale) -> str:
    name = sale.customer_name or sale.title
    if sale.booking_ref:
        return tr("{name} was booked, {pnr}.", name=name, pnr=sale.booking_ref)
    return tr("{name} was not booked.", name=name)


def other_agent_note(sale: Sale) -> tuple[str, str]:
    """The note that the present API key proves nothing about this sale, and whose does."""
    what = tr("This was sold as agent {agent}; the key is now that of another agent.", agent=sale.agent_id)
    return what, tr("Its wallet tells nothing of this sale. Ask with the key that it was sold with.")


def sold_words(sale: Sale | None, today: date) -> str:
    """When it was sent: "Sold at this counter today, 10:52", or "Sent from ..." while it is open."""
    if sale is None:
        return ""
    day, time = sale.sold_at.date(), formats.clock_time(sale.sold_at)
    if sale.is_open:
        if day == today:
            return tr("Sent from this counter today, {time}", time=time)
        return tr("Sent from this counter {day}, {time}", day=formats.day_past(day, today), time=time)
    if day == today:
        return tr("Sold at this counter today, {time}", time=time)
    return tr("Sold at this counter {day}, {time}", day=formats.day_past(day, today), time=time)


def people_words(sale: Sale) -> str:
    """The number of travellers of a boat, or seats of an activity: 3 seats, or 2 of 3 seats."""
    whole = formats.passengers(sale.qty) if sale.is_boat else formats.seats(sale.qty)
    if not _is_less(sale):
        return whole
    if sale.left is None:
        return tr("{number}, how many are left is not known", number=whole)
    return tr("{left} of {number}", left=sale.left, number=whole)


def left_of(sale: Sale) -> str:
    """How many still travel: 3, 2 of 3 after a cancellation, or not known of 3."""
    if not _is_less(sale):
        return str(sale.qty)
    left = tr("not known") if sale.left is None else sale.left
    return tr("{left} of {number}", left=left, number=sale.qty)


def _is_less(sale: Sale) -> bool:
    # The number of seats that another counter sold is unknown here.
    return sale.left != sale.qty and not sale.is_elsewhere


def past_events(sale: Sale) -> tuple[TimelineEvent, ...]:
    """The events of the history, and the PNR that is still to come."""
    # When the answer was lost, each step is evidence, also after settling.
    is_doubted = sale.is_open or any(each.is_unsettled for each in sale.history)
    told = [each for each in sale.history if is_doubted or not each.is_step]
    past = history_events(told)
    return past if sale.booking_ref or not sale.is_open else (*past, TimelineEvent(tr("PNR"), "open"))


def history_events(history: Iterable[Movement]) -> tuple[TimelineEvent, ...]:
    """The history of a sale or a cancellation, with repeated events on one line."""
    past: list[TimelineEvent] = []
    for _, alike in groupby(history, key=lambda each: (each.text, each.is_told)):
        times = list(alike)
        last = times[-1]
        text = last.text
        if len(times) > 1:
            text = tr("{what}, {number} times", what=text, number=len(times))
        state: State = "question" if last.is_unsettled else "told" if last.is_told else "done"
        credited = "" if last.amount is None else formats.amount(last.amount)
        past.append(TimelineEvent(text, state, last.at, last.more, credited))
    return tuple(past)


def copied_details(outcome: UnknownOutcome) -> str:
    """Everything the operator needs to find the sale, as lines."""
    sale = outcome.sale
    lines: list[str] = [tr("Request: {request}", request=outcome.request_id)]
    if sale is not None:
        lines += _sale_lines(sale)
        lines += [f"{formats.clock_seconds(each.at)} {each.text}" for each in sale.history]
    return "\n".join([*lines, details_text(outcome.advice)]).strip()


def _sale_lines(sale: Sale) -> list[str]:
    at = sale.sold_at
    day = "" if sale.day is None else formats.day_long(sale.day)
    when = joined(", ", (day, sale.window))
    people = trn("{number} passenger", "{number} passengers", sale.qty)
    count = people if sale.is_boat else trn("{number} seat", "{number} seats", sale.qty)
    what = (
        tr("Trip: {title}", title=sale.title) if sale.is_boat else tr("Activity: {title}", title=sale.title)
    )
    return [
        tr("Sent: {time}", time=at.isoformat(timespec="seconds")),
        tr("Sent (UTC): {time}", time=at.astimezone(UTC).isoformat(timespec="seconds")),
        what,
        *([tr("Boat: {boat}", boat=sale.place)] if sale.place else ()),
        tr("Travel date: {when}", when=when),
        tr("For: {count}", count=count),
        tr("Customer: {name}, {phone}", name=sale.customer_name, phone=sale.customer_phone),
        *(
            [
                tr(
                    "Expected debit: {currency} {amount}",
                    currency=sale.currency,
                    amount=formats.amount(sale.expected),
                )
            ]
            if sale.expected is not None
            else ()
        ),
    ]
