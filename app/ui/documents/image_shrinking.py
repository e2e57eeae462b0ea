"""A copy made to fit the limit: upright, without metadata, and in memory only.

This runs in the process that prepares copies: in the counter's own process, Qt's image readers and its
windows would wait for each other, and a malicious file could block or crash the counter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLoggingCategory, QSize, Qt
from PySide6.QtGui import QColorSpace, QImage, QImageReader, QImageWriter, QPainter, QTransform

from app.core.language import mark, tr
from app.desk.documents.document import MOST_PAGES, DocumentError, fits, sent_length
from app.desk.documents.metadata_stripper import (
    UPRIGHT,
    DamagedError,
    MovingError,
    bare,
    kept,
    mended,
    orientation,
)
from app.desk.model.boats import Document
from app.desk.passengers.mrz_from_copy import GreyPicture
from app.ui.documents import pdf_pages
from app.ui.documents.heic import as_jpeg

MOST_PIXELS = 120_000_000
LEAST_SIDE = 100
"""With fewer pixels no name is readable."""
GOAL = 1_900_000
"""The Base64 characters to aim for, below the limit."""

_SIDES = (2480, 2000, 1600)
_PAGE_SIDES = (*_SIDES, 1240)
"""Several pages share one picture, so each may have to be smaller still."""
_QUALITIES = (85, 75)
_FINE = 92
"""The quality of a picture that is only turned, since it was small enough before."""
_READ_SIZE = QSize(2000, 2000)
"""The size at which the characters of a passport are read; more pixels are no better."""
_LARGEST_DECODED = 512
"""In megabytes: 120 megapixels at four bytes."""
_LARGEST_PROFILE = 16_384
_CHECKED_SIZE = QSize(1240, 1240)
_MORE = b"\x55\xaa" * 2500
_FORMATS = {"JPEG": b"jpeg", "PNG": b"png", "WebP": b"webp"}
_TURNS = {
    2: (True, 0),
    3: (False, 180),
    4: (True, 180),
    5: (True, 270),
    6: (False, 90),
    7: (True, 90),
    8: (False, 270),
}
"""For each EXIF orientation: whether to mirror it left to right, and how far to turn it after that."""
_LYING = 5
"""From this orientation on width and height change places."""

_Draw = Callable[[QSize], QImage]


class _Step(NamedTuple):
    """One combination of size and quality."""

    side: int
    quality: int


def picture(document: Document, limit: QSize, pages: int = MOST_PAGES) -> QImage:
    """The copy to look at, once it fits; not larger than `limit` and never larger than it is.

    Of a PDF the first `pages` pages under each other, each within the limit. Raises DocumentError.
    """
    if document.kind == "PDF":
        return pdf_pages.stacked(document, limit, pages)
    return _Picture(document).drawn(limit)


def grey(document: Document) -> GreyPicture:
    """The copy to read from: upright as far as it says, the first page of a PDF. Raises DocumentError."""
    image = picture(document, _READ_SIZE, 1).convertToFormat(QImage.Format.Format_Grayscale8)
    # Qt lets each row begin at a multiple of four bytes; so many columns are no loss.
    image = image.copy(0, 0, image.width() - image.width() % 4, image.height())
    return GreyPicture(image.width(), image.height(), bytes(image.constBits()))


def fit(document: Document) -> Document:
    """The copy as it can be sent: below the limit, upright, without metadata, its size in pixels measured.

    What is below the limit keeps every byte of its picture, unless it has to be turned. What is larger
    becomes a JPEG, and HEIC always does. Raises DocumentError with a sentence for the clerk.
    """
    if document.kind == "PDF":
        return _fitted_pdf(document)
    if document.kind == "HEIC":
        document = as_jpeg(document)
    document, pieces = _taken_apart(document)
    whole = _Picture(document)
    may_stay = fits(sum(map(len, pieces)))
    if may_stay and whole.turn == UPRIGHT:
        return _as_it_is(document, b"".join(pieces))
    fine = (_Step(_SIDES[0], _FINE),) if may_stay else ()
    longest = max(whole.size.width(), whole.size.height())
    return _shrunk(document, whole.drawn, (*fine, *_steps(_SIDES, longest)))


def _taken_apart(document: Document) -> tuple[Document, list[bytes | memoryview]]:
    """The document, mended if it has to be, and the pieces that are kept of it."""
    try:
        try:
            return document, kept(document.data, document.kind)
        except DamagedError:
            document = _mended(document)
            return document, kept(document.data, document.kind)
    except DamagedError:
        raise _damaged(document) from None
    except MovingError:
        raise DocumentError(
            mark("{name} is a film. Choose a still picture.", name=document.file_name)
        ) from None


def _mended(document: Document) -> Document:
    """What every viewer opens though a strict reader does not. Raises DamagedError and DocumentError."""
    data = mended(document.data, document.kind)
    document = replace(document, data=data, is_mended=True)
    if document.kind == "JPEG":
        # Behind a complete picture more bytes change nothing; one that is cut off they would go on with.
        longer = replace(document, data=data[:-2] + _MORE + data[-2:])
        if _Picture(document).drawn(_CHECKED_SIZE) != _Picture(longer).drawn(_CHECKED_SIZE):
            raise DamagedError
    return document


def _as_it_is(document: Document, data: bytes) -> Document:
    """The document with these bytes of the same picture; the same object when nothing was removed."""
    same = replace(document, data=document.data if data == document.data else data)
    whole = _Picture(same)
    whole.drawn(QSize(LEAST_SIDE, LEAST_SIDE))
    return replace(same, width=whole.size.width(), height=whole.size.height())


def _fitted_pdf(document: Document) -> Document:
    if fits(len(document.data)):
        stripped = pdf_pages.without_metadata(document)
        return stripped if fits(len(stripped.data)) else document
    pdf_pages.check_pages(document)
    return _shrunk(document, partial(pdf_pages.stacked, document), _steps(_PAGE_SIDES))


def _steps(sides: tuple[int, ...], longest: int = max(_PAGE_SIDES)) -> tuple[_Step, ...]:
    """The steps from the best to the smallest; a picture is never enlarged."""
    within = dict.fromkeys(min(side, longest) for side in sides)
    return tuple(_Step(side, quality) for side in within for quality in _QUALITIES)


def _shrunk(document: Document, draw: _Draw, steps: tuple[_Step, ...]) -> Document:
    """The document from the first step whose JPEG is small enough."""
    image, drawn = QImage(), 0
    for step in steps:
        if step.side != drawn:
            # The former one is freed first: there is memory for one.
            image = QImage()
            image, drawn = draw(QSize(step.side, step.side)), step.side
        data = _encoded(image, step.quality)
        if sent_length(len(data)) < GOAL:
            return replace(document, data=data, kind="JPEG", width=image.width(), height=image.height())
    words = mark("{name} stays over 2.0 MB however small it is made. Scan it again.")
    raise DocumentError(tr(words, name=document.file_name))


def _encoded(image: QImage, quality: int) -> bytes:
    """A JPEG that holds nothing but the picture."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"jpeg")
    writer.setQuality(quality)
    if not writer.write(image):
        raise DocumentError(mark("The picture could not be made smaller. Choose another file."))
    return bare(bytes(buffer.data().data()), "JPEG")


