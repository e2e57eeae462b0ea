"""The rules of a draft, as pure functions."""

from __future__ import annotations

from datetime import date

from app.core.language import tr, trn
from app.desk.model import formats
from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft
from app.desk.model.customer_rules import email_problem, name_problem, phone_problem
from app.desk.model.sale import Draft, Problem
from app.desk.passengers.rules import Judge, party_problems, passenger_problems
from app.desk.sale.pricing import price

MOST_SEATS = 100


def problems(draft: Draft, today: date, judge: Judge = passenger_problems) -> tuple[Problem, ...]:
    """All problems that prevent sending the draft, in the order of the screen.

    The rules are those of interface parts 4.3 and 8.
    `today` is the earliest date that may count as today for this sale; `judge` may know rows already.
    """
    if isinstance(draft, BoatDraft):
        return (
            *_named(("departure", _departure_problem(draft, today))),
            *party_problems(draft, judge),
            *_named(*_customer_sentences(draft)),
        )
    return _named(
        ("slot", _slot_problem(draft, today)),
        ("qty", _qty_problem(draft)),
        *_customer_sentences(draft),
    )


def problem_of(draft: Draft, field: str, today: date) -> str:
    """The sentence for one field of the draft, or empty."""
    return next((problem.sentence for problem in problems(draft, today) if problem.field == field), "")


def _named(*sentences: tuple[str, str]) -> tuple[Problem, ...]:
    return tuple(Problem(field, sentence) for field, sentence in sentences if sentence)


def _customer_sentences(draft: Draft) -> tuple[tuple[str, str], ...]:
    return (
        ("customer_name", name_problem(draft.customer_name)),
        (
            "customer_phone",
            phone_problem(draft.customer_phone, is_whole=draft.whole_phone == draft.customer_phone),
        ),
        ("customer_email", email_problem(draft.customer_email)),
    )


def _slot_problem(draft: ActivityDraft, today: date) -> str:
    slot = draft.slot
    if slot is None:
        return tr("Pick a slot.")
    if slot.day < today:
        return tr("{date} has passed. Pick a later day.", date=formats.day_medium(slot.day))
    if not slot.is_open:
        return tr("{reason}. Pick another slot.", reason=slot.reason or tr("This slot is closed"))
    if price(draft) is None:
        return tr("The service states no price for this slot. Pick another slot.")
    return ""


def _qty_problem(draft: ActivityDraft) -> str:
    if not 1 <= draft.qty <= MOST_SEATS:
        return tr("Choose 1 to {most} seats.", most=MOST_SEATS)
    left = draft.slot.seats if draft.slot is not None and draft.slot.is_open else None
    if left is not None and draft.qty > left:
        return trn(
            "Only {number} seat left. Choose fewer, or another slot.",
            "Only {number} seats left. Choose fewer, or another slot.",
            left,
        )
    return ""


def _departure_problem(draft: BoatDraft, today: date) -> str:
    departure = draft.departure
    if departure.day < today:
        return tr("{date} has passed. Choose a later departure.", date=formats.day_medium(departure.day))
    if not departure.is_open:
        return tr(
            "{reason}. Choose another departure.", reason=departure.reason or tr("This departure is closed")
        )
    if not departure.rates:
        return tr("The service states no fares for this trip. Choose another departure.")
    return ""
