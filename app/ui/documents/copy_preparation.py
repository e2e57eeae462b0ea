"""Prepares copies of documents in another process, which ends with its owner."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import IO, Any, TypeVar, cast

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.core.installation import own_command
from app.core.language import Message, mark
from app.core.subprocesses import Subprocess, SubprocessEndedError, SubprocessError
from app.desk.documents.document import MOST_PAGES, DocumentError, LockedDocumentError
from app.desk.model.boats import Document
from app.desk.passengers.mrz_from_copy import GreyPicture

SECONDS = 30.0
"""Seconds; a file that takes longer, even on a slow computer, is taken for malicious."""
_LONGEST_LINE = 10_000
_BRACES = re.compile(r"[{][^{}]*[}]?|[}]")
_PIXEL = 4
"""Bytes of one."""
_LARGEST_ANSWER = 256 << 20
_KINDS = frozenset({"JPEG", "PNG", "WebP", "PDF"})

Result = TypeVar("Result")
_Said = dict[str, Any]


class CopyPreparation:
    """Prepares one copy after the other. A file that crashes the process is refused; the next one is not."""

    def __init__(self, command: Sequence[str] | None = None, seconds: float = SECONDS) -> None:
        self._command = tuple(command or own_command("prepare-copies"))
        self._seconds = seconds
        self._turn = asyncio.Lock()
        self._child: Subprocess | None = None

    async def fit(self, document: Document, password: str = "") -> Document:
        """The copy as it can be sent: below the limit, upright, without metadata, its pixels counted.

        What is below the limit keeps every byte of its picture, unless it has to be turned. What is larger
        becomes a JPEG, and HEIC always does. A PDF is opened with the password, which is kept nowhere, and
        sent without it. Raises DocumentError with a sentence for the clerk, LockedDocumentError without the
        right password.
        """
        asked: _Said = {"work": "fit"} | ({"password": password} if password else {})
        return await self._ask(document, asked, partial(_copy, document))

    async def picture(self, document: Document, limit: QSize, pages: int = MOST_PAGES) -> QImage:
        """The copy to look at, once it fits; not larger than `limit` and never larger than it is.

        Of a PDF the first `pages` pages under each other, each within the limit. Raises DocumentError.
        """
        within = [limit.width(), limit.height()]
        return await self._ask(document, {"work": "picture", "limit": within, "pages": pages}, _picture)

    async def grey(self, document: Document) -> GreyPicture:
        """The copy to read from: upright as far as it says, the first page of a PDF. Raises DocumentError."""
        return await self._ask(document, {"work": "grey"}, _grey)

    async def warm(self) -> None:
        """Start the process in advance."""
        with suppress(SubprocessError):
            await asyncio.to_thread(self._ready().begin)

    def end(self) -> None:
        """End the process with its data; a call that still waits raises that the file is damaged."""
        if self._child is not None:
            self._child.end()
        self._child = None

    def _ready(self) -> Subprocess:
        self._child = self._child or Subprocess(self._command, self._seconds)
        return self._child

    async def _ask(self, document: Document, asked: _Said, take: Callable[[_Said, bytes], Result]) -> Result:
        """The answer of the process. Cancelling stops the waiting; the process goes on for the next copy."""
        about = {"name": document.file_name, "kind": document.kind, "size": len(document.data)}
        given = (json.dumps(asked | about).encode() + b"\n", document.data)
        async with self._turn:
            try:
                answer = await self._answered(given, partial(_answer, take))
            except SubprocessError:
                self.end()
                raise DocumentError(
                    mark(
                        "{name} could not be read: it is damaged, or takes too long. "
                        "Scan it again, or take a picture.",
                        name=document.file_name,
                    )
                ) from None
        if isinstance(answer, DocumentError):
            raise answer
        return answer

    async def _answered(self, given: Sequence[bytes], read: Callable[[IO[bytes]], Result]) -> Result:
        try:
            return await asyncio.to_thread(partial(self._ready().ask, given, read))
        except SubprocessEndedError:
            # It crashed by a file whose call was cancelled.
            self._child = None
            return await asyncio.to_thread(partial(self._ready().ask, given, read))


def _answer(take: Callable[[_Said, bytes], Result], sink: IO[bytes]) -> Result | DocumentError:
    """The answer after validation, since a malicious file may have changed it."""
    try:
        said: _Said = json.loads(sink.readline(_LONGEST_LINE))
        size = int(said["size"])
        data = sink.read(size) if 0 <= size <= _LARGEST_ANSWER else b""
        if len(data) != size:
            raise SubprocessError
        if "refused" in said:
            return _refusal(said)
        return take(said, data)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise SubprocessError from None


def _refusal(said: _Said) -> DocumentError:
    """The error for a refusal of the process, in the present language."""
    text, values = str(said["refused"]), said["values"]
    kind = LockedDocumentError if said.get("locked") is True else DocumentError
    if not isinstance(values, dict):
        return kind(text)
    named = cast("dict[str, object]", values)
    # A malicious file may have changed the values: nothing is looked up in them.
    if set(_BRACES.findall(text)) - {f"{{{name}}}" for name in named}:
        raise ValueError
    return kind(Message(text, {name: str(value) for name, value in named.items()}))


def _copy(document: Document, said: _Said, data: bytes) -> Document:
    kind, width, height = said["kind"], int(said["width"]), int(said["height"])
    if kind not in _KINDS or min(width, height) < 0:
        raise ValueError
    about = {"width": width, "height": height, "is_mended": said.get("mended") is True}
    return (
        replace(document, **about)
        if said["same"] is True
        else replace(document, data=data, kind=kind, **about)
    )


def _picture(said: _Said, data: bytes) -> QImage:
    width, height = int(said["width"]), int(said["height"])
    if min(width, height) < 1 or len(data) != width * height * _PIXEL:
        raise ValueError
    # The image itself does not keep the bytes alive.
    return QImage(data, width, height, width * _PIXEL, QImage.Format.Format_RGB32).copy()


def _grey(said: _Said, data: bytes) -> GreyPicture:
    width, height = int(said["width"]), int(said["height"])
    if min(width, height) < 1 or len(data) != width * height:
        raise ValueError
    return GreyPicture(width, height, data)
