"""What the program works out once in a process, forgotten where a measured test follows an unmeasured one.

Whichever test of a process asks first fills such a cache. If that one is not measured, nobody is seen to go
through the lines that fill it, and a floor of coverage would hold or fail by the order of the tests.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

_PACKAGES = ("app.api.", "app.desk.", "app.practice.", "app.store.")


def forget_caches() -> None:
    """Empty every cached function of the packages that are covered line by line."""
    for name in [name for name in sys.modules if name.startswith(_PACKAGES)]:
        for member in tuple(vars(sys.modules[name]).values()):
            forget: Callable[[], None] | None = getattr(member, "cache_clear", None)
            if forget is not None:
                forget()
