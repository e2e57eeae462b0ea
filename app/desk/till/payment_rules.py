"""The rules of paying: cash and its change, round amounts, references, and what needs a word."""

from __future__ import annotations

import re
from datetime import date

from app.core.language import Message, mark
from app.desk.model.amount_input import amount_problem, typed_amount
from app.desk.model.typed_text import plain_figures
from app.desk.till.payment_values import Line, Payment, PayWay, in_paise

MOST_CASH = 2_00_000_00
"""In paise: from here on the law may forbid so much cash in one sale."""
MOST_UPI = 1_00_000_00
"""In paise: above it many banks refuse a payment by UPI."""
_UPI_DIGITS = re.compile(r"[0-9]{4}|[0-9]{12}", re.ASCII)
_FEWEST_UPI = 4
_LONGEST_NUMBER, _DIGITS = 16, 6
_ROUND = tuple(each * 100 for each in (10, 20, 50, 100, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000))
_SMALL_SHARE, _MOST_CHIPS = 150, 4
_APRIL = 4
_MUCH_CHANGE = 2_000_00

NO_AMOUNT = mark("Type an amount such as 12,000, or nothing for all of it.")
NO_SUM = mark("Type an amount such as 450.")
NO_AGREEMENT = mark("Type what was agreed: what is owed is not known.")
NO_CASH_TWICE = mark("There is a line of cash already. Take it off to type it anew.")
TOO_MUCH = mark("That is more than what is left to pay. Only cash gives change.")
NOTHING_LEFT = mark("Nothing is left to pay.")
NO_UPI_REFERENCE = mark("Type the 12 digits of the UPI reference, or the last 4.")
NO_REFERENCE = mark("Type the number on the slip.")
NO_TRANSFER = mark("Type the number of the transfer or cheque.")
NOT_SEEN = mark("Tick that you have seen the money arrive.")
CASH_LAW = mark("The law may forbid this much cash. Ask your accountant.")
UPI_LIMIT = mark("Many banks refuse more than 1,00,000.00 by UPI in a day.")


class NotTakenError(Exception):
    """What was typed is no line of a payment; `str()` is the sentence about it, `field` where it belongs."""

    def __init__(self, sentence: Message, field: str) -> None:
        super().__init__(sentence)
        self.field = field


def where(error: NotTakenError | None) -> tuple[str, str]:
    """The field that an error is about, and its sentence; both are empty for none."""
    return ("", "") if error is None else (error.field, str(error))


def cash_to_take(left: int, step: int) -> int:
    """What is left as cash, in paise, rounded to a multiple of `step`, half of it up; never to nothing."""
    if not step:
        return left
    return (2 * left + step) // (2 * step) * step or left


def usual_cash(payment: Payment) -> int:
    """The cash in paise that nothing typed means: rounded where it is all that is left, else as it was."""
    to_take = cash_to_take(payment.left, payment.rounding_step)
    return to_take if payment.usual == payment.left else min(payment.usual, to_take)


def cash_line(payment: Payment, typed: str) -> Line:
    """The line of cash for what was typed; nothing typed is exactly what is usual, where that is known.

    Raises NotTakenError.
    """
    _check_left(payment, "cash_given")
    if payment.has_cash:
        raise NotTakenError(NO_CASH_TWICE, "cash_given")
    to_take = cash_to_take(payment.left, payment.rounding_step)
    check_agreed(payment, typed, "cash_given")
    given = typed_paise(typed, usual_cash(payment), "cash_given")
    _check_amount(given, "cash_given")
    if given < to_take:
        # A part of it: what is more than the rest, once rounding is left out, is given back all the same.
        return Line(PayWay.CASH, min(given, payment.left), given)
    return Line(PayWay.CASH, to_take, given, rounding=to_take - payment.left)


def exact_line(
    payment: Payment, way: PayWay, typed: str, reference: str = "", seen_by: str | None = None
) -> Line:
    """The line of a way without change; nothing typed is all that is usual, where that is known.

    Raises NotTakenError.

    On account `reference` is who pays, empty for the customer. `seen_by` is who has seen the money arrive by
    UPI, which may be a counter without clerks; None for nobody.
    """
    _check_left(payment, "paid_amount")
    check_agreed(payment, typed, "paid_amount")
    amount, number = typed_paise(typed, payment.usual, "paid_amount"), "".join(reference.split())
    _check_amount(amount, "paid_amount")
    if amount > payment.left:
        raise NotTakenError(TOO_MUCH, "paid_amount")
    check_reference(way, number)
    if way is PayWay.UPI and seen_by is None:
        raise NotTakenError(NOT_SEEN, "seen")
    if way is PayWay.ACCOUNT:
        return Line(way, amount, account=" ".join(reference.split()))
    return Line(way, amount, reference=number, seen_by=seen_by or "")


