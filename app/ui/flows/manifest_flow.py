"""The flow of manifests: the departure on the board as a paper over the window, or as a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from shiboken6 import isValid

from app.core.language import current
from app.desk.travelling.manifest import manifest

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.travelling.manifest import Manifest
    from app.ui.travelling.board_page import BoardPage
    from app.ui.travelling.manifest_paper import ManifestDelivery, ManifestSheet
    from app.ui.window.main_window import MainWindow


class ManifestFlow(QObject):
    """Shows and writes manifests of the departure that is current on a board."""

    def __init__(self, window: MainWindow, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window, self._desk = window, desk
        self._sheet: ManifestSheet | None = None
        self._ways: ManifestDelivery | None = None

    def open(self, board: BoardPage) -> None:
        """Show the manifest over the window."""
        from app.ui.travelling.manifest_paper import ManifestSheet

        found = self._manifest(board)
        if found is not None:
            self._put_away()
            self._sheet = ManifestSheet(self._window, found)

    def export(self, board: BoardPage) -> None:
        """Ask where, and write it as a table."""
        from app.ui.travelling.manifest_paper import ManifestDelivery

        found = self._manifest(board)
        if found is None:
            return
        if self._ways is not None:
            self._ways.end()
        ways = self._ways = ManifestDelivery(self._window, lambda: found)
        ways.saved.connect(self._window.say_saved)
        ways.failed.connect(self._window.say)
        ways.export()

    def end(self) -> None:
        """Put away the sheet, and stop what is being written."""
        self._put_away()
        if self._ways is not None:
            self._ways.end()

    def _put_away(self) -> None:
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        self._sheet = None

    def _manifest(self, board: BoardPage) -> Manifest | None:
        """The whole departure, whatever is searched for; None for none."""
        departure, day, rules = board.departure, board.day, self._desk.rules
        if departure is None or day is None:
            return None
        return manifest(
            departure,
            day,
            replace(rules.branding, language=current()),
            self._desk.travelling.now(),
            last_four=rules.travelling.last_four,
            is_practice=not self._desk.reader.profile.is_real,
        )
