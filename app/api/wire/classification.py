"""Classifies replies: what one proves for a call that moves money, and for one that reads."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from pydantic import ValidationError

from app.api.messages.answer_fields import Json
from app.api.messages.api_key import ApiKey
from app.api.messages.booking_answers import BookingResult, CancellationResult
from app.api.messages.error_body import hidden_in, is_disabled, refusal, said
from app.api.messages.errors import (
    NeverReadError,
    PartnerError,
    RefusedError,
    Signs,
    UnreadableAnswerError,
)
from app.api.messages.json_decoding import (
    Decoded,
    UnreadableBodyError,
    decoded,
    is_array,
    is_object,
    spoil_in,
)
from app.api.messages.parsing import ShapeError, settled
from app.api.messages.verdicts import Tenor, has_yes, of_status, tenor_of
from app.api.wire.bystanders import TOO_LARGE, bears_wall, is_body_limit, is_notice, is_of_host, is_page
from app.api.wire.money_fields import (
    MoneyFields,
    evidence_in_text,
    is_bare,
    is_foreign,
    is_settled_code,
    money_fields,
)
from app.api.wire.transport import HttpReply
from app.core.frozen import frozen
from app.core.language import Wording, mark, message_of

LONGEST_EXCERPT = 500

# In an answer that was cut off, only complete fields count.
_ECHO = re.compile(r'"request_id"\s*:\s*"([^"\\]*)"')
_STATUS = re.compile(r'"(status|success|error|code)"\s*:\s*("[^"\\\x00-\x1f]*"|true|false|[0-9]{1,9})')
_DENIAL = re.compile(
    r"\b(?:could ?n[o\u2019']t|can ?not|fail(?:ed|ure)|unsuccessful|rolled back|insufficient|declined"
    r"|rejected|sold out|not (?:be )?(?:booked|completed|confirmed|processed|created|cancelled))\b",
    re.IGNORECASE,
)
"""Words by which an answer with a reference takes back what it says."""
_OTHER_CALL = re.compile(r"WALLET_|BOOKING_STATUS_|\w*QUOTE")
"""The codes of answers to other calls."""
_REPETITION = re.compile(
    r"duplicate|\breplay|request\b.{0,40}\balready|already (?:been |being )?(?:processed|received)",
    re.IGNORECASE,
)
_WAITED = frozenset({408, 499})
"""Of a proxy that has waited, where the service's own envelope is missing: what the script does goes on."""

_Answer = TypeVar("_Answer")
_Result = TypeVar("_Result", bound=BookingResult | CancellationResult)

_CREATED = 201
_SETTLING = frozenset({200, 201})
_GOOD = range(200, 300)
_REFUSING = range(400, 500)
_WALL = mark("a wall in front of the service answered in its place")
_PASSING_WALL = Signs(is_wall=True, may_pass=True)
_HOST = mark("the host of the service refused it, not the service itself")


@frozen
class ExpectedAnswer:
    """The call that a reply answers."""

    key: ApiKey
    is_boat: bool
    request_id: str | None = None
    moves_money: bool = False


def money_verdict(reply: HttpReply, question: ExpectedAnswer, answer: type[_Result]) -> _Result:
    """The result of a money call whose last byte has left.

    Raises RefusedError only when the service says so without any sign of a booking, NeverReadError when
    something before the script proves that it never had the request, and UnreadableAnswerError for everything
    else that is not a settled result.
    """
    not_taken = _not_taken(reply, question, answer)
    if not_taken is not None:
        raise not_taken
    is_created = answer is BookingResult and reply.http_status == _CREATED
    if reply.flaw or not reply.body.strip():
        cause = reply.flaw or mark("it is empty")
        is_sold = is_created and (reply.is_cut or not reply.flaw) and not _speaks_against(reply, question)
        raise _unreadable(reply, question, cause, says_success=is_sold)
    fields = _object_of(reply, question, is_alone=True)
    found = money_fields(fields, answer)
    if any(is_foreign({"request_id": each}, question.request_id) for each in found.echoes):
        raise _unreadable(reply, question, mark("it answers another request"), fields)
    if reply.http_status in _SETTLING and _is_settling(found, question):
        with suppress(ValidationError):
            # Nearly always nothing has to be left out.
            return answer.model_validate(found.flat)
        try:
            return settled(answer, found.flat)
        except ShapeError as error:
            raise _unreadable(reply, question, message_of(error), fields, says_success=True) from None
    if _refuses(reply, question, found):
        raise refusal(reply.http_status, fields, question.key, is_boat=question.is_boat)
    raise _neither(reply, question, found)


