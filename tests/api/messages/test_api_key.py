"""The key can be used and not seen."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.messages.api_key import ApiKey

PRINTABLE = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=512)


@given(PRINTABLE, st.text(" \t\r\n\u00a0", max_size=3))
def test_printable_text_is_a_key(text: str, around: str) -> None:
    key = ApiKey(around + text + around)
    assert key.reveal() == text
    assert key == ApiKey(text)
    assert hash(key) == hash(ApiKey(text))
    assert key != text
    assert key != ApiKey(text + "x") if len(text) < 512 else True


@given(st.text(max_size=30))
def test_anything_else_is_refused_without_being_quoted(text: str) -> None:
    trimmed = text.strip()
    if trimmed and all("!" <= letter <= "~" for letter in trimmed):
        return
    with pytest.raises(ValueError, match="key") as caught:
        ApiKey(text)
    if len(trimmed) > 3:
        assert trimmed not in str(caught.value)


def test_too_long_text_is_refused() -> None:
    with pytest.raises(ValueError, match="longer than 512"):
        ApiKey("k" * 513)


def test_no_text_shows_the_api_key() -> None:
    key = ApiKey("canary-key-12345")
    shown = f"{key} {key!r} {key!s} {key:>30} {[key]} { ({'key': key}) } " + str(key)
    assert "canary" not in shown
    assert key.last_four == "2345"
    assert ApiKey("short").last_four == ""


def test_it_is_not_written_anywhere() -> None:
    key = ApiKey("canary-key-12345")
    for write in (pickle.dumps, copy.copy, copy.deepcopy, json.dumps):
        with pytest.raises(TypeError) as caught:
            write(key)
        assert "canary" not in str(caught.value)
    with pytest.raises(TypeError):
        vars(key)
