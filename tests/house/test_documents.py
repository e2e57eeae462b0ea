"""The documents at the front of each folder: short enough to be read, and right about what they name."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.program import PROJECT

MOST_LINES = 160
"""Of the first document that somebody reads."""
KINDS_OF_CASES = 5
DOCUMENTS = (
    "README.md",
    "app/README.md",
    "app/ui/README.md",
    "packaging/README.md",
    "packaging/accessibility.md",
    "packaging/security.md",
    "tests/README.md",
)
_CASE = re.compile(r"\(`([^`\n]+)`\):\n\n```python\n(.+?)\n```", re.DOTALL)
"""A case that a document shows, after the file in which it stands."""
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)#]+)\)")
_PATH = re.compile(r"(?:app|tests|packaging|resources)(?:/[\w.-]+)+/?")
_MODULE = re.compile(r"python -m ((?:app|tests)(?:\.\w+)*)")


def missing(text: str, folder: Path) -> list[str]:
    """What the text names and the checkout does not have: paths, modules that are run, links."""
    code = _CODE.findall(text)
    paths = [path for each in code for path in _PATH.findall(each) if not (PROJECT / path).exists()]
    modules = [name for each in code for name in _MODULE.findall(each) if not _is_module(name)]
    links = [each for each in _LINK.findall(text) if not (folder / each).exists()]
    return [*paths, *modules, *links]


def _is_module(name: str) -> bool:
    return find_spec(name) is not None


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_a_document_names_is_there(name: str) -> None:
    path = PROJECT / name
    assert missing(path.read_text(encoding="utf-8"), path.parent) == []


def test_what_is_not_there_would_be_seen() -> None:
    text = "`app/ui/gone.py`, `app/ui`, `python -m tests.benchmarks.gone`, [x](gone.md), `name/other`"
    assert missing(text, PROJECT) == ["app/ui/gone.py", "tests.benchmarks.gone", "gone.md"]


def test_cases_that_are_shown_stand_in_their_files() -> None:
    shown = _CASE.findall((PROJECT / "tests/README.md").read_text(encoding="utf-8"))
    assert len(shown) >= KINDS_OF_CASES
    stale = [name for name, case in shown if case not in (PROJECT / name).read_text(encoding="utf-8")]
    assert stale == []


def test_the_first_document_is_short() -> None:
    lines = (PROJECT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    assert "python3 packaging/dev.py run " in "\n".join(lines)
    assert "python3 packaging/dev.py test " in "\n".join(lines)
