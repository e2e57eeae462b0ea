"""What to tell the clerk when a call did not do what it should: facts, money, next step."""

from __future__ import annotations

from app.api.errors import (
    AccessDisabledError,
    BoatsNotConfiguredError,
    KeyRefusedError,
    NoAnswerError,
    NotSentError,
    PartnerError,
    RefusedError,
    UnreadableAnswerError,
)
from app.desk.brake import StoppedError
from app.desk.values import Advice

LINE = "line"
"""The field of an advice when the service did not answer at all."""
NOTHING_MOVED = "Nothing was booked or debited."
_ASK_FOR_PNR = "Ask the operator for the PNR with the request number."
DO_NOT_SELL_AGAIN = "Do not sell it again yet. The customer must not pay twice."

_WALLET_WORDS = ("wallet", "balance", "insufficient", "fund", "credit")
_SEAT_WORDS = ("seat", "inventory", "capacity", "sold out")
_CUTOFF_WORDS = ("cutoff", "cut-off", "cut_off", "closed")


class DeskError(Exception):
    """Something could not be done; `advice` says it for the clerk. Nothing was booked or debited by it."""

    def __init__(self, advice: Advice) -> None:
        super().__init__(str(advice))
        self.advice = advice


def advise_read(error: PartnerError, subject: str) -> Advice:
    """Advice for a reading that failed; `subject` is what was read, such as "The slots"."""
    what, action = _read_failure(error, subject)
    if isinstance(error, (AccessDisabledError, KeyRefusedError)):
        field = "key"
    else:
        field = LINE if isinstance(error, (NotSentError, NoAnswerError)) else ""
    return Advice(what, NOTHING_MOVED, action, details(error), field=field)


def advise_refused_sale(error: RefusedError, *, is_boat: bool = False) -> Advice:
    """Advice for a booking that the service refused for certain."""
    if isinstance(error, (AccessDisabledError, KeyRefusedError)):
        return advise_read(error, "The booking")
    field, action = _next_step(error, is_boat=is_boat)
    what = (
        f'The service refused the booking: "{error.words}"'
        if error.words
        else "The service refused the booking."
    )
    return Advice(what, NOTHING_MOVED, action, details(error), field=field)


def advise_unsent_sale(error: BaseException) -> Advice:
    """Advice for a booking that never reached the service, or was given up before it was whole."""
    if isinstance(error, StoppedError):
        what = "You stopped the booking before it was sent whole."
        return Advice(what, NOTHING_MOVED, "Check again, then book when you are ready.")
    return Advice(
        "The booking was not sent.", NOTHING_MOVED, "Check the line, then book again.", details(error)
    )


def advise_unknown_sale(error: BaseException) -> Advice:
    """Advice for a booking that was sent and whose outcome is not known."""
    if isinstance(error, UnreadableAnswerError) and error.says_success:
        what = "The service booked this, but its answer holds no PNR that can be read."
    elif isinstance(error, UnreadableAnswerError):
        what = "We do not know whether this sale went through. The service's answer does not tell."
    else:
        what = "We do not know whether this sale went through. The order was sent, and no answer came back."
    return Advice(what, DO_NOT_SELL_AGAIN, _ASK_FOR_PNR, details(error))


def advise_open_sale() -> Advice:
    """Advice for a sale of before whose outcome is still not known."""
    what = "We do not know whether this sale went through."
    return Advice(what, DO_NOT_SELL_AGAIN, _ASK_FOR_PNR)


def advise_same_sale(state: str) -> Advice:
    """Advice for a sale that is not sent because the same one may already stand."""
    if state in {"SETTLED", "RESOLVED_BOOKED"}:
        return Advice(
            "This sale has been made.", "It was not sent a second time.", "Look in Bookings for its PNR."
        )
    what = "The same sale was sent before, and its outcome is not known."
    return Advice(what, DO_NOT_SELL_AGAIN, _ASK_FOR_PNR)


def advise_unfit() -> Advice:
    """Advice for an order that breaks a limit of the interface, which nothing before has noticed."""
    what = "Something in this order is not as the service takes it, so it was not sent."
    return Advice(what, NOTHING_MOVED, "Check name, phone and e-mail.")


def advise_unwritable(error: BaseException) -> Advice:
    """Advice for a sale that was not sent because this counter could not write it down first."""
    what = "This counter cannot write the order down, so it was not sent."
    return Advice(what, NOTHING_MOVED, "Free disk space or ask for help, then start again.", details(error))


def details(error: BaseException) -> tuple[tuple[str, str], ...]:
    """Codes and replies as received, labelled; the key is in none of them."""
    rows: list[tuple[str, str]] = [("What happened", str(error))]
    if isinstance(error, RefusedError):
        rows += [("HTTP status", str(error.http_status)), ("Code", error.code or "")]
        rows += [("The service said", error.words or "")]
    if isinstance(error, UnreadableAnswerError):
        rows += [("HTTP status", str(error.http_status or "")), ("Answer", error.body_excerpt)]
    return tuple((label, text) for label, text in rows if text)


def _read_failure(error: PartnerError, subject: str) -> tuple[str, str]:
    """What could not be done, and what to do."""
    if isinstance(error, AccessDisabledError):
        return "This key is known but switched off.", "Ask the operator."
    if isinstance(error, KeyRefusedError):
        return "The service does not accept this key.", "Check the key in Settings."
    if isinstance(error, BoatsNotConfiguredError):
        return "Boats cannot be read right now. Activities still work.", "Try again in a few minutes."
    if isinstance(error, RefusedError) and error.words:
        return (
            f'{subject} could not be read. The service said: "{error.words}"',
            "Read again, or ask the operator.",
        )
    if isinstance(error, (NotSentError, NoAnswerError)):
        return (
            f"{subject} could not be read: the service does not answer.",
            "Check the line, then read again.",
        )
    return f"{subject} could not be read: the answer makes no sense.", "Read again, or ask the operator."


def _next_step(error: RefusedError, *, is_boat: bool) -> tuple[str, str]:
    """What the refusal is about, as far as its words tell, and what to do about it."""
    said = f"{error.code or ''} {error.words or ''}".casefold()
    if any(word in said for word in _WALLET_WORDS):
        return "wallet", "Read the wallet again, or sell fewer seats."
    if is_boat:
        return _boat_step(said)
    if any(word in said for word in _SEAT_WORDS):
        return "slot", "Pick another slot, or fewer seats."
    if any(word in said for word in _CUTOFF_WORDS):
        return "slot", "Pick a later slot."
    return "", "Check what was typed, or ask the operator."


def _boat_step(said: str) -> tuple[str, str]:
    if any(word in said for word in _SEAT_WORDS):
        return "departure", "Choose another departure, or fewer passengers."
    if any(word in said for word in _CUTOFF_WORDS):
        return "departure", "Choose a later departure."
    return "passengers", "Check what was typed, or ask the operator."
