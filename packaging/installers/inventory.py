"""Which part each file of a payload belongs to: nothing is shipped that is not accounted for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import groupby
from pathlib import Path

from installers import debian_parts, manifest, wheel_parts
from installers.debian_parts import Package, owns
from installers.errors import BuildError
from installers.locks import digest_of
from installers.parts import Book, Nested, Part, Rule, Text, Told, kept_text, known_expression, slug
from installers.relations import Relations, join, needs_of_program
from installers.wheel_parts import Wheel

SBOM = "sbom.cdx.json"
LICENCES = "licenses/"
_SAID = 20


@dataclass(frozen=True)
class Inventory:
    """The payload's `installed.json`, the program's own files, and every part that it is installed with."""

    installed: dict[str, str]
    own: tuple[str, ...]
    needs: tuple[str, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Sources:
    """What a payload was made from: wheels, Debian's packages, and licence texts beside a runtime."""

    wheels: tuple[Wheel, ...]
    packages: tuple[Package, ...]
    texts: tuple[Text, ...]


def read_sources(wheels: Iterable[Path], runtime: Iterable[Path], book: Book) -> Sources:
    """What the archives say. Raises BuildError for a wheel whose licence is not known."""
    packages = tuple(debian_parts.read_package(path) for path in runtime if path.suffix == ".deb")
    texts = tuple(Text(f"cpython/{path.name}", path.read_bytes()) for path in _licences_in(runtime))
    return Sources(tuple(wheel_parts.read_wheel(path, book) for path in wheels), packages, texts)


def take(root: Path, sources: Sources, book: Book) -> Inventory:
    """The parts of the payload; one that has left no file in it is not there.

    Raises BuildError for a file that belongs to no part, and for a part whose licence is not known.
    """
    installed: dict[str, str] = json.loads((root / "installed.json").read_text(encoding="utf-8"))
    tree = _Tree(root)
    ruled = list(_ruled(tree, sources, book, installed["system"]))
    wheels = list(_wheel_parts(tree, sources.wheels))
    packaged = _debian_parts(tree, sources.packages, book)
    own = tree.claim(tree.matching(book.program))
    if tree.left:
        names = ", ".join(sorted(tree.left)[:_SAID])
        raise BuildError(
            f"{len(tree.left)} files belong to no part of packaging/licenses/parts.toml: {names}"
        )
    relations = Relations(sources.wheels, installed)
    inside = [(rule.inside, part) for rule, part in ruled]
    inside += [(told.inside, part) for told, part in packaged]
    parts = join([*wheels, *(part for _, part in (*ruled, *packaged))], inside, relations)
    return Inventory(installed, own, needs_of_program(parts, relations), parts)


class _Tree:
    """The files of the payload, and those that no part has claimed yet."""

    def __init__(self, root: Path) -> None:
        self.root = root
        papers = (manifest.NAME, SBOM)
        self.names = [
            name for name in manifest.files(root) if name not in papers and not name.startswith(LICENCES)
        ]
        self.left = set(self.names)

    def matching(self, patterns: Sequence[str]) -> list[str]:
        """The files that fit one of the patterns, claimed or not."""
        return [name for name in self.names if any(fnmatchcase(name, pattern) for pattern in patterns)]

    def claim(self, names: Iterable[str]) -> tuple[str, ...]:
        """The files that no part had claimed."""
        claimed = tuple(name for name in names if name in self.left)
        self.left.difference_update(claimed)
        return claimed


def _licences_in(runtime: Iterable[Path]) -> Iterator[Path]:
    for folder in runtime:
        yield from sorted(folder.glob("LICENSE*.txt"))


def _ruled(tree: _Tree, sources: Sources, book: Book, system: str) -> Iterator[tuple[Rule, Part]]:
    """The parts that are known by their files."""
    for rule in book.rules:
        files = tree.claim(tree.matching(rule.files)) if rule.system in ("", system) else ()
        if files:
            version = _version(rule, tree.root, files, sources)
            yield (
                rule,
                Part(
                    name=rule.name,
                    version=version,
                    purl=rule.purl(version),
                    licence=known_expression(rule.licence, rule.name),
                    source=rule.source,
                    kind=rule.kind,
                    texts=tuple(_texts(rule, tree.root, sources)),
                    files=files,
                    nested=tuple(_compiled(rule, tree, sources)),
                ),
            )


