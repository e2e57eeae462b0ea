"""The report of a first look as one HTML file: for the operator or the maintainer, without secrets."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape
from urllib.parse import urlsplit

from app.api.messages.answer_fields import Json
from app.api.messages.json_decoding import is_object
from app.api.wire.bystanders import bears_wall
from app.api.wire.transport import HttpReply
from app.core.installation import this_program
from app.core.language import in_source
from app.desk.first_contact.field_counts import FieldCount
from app.desk.first_contact.raw_answer import is_number
from app.desk.first_contact.spelling import HABITS, NOTHING, spelling
from app.desk.first_contact.studied import ServiceLook, StudiedReading, studied

_OFFSET = re.compile(rb"T\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:?\d\d)")
_LONGEST = 1000
_MOST_ITEMS = 500
_REFUSALS = 400
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_INTRODUCTION = (
    "<p>All that can be read was read once. Nothing was booked, cancelled or changed. The API key, names of "
    "persons, references, documents and whole amounts are left out: <code>#</code>, <code>9</code>, "
    "<code>A</code> and <code>a</code> stand for what is hidden.</p>"
    "<p>Without a field that is needed an entry is left out. One that decides must have a single meaning, or "
    "the entry is shown and not sold. One that describes never takes anything away.</p>"
)
_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; } p, li { max-width: 60rem; }
table { border-collapse: collapse; width: 100%; font-size: 13px; margin: .6rem 0; }
th, td { border: 1px solid GrayText; padding: .25rem .45rem; text-align: left; vertical-align: top;
  overflow-wrap: break-word; }
td:first-child, td:nth-child(n+7) { overflow-wrap: anywhere; min-width: 4rem; }
code { font-family: ui-monospace, monospace; } .odd { background: rgba(255, 170, 0, .18); }
@media print { body { margin: 0; max-width: none; } table { font-size: 9px; } tr { break-inside: avoid; } }
"""
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


def report_of(look: ServiceLook) -> str:
    """The whole report; the caller takes the API key out once more."""
    readings = studied(look)
    habits = habits_of(readings)
    host = urlsplit(look.address).netloc or look.address
    body = "".join(
        (
            f"<h1>How {_text(host)} answers</h1>",
            _INTRODUCTION,
            _summary(look, readings, habits),
            "<h2>Calls</h2>",
            _calls(readings),
            *(_reading(each) for each in readings),
        )
    )
    shapes = escape(json.dumps(_dialect(readings, habits), ensure_ascii=True), quote=False)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>How {_text(host)} answers</title><style>{_STYLE}</style></head><body>{body}"
        f'<template id="dialect">{shapes}</template></body></html>\n'
    )


def _summary(look: ServiceLook, readings: list[StudiedReading], habits: list[str]) -> str:
    good = sum(not each.reading.failure for each in readings)
    odd = sum(
        bool(count.kind and count.deviations)
        for each in readings
        if not _is_refused(each)
        for count in _counts(each).values()
    )
    clock = "it states no time"
    if look.offset is not None:
        clock = f"{look.offset.total_seconds():+.0f} s from the clock of this computer"
    zones = Counter(
        each.decode() for reading in readings if reading.last for each in _OFFSET.findall(reading.last.body)
    )
    rows = (
        ("Looked at", f"{look.began:%Y-%m-%d %H:%M %z} by Agency Counter {this_program().version}"),
        ("Readings", f"{good} of {len(readings)} could be read"),
        ("Fields otherwise than described", str(odd)),
        ("Habits", ", ".join(habits) or "none"),
        ("Clock of the service", clock),
        (
            "Zones of its times",
            ", ".join(f"{zone} ({count})" for zone, count in zones.items()) or "none stated",
        ),
        ("Connection", look.tls or "not encrypted"),
    )
    return _table((), rows)


def _calls(readings: list[StudiedReading]) -> str:
    rows = [
        (
            each.reading.subject,
            each.reading.asked,
            str(heard.reply.http_status),
            heard.reply.headers.get("content-type", "not stated"),
            heard.reply.headers.get("content-encoding", "none"),
            f"{len(heard.reply.body)} bytes, announced {heard.reply.headers.get('content-length', 'none')}",
            f"{heard.seconds * 1000:.0f} ms",
            _remarks_on_call(each, heard.reply),
        )
        for each in readings
        for heard in each.reading.heard
    ]
    heads = ("Call", "Asked", "HTTP", "Type", "Encoding", "Size", "Took", "Remarks")
    return _table(heads, rows)


