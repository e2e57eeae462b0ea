"""The process that prepares copies of documents for the counter, so that a malicious file cannot harm it.

It reads questions from stdin and writes answers to stdout, and nothing to disk. A question is a line of JSON
and the number of bytes of a file that it states. An answer is a line of JSON and the number of bytes that
it states: of the copy to send, or of the pixels to show or to read; or it is `refused`, with a sentence.
"""

from __future__ import annotations

import json
import sys
from typing import Any, BinaryIO

from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtGui import QImage

from app.core.frozen import frozen
from app.core.language import Message, Wording, message_of
from app.core.subprocesses import dump_no_core
from app.desk.documents.document import DocumentError, LockedDocumentError
from app.desk.model.boats import Document
from app.ui.documents.image_shrinking import fit, grey, picture
from app.ui.documents.pdf_pages import unlocked

_MOST_MEMORY = 3 << 30
_NO_REPORTS = 0x3
"""SEM_FAILCRITICALERRORS and SEM_NOGPFAULTERRORBOX of Windows."""


@frozen
class _Answer:
    said: dict[str, Any]
    data: bytes = b""


def serve(source: BinaryIO, sink: BinaryIO) -> int:
    """Answer questions with limited rights until there are no more. Returns the exit status."""
    _confine()
    # From this Qt knows where its image plugins are.
    _application = QCoreApplication([])
    return answer_all(source, sink)


def answer_all(source: BinaryIO, sink: BinaryIO) -> int:
    """Answer one question after the other. Returns the exit status."""
    while line := source.readline():
        asked = json.loads(line)
        answer = _answer(asked, source.read(asked["size"]))
        sink.write(json.dumps({**answer.said, "size": len(answer.data)}).encode() + b"\n")
        sink.write(answer.data)
        sink.flush()
    return 0


def _answer(asked: dict[str, Any], data: bytes) -> _Answer:
    document = Document(asked["name"], data, asked["kind"])
    try:
        match asked["work"]:
            case "fit":
                password = asked.get("password")
                return _copy(fit(unlocked(document, password) if password else document), document)
            case "picture":
                return _pixels(picture(document, QSize(*asked["limit"]), asked["pages"]))
            case _:
                found = grey(document)
                return _Answer({"width": found.width, "height": found.height}, found.pixels)
    except DocumentError as error:
        answer = _refusal(message_of(error))
        return _Answer(answer.said | {"locked": isinstance(error, LockedDocumentError)})


def _refusal(words: Wording) -> _Answer:
    """The answer for a refusal, in the source language, since this process does not know the present one."""
    if isinstance(words, Message):
        return _Answer({"refused": words.text, "values": dict(words.values)})
    return _Answer({"refused": words, "values": None})


def _copy(copy: Document, before: Document) -> _Answer:
    """The answer with the copy to send, without its bytes when it is unchanged."""
    is_same = copy.data == before.data
    said = {"kind": copy.kind, "width": copy.width, "height": copy.height, "same": is_same}
    more = {"mended": True} if copy.is_mended else {}
    return _Answer(said | more, b"" if is_same else copy.data)


def _pixels(image: QImage) -> _Answer:
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    # A copy: the data of constBits() is freed with the image.
    return _Answer({"width": image.width(), "height": image.height()}, bytes(image.constBits()))


def _confine() -> None:
    """Limit the memory, and prevent core dumps, which could contain a passport."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.kernel32.SetErrorMode(_NO_REPORTS)
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    dump_no_core()
