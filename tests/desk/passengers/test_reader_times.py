"""What came from a reader is told key by key, with what was understood and the times that it needs."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from app.core.settings import Settings, fits
from app.desk.passengers.mrz_keys import placed
from app.desk.passengers.reader_times import ArrivedKey, ReaderTimes, trial_of, use_reader_times
from tests.support.desk.mrz_samples import JANA, TODAY
from tests.support.desk.reader_keys import PACES, sent


@pytest.fixture(autouse=True)
def usual_times() -> Generator[None]:
    yield
    settings = Settings()
    use_reader_times(settings.reader_key_ms, settings.reader_line_ms)


def came(text: tuple[str, ...], keyboard: str, pace: str, rest: int = 0) -> list[ArrivedKey]:
    """The keys of a scan, with a rest before each line but the first."""
    found: list[ArrivedKey] = []
    for each in sent(text, keyboard, "\r", PACES[pace], tells_places=True):
        gap = 0 if not found else rest if found[-1].ends_line and rest else round(each.gap * 1000)
        is_end = each.text == "\r"
        place = placed(each.code, is_shifted=each.is_shifted, is_x11=False)
        name = "Return" if is_end else each.text
        found.append(ArrivedKey(gap, name, "" if is_end else each.text.upper(), place, is_end))
    return found


@pytest.mark.parametrize("keyboard", ["english", "french", "german", "hindi"])
@pytest.mark.parametrize(
    ("pace", "rest", "pauses", "allowed"),
    [
        ("5 ms", 0, (5, 5), (20, 200)),
        ("45 ms", 300, (45, 300), (68, 450)),
        ("150 ms", 900, (150, 900), (100, 990)),
        ("bunches", 250, (190, 250), (100, 375)),
    ],
)
def test_the_times_of_a_reader_are_measured(
    keyboard: str, pace: str, rest: int, pauses: tuple[int, int], allowed: tuple[int, int]
) -> None:
    trial = trial_of(came(JANA, keyboard, pace, rest), TODAY)
    assert trial.words == "A passport line (TD3), every check digit right."
    assert (trial.key_pause, trial.line_pause) == pauses
    assert trial.allowed == {"reader_key_ms": allowed[0], "reader_line_ms": allowed[1]}
    assert all(fits(name, value) for name, value in trial.allowed.items())


def test_each_key_is_shown_with_its_pause() -> None:
    trial = trial_of(came(("P<D",), "german", "20 ms"), TODAY)
    assert trial.keys.replace("\u00a0", " ") == "P 0   ; 20   D 20   Return 20\n"
    assert trial.allowed == {}


def test_what_is_no_passport_or_is_misread_is_told() -> None:
    said = trial_of(came(("4006381333931",), "english", "5 ms"), TODAY).words
    assert said == "This is no passport line. It stays in the field as it came."
    said = trial_of(came((JANA[0], f"{JANA[1][:-1]}7"), "french", "5 ms"), TODAY).words
    assert said == "Line 2 of the passport was not read cleanly. Scan again or type it."
    start = ArrivedKey(0, "Ctrl B", "", "", ends_line=False)
    said = trial_of([start, *came(JANA, "english", "5 ms")], TODAY).words
    assert "switch its start character off" in said


def test_the_times_are_those_of_the_whole_program() -> None:
    use_reader_times(60, 800)
    assert (ReaderTimes.key, ReaderTimes.line) == (0.06, 0.8)
