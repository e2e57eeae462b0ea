"""Habits: the same truth as a less careful script writes it, such as "1,250.00" for an amount.

Each habit changes an answer and nothing else; the world behind it stays. Several are applied in the order of
`HABITS`, whatever the order in which they are asked for: what an item holds and how texts, numbers, flags and
dates are written, then lists, the envelope and its status, and last the bytes and headers.
"""

from __future__ import annotations

import gzip
import html
import re
from base64 import b64encode
from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from itertools import chain
from math import nextafter
from types import MappingProxyType
from typing import cast

from app.practice.protocol.json import Json, encoded
from app.practice.service.exchange import ServiceReply
from app.practice.world.identity import SERVICE_ZONE

_Fields = Mapping[str, Json]

_LISTS = frozenset({"content", "search_availability"})
_MONEY = frozenset({"create_booking", "cancel_booking"})
_WORDS = frozenset(
    {"title", "description", "short_description", "location", "inclusions", "exclusions", "boat_name"}
    | {"cancellation_summary", "trip_name", "label", "slot_label", "activity_name"}
)
_DAYS = frozenset({"date", "travel_date", "from", "to"})
_CLOCKS = frozenset({"departure_time", "return_time", "time_window"})
_OTHER_FLAGS = frozenset({"available", "catalog_price_is_summary"})
_OPEN_STATES = frozenset({"available", "active", "open"})
_STATES = frozenset({"inventory.status", "availability_status", "account_status"})
_IN_TEXT = frozenset({"gallery", "available_date_ranges", "rates", "metadata"})
_PNRS = frozenset({"booking_ref", "booking_reference"})
_IDS = frozenset(
    {"activity_id", "availability_id", "slot_id", "schedule_id", "boat_id", "trip_id", "passenger_id"}
)
_UUID = "5f0c2a6e-91d4-4b7f-8e3a-{:012x}"
_ZEROS = 12
_NUMBERED = frozenset({"refund_reference", "ledger_journal_entry_id", "journal_entry_id", "tenant_id"})