def _is_settling(found: MoneyFields, question: ExpectedAnswer) -> bool:
    """Whether an answer with a settling HTTP status proves that it was done: one reference and nothing else.

    Without any word of success, the answer must not say anything else either.
    """
    code, words = said(found.flat, question.key)
    if len(found.references) != 1 or _OTHER_CALL.match(code or "") or _DENIAL.search(words or ""):
        return False
    if found.tenor is Tenor.SILENT:
        is_plain = found.flat.get("code") is None or isinstance(found.flat["code"], str)
        return is_plain and words is None and (code is None or is_settled_code(code))
    return found.tenor in {Tenor.YES, Tenor.HINT}


def _refuses(reply: HttpReply, question: ExpectedAnswer, found: MoneyFields) -> bool:
    """Whether a reply refuses by HTTP status and by itself, without any sign of a booking."""
    return (
        reply.http_status in _REFUSING
        and not (reply.http_status in _WAITED and is_bare(found.whole, reply.http_status))
        and not found.has_evidence
        and not has_yes(found.whole)
        and found.tenor is not Tenor.PENDING
        and not (bears_wall(reply) and is_bare(found.whole, reply.http_status))
        and _says_refusal(found.whole, question.key)
        and not _is_repetition(found, question)
    )


def _is_repetition(found: MoneyFields, question: ExpectedAnswer) -> bool:
    """Whether an answer says that the order was there before: an earlier copy of it may have been booked."""
    code, words = said(found.whole, question.key)
    return _REPETITION.search(f"{code or ''} {words or ''}") is not None


def _neither(reply: HttpReply, question: ExpectedAnswer, found: MoneyFields) -> UnreadableAnswerError:
    """The error for an answer that neither settles nor refuses, with all that it shows."""
    fields, is_good = found.whole, reply.http_status in _GOOD
    is_bare_of_service = is_bare(fields, reply.http_status)
    is_silent = is_good and found.tenor is Tenor.SILENT
    if is_bare_of_service and not found.has_evidence and (bears_wall(reply) or is_silent):
        return _unreadable(reply, question, _WALL, fields, signs=Signs(is_wall=True))
    if len(found.references) > 1:
        return _unreadable(reply, question, mark("it names two references"), fields)
    is_accepted = reply.http_status not in _SETTLING and _is_settling(found, question)
    if is_good and (found.tenor is Tenor.PENDING or is_accepted):
        signs = Signs(is_pending=True, reference=next(iter(found.references), ""))
        return _unreadable(reply, question, mark("it was taken in and is not settled"), fields, signs=signs)
    is_refusal = found.tenor is Tenor.NO and not found.has_evidence and not _is_repetition(found, question)
    if is_good and is_refusal:
        said_no = refusal(reply.http_status, fields, question.key, is_boat=question.is_boat)
        cause = mark("it refuses the request with an HTTP status of success")
        return _unreadable(reply, question, cause, fields, signs=Signs(refusal=said_no))
    code, words = said(fields, question.key)
    says_so = of_status(fields.get("status")) is Tenor.YES and reply.http_status in _SETTLING
    is_hint = found.tenor is Tenor.HINT and reply.http_status == _CREATED
    is_silent_beside = words is None or is_settled_code(code or "")
    is_done = found.tenor is Tenor.YES and says_so
    is_sold = not found.references and is_silent_beside and (is_done or is_hint)
    cause = mark("it holds no reference") if is_sold else mark("it neither settles nor refuses the request")
    return _unreadable(reply, question, cause, fields, says_success=is_sold)


def _not_taken(
    reply: HttpReply, question: ExpectedAnswer, answer: type[BookingResult | CancellationResult]
) -> NeverReadError | None:
    """The proof that the script never had the request: a limit of its size, or another address.

    A refusal of the service itself with HTTP 413 is one; and nothing counts beside a sign of a booking.
    """
    redirect = reply.redirect
    is_moved = redirect is not None and redirect.is_elsewhere
    is_limit = reply.http_status == TOO_LARGE or (is_body_limit(reply) and not reply.flaw)
    if not (is_moved or is_limit) or _shows_booking(reply, answer):
        return None
    if redirect is not None and is_moved:
        address = hidden_in(redirect.address, question.key)
        cause = mark("the address of the service has moved to {address}", address=address)
        return NeverReadError(cause, moved_to=address)
    if reply.http_status == TOO_LARGE and _is_refusal_of_service(reply, question):
        return None
    return NeverReadError(mark("it is too large for the service"), is_too_large=True)


