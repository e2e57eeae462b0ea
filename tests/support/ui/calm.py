"""While nobody does anything: where the keyboard is, that nothing moves, and how old numbers are."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from datetime import timedelta

from PySide6.QtCore import QCoreApplication, QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QListView, QWidget

from app.desk.model.moment import Moment
from tests.support.ui.picturing import Covered
from tests.support.ui.selling import Clerk, spoken_rows

ON_ITS_WAY = ("05b-booking", "10-closing", "12b-loading", "21b-quick-entry-not-understood")
"""An order or a reading is held up, and is not waited for."""
_MOST_ROUNDS, _RESTED_ROUNDS = 20, 2
_LATER = timedelta(minutes=20)
_FROM_THE_SERVICE = re.compile(r"\d\.\d\d\b|\b\d+ seats?\b")
"""A sum, or seats."""
_LIVE = re.compile(r"\b[Ll]ive\b")
_AGE = re.compile(
    r"\b(?:[Rr]ead|[Cc]hecked again|[Qq]uoted|[Cc]ounted|kept from|says|seats|done|[Ss]ince|[Cc]losed"
    r"|[Dd]ecided)\b.*\b\d\d:\d\d\b"
)
"""When something was read, or became so."""


class Watcher:
    """Looks whether a screen stays as it is while nobody does anything."""

    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk
        self.faults: list[str] = []

    async def take(self, name: str, *_covered: Covered) -> None:
        """Let time and news go by on a screen."""
        await self._settled()
        focused, places = QApplication.focusWidget(), self._places()
        if name not in ON_ITS_WAY:
            self.faults += [f"{name}: {each}" for each in _unfit(focused)]
        page, window = self._clerk.window.current_page, self._clerk.window
        window.age(self._clerk.counter.desk.reader.moment())
        if page is not None:
            page.office_changed.emit()
            await page.tasks.finish() if name not in ON_ITS_WAY else None
        await self._settled()
        now = QApplication.focusWidget()
        if now is not focused:
            self.faults.append(f"{name}: the keyboard went from {name_of(focused)} to {name_of(now)}.")
        after = self._places()
        self.faults += [f"{name}: {each}" for each in self._ageless()]
        if page is not None and name not in ON_ITS_WAY:
            await page.tasks.finish()
        self.faults += [
            f"{name}: {name_of(each)} moved from {place} to {after[each]}."
            for each, place in places.items()
            if each in after and after[each] != place
        ]

    def _ageless(self) -> list[str]:
        """What a page says of the service as if it were so now, twenty minutes after it was read."""
        now, window = self._clerk.counter.desk.reader.moment(), self._clerk.window
        told = now.service and now.service + _LATER
        page = window.current_page
        before = () if page is None or _is_our_own(page) else tuple(_texts(page))
        window.age(Moment(now.here + _LATER, told, now.boot + _LATER.total_seconds()))
        texts = tuple(_texts(page)) if page is not None and before else ()
        wallet = window.top.wallet.accessibleName() if window.top.wallet.isVisible() else ""
        window.age(now)
        if page is not None and before and before != tuple(_texts(page)):
            # What is old stays so until it is read anew.
            page.read_again()
        faults = [f"{each!r} is live no more." for each in texts if _LIVE.search(each)]
        if _FROM_THE_SERVICE.search(wallet) and not _AGE.search(wallet):
            faults.append(f"{wallet!r} has no age.")
        if any(map(_FROM_THE_SERVICE.search, texts)) and not any(map(_AGE.search, texts)):
            faults.append("nothing says when this was read.")
        return faults

    def _places(self) -> dict[QWidget, QRect]:
        window = self._clerk.window
        shown = [each for each in window.findChildren(QWidget) if each.isVisible()]
        return {each: QRect(each.mapTo(window, QPoint()), each.size()) for each in shown}

    async def _settled(self) -> None:
        before, same = list[QRect](), 0
        for _ in range(_MOST_ROUNDS):
            QCoreApplication.sendPostedEvents()
            await asyncio.sleep(0)
            now = [each.geometry() for each in self._clerk.window.findChildren(QWidget)]
            # What one round has asked for may be laid out in the one after the next.
            same = same + 1 if now == before else 0
            if same == _RESTED_ROUNDS:
                return
            before = now


def _is_our_own(page: QWidget) -> bool:
    """Whether its sums are no reading of the service: what was set, and the book of the till."""
    return type(page).__module__.startswith(("app.ui.settings.", "app.ui.till."))


def _texts(page: QWidget) -> Iterator[str]:
    """The texts of a page, those that are painted by what is said of them aloud."""
    for each in page.findChildren(QWidget):
        if each.isVisible():
            yield each.accessibleName()
            if isinstance(each, QLabel | QAbstractButton):
                yield each.text()
            if isinstance(each, QListView):
                yield from spoken_rows(each)


def name_of(widget: QWidget | None) -> str:
    """What a widget is, for whoever reads of it."""
    return "nothing" if widget is None else f"{type(widget).__name__} {widget.objectName()!r}"


def _unfit(focused: QWidget | None) -> list[str]:
    """What is wrong with the place of the keyboard."""
    if focused is None:
        return ["nothing has the keyboard."]
    if not focused.isVisible() or not focused.isEnabled():
        return [f"{name_of(focused)} has the keyboard and cannot be used."]
    return [] if focused.accessibleName() else [f"{name_of(focused)} has the keyboard and no name."]
