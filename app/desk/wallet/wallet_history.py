"""The wallet history: readings that are stored for good; it never delays a sale."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.frozen import frozen
from app.core.language import tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.bookings.sendings import with_all_sendings
from app.desk.files.spreadsheet_export import write_tables
from app.desk.model.moment import Moment
from app.desk.model.sale import Wallet
from app.desk.office.kept_wallet import kept_reading
from app.desk.office.office_database import NoOfficeError, OfficeDatabase
from app.desk.wallet import forecast
from app.desk.wallet.forecast import Forecast, Pace
from app.desk.wallet.statement import service_statement, statement
from app.desk.wallet.wallet_movements import BalanceReading, OwnMovement, own_movements, reading_of
from app.store.journal.journal import Journal

if TYPE_CHECKING:
    from app.store.office.office import Office
    from app.store.office.wallet_readings import KeptReading

log = logging.getLogger(__name__)

_KEEPING = "keeping"
_MOST_WAITING = 2000
"""The most readings that wait for a failing database, about a day's; the oldest are dropped first."""


@frozen
class BalanceHistory:
    """The wallet history of some days until now, oldest first."""

    today: date
    readings: tuple[BalanceReading, ...]
    movements: tuple[OwnMovement, ...]
    problem: str = ""
    """Why readings are or will be missing; empty when all are stored."""

    @property
    def pace(self) -> Pace | None:
        """The usual spending of a day; None when unknown."""
        return forecast.pace(self.readings, self.movements, self.today)

    @property
    def forecast(self) -> Forecast | None:
        """When the money runs out; None when unknown."""
        return forecast.forecast(self.readings, self.movements, self.today)


class WalletHistory:
    """Stores the readings of a desk in order; after a failure it retries with the next one."""

    def __init__(self, office: OfficeDatabase, journal: Journal, clock: Callable[[], datetime]) -> None:
        self.problem = ""
        """Why readings cannot be kept; empty when they are."""
        self._office = office
        self._journal = journal
        self._clock = clock
        self._waiting: deque[Wallet] = deque(maxlen=_MOST_WAITING)
        self._session: deque[Wallet] = deque(maxlen=_MOST_WAITING)
        self._tasks = TaskScope(hand_to_loop)

    def note(self, wallet: Wallet) -> None:
        """Add a reading, which is stored in the background."""
        self._session.append(wallet)
        self._waiting.append(wallet)
        if not self._tasks.is_running(_KEEPING):
            self._tasks.start(_KEEPING, self._keep())

    async def finish(self) -> None:
        """Wait until all readings are stored, as far as possible."""
        await self._tasks.finish()

    def today(self) -> date:
        """Today by this computer's clock."""
        return self._clock().astimezone().date()

    async def history(self, agent_id: str) -> BalanceHistory:
        """The history of an agent's wallet: today and the days that a forecast is based on."""
        today = self.today()
        # The first whole day begins with the last reading of the day before.
        first = today - timedelta(forecast.MOST_DAYS + 1)
        readings, problem = await self._readings(agent_id, first, today)
        return BalanceHistory(today, readings, await self._movements(agent_id, first, today), problem)

    async def newest(self, last: Wallet, now: Moment) -> Wallet | None:
        """The newest reading of a wallet by another desk, which may be older than this desk's own; or None.

        `last` is one of this desk, with what does not change.
        """
        try:
            kept = await self._office.near(lambda office: _newest_of_others(office, last.agent_id))
        except NoOfficeError:
            return None
        except Exception:
            log.info("The readings of other desks cannot be had.", exc_info=True)
            return None
        if kept is None or kept.told_at is None or now.service is None:
            return None
        age = now.service - kept.told_at
        told = kept.told_at.astimezone(now.service.tzinfo)
        return replace(
            last,
            cash=kept.cash,
            credit_limit=kept.credit_limit,
            credit_used=kept.credit_used,
            credit_left=kept.credit_left,
            currency=kept.currency,
            ledger=(),
            read=Moment(now.here - age, told, now.boot - age.total_seconds()),
        )

    async def export(self, path: Path, wallet: Wallet, first: date, last: date) -> None:
        """Write the statement of some days, and the entries of a reading, as CSV or XLSX by the file's name.

        The file is whole or not there.

        Raises OSError when the file cannot be written.
        """
        found, _ = await self._readings(wallet.agent_id, first, last)
        readings = [replace(each, desk=self._office.name_of(each.desk)) for each in found]
        movements = await self._movements(wallet.agent_id, first, last)
        own = statement(movements, readings, first, last)
        tables = (own, service_statement(wallet)) if wallet.ledger else (own,)
        await asyncio.to_thread(write_tables, path, tables)

    async def _movements(self, agent_id: str, first: date, last: date) -> tuple[OwnMovement, ...]:
        since, until = _instants(first, last)

        def look() -> tuple[OwnMovement, ...]:
            made = with_all_sendings(self._journal, self._journal.since(since))
            return own_movements(made, agent_id, since, until)

        return await asyncio.to_thread(look)

    async def _readings(
        self, agent_id: str, first: date, last: date
    ) -> tuple[tuple[BalanceReading, ...], str]:
        """The stored readings with those of this session, and a sentence about problems."""
        since, until = _instants(first, last)
        mine = [each for each in self._session if each.agent_id == agent_id and since <= each.read_at < until]
        found = {each.read_at: reading_of(each) for each in mine}
        problem = self.problem
        try:
            kept = await self._office.near(lambda office: _kept(office, agent_id, since, until))
        except NoOfficeError:
            kept = ()
        except Exception as error:
            log.warning("The readings of the wallet cannot be had.", exc_info=True)
            problem, kept = problem or _problem(error), ()
        found |= {each.read_at: reading_of(each, each.desk) for each in kept}
        return tuple(sorted(found.values(), key=lambda each: each.at)), problem

    async def _keep(self) -> None:
        while self._waiting:
            wallet = self._waiting[0]
            try:
                await self._office.keep(lambda office, wallet=wallet: _keep_one(office, wallet))
            except NoOfficeError:
                self._waiting.clear()
                return
            except Exception as error:
                # A failing database is reported once on the wallet's page, and retried with the next reading.
                log.warning("A reading of the wallet could not be kept.", exc_info=True)
                self.problem = _problem(error)
                return
            self.problem = ""
            # It may be dropped already, as the oldest of too many.
            with suppress(ValueError):
                self._waiting.remove(wallet)


def _problem(error: Exception) -> str:
    return tr("Readings of the wallet cannot be kept: {cause}", cause=str(error) or type(error).__name__)


def _instants(first: date, last: date) -> tuple[datetime, datetime]:
    """The beginning of the first day and the end of the last, in this computer's zone."""
    after = datetime.combine(last + timedelta(days=1), time.min).astimezone()
    return datetime.combine(first, time.min).astimezone(), after


def _keep_one(office: Office, wallet: Wallet) -> None:
    from app.store.office.wallet_readings import keep_reading

    keep_reading(office, kept_reading(wallet))


def _newest_of_others(office: Office, agent_id: str) -> KeptReading | None:
    from app.store.office.wallet_readings import newest_of_others

    return newest_of_others(office, agent_id)


def _kept(office: Office, agent_id: str, since: datetime, until: datetime) -> tuple[KeptReading, ...]:
    from app.store.office.wallet_readings import readings_between

    return readings_between(office, agent_id, since.astimezone(UTC), until.astimezone(UTC))
