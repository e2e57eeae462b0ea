"""The frame around the pages: rail, top bar, bands, and toast."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from app.core.language import current, mark, tr
from app.ui.connection.bands import ApiKeyBand, OfflineBand
from app.ui.kit.basics import actions
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import Lowered
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.message_link import BandLink
from app.ui.kit.sheets.toast import Toast, ToastAct
from app.ui.theme import style
from app.ui.window.notice_line import NoticeLine
from app.ui.window.rail import Rail, RailPlace
from app.ui.window.top_bar import TopBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.desk.basket.values import Basket
    from app.desk.model.sale import Advice
    from app.ui.window.basket_strip import BasketStrip

PLACES = (
    RailPlace("sell", mark("Sell"), actions.SELL),
    RailPlace("bookings", mark("Bookings"), actions.OPEN_BOOKINGS),
    RailPlace("wallet", mark("Wallet"), actions.OPEN_WALLET),
    RailPlace("day", mark("Day close"), actions.OPEN_DAY),
    RailPlace("settings", mark("Settings"), actions.OPEN_SETTINGS),
)
TRAVELLING = RailPlace("travelling", mark("Travelling"), actions.OPEN_TRAVELLING)
TILL = RailPlace("till", mark("Till"), actions.OPEN_TILL)
TO_DO = RailPlace("to_do", mark("To do"), actions.OPEN_TO_DO)
"""Places only where they are switched on."""
_BAND = 26
"""The height of a band in a low window, by which the room is measured: no step then changes its own cause."""
_STRIP = 48
"""The same of the basket below the sheet, with the room over it."""
_BANDS = 3
_COME_OR_GONE = frozenset({QEvent.Type.ShowToParent, QEvent.Type.HideToParent})
HEIGHT, LOW = 32, 26
_PRACTICE = mark("Practice mode")
_PRACTICE_MORE = mark("Practice agent and practice wallet. Nothing here is sold or paid for.")
_LEAVE_PRACTICE = mark("Leave practice")
_SANDBOX = mark("Sandbox")
_SANDBOX_MORE = mark("The operator\u2019s sandbox agent with its sandbox wallet. Nothing here is real money.")
_LEAVE_SANDBOX = mark("Leave the sandbox")


class WindowFrame(QWidget):
    """The frame, whose state is all in the window, so that it can be rebuilt in another language."""

    bands_changed = Signal()
    """Emitted when a band has come or gone."""

    def __init__(self, today: date, pages: QStackedWidget) -> None:
        """`pages` is the stack of pages, taken over from the former frame."""
        super().__init__()
        self.language = current()
        self.band, self.rail, self.top = PracticeBand(), Rail(PLACES), TopBar(today)
        self.notice, self.offline, self.key_band = NoticeLine(), OfflineBand(), ApiKeyBand()
        self._offline_line = held(row(self.offline, margins=(0, 0, 0, 8)))
        self._key_line = held(row(self.key_band, margins=(0, 0, 0, 8)))
        for each in (self._offline_line, self._key_line, self.band):
            each.hide()
        bands = (self._offline_line, self._key_line, self.notice)
        self._main = column(*bands, margins=(0, 0, style.SHEET_INSET, style.SHEET_INSET))
        self._main.addWidget(RoundedSheet(pages), 1)
        self._basket: BasketStrip | None = None
        self._has_basket = False
        right = column(self.top, (self._main, 1))
        frame = row((self.rail, 0), (right, 1))
        self.setLayout(column(self.band, (frame, 1)))
        for each in (self.band, self._offline_line, self._key_line, self.notice):
            each.installEventFilter(self)
        self._toast = Toast(pages)
        pages.currentChanged.connect(self._lift_toast)

    @property
    def bands_height(self) -> int:
        """The height of the bands and the basket on screen, each counted as in a low window."""
        bands = (self.band, self._offline_line, self._key_line, self.notice)
        # Also where it is too low for it: no step then changes its own cause.
        strip = _STRIP if self._has_basket else 0
        return strip + _BAND * sum(not each.isHidden() for each in bands)

    def follow(self, former: WindowFrame) -> None:
        """Show the travel date and the notices of the former frame."""
        self.top.day.follow(former.top.day)
        self.notice.follow(former.notice)

    def take_notice(self) -> None:
        """Show the notices above the sheet, after they stood on a page that takes the whole window."""
        if self.notice.parentWidget() is not self:
            self.notice.setContentsMargins(0, 0, 0, 0)
            self._main.insertWidget(_BANDS - 1, self.notice)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _COME_OR_GONE:
            self.bands_changed.emit()
        return False

    def end(self) -> None:
        """Remove the frame; another one replaces it."""
        self.notice.hide()
        self.notice.deleteLater()
        self._toast.deleteLater()
        self.deleteLater()

    def show_practice(self, *, practising: bool, sandbox: bool) -> None:
        """Show or hide the band of practice or sandbox."""
        self.band.show_sandbox(sandbox=sandbox)
        self.band.setVisible(practising or sandbox)

    def show_online(self, *, online: bool, since: datetime | None) -> None:
        """Show whether the service answers, and since when it does not."""
        self.top.show_online(online=online)
        self.offline.show_since(since)
        self._offline_line.setVisible(not online)

    def show_selling(self, obstacle: Advice | None) -> None:
        """Show why nothing can be sold with this API key, or (None) that selling is possible."""
        if obstacle is not None:
            self.key_band.show_advice(obstacle)
        self._key_line.setVisible(obstacle is not None)

    def show_basket(self, basket: Basket | None, waiting: Sequence[Basket] = ()) -> None:
        """Show the open basket below the sheet, and that others wait; none at all hides it."""
        self._has_basket = basket is not None or bool(waiting)
        if self._has_basket and self._basket is None:
            # Not needed for the first paint, nor by whoever sells single trips.
            from app.ui.window.basket_strip import BasketStrip

            self._basket = BasketStrip()
            self._basket.review.clicked.connect(self.rail.basket.click)
            self._main.addWidget(self._basket)
        if self._basket is not None:
            self._basket.show_basket(basket, waiting)
            words = self._basket.accessibleName() if self._has_basket else ""
            self.rail.show_basket(words, len(waiting))
            self.bands_changed.emit()

    def say(self, text: str, act: ToastAct | None = None) -> None:
        """Show a message for six seconds, with what can be done about it."""
        self._toast.say(text, act)

    def _lift_toast(self) -> None:
        """Keep the message above the page that is shown now."""
        self._toast.lift()


class PracticeBand(Lowered, Box):
    """The band, in its own colour."""

    def __init__(self) -> None:
        super().__init__("ink")
        self.keep_heights((HEIGHT, LOW))
        self._glyph = Icon("flask-conical", 14, "on_ink")
        self._heading = Label("", "captionStrong", "on_ink")
        self._more = Label("", "caption", "on_ink2")
        self.leave = called("leave_practice", BandLink(""))
        margins = (24, 0, 16, 0)
        self.setLayout(row(self._glyph, self._heading, self._more, None, self.leave, gap=8, margins=margins))
        self.show_sandbox(sandbox=False)

    def show_sandbox(self, *, sandbox: bool) -> None:
        """Show the words for the sandbox, or (False) for practice."""
        self.set_ground("accent_fill" if sandbox else "ink")
        ink, quiet = ("on_accent", "on_accent") if sandbox else ("on_ink", "on_ink2")
        self._glyph.set_icon("plug" if sandbox else "flask-conical", ink)
        self._heading.set_ink(ink)
        self._more.set_ink(quiet)
        self._heading.setText(tr(_SANDBOX if sandbox else _PRACTICE))
        self._more.setText(tr(_SANDBOX_MORE if sandbox else _PRACTICE_MORE))
        self.leave.show_words(tr(_LEAVE_SANDBOX if sandbox else _LEAVE_PRACTICE), ink)
        self.setAccessibleName(tr(_SANDBOX if sandbox else _PRACTICE))


class RoundedSheet(Box):
    """Contains one widget, with its corners painted over."""

    def __init__(self, content: QWidget) -> None:
        super().__init__("surface", "line", radius=style.RADIUS)
        self.setLayout(column(content, margins=(1, 1, 1, 1)))
        self._corners = tuple(_Corner(self, right=right, low=low) for right in (0, 1) for low in (0, 1))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for corner in self._corners:
            corner.place()


class _Corner(QWidget):
    """One corner: the ground outside the arc, and the line along it."""

    def __init__(self, sheet: RoundedSheet, *, right: int, low: int) -> None:
        super().__init__(sheet)
        self._sheet, self._right, self._low = sheet, right, low
        self.setFixedSize(style.RADIUS, style.RADIUS)

    def place(self) -> None:
        """Move into the corner, above everything."""
        across = self._sheet.width() - self.width() if self._right else 0
        down = self._sheet.height() - self.height() if self._low else 0
        self.move(across, down)
        self.raise_()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = style.RADIUS
        sheet = QRectF(-side * self._right, -side * self._low, 2 * side, 2 * side)
        outside, inside = QPainterPath(), QPainterPath()
        outside.addRect(sheet)
        inside.addRoundedRect(sheet.adjusted(0.5, 0.5, -0.5, -0.5), side - 0.5, side - 0.5)
        painter.fillPath(outside.subtracted(inside), style.tokens().canvas)
        painter.strokePath(inside, QPen(style.tokens().line, 1))
