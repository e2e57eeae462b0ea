"""What a reader sends is read on any keyboard, with any line end, and never as somebody else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from app.desk.passengers.mrz import MrzError, read_mrz
from app.desk.passengers.mrz_keys import is_scan, may_be_scan, placed, read_scan, waits_for_line
from tests.support.desk.mrz_samples import BELGIAN, JANA, SPECIMENS, TODAY, Holder, write_mrz
from tests.support.desk.reader_keys import ENGLISH, KEYBOARDS, LINE_ENDS, PLACES, sent

ZONES = {**SPECIMENS, "long": BELGIAN, "JANA": JANA}
AZIZ = Holder("YAZDI", "ZOYA MAY", "X4712", "920412", "310614")


def arrived(
    lines: Sequence[str], keyboard: str, end: str, before: str = "", *, tells: bool = False
) -> tuple[str, str]:
    """The text of the keys as typed, and by their places."""
    keys = [*sent(lines, keyboard, end, before=before, tells_places=tells)]
    by_place = (placed(key.code, is_shifted=key.is_shifted, is_x11=False) if key.code else "" for key in keys)
    return "".join(key.text for key in keys), "".join(by_place)


@pytest.mark.parametrize("tells", [False, True])
@pytest.mark.parametrize("keyboard", KEYBOARDS)
@pytest.mark.parametrize("zone", ZONES)
def test_a_scan_is_read_on_any_keyboard(zone: str, keyboard: str, *, tells: bool) -> None:
    lines = ZONES[zone]
    prefixes = ("",) if keyboard == "hindi" else ("", "]Q1", "]L0", "\x02")
    for end, before in product(LINE_ENDS.values(), prefixes):
        text, by_place = arrived(lines, keyboard, end, before, tells=tells)
        assert read_scan(text, by_place, TODAY) == read_mrz("\n".join(lines), TODAY)


@pytest.mark.parametrize("keyboard", KEYBOARDS)
@pytest.mark.parametrize("zone", ZONES)
def test_a_scan_is_known_before_its_first_line_ends(zone: str, keyboard: str) -> None:
    line = ZONES[zone][0]
    for before in ("", "]L0"):
        text, _ = arrived([line], keyboard, "", before)
        if not (before and keyboard == "hindi"):
            assert is_scan(text, "")
            assert all(may_be_scan(text[:length], "") for length in range(1, len(text) + 1))
    text, by_place = arrived([line], keyboard, "", tells=True)
    assert is_scan(text, by_place)
    assert waits_for_line(text, "")


@pytest.mark.parametrize(
    "typed", ["PRIYA SHARMA", "A.K.SINHA", "IQBAL", "9845012377", "PA4006381333931", "P.V.RAO", "C/O", "]]"]
)
def test_what_hands_type_is_no_scan(typed: str) -> None:
    assert not any(is_scan(typed[:length], typed[:length]) for length in range(len(typed) + 1))
    assert not may_be_scan(f"{typed}~", "")


@pytest.mark.parametrize("keyboard", ["german", "spanish", "german reader", "spanish reader"])
def test_two_keyboards_that_give_two_people_are_told(keyboard: str) -> None:
    text, _ = arrived(write_mrz("TD3", AZIZ), keyboard, "\r")
    with pytest.raises(MrzError, match="Y and Z may be swapped"):
        read_scan(text, "", TODAY)


def test_a_number_or_the_places_of_keys_tell_the_keyboard() -> None:
    text, by_place = arrived(write_mrz("TD3", AZIZ), "german", "\r", tells=True)
    assert read_scan(text, by_place, TODAY).name == "Zoya May Yazdi"
    text, _ = arrived(write_mrz("TD3", Holder("YAZDI", "ZOYA", "ZY471", "920412", "310614")), "german", "")
    assert read_scan(text, "", TODAY).surname == "Yazdi"


@pytest.mark.parametrize("keyboard", KEYBOARDS)
def test_an_unclean_scan_is_told_by_its_line(keyboard: str) -> None:
    text, _ = arrived((JANA[0], f"{JANA[1][:-1]}7"), keyboard, "\n")
    with pytest.raises(MrzError) as told:
        read_scan(text, "", TODAY)
    assert told.value.line == 2


def test_each_key_has_its_place() -> None:
    for sign in ENGLISH:
        is_shifted = sign.isalpha() or sign == "<"
        assert placed(PLACES[sign], is_shifted=is_shifted, is_x11=False) == sign
        assert placed(PLACES[sign] + 8, is_shifted=is_shifted, is_x11=True) == sign
    assert placed(0, is_shifted=False, is_x11=True) == ""
    assert placed(PLACES["<"], is_shifted=False, is_x11=False) == ""
    assert placed(PLACES["7"], is_shifted=True, is_x11=False) == ""
