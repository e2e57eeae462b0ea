"""PINs: what is kept of them, and how trying is slowed down."""

from __future__ import annotations

import pytest

from app.desk.day_close.pins import PinTries, fits, hashed, is_pin


def test_a_pin_is_four_to_eight_digits() -> None:
    assert all(map(is_pin, ("1234", "12345678")))
    assert not any(map(is_pin, ("", "123", "123456789", "12a4", " 1234", "1234\n")))


def test_other_digits_are_none_of_a_pin() -> None:
    assert not is_pin("\u0967\u0968\u0969\u096a")


def test_a_pin_fits_what_was_kept_of_it_alone() -> None:
    kept = hashed("4711")
    assert "4711" not in kept
    assert kept != hashed("4711")
    assert (fits("4711", kept), fits("4712", kept)) == (True, False)


@pytest.mark.parametrize(
    "kept", ["", "4711", "scrypt$x$8$1$00$00", "other$16$1$1$00$00", "scrypt$3$1$1$00$00"]
)
def test_what_is_not_of_this_form_fits_no_pin(kept: str) -> None:
    assert not fits("4711", kept)


def test_five_tries_are_free_and_then_each_waits_longer() -> None:
    now = [100.0]
    tries, waits = PinTries(lambda: now[0]), list[float]()
    for _ in range(5):
        waits.append(tries.wait)
        tries.note_wrong()
    assert waits == [0] * 5
    assert tries.wait == 30
    now[0] += 29
    assert tries.wait == 1
    now[0] += 1
    assert tries.wait == 0
    tries.note_wrong()
    assert tries.wait == 60
    for _ in range(20):
        tries.note_wrong()
    assert tries.wait == 600
    tries.note_right()
    assert tries.wait == 0
