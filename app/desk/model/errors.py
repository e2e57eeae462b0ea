"""The error of the desk: advice for the clerk."""

from __future__ import annotations

from app.desk.model.sale import Advice


class DeskError(Exception):
    """Something could not be done, and nothing was booked or debited; `advice` is for the clerk."""

    def __init__(self, advice: Advice) -> None:
        super().__init__(str(advice))
        self.advice = advice
