"""Whether an answer says yes or no, in whatever words a script has for it: one table for all envelopes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from enum import StrEnum

from app.api.messages.answer_fields import Json
from app.api.messages.json_decoding import is_array, is_object


class Tenor(StrEnum):
    """What the fields around an answer say of the request."""

    YES = "yes"
    """It was done, in so many words."""
    HINT = "hint"
    """Most likely yes: a number, or an error that is none; something else must bear it out."""
    NO = "no"
    PENDING = "pending"
    """It was taken in, and is not done yet."""
    UNCLEAR = "unclear"
    """Two opposites, or a status in words that are not known."""
    SILENT = "silent"


_YES = frozenset(
    {"success", "successful", "successfully", "succeeded", "ok", "okay", "200 ok", "true", "yes", "done"}
    | {"complete", "completed", "confirmed", "booked", "settled", "created", "201 created"}
)
_HINT = frozenset({"1", "y", "s"})
_NO = frozenset(
    {"error", "errors", "err", "e", "fail", "fails", "failed", "failure", "f", "false", "0", "no", "n", "ko"}
    | {"nok", "not ok", "reject", "rejected", "refused", "denied", "access denied", "declined", "invalid"}
    | {"unsuccessful", "exception", "unauthorized", "unauthorised", "forbidden", "not found", "bad request"}
    | {"sold out", "not available"}
)
_PENDING = frozenset(
    {"accepted", "queued", "initiated", "waiting", "hold", "on hold", "submitted", "received", "requested"}
    | {"provisional", "inprogress", "in progress", "in process", "under process"}
)
_PENDING_STEMS = frozenset({"pending", "processing", "awaiting"})
"""Words that make a longer status a pending one, such as "payment pending"."""
_NO_ERROR = frozenset({"", "0", "00", "000", "no", "none", "null", "false", "no error", "no errors", "200"})

_FAILING = frozenset(
    {"error", "fail", "failed", "failure", "rejected", "declined", "denied", "insufficient", "invalid", "not"}
)
_NONE = frozenset({"no", "without", "zero"})
"""In front of an error: then there is none."""

_STATUS_NAMES = frozenset({"status", "requeststatus", "responsestatus", "resultstatus"})
_FLAG_NAMES = frozenset({"success", "issuccess", "ok"})
_RESULT_NAMES = frozenset({"result", "response"})
"""A number there may be one of results."""
_CODE_NAMES = frozenset({"code", "statuscode", "httpcode", "responsecode"})
_ERROR_NAMES = frozenset(
    {
        "error",
        "err",
        "errors",
        "iserror",
        "haserror",
        "errorcode",
        "errormessage",
        "errormsg",
        "errordescription",
    }
)
_MESSAGE_NAMES = frozenset({"msg", "message"})
_GAPS = re.compile(r"[\s_-]+")
_GOOD, _BAD = range(200, 300), range(400, 600)
_LONGEST_WORD = 60


def says_yes(fields: Mapping[str, Json]) -> bool | None:
    """True for a word or flag of success, False for one of refusal, None when there is neither."""
    tenor = tenor_of(fields)
    return True if tenor in {Tenor.YES, Tenor.HINT} else False if tenor is Tenor.NO else None


def tenor_of(fields: Mapping[str, Json]) -> Tenor:
    """What the fields around an answer say together; its data is not looked into."""
    return together(_tenors(fields))


def has_yes(fields: Mapping[str, Json]) -> bool:
    """Whether one of these fields says yes in so many words, whatever the others say."""
    return Tenor.YES in _tenors(fields)


def together(tenors: Iterable[Tenor]) -> Tenor:
    """What several say: opposites are unclear.

    A status counts more than a number or a missing error beside it: scripts repeat the HTTP status there.
    """
    found = frozenset(tenors)
    if Tenor.UNCLEAR in found or (Tenor.NO in found and found & {Tenor.YES, Tenor.PENDING}):
        return Tenor.UNCLEAR
    order = (Tenor.NO, Tenor.PENDING, Tenor.YES, Tenor.HINT)
    return next((each for each in order if each in found), Tenor.SILENT)


def _tenors(fields: Mapping[str, Json]) -> Iterator[Tenor]:
    for field, value in fields.items():
        name = _GAPS.sub("", field.casefold())
        if name in _STATUS_NAMES:
            yield tenor_of(value) if is_object(value) else of_status(value)
        elif name in _FLAG_NAMES:
            yield _known(_word(value))
        elif name in _RESULT_NAMES:
            yield _known(_word(value)) if isinstance(value, (bool, str)) else Tenor.SILENT
        elif name in _CODE_NAMES:
            yield _of_code(_word(value))
        elif name in _ERROR_NAMES:
            yield _of_error(value)
        elif name in _MESSAGE_NAMES:
            tenor = _known(_word(value))
            # A number among words tells nothing.
            yield tenor if tenor in {Tenor.YES, Tenor.NO} and not _is_number(value) else Tenor.SILENT


def of_status(value: Json) -> Tenor:
    """The tenor of a status: a word that is not known is no yes, whatever stands beside it."""
    word = _word(value)
    if not word:
        return (
            Tenor.UNCLEAR if value and value not in ([], {}) and not isinstance(value, str) else Tenor.SILENT
        )
    found = _of_number(word) if word.isdecimal() and len(word) > 1 else _known(word)
    return Tenor.UNCLEAR if found is Tenor.SILENT else found


def _of_code(word: str) -> Tenor:
    """The tenor of a code: a number like an HTTP status, or a plain word; other codes only describe."""
    if word.isdecimal():
        return _of_number(word)
    parts = frozenset(word.split())
    if parts & _FAILING and not parts & _NONE:
        return Tenor.NO
    return _known(word) if len(word) > 1 else Tenor.SILENT


def _of_error(value: Json) -> Tenor:
    """The tenor of an error: one that is empty, 0 or "OK" is none."""
    word = _word(value)
    if is_object(value) or is_array(value):
        return Tenor.NO if value else Tenor.HINT
    return Tenor.HINT if word in _NO_ERROR or word in _YES - {"true", "yes"} else Tenor.NO


def _of_number(word: str) -> Tenor:
    number = int(word[:9])
    if number in _GOOD:
        return Tenor.HINT
    return Tenor.NO if number in _BAD else Tenor.SILENT


def _known(word: str) -> Tenor:
    if word in _YES:
        return Tenor.YES
    if word in _NO:
        return Tenor.NO
    if word in _PENDING or _PENDING_STEMS & set(word.split()):
        return Tenor.PENDING
    return Tenor.HINT if word in _HINT else Tenor.SILENT


def _word(value: Json) -> str:
    """A simple value as one word in lower case, a long text cut; empty for all else."""
    if isinstance(value, bool):
        return str(value).casefold()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return str(value).removesuffix(".0").casefold()
    return _GAPS.sub(" ", value[:_LONGEST_WORD]).strip(" .!").casefold() if isinstance(value, str) else ""


def _is_number(value: Json) -> bool:
    return not isinstance(value, str) or value.strip().isdecimal()
