"""A body in pieces is the text that it is at once; its length and hash are known before."""

from __future__ import annotations

import base64
import hashlib
import json
import tracemalloc
from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.messages.request_body import NOTHING, PIECE, Body, Proof, json_body
from app.api.messages.requests import BodyRequest, PassengerItem, body_of
from tests.support.api.samples import (
    ACTIVITY_CANCELLATION,
    BOAT_CANCELLATION,
    BOAT_QUOTE,
    FOREIGNER,
    INDIAN,
    STATUS_QUERY,
    WALLET_QUERY,
    activity_booking,
    boat_booking,
)

CHUNK = PIECE // 4 * 3
NAMES = st.text(
    st.characters(exclude_categories=["Cc", "Cs"]).filter(lambda letter: not letter.isspace()),
    min_size=1,
    max_size=40,
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.builds(Proof, st.binary(min_size=1)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
PROOFS = st.none() | st.builds(Proof, st.binary(min_size=1, max_size=200))
PEOPLE = st.lists(st.tuples(NAMES, st.integers(0, 150), PROOFS), min_size=1, max_size=6)


def plain(value: object, shown: Callable[[Proof], str]) -> Any:
    """The value with each document as text."""
    if isinstance(value, Proof):
        return shown(value)
    if isinstance(value, dict):
        return {name: plain(each, shown) for name, each in cast("dict[str, object]", value).items()}
    return [plain(each, shown) for each in cast("list[object]", value)] if isinstance(value, list) else value


def base64_of(proof: Proof) -> str:
    """A document as it is sent, by the standard library."""
    return base64.b64encode(proof.data).decode()


def digest_of(proof: Proof) -> str:
    """What a document stands as in the hash of a body."""
    return hashlib.sha256(proof.data).hexdigest()


def at_once(value: object, shown: Callable[[Proof], str] = base64_of) -> bytes:
    """The reference: one text by the standard library."""
    return json.dumps(plain(value, shown), ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )


def check(body: Body, fields: object) -> None:
    """Pieces and length are those of the text; in the hash each document stands as its own."""
    expected = at_once(fields)
    assert b"".join(body.pieces()) == body.whole() == expected
    assert body.length == len(expected)
    assert body.sha256() == hashlib.sha256(at_once(fields, digest_of)).hexdigest()
    assert all(0 < len(piece) <= PIECE for piece in body.pieces())


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), VALUES))
def test_any_fields_are_the_text_of_the_standard_library(fields: dict[str, object]) -> None:
    try:
        at_once(fields).decode()
    except UnicodeDecodeError:
        with pytest.raises(UnicodeEncodeError):
            json_body(fields)
    else:
        check(json_body(fields), fields)


@given(PEOPLE)
def test_a_booking_is_the_text_of_the_standard_library(people: list[tuple[str, int, Proof | None]]) -> None:
    passengers = [
        INDIAN.model_copy(update={"traveler_name": name, "age": age, "id_proof_file": proof})
        for name, age, proof in people
    ]
    request = boat_booking(*passengers)
    fields = {
        "request_id": "ac1-desk-1",
        "module_type": "BOAT",
        "qty": len(people),
        "travel_date": "2099-12-24",
        "customer_name": "Asha Rao",
        "customer_email": "asha@example.com",
        "customer_phone": "919876543210",
        "schedule_id": 7,
        "passengers": [
            {"traveler_name": name, "age": age, "pax_gender": "FEMALE", "nationality": "INDIAN"}
            | ({"id_proof_file": proof} if proof else {})
            for name, age, proof in people
        ],
    }
    check(body_of(request), fields)
    assert body_of(request).whole() == at_once(fields)


@pytest.mark.parametrize("size", [1, 2, 3, CHUNK - 1, CHUNK, CHUNK + 1, CHUNK + 2, 2 * CHUNK, 5 * CHUNK + 7])
def test_a_document_at_the_edges_of_a_chunk(size: int) -> None:
    data = bytes(range(256)) * (size // 256 + 1)
    proof = Proof(data[:size])
    assert proof.sent_length == len(base64.b64encode(proof.data))
    check(json_body({"a": proof, "b": [proof, 1]}), {"a": proof, "b": [proof, 1]})


@pytest.mark.parametrize(
    "request_",
    [activity_booking(), WALLET_QUERY, STATUS_QUERY, BOAT_QUOTE, ACTIVITY_CANCELLATION, BOAT_CANCELLATION],
)
def test_requests_without_documents_are_one_piece(request_: BodyRequest) -> None:
    body = body_of(request_)
    assert list(body.pieces()) == [body_of(request_).whole()]
    assert len(body.parts) == 1


def test_the_empty_body_has_no_bytes() -> None:
    assert (list(NOTHING.pieces()), NOTHING.length, NOTHING.whole()) == ([], 0, b"")


def test_the_document_is_neither_copied_nor_held_encoded() -> None:
    data = bytes(1_490_000)
    guest = PassengerItem.model_validate({**dict(FOREIGNER), "id_proof_file": Proof(data)})
    request = boat_booking(guest)
    assert guest.id_proof_file is not None
    assert guest.id_proof_file.data is data
    tracemalloc.start()
    try:
        assert body_of(request).length > len(data)
        body_of(request).sha256()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 100_000, most


def test_a_hash_that_was_taken_before_is_not_taken_again() -> None:
    taken = hashlib.sha256(b"a passport").hexdigest()
    assert Proof(b"a passport").sha256 == taken
    assert Proof(b"a passport", "taken before").sha256 == "taken before"


def test_nothing_of_a_document_is_shown() -> None:
    request = boat_booking(FOREIGNER.model_copy(update={"id_proof_file": Proof(b"canary")}))
    for shown in (Proof(b"canary"), body_of(request), request, request.passengers[0]):
        assert "canary" not in f"{shown!r}{shown!s}"
        assert base64.b64encode(b"canary").decode() not in f"{shown!r}{shown!s}"
