"""What a refusal says is found under whatever names it comes."""

from __future__ import annotations

from typing import Any

import pytest

from app.api.messages.api_key import ApiKey
from app.api.messages.error_body import LONGEST_WORDS, refusal, said
from app.api.messages.errors import (
    AccessDisabledError,
    BoatsNotConfiguredError,
    KeyRefusedError,
    Matter,
    RefusedError,
)

KEY = ApiKey("canary-key-4f1d")


def refused(fields: dict[str, Any], status: int = 422, *, is_boat: bool = False) -> RefusedError:
    """The error for a body."""
    return refusal(status, fields, KEY, is_boat=is_boat)


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        (
            {"status": "ERROR", "code": "WALLET_SHORT", "message": "Not enough money."},
            "WALLET_SHORT",
            "Not enough money.",
        ),
        (
            {"status": "ERROR", "error": {"code": "WALLET_SHORT", "message": "Not enough money."}},
            "WALLET_SHORT",
            "Not enough money.",
        ),
        ({"Status": "ERROR", "Error": "SEATS_GONE"}, "SEATS_GONE", None),
        ({"error": "No seats are left."}, None, "No seats are left."),
        ({"error_code": "E_1", "error_message": "Gone"}, "E_1", "Gone"),
        ({"code": "4711", "detail": "Gone"}, "4711", "Gone"),
        ({"reason": "Gone", "description": "Gone for good."}, None, "Gone for good."),
        (
            {
                "errors": [
                    {"field": "qty", "message": "Too many."},
                    {"field": "slot_id", "message": "Closed."},
                ]
            },
            None,
            "Too many.",
        ),
        (
            {"fault": "All seats are gone.", "id": "ac1-desk-0000000000000000000000000"},
            None,
            "All seats are gone.",
        ),
        ({"request_id": "a long request id of ours", "status": "not good at all"}, None, None),
        ({"result": {"problem": "SEATS_GONE"}}, "SEATS_GONE", None),
        # A name for codes counts anywhere above the text, and before any other text that looks like one.
        ({"a": "LOOKS_LIKE_ONE", "error": {"x": {"y": "SEATS_GONE"}}}, "SEATS_GONE", None),
        ({"z": "OUTER_FIRST", "a": {"b": "INNER_LAST"}}, "OUTER_FIRST", None),
        ({"code": {"x": "plain words here"}}, None, "plain words here"),
        ({"message": {"code": "x y"}}, "x y", None),
        ({"message": {"status": "x y"}, "other": "Gone for good."}, None, "Gone for good."),
        ({"status": "API-ERROR", "message": "x"}, None, "x"),
        ({"code": 5, "message": None, "detail": "  ", "n": [1, [True]]}, None, None),
        ({}, None, None),
    ],
)
def test_code_and_words(fields: dict[str, Any], code: str | None, words: str | None) -> None:
    error = refused(fields)
    assert (error.code, error.words) == (code, words)
    assert said(fields, KEY) == (code, words)
    assert error.fields == fields
    assert type(error) is RefusedError
    assert not error.money_may_have_moved


@pytest.mark.parametrize(
    "fields",
    [
        {"code": "API_ACCESS_DISABLED"},
        {"error": {"kind": ["API_ACCESS_DISABLED"]}},
        {"message": "Error api_access_disabled: ask the office."},
    ],
)
@pytest.mark.parametrize("status", [200, 400, 401, 403, 500])
def test_disabled_partner(fields: dict[str, Any], status: int) -> None:
    error = refused(fields, status)
    assert type(error) is AccessDisabledError
    assert error.http_status == status


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"status": "ERROR"},
        {"status": False, "error": ""},
        {"status": 403, "message": "Forbidden"},
        {"error": "401 Unauthorized"},
        {"code": "INVALID_API_KEY", "message": "Look it up."},
        {"status": "ERROR", "code": "UNAUTHORIZED"},
        {"status": False, "error": "Invalid API key canary-key-4f1d"},
        {"error": "The X-API-KEY header is required"},
        {"message": "Missing or invalid token."},
        {"message": "Your credentials were not accepted."},
        {"errors": [{"message": "API key not found"}]},
        {"message": "Permission denied: the API key is expired."},
        {"message": "Authentication failed"},
    ],
)
@pytest.mark.parametrize("status", [401, 403])
def test_refused_key(status: int, fields: dict[str, Any]) -> None:
    assert type(refused(fields, status)) is KeyRefusedError
    assert type(refused(fields, 409)) is RefusedError


