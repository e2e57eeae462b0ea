"""Classifies replies: what one proves for a call that moves money, and for one that reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import ValidationError

from app.api.messages.answer_fields import Json
from app.api.messages.api_key import ApiKey
from app.api.messages.booking_answers import BookingResult, CancellationResult
from app.api.messages.error_body import hidden_in, is_disabled, refusal, said
from app.api.messages.errors import PartnerError, RefusedError, UnreadableAnswerError
from app.api.messages.json_decoding import (
    Decoded,
    UnreadableBodyError,
    decoded,
    is_array,
    is_object,
    spoil_in,
)
from app.api.messages.parsing import ShapeError, path_of, reasons
from app.api.wire.transport import HttpReply
from app.core.language import Wording, mark, message_of

LONGEST_EXCERPT = 500

# In an answer that was cut off, only complete fields count.
_ECHO = re.compile(r'"request_id"\s*:\s*"([^"\\]*)"')
_STATUS = re.compile(r'^\s*\{\s*"status"\s*:\s*"([^"\\]*)"')

_Answer = TypeVar("_Answer")
_Result = TypeVar("_Result", bound=BookingResult | CancellationResult)

_CREATED = 201
_SETTLING = frozenset({200, 201})
_GOOD = range(200, 300)
_REFUSING = range(400, 500)
_EVIDENCE = {
    BookingResult: frozenset({"booking_ref", "booking_reference", "booking_id", "pnr"}),
    CancellationResult: frozenset({"refund_reference"}),
}


@dataclass(frozen=True, slots=True)
class ExpectedAnswer:
    """The call that a reply answers."""

    key: ApiKey
    is_boat: bool
    request_id: str | None = None
    moves_money: bool = False


def money_verdict(reply: HttpReply, question: ExpectedAnswer, answer: type[_Result]) -> _Result:
    """The result of a money call whose last byte has left.

    Raises RefusedError only when the service says so without any sign of a booking, and
    UnreadableAnswerError for everything else that is not a settled result.
    """
    is_created = answer is BookingResult and reply.http_status == _CREATED
    if reply.flaw or not reply.body.strip():
        cause = reply.flaw or mark("it is empty")
        is_sold = is_created and (reply.is_cut or not reply.flaw) and not _speaks_against(reply, question)
        raise _unreadable(reply, question, cause, says_success=is_sold)
    fields = _object_of(reply, question)
    if reply.http_status in _SETTLING and _says_success(fields):
        try:
            return settled_result(answer, fields)
        except ShapeError as error:
            raise _unreadable(reply, question, message_of(error), fields, says_success=True) from None
    may_refuse = reply.http_status in _REFUSING and _says_refusal(fields, question.key)
    if may_refuse and not _says_success(fields) and not _has(fields, _EVIDENCE[answer]):
        raise refusal(reply.http_status, fields, question.key, is_boat=question.is_boat)
    raise _unreadable(reply, question, mark("it neither settles nor refuses the request"), fields)


def settled_result(answer: type[_Result], fields: dict[str, Json]) -> _Result:
    """The result of a money call; fields that cannot be read are left out and named in `unread`.

    Raises ShapeError when the reference itself cannot be read.
    """
    fields = {name: value for name, value in fields.items() if name != "unread"}
    unread: list[str] = []
    while True:
        try:
            return answer.model_validate({**fields, "unread": tuple(unread)})
        except ValidationError as error:
            for each in error.errors(include_url=False, include_context=False, include_input=False):
                unread.append(path_of(each["loc"]))
                fields = _without(fields, each["loc"], error)


def early_verdict(reply: HttpReply, question: ExpectedAnswer) -> RefusedError | None:
    """The refusal that came before the request was complete, or None when the reply is no refusal."""
    try:
        fields = _object_of(reply, question)
    except UnreadableAnswerError:
        return None
    if reply.flaw or reply.http_status not in _REFUSING or _says_success(fields):
        return None
    return refusal(reply.http_status, fields, question.key, is_boat=question.is_boat)


def read_verdict(reply: HttpReply, question: ExpectedAnswer, shape: Callable[[Decoded], _Answer]) -> _Answer:
    """The answer of a call that reads. Raises RefusedError or UnreadableAnswerError."""
    if reply.flaw:
        raise _unreadable(reply, question, reply.flaw)
    try:
        found = decoded(reply.body)
    except UnreadableBodyError as error:
        raise _unreadable(reply, question, message_of(error)) from None
    fields = found.value
    if not is_object(fields):
        raise _unreadable(reply, question, mark("it is not a JSON object"))
    if _is_foreign(fields, question):
        raise _unreadable(reply, question, mark("it answers another request"))
    if reply.http_status not in _GOOD or _says_otherwise(fields):
        raise _refused(reply, question, fields)
    try:
        return shape(found)
    except ShapeError as error:
        raise _unreadable(reply, question, message_of(error)) from None


def _speaks_against(reply: HttpReply, question: ExpectedAnswer) -> bool:
    """Whether the beginning of a 201 that was cut off names another request, or a status other than success.

    A 201 without more counts as a sale: the status itself reports that something was created, and the
    connection carries a single order. Mixed-up answers would need a proxy that also cuts them off; and if the
    outcome counted as unknown, a person could record a sale as not sold.
    """
    text = reply.body.decode("utf-8", "replace")
    echo, status = _ECHO.search(text), _STATUS.search(text)
    is_foreign = echo is not None and echo[1] != "" and echo[1] != question.request_id
    return is_foreign or (status is not None and status[1].strip().casefold() != "success")


def _refused(reply: HttpReply, question: ExpectedAnswer, fields: dict[str, Json]) -> PartnerError:
    if reply.http_status in _GOOD or reply.http_status >= _REFUSING.start:
        return refusal(reply.http_status, fields, question.key, is_boat=question.is_boat)
    return _unreadable(reply, question, mark("it is none of the answers of the interface"), fields)


def _object_of(reply: HttpReply, question: ExpectedAnswer) -> dict[str, Json]:
    try:
        found = decoded(reply.body)
    except UnreadableBodyError as error:
        raise _unreadable(reply, question, message_of(error)) from None
    if found.is_spoiled:
        spoil = spoil_in(found.value)
        raise _unreadable(
            reply, question, mark("it {reason}", reason=spoil.reason) if spoil else mark("it is spoiled")
        )
    if not is_object(found.value):
        raise _unreadable(reply, question, mark("it is not a JSON object"))
    if _is_foreign(found.value, question):
        raise _unreadable(reply, question, mark("it answers another request"), found.value)
    return found.value


def _unreadable(
    reply: HttpReply,
    question: ExpectedAnswer,
    cause: Wording,
    fields: dict[str, Json] | None = None,
    *,
    says_success: bool = False,
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
    )


def _says_success(fields: dict[str, Json]) -> bool:
    status = fields.get("status")
    return isinstance(status, str) and status.strip().casefold() == "success"


def _says_refusal(fields: dict[str, Json], key: ApiKey) -> bool:
    """Whether an answer says itself that it refuses: by its status, a code, words, or a partner's flag.

    The HTTP status alone may be that of somebody between the service and the counter.
    """
    return any(said(fields, key)) or _says_otherwise(fields)


def _says_otherwise(fields: dict[str, Json]) -> bool:
    """Whether the status is not success, or there is none and the answer reports a disabled partner."""
    if "status" not in fields:
        return is_disabled(fields)
    return isinstance(fields["status"], str) and not _says_success(fields)


def _is_foreign(fields: dict[str, Json], question: ExpectedAnswer) -> bool:
    """Whether an answer names another request than this one."""
    echo = fields.get("request_id")
    return question.request_id is not None and echo not in (None, "") and str(echo) != question.request_id


def _has(value: Json, names: frozenset[str]) -> bool:
    """Whether a non-empty field with one of these names is anywhere in the value."""
    if is_object(value):
        return any(
            (name.casefold() in names and each not in (None, "", [], {})) or _has(each, names)
            for name, each in value.items()
        )
    return is_array(value) and any(_has(each, names) for each in value)


def _without(fields: dict[str, Json], place: Sequence[str | int], error: ValidationError) -> dict[str, Json]:
    """The fields without the one at a place. Raises ShapeError when it was needed."""
    name = str(place[0])
    inner = fields.get(name)
    if len(place) > 1 and is_object(inner):
        return {**fields, name: _without(inner, place[1:], error)}
    if name not in fields or name in {"status", "booking_ref", "refund_reference"}:
        raise ShapeError(reasons(error)) from None
    return {each: value for each, value in fields.items() if each != name}
