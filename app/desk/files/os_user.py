"""The user of this computer."""

from __future__ import annotations

import getpass
import os


def user_name() -> str:
    """The user's name in the system, or the number when there is none, as in a container."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return str(os.getuid()) if hasattr(os, "getuid") else "?"
