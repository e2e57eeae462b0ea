"""The pages of a PDF: without metadata, and drawn as one picture, in memory.

This runs in the process that prepares copies, one after the other: it must not run twice at a time.
"""

from __future__ import annotations

import ctypes
import io
import re
import time
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace

import pypdfium2
from pypdfium2 import PdfBitmap, PdfDocument, PdfiumError, PdfPage, raw
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.core.language import mark, tr
from app.desk.documents.document import MOST_PAGES, PDF_HEAD, DocumentError, LockedDocumentError
from app.desk.documents.metadata_stripper import without_notes
from app.desk.model.boats import Document

PAPER = 0xFFFFFFFF
"""The white of paper, in every theme."""
LONGEST_SECONDS = 10
"""Seconds; a page that takes longer to draw is taken for malicious."""
_MOST_PIXELS_A_POINT = 400 / 72
"""The finest resolution: 400 dots per inch."""
_GAP = 16
_LOCKED = 4
_NO_PDF = b"no PDF"
_OWN = {"Creator": "PDFium", "Producer": "PDFium"}
"""The metadata of a PDF that is written here."""
_DATES = frozenset({"CreationDate", "ModDate"})
_XMP_TYPE = re.compile(rb"/Type\s*/Metadata|/Subtype\s*/XML\b")
_XMP = re.compile(rb"<\?xpacket begin.*?<\?xpacket end[^>]*>", re.DOTALL)


def without_metadata(document: Document) -> Document:
    """The PDF without author, title, dates and the EXIF of its pictures; the very same one when it has none.

    What stands before its beginning goes, too.

    Pages are not changed. A signed PDF stays as it is, since a change would break the signature. Raises
    DocumentError for a file that cannot be opened.
    """
    with _opened(document) as pdf:
        if raw.FPDF_GetSignatureCount(pdf) > 0:
            return document
        is_late = not document.data.startswith(PDF_HEAD)
        is_anew = is_late or _tells_of_itself(pdf, document.data)
        data = _rebuilt(pdf) if is_anew else document.data
    data = _blanked(data)
    is_mended = is_late or document.is_mended
    return document if data == document.data else replace(document, data=data, is_mended=is_mended)


def unlocked(document: Document, password: str) -> Document:
    """The PDF as it opens without its password. Raises LockedDocumentError for another password."""
    with _opened(document, password) as pdf:
        anew = io.BytesIO()
        pdf.save(anew, flags=raw.FPDF_REMOVE_SECURITY)
    return replace(document, data=anew.getvalue(), is_mended=True)


def stacked(document: Document, limit: QSize, most: int = MOST_PAGES) -> QImage:
    """The first `most` pages under each other on white, each as large as fits into `limit` pixels.

    Raises DocumentError.
    """
    with _opened(document) as pdf:
        sizes = [_size_in(limit, *pdf.get_page_size(each)) for each in range(min(most, len(pdf)))]
        width = max(size.width() for size in sizes)
        height = sum(size.height() for size in sizes) + _GAP * (len(sizes) - 1)
        image = QImage(width, height, QImage.Format.Format_RGB32)
        image.fill(PAPER)
        top, until = 0, time.monotonic() + LONGEST_SECONDS
        for number, size in enumerate(sizes):
            _draw(pdf, number, image, (top, size), until)
            top += size.height() + _GAP
    return image


def check_pages(document: Document) -> None:
    """Raises DocumentError when it has more pages than go into one picture."""
    with _opened(document) as pdf:
        count = len(pdf)
    if count > MOST_PAGES:
        words = mark(
            "{name} is too large and has {number} pages. Save the page that counts as a PDF of its own."
        )
        raise DocumentError(tr(words, name=document.file_name, number=count))


@contextmanager
def _opened(document: Document, password: str | None = None) -> Generator[PdfDocument, None, None]:
    """The PDF with a first page; closed on this thread, whatever happens, and what goes wrong in words."""
    _forget_last_error()
    try:
        pdf = PdfDocument(document.data, password=password)
    except PdfiumError as error:
        raise _refusal(document, is_locked=error.err_code == _LOCKED) from None
    try:
        with closing(pdf):
            pdf.get_page(0).close()
            yield pdf
    except PdfiumError:
        raise _refusal(document, is_locked=False) from None


def _forget_last_error() -> None:
    """Reset the last error: some failures set none, and the former one would be shown."""
    with suppress(PdfiumError):
        PdfDocument(_NO_PDF).close()


def _refusal(document: Document, *, is_locked: bool) -> DocumentError:
    name = document.file_name
    if is_locked:
        words = mark("{name} asks for a password. Save it without one, or take a picture of it.")
        return LockedDocumentError(tr(words, name=name))
    return DocumentError(tr("{name} is a damaged PDF. Save it again, or take a picture of it.", name=name))


def _size_in(limit: QSize, width: float, height: float) -> QSize:
    """In pixels, at least one each way; a page without a size of its own counts as a point."""
    width, height = max(width, 1.0), max(height, 1.0)
    scale = min(limit.width() / width, limit.height() / height, _MOST_PIXELS_A_POINT)
    return QSize(max(1, round(width * scale)), max(1, round(height * scale)))


def _draw(pdf: PdfDocument, number: int, image: QImage, place: tuple[int, QSize], until: float) -> None:
    """Draw a page into its strip of the picture, in the middle."""
    top, size = place
    bits = (ctypes.c_ubyte * (image.bytesPerLine() * size.height())).from_buffer(
        image.bits(), top * image.bytesPerLine()
    )
    with closing(pdf.get_page(number)) as page:
        bitmap = PdfBitmap.new_native(
            image.width(),
            size.height(),
            raw.FPDFBitmap_BGRx,
            buffer=bits,
            stride=image.bytesPerLine(),
        )
        with closing(bitmap):
            _draw_until(page, bitmap, ((image.width() - size.width()) // 2, size), until)


def _draw_until(page: PdfPage, bitmap: PdfBitmap, place: tuple[int, QSize], until: float) -> None:
    left, size = place
    pause = raw.IFSDK_PAUSE(version=1)
    pypdfium2.internal.set_callback(pause, "NeedToPauseNow", lambda _pause: time.monotonic() > until)
    flags = raw.FPDF_ANNOT | raw.FPDF_PRINTING
    box = (left, 0, size.width(), size.height())
    status = raw.FPDF_RenderPageBitmap_Start(bitmap, page, *box, 0, flags, pause)
    raw.FPDF_RenderPage_Close(page)
    if status != raw.FPDF_RENDER_DONE:
        raise PdfiumError("A page is not drawn in time")


def _tells_of_itself(pdf: PdfDocument, data: bytes) -> bool:
    said = pdf.get_metadata_dict(skip_empty=True)
    told = {key: words for key, words in said.items() if key not in _DATES}
    return (bool(said) and told != _OWN) or bool(_XMP_TYPE.search(data))


def _rebuilt(pdf: PdfDocument) -> bytes:
    """The same pages in a new PDF, forms as they are filled."""
    if pdf.get_formtype() != raw.FORMTYPE_NONE:
        pdf.init_forms()
        for number in range(len(pdf)):
            with closing(pdf.get_page(number)) as page:
                page.flatten()
    written = io.BytesIO()
    with closing(PdfDocument.new()) as fresh:
        fresh.import_pages(pdf)
        fresh.save(written)
    return written.getvalue()


def _blanked(data: bytes) -> bytes:
    """The same length, with the notes of its pictures and its XMP packets overwritten."""
    return _XMP.sub(lambda found: b" " * len(found[0]), without_notes(data))
