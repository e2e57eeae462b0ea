"""How long the client waits for what; a value, so that tests wait less."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds. The totals bound a call as a whole, however slowly the bytes of its answer drip."""

    connect: float = 10.0
    write: float = 30.0
    """For one piece of a body to be taken by the kernel, and for the peer to acknowledge all of it.

    A body is given up when it stands still for so long; while it moves, nothing else ends its way.
    """
    read_total: float = 20.0
    """For one try of a call that reads."""
    money_total: float = 150.0
    """For a call that moves money: counted anew with each piece of its body that has left, so that it ends
    a call that no longer moves. The time that `dispatch` takes is not counted."""
    silence: float = 0.02
    """How long the peer of a money call must be heard saying nothing."""
    glance: float = 2.0
    """How often, while a large body leaves, the peer is asked whether it has spoken: it may refuse early."""
    pauses: tuple[float, ...] = (0.4, 1.2)
    """Before the second, third ... try of a call that reads; each is varied by a quarter."""
    longest_pause: float = 60.0
    """The most that a `Retry-After` of the service is obeyed."""
