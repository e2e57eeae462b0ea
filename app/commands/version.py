"""`agency-counter version`: prints the version and the places of its data and its policy.

Its output is for the administrator at a terminal: English, like the log.
"""

from __future__ import annotations

import platform
from collections.abc import Callable

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import qVersion

from app.core.installation import Installation, this_program
from app.core.policy import policy_files, this_policy
from app.core.settings import Policy, data_folder

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
    return [*lines, *([f"warning    {policy.warning}"] if policy.warning else [])]
