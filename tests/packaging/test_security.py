"""The table of security requirements: complete, with verdicts and reasons, and right about what it names."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from app.api.wire.transport import tls_context
from tests.support.program import PROJECT

DOCUMENT = PROJECT / "packaging" / "security.md"
IN_CHAPTERS = (30, 13, 31, 16, 13, 47, 19, 13, 7, 36, 24, 12, 21, 13, 21, 17, 12)
"""The requirements of each chapter of ASVS 5.0.0."""
VERDICTS = ("met", "not met", "not applicable")
_ROW = re.compile(
    r"^\| (V(\d+)\.\d+\.\d+) \| ([123]) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$",
    re.MULTILINE,
)
_LIKE_A_ROW = re.compile(r"^\| *V\d", re.MULTILINE)
_COUNTS = re.compile(r"^(\d+) are met, (\d+) do not apply, (\d+) are not met", re.MULTILINE)
_PATH = re.compile(r"`((?:app|tests|packaging|resources)/[^`]+)`")
_OF_CRYPTOGRAPHY = {"hashlib", "hmac", "secrets", "ssl"}


class Requirement(NamedTuple):
    """One row of the table."""

    number: str
    chapter: int
    verdict: str
    reason: str


def _requirements(text: str) -> list[Requirement]:
    return [
        Requirement(number, int(chapter), verdict, reason.strip())
        for number, chapter, _, _, verdict, reason in _ROW.findall(text)
    ]


def _flaws(text: str) -> list[str]:
    """What is wrong with the rows of a table; empty when each can stand."""
    found = _requirements(text)
    flaws = [
        f"{number} is there twice"
        for number, times in Counter(each.number for each in found).items()
        if times > 1
    ]
    flaws += [
        f"{each.number} has the verdict {each.verdict}" for each in found if each.verdict not in VERDICTS
    ]
    flaws += [f"{each.number} gives no reason" for each in found if len(each.reason) < len("no XML")]
    flaws += [f"{path} is not there" for path in _PATH.findall(text) if not (PROJECT / path).exists()]
    if len(found) != len(_LIKE_A_ROW.findall(text)):
        flaws.append("a row has another form")
    return flaws


def _text() -> str:
    return DOCUMENT.read_text(encoding="utf-8")


def _section(name: str) -> str:
    return _text().partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def test_every_requirement_has_a_verdict_and_a_reason() -> None:
    text = _text()
    assert _flaws(text) == []
    chapters = Counter(each.chapter for each in _requirements(text))
    assert tuple(chapters[number] for number in sorted(chapters)) == IN_CHAPTERS
    assert sum(IN_CHAPTERS) == len(_requirements(text)) == 345


def test_what_is_met_names_where_or_says_how() -> None:
    """A path, a section above, or that there is no such thing: more than a claim."""
    bare = [
        each.number
        for each in _requirements(_text())
        if each.verdict == "met"
        and not _PATH.search(each.reason)
        and not re.search(r"\babove\b|\bnone\b|^no |\bruff\b|there are none", each.reason)
    ]
    assert bare == []


def test_the_counts_are_those_of_the_table() -> None:
    counts = Counter(each.verdict for each in _requirements(_text()))
    told = _COUNTS.search(_text())
    assert told is not None
    assert tuple(map(int, told.groups())) == (counts["met"], counts["not applicable"], counts["not met"])


def test_sections_that_rows_refer_to_are_there() -> None:
    named = {name for each in _requirements(_text()) for name in re.findall(r"\*([^*]+)\*", each.reason)}
    assert named
    assert [name for name in sorted(named) if not _section(name)] == []


def test_all_cryptography_stands_in_its_table() -> None:
    using = {
        path.relative_to(PROJECT).as_posix()
        for path in (PROJECT / "app").rglob("*.py")
        if _imports(path) & _OF_CRYPTOGRAPHY
    }
    told = set(_PATH.findall(_section("Keys and cryptography"))) - {"app/store/sql/engine.py"}
    assert told == using


def test_every_cipher_has_forward_secrecy() -> None:
    # The suites of TLS 1.3 all have it.
    names = [each["name"] for each in tls_context().get_ciphers()]
    assert names
    assert [name for name in names if not name.startswith(("TLS_", "ECDHE-", "DHE-"))] == []
    assert [name for name in names if "PSK" in name or "NULL" in name] == []


def test_a_wrong_row_would_be_seen() -> None:
    right = "| V1.1.1 | 2 | decoding | met | `app/core/logbook.py` |"
    assert _flaws(right) == []
    assert _flaws(f"{right}\n{right}") == ["V1.1.1 is there twice"]
    assert _flaws(right.replace("| met", "| perhaps")) == ["V1.1.1 has the verdict perhaps"]
    assert _flaws(right.replace("`app/core/logbook.py`", " ")) == ["V1.1.1 gives no reason"]
    assert _flaws(right.replace("logbook", "gone")) == ["app/core/gone.py is not there"]
    assert _flaws(right.replace("| 2 |", "| 4 |")) == ["a row has another form"]


def _imports(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