def _shows_booking(reply: HttpReply, answer: type[BookingResult | CancellationResult]) -> bool:
    """Whether a reply holds a sign of a booking, or says yes, wherever it stands."""
    fields = _loose_object(reply)
    if fields is None:
        return evidence_in_text(reply.body, answer)
    return money_fields(fields, answer).has_evidence or has_yes(fields)


def _is_refusal_of_service(reply: HttpReply, question: ExpectedAnswer) -> bool:
    fields = _loose_object(reply)
    return fields is not None and _says_refusal(fields, question.key)


def _loose_object(reply: HttpReply) -> dict[str, Json] | None:
    """The object in a reply, or None."""
    try:
        return _only_object(decoded(reply.body).value)
    except UnreadableBodyError:
        return None


def early_verdict(reply: HttpReply, question: ExpectedAnswer) -> RefusedError | None:
    """The refusal that came before the request was complete, or None when the reply is no refusal."""
    try:
        fields = _object_of(reply, question)
    except UnreadableAnswerError:
        return None
    if reply.flaw or reply.http_status not in _REFUSING or has_yes(fields):
        return None
    return refusal(reply.http_status, fields, question.key, is_boat=question.is_boat)


def read_verdict(reply: HttpReply, question: ExpectedAnswer, shape: Callable[[Decoded], _Answer]) -> _Answer:
    """The answer of a call that reads. Raises RefusedError or UnreadableAnswerError."""
    if reply.flaw:
        raise _unreadable(reply, question, reply.flaw)
    if reply.redirect is not None:
        raise _redirected(reply, question)
    try:
        found = _decoded_to_the_end(reply.body)
    except UnreadableBodyError as error:
        raise _no_json(reply, question, error) from None
    fields = _only_object(found.value)
    if fields is not None:
        _check_words(reply, question, fields)
    elif reply.http_status not in _GOOD:
        raise _unreadable(reply, question, mark("it is not a JSON object"))
    try:
        return shape(found)
    except ShapeError as error:
        if fields is not None and "status" not in fields and bears_wall(reply):
            raise _unreadable(reply, question, _WALL, fields, signs=_PASSING_WALL) from None
        raise _unreadable(reply, question, message_of(error)) from None


def _decoded_to_the_end(body: bytes) -> Decoded:
    """A reading, also one without its last brace: scripts count a byte too few into the length they announce.

    Only where the data is the last field and came to its own end: a list that was cut off has none. Raises
    UnreadableBodyError.
    """
    try:
        return decoded(body)
    except UnreadableBodyError:
        with suppress(UnreadableBodyError):
            found = decoded(body.rstrip() + b"}")
            if is_object(found.value) and list(found.value)[-1:] == ["data"]:
                return found
        raise


def _check_words(reply: HttpReply, question: ExpectedAnswer, fields: dict[str, Json]) -> None:
    """Raises RefusedError or UnreadableAnswerError for the answer to a reading that says no."""
    if is_foreign(fields, question.request_id):
        raise _unreadable(reply, question, mark("it answers another request"))
    if reply.http_status in _GOOD and not _says_otherwise(fields):
        return
    if "status" not in fields and bears_wall(reply):
        raise _unreadable(reply, question, _WALL, fields, signs=_PASSING_WALL)
    raise _refused(reply, question, fields)


def _redirected(reply: HttpReply, question: ExpectedAnswer) -> UnreadableAnswerError:
    """The error for a redirect, which is never followed: the key goes nowhere else."""
    address = hidden_in(reply.redirect.address, question.key) if reply.redirect else ""
    if reply.redirect and reply.redirect.is_interface:
        cause = mark("the address of the service has moved to {address}", address=address)
        return _unreadable(reply, question, cause, signs=Signs(moved_to=address))
    return _unreadable(reply, question, mark("it leads to {address}", address=address))


def _no_json(reply: HttpReply, question: ExpectedAnswer, error: UnreadableBodyError) -> UnreadableAnswerError:
    """The error for a reply that is no JSON: a wall, a page, or nothing may pass by itself."""
    if bears_wall(reply):
        return _unreadable(reply, question, _WALL, signs=_PASSING_WALL)
    may_pass = reply.http_status in _GOOD and (not reply.body.strip() or is_page(reply))
    return _unreadable(reply, question, message_of(error), signs=Signs(may_pass=may_pass))


