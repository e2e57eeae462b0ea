"""How large an order the service takes, as far as its answers have shown since the start."""

from __future__ import annotations

from app.api.messages.errors import NotSentError, PartnerError, RefusedError
from app.api.wire.bystanders import TOO_LARGE


class BodyLimits:
    """The largest body that the service has taken, and the smallest that was too large."""

    def __init__(self) -> None:
        self.largest_taken = 0
        self._smallest_refused: int | None = None

    @property
    def smallest_refused(self) -> int | None:
        """None while none was too large, and once a larger one has been taken."""
        refused = self._smallest_refused
        return refused if refused is not None and refused > self.largest_taken else None

    def note(self, length: int, error: PartnerError | None) -> None:
        """Note how a call with a body of so many bytes has ended; an unknown end shows nothing."""
        is_too_large = isinstance(error, NotSentError) and error.is_too_large
        if is_too_large or (isinstance(error, RefusedError) and error.http_status == TOO_LARGE):
            self._smallest_refused = min(length, self.smallest_refused or length)
        elif error is None or isinstance(error, RefusedError):
            self.largest_taken = max(length, self.largest_taken)
