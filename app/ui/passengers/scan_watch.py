"""Watches the scan folder on the passengers page, and offers new files for the current row."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject
from PySide6.QtWidgets import QWidget

from app.core.language import tr
from app.core.tasks import TaskScope, in_own_thread
from app.desk.documents.scan_folder import SILENT, Scan, ScanFolder, ScanResult
from app.desk.model import formats
from app.ui.kit.controls.file_picker import choose_folder
from app.ui.passengers.board import PassengerBoard
from app.ui.passengers.grid_model import PassengerModel

LONGEST_SECONDS = 5.0
"""Seconds after which a network share counts as not answering."""
_SOON, _LATER = 0.7, 3.0
"""Seconds between two looks: while a file may still grow, and otherwise, as shares send no events."""
_TASK = "scans"


class ScanWatch(QObject):
    """Looks in a thread, as an unreachable share answers late or never. Nothing is attached automatically."""

    def __init__(
        self,
        page: QWidget,
        board: PassengerBoard,
        model: PassengerModel,
        tasks: TaskScope,
        *,
        scans: ScanFolder,
        attach: Callable[[Path], None],
    ) -> None:
        super().__init__(page)
        self._page, self._board, self._model, self._tasks = page, board, model, tasks
        self._scans, self._attach_file = scans, attach
        self._line = board.documents.scan
        self._found = ScanResult()
        self._changed = asyncio.Event()
        """Set when the folder or something in it has changed."""
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._changed.set)
        self._line.attach.clicked.connect(self.attach)
        self._line.dismiss.clicked.connect(self._dismiss)
        self._line.watch.clicked.connect(self._choose)
        board.grid.row_chosen.connect(self._show)
        model.dataChanged.connect(self._show)
        model.changed.connect(self._show)
        self._show()

    def begin(self) -> None:
        """Begin to look, until the page is left."""
        self._found = ScanResult()
        self._forget_watched()
        if self._scans.folder is not None:
            self._tasks.start(_TASK, self._watch(self._scans.folder))
        self._show()

    def attach(self) -> None:
        """Attach the offered file to the current row."""
        scan = self._offered
        if scan is not None:
            self._scans.finish(scan)
            self._attach_file(scan.path)
            self._show()

    @property
    def _offered(self) -> Scan | None:
        """The newest scan, if the current row needs a copy; else None."""
        return self._newest if self._is_wanted(self._board.grid.row) else None

    @property
    def _newest(self) -> Scan | None:
        return next((each for each in self._found.scans if not self._scans.is_finished(each)), None)

    def _is_wanted(self, row: int) -> bool:
        if row >= self._model.rowCount() or self._model.is_reading(row):
            return False
        found = self._model.row_at(row)
        return found.needs.id_proof_file and found.passenger.document is None

    def _dismiss(self) -> None:
        scan = self._offered
        if scan is not None:
            self._scans.finish(scan)
            self._show()

    def _choose(self) -> None:
        if self._scans.folder is None:
            choose_folder(self._page, "scans", tr("Folder in which scans arrive"), self._take_folder)
        else:
            self._take_folder(None)

    def _take_folder(self, folder: Path | None) -> None:
        self._scans.choose(folder)
        self._changed.set()
        self.begin()

    # Looking

    async def _watch(self, folder: Path) -> None:
        look = self._scans.looks(time.time())
        while self._page.isVisible() and self._scans.folder == folder:
            if any(map(self._is_wanted, range(self._model.rowCount()))):
                self._found = await _answer(look)
                self._listen(folder)
                self._show()
            self._changed.clear()
            pause = _LATER if self._found.is_settled else _SOON
            # Not `wait_for`: it loses a cancellation that comes at the same time as the event.
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._changed.wait()
        self._forget_watched()

    def _listen(self, folder: Path) -> None:
        """Subscribe to the system's events, but only of a folder that answers: a silent share would block."""
        if not self._found.problem and not self._watcher.directories():
            self._watcher.addPath(str(folder))

    def _forget_watched(self) -> None:
        for each in self._watcher.directories():
            self._watcher.removePath(each)

    # Showing

    def _show(self) -> None:
        folder, wanted = self._scans.folder, self._is_wanted(self._board.grid.row)
        self._line.setVisible(wanted)
        self._line.show_watched("" if folder is None else str(folder))
        scan = self._offered
        if scan is not None:
            self._line.show_scan(scan.path.name, formats.ago(scan.age(time.time())))
        elif self._found.problem:
            self._line.show_problem(self._found.problem)
        else:
            self._line.show_nothing()


async def _answer(look: Callable[[], ScanResult]) -> ScanResult:
    """The result of a look, or SILENT when it takes too long."""
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            return await in_own_thread(look)
    except TimeoutError:
        return ScanResult(problem=tr(SILENT))