def _remarks_on_call(reading: StudiedReading, reply: HttpReply) -> str:
    found = [in_source(reply.flaw), *reading.raw.dress]
    if reply.redirect is not None:
        found.append(f"sends on to {reply.redirect.address}")
    if reply.retry_after:
        found.append(f"asks to wait {reply.retry_after} s")
    if "server" in reply.headers:
        found.append(f"server {reply.headers['server']}")
    if bears_wall(reply):
        found.append("a wall in front of the service answered")
    return "; ".join(each for each in found if each)


def _reading(reading: StudiedReading) -> str:
    lines = [reading.reading.failure or "Read."]
    if reading.is_list and reading.raw.value is not None:
        made = f"{len(reading.entries)} entries came ({reading.how}), {len(reading.read_items)} were read."
        counted = reading.envelope.counts["count"].examples
        if counted and counted[0].strip('"') != str(len(reading.entries)):
            made += f" Its count says {counted[0]}."
        if len(reading.entries) >= _MOST_ITEMS:
            made += " The limit is reached: there may be more."
        lines.append(made)
    lines += [f"Set aside, {number}: {why}" for why, number in reading.set_aside.items()]
    parts = [f"<h2>{_text(reading.reading.subject)} {_text(reading.reading.asked)}</h2>"]
    parts += [f"<p>{_text(each)}</p>" for each in lines]
    heads = (
        "Field",
        "Kind",
        "Weight",
        "Stated",
        "JSON types",
        "Spelt as",
        "Examples",
        "Read",
        "Read as",
        "Remarks",
    )
    for counts in (reading.envelope.counts, reading.fields.counts):
        shown = {path: each for path, each in counts.items() if each.of or each.present}
        if shown:
            odd = {path for path, each in shown.items() if each.kind and each.deviations}
            rows = [_field(path, each, is_refused=_is_refused(reading)) for path, each in shown.items()]
            parts.append(_table(heads, rows, odd))
    return "".join(parts)


def _is_refused(reading: StudiedReading) -> bool:
    """Whether the answer is a refusal, of which the interface does not show the fields."""
    return bool(reading.reading.failure and reading.last and reading.last.http_status >= _REFUSALS)


def _field(path: str, count: FieldCount, *, is_refused: bool) -> tuple[str, ...]:
    of = f"{count.stated} of {count.of}" if count.of else f"{count.present} times"
    is_read = count.kind not in ("", "object", "list") and not is_refused
    missing = sum(number for name, number in count.spellings.items() if name in NOTHING)
    remarks = [*count.deviations, f"{count.unread} not readable" if count.unread else ""]
    if is_read and count.present - missing > count.read + count.unread:
        remarks.append("not all of it was read")
    return (
        path,
        count.kind or "unknown",
        count.weight,
        of,
        _counted(count.types),
        _counted(count.spellings) if count.kind else "",
        " | ".join(count.examples),
        str(count.read) if is_read else "",
        count.read_as,
        "; ".join(filter(None, remarks)),
    )


def _counted(found: Counter[str]) -> str:
    return ", ".join(name if len(found) == 1 else f"{name} ({count})" for name, count in found.most_common())


def _table(heads: Iterable[str], rows: Iterable[tuple[str, ...]], odd: Collection[str] = ()) -> str:
    """A table; the rows of which the first cell is among `odd` stand out."""
    head = "".join(f"<th>{_text(each)}</th>" for each in heads)
    lines = [f"<thead><tr>{head}</tr></thead>" if head else ""]
    for row in rows:
        cells = "".join(f"<td>{_text(each)}</td>" for each in row)
        lines.append(f'<tr class="odd">{cells}</tr>' if row[0] in odd else f"<tr>{cells}</tr>")
    return f"<table>{''.join(lines)}</table>"


def _text(text: str) -> str:
    """Words for a page: without marks of HTML and what cannot be seen, and not too long."""
    shown = "".join(each if each.isprintable() else " " for each in text)
    return escape(shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}\u2026")


def _counts(reading: StudiedReading) -> dict[str, FieldCount]:
    return {**reading.envelope.counts, **reading.fields.counts}


def _dialect(readings: list[StudiedReading], habits: list[str]) -> dict[str, object]:
    """The shapes alone: what the practice service takes on with `--like`, and what a maintainer compares."""
    return {
        "version": 1,
        "habits": habits,
        "readings": [
            {
                "subject": each.reading.subject,
                "http_status": each.last.http_status if each.last else None,
                "around": each.raw.dress,
                "list": each.how,
                "fields": {
                    path: {"types": sorted(count.types), "spellings": sorted(count.spellings)}
                    for path, count in _counts(each).items()
                    if count.present
                },
            }
            for each in readings
        ],
    }


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
