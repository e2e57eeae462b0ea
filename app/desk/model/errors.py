"""The error of the desk: advice for the clerk."""

from __future__ import annotations

from app.desk.model.sale import Advice


class DeskError(Exception):
    """Something could not be done; `advice` says it for the clerk. Nothing was booked or debited by it."""

    def __init__(self, advice: Advice) -> None:
        super().__init__(str(advice))
        self.advice = advice
