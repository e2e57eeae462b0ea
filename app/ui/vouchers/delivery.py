"""The ways of a paper to the customer: printer, PDF, text, e-mail draft and chat link."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.files.atomic_write import NotSavedError, save_file
from app.desk.vouchers.voucher import Voucher
from app.desk.vouchers.voucher_text import certain_chat_number, chat_number
from app.ui.kit.basics.opening import open_outside
from app.ui.kit.controls.file_picker import choose_new_file
from app.ui.vouchers.paper import CustomerPaper, VoucherPaper

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

NO_PRINTER = mark("No printer is set up on this computer. Save it as a PDF instead.")
_PRINTED, _SAVED, _SHARED = "voucher_printed", "voucher_saved", "voucher_shared"
_COPIED, _CLIPPED = "voucher_copied", "voucher_clipped"
_AGAIN = 10
"""So many seconds the same key means the file alone."""
_PICTURE = 1080
"""The width of a picture in pixels."""
_NO_MAIL = mark("No e-mail program is set up on this computer. Copy the text instead.")
_NO_PHONE = mark("The customer\u2019s phone number cannot be used for a chat. Copy the text instead.")
_NO_ADDRESS = mark("No e-mail address of the customer is known. Copy the text instead.")


def any_printer() -> bool:
    """Whether a printer is set up on this computer."""
    # Looking for printers takes its time, and the first paint needs none.
    from app.ui.vouchers.printers import has_printer

    return has_printer()


class HandedText(Protocol):
    """A text for one customer."""

    @property
    def value(self) -> object:
        """What it is about."""
        ...

    @property
    def phone(self) -> str:
        """The customer's phone number; empty when unknown."""
        ...

    @property
    def email(self) -> str:
        """The customer's e-mail address; empty when unknown."""
        ...

    @property
    def copied(self) -> str:
        """What is said once it was copied."""
        ...

    def text(self) -> str:
        """The text itself."""
        ...

    def mail_link(self) -> str:
        """A link that opens a draft to the customer."""
        ...

    def chat_link(self, digits: str) -> str:
        """A link that opens a chat with this number and the text."""
        ...


class TextDelivery(QObject):
    """Hands over the text that `text` returns, in programs of this system; it sends nothing itself."""

    codes: ClassVar[Mapping[str, str]] = {"chat": "chat", "mail": "mail", "copy": "copy"}
    """What each way is called when it is told."""

    done = Signal(object)
    """Emitted with a sentence for a toast when it was handed over."""
    handed = Signal(object, str)
    """Emitted with what the text is about, and the code of the way in which it was handed over."""
    failed = Signal(object)
    """Emitted with a sentence for beside the button when it was not."""

    number_asked = Signal(str)
    """Emitted with digits that a person must check before a chat with them is opened."""

    def __init__(self, over: QWidget, text: Callable[[], HandedText]) -> None:
        super().__init__(over)
        self._text = text

    def copy(self) -> None:
        """Copy it."""
        text = self._text()
        QApplication.clipboard().setText(text.text())
        self._tell(self.codes["copy"], text.copied)

    def mail(self) -> None:
        """Open a draft to the customer in the system's e-mail program."""
        text = self._text()
        if not text.email:
            self.failed.emit(tr(_NO_ADDRESS))
        else:
            self._open("mail", text.mail_link(), tr("E-mail draft opened"), tr(_NO_MAIL))

    def chat(self) -> None:
        """Open a chat with the customer; a number without its country's code is looked at first."""
        phone = self._text().phone
        if certain := certain_chat_number(phone):
            self.chat_with(certain)
        elif phone:
            digits = chat_number(phone)
            self.number_asked.emit(f"+{digits}" if digits else phone)
        else:
            self.failed.emit(tr(_NO_PHONE))

    def chat_with(self, digits: str) -> None:
        """Open a chat with this number in the system's chat program."""
        self._open(
            "chat",
            self._text().chat_link(digits),
            tr("Chat opened with {number}", number=f"+{digits}"),
            tr("This computer opens no chat links. Copy the text instead."),
        )

    def _open(self, way: str, link: str, done: str, without: str) -> None:
        if open_outside(QUrl.fromEncoded(link.encode())):
            self._tell(self.codes[way], done)
        else:
            self.failed.emit(without)

    def _tell(self, code: str, sentence: str) -> None:
        self.done.emit(sentence)
        self.handed.emit(self._text().value, code)