@pytest.mark.parametrize(
    ("fields", "matter"),
    [
        ({"status": False, "error": "IP unauthorized"}, Matter.ADDRESS),
        ({"code": "IP_NOT_WHITELISTED", "message": "Ask us."}, Matter.ADDRESS),
        ({"message": "Invalid API key for this IP address."}, Matter.ADDRESS),
        ({"error": "This API key has reached the time limit for this method"}, Matter.LIMIT),
        ({"message": "Too many requests"}, Matter.LIMIT),
        ({"code": "RATE_LIMIT_EXCEEDED", "message": "API rate limit exceeded for this key."}, Matter.LIMIT),
        ({"message": "Automated requests are not allowed."}, Matter.AUTOMATION),
        ({"message": "Are you a robot?"}, Matter.AUTOMATION),
        ({"error": "This API key does not have enough permissions"}, Matter.PERMISSION),
        ({"message": "You are not authorized to book boats."}, Matter.PERMISSION),
        ({"status": "ERROR", "message": "You cannot book past dates."}, Matter.OTHER),
        ({"message": "no"}, Matter.OTHER),
        ({"message": "CSRF token mismatch"}, Matter.OTHER),
    ],
)
@pytest.mark.parametrize("status", [401, 403])
def test_a_refusal_that_is_no_matter_of_the_key(status: int, fields: dict[str, Any], matter: Matter) -> None:
    error = refused(fields, status)
    assert (type(error), error.matter) == (RefusedError, matter)
    assert refused(fields, 409).matter is Matter.OTHER


TRIP = {"title": "Dive", "description": "A long dive with fish.", "cutoff": {"type": "MINUTES_BEFORE_START"}}


@pytest.mark.parametrize(
    "fields",
    [
        {"data": [TRIP]},
        {"data": TRIP},
        {"data": {"7": TRIP}},
        {"items": {"message": "Not of the service."}},
        {"activities": [TRIP]},
        {"activities": {"7": TRIP, "8": TRIP}},
    ],
)
def test_what_was_asked_for_is_no_word_of_the_service(fields: dict[str, Any]) -> None:
    assert said({"status": "OK", **fields}, KEY) == (None, None)
    told = {"status": "OK", **fields, "message": "Gone."}
    assert said(told, KEY) == (None, "Gone.")
    assert type(refused(told, 403)) is RefusedError


def test_a_sentence_in_place_of_the_data_is_one_of_the_service() -> None:
    assert said({"status": "FAILED", "data": "No seats are left."}, KEY) == (None, "No seats are left.")


@pytest.mark.parametrize("code", ["BOAT_PROVIDER_NOT_CONFIGURED", "boat-config-missing", "PROVIDER_OF_BOAT"])
def test_missing_boat_provider(code: str) -> None:
    assert type(refused({"code": code}, is_boat=True)) is BoatsNotConfiguredError
    assert type(refused({"code": code})) is RefusedError
    assert type(refused({"code": "BOAT_SOLD_OUT"}, is_boat=True)) is RefusedError


def test_words_are_bounded() -> None:
    error = refused({"message": "x" * 10_000, "code": "A_" + "B" * 10_000})
    assert error.words == "x" * LONGEST_WORDS
    assert error.code is not None
    assert len(error.code) == LONGEST_WORDS


def test_key_is_taken_out_of_everything() -> None:
    key = KEY.reveal()
    fields = {"code": key, "message": f"Bad key {key}!", key: [key, {"x": f"<{key}>"}, 5, None]}
    error = refused(fields)
    assert error.code == "[key]"
    assert error.words == "Bad key [key]!"
    assert key not in repr(vars(error))


def test_sentence_has_none_of_it() -> None:
    error = refused({"code": "SECRET_CODE", "message": "secret words"})
    assert str(error) == "The service refused the request with HTTP status 422."
