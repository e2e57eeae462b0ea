"""The printers of this computer, and the pages of a voucher on one of them."""

from __future__ import annotations

from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

from app.ui.vouchers.layout import Laid
from app.ui.vouchers.pdf import paint_pages

_BROKEN = (QPrinter.PrinterState.Error, QPrinter.PrinterState.Aborted)


def has_printer() -> bool:
    """Whether a printer is set up on this computer."""
    return bool(QPrinterInfo.availablePrinterNames())


def print_pages(printer: QPrinter, laid: Laid) -> bool:
    """Hand the pages to the printer; False when it did not take them."""
    printer.setFullPage(True)
    return paint_pages(printer, laid) and printer.printerState() not in _BROKEN
