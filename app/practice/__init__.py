"""The practice service: the partner interface with a demo agent and a test wallet, without real sales.

Written from the interface document alone; its exports are imported at their first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from app.practice.world.identity import NEIGHBOUR_KEY, PRACTICE_KEY

if TYPE_CHECKING:
    from app.practice.command import main
    from app.practice.service.app import practice_app
    from app.practice.service.faults import Cutting, Faults, OtherAnswer
    from app.practice.service.server import NoLoopbackError, PracticeServer
    from app.practice.world.world import World

__all__ = [
    "NEIGHBOUR_KEY",
    "PRACTICE_KEY",
    "Cutting",
    "Faults",
    "NoLoopbackError",
    "OtherAnswer",
    "PracticeServer",
    "World",
    "main",
    "practice_app",
]

_HOMES = {
    "Cutting": "app.practice.service.faults",
    "OtherAnswer": "app.practice.service.faults",
    "Faults": "app.practice.service.faults",
    "NoLoopbackError": "app.practice.service.server",
    "PracticeServer": "app.practice.service.server",
    "World": "app.practice.world.world",
    "main": "app.practice.command",
    "practice_app": "app.practice.service.app",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)
