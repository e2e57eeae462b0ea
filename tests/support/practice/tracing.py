"""Whether the steps of a practice service on a socket are measured."""

from __future__ import annotations

import socket
import sys
from typing import Any

from app.practice import PracticeServer

_RUN = "_run"


class PracticeTracing:
    """Its own tests go through all of it; in those of everything else measuring would only take time."""

    is_wanted = True


def trace_practice_where_wanted() -> None:
    """From now on, leave the thread of a service that begins where it is not wanted without a tracer."""
    run: Any = vars(PracticeServer)[_RUN]

    def run_untraced(self: PracticeServer, listener: socket.socket) -> None:
        if not PracticeTracing.is_wanted:
            sys.settrace(None)
        run(self, listener)

    setattr(PracticeServer, _RUN, run_untraced)
