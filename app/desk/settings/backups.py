"""Backups of this profile as a person asks for them, and what putting one back would take away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.core.language import Text, tr, words_of
from app.desk.model.sale import Profile
from app.desk.payment.payments import Payments
from app.store.backup import backup, names, restore
from app.store.backup.backup import Backup, BackupError, BackupSource
from app.store.journal.journal import Attempt, Journal, JournalError

__all__ = ["BackupError", "BackupFinding", "Backups"]


@dataclass(frozen=True, slots=True)
class BackupFinding:
    """A backup that was read and found whole, held against what this counter has now."""

    backup: Backup
    obstacle: str
    """Why it cannot be put back, in a sentence; empty when it can."""
    lost_steps: int
    """So many entries of the present journal are not in it."""
    lost_sales: int
    """So many bookings and cancellations are among these."""
    lost_since: datetime | None
    """When the first of them was written; None when nothing would be lost."""
    is_other: bool
    """Whether its journal tells another history than the present one, and not a beginning of it."""


class Backups:
    """Of one profile's folder within the data folder. What goes wrong is a BackupError with a sentence."""

    def __init__(
        self,
        profile: Profile,
        payments: Payments,
        journal: Journal,
        folder: Path,
        clock: Callable[[], datetime],
    ) -> None:
        """`folder` is the profile's own."""
        self._payments = payments
        self._journal = journal
        self._profile = profile.name
        self._clock = clock
        self.folder = folder
        self.data_folder = folder.parent

    async def size(self) -> int:
        """How much the data folder holds, in bytes."""
        return await asyncio.to_thread(_size_of, self.data_folder)

    async def make(self, into: Path, keep: int = 0) -> Backup:
        """Make a backup now, or as soon as no booking is under way; then only so many newest ones stay.

        0 keeps all of them. Raises BackupError.
        """
        await self._payments.finish()
        desk, now = self._journal.desk, self._clock()
        settings = self.data_folder / backup.SETTINGS
        source = BackupSource(self._profile, desk, self.folder, self._journal.copy_to, settings)
        try:
            made = await asyncio.to_thread(backup.make, source, into, now)
        except JournalError as error:
            raise BackupError(words_of(error)) from error
        if keep:
            await asyncio.to_thread(names.prune, into, self._profile, desk, keep, now)
        return made

    async def last_made(self, into: Path) -> datetime | None:
        """When this counter's newest backup in a folder was made, in its own zone; None without any."""
        now = self._clock()
        made = await asyncio.to_thread(names.last_made, into, self._profile, self._journal.desk, now)
        return made.astimezone(now.tzinfo) if made else None

    async def make_of_today(self, into: Path, keep: int) -> Backup | None:
        """The backup of today, when there is none yet. Raises BackupError."""
        last = await self.last_made(into)
        if last is not None and last.date() == self._clock().date():
            return None
        return await self.make(into, keep)

    async def look(self, path: Path) -> BackupFinding:
        """Read a backup, every byte of it, and say what putting it back would mean. Raises BackupError."""
        found = await asyncio.to_thread(backup.read, path, self.folder)
        return self._held_against(found)

    async def stage(self, finding: BackupFinding, by: str) -> None:
        """Unpack it beside the present data; it takes their place when the profile is closed.

        Raises BackupError when it must not be put back, also when something has happened meanwhile.
        """
        self._check(finding)
        await asyncio.to_thread(restore.stage, finding.backup, self.data_folder, by, self._clock())
        try:
            self._check(finding)
        except BackupError:
            await asyncio.to_thread(restore.take_back, self.data_folder)
            raise

    def _check(self, finding: BackupFinding) -> None:
        now = self._held_against(finding.backup)
        if now.obstacle:
            raise BackupError(now.obstacle)
        if now != finding:
            raise BackupError(tr("Something was sold meanwhile. Look at the backup again."))

    def _held_against(self, found: Backup) -> BackupFinding:
        attempts = self._journal.attempts()
        entries = sorted((entry for each in attempts for entry in each.entries), key=lambda each: each.seq)
        present = tuple(entry.hash for entry in entries)
        both = zip(found.hashes, present, strict=False)
        shared = next((n for n, (one, other) in enumerate(both) if one != other), None)
        if shared is None:
            shared = min(len(found.hashes), len(present))
        lost = entries[shared:]
        kept = {each.request_id for each in entries[:shared]}
        # What goes on with a sale that the backup has is no sale that it lacks.
        sales = {each.request_id for each in lost} - kept
        return BackupFinding(
            found,
            self._obstacle(found, attempts),
            len(lost),
            len(sales),
            lost[0].at.astimezone(self._clock().tzinfo) if lost else None,
            is_other=shared < min(len(found.hashes), len(present)),
        )

    def _obstacle(self, found: Backup, attempts: tuple[Attempt, ...]) -> Text | str:
        if found.profile != self._profile:
            return tr(
                "This is a backup of {other}, and the counter works with {profile}. Change to that first.",
                other=found.profile,
                profile=self._profile,
            )
        if self._payments.is_settling:
            return tr("A booking is being settled. Wait until it is known.")
        if any(attempt.is_open for attempt in attempts):
            return tr("An outcome is still open. Settle it in Bookings first: the backup may not know of it.")
        return ""


def _size_of(folder: Path) -> int:
    """Of all files that are there while it is counted."""
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            total += path.lstat().st_size
    return total
