"""The one place where any exception of the libraries below is caught."""

from __future__ import annotations

from types import TracebackType
from typing import Self


class ExceptionBoundary:
    """Catches whatever is raised inside, except cancellation.

    What is raised afterwards has no traceback into the libraries, whose frames hold the API key.
    """

    def __init__(self) -> None:
        self.error: Exception | None = None

    def take(self) -> Exception | None:
        """What was caught; it is not referenced here any more."""
        error, self.error = self.error, None
        return error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if isinstance(error, Exception):
            self.error = error
            return True
        return False
