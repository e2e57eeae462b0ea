"""Days, receipts and the financial year go by the agency's time zone, whatever the computer's is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.core.settings import LoadedSettings, Policy, Settings, fits, load_settings
from app.desk.settings.settings_context import SettingsContext
from app.desk.settings.shell import Shell
from app.lifecycle import agency_zone
from app.lifecycle.settings_service import SettingsService
from app.ui.kit.controls.segmented import Segmented
from app.ui.settings.appearance import AppearanceSettings

if TYPE_CHECKING:
    from app.ui.window.main_window import MainWindow

_TOLD = """
import sys, time
from datetime import UTC, datetime
from app.desk.till.payment_rules import financial_year
from app.lifecycle import agency_zone
if sys.argv[2] == "windows":
    del time.tzset
    class Library(dict):
        ucrtbase = {"_tzset": lambda: None}
    agency_zone.ctypes.cdll = Library()
    agency_zone.follow(sys.argv[1])
    print(agency_zone.os.environ["TZ"])
else:
    agency_zone.follow(sys.argv[1])
    at = datetime(2027, 3, 31, 20, 0, tzinfo=UTC).astimezone()
    print(at.date(), financial_year(at.date()))
    agency_zone.let_go()
    print(agency_zone.os.environ.get("TZ", "none"), agency_zone.zone_here())