_GROUPED = re.compile(r"[\d,]+\.\d+", re.ASCII)
_STATE_WORD = re.compile(r"[A-Z]+(?:_[A-Z]+)*", re.ASCII)
_ISO_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)( 00:00:00)?", re.ASCII)
_TIME = re.compile(r"\b(\d\d):(\d\d):\d\d\b", re.ASCII)
_EARLY = re.compile(r"\b0?(\d{1,2}:\d\d)(?::\d\d)?\b", re.ASCII)
_NOON = 12
_ESCAPED_BREAK = re.compile(rb"(?<!\\)\\n")
_PICTURE = f'<p><img src="data:image/png;base64,{"iVBORw0K" * 7500}" alt=""></p>'
_ODD = 2_654_435_761
_NOTICE = (
    b'<br />\n<b>Warning</b>:  Undefined array key "gst" in '
    b"<b>/home/agent/public_html/api/common.php</b> on line <b>217</b><br />\n"
)
_COMMENT = b"\n<!-- Page generated in 0.213 seconds -->\n"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer before it is written; `refusal` is the HTTP status of a refusal, whatever is sent."""

    endpoint: str
    status: int
    fields: Json
    refusal: int = 0


@dataclass(frozen=True, slots=True)
class Habit:
    """What is said of it, how it changes an answer, and then the bytes."""

    says: str
    speak: Callable[[Answer], Answer] = lambda answer: answer
    write: Callable[[ServiceReply], ServiceReply] = lambda reply: reply


def chosen(names: Iterable[str]) -> tuple[Habit, ...]:
    """The habits of these names, in their order. Raises ValueError for a name that is none."""
    wanted = frozenset(names)
    if not wanted <= HABITS.keys():
        raise ValueError(f"no habit is called {', '.join(sorted(wanted - HABITS.keys()))}")
    return tuple(habit for name, habit in HABITS.items() if name in wanted)


def written(
    answer: Answer, habits: Collection[Habit], headers: Mapping[str, str] | None = None
) -> ServiceReply:
    """The answer as a service with these habits sends it."""
    for each in habits:
        answer = each.speak(answer)
    reply = ServiceReply(answer.status, encoded(answer.fields), headers or {})
    for each in habits:
        reply = each.write(reply)
    return reply


def as_known(body: Mapping[str, object], habits: Collection[Habit]) -> Mapping[str, object]:
    """A request whose reference and ids are those that the service has written otherwise, as they were.

    An id that is not exactly as it was written is none.
    """
    ref = body.get("booking_ref")
    if HABITS["numeric-reference"] in habits and isinstance(ref, str) and ref.isdecimal():
        body = {**body, "booking_ref": _in_letters(int(ref))}
    read = next((each for name, (_, each) in _NAMED_IDS.items() if HABITS[name] in habits), None)
    if read is None:
        return body
    ids = {name: read(each) for name, each in body.items() if name in _IDS}
    people = body.get("passenger_ids")
    if isinstance(people, list):
        ids["passenger_ids"] = [read(each) for each in cast("list[object]", people)]
    return {**body, **ids}


@cache
def _ticket() -> str:
    """2 MiB that packing hardly makes smaller, as of a ticket with pictures."""
    return b64encode(b"".join((each * _ODD % 2**32).to_bytes(4, "big") for each in range(2**19))).decode()


def _each(value: Json, change: Callable[[str, Json], Json], path: str = "") -> Json:
    """A value with each of its parts changed, the inner ones first; `rates[]` is an item of `rates`."""
    if isinstance(value, Mapping):
        value = {name: _each(each, change, f"{path}.{name}") for name, each in value.items()}
    elif isinstance(value, list | tuple):
        value = [_each(each, change, f"{path}[]") for each in value]
    return change(path, value)


def _values(
    change: Callable[[Json], Json], names: Collection[str] | None = None
) -> Callable[[Answer], Answer]:
    """A habit of the values, all of them or those of some names."""

    def of_one(path: str, value: Json) -> Json:
        return change(value) if names is None or _is_one_of(names, path) else value

    return lambda answer: replace(answer, fields=_each(answer.fields, of_one))


def _is_one_of(names: Collection[str], path: str) -> bool:
    above, _, name = path.rpartition(".")
    return name in names or f"{above.rpartition('.')[2]}.{name}" in names


def _texts(change: Callable[[str], Json], names: Collection[str]) -> Callable[[Answer], Answer]:
    return _values(lambda value: change(value) if isinstance(value, str) and value else value, names)


def _amounts(change: Callable[[Decimal], Json]) -> Callable[[Answer], Answer]:
    def of_one(path: str, value: Json) -> Json:
        if isinstance(value, Decimal) and not path.endswith("gst_percentage"):
            return change(value)
        return value

    return lambda answer: replace(answer, fields=_each(answer.fields, of_one))


def _signed(answer: Answer) -> Answer:
    """Each amount behind its sign, also one that is grouped already."""

    def of_one(path: str, value: Json) -> Json:
        is_amount = isinstance(value, Decimal) or (isinstance(value, str) and _GROUPED.fullmatch(value))
        return f"\u20b9 {value}" if is_amount and not path.endswith("gst_percentage") else value

    return replace(answer, fields=_each(answer.fields, of_one))


def _flags(yes: Json, no: Json) -> Callable[[Answer], Answer]:
    def of_one(path: str, value: Json) -> Json:
        name = path.rpartition(".")[2]
        is_flag = name.startswith("is_") or name in _OTHER_FLAGS
        return (yes if value else no) if is_flag and isinstance(value, int) else value

    return lambda answer: replace(answer, fields=_each(answer.fields, of_one))


def _states(yes: str, no: str) -> Callable[[Answer], Answer]:
    def of_one(state: str) -> str:
        is_word = _STATE_WORD.fullmatch(state.upper())
        return (yes if state.lower() in _OPEN_STATES else no) if is_word else state

    return _texts(of_one, _STATES)


def _fields(change: Callable[[_Fields], Json], endpoints: Collection[str]) -> Callable[[Answer], Answer]:
    """A habit of the outer fields of what succeeds, at some endpoints."""

    def speak(answer: Answer) -> Answer:
        is_meant = answer.endpoint in endpoints and not answer.refusal
        return replace(answer, fields=change(cast("_Fields", answer.fields))) if is_meant else answer

    return speak


def _lists(change: Callable[[list[Json]], Json]) -> Callable[[Answer], Answer]:
    """A habit of each list of objects."""

    def of_one(value: Json) -> Json:
        if isinstance(value, list) and any(isinstance(each, Mapping) for each in value):
            return change(value)
        return value

    return _values(of_one)


def _in_lower_case(answer: Answer) -> Answer:
    def of_one(path: str, value: Json) -> Json:
        is_name = path.endswith(("name", "ref", "reference", "_id"))
        is_word = isinstance(value, str) and _STATE_WORD.fullmatch(value) and not is_name
        return value.lower() if is_word and isinstance(value, str) else value

    return replace(answer, fields=_each(answer.fields, of_one))


def _nothing(spelt: Json) -> Callable[[Answer], Answer]:
    """Another value for null, and for what the table has a column for."""

    def of_one(value: Json) -> Json:
        if isinstance(value, Mapping):
            unstated = {"title": "short_description", "mrp_source": "price_unit"}
            absent = [name for near, name in unstated.items() if near in value and name not in value]
            return {**value, **dict.fromkeys(absent, spelt)}
        return spelt if value is None else value

    return _values(of_one)


def _success(yes: Json, no: Json, name: str = "status") -> Callable[[Answer], Answer]:
    """Other words for success and failure, under the name of status or another."""

    def speak(answer: Answer) -> Answer:
        kept = {each: value for each, value in cast("_Fields", answer.fields).items() if each != "status"}
        return replace(answer, fields={name: no if answer.refusal else yes, **kept})

    return speak


def _code_alone(answer: Answer) -> Answer:
    fields = dict(cast("_Fields", answer.fields))
    fields.pop("status", None)
    words = fields.pop("message", "Success")
    return replace(answer, fields={**fields, "code": str(answer.refusal or 200), "msg": words})


def _refusing(http_status: int) -> Callable[[Answer], Answer]:
    def speak(answer: Answer) -> Answer:
        if not answer.refusal:
            return answer
        return replace(
            answer, status=http_status, fields={**cast("_Fields", answer.fields), "status": "FAILED"}
        )

    return speak


def _empty_is_404(answer: Answer) -> Answer:
    if answer.endpoint not in _LISTS or answer.refusal or not _is_empty(answer.fields):
        return answer
    what = "activities" if cast("_Fields", answer.fields)["module"] == "ACTIVITY" else "boats"
    return Answer(answer.endpoint, 404, {"status": False, "message": f"No {what} were found"}, refusal=404)


def _is_empty(fields: Json) -> bool:
    return isinstance(fields, Mapping) and fields.get("data") == []


def _by_id(items: list[Json]) -> Json:
    named: dict[str, Json] = {}
    for each in filter(None, items):
        name = next((name for name in cast("_Fields", each) if name.endswith("_id")), None)
        if name is None:
            return items
        named[str(cast("_Fields", each)[name])] = each
    return named


def _php_float(amount: Decimal) -> Decimal:
    """What arithmetic in floats leaves of an amount, with all its digits."""
    return Decimal(format(nextafter(float(amount), 0.0), ".18g"))


def _as_number(reference: str) -> int:
    return int(reference, 36)


def _in_letters(number: int) -> str:
    digits = ""
    while number:
        number, last = divmod(number, 36)
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[last] + digits
    return digits


def _numeric(answer: Answer) -> Answer:
    named = _texts(_as_number, _PNRS)(answer)
    return _texts(lambda text: int("77" + re.sub(r"\D", "", text)), _NUMBERED)(named)


def _days(change: Callable[[str, str, str], Json]) -> Callable[[Answer], Answer]:
    """A habit of the dates, of year, month and day."""

    def of_one(text: str) -> Json:
        found = _ISO_DAY.fullmatch(text)
        return change(found[1], found[2], found[3]) if found else text

    return _texts(of_one, _DAYS)


def _day_before(year: str, month: str, day: str) -> str:
    """Midnight in India as the time in Greenwich."""
    if not int(year):
        return f"{year}-{month}-{day}"
    midnight = datetime(int(year), int(month), int(day), tzinfo=SERVICE_ZONE).astimezone(UTC)
    return f"{midnight:%Y-%m-%dT%H:%M:%S}.000000Z"


def _day_object(year: str, month: str, day: str) -> Json:
    midnight = f"{year}-{month}-{day} 00:00:00.000000"
    return {"date": midnight, "timezone_type": 3, "timezone": "Asia/Kolkata"}


def _am_pm(text: str) -> str:
    def twelve(found: re.Match[str]) -> str:
        hour = int(found[1])
        return f"{hour % _NOON or _NOON:02}:{found[2]} {'AM' if hour < _NOON else 'PM'}"

    return _TIME.sub(twelve, text)


def _hour_minute(text: str) -> Json:
    found = _TIME.fullmatch(text)
    return {"hour": int(found[1]), "minute": int(found[2])} if found else text


def _one_zero_date(value: Json) -> Json:
    """No first day of the first range."""
    ranges = value if isinstance(value, list) else []
    return [{**cast("_Fields", each), "from": "0000-00-00"} for each in ranges[:1]] + ranges[1:]


def _without(name: str) -> Callable[[Json], Json]:
    return lambda value: (
        {each: part for each, part in value.items() if each != name} if isinstance(value, Mapping) else value
    )


def _as_uuid(number: Json) -> Json:
    return _UUID.format(number) if type(number) is int else number


def _with_zeros(number: Json) -> Json:
    return f"{number:0{_ZEROS}}" if type(number) is int else number


def _of_uuid(given: object) -> object:
    number = re.fullmatch(_UUID[:24] + "([0-9a-f]{12})", str(given), re.ASCII)
    return int(number[1], 16) if number else f"?{given}"


def _of_zeros(given: object) -> object:
    is_ours = re.fullmatch(f"[0-9]{{{_ZEROS}}}", str(given), re.ASCII) and isinstance(given, str)
    return int(str(given)) if is_ours else f"?{given}"


def _plain_id(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {"id" if name == "passenger_id" else name: each for name, each in value.items()}
    return value


def _body(change: Callable[[bytes], bytes]) -> Callable[[ServiceReply], ServiceReply]:
    return lambda reply: replace(reply, body=change(reply.body))


def _header(name: str, value: str) -> Callable[[ServiceReply], ServiceReply]:
    return lambda reply: replace(reply, headers={**reply.headers, name: value})


def _zipped(reply: ServiceReply) -> ServiceReply:
    return _header("content-encoding", "gzip")(replace(reply, body=gzip.compress(reply.body, mtime=0)))


_NAMED_IDS: Mapping[str, tuple[Callable[[Json], Json], Callable[[object], object]]] = MappingProxyType(
    {"ids-as-uuid": (_as_uuid, _of_uuid), "ids-with-zeros": (_with_zeros, _of_zeros)}
)
"""How an id is written, and read again in a request."""

HABITS: Mapping[str, Habit] = MappingProxyType(
    {
        "ids-as-uuid": Habit("ids as 5f0c2a6e-91d4-...", _values(_as_uuid, _IDS)),
        "ids-with-zeros": Habit('ids as "000000000007"', _values(_with_zeros, _IDS)),
        "no-credit": Habit(
            "a wallet without a credit line: null", _values(lambda _: None, {"credit_facility"})
        ),
        "no-currency": Habit(
            "a wallet without a currency", _values(_without("currency"), {"financial_balances"})
        ),
        "plain-ids": Habit("travellers' numbers under the name id", _values(_plain_id)),
        "ticket-inside": Habit(
            "a sale's answer with the ticket, 2 MiB in base64",
            _fields(lambda fields: {**fields, "pdf_base64": _ticket()}, {"create_booking"}),
        ),
        "long-texts": Habit(
            "descriptions with a pasted picture of 60,000 characters",
            _texts(lambda text: text + _PICTURE, {"description"}),
        ),
        "latin1-byte": Habit(
            "a letter of latin1 in texts that are UTF-8",
            _texts(lambda text: f"{text} Caf\u00e9", {"description", "trip_name", "label", "slot_label"}),
            _body(lambda body: body.replace("Caf\u00e9".encode(), b"Caf\xe9")),
        ),
        "raw-newlines": Habit(
            "line breaks in texts as they are, not as \\n",
            _texts(lambda text: f"{text}\nBring a hat.", {"description", "cancellation_summary"}),
            _body(lambda body: _ESCAPED_BREAK.sub(b"\n", body)),
        ),
        "entities": Habit(
            "texts with &amp; &#039; &#10;",
            _texts(
                lambda text: html.escape(text).replace("&#x27;", "&#039;").replace("\n", "&#10;"),
                {*_WORDS, "traveler_name", "message"},
            ),
        ),
        "words-by-language": Habit('texts as {"en": "..."}', _texts(lambda text: {"en": text}, _WORDS)),
        "lists-for-texts": Habit(
            "what is included as a list",
            _texts(lambda text: list[Json](text.split("\n")), {"inclusions", "exclusions"}),
        ),
        "php-floats": Habit("amounts as 277.199999999999989", _amounts(_php_float)),
        "grouped-amounts": Habit('amounts as "1,250.00"', _amounts(lambda amount: f"{amount:,.2f}")),
        "sign-in-amounts": Habit('amounts as "\u20b9 1250.00"', _signed),
        "amounts-as-text": Habit('amounts as "1250.00"', _amounts(str)),
        "percent-sign": Habit('taxes as "5.00%"', _values(lambda tax: f"{tax}%", {"gst_percentage"})),
        "currency-sign": Habit("\u20b9 for INR", _texts(lambda _: "\u20b9", {"currency"})),
        "rupee-word": Habit("Rs. for INR", _texts(lambda _: "Rs.", {"currency"})),
        "yes-no-flags": Habit('flags as "yes" and "no"', _flags("yes", "no")),
        "y-n-flags": Habit('flags as "Y" and "N"', _flags("Y", "N")),
        "word-flags": Habit('flags as "true" and "false"', _flags("true", "false")),
        "numbers-as-text": Habit(
            "every number as a text",
            _values(lambda value: str(value) if type(value) in {int, Decimal} else value),
        ),
        "numeric-reference": Habit("references and other texts of digits as numbers", _numeric),
        "states-as-1": Habit('"1" for AVAILABLE and active', _states("1", "0")),
        "states-by-word": Habit("Open for AVAILABLE and active", _states("Open", "Closed")),
        "lower-case": Habit("words in lower case: success, available", _in_lower_case),
        "zero-dates": Habit(
            "0000-00-00 in a range of dates", _values(_one_zero_date, {"available_date_ranges"})
        ),
        "wrong-zone": Habit(
            "the time of day in India marked Z",
            _texts(
                lambda text: text.replace("+05:30", "Z"), {"booking_cutoff_at", "slot_start_at", "posted_at"}
            ),
        ),
        "datetime-for-date": Habit(
            "dates as 2026-11-29 00:00:00",
            _days(lambda year, month, day: f"{year}-{month}-{day} 00:00:00"),
        ),
        "zulu-dates": Habit("dates as 2026-11-28T18:30:00.000000Z", _days(_day_before)),
        "indian-dates": Habit("dates as 29-11-2026", _days(lambda year, month, day: f"{day}-{month}-{year}")),
        "date-objects": Habit("dates as objects with timezone_type", _days(_day_object)),
        "hour-minute": Habit('times as {"hour": 6, "minute": 30}', _texts(_hour_minute, _CLOCKS)),
        "am-pm-times": Habit("times as 06:30 AM", _texts(_am_pm, _CLOCKS)),
        "short-times": Habit("times as 6:30", _texts(lambda text: _EARLY.sub(r"\1", text), _CLOCKS)),
        "unpadded-times": Habit(
            "times as 06:0:00", _texts(lambda text: re.sub(r":0(\d):", r":\1:", text), _CLOCKS)
        ),
        "zero-for-nothing": Habit(
            "0 for a price that is not stated",
            _values(lambda value: 0 if value is None else value, {"offer_price", "net_price"}),
        ),
        "empty-text": Habit('"" for null', _nothing("")),
        "false-for-nothing": Habit("false for null", _nothing(spelt=False)),
        "empty-array": Habit("[] for null", _nothing([])),
        "words-for-nothing": Habit("N/A for null", _nothing("N/A")),
        "item-twice": Habit(
            "each item twice", _lists(lambda items: [each for each in items for _ in range(2)])
        ),
        "null-items": Habit(
            "null between items", _lists(lambda items: list(chain(*((each, None) for each in items)))[:-1])
        ),
        "single-object": Habit(
            "a list of one as its object", _lists(lambda items: items[0] if len(items) == 1 else items)
        ),
        "list-by-id": Habit("lists as objects by their ids", _lists(_by_id)),
        "list-as-object": Habit(
            'lists as {"0": ...}',
            _lists(lambda items: {str(place): each for place, each in enumerate(items)}),
        ),
        "gallery-as-text": Habit(
            "pictures as one text with commas",
            _values(
                lambda names: ",".join(map(str, names)) if isinstance(names, list) else names, {"gallery"}
            ),
        ),
        "json-in-text": Habit(
            "rates, dates, pictures and more as JSON in a text",
            _values(
                lambda value: encoded(value).decode() if isinstance(value, Mapping | list) else value,
                _IN_TEXT,
            ),
        ),
        "refuse-with-500": Habit("refusals with HTTP 500", _refusing(500)),
        "refuse-with-200": Habit("refusals with HTTP 200 and status FAILED", _refusing(200)),
        "empty-is-404": Habit("404 with words for an empty list", _empty_is_404),
        "empty-is-null": Habit(
            "null for an empty list",
            _fields(lambda fields: {**fields, "data": fields["data"] or None}, _LISTS),
        ),
        "wrapped-list": Habit(
            "lists in data.items",
            _fields(
                lambda fields: {**fields, "data": {"items": fields["data"], "total": fields["count"]}}, _LISTS
            ),
        ),
        "renamed-list": Habit(
            "lists in results",
            _fields(
                lambda fields: {"results" if name == "data" else name: each for name, each in fields.items()},
                _LISTS,
            ),
        ),
        "nested-money": Habit(
            "sales and cancellations in data",
            _fields(
                lambda fields: {"status": fields["status"], "code": fields["code"], "data": fields}, _MONEY
            ),
        ),
        "success-true": Habit("status true and false", _success(yes=True, no=False)),
        "success-1": Habit("status 1 and 0", _success(1, 0)),
        "success-ok": Habit("status OK", _success("OK", "ERROR")),
        "success-flag": Habit(
            "success true in place of status", _success(yes=True, no=False, name="success")
        ),
        "error-zero": Habit("error 0 and 1 in place of status", _success(0, 1, "error")),
        "code-alone": Habit('code "200" and msg in place of status', _code_alone),
        "code-200": Habit(
            "the HTTP status as code, a number",
            lambda answer: replace(
                answer, fields={**cast("_Fields", answer.fields), "code": answer.refusal or 200}
            ),
        ),
        "list-of-money": Habit(
            "sales and cancellations as a list of one", _fields(lambda fields: [fields], _MONEY)
        ),
        "body-in-text": Habit(
            "the whole answer as JSON in a text",
            lambda answer: replace(answer, fields=encoded(answer.fields).decode()),
        ),
        "notice-before": Habit(
            "a warning of PHP before the answer", write=_body(lambda body: _NOTICE + body)
        ),
        "comment-behind": Habit("a comment behind the answer", write=_body(lambda body: body + _COMMENT)),
        "byte-order-mark": Habit(
            "a byte order mark before the answer", write=_body(lambda body: BOM_UTF8 + body)
        ),
        "html-type": Habit("text/html as type", write=_header("content-type", "text/html; charset=UTF-8")),
        "encoding-none": Habit("Content-Encoding: none", write=_header("content-encoding", "none")),
        "gzip-unasked": Habit("gzip that nobody asked for", write=_zipped),
    }
)