class PaperDelivery(TextDelivery):
    """Hands over the paper that `paper` returns; dialogs open over `over`."""

    codes = MappingProxyType({"chat": _SHARED, "mail": _SHARED, "copy": _COPIED})
    saved = Signal(object)
    """Emitted with the path at which it was saved."""

    def __init__(
        self,
        over: QWidget,
        paper: Callable[[], CustomerPaper[Any]],
        *,
        has_printer: Callable[[], bool] = any_printer,
    ) -> None:
        super().__init__(over, paper)
        self.over, self._paper, self._has_printer = over, paper, has_printer
        self._clipped: tuple[object, float] = (None, 0.0)
        """What was put on the clipboard last, and when."""
        self.tasks = TaskScope(lambda name, error: hand_to_loop(f"{name} of a paper", error))

    def take(self, way: str) -> None:
        """Hand it over by the name of a way: print, save, copy, mail or chat; others are not its own."""
        self.ways().get(way, lambda: None)()

    def ways(self) -> dict[str, Callable[[], None]]:
        """The ways by their names."""
        return {
            "print": self.print,
            "save": self.save,
            "copy": self.copy,
            "clip": self.clip,
            "mail": self.mail,
            "chat": self.chat,
        }

    def end(self) -> None:
        """Cancel what is being written when the owner is closed."""
        self.tasks.cancel_all()

    def print(self) -> None:
        """Ask on which printer, and print."""
        if not self._has_printer():
            self.failed.emit(tr(NO_PRINTER))
            return
        from app.ui.kit.sheets.printer_choice import ask_printer

        ask_printer(self.over, self._paper().reference, self._print_on)

    def save(self) -> None:
        """Ask where, and save as a PDF, with a suggested name without personal data."""
        paper = self._paper()
        title = tr(paper.words.save)
        choose_new_file(self.over, "vouchers", title, "*.pdf", self._save_as, name=paper.file_name)

    def clip(self) -> None:
        """Put picture and PDF on the clipboard; pressed again within ten seconds, the file alone."""
        paper, now = self._paper(), time.monotonic()
        last, at = self._clipped
        is_again = last == paper.value and now - at < _AGAIN
        self._clipped = (None, 0.0) if is_again else (paper.value, now)
        self.tasks.start("clipping", self._clip(paper, is_file_alone=is_again))

    async def _clip(self, paper: CustomerPaper[Any], *, is_file_alone: bool) -> None:
        from app.ui.vouchers.clipboard_file import clipboard_file
        from app.ui.vouchers.painting import picture_of
        from app.ui.vouchers.pdf import pdf_bytes

        laid = paper.lay_out()
        first, *others = laid.leaves
        # Of several pages a picture would be the first alone.
        is_file_alone = is_file_alone or bool(others)
        data = await asyncio.to_thread(pdf_bytes, laid, paper.reference)
        picture = None if is_file_alone else await asyncio.to_thread(picture_of, first, _PICTURE)
        if not clipboard_file().put(picture, data, paper.file_name):
            self._clipped = None, 0.0
            self.failed.emit(tr("The clipboard did not take it. Save it as a PDF with S."))
            return
        name = tr(paper.words.kind, reference=paper.reference)
        done = (
            tr("{paper} is on the clipboard, as a file alone. Ctrl V in the chat.", paper=name)
            if is_file_alone
            else tr("{paper} is on the clipboard, picture and PDF. Ctrl V in the chat.", paper=name)
        )
        self._tell(_CLIPPED, done)

    def _print_on(self, printer: QPrinter) -> None:
        from app.ui.vouchers.printers import print_pages

        paper = self._paper()
        if print_pages(printer, paper.lay_out()):
            self._tell(_PRINTED, tr(paper.words.printed))
        else:
            self.failed.emit(tr(paper.words.not_printed))

    def _save_as(self, path: Path) -> None:
        self.tasks.start("saving", self._write(path, self._paper()))

    async def _write(self, path: Path, paper: CustomerPaper[Any]) -> None:
        from app.ui.vouchers.pdf import pdf_bytes

        laid = paper.lay_out()
        try:
            # Some hundred milliseconds for a large party, and a slow disk.
            data = await asyncio.to_thread(pdf_bytes, laid, paper.reference)
            await asyncio.to_thread(save_file, path, data)
        except NotSavedError as error:
            self.failed.emit(str(error))
        else:
            self.saved.emit(path)
            self.handed.emit(paper.value, _SAVED)


class VoucherDelivery(PaperDelivery):
    """Hands over the voucher that `voucher` returns."""

    def __init__(
        self,
        over: QWidget,
        voucher: Callable[[], Voucher],
        *,
        has_printer: Callable[[], bool] = any_printer,
    ) -> None:
        super().__init__(over, lambda: VoucherPaper(voucher()), has_printer=has_printer)
