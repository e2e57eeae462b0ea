"""What a wheel says of itself: version, licence and its texts, what it asks for, what is compiled in."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesParser
from pathlib import Path
from typing import Any, cast

from installers.errors import BuildError
from installers.locks import canonical, digest_of
from installers.markers import Requirement, requirement
from installers.parts import Book, Nested, Text, Told, kept_text, known_expression, slug

_TEXT = re.compile(r"licen[cs]e|copying|notice|copyright|authors", re.IGNORECASE)
# These have files of their own in the wheel, by which rules know them.
_ELSEWHERE = ("pkg:rpm/", "pkg:pypi/")


@dataclass(frozen=True)
class Wheel:
    """A wheel; `files` are the places that its files take beneath the folder of packages."""

    name: str
    version: str
    licence: str
    digest: str
    texts: tuple[Text, ...]
    files: frozenset[str]
    requires: tuple[Requirement, ...]
    nested: tuple[Nested, ...]
    carried: Mapping[str, str]

    @property
    def purl(self) -> str:
        """The address of the package, as bills of materials write it."""
        return f"pkg:pypi/{self.name}@{self.version}"


def read_wheel(path: Path, book: Book) -> Wheel:
    """What the wheel says. Raises BuildError when its licence or the text of it is not known."""
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        folder = next(name.partition("/")[0] for name in names if name.endswith(".dist-info/METADATA"))
        about = BytesParser().parsebytes(archive.read(f"{folder}/METADATA"), headersonly=True)
        name = canonical(str(about["Name"]))
        told = book.wheels.get(name, Told())
        texts = [
            Text(f"{slug(name)}/{place}", archive.read(f"{folder}/{place}"))
            for place in _texts(names, folder)
        ]
        texts = [text for text in texts if Path(text.name).name not in told.without]
        materials = [json.loads(archive.read(each)) for each in names if each.startswith(f"{folder}/sboms/")]
    texts += [kept_text(each) for each in told.texts]
    if not texts:
        raise BuildError(
            f"{path.name} has no licence text: keep one in packaging/licenses, and name it there."
        )
    return Wheel(
        name,
        str(about["Version"]),
        known_expression(told.licence or _licence(about), path.name),
        digest_of(path),
        tuple(texts),
        frozenset(_places(names)),
        tuple(requirement(each) for each in about.get_all("Requires-Dist", [])),
        tuple(_nested(materials, book)),
        {each["name"]: each.get("version", "") for each in _components(materials)},
    )


def _texts(names: list[str], folder: str) -> list[str]:
    """The places of the licence texts beneath the folder of metadata."""
    inside = [name.removeprefix(f"{folder}/") for name in names if name.startswith(f"{folder}/")]
    return sorted(name for name in inside if name.startswith("licenses/") or _TEXT.search(name))


def _places(names: list[str]) -> Iterator[str]:
    for name in names:
        first, _, rest = name.partition("/")
        if not first.endswith(".data"):
            yield name
        elif rest.startswith(("purelib/", "platlib/")):
            yield rest.partition("/")[2]


def _licence(about: Message) -> str:
    return str(about.get("License-Expression") or about.get("License") or "").strip()


def _components(materials: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in materials:
        yield from cast("list[dict[str, Any]]", each.get("components", []))


def _nested(materials: list[dict[str, Any]], book: Book) -> Iterator[Nested]:
    for each in _components(materials):
        purl = re.sub(r"[?#].*", "", str(each.get("purl", "")))
        if not purl or purl.startswith(_ELSEWHERE):
            continue
        name, version = str(each["name"]), str(each.get("version", ""))
        licence = book.nested.get(name) or _expression(each)
        yield Nested(name, version, purl, known_expression(licence, name), str(each.get("author", "")))


def _expression(component: dict[str, Any]) -> str:
    """The licences as one expression; all of them hold when there are several."""
    told = cast("list[dict[str, Any]]", component.get("licenses", []))
    return " AND ".join(str(each.get("expression") or each["license"].get("id", "")) for each in told)
