"""The agency's time zone: days, receipts and the financial year go by it, whatever this computer's is.

It is kept from the first start on, and a computer that stands in another one is told of once. The zone is
that of the whole process, so that everything that tells a day or a time here tells the same.
"""

from __future__ import annotations

import ctypes
import os
import time
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from PySide6.QtCore import QTimeZone

from app.core.language import mark
from app.core.settings import HOME_ZONE

if TYPE_CHECKING:
    from app.lifecycle.settings_service import SettingsService
    from app.ui.window.main_window import MainWindow

_ABOUT = "agency zone"
_FORMER_NAMES = {"Asia/Calcutta": HOME_ZONE}
_VARIABLE = "TZ"
_BEFORE = os.environ.get(_VARIABLE)
_ABROAD = mark("Days, receipts and the financial year go by this computer's time zone, {here}.")
_OTHER = mark(
    "This computer's time zone is {here}. Days, receipts and the financial year go by the agency's, {zone}."
)
_MORE = mark("If that is wrong, change it in Settings, Appearance.")


@cache
def zone_here() -> str:
    """The name of this computer's time zone, whatever is followed; empty when it is that of no place."""
    name = bytes(QTimeZone.systemTimeZoneId().data()).decode("ascii", "replace").lstrip(":")
    if _zone(name) is None or name.startswith(("Etc/", "UTC")):
        return ""
    return _FORMER_NAMES.get(name, name)


def follow(name: str) -> None:
    """Let this process tell days and times as in a zone; without a known one as this computer does."""
    zone = _zone(name)
    if zone is not None and name != zone_here():
        set_zone: Any = getattr(time, "tzset", None)
        # Windows knows no names of zones here, and takes a distance.
        os.environ[_VARIABLE] = name if set_zone else _distance(zone)
        (set_zone or ctypes.cdll.ucrtbase["_tzset"])()


def let_go() -> None:
    """Let what is started next tell the time of this computer."""
    if _BEFORE is None:
        os.environ.pop(_VARIABLE, None)
    else:
        os.environ[_VARIABLE] = _BEFORE


def keep(window: MainWindow, choices: SettingsService) -> None:
    """Keep the zone of the first start, and tell once of a computer that stands in another, or abroad."""
    here = zone_here()
    choices.setup.note_zone(here)
    if not here:
        return
    # Until a service has been chosen, nothing is kept: what a policy begins with still counts.
    if choices.kept.service and not choices.kept.agency_zone:
        choices.keep(agency_zone=here)
    zone = choices.kept.agency_zone or here
    if choices.kept.zone_told != here and (zone, here) != (HOME_ZONE, HOME_ZONE):
        words = (_ABROAD if zone == here else _OTHER).filled(here=here, zone=zone)
        window.show_notice(words, _MORE, about=_ABOUT)

        def note(about: str) -> None:
            if about == _ABOUT:
                choices.keep(zone_told=here)

        window.notice_dismissed.connect(note)


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if name else None
    # There is none of this name, or it is no name.
    except (LookupError, OSError, ValueError):
        return None


def _distance(zone: ZoneInfo) -> str:
    """Where the zone is now, as hours and minutes west of Greenwich."""
    distance = datetime.now(zone).utcoffset()
    minutes = 0 if distance is None else round(distance.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    return f"AGY{'-' if minutes >= 0 else '+'}{hours:02}:{rest:02}"
