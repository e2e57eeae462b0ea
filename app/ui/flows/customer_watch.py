"""The customer window of one desk: where it stands, and what it shows of the page that is on screen."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from PySide6.QtCore import QObject, QRect, QTimer
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.core.language import mark
from app.desk.model.office_rules import OfficeRules
from app.desk.model.shown import WELCOME, Shown, ShownPage
from app.desk.settings.settings_context import SettingsContext
from app.ui.bookings.unknown_outcome_page import UnknownOutcomePage
from app.ui.customer_window.actions import BLANK, OPEN
from app.ui.customer_window.customer_window import CustomerLook, CustomerWindow
from app.ui.flows.clerk_watch import ClerkWatch
from app.ui.kit.sheets.page import Page
from app.ui.window.main_window import MainWindow

THANKS_MS = 90_000
"""How long the thanks stand at most."""
_PLAIN = (960, 540)
_GONE = mark("The second screen is gone.")
_NOTHING = mark("Customers see nothing.")
_UNKNOWN = frozenset({ShownPage.BOOKING, ShownPage.WAIT})


class CustomerWatch(QObject):
    """Follows the pages of a sale without a key; everything else is neutral at once.

    The window stands on a second screen, never on that of the clerk, or plain where a person asked for it.
    """

    def __init__(
        self,
        window: MainWindow,
        rules: OfficeRules,
        setup: SettingsContext,
        clerks: ClerkWatch,
        *,
        is_practice: bool,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._rules = rules
        self._setup = setup
        self._is_practice = is_practice
        self._customer = CustomerWindow()
        self._screen: QScreen | None = None
        """The screen that it covers; None while it is closed or a plain window."""
        self._page: Page | None = None
        self._is_blank = False
        self._thanked: Shown | None = None
        """Thanks that stood long enough."""
        self._expiring = QTimer(self)
        self._expiring.setSingleShot(True)
        self._expiring.setInterval(THANKS_MS)
        self._expiring.timeout.connect(self._expire)
        self._clerks = clerks
        self._unsubscribe = clerks.asking_changed.subscribe(self._look)
        self._window.page_shown.connect(self._follow_page)
        self._window.offer(BLANK, self._toggle)
        self._window.offer(OPEN, self._open)
        app = _app()
        # What is being typed is shown once its field is left.
        app.focusChanged.connect(self._look)
        app.screenAdded.connect(self._open_beside)
        app.screenRemoved.connect(self._lose_screen)
        self._customer.closed.connect(self._note_place)
        self.obey()

    def begin(self) -> None:
        """Follow the page on screen, and open the window if there is a second screen."""
        self._follow_page(self._window.current_page)
        self._open_beside()

    def end(self) -> None:
        """Close the window, and follow nothing any more."""
        self._unsubscribe()
        self._expiring.stop()
        self._window.page_shown.disconnect(self._follow_page)
        app = _app()
        app.focusChanged.disconnect(self._look)
        app.screenAdded.disconnect(self._open_beside)
        app.screenRemoved.disconnect(self._lose_screen)
        for each in (BLANK, OPEN):
            self._window.withdraw(each)
        self._window.show_customer(blank=False)
        self._window.show_notice("", about="screen")
        self._close()
        self._customer.deleteLater()
        self.deleteLater()

    def obey(self) -> None:
        """Show the window as it is set."""
        settings = self._setup.settings
        self._customer.show_look(
            CustomerLook(
                self._rules.branding,
                settings.customer_window_language,
                settings.customer_window_theme,
                settings.customer_window_price,
                self._is_practice,
            )
        )

    def _open(self) -> None:
        """Open the window, or bring it to the next screen that is not the clerk's."""
        screens = self._free_screens()
        if self._screen in screens:
            after = screens.index(self._screen) + 1
            self._cover(screens[after % len(screens)])
        elif screens:
            self._cover(screens[0])
        else:
            self._show(_plain_place(self._setup.settings.customer_window_place), whole=False)

    def _toggle(self) -> None:
        """Blank the window, or bring back what it shows (F9)."""
        self._is_blank = not self._is_blank
        self._window.show_customer(blank=self._is_blank)
        self._look()

    # What it shows

    def _follow_page(self, page: Page | None) -> None:
        former, self._page = self._page, page
        if former is not None and isValid(former):
            former.customer_view_changed.disconnect(self._look)
        self._thanked = None
        if page is not None:
            page.customer_view_changed.connect(self._look)
        if isinstance(page, UnknownOutcomePage) and self._customer.shown.page in _UNKNOWN:
            # It tells of the booking that was running: any other is opened from a neutral page.
            page.settled.connect(self._look)
            self._show_state(replace(self._customer.shown, page=ShownPage.WAIT))
        else:
            self._look()

    def _look(self, *_focus: object) -> None:
        """Show what the page on screen hands down."""
        self._show_state(self._wanted())

    def _wanted(self) -> Shown:
        page = self._page
        if self._is_blank or self._clerks.is_asking or page is None or not isValid(page):
            return WELCOME
        if isinstance(page, UnknownOutcomePage) and self._customer.shown.page in _UNKNOWN and page.is_open:
            return self._customer.shown
        view = page.customer_view
        return WELCOME if view is None or view == self._thanked else view

    def _show_state(self, shown: Shown) -> None:
        if shown == self._customer.shown:
            return
        self._customer.show_state(shown)
        is_told = self._page is not None and isValid(self._page) and self._page.is_over
        if shown.page is ShownPage.THANKS or (shown.change is not None and is_told):
            self._expiring.start()
        else:
            self._expiring.stop()

    def _expire(self) -> None:
        self._thanked = self._customer.shown
        self._look()

    # Where it stands

    def _free_screens(self) -> list[QScreen]:
        """The screens without the clerk's window."""
        return [each for each in QGuiApplication.screens() if each is not self._window.screen()]

    def _open_beside(self, *_added: object) -> None:
        """Open it on a second screen, the one of the last time if that is there."""
        free = self._free_screens()
        if self._screen is not None or not free:
            return
        name = self._setup.settings.customer_window_screen
        self._cover(next((each for each in free if each.name() == name), free[0]))

    def _cover(self, screen: QScreen) -> None:
        self._screen = screen
        self._window.show_notice("", about="screen")
        self._show(screen.geometry(), whole=True)
        if screen.name() != self._setup.settings.customer_window_screen:
            self._setup.shell.keep_unsaid({"customer_window_screen": screen.name()})

    def _show(self, place: QRect, *, whole: bool) -> None:
        had_keyboard = self._window.isActiveWindow()
        self._customer.open_on(place, whole=whole)
        if had_keyboard:
            # Some systems give it to every window that opens.
            self._window.activateWindow()

    def _lose_screen(self, screen: QScreen) -> None:
        """Close the window before the system moves it to the clerk's screen, or the clerk's to this one."""
        if self._screen is not None and screen in (self._screen, self._window.screen()):
            self._close()
            self._window.show_notice(_GONE, _NOTHING, about="screen")

    def _close(self) -> None:
        self._customer.close()
        self._screen = None

    def _note_place(self) -> None:
        """Keep the place of a plain window."""
        if self._screen is None and self._customer.isVisible():
            place = self._customer.geometry()
            text = f"{place.x()},{place.y()},{place.width()},{place.height()}"
            if text != self._setup.settings.customer_window_place:
                self._setup.shell.keep_unsaid({"customer_window_place": text})
        self._screen = None


def _plain_place(kept: str) -> QRect:
    """Where the plain window stood last, if that is on a screen; else in the middle of the first one."""
    numbers = [int(each) for each in kept.split(",")] if kept else []
    place = QRect(*numbers) if numbers else QRect()
    free = [each.availableGeometry() for each in QGuiApplication.screens()]
    if not any(each.contains(place) and not place.isEmpty() for each in free):
        place = QRect(0, 0, *_PLAIN)
        place.moveCenter(QGuiApplication.primaryScreen().availableGeometry().center())
    return place


def _app() -> QApplication:
    return cast("QApplication", QApplication.instance())
