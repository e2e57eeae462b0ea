"""The practice service: the partner interface with a demo agent, a test wallet and nothing sold for real.

Written from the interface document alone; what it exports is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from app.practice.identity import NEIGHBOUR_KEY, PRACTICE_KEY

if TYPE_CHECKING:
    from app.practice.command import main
    from app.practice.faults import Cutting, Faults, OtherAnswer
    from app.practice.host import PracticeServer
    from app.practice.service import practice_app
    from app.practice.world import World

__all__ = [
    "NEIGHBOUR_KEY",
    "PRACTICE_KEY",
    "Cutting",
    "Faults",
    "OtherAnswer",
    "PracticeServer",
    "World",
    "main",
    "practice_app",
]

_HOMES = {
    "Cutting": "app.practice.faults",
    "OtherAnswer": "app.practice.faults",
    "Faults": "app.practice.faults",
    "PracticeServer": "app.practice.host",
    "World": "app.practice.world",
    "main": "app.practice.command",
    "practice_app": "app.practice.service",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)
