"""The right side of selling activities: the chosen one in full, and the button that goes on with it."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QRect, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.core.language import tr
from app.desk.model.activities import ActivityOffer
from app.ui.catalogue.activity_detail import ActivityDetail
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.skeleton import Skeleton
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.kit.sheets.page_layout import ActionBar, Pane, Scroller
from app.ui.theme import style

_BLOCKS = (
    (0, 0, 280, 18), (0, 30, 110, 10), (0, 60, 384, 10), (0, 80, 240, 10), (0, 110, 384, 106),
    (0, 240, 120, 10), (0, 272, 384, 8), (0, 310, 64, 10), (0, 334, 150, 10), (0, 358, 120, 10),
    (0, 382, 134, 10), (200, 310, 84, 10), (200, 334, 110, 10), (200, 358, 136, 10), (200, 382, 118, 10),
)  # fmt: skip


_REASON_WIDTH = 128


class ActivityPane(Pane):
    """Detail, skeleton or a quiet sentence; "Pick a slot" beneath."""

    picked = Signal()
    """The button was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._detail = ActivityDetail()
        self._scroller = Scroller(self._detail)
        OverlayScrollBar(self._scroller)
        blocks = Skeleton(QRect(*block) for block in _BLOCKS)
        self._skeleton = held(column(blocks, margins=(20, 22, 20, 0)))
        self._quiet = Label("", "body", "text3", centred=True)
        self._obstacle = ""
        self._states = QStackedWidget()
        for state in (self._scroller, self._skeleton, self._quiet):
            self._states.addWidget(state)
        self._pick = Button(tr("Pick a slot"), "primary", size=44, key="Enter", fills=True)
        self._pick.setObjectName("pick_slot")
        self._pick.clicked.connect(self.picked)
        self.body.addWidget(self._states, 1)
        self._why_not = Label("", "caption", "text2", wraps=True)
        self._why_not.setFixedWidth(style.scaled(_REASON_WIDTH))
        self._why_not.hide()
        self.body.addWidget(ActionBar(self._pick, self._why_not))

    @property
    def may_pick(self) -> bool:
        """Whether one can go on to the slots."""
        return not self._obstacle

    def show_offer(self, offer: ActivityOffer, today: date, day: date) -> None:
        """Show an activity; from its top, when it is another."""
        self._detail.show_offer(offer, today, day)
        self._states.setCurrentWidget(self._scroller)
        self._scroller.verticalScrollBar().setValue(0)
        self._offer_pick()

    def show_reading(self) -> None:
        """Blocks where the detail will stand."""
        self._states.setCurrentWidget(self._skeleton)
        self._pick.disable(tr("The activities are being read."))

    def show_nothing(self) -> None:
        """No activity is chosen."""
        self._quiet.setText(tr("No activity to show"))
        self._states.setCurrentWidget(self._quiet)
        self._pick.disable(tr("Choose an activity first."))

    def show_obstacle(self, reason: str) -> None:
        """Why nothing can be picked stands beside the button; empty when all is well."""
        self._obstacle = reason
        self._why_not.setText(reason)
        self._why_not.setVisible(bool(reason))
        if self._states.currentWidget() is self._scroller:
            self._offer_pick()

    def _offer_pick(self) -> None:
        if self._obstacle:
            self._pick.disable(self._obstacle)
        else:
            self._pick.enable()

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the wallet side."""
        self._detail.show_net(shown=shown)
