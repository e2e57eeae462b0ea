"""What Debian's packages say of themselves: source, version, what they need, copyright, and their files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from installers import tools
from installers.errors import BuildError
from installers.locks import digest_of
from installers.parts import Book, Nested, Part, Text, kept_text, known_expression, slug

_COMMON = re.compile(rb"/usr/share/common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])")
# Debian's names of the texts that copyright files refer to, where they differ from the kept ones.
_KEPT_AS = {
    **{f"{kind}-{n}": f"{kind}-{n}.0.txt" for kind in ("GPL", "LGPL") for n in (1, 2, 3)},
    "GPL": "GPL-3.0.txt",
    "LGPL": "LGPL-3.0.txt",
}


@dataclass(frozen=True)
class Package:
    """A binary package: digests of its files, their names (links too), and those in Python's library."""

    name: str
    version: str
    source: str
    source_version: str
    digest: str
    depends: frozenset[str]
    copyright: bytes
    digests: frozenset[str]
    names: frozenset[str]
    library: frozenset[str]

    @property
    def purl(self) -> str:
        """The address of the package."""
        return f"pkg:deb/debian/{self.name}@{self.version}?arch=amd64"

    @property
    def source_purl(self) -> str:
        """The address of its source."""
        return f"pkg:deb/debian/{self.source}@{self.source_version}?arch=source"


def read_package(path: Path) -> Package:
    """What the package says. Raises BuildError when it cannot be read."""
    told = tools.run(
        [
            "dpkg-deb",
            "--showformat=${Package}\n${Version}\n${source:Package}\n${source:Version}\n",
            "--show",
            path,
        ]
    )
    name, version, source, source_version = told.splitlines()
    needs = tools.run(["dpkg-deb", "--field", path, "Depends", "Pre-Depends"])
    with TemporaryDirectory() as folder:
        tools.run(["dpkg-deb", "--extract", path, folder])
        root = Path(folder)
        terms = root / "usr/share/doc" / name / "copyright"
        copyright_ = terms.read_bytes() if terms.is_file() else b""
        paths = [each for each in root.rglob("*") if each.is_file() or each.is_symlink()]
        plain = [each for each in paths if not each.is_symlink() and each.stat().st_size]
        digests = frozenset(digest_of(each) for each in plain)
        places = [PurePosixPath(each.relative_to(root).as_posix()) for each in paths]
    return Package(
        name,
        version,
        source,
        source_version,
        digest_of(path),
        frozenset(re.findall(r"(?:^|[,|:]) *([a-z0-9][a-z0-9.+-]+)", needs)),
        copyright_,
        digests,
        frozenset(each.name for each in places),
        frozenset(_in_library(each) for each in places),
    )


def owns(package: Package, name: str, digest: str) -> bool:
    """Whether a file of the payload came out of the package.

    Its content tells, or its place in Python's library, or the name of a program or shared library, which
    may have got another search path.
    """
    place = PurePosixPath(name)
    if digest in package.digests:
        return True
    in_library = _in_library(place)
    if in_library:
        source = re.sub(r"(?:__pycache__/)?([^/.]+)(?:\.cpython-\d+)?\.pyc$", r"\1.py", in_library)
        return source in package.library or in_library in package.library
    return (".so" in place.name or place.parent.name == "bin") and place.name in package.names


def part_of(packages: Sequence[Package], files: tuple[str, ...], book: Book) -> Part:
    """The part that packages of one source are together. Raises BuildError when its terms are not known."""
    source, version = packages[0].source, packages[0].source_version
    told = book.debian.get(source)
    found = sorted({each.copyright for each in packages if each.copyright})
    if told is None or not found:
        raise BuildError(f"The terms of Debian's {source} are not told in packaging/licenses/parts.toml.")
    texts = [Text(f"{slug(source)}/copyright{n or ''}.txt", text) for n, text in enumerate(found)]
    common = {name.decode("ascii") for text in found for name in _COMMON.findall(text)}
    kept = sorted({_KEPT_AS.get(name, f"{name}.txt") for name in common} | set(told.texts))
    licence = known_expression(told.licence, source)
    return Part(
        name=told.name or source,
        version=version,
        purl=packages[0].source_purl,
        licence=licence,
        source=f"Debian's source package {source} {version}",
        kind=told.kind,
        texts=(*texts, *map(kept_text, kept)),
        files=files,
        nested=tuple(
            Nested(each.name, each.version, each.purl, licence, "", each.digest) for each in packages
        ),
    )


def _in_library(place: PurePosixPath) -> str:
    """The path beneath Python's library folder; empty outside of it."""
    found = re.search(r"(?:^|/)python3\.\d+/(.+)$", str(place))
    return found[1] if found else ""
