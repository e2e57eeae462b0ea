"""The time limits of the client; a value, so that tests can use shorter ones."""

from __future__ import annotations

from app.core.frozen import frozen

STANDSTILL = 60.0
"""The longest step of a call that moves money, in seconds by a clock that counts while the computer sleeps.

It is longer than `connect` and `write` of `Timings` together, so only sleep exceeds it.
"""


@frozen
class Timings:
    """Limits in seconds. The totals limit a whole call, however slowly the bytes of its answer come."""

    connect: float = 10.0
    write: float = 30.0
    """For the kernel to accept one piece of a body, and for the peer to acknowledge all of it.

    An upload without progress for so long is given up; while there is progress, nothing else ends it.
    """
    read_total: float = 20.0
    """For one try of a call that reads."""
    money_total: float = 150.0
    """For a call that moves money: counted anew with each piece of its body that has left. The time that
    `dispatch` takes is not counted."""
    silence: float = 0.02
    """How long the peer of a money call must be silent before the last byte."""
    glance: float = 2.0
    """How often, while a large body leaves, an early refusal of the peer is looked for."""
    pauses: tuple[float, ...] = (0.4, 1.2)
    """The pauses before the second, third ... try of a call that reads; each is varied by a quarter."""
    longest_pause: float = 60.0
    """The longest `Retry-After` of the service that is respected."""
