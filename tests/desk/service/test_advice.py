"""What the clerk reads: what could not be done, what it means for the money, what to do."""

import pytest

from app.api.messages.errors import (
    AccessDisabledError,
    BoatsNotConfiguredError,
    KeyRefusedError,
    Matter,
    NeverReadError,
    NoAnswerError,
    NotSentError,
    PartnerError,
    RefusedError,
    Signs,
    UnreadableAnswerError,
)
from app.desk.cancellation import advice as cancel_advice
from app.desk.model.errors import DeskError
from app.desk.sale import advice as sale_advice
from app.desk.sale.refusal_advice import TOO_LARGE
from app.desk.service import advice
from app.desk.service.key_access import KeyState

TAKEN_IN = "The service has taken it in, and has not settled it yet."
WALLED = "A wall in front of the service answered in its place."
UNREADABLE = UnreadableAnswerError(
    "it is not JSON", http_status=502, money_may_have_moved=True, body_excerpt="<html>"
)


def _refused(code: str | None = None, words: str | None = None) -> RefusedError:
    return RefusedError(http_status=409, code=code, words=words)


@pytest.mark.parametrize(
    ("error", "what", "action"),
    [
        (
            NotSentError("no route"),
            "The slots could not be read: the service does not answer.",
            "Check the line, then read again.",
        ),
        (
            NoAnswerError("silence", money_may_have_moved=False),
            "The slots could not be read: the service does not answer.",
            "Check the line, then read again.",
        ),
        (
            UNREADABLE,
            "The slots could not be read: the answer makes no sense.",
            "Read again, or ask the operator.",
        ),
        (
            _refused(),
            "The slots could not be read: the answer makes no sense.",
            "Read again, or ask the operator.",
        ),
        (
            _refused(words="Too early"),
            'The slots could not be read. The service said: "Too early"',
            "Read again, or ask the operator.",
        ),
        (
            UnreadableAnswerError(
                "a wall", http_status=403, money_may_have_moved=False, signs=Signs(is_wall=True)
            ),
            "The slots could not be read: a wall.",
            advice.ALLOW_US.text,
        ),
        (
            UnreadableAnswerError(
                "it moved", http_status=301, money_may_have_moved=False, signs=Signs(moved_to="https://x.in")
            ),
            "The slots could not be read: it moved.",
            "Enter the new address in Settings under Connection, or ask the operator.",
        ),
        (
            RefusedError(http_status=403, code=None, words="No.", matter=Matter.ADDRESS),
            'The service takes no calls from the internet address of this office. The service said: "No."',
            "Ask the operator to allow it; the key need not be changed.",
        ),
        (
            RefusedError(http_status=401, code="RATE_LIMIT", words=None, matter=Matter.LIMIT),
            "The service takes no more calls for a while.",
            "Wait some minutes, then try again.",
        ),
        (
            AccessDisabledError(http_status=403, code="API_ACCESS_DISABLED", words=None),
            "This key is known but switched off.",
            "Ask the operator.",
        ),
        (
            KeyRefusedError(http_status=401, code=None, words=None),
            "The service does not accept this key.",
            "Enter another key, or ask the operator.",
        ),
        (
            BoatsNotConfiguredError(http_status=503, code="BOAT_PROVIDER", words=None),
            "Boats cannot be read right now. Activities still work.",
            "Try again in a few minutes.",
        ),
    ],
)
def test_a_failed_reading_is_explained(error: PartnerError, what: str, action: str) -> None:
    found = advice.advise_read(error, "The slots")
    assert (found.what, found.meaning, found.action) == (what, "Nothing was booked or debited.", action)
    assert str(found) == f"{what} Nothing was booked or debited. {action}"


@pytest.mark.parametrize(
    ("error", "field", "action"),
    [
        (_refused("INSUFFICIENT_WALLET", "x"), "wallet", "Read the wallet again, or sell fewer seats."),
        (_refused(None, "Only 1 seat left"), "slot", "Pick another slot, or fewer seats."),
        (_refused("BOOKING_CUTOFF_PASSED"), "slot", "Pick a later slot."),
        (_refused("VALIDATION", "No."), "", "Check what was typed, or ask the operator."),
    ],
)
def test_a_refused_sale_stands_beside_what_it_is_about(error: RefusedError, field: str, action: str) -> None:
    found = sale_advice.advise_refused_sale(error)
    assert (found.field, found.action) == (field, action)
    assert found.meaning == "Nothing was booked or debited."
    assert found.what.startswith("The service refused the booking")


def test_the_service_is_quoted_with_its_own_words_and_codes() -> None:
    found = sale_advice.advise_refused_sale(_refused("SEATS", "Sold out, sorry"))
    assert found.what == 'The service refused the booking: "Sold out, sorry"'
    assert ("Code", "SEATS") in found.details
    assert ("HTTP status", "409") in found.details
    assert ("The service said", "Sold out, sorry") in found.details


