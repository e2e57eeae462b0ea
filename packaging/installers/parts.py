"""The parts of a payload, and what is written down of those that no archive describes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from installers.errors import BuildError

LICENCES = Path(__file__).resolve().parent.parent / "licenses"
_RULES = LICENCES / "parts.toml"
# Of SPDX, what was met so far; a licence that is new to the program is to be looked at by a person.
_IDENTIFIERS = frozenset(
    {
        "0BSD",
        "AND",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "BSD-3-Clause-Attribution",
        "CC-BY-4.0",
        "ISC",
        "LGPL-2.0-or-later",
        "LGPL-2.1-only",
        "LGPL-2.1-or-later",
        "LGPL-3.0-only",
        "LLVM-exception",
        "LicenseRef-Public-Domain",
        "LicenseRef-Microsoft-Visual-Cpp-Runtime",
        "MIT",
        "MIT-0",
        "MIT-CMU",
        "MPL-2.0",
        "OFL-1.1",
        "OLDAP-2.8",
        "OR",
        "PSF-2.0",
        "PostgreSQL",
        "Unicode-3.0",
        "Unicode-DFS-2016",
        "Unlicense",
        "WITH",
        "Zlib",
        "blessing",
        "bzip2-1.0.6",
        "X11",
        "GCC-exception-3.1",
        "GPL-2.0-only",
        "GPL-3.0-or-later",
        "IJG",
        "libtiff",
        "HPND",
    }
)


@dataclass(frozen=True)
class Text:
    """A licence text: its place under `licenses/`, and what it says."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Nested:
    """What was compiled into a part, as the part's own bill of materials tells it."""

    name: str
    version: str
    purl: str
    licence: str
    author: str = ""
    digest: str = ""


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of the payload: an archive, or a library that came inside of one.

    `licence` is an SPDX expression, `digest` the SHA-256 of the archive (empty when it came inside of another
    part), `files` what it owns of the payload and `needs` the names of the parts it cannot do without.
    """

    name: str
    version: str
    purl: str
    licence: str
    source: str
    kind: str = "library"
    digest: str = ""
    texts: tuple[Text, ...] = ()
    files: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    nested: tuple[Nested, ...] = ()


@dataclass(frozen=True)
class Rule:
    """A part that is known by its files; `version` finds its version in their names and contents."""

    name: str
    files: tuple[str, ...]
    licence: str
    texts: tuple[str, ...]
    source: str
    version: str = ""
    version_of: str = ""
    inside: tuple[str, ...] = ()
    package: str = ""
    compiled: tuple[dict[str, Any], ...] = ()
    kind: str = "library"
    system: str = ""

    def purl(self, version: str) -> str:
        """The address of the part, told apart from the same one inside of something else."""
        at = f"@{version}" if version else ""
        inside = f"?in={self.inside[0]}" if self.package else ""
        return f"pkg:generic/{self.package or slug(self.name)}{at}{inside}"


@dataclass(frozen=True)
class Told:
    """What is written down of an archive that does not say it itself, or not in the standard's words."""

    name: str = ""
    licence: str = ""
    texts: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    kind: str = "library"


@dataclass(frozen=True)
class Book:
    """All that `packaging/licenses/parts.toml` tells."""

    rules: tuple[Rule, ...]
    wheels: Mapping[str, Told] = field(default_factory=dict[str, Told])
    debian: Mapping[str, Told] = field(default_factory=dict[str, Told])
    nested: Mapping[str, str] = field(default_factory=dict[str, str])
    program: tuple[str, ...] = ()


def read_book(path: Path = _RULES) -> Book:
    """The rules and texts as they are written down."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    return Book(
        tuple(Rule(**_tuples(each)) for each in told["part"]),
        {name: Told(**_tuples(each)) for name, each in told["wheel"].items()},
        {name: Told(**_tuples(each)) for name, each in told["debian"].items()},
        told["nested"],
        tuple(told["program"]["files"]),
    )


def kept_text(name: str) -> Text:
    """A text that is kept in `packaging/licenses`; those of several parts lie together under `common`."""
    try:
        return Text(f"common/{name}", (LICENCES / name).read_bytes())
    except FileNotFoundError:
        raise BuildError(f"There is no licence text {name} in packaging/licenses.") from None


def slug(name: str) -> str:
    """The name as a folder and as a package address have it."""
    return re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-")


def known_expression(licence: str, of: str) -> str:
    """The licence, if it is an expression of identifiers that are known here; else BuildError."""
    if not licence or set(re.findall(r"[^\s()]+", licence)) - _IDENTIFIERS:
        raise BuildError(
            f"The licence of {of}, {licence!r}, is no SPDX expression that is known here: "
            "say it in packaging/licenses/parts.toml."
        )
    return licence


def _tuples(told: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(cast("list[Any]", value)) if isinstance(value, list) else value
        for name, value in told.items()
    }
