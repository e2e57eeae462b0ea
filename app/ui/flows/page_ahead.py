"""A page of a sale that is built before it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer

from app.ui.catalogue.activities_page import ActivitiesPage
from app.ui.catalogue.boats_page import BoatsPage
from app.ui.kit.sheets.page import SalePage
from app.ui.window.main_window import MainWindow

FIRST_MS, _PAUSE_MS = 200, 40
"""Before the first part, and between two: keys and paintings come first."""
Built = TypeVar("Built", bound=SalePage)


class PageAhead(Generic[Built]):
    """Builds one page part by part, while the clerk looks at the page before it.

    It knows of no sale, serves one, and is deleted after it: no sale can see anything of another.
    """

    def __init__(
        self, window: MainWindow, make: Callable[[], Built], parent: QObject, *, module: str = ""
    ) -> None:
        """`make` makes the page, unbuilt; it imports `module`, where that is long to import."""
        self._window = window
        self._make = make
        self._module = module
        self._page: Built | None = None
        self._is_built = False
        self._pause = QTimer(parent)
        self._pause.timeout.connect(self._build_part)

    def expect(self) -> None:
        """Build the page soon, unless it is built."""
        if not self._is_built and not self._pause.isActive():
            self._pause.start(FIRST_MS)

    def take(self) -> Built:
        """The page, which may not be built to its end; whoever takes it has it alone."""
        self._pause.stop()
        page, self._page = self._page or self._make(), None
        self._is_built = False
        return page

    def forget(self) -> None:
        """Delete the page, such as before another language."""
        self._pause.stop()
        if self._page is not None:
            self._page.deleteLater()
            self._page = None
            self._is_built = False

    def _build_part(self) -> None:
        shown = self._window.current_page
        if isinstance(shown, (ActivitiesPage, BoatsPage)) and not shown.items:
            # What is read comes first, such as when the program starts.
            return
        self._pause.setInterval(_PAUSE_MS)
        if self._module and self._module not in sys.modules:
            # A step of its own, and in no thread: none but this one may make a class of Qt.
            import_module(self._module)
        elif self._page is None:
            self._page = self._make()
        elif not self._page.build_part():
            self._pause.stop()
            self._is_built = True
            self._window.make_ready(self._page)
