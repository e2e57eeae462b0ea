"""Asks for a printer in a non-blocking dialog."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QDialog, QWidget

from app.ui.kit.basics.layouts import called

_NAME = "print_choice"
_LAST = "last_printer"


def ask_printer(over: QWidget, title: str, on_chosen: Callable[[QPrinter], None]) -> None:
    """Ask for a printer, with the last one of this window chosen, and call `on_chosen`.

    Does nothing while such a dialog is open.
    """
    if any(each.isVisible() for each in over.findChildren(QPrintDialog, _NAME)):
        return
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    last = str(over.window().property(_LAST) or "")
    if last in QPrinterInfo.availablePrinterNames():
        printer.setPrinterName(last)
    printer.setDocName(title)
    dialog = called(_NAME, QPrintDialog(printer, over))

    def use() -> None:
        over.window().setProperty(_LAST, printer.printerName())
        on_chosen(printer)

    dialog.accepted.connect(use)
    dialog.finished.connect(dialog.deleteLater)
    # Its own `open` needs a receiver and a slot in Qt's notation.
    QDialog.open(dialog)
