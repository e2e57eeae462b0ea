"""The package for Windows Installer: the same payload for managed computers, made on Linux by msitools."""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from xml.sax.saxutils import quoteattr

from installers import launchers, manifest
from installers.errors import BuildError
from installers.tools import require, run

TOOLS = {"wixl": "wixl", "msibuild": "msitools", **launchers.TOOLS}
TEMPLATE = launchers.SOURCES / "product.wxs"
CHANGES = launchers.SOURCES / "product.sql"
"""What wixl cannot say, a statement a line.

The question comes before anything is changed. The old version goes first, inside of what is undone when the
rest fails, so that none of its files stays. Shortcuts are no offers to install. Nobody but administrators
writes into the folder for policies, whoever has made it.
"""
# All versions are one product for upgrades; never to be changed.
UPGRADE = uuid.UUID("5a0ef1fb-5a28-4b2b-9e3c-1c3b8a1d7e42")
_COMPILER = ("-O2", "-s", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared")
# Neither the time of the build nor a place in memory that is made of the file's name
_LINKER = ("-Wl,--no-insert-timestamp", "-Wl,--disable-auto-image-base")
_SUMMARY = bytes.fromhex("e0859ff2f94f6810ab9108002b27b3d9")
_HEADER_BYTES = 28
_PACKAGE_CODE, _CREATED, _SAVED = 9, 12, 13
_TEXT, _TIME = 0x1E, 0x40
_SECONDS_TO_1970 = 11_644_473_600
_TICKS = 10_000_000


def make(root: Path, version: str, epoch: int, work: Path, out: Path) -> Path:
    """The package with the payload of that root, whose manifest is written. Raises BuildError."""
    require(TOOLS)
    work.mkdir(parents=True, exist_ok=True)
    out.mkdir(parents=True, exist_ok=True)
    ask = work / "ask.dll"
    run(
        [*list(launchers.TOOLS)[:1], *_COMPILER, *_LINKER, "msi_ask.c", "-o", ask, "-lmsi"], launchers.SOURCES
    )
    shutil.copy(launchers.SOURCES / "app.ico", work)
    source = work / "product.wxs"
    given = {"version": version, **codes(version, content_of(root))}
    # wixl finds files by paths from where it is started alone.
    text = document(manifest.files(root), os.path.relpath(root, work), given)
    source.write_text(text, encoding="utf-8")
    package = out / f"agency-counter-{version}.msi"
    package.unlink(missing_ok=True)
    run(["wixl", "--arch", "x64", "--output", package, source], work)
    for change in CHANGES.read_text(encoding="utf-8").splitlines():
        run(["msibuild", package, "-q", change])
    package.write_bytes(settled(package.read_bytes(), given["package"], epoch))
    return package


def settled(package: bytes, code: str, epoch: int) -> bytes:
    """The package with that code, and that time as the one of its making: wixl takes chance and the clock.

    Both stand in its summary, a set of properties as [MS-OLEPS] describes it. Raises BuildError.
    """
    content = bytearray(package)
    at = content.find(_SUMMARY)
    if at < _HEADER_BYTES:
        raise BuildError("The package has no summary.")
    (offset,) = struct.unpack_from("<I", content, at + len(_SUMMARY))
    start = at - _HEADER_BYTES + offset
    _, count = struct.unpack_from("<2I", content, start)
    places = dict(struct.unpack_from("<2I", content, start + 8 + 8 * each) for each in range(count))
    text = f"{{{code.upper()}}}\0".encode("ascii")
    time = struct.pack("<Q", (epoch + _SECONDS_TO_1970) * _TICKS)
    for name, head, value in (
        (_PACKAGE_CODE, (_TEXT, len(text)), text),
        (_CREATED, (_TIME,), time),
        (_SAVED, (_TIME,), time),
    ):
        place = start + places[name]
        kind = struct.pack(f"<{len(head)}I", *head)
        if not content.startswith(kind, place):
            raise BuildError("The summary of the package is not as it is known.")
        content[place + len(kind) : place + len(kind) + len(value)] = value
    return bytes(content)


def content_of(root: Path) -> str:
    """What tells one payload from every other: the SHA-256 of its manifest."""
    return hashlib.sha256((root / manifest.NAME).read_bytes()).hexdigest()


def codes(version: str, content: str) -> dict[str, str]:
    """The identifiers of the package, each made of what it identifies: the same build has the same ones.

    That of the product goes with the version, as upgrading wants it; that of the package with what is inside.
    """
    return {
        "upgrade": str(UPGRADE),
        "product": str(uuid.uuid5(UPGRADE, f"product {version}")),
        "package": str(uuid.uuid5(UPGRADE, f"package {version} {content}")),
        **{name: component(name) for name in ("policy_folder", "command", "base_url")},
    }


def component(name: str) -> str:
    """The identifier of a component: the same for the same file in every version."""
    return str(uuid.uuid5(UPGRADE, f"component {name}"))


def document(names: list[str], root: str, given: Mapping[str, str]) -> str:
    """The whole source of the package, with these files of the root."""
    folders: dict[PurePosixPath, list[str]] = {PurePosixPath(): []}
    for name in names:
        for folder in PurePosixPath(name).parents:
            folders.setdefault(folder, [])
        folders[PurePosixPath(name).parent].append(name)
    parts = {
        **given,
        "files": "\n".join(_lines(PurePosixPath(), folders, root)),
        "components": "\n".join(f"<ComponentRef {_said(Id=_key('c', name))}/>" for name in names),
    }
    text = TEMPLATE.read_text(encoding="utf-8")
    for name, value in parts.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _lines(folder: PurePosixPath, folders: Mapping[PurePosixPath, list[str]], root: str) -> Iterator[str]:
    """What lies in the folder: its files, and the folders in it with theirs."""
    for name in folders[folder]:
        yield _component(name, root)
    for inner in sorted(each for each in folders if each.parent == folder and each != folder):
        yield f"<Directory {_said(Id=_key('d', str(inner)), Name=inner.name)}>"
        yield from _lines(inner, folders, root)
        yield "</Directory>"


def _component(name: str, root: str) -> str:
    file = {"Id": _key("f", name), "Name": PurePosixPath(name).name, "Source": f"{root}/{name}"}
    inner = f'<File {_said(**file)} KeyPath="yes"/>'
    if name == f"{launchers.WINDOWED}.exe":
        shortcut = {"Id": "StartMenu", "Directory": "ProgramMenuFolder", "Name": "Agency Counter"}
        inner = f"{inner[:-2]}><Shortcut {_said(**shortcut)} WorkingDirectory='INSTALLDIR'/></File>"
    return f'<Component {_said(Id=_key("c", name), Guid=component(name))} Win64="yes">{inner}</Component>'


def _said(**attributes: str) -> str:
    return " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())


def _key(kind: str, name: str) -> str:
    return kind + hashlib.sha256(name.encode()).hexdigest()[:32]