def _compiled(rule: Rule, tree: _Tree, sources: Sources) -> Iterator[Nested]:
    """What lies inside of the files of a part; its text is one of the part's."""
    for told in rule.compiled:
        each = Rule(texts=(), source="", **told)
        version = _version(each, tree.root, tree.matching(each.files), sources)
        yield Nested(each.name, version, each.purl(version), known_expression(each.licence, each.name))


def _texts(rule: Rule, root: Path, sources: Sources) -> Iterator[Text]:
    """Texts that lie in the payload itself, that came with the runtime, or that are kept here."""
    for name in rule.texts:
        if name == "runtime":
            yield from sources.texts
        elif name.startswith("wheel:"):
            yield from (
                text for each in sources.wheels if name == f"wheel:{each.name}" for text in each.texts
            )
        elif "/" in name:
            if (root / name).is_file():
                yield Text(f"{slug(rule.name)}/{Path(name).name}", (root / name).read_bytes())
        else:
            yield kept_text(name)


def _version(rule: Rule, root: Path, files: Sequence[str], sources: Sources) -> str:
    """The version of a part, out of the bill of materials of its wheel or out of its files."""
    if rule.version_of:
        found = (wheel.carried.get(rule.version_of, "") for wheel in sources.wheels)
    elif rule.version:
        found = (_found_in(rule.version, root, name) for name in files)
    else:
        return ""
    version = next((each for each in found if each), "")
    if not version:
        raise BuildError(
            f"No version of {rule.name} was found: see its rule in packaging/licenses/parts.toml."
        )
    return version


def _found_in(pattern: str, root: Path, name: str) -> str:
    """The version in the name of the file or in its bytes, letters of two bytes included."""
    content = (root / name).read_bytes()
    for text in (name.encode("ascii"), content, content.replace(b"\0", b"")):
        if found := re.search(pattern.encode("ascii"), text):
            return ".".join(each.decode("ascii") for each in found.groups() if each)
    return ""


def _wheel_parts(tree: _Tree, wheels: Iterable[Wheel]) -> Iterator[Part]:
    folders = {
        name.partition(".dist-info/")[0].rpartition("/")[0] for name in tree.names if ".dist-info/" in name
    }
    for wheel in wheels:
        files = tree.claim(name for name in tree.names if _is_of_wheel(name, wheel, folders))
        if files:
            yield Part(
                name=wheel.name,
                version=wheel.version,
                purl=wheel.purl,
                licence=wheel.licence,
                source=f"the source distribution {wheel.name} {wheel.version} of the Python Package Index",
                digest=wheel.digest,
                texts=wheel.texts,
                files=files,
                nested=wheel.nested,
            )


def _is_of_wheel(name: str, wheel: Wheel, folders: set[str]) -> bool:
    for folder in folders:
        place = name.removeprefix(f"{folder}/")
        source = re.sub(r"(?:__pycache__/)?([^/.]+)(?:\.cpython-\d+)?\.pyc$", r"\1.py", place)
        if place != name and (place in wheel.files or source in wheel.files):
            return True
    return False


def _debian_parts(tree: _Tree, packages: Iterable[Package], book: Book) -> list[tuple[Told, Part]]:
    """One part for each source package, with its binary packages inside of it."""
    ordered = sorted(packages, key=lambda each: (each.source, each.name))
    digests = {name: digest_of(tree.root / name) for name in tree.left} if ordered else {}
    found = {
        each: tree.claim(name for name in tree.names if owns(each, name, digests.get(name, "")))
        for each in ordered
    }
    shipped = [each for each in ordered if found[each]]
    addresses = {each.name: each.source_purl for each in shipped}
    parts: list[tuple[Told, Part]] = []
    for source, group in groupby(shipped, lambda each: each.source):
        together = list(group)
        files = tuple(sorted(name for each in together for name in found[each]))
        needs = {addresses[name] for each in together for name in each.depends if name in addresses}
        part = debian_parts.part_of(together, files, book)
        parts.append((book.debian[source], replace(part, needs=tuple(needs))))
    return parts
