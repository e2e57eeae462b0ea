from collections.abc import Callable
from typing import Any

from pypdfium2.raw import Pause

def set_callback(struct: Pause, fname: str, callback: Callable[[Any], bool]) -> None: ...
