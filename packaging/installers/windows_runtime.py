"""CPython for Windows: fetched by hash, taken only as its publisher signed it, laid out for the program."""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from installers.authenticode import MICROSOFT, PYTHON, SignatureError, catalogued, demand
from installers.errors import BuildError
from installers.locks import digest_of
from installers.runtime import Runtime
from installers.trimming import is_kept_of_cpython

LOCK = Path(__file__).parents[1] / "windows" / "runtime.lock"
CATALOGUE = "DLLs/python_lib.cat"
"""Signed by the publisher: the SHA-256 of the library's files, which carry no signature themselves."""
# The publisher's catalogue leaves these two out. Compared with CPython 3.13.2 as it is in the npm package
# pyodide 0.28.3, and the first one with Debian's 3.13.5 too: equal but for the ends of lines.
_UNCATALOGUED = {
    "xml/__init__.py": "8e7bc2b8a9974751e0bf0be8e8fd3c116fb0ed2ff2e372f693a7e3659a46f8dc",
    "zipfile/__init__.py": "1b580c37e07e4760ba307302b547312f2b97be888bb3ef681e4f39e9e22c3f40",
}
# Tcl and Tk, what only they use, sounds, and what tests alone import
_LEFT_OUT = ("_tkinter", "_test", "_ctypes_test", "tcl86t", "tk86t", "winsound", "zlib1", "xx")
# Of the library: for developers, for other systems, and what stands in for native modules that are there
_LIBRARY_LEFT_OUT = (
    "__phello__/",
    "_aix_support.py",
    "_android_support.py",
    "_apple_support.py",
    "_pydatetime.py",
    "_pydecimal.py",
    "_pyio.py",
    "_pyrepl/",
    "cProfile.py",
    "cmd.py",
    "compileall.py",
    "doctest.py",
    "filecmp.py",
    "fileinput.py",
    "ftplib.py",
    "imaplib.py",
    "mailbox.py",
    "modulefinder.py",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "plistlib.py",
    "poplib.py",
    "profile.py",
    "pstats.py",
    "pyclbr.py",
    "pydoc.py",
    "rlcompleter.py",
    "shelve.py",
    "site-packages/",
    "smtplib.py",
    "tabnanny.py",
    "trace.py",
    "unittest/",
    "wave.py",
    "wsgiref/",
    "xmlrpc/",
    "zipapp.py",
)
_NATIVE = (".dll", ".pyd")
_NOBODY, _NO_GROUP, _SYSTEM_PYTHON = "nobody", "nogroup", "/usr/bin/python3"
_MICROSOFT = "vcruntime"
_LICENCE = "LICENSE.txt"
_VERSION_MARK = struct.pack("<I", 0xFEEF04BD)
_FINAL = 0xF0
_NO_CODE = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True)
class Verified:
    """A folder of CPython as its publisher made it: what of it is shipped, each file by its path in there."""

    folder: Path
    version: str
    native: tuple[str, ...]
    library: tuple[str, ...]
    """Modules in Python, by their path in `Lib`."""

    @property
    def tag(self) -> str:
        """Major and minor version as the names of files have it, such as 313."""
        return "".join(self.version.split(".")[:2])


def fetch(into: Path) -> Path:
    """The package that holds the runtime, fetched by pip if it is not there; its hash is compared.

    pip prepares what it downloads, which runs code of the package: after the hash has been compared, and not
    as root. Raises BuildError.
    """
    name, digest = _pinned()
    there = _with_digest(into, name, digest)
    if there is not None:
        return there
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        folder.chmod(0o755)
        out = folder / "out"
        out.mkdir()
        lock = shutil.copy(LOCK, folder / "runtime.lock")
        _download(Path(lock), out)
        found = _with_digest(out, name, digest)
        if found is None:
            raise BuildError(f"pip did not bring the file that {LOCK.name} names.")
        into.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(found, into / found.name))


def fetched(folder: Path) -> Path:
    """The fetched package that holds the runtime, its hash compared. Raises BuildError when it is missing."""
    found = _with_digest(folder, *_pinned())
    if found is None:
        raise BuildError(f"{folder} lacks the runtime: run `python3 packaging/build.py fetch windows`.")
    return found


def _pinned() -> tuple[str, str]:
    words = [each for each in LOCK.read_text(encoding="utf-8").split("\n") if each and each[0] != "#"]
    pin, _, digest = " ".join(words).replace("\\", " ").partition("--hash=sha256:")
    return pin.split("==")[0].strip(), digest.strip()


def _with_digest(folder: Path, name: str, digest: str) -> Path | None:
    candidates = sorted(folder.glob(f"{name.replace('-', '[-_]')}-*"))
    return next((path for path in candidates if path.is_file() and digest_of(path) == digest), None)


def _download(lock: Path, into: Path) -> None:
    exact = ("--no-deps", "--no-binary", ":all:", "--require-hashes", "--no-cache-dir")
    arguments = ["download", "--quiet", *exact, "-d", str(into), "-r", str(lock)]
    is_root = os.name != "nt" and os.geteuid() == 0
    if is_root:
        shutil.chown(into, _NOBODY)
    said = ""
    # The account `nobody` may lack access to this Python, but not to the system's.
    for python in (sys.executable, _SYSTEM_PYTHON) if is_root else (sys.executable,):
        try:
            ended = subprocess.run(
                [python, "-m", "pip", *arguments],
                cwd=into,
                env={**os.environ, "HOME": str(into), "TMPDIR": str(into)},
                capture_output=True,
                text=True,
                check=False,
                user=_NOBODY if is_root else None,
                group=_NO_GROUP if is_root else None,
                extra_groups=[] if is_root else None,
            )
        except OSError as error:
            said += f"{error}\n"
            continue
        if ended.returncode == 0:
            return
        said += f"{ended.stdout}{ended.stderr}"
    raise BuildError(
        "The runtime could not be fetched. Run this as an ordinary user, or give a folder by --runtime.\n"
        + said
    )


