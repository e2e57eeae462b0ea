"""Settings that an administrator presets: a file for the computer, one for the user, and the registry.

A file is one JSON object. Its members are settings by their names, and fixed: they cannot be changed in the
program. `{"fixed": {...}, "initial": {...}}` separates fixed settings from values that a new counter starts
with. The policy of the computer overrides that of the user, and the registry (Windows) overrides both. A
fixed address also overrides `AGENCY_COUNTER_BASE_URL`; it brings no API key with it, since a key is stored
for the one address that it was typed for. A value that cannot be used is reported in a sentence; the others
apply.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from app.core.database_url import holds_password
from app.core.language import Message, mark
from app.core.settings import Policy, Settings, as_written, fits

FILE = "policy.json"
_REGISTRY = r"HKLM\SOFTWARE\Policies\AgencyCounter"
_KEY = _REGISTRY.partition("\\")[2]
_FIXED, _INITIAL = "fixed", "initial"
_WRONG = mark("The policy {file} sets {name} to what it cannot be. The rest of it counts.")
_BROKEN = mark("The policy {file} is no JSON: see line {line}, column {column}. Nothing of it counts.")
_ADDRESSES = ("base_url", "sandbox_url")
_BY_BARE_NAME = {name.replace("_", ""): name for name in as_written(Settings())}
_LONGEST = 100_000
_MOST_VALUES = 200


def policy_files(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> tuple[Path, ...]:
    """The policy files in their order of precedence: computer, then user."""
    if system == "win32":
        machine, user = environment.get("PROGRAMDATA", ""), environment.get("LOCALAPPDATA", "")
        return tuple(Path(each) / "AgencyCounter" / FILE for each in (machine, user) if each)
    home = Path(environment.get("HOME", "/"))
    own = Path(environment.get("XDG_CONFIG_HOME", ""))
    user = own if own.is_absolute() else home / ".config"
    return Path("/etc/agency-counter") / FILE, user / "agency-counter" / FILE


def this_policy(system: str = sys.platform) -> Policy:
    """The policy that applies on this computer to this user."""
    return read_policy(policy_files(), _registry() if system == "win32" else {})


def read_policy(files: tuple[Path, ...], registry: Mapping[str, object] | None = None) -> Policy:
    """The policy of these files, earlier ones first, with the registry before all of them."""
    reading = _Reading()
    if registry:
        reading.take_registry(registry)
    for path in files:
        reading.take_file(path)
    return Policy(reading.fixed, reading.initial, tuple(reading.places), tuple(reading.warnings))


class _Reading:
    """Collects the settings; the first source that names a setting decides it."""

    def __init__(self) -> None:
        self.fixed: dict[str, object] = {}
        self.initial: dict[str, object] = {}
        self.places: list[str] = []
        self.warnings: list[Message] = []

    def take_file(self, path: Path) -> None:
        try:
            with path.open(encoding="utf-8-sig") as stream:
                told: object = json.loads(stream.read(_LONGEST))
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as error:
            cause = error.strerror or type(error).__name__
            self.warnings.append(mark("The policy {file} cannot be read: {cause}.", file=path, cause=cause))
            return
        except json.JSONDecodeError as error:
            # At the end of a file that ends too early it stands behind the last line.
            place = {"line": error.lineno, "column": error.colno}
            self.warnings.append(_BROKEN.filled(file=path, **place))
            return
        # The last one is raised by nesting that is too deep.
        except (ValueError, RecursionError):
            self.warnings.append(
                mark("The policy {file} is no JSON in UTF-8. Nothing of it counts.", file=path)
            )
            return
        if not isinstance(told, dict):
            self.warnings.append(
                mark("The policy {file} is no JSON object. Nothing of it counts.", file=path)
            )
            return
        self.places.append(str(path))
        self._take_members(cast("dict[str, object]", told), str(path))

    def take_registry(self, values: Mapping[str, object]) -> None:
        self.places.append(_REGISTRY)
        for name, value in values.items():
            # Names in the registry are case-insensitive: base_url and BaseUrl are the same setting.
            setting = _BY_BARE_NAME.get(name.replace("_", "").casefold(), name)
            self._take(self.fixed, setting, _typed(setting, value), self.places[-1])

    def _take_members(self, members: dict[str, object], place: str) -> None:
        for name, value in members.items():
            group = {_FIXED: self.fixed, _INITIAL: self.initial}.get(name)
            if group is None:
                self._take(self.fixed, name, value, place)
            elif isinstance(value, dict):
                for setting, each in cast("dict[str, object]", value).items():
                    self._take(group, setting, each, place)
            else:
                self._refuse(name, place)

    def _take(self, group: dict[str, object], name: str, value: object, place: str) -> None:
        if name in _ADDRESSES and isinstance(value, str):
            # In the form of a typed address: the API key is stored under exactly this form.
            value = value.strip().rstrip("/")
        if name not in _BY_BARE_NAME.values():
            self.warnings.append(
                mark("The policy {file} names {name}, which is no setting here.", file=place, name=name)
            )
        elif not fits(name, value) or (name == "office_url" and holds_password(str(value))):
            self._refuse(name, place)
        else:
            group.setdefault(name, value)

    def _refuse(self, name: str, place: str) -> None:
        self.warnings.append(_WRONG.filled(file=place, name=name))


def _typed(name: str, value: object) -> object:
    """The value in the type of the setting: the registry has only texts and whole numbers."""
    if fits(name, value):
        return value
    if value in (0, 1) and fits(name, bool(value)):
        return bool(value)
    if isinstance(value, str) and value.isascii() and value.isdecimal() and fits(name, int(value)):
        return int(value)
    return value


def _registry() -> Mapping[str, object]:
    """The values of the program's registry key; none when there is no such key."""
    registry: Any = import_module("winreg")
    found: dict[str, object] = {}
    with suppress(OSError), registry.OpenKey(registry.HKEY_LOCAL_MACHINE, _KEY) as key:
        for number in range(_MOST_VALUES):
            # Behind the last one.
            name, value, _ = registry.EnumValue(key, number)
            found[name] = value
    return found