def _speaks_against(reply: HttpReply, question: ExpectedAnswer) -> bool:
    """Whether the beginning of a 201 that was cut off names another request, or a status other than success.

    A 201 without more counts as a sale: the status itself reports that something was created, and the
    connection carries a single order. Mixed-up answers would need a proxy that also cuts them off; and if the
    outcome counted as unknown, a person could record a sale as not sold.
    """
    text = reply.body.decode("utf-8", "replace")
    echo = _ECHO.search(text)
    if echo is not None and is_foreign({"request_id": echo[1]}, question.request_id):
        return True
    told: list[tuple[str, Json]] = [(name, json.loads(value)) for name, value in _STATUS.findall(text)]
    is_other_code = any(
        name == "code" and isinstance(value, str) and not is_settled_code(value) for name, value in told
    )
    tenors = {tenor_of({name: value}) for name, value in told}
    return is_other_code or not tenors <= {Tenor.YES, Tenor.HINT, Tenor.SILENT}


def _refused(reply: HttpReply, question: ExpectedAnswer, fields: dict[str, Json]) -> PartnerError:
    if reply.http_status in _GOOD or reply.http_status >= _REFUSING.start:
        return refusal(reply.http_status, fields, question.key, is_boat=question.is_boat)
    return _unreadable(reply, question, mark("it is none of the answers of the interface"), fields)


def _object_of(reply: HttpReply, question: ExpectedAnswer, *, is_alone: bool = False) -> dict[str, Json]:
    """The object of a reply. `is_alone`: only notices and marks of a script may stand around it."""
    try:
        found = decoded(reply.body)
    except UnreadableBodyError as error:
        if is_of_host(reply):
            cause = _WALL if bears_wall(reply) else _HOST
            raise _unreadable(reply, question, cause, signs=Signs(is_wall=True)) from None
        raise _unreadable(reply, question, message_of(error)) from None
    if found.is_spoiled:
        spoil = spoil_in(found.value)
        raise _unreadable(
            reply, question, mark("it {reason}", reason=spoil.reason) if spoil else mark("it is spoiled")
        )
    fields = _only_object(found.value)
    if fields is None:
        raise _unreadable(reply, question, mark("it is not a JSON object"))
    if is_alone and not is_notice(found.around):
        raise _unreadable(reply, question, mark("other words stand around it"), fields)
    if is_foreign(fields, question.request_id):
        raise _unreadable(reply, question, mark("it answers another request"), fields)
    return fields


def _only_object(value: Json) -> dict[str, Json] | None:
    """The object that an answer is, bare or as the only one in a list; else None."""
    if is_array(value) and len(value) == 1:
        value = value[0]
    return value if is_object(value) else None


def _unreadable(
    reply: HttpReply,
    question: ExpectedAnswer,
    cause: Wording,
    fields: dict[str, Json] | None = None,
    *,
    says_success: bool = False,
    signs: Signs | None = None,
) -> UnreadableAnswerError:
    code, words = said(fields, question.key) if fields is not None else (None, None)
    text = hidden_in(reply.body[: 4 * LONGEST_EXCERPT].decode("utf-8", "replace"), question.key)
    return UnreadableAnswerError(
        cause,
        http_status=reply.http_status,
        money_may_have_moved=question.moves_money,
        says_success=says_success,
        body_excerpt=text[:LONGEST_EXCERPT],
        code=code,
        words=words,
        signs=signs or Signs(),
    )


def _says_refusal(fields: dict[str, Json], key: ApiKey) -> bool:
    """Whether an answer says itself that it refuses: by its status, a code, words, or a partner's flag.

    The HTTP status alone may be that of somebody between the service and the counter.
    """
    return any(said(fields, key)) or _says_otherwise(fields)


def _says_otherwise(fields: dict[str, Json]) -> bool:
    """Whether an answer says no, or nothing and reports a disabled partner.

    A status in words that are not known is no yes.
    """
    tenor = tenor_of(fields)
    if tenor is Tenor.SILENT:
        return is_disabled(fields)
    return tenor in {Tenor.NO, Tenor.PENDING} or (tenor is Tenor.UNCLEAR and not has_yes(fields))