def check_reference(way: PayWay, number: str) -> None:
    """Raises NotTakenError when a way needs another reference than this one."""
    if way is PayWay.UPI and not _UPI_DIGITS.fullmatch(number):
        raise NotTakenError(NO_UPI_REFERENCE, "reference")
    if way in (PayWay.CARD, PayWay.OTHER) and not number:
        raise NotTakenError(NO_REFERENCE if way is PayWay.CARD else NO_TRANSFER, "reference")


def end_of(reference: str) -> str:
    """The end of a reference, equal for any two that may be the same."""
    return plain_figures(reference).casefold()[-_FEWEST_UPI:]


def is_repeated(line: Line, former: Line, *, is_of_today: bool) -> bool:
    """Whether a line has the reference of a former one.

    The last digits of one by UPI tell little: they count as the same on the same day alone.
    """
    one, other = (plain_figures(each.reference).casefold() for each in (line, former))
    if line.way is not former.way or not one or not other:
        return False
    is_end = line.way is PayWay.UPI and _FEWEST_UPI in (len(one), len(other))
    return is_of_today and end_of(one) == end_of(other) if is_end else one == other


def asked_amount(payment: Payment, typed: str) -> int:
    """The paise of a line without change, before its reference is there; 0 while it is none."""
    try:
        return exact_line(payment, PayWay.ACCOUNT, typed).amount
    except NotTakenError:
        return 0


def round_amounts(to_take: int) -> tuple[int, ...]:
    """The exact amount and the next round ones in paise, ascending: what a customer may hand over."""
    found = [to_take]
    for step in _ROUND:
        rounded = -(-to_take // step) * step
        if step * _SMALL_SHARE >= to_take and rounded > found[-1] and len(found) < _MOST_CHIPS:
            found.append(rounded)
    return tuple(found)


def next_round(to_take: int, given: int | None) -> int:
    """The round amount after the one that is given; the exact one after the last. None given is exact."""
    amounts = round_amounts(to_take)
    return next((each for each in amounts if each > (to_take if given is None else given)), to_take)


def needs_agreement(payment: Payment) -> bool:
    """Whether it is so much cash that a person must say that it is meant."""
    return any(each.way is PayWay.CASH and each.amount >= MOST_CASH for each in payment.lines)


def is_much(line: Line) -> bool:
    """Whether so much cash was given that it may be a slip of the finger: the change is most of it."""
    return line.change > max(_MUCH_CHANGE, line.amount)


def financial_year(day: date) -> str:
    """The financial year of a day, which begins on 1 April: "2627"."""
    first = day.year if day.month >= _APRIL else day.year - 1
    return f"{first % 100:02d}{(first + 1) % 100:02d}"


def receipt_number(letters: str, year: str, number: int) -> str:
    """A receipt's number of at most 16 characters: "A/2627/000418"."""
    start = f"{letters}/{year}/"
    return f"{start}{number:0{min(_DIGITS, _LONGEST_NUMBER - len(start))}d}"


def typed_paise(text: str, otherwise: int, field: str, *, may_be_nothing: bool = False) -> int:
    """The paise of a typed amount; `otherwise` for nothing typed. Raises NotTakenError about a field."""
    if not text.strip():
        return otherwise
    amount = typed_amount(text)
    if amount is None or (not amount and not may_be_nothing):
        raise NotTakenError(amount_problem(text, NO_AMOUNT), field)
    return in_paise(amount)


def check_agreed(payment: Payment, typed: str, field: str) -> None:
    """Raises NotTakenError when nothing is typed and it is not known what is owed."""
    if not typed.strip() and not payment.due.is_known:
        raise NotTakenError(NO_AGREEMENT, field)


def _check_amount(amount: int, field: str) -> None:
    # In a correction nothing may be left of what was settled before.
    if not amount:
        raise NotTakenError(NO_SUM, field)


def _check_left(payment: Payment, field: str) -> None:
    if payment.left <= 0:
        raise NotTakenError(NOTHING_LEFT, field)
