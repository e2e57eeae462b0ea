"""Backups of this profile, and what restoring one would lose."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from app.core.frozen import frozen
from app.core.language import mark, message_of, tr
from app.desk.model.sale import Profile
from app.desk.payment.payments import Payments
from app.store.backup import backup, names, restore
from app.store.backup.backup import Backup, BackupError, BackupSource
from app.store.journal.journal import Attempt, Journal, JournalError

__all__ = ["BackupError", "BackupFinding", "Backups"]


@frozen
class BackupFinding:
    """A backup that was read and found complete, compared with the present data."""

    backup: Backup
    obstacle: str
    """A sentence why it cannot be restored; empty when it can."""
    lost_steps: int
    """The number of entries of the present journal that are not in it."""
    lost_sales: int
    """The number of bookings and cancellations among these."""
    lost_since: datetime | None
    """When the first of them was written; None when nothing would be lost."""
    is_other: bool
    """Whether its journal is another history than the present one, not a beginning of it."""


class Backups:
    """The backups of one profile's folder. Every failure is a BackupError with a sentence."""

    def __init__(
        self,
        profile: Profile,
        payments: Payments,
        journal: Journal,
        folder: Path,
        clock: Callable[[], datetime],
    ) -> None:
        """`folder` is the profile's folder within the data folder."""
        self._payments = payments
        self._journal = journal
        self._profile = profile.name
        self._clock = clock
        self.folder = folder
        self.data_folder = folder.parent

    async def size(self) -> int:
        """The size of the data folder, in bytes."""
        return await asyncio.to_thread(_size_of, self.data_folder)

    async def make(self, into: Path, keep: int = 0) -> Backup:
        """Make a backup as soon as no booking is running, then keep only the `keep` newest ones.

        0 keeps all of them. Raises BackupError.
        """
        await self._payments.finish()
        desk, now = self._journal.desk, self._clock()
        settings = self.data_folder / backup.SETTINGS
        source = BackupSource(self._profile, desk, self.folder, self._journal.copy_to, settings)
        try:
            made = await asyncio.to_thread(backup.make, source, into, now)
        except JournalError as error:
            raise BackupError(message_of(error)) from error
        if keep:
            await asyncio.to_thread(names.prune, into, self._profile, desk, keep, now)
        return made

    async def last_made(self, into: Path) -> datetime | None:
        """When this counter's newest backup in a folder was made, in this computer's zone, or None."""
        now = self._clock()
        made = await asyncio.to_thread(names.last_made, into, self._profile, self._journal.desk, now)
        return made.astimezone(now.tzinfo) if made else None

    async def make_of_today(self, into: Path, keep: int) -> Backup | None:
        """The backup of today, made unless there is one already (None). Raises BackupError."""
        last = await self.last_made(into)
        if last is not None and last.date() == self._clock().date():
            return None
        return await self.make(into, keep)

    async def older(self, into: Path, than: timedelta) -> tuple[Path, ...]:
        """The backups of this counter in a folder that are older than so much, the newest first."""
        desk, before = self._journal.desk, self._clock() - than
        return tuple(await asyncio.to_thread(names.made_before, into, self._profile, desk, before))

    async def renew(self, into: Path, former: Iterable[Path]) -> Backup:
        """Make a backup, and only then delete these former ones. Raises BackupError."""
        made = await self.make(into)

        def delete() -> None:
            for path in former:
                path.unlink(missing_ok=True)

        try:
            await asyncio.to_thread(delete)
        except OSError as error:
            raise BackupError(error.strerror or str(error)) from error
        return made

    async def look(self, path: Path) -> BackupFinding:
        """The finding of a backup, read completely: what restoring it would mean. Raises BackupError."""
        found = await asyncio.to_thread(backup.read, path, self.folder)
        return self._held_against(found)

    async def stage(self, finding: BackupFinding, by: str) -> None:
        """Unpack it beside the present data, which it replaces when the profile is closed.

        Raises BackupError when it must not be restored, also because the data has changed meanwhile. When it
        is cancelled, nothing is restored, although the thread goes on unpacking.
        """
        self._check(finding)
        now, stopped = self._clock(), threading.Event()
        try:
            await asyncio.to_thread(restore.stage, finding.backup, self.data_folder, by, now, stopped)
            self._check(finding)
        except (BackupError, asyncio.CancelledError):
            stopped.set()
            await asyncio.to_thread(restore.take_back, self.data_folder)
            raise

    def _check(self, finding: BackupFinding) -> None:
        now = self._held_against(finding.backup)
        if now.obstacle:
            raise BackupError(now.obstacle)
        if now != finding:
            raise BackupError(mark("Something was sold meanwhile. Look at the backup again."))

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
        # A later entry of a sale that is in the backup does not make it a missing sale.
        sales = {each.request_id for each in lost} - kept
        return BackupFinding(
            found,
            self._obstacle(found, attempts),
            len(lost),
            len(sales),
            lost[0].at.astimezone(self._clock().tzinfo) if lost else None,
            is_other=shared < min(len(found.hashes), len(present)),
        )

    def _obstacle(self, found: Backup, attempts: tuple[Attempt, ...]) -> str:
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
    """The size of all files that exist while counting.

    `os.walk` passes over a folder that goes away meanwhile; `rglob` raises then.
    """
    total = 0
    for place, _folders, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                total += Path(place, name).lstat().st_size
    return total