def unpack(package: Path, into: Path) -> Path:
    """The folder of CPython that was in the package: what of it may be shipped, nothing else is written."""
    with tarfile.open(package) as archive, tempfile.TemporaryFile() as inner:
        data = next((each for each in archive.getmembers() if each.name.endswith("/data.zip")), None)
        source = archive.extractfile(data) if data is not None else None
        if source is None:
            raise BuildError(f"{package.name} holds no data.zip.")
        shutil.copyfileobj(source, inner)
        with zipfile.ZipFile(inner) as opened:
            for entry in opened.infolist():
                name = PurePosixPath(*PurePosixPath(entry.filename).parts[1:]).as_posix()
                if not entry.is_dir() and (_is_shipped(name) or name in (CATALOGUE, _LICENCE)):
                    target = into / name
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(opened.read(entry))
    return into


def _is_shipped(name: str) -> bool:
    path = PurePosixPath(name)
    if ".." in path.parts or path.is_absolute() or ":" in name or "\\" in name:
        return False
    if path.parts[0] == "Lib":
        inner = path.relative_to("Lib").as_posix()
        return path.suffix == ".py" and not inner.startswith(_LIBRARY_LEFT_OUT) and is_kept_of_cpython(inner)
    is_placed = path.parent.as_posix() in (".", "DLLs")
    return is_placed and path.suffix in _NATIVE and not path.name.startswith(_LEFT_OUT)


def verify(folder: Path) -> Verified:
    """What of a folder of CPython is shipped: python.org's installation, or a copy of it.

    Raises SignatureError for a program file that its publisher did not sign, and for a module that the
    publisher's catalogue does not name; BuildError when the folder holds no CPython.
    """
    names = sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file())
    shipped = [name for name in names if _is_shipped(name)]
    native = tuple(name for name in shipped if not name.startswith("Lib/"))
    library = tuple(name.removeprefix("Lib/") for name in shipped if name.startswith("Lib/"))
    for name in native:
        demand(folder / name, MICROSOFT if Path(name).name.startswith(_MICROSOFT) else (PYTHON,))
    if "encodings/__init__.py" not in library or not {CATALOGUE, _LICENCE} <= set(names):
        raise BuildError(f"{folder} lacks Lib, {CATALOGUE} or {_LICENCE}: it is no installation of CPython.")
    demand(folder / CATALOGUE, (PYTHON,))
    refuse_unknown(folder / "Lib", library, catalogued((folder / CATALOGUE).read_bytes()))
    return Verified(folder, _version(folder, native), native, library)


def refuse_unknown(library: Path, names: Iterable[str], known: frozenset[bytes]) -> None:
    """Raise SignatureError for the first file that is neither among the known, nor pinned here, nor empty."""
    for name in names:
        digest = digest_of(library / name)
        if bytes.fromhex(digest) not in known and digest not in (_UNCATALOGUED.get(name), _NO_CODE):
            raise SignatureError(f"Lib/{name} is not in the publisher's catalogue.")


def _version(folder: Path, native: Iterable[str]) -> str:
    """Of CPython, as the signed library says it."""
    name = next((each for each in native if each.startswith("python3") and each != "python3.dll"), None)
    if name is None:
        raise BuildError(f"{folder} has no python3XX.dll.")
    return version_of((folder / name).read_bytes())


def version_of(library: bytes) -> str:
    """The version in the resource of a library of CPython, such as 3.13.2. Raises BuildError."""
    at = library.find(_VERSION_MARK)
    if at < 0:
        raise BuildError("The library of CPython does not say its version.")
    minor, major, _, field = struct.unpack_from("<4H", library, at + 8)
    micro, level = divmod(field, 1000)
    if level // 10 << 4 != _FINAL:
        raise BuildError(f"CPython {major}.{minor}.{micro} is no final release.")
    return f"{major}.{minor}.{micro}"


def lay_out(python: Verified, modules: Path, into: Path) -> Runtime:
    """The runtime as the program has it, anew: `modules` holds the library, compiled or not."""
    if into.exists():
        shutil.rmtree(into)
    runtime = Runtime(into)
    for name in python.native:
        target = runtime.tree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(python.folder / name, target)
    archive = f"python{python.tag}.zip"
    pack_library(modules, runtime.tree / archive)
    # Beside the interpreter this names all that is imported from; variables and the registry are ignored.
    paths = f"{archive}\r\nlib\r\nDLLs\r\n"
    (runtime.tree / f"python{python.tag}._pth").write_text(paths, encoding="ascii", newline="")
    return runtime


def pack_library(modules: Path, archive: Path) -> None:
    """Put all modules into an archive, equal for equal files; not compressed: the installer does that."""
    names = sorted(each.relative_to(modules).as_posix() for each in modules.rglob("*") if each.is_file())
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as opened:
        for name in names:
            entry = zipfile.ZipInfo(name)
            opened.writestr(entry, (modules / name).read_bytes())
