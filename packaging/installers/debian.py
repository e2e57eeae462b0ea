"""CPython and a few libraries from Debian's packages: pinned, and laid out anew."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from installers.errors import BuildError
from installers.locks import digest_of
from installers.runtime import Runtime
from installers.tools import run
from installers.trimming import is_kept_of_cpython

ARCHITECTURE = "amd64"
MINOR = "3.11"
# What CPython's own modules ask for; zlib and expat are wherever a desktop is.
PYTHON_LIBRARIES = (
    "libbz2.so.1.0",
    "libcrypto.so.3",
    "libffi.so.8",
    "liblzma.so.5",
    "libsqlite3.so.0",
    "libssl.so.3",
)
# What Qt asks for on an X screen and a desktop need not have. Both of xkbcommon, since they belong together.
SCREEN_LIBRARIES = (
    "libxcb-cursor.so.0",
    "libxcb-icccm.so.4",
    "libxcb-image.so.0",
    "libxcb-keysyms.so.1",
    "libxcb-render-util.so.0",
    "libxcb-shape.so.0",
    "libxcb-util.so.1",
    "libxcb-xkb.so.1",
    "libxkbcommon-x11.so.0",
    "libxkbcommon.so.0",
)
PYTHON = f"python/bin/python{MINOR}"
QT_LIBRARIES = "lib/PySide6/Qt/lib"
# Found before what LD_LIBRARY_PATH names, by every library that does not name a path of its own.
_SEARCHED = f"$ORIGIN/../lib:$ORIGIN/../../{QT_LIBRARIES}"
# Beside the interpreter this names all that is imported from; variables and the user's packages are ignored.
_PATHS = f"../lib/python{MINOR}\n../lib/python{MINOR}/lib-dynload\n../../lib\n"


@dataclass(frozen=True)
class Package:
    """One package of Debian in one version, and the SHA-256 of its file."""

    name: str
    version: str
    sha256: str

    @property
    def file(self) -> str:
        """The name that apt gives the file."""
        return f"{self.name}_{self.version.replace(':', '%3a')}_{ARCHITECTURE}.deb"


def read_packages(lock: Path) -> list[Package]:
    """The packages that the lock names: name, version and SHA-256 in each line. Raises BuildError."""
    rows = [
        line.split() for line in lock.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")
    ]
    if not rows or any(len(row) != len(Package.__match_args__) for row in rows):
        raise BuildError(f"{lock.name} wants lines of a package, its version and its SHA-256.")
    return [Package(*row) for row in rows]


def verified(packages: list[Package], folder: Path) -> list[Path]:
    """The file of each package, hashed again. Raises BuildError."""
    for package in packages:
        path = folder / package.file
        if not path.is_file():
            raise BuildError(f"{path} is missing: run `python3 packaging/build.py fetch linux`.")
        if digest_of(path) != package.sha256:
            raise BuildError(f"{path} is not what the lock names. Remove it, and fetch again.")
    return [folder / package.file for package in packages]


def assemble(packages: list[Package], fetched: Path, patchelf: Path, into: Path) -> Runtime:
    """Put the runtime together from the packages' files, anew. Raises BuildError."""
    files = verified(packages, fetched)
    if into.exists():
        shutil.rmtree(into)
    runtime = Runtime(into)
    runtime.tree.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as temporary:
        unpacked = Path(temporary)
        for file in files:
            run(["dpkg-deb", "--extract", file, unpacked])
        _lay_out(unpacked, runtime.tree, patchelf)
    return runtime


def _lay_out(unpacked: Path, tree: Path, patchelf: Path) -> None:
    library = unpacked / "usr" / "lib" / f"python{MINOR}"
    for path in sorted(library.rglob("*")):
        name = path.relative_to(library).as_posix()
        # The link into /etc leads nowhere here.
        if path.is_file() and is_kept_of_cpython(name):
            _copy(path, tree / "python" / "lib" / f"python{MINOR}" / name)
    for name in PYTHON_LIBRARIES:
        _copy(_library(unpacked, name), tree / "python" / "lib" / name)
    for name in SCREEN_LIBRARIES:
        _copy(_library(unpacked, name), tree / QT_LIBRARIES / name)
    python = tree / PYTHON
    _copy(unpacked / "usr" / "bin" / python.name, python)
    run([patchelf, "--force-rpath", "--set-rpath", _SEARCHED, python])
    python.with_name(f"{python.name}._pth").write_text(_PATHS, encoding="ascii")


def _library(unpacked: Path, name: str) -> Path:
    for folder in ("usr/lib", "lib"):
        path = unpacked / folder / "x86_64-linux-gnu" / name
        if path.exists():
            return path
    raise BuildError(f"No package of the lock holds {name}.")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(source.stat().st_mode | 0o200)
