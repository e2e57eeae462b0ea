"""Every call of the interface, cut behind every byte of its request and its answer, in every way.

    python -m tests.benchmarks.every_byte [EVERY [CALLS]]

Prints a line for each call, plain, and for the money calls also over TLS at every 7th byte; exit status 1
when a cut ended otherwise than the table of reliability allows. EVERY tries each so many bytes only, and the
first CALLS of the interface.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time

from tests.api.wire.test_tls import server_context, trusting
from tests.benchmarks.measuring import asked
from tests.support.api.cutting import SUBJECTS, Kind, Tally, Tls, judged

_AT_ONCE = 200
_AT_ONCE_OVER_TLS = 30
_OVER_TLS_EVERY = 7


def _line(name: str, tally: Tally, seconds: float) -> str:
    endings = ", ".join(f"{count} {ending}" for ending, count in sorted(tally.endings.items()))
    return f"{name:<26} {tally.cells:>6} cuts {len(tally.wrong):>3} wrong {seconds:>6.1f} s   {endings}"


async def _measure(every: int, calls: int) -> int:
    # What the client notes of every cut would hide the lines.
    logging.disable()
    whole = Tally()
    began = time.monotonic()
    secure = Tls(server_context(), trusting())
    for tls in (None, secure):
        for subject in SUBJECTS[:calls]:
            if tls and not subject.moves_money:
                continue
            started = time.monotonic()
            # A secure connection cannot be closed for writing alone.
            kinds = [kind for kind in Kind if not (tls and kind is Kind.FIN)]
            step = max(every, _OVER_TLS_EVERY) if tls else every
            tally = await judged(
                subject, kinds, every=step, at_once=_AT_ONCE_OVER_TLS if tls else _AT_ONCE, tls=tls
            )
            name = f"{subject.name}{', TLS' if tls else ''}"
            print(_line(name, tally, time.monotonic() - started), flush=True)
            print("\n".join(tally.wrong[:20]), end="\n" if tally.wrong else "", flush=True)
            whole.cells += tally.cells
            whole.wrong += tally.wrong
    print(_line("all", whole, time.monotonic() - began))
    return 1 if whole.wrong else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(_measure(*asked([1, len(SUBJECTS)], smallest=[100_000, 1]))))
