"""The habits of a service, by the names under which the practice service can take them on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from app.api.messages.answer_fields import Json
from app.api.messages.json_decoding import is_object
from app.api.wire.transport import HttpReply
from app.desk.first_contact.field_counts import FieldCount
from app.desk.first_contact.raw_answer import is_number
from app.desk.first_contact.spelling import HABITS, spelling
from app.desk.first_contact.studied import StudiedReading

_BY_DRESS: Mapping[str, str] = {
    "not UTF-8": "latin1-byte",
    "byte order mark before": "byte-order-mark",
    "text before the JSON": "notice-before",
    "text behind the JSON": "comment-behind",
    "line breaks as they are in texts": "raw-newlines",
    "JSON in a text": "body-in-text",
}
_DIGIT_TEXTS = ("reference", "tenant_id", "journal_entry_id")
_FARES = ("offer_price", "net_price", "availability_fare")
_NOT_FOUND, _SUCCESSES, _SERVER_ERRORS = 404, range(200, 300), range(500, 600)


def habits_of(readings: Iterable[StudiedReading]) -> list[str]:
    """The names of all habits that show in the readings, in the order of the alphabet."""
    found = {name for each in readings for name in _of_reading(each)}
    if "numbers-as-text" in found or "grouped-amounts" in found:
        found.discard("amounts-as-text")
    return sorted(found)


def _of_reading(reading: StudiedReading) -> Iterator[str]:
    yield from (_BY_DRESS[each] for each in reading.raw.dress if each in _BY_DRESS)
    if reading.how in HABITS:
        yield HABITS[reading.how]
    for counts in (reading.envelope.counts, reading.fields.counts):
        for path, count in counts.items():
            yield from _of_field(path, count)
    value = reading.raw.value
    shown = _of_list(reading, value) if reading.is_list else _of_whole(reading.fields.counts)
    if is_object(value):
        shown |= _of_envelope(value)
    if reading.last is not None:
        shown |= _of_transport(reading.last, value)
    yield from (name for name, is_so in shown.items() if is_so)


def _of_field(path: str, count: FieldCount) -> Iterator[str]:
    names = count.spellings.keys()
    if not count.kind:
        return
    yield from (HABITS[name] for name in names if name in HABITS)
    is_describing = count.kind == "text" and not path.endswith(("reason", "price_unit", "short_description"))
    is_amount = count.kind == "amount" and not path.endswith("percentage")
    is_text = not names.isdisjoint({"number as text", "float noise as text"})
    shown = {
        "empty-text": "empty text" in names and not is_describing and "string for list" not in names,
        "empty-array": "empty list" in names and count.kind != "list",
        "amounts-as-text": is_text and is_amount,
        "numbers-as-text": is_text and not is_amount,
        "numeric-reference": "number for text" in names and path.endswith(_DIGIT_TEXTS),
        "zero-for-nothing": "zero" in names and path.endswith(_FARES),
    }
    yield from (name for name, is_so in shown.items() if is_so)


def _of_envelope(fields: Mapping[str, Json]) -> dict[str, bool]:
    is_flag, has_error = isinstance(fields.get("success"), bool), "error" in fields
    code, is_bare = fields.get("code"), "status" not in fields
    return {
        "success-flag": is_bare and is_flag,
        "error-zero": is_bare and has_error and not is_flag,
        "code-alone": is_bare and code is not None and not has_error and not is_flag,
        "code-200": not is_bare and is_number(code),
    }


def _of_list(reading: StudiedReading, value: Json) -> dict[str, bool]:
    fields = value if is_object(value) else {}
    is_missing = bool(fields and reading.last and reading.last.http_status == _NOT_FOUND)
    written = [repr(each) for each in reading.entries if each is not None]
    return {
        "empty-is-404": is_missing,
        "empty-is-null": reading.reading.is_empty_day and not is_missing and fields.get("data", ()) is None,
        "item-twice": len(set(written)) < len(written),
        "null-items": None in reading.entries,
    }


def _of_whole(counts: Mapping[str, FieldCount]) -> dict[str, bool]:
    credit, currency = counts.get("data.credit_facility"), counts.get("data.financial_balances.currency")
    return {
        "no-credit": bool(credit and credit.spellings["null"]),
        "no-currency": bool(currency and currency.of and not currency.present),
        "plain-ids": "data.traveler_manifest[].id" in counts,
    }


def _of_transport(reply: HttpReply, value: Json) -> dict[str, bool]:
    coding = reply.headers.get("content-encoding", "").strip().casefold()
    is_packed = coding in {"gzip", "x-gzip", "deflate"}
    says_no = is_object(value) and (
        spelling(value.get("error"), "verdict") == "1 for success"
        or spelling(value.get("status", value.get("success")), "verdict") == "a word that says no"
    )
    return {
        "gzip-unasked": is_packed,
        "encoding-none": bool(coding) and not is_packed,
        "html-type": value is not None and "html" in reply.headers.get("content-type", "").casefold(),
        "refuse-with-500": says_no and reply.http_status in _SERVER_ERRORS,
        "refuse-with-200": says_no and reply.http_status in _SUCCESSES,
    }
