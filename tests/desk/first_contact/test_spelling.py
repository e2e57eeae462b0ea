"""How values are spelt, and examples that give nothing away."""

from __future__ import annotations

from decimal import Decimal

import pytest

from app.api.messages.answer_fields import Json
from app.desk.first_contact.spelling import DOCUMENTED, masked, masked_name, spelling


def number(text: str) -> Json:
    """A number as it is decoded."""
    return int(text) if text.isdecimal() else Decimal(text)


@pytest.mark.parametrize(
    ("value", "kind", "name"),
    [
        (number("1250.00"), "amount", "number"),
        (number("0.00"), "amount", "zero"),
        (number("277.199999999999989"), "amount", "float noise"),
        ("277.199999999999989", "amount", "float noise as text"),
        (number("277.1234"), "amount", "number with more decimals"),
        (number("1.25e3"), "amount", "number with an exponent"),
        ("1250", "amount", "number as text"),
        ("12,50,000.00", "amount", "grouped amount"),
        ("1.250,00", "amount", "comma for the point"),
        ("1250,00", "amount", "comma for the point"),
        ("\u20b9 1,250.00", "amount", "amount with a currency"),
        ("1250 INR", "amount", "amount with a currency"),
        ("18%", "amount", "percentage sign"),
        ("ask", "amount", "another string"),
        (True, "amount", "another boolean"),
        ({"amount": "1"}, "amount", "object for amount"),
        (number("7"), "whole number", "number"),
        (number("7.0"), "whole number", "number with a point"),
        ("007", "whole number", "leading zeros"),
        ("7", "whole number", "number as text"),
        (False, "flag", "true or false"),
        (number("1"), "flag", "0 or 1"),
        ("1", "flag", "0 or 1 as text"),
        ("Yes", "flag", "yes or no"),
        ("n", "flag", "Y or N"),
        ("TRUE", "flag", "true or false as text"),
        (number("2"), "flag", "another number"),
        ("2026-11-29", "date", "date"),
        ("29/11/2026", "date", "dd/mm/yyyy"),
        ("0000-00-00", "date", "no date"),
        (number("1764374400"), "date", "unix time"),
        ("06:30:00", "time", "time"),
        ("6:30", "time", "time without seconds"),
        ("06:0:00", "time", "time without zeros before"),
        ("06:30 a.m.", "time", "time with AM or PM"),
        ("2026-11-29T07:30:00+05:30", "instant", "instant"),
        ("2026-11-29T07:30:00Z", "instant", "instant in UTC"),
        ("2026-11-29 07:30", "instant", "instant without an offset"),
        (number("7"), "text", "number for text"),
        ("Tea &amp; toast", "text", "text with HTML entities"),
        ("x" * 20_001, "text", "picture or long text"),
        (["a"], "text", "list for text"),
        ("AVAILABLE", "state", "word"),
        ("Open", "state", "another word"),
        ("sold_out", "state", "word in small letters"),
        ("1", "state", "digit or letter for a word"),
        ("SUCCESS", "verdict", "SUCCESS"),
        (number("200"), "verdict", "1 for success"),
        (False, "verdict", "a word that says no"),
        ("\u20b9", "currency", "currency sign"),
        ("inr", "currency", "currency code in small letters"),
        ([], "list", "empty list"),
        ({"0": {"a": "1"}, "1": {}}, "list", "object by place for list"),
        ({"7": {"a": "1"}}, "list", "object by id for list"),
        ({"a": "1"}, "list", "its only entry for list"),
        ('["a"]', "list", "JSON in a text"),
        ("a,b", "list", "string for list"),
        ({}, "object", "empty object"),
        (None, "amount", "null"),
        (False, "amount", "false for nothing"),
        ("", "date", "empty text"),
        ("N/A", "amount", "word for nothing"),
    ],
)
def test_a_value_is_named_by_its_spelling(value: Json, kind: str, name: str) -> None:
    assert spelling(value, kind) == name


def test_every_documented_spelling_can_be_found() -> None:
    samples: dict[str, list[Json]] = {
        "amount": [number("12.50"), number("0"), None],
        "whole number": [number("3")],
        "flag": [True, number("1")],
        "date": ["2026-11-29"],
        "time": ["06:30:00"],
        "instant": ["2026-11-29T07:30:00+05:30"],
        "text": ["Tea", None, ""],
        "state": ["AVAILABLE"],
        "verdict": ["SUCCESS"],
        "currency": ["INR"],
        "list": [["a"], []],
        "object": [{"a": "1"}],
    }
    found = {kind: {spelling(each, kind) for each in values} for kind, values in samples.items()}
    assert found == {kind: set(names) for kind, names in DOCUMENTED.items()}


@pytest.mark.parametrize(
    ("value", "kind", "path", "shown"),
    [
        (number("1250.00"), "amount", "pricing.mrp", "12##.00"),
        ("1,250.00", "amount", "pricing.mrp", '"1,2##.00"'),
        (number("5"), "amount", "pricing.mrp", "#"),
        (number("0.00"), "amount", "pricing.mrp", "0.00"),
        (number("1249.9999999999998"), "amount", "pricing.mrp", "12##.999999999999#"),
        (number("18.00"), "amount", "policies.gst_percentage", "18.00"),
        ("\u20b9 1,25,000/-", "amount", "pricing.mrp", '"\u20b9 1,25,###/-"'),
        (number("12"), "whole number", "inventory.remaining_seats", "12"),
        (number("8841"), "whole number", "activity_id", "9999"),
        ("2026-11-29", "date", "date", '"2026-11-29"'),
        ("call 98765 43210", "date", "date", '"call 98### 43###"'),
        ("AVAILABLE", "state", "inventory.status", '"AVAILABLE"'),
        ("INR 3,800.00 - 4,200.00", "text", "pricing.display", '"INR 3,8##.00 - 4,2##.00"'),
        ("Write to office@example.com today", "text", "description", '"Write to a@a today"'),
        ("Sunrise " * 9, "text", "title", '"Sunrise Sunrise Sunrise Sunrise Sunrise \u2026"'),
        ("Asha Rao 31", "text", "data.traveler_manifest[].traveler_name", '"Aaaa Aaa 99"'),
        ("TEN-7", "text", "data.tenant_id", '"AAA-9"'),
        ("Asha 98765", "", "contact", '"Aaaa 99999"'),
        (number("1250.00"), "", "balance", "9999.99"),
        ("data:image/png;base64,AAAA", "text", "description", '"(data of 26 characters)"'),
        ("Scan " + "iVBORw0K" * 9, "text", "title", '"Scan (data)"'),
        ("https://a.example/x?key=secret", "text", "location", '"https://a.example/x?(data)"'),
        (["a"], "list", "rates", "array of 1"),
        (None, "", "x", "null"),
        (True, "", "x", "true"),
    ],
)
def test_an_example_gives_nothing_away(value: Json, kind: str, path: str, shown: str) -> None:
    assert masked(value, kind, path) == shown


def test_a_key_is_hidden_before_a_text_is_cut() -> None:
    secret = "k" * 60
    shown = masked(f"for {secret}", "text", "title", lambda text: text.replace(secret, "(key)"))
    assert shown == '"for (key)"'


@pytest.mark.parametrize(
    ("name", "shown"), [("seat_map", "seat_map"), ("98765", "99999"), ("Asha Rao", "Aaaa Aaa")]
)
def test_a_strange_name_is_shown_as_its_shape(name: str, shown: str) -> None:
    assert masked_name(name) == shown
