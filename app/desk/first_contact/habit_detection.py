"""The habits of a service, by the names under which the practice service can take them on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from app.api.messages.answer_fields import Json
from app.api.messages.json_decoding import is_object
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
    yield from _of_transport(reading)
    if reading.how in HABITS:
        yield HABITS[reading.how]
    for counts in (reading.envelope.counts, reading.fields.counts):
        for path, count in counts.items():
            yield from _of_field(path, count)
    yield from _of_envelope(reading)
    if reading.is_list:
        yield from _of_list(reading)
    else:
        yield from _of_whole(reading)


def _of_field(path: str, count: FieldCount) -> Iterator[str]:
    if not count.kind:
        return
    for name in count.spellings:
        if name in HABITS:
            yield HABITS[name]
    is_describing = count.kind == "text" and not path.endswith(("reason", "price_unit", "short_description"))
    is_split = "string for list" in count.spellings
    if "empty text" in count.spellings and not (is_describing or is_split):
        yield "empty-text"
    if "empty list" in count.spellings and count.kind != "list":
        yield "empty-array"
    if not count.spellings.keys().isdisjoint({"number as text", "float noise as text"}):
        is_amount = count.kind == "amount" and not path.endswith("percentage")
        yield "amounts-as-text" if is_amount else "numbers-as-text"
    if "number for text" in count.spellings and path.endswith(_DIGIT_TEXTS):
        yield "numeric-reference"
    if path.endswith(_FARES) and "zero" in count.spellings:
        yield "zero-for-nothing"


def _of_envelope(reading: StudiedReading) -> Iterator[str]:
    value = reading.raw.value
    if not is_object(value):
        return
    code = value.get("code")
    if "status" not in value:
        if isinstance(value.get("success"), bool):
            yield "success-flag"
        elif "error" in value:
            yield "error-zero"
        elif code is not None:
            yield "code-alone"
    elif is_number(code):
        yield "code-200"


def _of_list(reading: StudiedReading) -> Iterator[str]:
    value, status = reading.raw.value, reading.last.http_status if reading.last else 0
    if status == _NOT_FOUND and is_object(value):
        yield "empty-is-404"
    elif reading.reading.is_empty_day and is_object(value) and value.get("data", ()) is None:
        yield "empty-is-null"
    written = [repr(each) for each in reading.entries if each is not None]
    if len(set(written)) < len(written):
        yield "item-twice"
    if None in reading.entries:
        yield "null-items"


def _of_whole(reading: StudiedReading) -> Iterator[str]:
    counts = reading.fields.counts
    credit = counts.get("data.credit_facility")
    currency = counts.get("data.financial_balances.currency")
    if credit and credit.spellings["null"]:
        yield "no-credit"
    if currency and currency.of and not currency.present:
        yield "no-currency"
    if "data.traveler_manifest[].id" in counts:
        yield "plain-ids"


def _of_transport(reading: StudiedReading) -> Iterator[str]:
    if reading.last is None:
        return
    headers, value = reading.last.headers, reading.raw.value
    encoding = headers.get("content-encoding", "").strip().casefold()
    if encoding in ("gzip", "x-gzip", "deflate"):
        yield "gzip-unasked"
    elif encoding:
        yield "encoding-none"
    if value is not None and "html" in headers.get("content-type", "").casefold():
        yield "html-type"
    if is_object(value) and _says_no(value):
        if reading.last.http_status in _SERVER_ERRORS:
            yield "refuse-with-500"
        elif reading.last.http_status in _SUCCESSES:
            yield "refuse-with-200"


def _says_no(fields: Mapping[str, Json]) -> bool:
    """Whether an answer refuses by its own words."""
    has_error = "error" in fields and spelling(fields["error"], "verdict") == "1 for success"
    verdict = fields.get("status", fields.get("success"))
    return has_error or spelling(verdict, "verdict") == "a word that says no"
