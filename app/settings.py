"""What this counter remembers between starts, and the environment that overrides it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeVar, cast

BASE_URL_VARIABLE = "AGENCY_COUNTER_BASE_URL"
API_KEY_VARIABLE = "AGENCY_COUNTER_API_KEY"
DATA_DIR_VARIABLE = "AGENCY_COUNTER_DATA_DIR"

SERVICES = ("", "practice", "live")
Theme = Literal["system", "light", "dark"]
THEMES: tuple[Theme, ...] = ("system", "light", "dark")
TEXT_SIZES = (100, 115, 130)
_FILE = "settings.json"
Choice = TypeVar("Choice", str, int, bool)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of this counter; `service` is empty until somebody has chosen one."""

    service: str = ""
    base_url: str = ""
    theme: Theme = "system"
    text_size: int = 100
    net_shown: bool = True
    scan_folder: str = ""
    """The folder in which new scans are looked for; empty until somebody has chosen one."""


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """The settings, and a sentence when the file could not be used; the broken file is kept aside."""

    settings: Settings
    warning: str = ""


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder for all that this counter keeps; `AGENCY_COUNTER_DATA_DIR` overrides the system's place."""
    chosen = environment.get(DATA_DIR_VARIABLE, "")
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("AgencyCounter", appauthor=False)


def load_settings(folder: Path) -> LoadedSettings:
    """The settings kept in `folder`; the defaults when there are none or the file is broken."""
    path = folder / _FILE
    try:
        return LoadedSettings(_settings(json.loads(path.read_text(encoding="utf-8"))))
    except FileNotFoundError:
        return LoadedSettings(Settings())
    except (OSError, ValueError) as error:
        return LoadedSettings(Settings(), _set_aside(path, error))


def save_settings(folder: Path, settings: Settings) -> None:
    """Keep the settings; the file is replaced whole, so a power cut leaves the old or the new one.

    Raises OSError when the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / _FILE
    fresh = path.with_suffix(".new")
    with fresh.open("w", encoding="utf-8") as stream:
        json.dump(asdict(settings), stream, indent=1)
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(path)


def overridden(settings: Settings, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings with the address from the environment, when it names one."""
    base_url = environment.get(BASE_URL_VARIABLE, "")
    return replace(settings, service="live", base_url=base_url) if base_url else settings


def _settings(raw: object) -> Settings:
    """The settings in a decoded file; names that this version does not know are passed over."""
    named = cast("dict[str, object]", raw) if isinstance(raw, dict) else {"theme": raw}
    given = {**asdict(Settings()), **named}
    return Settings(
        service=_one_of(given["service"], SERVICES),
        base_url=_one_of(given["base_url"], (str(given["base_url"]),)),
        theme=cast("Theme", _one_of(given["theme"], THEMES)),
        text_size=_one_of(given["text_size"], TEXT_SIZES),
        net_shown=_one_of(given["net_shown"], (True, False)),
        scan_folder=_one_of(given["scan_folder"], (str(given["scan_folder"]),)),
    )


def _one_of(value: object, allowed: tuple[Choice, ...]) -> Choice:
    for each in allowed:
        if type(value) is type(each) and value == each:
            return each
    raise ValueError("a setting has a value that this version does not know")


def _set_aside(path: Path, error: Exception) -> str:
    aside = path.with_name(f"{path.stem}.broken-{datetime.now(UTC):%Y%m%dT%H%M%S}.json")
    with suppress(OSError):
        path.replace(aside)
        return f"The settings could not be read and start afresh. The old file is kept as {aside.name}."
    return f"The settings could not be read and start afresh: {type(error).__name__}."
