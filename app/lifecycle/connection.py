"""The connection of one profile: client, journal and desk, opened and closed in order."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.wire.transport import tls_context
from app.core.language import message_of, tr
from app.desk.bookings.local_cache import LocalCache
from app.desk.desk import Desk, DeskOptions, local_now
from app.desk.model.errors import DeskError
from app.desk.model.formats import sentences
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Advice, Profile
from app.desk.office.office_database import OfficeDatabase
from app.desk.office.office_sync import OfficeSync
from app.desk.settings.backups import Backups
from app.lifecycle.ocr_client import OcrClient, is_installed
from app.lifecycle.practice_process import PracticeError, PracticeProcess
from app.lifecycle.profile import ServiceProfile, practice_profile, profile_of, why_not_apart
from app.practice import PRACTICE_KEY
from app.store.files.answers_cache import AnswersCache
from app.store.files.data_folder import (
    FolderInUseError,
    UnfitFolderError,
    prepare_folder,
    share_warning,
    sync_warning,
)
from app.store.files.saved_groups import SavedGroups
from app.store.journal.journal import Journal
from app.store.journal.rollback_guard import RollbackGuard
from app.store.journal.sqlite_log import is_held
from app.store.office.outbox import FILE as OUTBOX
from app.store.office.outbox import Outbox
from app.store.quotations.quotation_store import QuotationStore
from app.store.till.till_schema import FILE as TILL_FILE

if TYPE_CHECKING:
    from app.store.office.office import Office
    from app.store.register.register import Register
    from app.store.till.till_book import TillBook

Clock = Callable[[], datetime]


class OpeningError(Exception):
    """The counter cannot be opened with this profile; the sentence says why."""


@dataclass(slots=True)
class Connection:
    """The parts of one profile in use."""

    desk: Desk
    client: PartnerClient
    journal: Journal
    practice: PracticeProcess | None
    folder: Path
    backups: Backups

    @property
    def warning(self) -> str:
        """What the clerk must know about its opening, or empty."""
        told = (
            *self.journal.recovery.sentences,
            self.practice.warning if self.practice else "",
            sync_warning(self.folder),
            share_warning(self.folder),
        )
        return sentences(*told)

    async def problem(self) -> Advice | None:
        """Advice why the service cannot be used, from the reading of its wallet; None when it can."""
        try:
            await self.desk.wallet.read()
        except DeskError as error:
            return error.advice
        except BaseException:
            await self.close()
            raise
        return None

    async def close(self) -> None:
        """Wait for running money calls, then close client, journal and practice service."""
        await self.desk.close()
        await self.client.aclose()
        await asyncio.to_thread(self.journal.close)
        if self.practice is not None:
            await asyncio.to_thread(self.practice.stop)


async def connect_practice(
    folder: Path,
    clock: Clock = local_now,
    rules: OfficeRules | None = None,
    practice: PracticeProcess | None = None,
) -> Connection:
    """The connection to the practice service, started on this computer, with its own register.

    `folder` is the counter's data folder; `rules` as in `Desk`; `practice` is a process that is prepared
    already. Raises OpeningError.
    """
    own = folder / "practice"
    practice = practice or PracticeProcess()
    await asyncio.to_thread(_start_practice, practice, own)
    profile = practice_profile(practice.base_url)
    try:
        return await _connect(own, profile, ApiKey(PRACTICE_KEY), practice, clock, rules=rules)
    except BaseException:
        await asyncio.to_thread(practice.stop)
        raise


async def connect_service(
    folder: Path,
    service: ServiceProfile,
    clock: Clock = local_now,
    rules: OfficeRules | None = None,
    *,
    is_shared: bool = False,
) -> Connection:
    """The connection to the real service or its sandbox, in its own folder. Raises OpeningError.

    `rules` as in `Desk`; `is_shared` says that an office's database is set.
    """
    return await _connect(
        folder / service.name,
        profile_of(service),
        service.key,
        None,
        clock,
        rules=rules,
        key_problem=lambda key: why_not_apart(replace(service, key=key)),
        is_shared=is_shared,
    )


async def _connect(
    folder: Path,
    profile: Profile,
    key: ApiKey,
    practice: PracticeProcess | None,
    clock: Clock,
    *,
    rules: OfficeRules | None,
    key_problem: Callable[[ApiKey], str] | None = None,
    is_shared: bool = False,
) -> Connection:
    is_encrypted = profile.base_url.casefold().startswith("https:")
    tls = await asyncio.to_thread(tls_context) if is_encrypted else None
    try:
        client = PartnerClient(profile.base_url, key, tls=tls)
    except ValueError as error:
        raise OpeningError(str(error)) from None
    try:
        journal = await asyncio.to_thread(_open_journal, folder, clock)
    except BaseException:
        await client.aclose()
        raise
    options = DeskOptions(
        OcrClient() if is_installed() else None,
        key_problem,
        open_till=partial(till_of, folder, journal.desk, clock),
        has_till=(folder / TILL_FILE).exists,
    )
    memory = memory_of(folder, journal.desk, clock, is_shared=is_shared)
    desk = Desk(client, journal, profile, clock, memory, rules=rules, options=options)
    try:
        await desk.start()
    except BaseException:
        await client.aclose()
        await asyncio.to_thread(journal.close)
        raise
    return Connection(
        desk, client, journal, practice, folder, Backups(profile, desk.payments, journal, folder, clock)
    )


def memory_of(
    folder: Path, desk: str = "", clock: Clock = local_now, *, is_shared: bool = False
) -> LocalCache:
    """The local records in a profile's folder; each file is opened at its first use.

    `desk` is the name of this counter in its data for the office, whose database is set if `is_shared`.
    """

    def open_register() -> Register:
        # The database library takes longer to import than the catalogue to read.
        from app.store.register.register import Register

        return Register.open(folder)

    sharing = OfficeSync(Outbox(folder / OUTBOX), clock, is_expected=is_shared)
    return LocalCache(
        open_register,
        AnswersCache.of(folder),
        SavedGroups(folder / "parties"),
        office_of(folder, desk, sharing),
        folder,
        sharing=sharing,
        quotations=QuotationStore(folder),
    )


def office_of(folder: Path, desk: str, sharing: OfficeSync | None = None) -> OfficeDatabase:
    """The office's database in a profile's folder, opened at its first use."""

    def open_office() -> Office:
        # The database library takes longer to import than the catalogue to read.
        from app.store.office.office import Office

        return Office.open(folder, desk)

    return OfficeDatabase(open_office, sharing)


def till_of(folder: Path, desk: str, clock: Clock = local_now) -> TillBook:
    """The till's book in a profile's folder, sealed like the journal; waits for disk and key store.

    `desk` is as in `memory_of`. Raises TillError.
    """
    # Most counters have none.
    from app.store.till.outside_memory import OutsideMemory
    from app.store.till.till_book import TillBook

    key = RollbackGuard.of(folder).chain_key() or b""
    return TillBook(folder, OutsideMemory.of(folder), desk=desk, key=key, clock=clock)


def _open_journal(folder: Path, clock: Clock) -> Journal:
    try:
        outside = RollbackGuard.of(folder)
        return Journal.open(
            folder, chain_key=outside.chain_key(), clock=clock, outside=outside, checks_later=True
        )
    except (FolderInUseError, UnfitFolderError) as error:
        raise OpeningError(str(error)) from None
    except sqlite3.Error as error:
        if not is_held(error):
            raise _unusable(folder, error) from error
        message = tr(
            "Another program holds the journal in {folder}, such as a virus scanner. Nothing can "
            "be sold until it lets go of it. Then start the counter again.",
            folder=folder,
        )
        raise OpeningError(message) from error
    except OSError as error:
        raise _unusable(folder, error) from error


def _unusable(folder: Path, error: Exception) -> OpeningError:
    sentence = tr(
        "The data folder {folder} cannot be used: {cause}. Nothing can be sold until it can.",
        folder=folder,
        cause=str(error),
    )
    return OpeningError(sentence)


def _start_practice(practice: PracticeProcess, folder: Path) -> None:
    try:
        prepare_folder(folder)
        practice.start(folder / "service.json")
    except UnfitFolderError as error:
        raise OpeningError(str(error)) from None
    except PracticeError as error:
        raise OpeningError(message_of(error)) from error
