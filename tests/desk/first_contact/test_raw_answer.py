"""The JSON of a body, found in whatever stands around it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from app.desk.first_contact.raw_answer import entries, raw_answer

GOOD = b'{"data":[{"a":1.50}]}'


@pytest.mark.parametrize(
    ("body", "dress"),
    [
        (GOOD, ()),
        (b"\n " + GOOD + b"\n", ()),
        (b"\xef\xbb\xbf" + GOOD, ("byte order mark before",)),
        (b"<b>Warning</b>: [1] x in line 7\n" + GOOD, ("text before the JSON",)),
        (GOOD + b"<!-- 0.2 s -->", ("text behind the JSON",)),
        (b'"{\\"data\\":[{\\"a\\":1.50}]}"', ("JSON in a text",)),
    ],
)
def test_it_is_found_and_its_dress_named(body: bytes, dress: tuple[str, ...]) -> None:
    found = raw_answer(body)
    assert found.dress == dress
    assert found.value == {"data": [{"a": Decimal("1.50")}]}


@pytest.mark.parametrize(
    ("body", "dress"),
    [
        (b"", ("empty body",)),
        (b"<html>Just a moment</html>", ("no JSON",)),
        (b'{"data":', ("no JSON",)),
        (b"[" * 100_000, ("no JSON",)),
    ],
)
def test_where_there_is_none_that_is_said(body: bytes, dress: tuple[str, ...]) -> None:
    found = raw_answer(body)
    assert (found.value, found.dress) == (None, dress)


def test_odd_letters_and_line_breaks_are_named() -> None:
    assert raw_answer(b'{"a":"Caf\xe9"}').dress == ("not UTF-8",)
    assert raw_answer(b'{"a":"one\ntwo"}').dress == ("line breaks as they are in texts",)


@pytest.mark.parametrize(
    ("body", "count", "how"),
    [
        (b'{"data":[{"a":1},{"a":2}]}', 2, "list"),
        (b'[{"a":1}]', 1, "list without an envelope"),
        (b'{"results":[{"a":1}]}', 1, "list under another name"),
        (b'{"data":{"items":[{"a":1}],"total":1}}', 1, "nested list"),
        (b'{"data":{"0":{"a":1},"1":{"a":2}}}', 2, "object by place for list"),
        (b'{"data":{"7":[{"a":1}],"8":{"a":2}}}', 2, "object by id for list"),
        (b'{"data":{"0":{"a":1},"1":null}}', 2, "object by place for list"),
        (b'{"data":{"items":null,"total":0}}', 0, "nothing for a list"),
        (b'{"data":{"a":1}}', 1, "its only entry for list"),
        (b'{"data":"[{\\"a\\":1}]"}', 1, "JSON in a text"),
        (b'{"data":null}', 0, "nothing for a list"),
        (b'{"status":"SUCCESS"}', 0, "no list"),
    ],
)
def test_entries_are_found_in_every_dress(body: bytes, count: int, how: str) -> None:
    found, name = entries(raw_answer(body).value)
    assert (len(found), name) == (count, how)
