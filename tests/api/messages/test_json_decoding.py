"""Bodies become exact values, or nothing at all."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.messages.json_decoding import (
    DEEPEST,
    MOST_VALUES,
    Spoiled,
    UnreadableBodyError,
    decoded,
    is_array,
    is_object,
    spoil_in,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**90), 10**90)
    | st.decimals(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


NAMES = st.sampled_from(["", "a", "a:", ':"', '"', "\\", '\\"', "{", "[:,", '":{"b', "\u00e9", " :"])
FIELDS = st.recursive(
    st.integers(0, 9) | st.sampled_from(["", ":", '"', '":', "08:30", "{[", "\\"]),
    lambda inner: st.lists(st.tuples(NAMES, inner), max_size=4),
    max_leaves=12,
)
"""Objects as pairs, so that one may name a field twice."""


def in_pairs(fields: Any, colon: str) -> str:
    """Pairs as JSON objects."""
    if not is_array(fields):
        return json.dumps(fields)
    pairs: Any = fields
    return "{" + ", ".join(f"{json.dumps(name)}{colon}{in_pairs(each, colon)}" for name, each in pairs) + "}"


def names_twice(fields: Any) -> bool:
    """Whether an object of pairs, or one in it, names a field twice."""
    if not is_array(fields):
        return False
    pairs: Any = fields
    names = [name for name, _ in pairs]
    return len(set(names)) < len(names) or any(names_twice(each) for _, each in pairs)


def written(value: Any) -> str:
    """A value as JSON with its exact numbers."""
    if isinstance(value, Decimal):
        text = str(value)
        return text if set(text) & set(".E") else text + ".0"
    if is_array(value):
        return "[" + ",".join(map(written, value)) + "]"
    if is_object(value):
        return "{" + ",".join(f"{json.dumps(name)}:{written(each)}" for name, each in value.items()) + "}"
    return json.dumps(value)


@given(JSON)
def test_every_value_is_read_exactly(value: Any) -> None:
    found = decoded(written(value).encode())
    assert not found.is_spoiled
    assert found.value == value
    assert spoil_in(found.value) is None


@given(FIELDS, st.sampled_from([":", " : ", "\n:\t"]))
def test_a_field_that_is_named_twice_is_always_found(fields: Any, colon: str) -> None:
    assert decoded(in_pairs(fields, colon).encode()).is_spoiled == names_twice(fields)


@given(JSON)
def test_every_value_is_read_as_utf8(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, default=str)
    assert decoded(text.encode()).value == json.loads(text, parse_float=Decimal)


@given(st.binary(max_size=60) | TEXT.map(str.encode))
def test_any_bytes_are_decoded_or_refused(body: bytes) -> None:
    try:
        found = decoded(body)
    except UnreadableBodyError:
        return
    try:
        plain = json.loads(body, parse_float=Decimal)
    except ValueError:
        # It was found among what is not JSON: nothing but an object or a list of objects is.
        assert is_object(found.value) or is_array(found.value)
    else:
        assert found.value == plain or found.is_spoiled


@pytest.mark.parametrize(
    ("body", "clause"),
    [
        (b"", "it is empty"),
        (b" \r\n\t", "it is empty"),
        ('{"a":1}'.encode("utf-16"), "it is not UTF-8"),
        ('{"a":1}'.encode("utf-16-le"), "it is not JSON"),
        (b"<html>", "it is not JSON"),
        (b'{"a":1}{"a":1}', "it is not JSON"),
        (b"{'a':1}", "it is not JSON"),
        (b'{"a":1,}', "it is not JSON"),
        (b'Warning: x\n{"a":1}\n{"a":1}', "it is not JSON"),
        (b'Warning: x\n{"a":1}}', "it is not JSON"),
        (b'Warning: x\n{"a":[{"b":1}', "it is not JSON"),
        (b"{'a': [{\"b\":1}]}", "it is not JSON"),
        (b'[1, {"a":1}', "it is not JSON"),
        (b'<!DOCTYPE html><script>x = {"a":1}</script>', "it is not JSON"),
        (b'{"a":1}<html></html>', "it is not JSON"),
        (b'\xff{"a":1', "it is not UTF-8"),
        (b'{"a":01}', "it is not JSON"),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "it is nested too deeply"),
        (b'{"a":' * (DEEPEST + 1) + b"1" + b"}" * (DEEPEST + 1), "it is nested too deeply"),
        (b'["]]]]]",' * (DEEPEST + 1) + b"1" + b"]" * (DEEPEST + 1), "it is nested too deeply"),
        (b'["\\"]",' * (DEEPEST + 1) + b"1" + b"]" * (DEEPEST + 1), "it is nested too deeply"),
        (b'["\\\\","]]",' * (DEEPEST + 1) + b"1" + b"]" * (DEEPEST + 1), "it is nested too deeply"),
        (b"[" * 1_000_000, "it is nested too deeply"),
        (b"[" + b"1," * (MOST_VALUES + 1) + b"1]", "it holds too many values"),
    ],
)
def test_refused_body(body: bytes, clause: str) -> None:
    with pytest.raises(UnreadableBodyError) as caught:
        decoded(body)
    assert str(caught.value) == clause


@pytest.mark.parametrize(
    "body",
    [
        b"[" * DEEPEST + b"]" * DEEPEST,
        b'"' + b"[{" * 1000 + b'"',
        b'["[[[[", "\\"[[[[[", "\\\\", "' + b"{" * 200 + b'"]',
        b'["\\ud83d\\ude00"]',
        b'{"a":"]","b":["["]}',
    ],
)
def test_bounds_count_real_nesting_only(body: bytes) -> None:
    assert decoded(body).value == json.loads(body)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a":1,"a":1}', "names a field twice"),
        ('{"a":1,"\\u0061":2}', "names a field twice"),
        ("NaN", "holds a number that JSON does not know"),
        ("Infinity", "holds a number that JSON does not know"),
        ("-Infinity", "holds a number that JSON does not know"),
        ("1e9999999999999999999999", "holds a number beyond all bounds"),
        ("-1.5E-9999999999999999999999", "holds a number beyond all bounds"),
        ("7" * 5000, "holds a number beyond all bounds"),
        ("-" + "7" * 5000, "holds a number beyond all bounds"),
        ('"\\ud800"', "holds half a character"),
        ('{"\\uDC00":1}', "holds half a character"),
        ('[["\\ud83d\\u0041"]]', "holds half a character"),
    ],
)
def test_spoiled_value_costs_only_itself(text: str, reason: str) -> None:
    found = decoded(f'[{{"good": [1, 2.50, {"9" * 60}]}}, {{"bad": {text}}}]'.encode())
    assert found.is_spoiled
    value: Any = found.value
    assert value[0] == {"good": [1, Decimal("2.50"), int("9" * 60)]}
    spoil = spoil_in(value)
    assert isinstance(spoil, Spoiled)
    assert str(spoil.reason) == reason


def test_money_is_exact() -> None:
    value: Any = decoded(b"[90071992547409.93, 1702.10, 0.1, 1e2, 99999999999999.99, -0.0]").value
    assert [str(each) for each in value] == [
        "90071992547409.93",
        "1702.10",
        "0.1",
        "1E+2",
        "99999999999999.99",
        "-0.0",
    ]


NOTICE = (
    '<br />\n<b>Warning</b>:  Undefined array key "x" in <b>/var/www/api[1].php</b> on line <b>7</b><br />\n'
)


@pytest.mark.parametrize(
    ("body", "around"),
    [
        (NOTICE.encode() + b'{"a":1}', NOTICE),
        (b'PHP Notice: in {closure}() on line 7\n{"a":1}', "PHP Notice: in {closure}() on line 7\n"),
        (b'\xef\xbb\xbf{"a":1}', ""),
        (b'{"a":1}\n<!-- cached in 0.2 s -->', "\n<!-- cached in 0.2 s -->"),
        (b'\x00{"a":1}', "\x00"),
    ],
)
def test_the_one_object_is_found(body: bytes, around: str) -> None:
    found = decoded(body)
    assert (found.value, found.around) == ({"a": 1}, around)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b'{"a":"caf\xe9"}', "caf\u00e9"),
        (b'{"a":"caf\xe9 \xe2\x82\xb9"}', "caf\u00e9 \u20b9"),
        (b'{"a":"one\ntwo\t"}', "one\ntwo\t"),
    ],
)
def test_a_text_in_an_old_encoding_or_with_a_line_break_is_read(body: bytes, text: str) -> None:
    assert decoded(body).value == {"a": text}


@given(JSON, st.integers(0, 200))
def test_an_object_that_is_cut_off_is_no_answer(value: Any, kept: int) -> None:
    body = (NOTICE + written({"a": value, "b": [{"c": 1}]})).encode()
    cut = body[: len(NOTICE) + kept]
    if len(cut) < len(body):
        with pytest.raises(UnreadableBodyError):
            decoded(cut)


def test_json_that_was_written_twice_is_read_once() -> None:
    inner = b'{"fare": 1250.10, "fare": 1}'
    assert decoded(json.dumps('{"fare": 1250.10}').encode()).value == {"fare": Decimal("1250.10")}
    assert decoded(json.dumps(inner.decode()).encode()).is_spoiled
    assert decoded(b'"plain words"').value == "plain words"
    assert decoded(json.dumps('{"fare": 1250.1').encode()).value == '{"fare": 1250.1'


def test_the_exact_numbers_are_read_behind_a_notice() -> None:
    assert decoded(NOTICE.encode() + b'{"a":1250.00}').value == {"a": Decimal("1250.00")}