class _Picture:
    """A picture that can be decoded at any size. Raises DocumentError for other files.

    Its size is read from the header, before anything is decoded.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self._data = QByteArray(document.data)
        self.turn = self._orientation()
        """The EXIF orientation."""
        self.size = self._measured()
        """In pixels, not yet turned."""

    def drawn(self, limit: QSize) -> QImage:
        """The picture within the limit: upright, on white, in colours of a JPEG."""
        within = limit.transposed() if self.turn >= _LYING else limit
        _buffer, reader = self._reader()
        reader.setAutoTransform(self._document.kind == "JPEG")
        if self.size.width() > within.width() or self.size.height() > within.height():
            smaller = self.size.scaled(within, Qt.AspectRatioMode.KeepAspectRatio)
            reader.setScaledSize(smaller.expandedTo(QSize(1, 1)))
        image = reader.read()
        if image.isNull():
            raise _damaged(self._document)
        image = _plain(image)
        return image if self._document.kind == "JPEG" else _turned(image, self.turn)

    def _orientation(self) -> int:
        try:
            return orientation(self._document.data, self._document.kind)
        except (DamagedError, MovingError):
            # The first to look at all parts says what is wrong with them.
            return UPRIGHT

    def _measured(self) -> QSize:
        _buffer, reader = self._reader()
        size = reader.size()
        if not size.isValid():
            raise _damaged(self._document)
        words = ""
        if size.width() * size.height() > MOST_PIXELS:
            words = mark("{name} has {width} \u00d7 {height} pixels. Choose a smaller picture.")
        elif min(size.width(), size.height()) < LEAST_SIDE:
            words = mark("{name} has {width} \u00d7 {height} pixels. Choose a picture that can be read.")
        if words:
            name = self._document.file_name
            raise DocumentError(tr(words, name=name, width=size.width(), height=size.height()))
        return size

    def _reader(self) -> tuple[QBuffer, QImageReader]:
        """A reader for this one kind, so that no other decoder gets the bytes.

        It reads from the buffer, which must live as long.
        """
        _prepare_decoders()
        buffer = QBuffer()
        buffer.setData(self._data)
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        # With setDevice() the buffer would never be freed (PySide6 6.11.3), nor the passport in it.
        reader = QImageReader(buffer, _FORMATS[self._document.kind])
        reader.setAutoDetectImageFormat(False)
        return buffer, reader


@cache
def _prepare_decoders() -> None:
    """Limit the memory of a decoding, and suppress the decoders' own log messages."""
    QImageReader.setAllocationLimit(_LARGEST_DECODED)
    QLoggingCategory.setFilterRules("qt.gui.imageio*=false\nqt.gui.icc=false")


def _plain(image: QImage) -> QImage:
    """The image in RGB or grey, without transparency and without an oversized colour profile."""
    if image.colorSpace().colorModel() == QColorSpace.ColorModel.Cmyk:
        image = image.convertedToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
    if image.hasAlphaChannel():
        image = _on_white(image)
    elif image.format() not in (QImage.Format.Format_RGB32, QImage.Format.Format_Grayscale8):
        image = image.convertToFormat(QImage.Format.Format_RGB32)
    if image.colorSpace().iccProfile().size() > _LARGEST_PROFILE:
        image.setColorSpace(QColorSpace())
    return image


def _on_white(image: QImage) -> QImage:
    ground = QImage(image.size(), QImage.Format.Format_RGB32)
    ground.fill(pdf_pages.PAPER)
    painter = QPainter(ground)
    painter.drawImage(0, 0, image)
    painter.end()
    return ground


def _turned(image: QImage, turn: int) -> QImage:
    if turn == UPRIGHT:
        return image
    mirrored, degrees = _TURNS[turn]
    across = -1 if mirrored else 1
    return image.transformed(QTransform().rotate(degrees).scale(across, 1))


def _damaged(document: Document) -> DocumentError:
    return DocumentError(
        mark(
            "{name} is damaged or cut off. Scan it again, or choose another file.",
            name=document.file_name,
        )
    )
