"""`agency-counter version`: prints the version and the places of its data and its policy.

Its output is for the administrator at a terminal: English, like the log.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import qVersion

from app.api.wire.service_url import ServiceUrl
from app.core.installation import Installation, this_program
from app.core.language import message_of
from app.core.policy import policy_files, this_policy
from app.core.settings import Policy, data_folder
from app.store.sql.engine import DatabaseAddress, DatabaseAddressError, url_of

Show = Callable[[str], None]


def show_version(show: Show = print) -> int:
    """Print one line for each fact. Always returns 0."""
    for line in lines_of(this_program(), this_policy()):
        show(line)
    return 0


def lines_of(program: Installation, policy: Policy) -> list[str]:
    """The lines to print, each beginning with the name of the fact."""
    places = policy.places or ("none, looked for in " + " and ".join(map(str, policy_files())),)
    lines = [
        f"Agency Counter {program.version}" + (f" ({program.built_from})" if program.built_from else ""),
        f"system     {program.system}, {platform.platform()}",
        f"python     {platform.python_version()}",
        f"qt         {qVersion()}, PySide6 {pyside_version}",
        f"program    {program.root or 'a checkout, not installed'}",
        f"data       {data_folder()}",
        *(f"policy     {place}" for place in places),
    ]
    if policy.fixed:
        lines.append(f"fixed      {', '.join(sorted(policy.fixed))}")
    if policy.initial:
        lines.append(f"initial    {', '.join(sorted(policy.initial))}")
    lines += [f"warning    {sentence}" for sentence in policy.warnings]
    return lines + [f"warning    {each}" for each in hopeless({**policy.initial, **policy.fixed})]


def hopeless(values: Mapping[str, object]) -> list[str]:
    """What is wrong with each address and folder among settings that can never work on this system."""
    found = {name: why(str(values[name])) for name, why in _CAN_WORK.items() if values.get(name)}
    return [f"{name}: {sentence}" for name, sentence in found.items() if sentence]


def _why_no_service(text: str) -> str:
    try:
        ServiceUrl.parse(text)
    except ValueError as error:
        return str(message_of(error))
    return ""


def _why_no_database(text: str) -> str:
    try:
        url_of(DatabaseAddress(text, "", ""))
    except DatabaseAddressError as error:
        return str(message_of(error))
    return ""


def _why_no_folder(text: str) -> str:
    return "" if Path(text).is_absolute() else f"{text} is not a whole path of this system."


_CAN_WORK: Mapping[str, Callable[[str], str]] = {
    "base_url": _why_no_service,
    "sandbox_url": _why_no_service,
    "office_url": _why_no_database,
    "agency_logo": _why_no_folder,
    "backup_folder": _why_no_folder,
    "scan_folder": _why_no_folder,
    "update_folder": _why_no_folder,
}
"""What says why the value of a setting can never work; empty when it may."""
