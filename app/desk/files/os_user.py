"""Who uses this computer, as its system names that user."""

from __future__ import annotations

import getpass
import os


def user_name() -> str:
    """The name; a user of whom the system has none, as in a container, is told by number."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return str(os.getuid()) if hasattr(os, "getuid") else "?"
