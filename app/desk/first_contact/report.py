"""The report of a first look as one HTML file: for the operator or the maintainer, without secrets."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable
from html import escape
from urllib.parse import urlsplit

from app.api.wire.bystanders import bears_wall
from app.api.wire.transport import HttpReply
from app.core.installation import this_program
from app.core.language import in_source
from app.desk.first_contact.field_counts import FieldCount
from app.desk.first_contact.habit_detection import habits_of
from app.desk.first_contact.spelling import NOTHING
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