"""


def _told(computer: str, agency: str, system: str = "") -> list[str]:
    """What a process on a computer in a zone tells of an instant, with this zone of the agency."""
    asked = subprocess.run(
        [sys.executable, "-c", _TOLD, agency, system],
        env={**os.environ, "TZ": computer},
        capture_output=True,
        text=True,
        check=True,
    )
    return asked.stdout.split()


@pytest.mark.parametrize(
    ("computer", "agency", "day", "year"),
    [
        ("Asia/Kolkata", "Asia/Kolkata", "2027-04-01", "2728"),
        ("America/New_York", "Asia/Kolkata", "2027-04-01", "2728"),
        ("America/Bogota", "Asia/Kolkata", "2027-04-01", "2728"),
        ("Etc/UTC", "Asia/Kolkata", "2027-04-01", "2728"),
        ("Asia/Kolkata", "America/New_York", "2027-03-31", "2627"),
        ("America/New_York", "", "2027-03-31", "2627"),
        ("America/New_York", "No/Where", "2027-03-31", "2627"),
    ],
)
def test_a_day_and_its_financial_year_are_the_agencys(
    computer: str, agency: str, day: str, year: str
) -> None:
    here = [] if computer == "Etc/UTC" else [computer]
    assert _told(computer, agency) == [day, year, computer, *here]


@pytest.mark.parametrize(
    ("agency", "told"),
    [("Asia/Kolkata", "AGY-05:30"), ("Asia/Kathmandu", "AGY-05:45"), ("America/Bogota", "AGY+05:00")],
)
def test_windows_is_given_a_distance(agency: str, told: str) -> None:
    assert _told("Europe/Berlin", agency, "windows") == [told]


class _Window(QObject):
    """A window with notices."""

    notice_dismissed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def show_notice(self, text: object, more: object = "", tone: str = "warning", *, about: str) -> None:
        assert (str(more), tone, about) == (
            "If that is wrong, change it in Settings, Appearance.",
            "warning",
            "agency zone",
        )
        self.shown.append(str(text))


@pytest.fixture
def window(qapp: QApplication) -> Iterator[_Window]:
    """A window with notices; what the settings set for the program is put back in the end."""
    yield _Window()
    SettingsService(qapp, Path(), LoadedSettings(Settings()))


def _started(
    folder: Path, window: _Window, here: str, patches: pytest.MonkeyPatch, service: str = "live", **fixed: str
) -> SettingsService:
    """A start of the counter on a computer in this zone."""
    patches.setattr(agency_zone, "zone_here", lambda: here)
    settings = replace(load_settings(folder).settings, service=service)
    loaded = LoadedSettings(settings, policy=Policy(fixed))
    choices = SettingsService(cast("QApplication", QApplication.instance()), folder, loaded)
    agency_zone.keep(cast("MainWindow", window), choices)
    return choices


def test_before_a_service_is_chosen_nothing_is_kept(
    tmp_path: Path, window: _Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = _started(tmp_path, window, "Asia/Dubai", monkeypatch, service="")
    assert (choices.kept.agency_zone, len(window.shown)) == ("", 1)
    assert list(tmp_path.iterdir()) == []


def test_the_usual_zone_is_kept_without_a_word(
    tmp_path: Path, window: _Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _started(tmp_path, window, "Asia/Kolkata", monkeypatch).kept.agency_zone == "Asia/Kolkata"
    _started(tmp_path, window, "Asia/Kolkata", monkeypatch)
    assert window.shown == []


@pytest.mark.parametrize("here", ["Europe/Berlin", "America/New_York", "Asia/Dubai"])
def test_a_computer_in_another_zone_is_told_of_once(
    tmp_path: Path, window: _Window, monkeypatch: pytest.MonkeyPatch, here: str
) -> None:
    _started(tmp_path, window, "Asia/Kolkata", monkeypatch)
    for _ in range(2):
        choices = _started(tmp_path, window, here, monkeypatch)
        assert choices.kept.agency_zone == "Asia/Kolkata"
        assert choices.setup.zone_here == here
    words = f"This computer's time zone is {here}. Days, receipts and the financial year go by the agency's, "
    assert window.shown == [f"{words}Asia/Kolkata."] * 2
    window.notice_dismissed.emit("clock")
    assert _started(tmp_path, window, here, monkeypatch).kept.zone_told == ""
    window.notice_dismissed.emit("agency zone")
    _started(tmp_path, window, here, monkeypatch)
    assert len(window.shown) == 3


def test_a_first_start_abroad_says_what_days_go_by(
    tmp_path: Path, window: _Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _started(tmp_path, window, "Asia/Dubai", monkeypatch).kept.agency_zone == "Asia/Dubai"
    words = "Days, receipts and the financial year go by this computer's time zone, Asia/Dubai."
    assert window.shown == [words]


def test_a_zone_of_no_place_is_not_kept_and_one_of_a_policy_counts(
    tmp_path: Path, window: _Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _started(tmp_path, window, "", monkeypatch).kept.agency_zone == ""
    fixed = _started(tmp_path, window, "Asia/Dubai", monkeypatch, agency_zone="Asia/Kolkata")
    assert fixed.kept.agency_zone == "Asia/Kolkata"
    assert window.shown[0].endswith("the agency's, Asia/Kolkata.")


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("", True),
        ("Asia/Kolkata", True),
        ("America/Argentina/Buenos_Aires", True),
        ("Etc/GMT+5", True),
        ("../../etc/passwd", False),
        ("/etc/localtime", False),
        ("Asia/", False),
    ],
)
def test_only_the_name_of_a_zone_is_one(name: str, *, is_one: bool) -> None:
    assert fits("agency_zone", name) is is_one


@pytest.mark.parametrize(
    ("kept", "here", "offered"),
    [
        ("", "", ()),
        ("Asia/Kolkata", "Asia/Kolkata", ()),
        ("Asia/Kolkata", "Asia/Dubai", ("Asia/Kolkata", "Asia/Dubai")),
        ("Asia/Dubai", "Asia/Dubai", ("Asia/Dubai", "Asia/Kolkata")),
        ("Asia/Dubai", "Europe/Berlin", ("Asia/Dubai", "Europe/Berlin", "Asia/Kolkata")),
    ],
)
def test_another_zone_is_chosen_in_settings_where_there_is_one(
    qapp: QApplication, kept: str, here: str, offered: tuple[str, ...]
) -> None:
    assert qapp
    told: list[object] = []
    shell = Shell(keep=told.append)
    section = AppearanceSettings(SettingsContext(Settings(agency_zone=kept), zone_here=here, shell=shell))
    found = section.findChildren(Segmented, "agency_zone")
    assert bool(found) is bool(offered)
    for each in offered[1:]:
        found[0].choose(each)
    assert told == [{"agency_zone": each} for each in offered[1:]]
