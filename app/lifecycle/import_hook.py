"""Keeps PySide from reading the source of every module that is imported after it."""

from __future__ import annotations

import sys
from importlib import import_module

_HOOK, _QUESTION = "shibokensupport.feature", "_mod_uses_pyside"


def read_no_sources() -> None:
    """Have PySide take every module for one that does not choose its features. Call it before other imports.

    It looks for its own name in each source, since such a module could say "from __feature__ import
    snake_case". None does. Nine megabytes would be read, in a tenth of a second, and kept for tracebacks.
    """
    import_module("PySide6.QtCore")
    hook = sys.modules.get(_HOOK)
    if hook is not None and _QUESTION in vars(hook):
        vars(hook)[_QUESTION] = _chooses_no_features


def _chooses_no_features(_module: object) -> bool:
    return False
