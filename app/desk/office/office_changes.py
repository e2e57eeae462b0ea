"""Who changed what is the office's business: clerks, addresses, alerts, the forgetting of customers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING

from app.core.frozen import frozen
from app.core.language import Wording, mark
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.office.office_database import NoOfficeError, OfficeDatabase

if TYPE_CHECKING:
    from app.store.office.changes import KeptChange
    from app.store.office.office import Office

log = logging.getLogger(__name__)

CLERK_ADDED, CLERK_PIN = "clerk_added", "clerk_pin"
CLERK_LEFT, CLERK_BACK = "clerk_left", "clerk_back"
CLERK_IN_CHARGE, CLERK_NOT_IN_CHARGE = "clerk_in_charge", "clerk_not_in_charge"
ADDRESS, ALERTS, FORGOTTEN, RETENTION = "address", "alerts", "forgotten", "retention"
CUSTOMER_REFUND = "customer_refund"
TILL, UPI = "till", "upi"
CORRECTED = "corrected"
_PROGRAM = "Agency Counter"
_WORDS = {
    CLERK_ADDED: mark("{about} was added as a clerk."),
    CLERK_PIN: mark("{about} got a new PIN."),
    CLERK_LEFT: mark("{about} has left."),
    CLERK_BACK: mark("{about} is back."),
    CLERK_IN_CHARGE: mark("{about} was put in charge."),
    CLERK_NOT_IN_CHARGE: mark("{about} is no longer in charge."),
    ADDRESS: mark("Address of the office\u2019s database: {about}."),
    ALERTS: mark("Wallet alerts: {about}."),
    FORGOTTEN: mark("A customer was deleted."),
    CORRECTED: mark("Held otherwise than the desk\u2019s journal, and put right: {about}."),
    RETENTION: mark("Retention of customers: {about}."),
    CUSTOMER_REFUND: mark("What a customer gets back: {about}."),
    TILL: mark("Till: {about}."),
    UPI: mark("The agency\u2019s address for UPI: {about}."),
}
_OTHER = mark("Something was changed by a newer version of this program.")


@frozen
class OfficeChange:
    """One change, to be shown."""

    at: datetime
    desk: str
    """The name of the desk."""
    by: str
    """The person in charge; empty where there were no clerks."""
    words: Wording


class OfficeChanges:
    """The changes of all desks, as far as the office's database is there."""

    def __init__(self, office: OfficeDatabase, clock: Callable[[], datetime]) -> None:
        self._office = office
        self._clock = clock
        self._tasks = TaskScope(hand_to_loop)
        self._numbers = count()

    def note(self, by: str, what: str, about: str = "") -> None:
        """Keep that something was changed at this desk, also when whoever changed it leaves at once.

        A failure is logged, and the change stays.
        """
        now = self._clock()

        def write(office: Office) -> None:
            from app.store.office.changes import KeptChange, write_change

            with office.work() as connection:
                write_change(connection, KeptChange(now, office.desk, by, what, about))

        self._tasks.start(f"change {next(self._numbers)}", self._keep(write))

    async def finish(self) -> None:
        """Wait until all that was noted is kept."""
        await self._tasks.finish()

    async def _keep(self, write: Callable[[Office], None]) -> None:
        try:
            await self._office.keep(write)
        except NoOfficeError:
            log.debug("Nothing is kept here.")
        except Exception:
            log.warning("A change could not be noted.", exc_info=True)

    async def newest(self, most: int) -> tuple[OfficeChange, ...]:
        """The newest changes, newest first; none when they cannot be read."""

        def read(office: Office) -> tuple[KeptChange, ...]:
            from app.store.office.changes import newest_changes

            return newest_changes(office, most)

        try:
            found = await self._office.near(read)
        except NoOfficeError:
            return ()
        except Exception:
            log.warning("The changes could not be read.", exc_info=True)
            return ()
        return tuple(
            OfficeChange(each.at, self._office.name_of(each.desk), each.by, _words(each)) for each in found
        )


def note_corrected(office: Office, at: datetime, refs: str) -> None:
    """Keep in the office that sales of this desk were put right there. Waits for it; raises OfficeError."""
    from app.store.office.changes import KeptChange, write_change

    with office.work() as connection:
        write_change(connection, KeptChange(at, office.desk, _PROGRAM, CORRECTED, refs))


def _words(kept: KeptChange) -> Wording:
    words = _WORDS.get(kept.what)
    return _OTHER if words is None else words.filled(about=kept.about)
