"""The eyes of the customer: every text that is painted in the customer window, as the painter gets it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QStaticText
from PySide6.QtWidgets import QApplication

from app.desk.model.shown import Shown
from app.ui.customer_window.customer_window import CustomerWindow
from tests.support.ui.selling import Clerk


@dataclass
class CustomerEyes:
    """What was painted since `forget`, and what is on the window now."""

    painted: list[str] = field(default_factory=list[str])

    @property
    def window(self) -> CustomerWindow:
        """The one customer window."""
        return next(each for each in QApplication.topLevelWidgets() if isinstance(each, CustomerWindow))

    @property
    def shown(self) -> Shown:
        """What it shows."""
        return self.window.shown

    def now(self) -> list[str]:
        """The texts of the window as it is now."""
        before, self.painted = self.painted, []
        self.window.repaint()
        texts, self.painted = self.painted, before
        return texts

    def sees(self, text: str) -> bool:
        """Whether the text is part of one on the window."""
        return any(text in each for each in self.now())


def watch_painting(monkeypatch: pytest.MonkeyPatch) -> CustomerEyes:
    """Eyes that see whatever any painter writes on the customer window."""
    eyes, draw = CustomerEyes(), QPainter.drawStaticText

    def told(painter: QPainter, place: QPointF, text: QStaticText) -> None:
        if isinstance(painter.device(), CustomerWindow):
            eyes.painted.append(text.text())
        draw(painter, place, text)

    def refused(painter: QPainter, *_: object) -> None:
        assert not isinstance(painter.device(), CustomerWindow), "a text that no eyes see"

    monkeypatch.setattr(QPainter, "drawStaticText", told)
    monkeypatch.setattr(QPainter, "drawText", refused)
    return eyes


def switch_on(clerk: Clerk, **settings: object) -> None:
    """Switch the customer window on, as the settings do."""
    values = {"customer_window": True, **settings}
    clerk.setup.follow(replace(clerk.setup.settings, **values))
    clerk.routing.obey_rules()


async def open_plain(clerk: Clerk, eyes: CustomerEyes) -> None:
    """Open it from the palette, as on a counter with one screen."""
    robot = clerk.robot
    robot.keys("Ctrl+K")
    robot.type("customer window")
    robot.keys("Return")
    await robot.until(lambda: eyes.window.isVisible() and clerk.window.isActiveWindow())
