"""The rotating log: what happened and when; never a key, a customer, a passenger or a document."""

from __future__ import annotations

import copy
import logging
import re
import time
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from typing_extensions import override

MOST_BYTES = 1_000_000
_THIS_USER_ALONE = 0o700
KEPT_FILES = 5
_EMAIL = re.compile(r"[^\s@<>\"']+@[^\s@<>\"']+")
_LONG_NUMBER = re.compile(r"(?<![0-9A-Za-z])\+?[0-9][0-9 ()-]{6,}[0-9](?![0-9A-Za-z])")
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LONG_LINE = 500

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class DiscreetFormatter(logging.Formatter):
    """One line for each record, in UTC; e-mail addresses, phone numbers and given secrets are masked.

    An exception is logged by its type and its traceback without the message, which can hold typed data.
    """

    converter = time.gmtime

    def __init__(self) -> None:
        super().__init__("%(asctime)sZ %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S")
        self._secrets: set[str] = set()

    def hide(self, secret: str) -> None:
        """Mask this text in every later record."""
        if secret:
            self._secrets.add(secret)

    @override
    def format(self, record: logging.LogRecord) -> str:
        own = copy.copy(record)
        # Another handler may have left the full text of the exception on the record.
        own.exc_text = None
        return self._struck(super().format(own))

    @override
    def formatMessage(self, record: logging.LogRecord) -> str:
        # A line end or a control character in a value would begin a line of its own, or act on a terminal.
        return _UNPRINTED.sub(" ", super().formatMessage(record))

    @override
    def formatException(self, ei: ExceptionInfo) -> str:
        places = traceback.extract_tb(ei[2])
        steps = " > ".join(f"{Path(place.filename).name}:{place.lineno} {place.name}" for place in places)
        return f"{ei[0].__name__ if ei[0] else 'exception'} at {steps}"

    def _struck(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "[key]")
        text = _EMAIL.sub("[e-mail]", text)
        text = _LONG_NUMBER.sub("[number]", text)
        return "\n".join(line[:_LONG_LINE] for line in text.splitlines())


def open_logbook(folder: Path) -> DiscreetFormatter:
    """Log into `folder`/logs, 5 files of 1 MB at most. Returns the formatter, to which secrets are given.

    When the folder cannot be written, the program works without a log.
    """
    formatter = DiscreetFormatter()
    try:
        place = folder / "logs"
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        # While others could write there, they may have planted a link.
        place.chmod(place.stat().st_mode & _THIS_USER_ALONE)
        path = place / "counter.log"
        if path.is_symlink():
            path.unlink()
        handler = RotatingFileHandler(
            path,
            maxBytes=MOST_BYTES,
            backupCount=KEPT_FILES - 1,
            encoding="utf-8",
            delay=True,
        )
    except OSError:
        return formatter
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("app").setLevel(logging.INFO)
    # A log that cannot be written (disk full) must not print tracebacks over a sale.
    logging.raiseExceptions = False
    return formatter
