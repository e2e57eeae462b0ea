"""Which printer, asked in a window that keeps nothing waiting."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QDialog, QWidget

_NAME = "print_choice"
_LAST = "last_printer"


def ask_printer(over: QWidget, title: str, on_chosen: Callable[[QPrinter], None]) -> None:
    """Ask on which printer; it begins with the one that was used last in this window.

    While it is being asked already, nothing more is asked.
    """
    if any(each.isVisible() for each in over.findChildren(QPrintDialog, _NAME)):
        return
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    last = str(over.window().property(_LAST) or "")
    if last in QPrinterInfo.availablePrinterNames():
        printer.setPrinterName(last)
    printer.setDocName(title)
    dialog = QPrintDialog(printer, over)
    dialog.setObjectName(_NAME)

    def use() -> None:
        over.window().setProperty(_LAST, printer.printerName())
        on_chosen(printer)

    dialog.accepted.connect(use)
    dialog.finished.connect(dialog.deleteLater)
    # Its own opening wants a receiver in Qt's words.
    QDialog.open(dialog)
