"""What is still wrong with a sale being typed, as pure functions."""

from __future__ import annotations

import re
from datetime import date

from email_validator import EmailNotValidError, validate_email

from app.desk import words
from app.desk.price import price
from app.desk.values import ActivityDraft, Problem

NAME_LIMIT = 100
MOST_SEATS = 100
FEWEST_DIGITS = 8
_PHONE = re.compile(r"[0-9]{8,15}", re.ASCII)
_SEPARATORS = re.compile(r"[\s+().\-/]")


def problems(draft: ActivityDraft, today: date) -> tuple[Problem, ...]:
    """Everything that stops the draft from being sent, in the order of the screen.

    The rules are those of interface parts 4.3 and 8.
    `today` is the earliest date that may still be today anywhere this sale is dated.
    """
    found = (
        ("slot", _slot_problem(draft, today)),
        ("qty", _qty_problem(draft)),
        ("customer_name", name_problem(draft.customer_name)),
        ("customer_phone", phone_problem(draft.customer_phone)),
        ("customer_email", email_problem(draft.customer_email)),
    )
    return tuple(Problem(field, sentence) for field, sentence in found if sentence)


def problem_of(draft: ActivityDraft, field: str, today: date) -> str:
    """The sentence for one field of the draft, or empty."""
    return next((problem.sentence for problem in problems(draft, today) if problem.field == field), "")


def name_problem(name: str) -> str:
    """What is wrong with a customer's name, or empty."""
    text = name.strip()
    if not text:
        return "Type the customer's name."
    if len(text) > NAME_LIMIT:
        return f"The name has {len(text)} characters. Shorten it to {NAME_LIMIT}."
    if not text.isprintable():
        return "The name holds a character that cannot be seen. Type it again."
    return ""


def phone_problem(phone: str) -> str:
    """What is wrong with a phone number that has been tidied, or empty."""
    if not phone:
        return "Type the customer's phone number."
    if not re.fullmatch(r"[0-9]+", phone):
        return "Use the digits 0 to 9 only."
    if len(phone) < FEWEST_DIGITS:
        return f"The number has {len(phone)} digits. It needs at least {FEWEST_DIGITS}."
    if not _PHONE.fullmatch(phone):
        return f"The number has {len(phone)} digits. At most 15 are taken."
    return ""


def email_problem(email: str) -> str:
    """What is wrong with an e-mail address by its form alone, without asking the network, or empty."""
    text = email.strip()
    if not text:
        return "Type the customer's e-mail address."
    name, at, domain = text.rpartition("@")
    if not at or not name:
        return "Add the @ and what stands around it, such as name@example.com."
    if domain and "." not in domain.strip("."):
        return "Add the part after the dot, such as .com."
    try:
        validate_email(text, check_deliverability=False)
    except EmailNotValidError:
        return "Mail cannot be sent to this address. Type it again."
    return ""


def tidy_phone(text: str) -> tuple[str, str]:
    """The number without spaces, plus, brackets, dots and dashes, and a note when any was removed."""
    tidy = _SEPARATORS.sub("", text)
    if tidy == text:
        return text, ""
    return tidy, "Spaces and signs were removed." if "+" not in text else "The plus and spaces were removed."


def _slot_problem(draft: ActivityDraft, today: date) -> str:
    slot = draft.slot
    if slot is None:
        return "Pick a slot."
    if slot.day < today:
        return f"{words.day_medium(slot.day)} has passed. Pick a later day."
    if not slot.is_open:
        return f"{slot.reason or 'This slot is closed'}. Pick another slot."
    if price(draft) is None:
        return "The service states no price for this slot. Pick another slot."
    return ""


def _qty_problem(draft: ActivityDraft) -> str:
    if not 1 <= draft.qty <= MOST_SEATS:
        return f"Choose 1 to {MOST_SEATS} seats."
    left = draft.slot.seats if draft.slot is not None and draft.slot.is_open else None
    if left is not None and draft.qty > left:
        return f"Only {words.seats(left)} left. Choose fewer, or another slot."
    return ""
