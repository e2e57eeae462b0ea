"""What is said of a sale whose outcome is not known; never more certain than what is known."""

from __future__ import annotations

from datetime import date

from app.desk import words
from app.desk.values import Sale, UnknownOutcome
from app.ui.parts.details_box import details_text
from app.ui.parts.event_list import Event


def headline(outcome: UnknownOutcome) -> str:
    """The one sentence that matters."""
    if outcome.sale is not None and outcome.sale.state.startswith("Booked"):
        return "The service booked this, but the PNR is missing."
    return "The service may or may not have booked this."


def sold_words(sale: Sale | None, today: date) -> str:
    """When it was sold: "Sold at this counter today, 10:52"."""
    if sale is None:
        return ""
    day = sale.sold_at.date()
    when = "today" if day == today else words.day_medium(day)
    return f"Sold at this counter {when}, {words.clock_time(sale.sold_at)}"


def past_events(sale: Sale) -> tuple[Event, ...]:
    """What has happened, and the PNR that is still to come."""
    past = [
        Event(each.text, "question" if each.text == sale.state else "done", words.clock_seconds(each.at))
        for each in sale.history
    ]
    return (*past, Event("PNR", "open"))


def copied_details(outcome: UnknownOutcome) -> str:
    """Everything the operator needs to find the sale, as lines."""
    sale = outcome.sale
    lines = [f"Request: {outcome.request_id}"]
    if sale is not None:
        day = "" if sale.day is None else words.day_long(sale.day)
        lines += [
            f"Sold: {sale.sold_at.isoformat(timespec='seconds')}",
            f"Activity: {sale.title}",
            f"Travel date: {day}, {sale.window}",
            f"Seats: {sale.qty}",
            f"Customer: {sale.customer_name}, {sale.customer_phone}",
        ]
        if sale.expected is not None:
            lines.append(f"Expected debit: {sale.currency} {words.amount(sale.expected)}")
        lines += [f"{words.clock_seconds(each.at)} {each.text}" for each in sale.history]
    return "\n".join([*lines, details_text(outcome.advice)]).strip()
