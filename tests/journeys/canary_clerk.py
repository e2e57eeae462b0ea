"""A clerk with secrets, in a process of its own: the program as it is opened, used by every way in.

Started with a file of orders. Tells each thing that is done by a line on standard output, and goes on when a
line comes back; `Told` is what stands in such a line.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypedDict

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage, QPixmap
from PySide6.QtWidgets import QApplication, QPushButton

from app.api.messages.request_body import Proof
from app.desk.model.boats import Document
from app.lifecycle.event_loop import QuitRequest, run
from app.lifecycle.startup import Painted, paint_counter, work
from app.ui.documents.document_box import DocumentBox
from app.ui.passengers.grid_model import PassengerModel
from app.ui.window.main_window import DRAWN
from tests.support.any_clock import sell_under_any_clock
from tests.support.ui.robot import Robot

_HELD = (Document, Proof, PassengerModel)
_SMALL = 400
_PATIENCE_SECONDS = 20


class Orders(TypedDict):
    """What the clerk is told to do, and with which secrets."""

    address: str
    key: str
    folder: str
    zone: list[str]
    number: str
    rows: str


class Told(NamedTuple):
    """What is done, what the window is called, and what of documents is alive."""

    done: str
    titles: list[str]
    alive: dict[str, int]


class CanaryClerk:
    """Sells twice and leaves a third sale."""

    def __init__(self, painted: Painted, orders: Orders) -> None:
        self._window = painted.window
        self._robot = Robot(painted.window)
        self._orders = orders
        self._folder = Path(orders["folder"])

    async def work(self) -> None:
        """From the first screen to the closed window."""
        await self._connect()
        await self._open_boat()
        await self._fill_party()
        await self._attach_every_way()
        await self._tell("attached", lets_go=False)
        await self._sell("Customer Kanari", "9876501234")
        await self._robot.until(lambda: self._robot.is_shown("booking_ref"))
        await self._tell("sold")
        self._robot.keys("N")
        await self._sell_again()
        await self._robot.until(lambda: not self._robot.is_shown("review_page"))
        await self._tell("unknown")
        await self._stumble()
        await self._leave()
        await self._tell("left", kept={"Document": 1})
        await self._put_away()
        await self._tell("put away")
        self._window.close()

    async def _tell(self, done: str, *, lets_go: bool = True, kept: dict[str, int] | None = None) -> None:
        """Say what is done and what is still held, once all is let go, and wait to be told to go on."""
        gc.unfreeze()
        if lets_go:
            # What the page that is gone has begun ends, and its widgets are deleted.
            with suppress(AssertionError):
                await self._robot.until(lambda: _held_now() == (kept or {}), _PATIENCE_SECONDS)
        titles = [each.windowTitle() for each in QApplication.topLevelWidgets()]
        sys.stdout.write(json.dumps(Told(done, titles, _held_now())) + "\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.readline)

    async def _connect(self) -> None:
        robot = self._robot
        await robot.until(lambda: robot.is_shown("connect"))
        for text in (self._orders["address"], self._orders["key"]):
            robot.type(text)
            robot.keys("Tab")
        robot.click("connect")
        await robot.until(lambda: robot.sees(" open on this date"))

    async def _open_boat(self) -> None:
        """The first boat of tomorrow, nobody counted."""
        robot = self._robot
        if not robot.is_shown("boats_page"):
            robot.keys("B")
        await robot.until(lambda: robot.is_shown("boats_page") and robot.sees(" departures"))
        robot.keys("Ctrl+Right")
        # After an order without an answer the line counts as gone, until the list has been read.
        await robot.until(lambda: robot.sees("7 departures") and robot.sees("Online"))
        robot.keys("Return", "Ctrl+Return")
        await robot.until(lambda: robot.is_shown("passengers_page"))

    # The party

    async def _fill_party(self) -> None:
        """By the clipboard, from a file, by a reader and by hand."""
        robot = self._robot
        QApplication.clipboard().setText(self._orders["rows"])
        robot.keys("Ctrl+Shift+V")
        await self._add_rows("Add 2 passengers")
        robot.click("import_list")
        await self._choose("party.csv")
        await self._add_rows("Add 1 passenger")
        robot.scan(self._orders["zone"])
        await robot.until(lambda: robot.sees("filled"))

    async def _add_rows(self, label: str) -> None:
        await self._robot.until(lambda: self._robot.sees(label))
        self._robot.keys("Ctrl+Return")
        await self._robot.until(lambda: not self._robot.is_shown("paste_sheet"))

    # Their documents

    async def _attach_every_way(self) -> None:
        """Each copy takes the place of the one before in the row that the reader has filled."""
        robot = self._robot
        self._drop("turned.jpg")
        await self._named("turned.jpg")
        for name in ("scan.pdf", "vogel-kanari.jpg"):
            await self._attach(name)
            await self._named(name)
        for name in ("large.jpg", "large.pdf"):
            await self._attach(name)
            await robot.until(lambda: robot.is_shown("document_look"))
            robot.keys("Return")
            await self._named(name)
        await self._attach("cut.jpg")
        await robot.until(lambda: robot.sees("damaged or cut off"))
        robot.click(robot.find("document_box", DocumentBox).remove)
        await robot.until(lambda: not robot.is_shown("document_name"))
        self._back_to_grid()
        robot.keys("Ctrl+Z")
        await self._named("large.pdf")
        QApplication.clipboard().setImage(QImage(str(self._folder / "clipboard.png")))
        self._back_to_grid()
        robot.keys("Ctrl+V")
        await self._named("From the clipboard")
        QApplication.clipboard().clear()

    async def _named(self, name: str) -> None:
        """Wait until the box shows the copy of this name."""
        await self._robot.until(lambda: name in str(self._robot.find("document_name").property("text")))

    async def _attach(self, name: str) -> None:
        self._back_to_grid()
        self._robot.keys("Ctrl+O")
        await self._choose(name)

    async def _choose(self, name: str) -> None:
        """Go to the folder in the window that asks for a file, and type the name."""
        robot = self._robot
        await robot.until(lambda: robot.focused == "fileNameEdit")
        for text in (f"{self._folder}/", name):
            robot.keys("Ctrl+A")
            robot.type(text)
            robot.keys("Return")
        await robot.until(lambda: not robot.is_shown("file_choice"))
        # There is no window manager here to give the keyboard back.
        self._window.activateWindow()

    def _back_to_grid(self) -> None:
        self._window.activateWindow()
        self._robot.find("passenger_grid").setFocus()

    def _drop(self, name: str) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(self._folder / name))])
        left, none, copies = (
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.DropAction.CopyAction,
        )
        zone = self._robot.find("drop_zone")
        QApplication.sendEvent(zone, QDragEnterEvent(QPoint(9, 9), copies, data, left, none))
        QApplication.sendEvent(zone, QDropEvent(QPointF(9, 9), copies, data, left, none))

    # The sales

    async def _sell(self, customer: str, phone: str) -> None:
        robot = self._robot
        robot.find("customer_name").setFocus()
        for text in (customer, phone):
            robot.type(text)
            robot.keys("Tab")
        robot.type("kanari@example.com")
        robot.keys("Ctrl+Return")
        await robot.until_armed("spend")
        robot.keys("Ctrl+Return")

    async def _sell_again(self) -> None:
        """The passport and its copy once more; nobody hears what comes of it."""
        await self._open_boat()
        await self._fill_alone()
        await self._sell("Another Kanari", "9812345678")

    async def _fill_alone(self) -> None:
        self._robot.scan(self._orders["zone"])
        await self._robot.until(lambda: self._robot.sees("filled"))
        await self._attach("vogel-kanari.jpg")
        await self._named("vogel-kanari.jpg")

    async def _stumble(self) -> None:
        """A fault of the program with everything in reach of it; also of a button, where Qt tells of it."""
        document = Document("vogel-kanari.jpg", (self._folder / "vogel-kanari.jpg").read_bytes(), "JPEG")
        button = QPushButton()
        button.clicked.connect(partial(_fail, document, self._orders["number"]))
        button.click()
        try:
            _fail(document, self._orders["number"])
        except ValueError as error:
            told = {"message": "a test stumbles", "exception": error, "handle": partial(_fail, document)}
            asyncio.get_running_loop().call_exception_handler(told)

    async def _leave(self) -> None:
        """To the other module with a sale that was never finished."""
        robot = self._robot
        robot.keys("Alt+1")
        await self._open_boat()
        await self._fill_alone()
        robot.click("back")
        await robot.until(lambda: not robot.is_shown("passengers_page"))
        robot.keys("A")

    async def _put_away(self) -> None:
        """Let go of what is kept for who may come back."""
        robot = self._robot
        robot.keys("B")
        await robot.until(lambda: robot.is_shown("boats_page") and robot.sees(" departures"))
        robot.keys("Return", "Ctrl+Return")
        await robot.until(lambda: robot.is_shown("last_customer"))
        robot.keys("Ctrl+Shift+L")
        await robot.until(lambda: not robot.is_shown("last_customer"))
        robot.click("back")
        await robot.until(lambda: robot.is_shown("boats_page"))
        # It can be undone until the message goes, with the next key after some seconds.
        await robot.until(self._is_message_gone)

    def _is_message_gone(self) -> bool:
        self._robot.keys("Down")
        return not self._robot.is_shown("toast_act")


def _held_now() -> dict[str, int]:
    """The documents, their holders and large pictures that somebody holds."""
    gc.collect()
    held = [each for each in gc.get_objects() if isinstance(each, (*_HELD, QImage, QPixmap))]
    # The next page of passengers is built before it is asked for, and has nobody yet.
    filled = [each for each in held if not isinstance(each, PassengerModel) or each.rowCount()]
    large = [each for each in filled if not isinstance(each, (QImage, QPixmap)) or each.width() > _SMALL]
    return dict(Counter(type(each).__name__ for each in large))


def _fail(document: Document, number: str, *_state: object) -> None:
    """Fail with secrets in reach, and in the text."""
    raise ValueError(number, document.data, document)


async def _work(painted: Painted, orders: Orders, quit_request: QuitRequest) -> int:
    program = asyncio.ensure_future(work(painted, quit_request))
    clerk = asyncio.ensure_future(CanaryClerk(painted, orders).work())
    try:
        await clerk
    except BaseException:
        quit_request.request()
        raise
    return await program


def main() -> int:
    """The program's exit status."""
    orders: Orders = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sell_under_any_clock(pytest.MonkeyPatch())
    painted = paint_counter()
    # The screen of a test is smaller than one at a counter.
    painted.window.setWindowState(Qt.WindowState.WindowNoState)
    painted.window.resize(*DRAWN)
    return run(painted.app, partial(_work, painted, orders), painted.app.quit_asked)


if __name__ == "__main__":
    sys.exit(main())
