"""The minutes for which the desk waits on a service that is silent, as the campaign shortens them.

Time is real in a campaign. Only the constants are smaller, all by the same factor, so that what is unknown is
decided within seconds. The pause between two readings stays, for the service tells whole seconds.
"""

from __future__ import annotations

from datetime import timedelta

from app.api.wire.timeouts import Timings
from app.desk.cancellation import cancellation
from app.desk.payment import service_rest, unknown_outcome
from tests.simulation.patches import Patches

SHORTER = 30
"""By so much each wait of minutes is shorter than in the program."""
MONEY_TOTAL = Timings().money_total / SHORTER
LONGEST_WORK = service_rest.QUIET.total_seconds() / SHORTER / 2
"""The service never works longer on an order, in seconds: half of what the desk allows for."""
TIMINGS = Timings(
    connect=5, write=MONEY_TOTAL, read_total=4, money_total=MONEY_TOTAL, silence=0.004, pauses=(0.01, 0.01)
)


def shorten(patches: Patches) -> None:
    """Let the desk of this process wait for shorter times."""
    quiet = service_rest.QUIET / SHORTER
    tries = tuple(each / SHORTER for each in unknown_outcome.TRIES)
    patches.put(service_rest, "QUIET", quiet)
    patches.put(service_rest, "WAITED_ENOUGH", quiet * 2)
    patches.put(service_rest, "LONGEST_WAY", timedelta(seconds=MONEY_TOTAL))
    patches.put(unknown_outcome, "QUIET", quiet)
    patches.put(unknown_outcome, "TRIES", tries)
    last = tries[-1] + unknown_outcome.PAUSE
    patches.put(cancellation, "_READ_AT", (*tries[:-1], last, last + unknown_outcome.PAUSE))
