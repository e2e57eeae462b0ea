"""PINs: what is kept of them, and how trying is slowed down."""

from __future__ import annotations

import hashlib

import pytest

from app.desk.day_close.pins import ROUNDS, PinTries, fitting, hashed, is_pin, recipe_for_new, recipe_of


def test_a_pin_is_four_to_eight_digits() -> None:
    assert all(map(is_pin, ("1234", "12345678")))
    assert not any(map(is_pin, ("", "123", "123456789", "12a4", " 1234", "1234\n")))


def test_other_digits_are_none_of_a_pin() -> None:
    assert not is_pin("\u0967\u0968\u0969\u096a")


def test_a_pin_fits_what_was_kept_of_it_alone() -> None:
    recipe = recipe_for_new([])
    # Eight digits: four stand in a hash by chance once in a thousand runs.
    kept = hashed("47114711", recipe)
    assert "47114711" not in kept
    assert recipe_of(kept) == recipe != recipe_for_new([])
    assert (fitting("47114711", [kept]), fitting("47114712", [kept])) == ({kept}, set())


def test_all_pins_have_one_salt_and_take_one_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [hashed("1000", recipe_for_new([]))]
    for number in range(1001, 1020):
        kept.append(hashed(str(number), recipe_for_new(kept)))
    made = list[bytes]()

    def counted(pin: bytes, *, salt: bytes, n: int, r: int, p: int, maxmem: int, dklen: int) -> bytes:
        made.append(salt)
        return scrypt(pin, salt=salt, n=n, r=r, p=p, maxmem=maxmem, dklen=dklen)

    scrypt = hashlib.scrypt
    monkeypatch.setattr(hashlib, "scrypt", counted)
    assert fitting("1017", kept) == {kept[17]}
    assert len(made) == 1


def test_pins_of_an_older_program_fit_and_lend_no_salt() -> None:
    own = hashed("4711", "scrypt$16384$8$1$00112233445566778899aabbccddeeff")
    new = hashed("1234", recipe_for_new([own]))
    assert "00112233" not in new
    assert (fitting("4711", [own, new]), fitting("1234", [own, new])) == ({own}, {new})


def test_a_new_pin_costs_what_is_asked_for_and_an_older_program_can_read_it() -> None:
    """2^15 rounds in three lanes; an older program gives scrypt no more than 64 MiB."""
    assert ROUNDS == 1 << 15
    kept = hashed("4711", f"scrypt${ROUNDS}$8$3$00112233445566778899aabbccddeeff")
    salt, found = map(bytes.fromhex, kept.split("$")[-2:])
    assert found == hashlib.scrypt(b"4711", salt=salt, n=ROUNDS, r=8, p=3, maxmem=64 << 20, dklen=32)
    assert recipe_for_new([]).startswith("scrypt$16$8$3$"), "tests go at less cost"


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "4711",
        "scrypt$x$8$1$00$00",
        "other$16$1$1$00$00",
        "scrypt$3$1$1$00$00",
        "scrypt$16$8$3$zz$00",
        f"scrypt${1 << 99}$1$1$00$00",
    ],
)
def test_what_is_not_of_this_form_fits_no_pin(kept: str) -> None:
    assert not fitting("4711", [kept])
    assert fitting("4711", [kept, hashed("4711", recipe_for_new([kept]))])


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


def test_one_wrong_try_is_forgotten_each_half_hour() -> None:
    now = [100.0]
    tries, counts = PinTries(lambda: now[0]), list[int]()
    for _ in range(6):
        tries.note_wrong()
    for seconds in (1799, 1, 1800, 3600, 36_000):
        now[0] += seconds
        counts.append(tries.wrong)
    assert counts == [6, 5, 4, 2, 0]
    tries.go_on(7, 1800 + 1799)
    assert (tries.wrong, tries.wait) == (6, 60)
    now[0] += 1
    assert tries.wrong == 5
    tries.note_wrong()
    assert (tries.wrong, tries.wait) == (6, 60)
