"""The habits that the report of a first look at a service names."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

from app.practice.service.habits import HABITS

_DIALECT = re.compile(r'<template id="dialect">(.*?)</template>', re.DOTALL)


class NoDialectError(ValueError):
    """A file that is no such report; `str()` is a sentence."""


def habits_like(report: Path) -> list[str]:
    """The habits that a report names, without those that only another version knows.

    Raises OSError when it cannot be opened, and NoDialectError.
    """
    found = _DIALECT.search(report.read_text("utf-8", "replace"))
    try:
        dialect: Any = json.loads(html.unescape(found[1])) if found else None
        names = {str(each) for each in dialect["habits"]}
    except (ValueError, TypeError, KeyError, RecursionError):
        raise NoDialectError(f"{report} is no report of a look at a service.") from None
    return [each for each in HABITS if each in names]
