from collections.abc import Callable
from typing import Any, TypeAlias

Check: TypeAlias = Callable[[Any, Any, Any], bool | None]

not_a_server_error: Check
