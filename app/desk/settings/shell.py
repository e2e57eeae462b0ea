"""What a screen may ask of the program around it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from app.core.frozen import frozen

Ask = Callable[..., None]


def _nothing(*_: Any) -> None:
    """Do nothing: there is no program around the screen."""


async def _yes() -> bool:
    return True


@frozen
class Shell:
    """Each is begun at once, and says itself how it ends; by default nothing happens."""

    connect: Callable[[str, str, str], None] = _nothing
    """Tests and opens a service by address, API key and profile name."""
    practise: Ask = _nothing
    use_sandbox: Ask = _nothing
    leave_service: Ask = _nothing
    """Leaves practice or the sandbox, or asks for another address or API key."""
    speak: Callable[[str], None] = _nothing
    """Speaks another language, by its code."""
    keep: Callable[[Any], None] = _nothing
    """Stores settings by name, or rules of the office, and offers to undo it."""
    keep_unsaid: Callable[[Mapping[str, object]], None] = _nothing
    """Stores settings by name without a word, such as where a window stands."""
    hide_key: Callable[[str], None] = _nothing
    """Keeps a typed API key out of the logbook; it is not in use yet."""
    keep_key: Callable[[str], None] = _nothing
    """Stores the API key that is in use from now on."""
    restart: Ask = _nothing
    """Closes the counter and starts it again."""
    may_restore: Callable[[], Awaitable[bool]] = _yes
    """Asks before a draft is dropped to restore a backup."""
    begin_anew: Ask = _nothing
    """Puts a staged backup in the place of the present data."""
