"""The context of the settings pages besides the desk."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from app.core.installation import Installation, this_program
from app.core.language import tr
from app.core.settings import Policy, Settings
from app.desk.office.office_access import OfficeAccess
from app.desk.settings.backups import Backups
from app.desk.settings.shell import Shell


@dataclass(slots=True)
class SettingsContext:
    """One object for the program, with the present values."""

    settings: Settings = field(default_factory=Settings)
    """The settings in force."""
    policy: Policy = field(default_factory=Policy)
    """The settings that an administrator has preset."""
    folder: Path | None = None
    """The data folder, or None."""
    backups: Backups | None = None
    """The backups of the profile in use; None without one."""
    is_key_kept: bool = True
    """Whether the API key in use is in the system's key store; else it is lost with this session."""
    office: OfficeAccess | None = None
    """Looks at addresses of the office's database; None when that cannot be done here."""
    program: Installation = field(default_factory=this_program)
    newer: str = ""
    """A sentence about an available newer version, or why it could not be looked for; or empty."""
    zone_here: str = ""
    """The name of this computer's time zone; empty when unknown."""
    shell: Shell = field(default_factory=Shell)
    """Carries out what is asked on a screen."""

    def serve(self, shell: Shell) -> None:
        """Set what carries out what is asked on a screen."""
        self.shell = shell

    def follow(self, settings: Settings) -> None:
        """Set the settings in force."""
        self.settings = settings

    def use(self, backups: Backups | None) -> None:
        """Set the backups of the profile in use; None without one."""
        self.backups = backups

    def note_key(self, *, is_kept: bool) -> None:
        """Set whether the API key in use is in the system's key store."""
        self.is_key_kept = is_kept

    def note_zone(self, name: str) -> None:
        """Set the name of this computer's time zone."""
        self.zone_here = name

    def note_newer(self, sentence: str) -> None:
        """Set the sentence about a newer version."""
        self.newer = sentence

    @property
    def fixed_addresses(self) -> dict[str, str]:
        """The addresses that a policy has fixed, by profile name."""
        fixed = self.policy.fixed
        found = {"live": fixed.get("base_url"), "sandbox": fixed.get("sandbox_url")}
        return {name: address for name, address in found.items() if isinstance(address, str) and address}

    def why_not(self, address: str, name: str) -> str:
        """A sentence when a policy has fixed another address for a profile; or empty."""
        fixed = self.fixed_addresses.get(name, address)
        if fixed == address:
            return ""
        return tr("Your administrator has set the address: {address}", address=fixed)
