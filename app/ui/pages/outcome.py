"""A sale that was sent and whose outcome is not known: what is known of it, and that it is not sold again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from typing_extensions import override

from app.desk.values import Sale, UnknownOutcome
from app.ui import style
from app.ui.page import Page
from app.ui.parts.badge import Badge
from app.ui.parts.box import Box, Hairline
from app.ui.parts.buttons import Button
from app.ui.parts.details_box import DetailsBox
from app.ui.parts.evidence_card import EvidenceCard
from app.ui.parts.glyph import Glyph
from app.ui.parts.layouts import column, held, row
from app.ui.parts.open_sale_pane import OpenSalePane
from app.ui.parts.open_sale_words import copied_details, headline, sold_words
from app.ui.parts.overlay_scroll import OverlayScrollBar
from app.ui.parts.sheet import HintLine, Scroller
from app.ui.parts.text import Label
from app.ui.parts.toast import Toast

if TYPE_CHECKING:
    from app.desk.desk import Desk

_DO_NOT_SELL = "Do not sell it again yet. The customer must not pay twice."
_ASK = "Copies the request number, time, trip, names and amount, ready to send."
_OTHERS = "Another counter on the same key can also move the wallet. Only a PNR proves the booking."


class OutcomePage(Page):
    """Read-only: its ways out come when the service can be asked."""

    copied = Signal()
    """The details are on the clipboard."""

    def __init__(self, desk: Desk, outcome: UnknownOutcome, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("outcome_page")
        self._outcome = outcome
        self._toast = Toast(self)
        self._copy = Button("Copy details", "primary", icon="copy", key="Alt C")
        self._copy.setObjectName("copy_details")
        self._evidence = EvidenceCard(outcome.sale)
        self._pane = OpenSalePane(outcome)
        self._details = DetailsBox()
        self._build(outcome, desk)
        self._details.show_details(outcome.advice)
        shortcut = QShortcut(QKeySequence("Alt+C"), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self._copy_details)
        self._copy.clicked.connect(self._copy_details)

    @override
    def take_focus(self) -> None:
        self._copy.setFocus()

    @override
    def show_net(self, *, shown: bool) -> None:
        super().show_net(shown=shown)
        self._evidence.show_net(shown=shown)

    def _build(self, outcome: UnknownOutcome, desk: Desk) -> None:
        scroller = Scroller(held(self._content(outcome)))
        OverlayScrollBar(scroller)
        left = column()
        left.addWidget(scroller, 1)
        left.addWidget(
            HintLine(
                "You can leave. It stays under Bookings until it is settled.",
                None,
                "Nothing is sent again by itself",
            )
        )
        split = row()
        split.addLayout(left, 1)
        split.addWidget(self._pane)
        lines = column(_header(outcome.sale, desk))
        lines.addLayout(split, 1)
        self.setLayout(lines)

    def _content(self, outcome: UnknownOutcome) -> QVBoxLayout:
        tile = Box("warning_soft", radius=style.RADIUS)
        tile.setFixedSize(40, 40)
        tile.setLayout(row(None, Glyph("circle-question-mark", 22, "warning_mark", stroke=1.75), None))
        question = Label(headline(outcome), "question", wraps=True)
        question.setObjectName("headline")
        sentences = column(question, Label(_DO_NOT_SELL, "lead", "text2", wraps=True))
        if outcome.advice.what:
            sentences.addWidget(Label(outcome.advice.what, ink="text2", wraps=True))
        head = row(tile, gap=16, top=True)
        head.addLayout(sentences, 1)
        return column(
            head,
            20,
            self._evidence,
            8,
            Label(_OTHERS, "caption", "text3", wraps=True),
            18,
            Label("Settle it", "heading"),
            10,
            self._way_out(),
            16,
            self._details,
            None,
            margins=(40, 22, 40, 16),
        )

    def _way_out(self) -> QWidget:
        box = Box("surface", "line", radius=style.RADIUS)
        line = row(gap=16, margins=(17, 13, 17, 13))
        line.addLayout(
            column(Label("Ask the operator for the PNR", "bodyStrong"), Label(_ASK, ink="text2", wraps=True)),
            1,
        )
        line.addWidget(self._copy)
        box.setLayout(line)
        return box

    def _copy_details(self) -> None:
        QApplication.clipboard().setText(copied_details(self._outcome))
        self._toast.say("Details copied")
        self.copied.emit()


def _header(sale: Sale | None, desk: Desk) -> QWidget:
    sold = Label(sold_words(sale, desk.today()), ink="text2", right=True)
    badge = Badge("Needs an answer", "warning")
    line = row(Label("Outcome not known", "heading"), badge, None, sold, gap=12, margins=(20, 0, 16, 0))
    header = held(column(None, line, None, Hairline()))
    header.setFixedHeight(style.SHEET_HEADER)
    return header
