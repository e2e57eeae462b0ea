"""The agency's logo: a chosen picture is converted to a small PNG."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from app.core.language import mark
from app.ui.kit.basics.painting import png_of
from app.ui.theme import style

FILE_NAME = "voucher-logo.png"
MOST_BYTES = 10_000_000
_MOST_PIXELS = 40_000_000
_LEAST_SIDE = 16
_FITS = QSize(800, 320)
"""Its size in pixels on A4 at 600 dots per inch."""
_FORMATS = frozenset({"png", "jpeg", "webp", "bmp", "gif"})
_NO_PICTURE = mark("{name} is not a picture that can be read. Choose a PNG, JPEG or WebP file.")
_TOO_LARGE = mark("{name} is too large. Choose a picture below 10 MB and 40 megapixels.")
_TOO_SMALL = mark("{name} has {width} \u00d7 {height} pixels. Choose a larger picture.")


class LogoError(Exception):
    """The picture cannot be the logo; `str()` is the sentence for the clerk."""


def logo_png(path: Path) -> bytes:
    """The picture in grey on white, as a small PNG without metadata. Raises LogoError."""
    return png_of(_picture(path))


def kept_logo(path: Path | None) -> QImage:
    """The picture that is set as the logo; an empty one without a valid logo.

    Its path is from a file of settings, which may name anything: opening a pipe would block the window.
    """
    try:
        return QImage() if path is None else _picture(path)
    except LogoError:
        return QImage()


def _picture(path: Path) -> QImage:
    """The picture in grey on white. Its size is known by its header, before anything of it is decoded."""
    buffer = QBuffer()
    buffer.setData(QByteArray(_read(path)))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    if bytes(reader.format().data()).decode() not in _FORMATS:
        raise LogoError(_NO_PICTURE.filled(name=path.name))
    size = reader.size()
    if not size.isValid():
        raise LogoError(_NO_PICTURE.filled(name=path.name))
    if size.width() * size.height() > _MOST_PIXELS:
        raise LogoError(_TOO_LARGE.filled(name=path.name))
    if min(size.width(), size.height()) < _LEAST_SIDE:
        raise LogoError(_TOO_SMALL.filled(name=path.name, width=size.width(), height=size.height()))
    if size.width() > _FITS.width() or size.height() > _FITS.height():
        smaller = size.scaled(_FITS, Qt.AspectRatioMode.KeepAspectRatio)
        reader.setScaledSize(smaller.expandedTo(QSize(1, 1)))
    reader.setAutoTransform(True)
    image = reader.read()
    if image.isNull():
        raise LogoError(_NO_PICTURE.filled(name=path.name))
    return _on_white(image)


def _read(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise LogoError(_NO_PICTURE.filled(name=path.name))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise LogoError(_NO_PICTURE.filled(name=path.name)) from error
    if len(data) > MOST_BYTES:
        raise LogoError(_TOO_LARGE.filled(name=path.name))
    return data


def _on_white(image: QImage) -> QImage:
    ground = QImage(image.size(), QImage.Format.Format_RGB32)
    ground.fill(style.PAPER)
    painter = QPainter(ground)
    painter.drawImage(0, 0, image)
    painter.end()
    return ground.convertToFormat(QImage.Format.Format_Grayscale8)