def test_a_sale_that_never_reached_the_service_says_why() -> None:
    large = sale_advice.advise_unsent_sale(
        NeverReadError("it is too large for the service", is_too_large=True)
    )
    assert large.what == "The booking never reached the service: it is too large for the service."
    assert (large.field, large.action) == ("passengers", TOO_LARGE.text)
    error = NeverReadError("its address is another", moved_to="https://x.in")
    moved = sale_advice.advise_unsent_sale(error)
    assert moved.action.startswith("Enter the new address in Settings")
    cancelled = cancel_advice.advise_unsent(error)
    assert cancelled.what == "The cancellation never reached the service: its address is another."
    assert cancelled.action == moved.action
    assert cancel_advice.advise_unsent(NeverReadError("x")).action == "Check the line, then quote again."


@pytest.mark.parametrize(
    ("signs", "sale", "cancellation"),
    [
        (
            Signs(is_pending=True, reference="P1"),
            "The service has taken this sale in as P1, and has not settled it yet.",
            f"We do not know whether this was cancelled. {TAKEN_IN}",
        ),
        (
            Signs(is_pending=True),
            "The service has taken this sale in, and has not settled it yet.",
            f"We do not know whether this was cancelled. {TAKEN_IN}",
        ),
        (
            Signs(is_wall=True),
            "We do not know whether this sale went through: a wall answered.",
            f"We do not know whether this was cancelled. {WALLED}",
        ),
    ],
)
def test_what_an_unknown_outcome_shows_is_told(signs: Signs, sale: str, cancellation: str) -> None:
    error = UnreadableAnswerError("a wall answered", http_status=200, money_may_have_moved=True, signs=signs)
    assert sale_advice.advise_unknown_sale(error).what == sale
    assert cancel_advice.advise_unknown(error).what == cancellation


def test_a_refusal_that_is_no_matter_of_the_key_says_what_to_do() -> None:
    error = RefusedError(http_status=403, code=None, words="No permission.", matter=Matter.PERMISSION)
    for found in (sale_advice.advise_refused_sale(error), cancel_advice.advise_refused(error)):
        assert found.action == "Ask the operator for the permission."
        assert found.what.endswith('"No permission."')
        assert found.field == ""


def test_a_disabled_key_stands_beside_the_key() -> None:
    found = sale_advice.advise_refused_sale(
        AccessDisabledError(http_status=403, code="API_ACCESS_DISABLED", words=None)
    )
    assert (found.what, found.field) == ("This key is known but switched off.", "key")


def test_a_sale_that_was_never_sent_says_so() -> None:
    found = sale_advice.advise_unsent_sale(NotSentError("the name of the service is not known"))
    assert str(found) == (
        "The booking was not sent. Nothing was booked or debited. Check the line, then book again."
    )
    assert found.details == (("What happened", "Nothing was sent: the name of the service is not known."),)


@pytest.mark.parametrize(
    ("error", "beginning"),
    [
        (
            NoAnswerError("silence", money_may_have_moved=True),
            "We do not know whether this sale went through. The order was",
        ),
        (UNREADABLE, "We do not know whether this sale went through. The service's answer"),
        (
            UnreadableAnswerError(
                "no reference", http_status=201, money_may_have_moved=True, says_success=True
            ),
            "The service booked this, but",
        ),
    ],
)
def test_an_unknown_outcome_is_never_called_a_failure(error: PartnerError, beginning: str) -> None:
    found = sale_advice.advise_unknown_sale(error)
    assert found.what.startswith(beginning)
    assert found.meaning == "Do not sell it again yet. The customer must not pay twice."
    assert "fail" not in str(found).casefold()
    assert "error" not in str(found).casefold()


def test_the_same_sale_is_not_sent_again() -> None:
    assert sale_advice.advise_same_sale("SETTLED").what == "This sale has been made."
    assert "not known" in sale_advice.advise_same_sale("UNKNOWN").what


def test_a_journal_that_cannot_be_written_means_not_sent() -> None:
    found = sale_advice.advise_unwritable(OSError("full"))
    assert found.meaning == "Nothing was booked or debited."
    assert str(DeskError(found)) == str(found)


@pytest.mark.parametrize(
    ("state", "what"),
    [(KeyState.SWITCHED_OFF, "switched off"), (KeyState.REFUSED, "does not accept this key")],
)
def test_where_selling_is_off_the_key_is_what_to_look_at(state: KeyState, what: str) -> None:
    found = advice.advise_selling_off(state)
    assert what in found.what
    assert found.field == advice.KEY
