"""What the screen of settings works on besides the desk."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.core.installation import Installation, this_program
from app.core.language import tr
from app.core.settings import Policy, Settings
from app.desk.settings.backups import Backups

OfficeTest = Callable[[str], Coroutine[Any, Any, str]]
"""Tries the address of the office's database; gives a sentence of what is wrong, or nothing when it works."""


@dataclass(slots=True)
class SettingsContext:
    """One for the program; what it holds is that of the moment."""

    settings: Settings = field(default_factory=Settings)
    """Those that count now."""
    policy: Policy = field(default_factory=Policy)
    """What of them is preset, and not to be changed here."""
    folder: Path | None = None
    """The data folder; None where there is none."""
    backups: Backups | None = None
    """Of the profile in use; None while there is none."""
    is_key_kept: bool = True
    """By the system's key store, for the service in use; else the key is gone with this session."""
    keep_password: OfficeTest | None = None
    """Keeps the password in an address of the office's database for it alone; a sentence when it cannot."""
    program: Installation = field(default_factory=this_program)
    newer: str = ""
    """A sentence on a newer version of this program that lies ready, or why that cannot be told; or empty."""
    test_office: OfficeTest | None = None
    """None: the address is kept, and cannot be tried here."""
    may_restore: Callable[[], Coroutine[Any, Any, bool]] | None = None
    """Asks before a sale that is being typed is dropped for a backup; None: no sale is typed here."""

    @property
    def fixed_addresses(self) -> dict[str, str]:
        """The addresses that a policy has fixed, by the names of their profiles."""
        fixed = self.policy.fixed
        found = {"live": fixed.get("base_url"), "sandbox": fixed.get("sandbox_url")}
        return {name: address for name, address in found.items() if isinstance(address, str) and address}

    def why_not(self, address: str, name: str) -> str:
        """A sentence when a policy has fixed another address for a profile than this one; or empty."""
        fixed = self.fixed_addresses.get(name, address)
        if fixed == address:
            return ""
        return tr("Your administrator has set the address: {address}", address=fixed)
