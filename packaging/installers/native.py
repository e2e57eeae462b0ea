"""What the native code of the tree asks for lies in the tree, or is said to be of the host; else no build."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from installers.errors import BuildError
from installers.tools import run

# Of the host, by the Debian packages that hold them; some have another name after the change of time_t.
HOST_LIBRARIES = {
    "ld-linux-x86-64.so.2": "libc6",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libc.so.6": "libc6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libdl.so.2": "libc6",
    "libexpat.so.1": "libexpat1",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "libresolv.so.2": "libc6",
    "librt.so.1": "libc6",
    "libstdc++.so.6": "libstdc++6",
    "libutil.so.1": "libc6",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb.so.1": "libxcb1",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
# Plugins that Qt does without where the host has no such library: no printing system, no Wayland.
OPTIONAL_LIBRARIES = {"libcups.so.2", "libwayland-client.so.0", "libwayland-cursor.so.0"}
_ELF = b"\x7fELF"
_GLIBC = re.compile(rb"\0GLIBC_2\.(\d+)(?=\0)")


@dataclass(frozen=True)
class Needs:
    """What the tree needs of the host."""

    packages: frozenset[str]
    """Of Debian; an alternative as a dependency has it."""
    glibc: str
    """The oldest version that will do."""


@dataclass(frozen=True)
class _Object:
    """An executable or a library: what it asks for, and where it looks."""

    path: Path
    asked: tuple[str, ...]
    searched: tuple[Path, ...] = field(default=())


def drop_unused(root: Path, folders: list[Path], patchelf: Path, executable: Path) -> list[str]:
    """Remove the libraries in these folders that nothing in the rest of the tree asks for; their names."""
    objects = {each.path: each for each in _objects(root, patchelf)}
    apart = {path for path in objects if path.parent in folders}
    reached = [each for path, each in objects.items() if path not in apart]
    kept: set[Path] = set()
    while reached:
        each = reached.pop()
        for name in each.asked:
            found = _found(name, each, objects[executable])
            if found is not None and found in apart and found not in kept:
                kept.add(found)
                reached.append(objects[found])
    for path in apart - kept:
        path.unlink()
    return sorted(path.name for path in apart - kept)


def strip(root: Path) -> None:
    """Take the names for debuggers out of the wheels' libraries: some have nothing else to speak of."""
    for path in sorted((root / "lib").rglob("*.so*")):
        if is_elf(path):
            run(["strip", "--strip-unneeded", path])


def needs(root: Path, patchelf: Path, executable: Path) -> Needs:
    """What the tree needs of the host. Raises BuildError for what neither has."""
    objects = _objects(root, patchelf)
    main = next(each for each in objects if each.path == executable)
    of_host: set[str] = set()
    lacking: list[str] = []
    for each in objects:
        for name in each.asked:
            if _found(name, each, main) is None:
                known = name in HOST_LIBRARIES or name in OPTIONAL_LIBRARIES
                of_host.add(name)
                lacking += [] if known else [f"{each.path.relative_to(root)} asks for {name}"]
    if lacking:
        raise BuildError("Neither the tree nor a host is known to have these:\n  " + "\n  ".join(lacking))
    packages = {HOST_LIBRARIES[name] for name in of_host - OPTIONAL_LIBRARIES}
    return Needs(frozenset(packages), _newest_glibc([each.path for each in objects]))


def _objects(root: Path, patchelf: Path) -> list[_Object]:
    return [_read(path, patchelf) for path in sorted(root.rglob("*")) if is_elf(path)]


def is_elf(path: Path) -> bool:
    """Whether it is native code of Linux."""
    if not path.is_file():
        return False
    with path.open("rb") as opened:
        return opened.read(len(_ELF)) == _ELF


def _read(path: Path, patchelf: Path) -> _Object:
    asked = run([patchelf, "--print-needed", path]).split()
    searched = run([patchelf, "--print-rpath", path]).strip()
    folders = [each.replace("$ORIGIN", str(path.parent)) for each in searched.split(":") if each]
    return _Object(path, tuple(asked), tuple(Path(os.path.normpath(each)) for each in folders))


def _found(name: str, asking: _Object, executable: _Object) -> Path | None:
    """Where the loader finds a library in the tree.

    For who names no path counts that of who loaded it, which led to its own folder, and the executable's.
    """
    for folder in asking.searched or (asking.path.parent, *executable.searched):
        if (folder / name).is_file():
            return folder / name
    return None


def _newest_glibc(paths: list[Path]) -> str:
    minors = {int(minor) for path in paths for minor in _GLIBC.findall(path.read_bytes())}
    return f"2.{max(minors)}"
