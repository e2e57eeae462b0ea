"""What goes into an installed program, and that the same goes in each time."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import struct
import sys
import zipfile
from pathlib import Path

import pytest

from installers import archives, icu, native, payload, wheels
from installers.checkout import Checkout
from installers.errors import BuildError
from installers.locks import Pin, canonical, read_lock, wheels_of
from installers.templates import filled
from installers.trimming import is_kept, is_kept_of_cpython
from tests.support.program import PROJECT

PACKAGING = PROJECT / "packaging"
NO_HASH = "0" * 64
_QT_MODULE = re.compile(r"^\s*(?:from|import) PySide6\.(\w+)", re.MULTILINE)


def _wheel(folder: Path, name: str, **files: str) -> Path:
    path = folder / f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for place, text in files.items():
            archive.writestr(place, text)
    return path


def _pinned(lock: str) -> dict[str, str]:
    lines = (PACKAGING / lock).read_text(encoding="utf-8").splitlines()
    pins = [line.partition(" ")[0] for line in lines if line[:1].isalnum()]
    return {canonical(pin.partition("==")[0]): pin.partition("==")[2] for pin in pins}


def test_the_lock_of_linux_is_what_was_tested_and_heic() -> None:
    """A package for another system alone is in the one of the checkout; nothing else differs."""
    ours = {pin.name: pin.version for pin in read_lock(PACKAGING / "requirements-linux.lock")}
    tested = _pinned("requirements.lock") | {
        name: version
        for name, version in _pinned("requirements-pictures.lock").items()
        if name in {"pi-heif", "pillow"}
    }
    assert ours.items() <= tested.items()
    assert tested.keys() - ours.keys() == {"pywin32-ctypes", "tzdata"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a==1",
        "a>=1 \\\n    --hash=sha256:" + NO_HASH,
        "a==1 ; os_name == 'nt' \\\n    --hash=sha256:" + NO_HASH,
    ],
)
def test_a_lock_that_leaves_something_open_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "some.lock").write_text(text)
    with pytest.raises(BuildError, match=r"some[.]lock"):
        read_lock(tmp_path / "some.lock")


def test_a_wheel_is_taken_by_its_hash_alone(tmp_path: Path) -> None:
    wheel = _wheel(tmp_path, "some_part-1.0", **{"some_part.py": "1"})
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert wheels_of([Pin("some-part", "1.0", frozenset({digest}))], tmp_path) == [wheel]
    for pin in (Pin("some-part", "1.0", frozenset({NO_HASH})), Pin("some-part", "1.1", frozenset({digest}))):
        with pytest.raises(BuildError):
            wheels_of([pin], tmp_path)


@pytest.mark.parametrize(
    "place", ["../out.py", "/out.py", "a/../../out.py", "a.data/scripts/../out", "a.data/headers/h"]
)
def test_a_wheel_lays_nothing_where_it_does_not_belong(tmp_path: Path, place: str) -> None:
    wheel = _wheel(tmp_path, "a-1", **{place: "out"})
    (tmp_path / "into").mkdir()
    if "scripts" in place:
        assert wheels.unpack(wheel, tmp_path / "into", "linux") == 0
    else:
        with pytest.raises(BuildError, match="holds"):
            wheels.unpack(wheel, tmp_path / "into", "linux")
    assert sorted(path.name for path in tmp_path.rglob("*")) == [wheel.name, "into"]


def test_two_wheels_never_share_a_file(tmp_path: Path) -> None:
    for name in ("a-1", "b-1"):
        wheel = _wheel(tmp_path, name, **{"both.py": name})
        if name == "a-1":
            assert wheels.unpack(wheel, tmp_path / "into", "linux") == len(name)
    with pytest.raises(BuildError, match="another wheel"):
        wheels.unpack(wheel, tmp_path / "into", "linux")


def test_what_the_program_imports_of_qt_ships() -> None:
    """And nothing that it does not: a module of Qt costs megabytes."""
    sources = [path.read_text(encoding="utf-8") for path in (PROJECT / "app").rglob("*.py")]
    imported = {name for source in sources for name in _QT_MODULE.findall(source)}
    assert "QtWidgets" in imported
    modules = {
        f"Qt{name}" for name in ("Core", "DBus", "Gui", "Network", "PrintSupport", "Svg", "Test", "Widgets")
    }
    for system, suffix in (("linux", "abi3.so"), ("windows", "pyd")):
        assert {name for name in modules if is_kept(f"PySide6/{name}.{suffix}", system)} == imported


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("PySide6/Qt/qml/QtQml/qmldir", False),
        ("PySide6/designer", False),
        ("httpx/_api.py", True),
        ("httpx/py.typed", False),
        ("pydantic/v1/main.py", False),
        ("certifi/cacert.pem", True),
        ("certifi-1.dist-info/METADATA", True),
        ("keyring-1.dist-info/entry_points.txt", True),
        ("keyring-1.dist-info/RECORD", False),
    ],
)
def test_what_is_never_used_stays_out(name: str, *, kept: bool) -> None:
    assert is_kept(name, "linux") is kept


def test_the_library_of_python_loses_what_nobody_imports() -> None:
    kept = [
        name
        for name in ("asyncio/base.py", "test/x.py", "idlelib/a.py", "json/__init__.py")
        if is_kept_of_cpython(name)
    ]
    assert kept == ["asyncio/base.py", "json/__init__.py"]


def _package(items: dict[str, bytes]) -> bytes:
    """Data as ICU packs it: a header, how many, where names and contents are, names, contents."""
    head = struct.pack("<HBB8s4s", 32, 0xDA, 0x27, bytes(8), b"CmnD").ljust(32, b"\0")
    names = b"".join(name.encode() + b"\0" for name in items)
    at = 4 + 8 * len(items) + len(names)
    table, name_at, contents = struct.pack("<I", len(items)), 4 + 8 * len(items), b""
    for name, content in items.items():
        table += struct.pack("<II", name_at, at + len(contents))
        name_at += len(name) + 1
        contents += content
    return head + table + names + contents


def test_of_languages_english_and_hindi_stay() -> None:
    kept = {
        "icudt73l/coll/root.res": b"root" * 4,
        "icudt73l/en_IN.res": b"english, of India" * 3,
        "icudt73l/hi.res": b"hindi",
        "icudt73l/pool.res": b"pool",
        "icudt73l/supplementalData.res": b"more",
    }
    gone = {
        "icudt73l/brkitr/cjdict.dict": b"words",
        "icudt73l/de.res": b"german",
        "icudt73l/gb18030.cnv": b"codes",
    }
    made = icu.repack(_package(dict(sorted({**kept, **gone}.items()))))
    assert icu.repack(made) == made
    count, *places = struct.unpack_from(f"<I{2 * len(kept)}I", made, 32)
    assert count == len(kept)
    for number, (name, content) in enumerate(sorted(kept.items())):
        name_at, at = (32 + each for each in places[2 * number : 2 * number + 2])
        assert made[name_at : made.index(b"\0", name_at)].decode() == name
        assert made[at : at + len(content)] == content
        assert (at - 32) % 16 == 0
    with pytest.raises(BuildError):
        icu.repack(bytes(64))


def test_a_library_that_nobody_has_ends_the_build(tmp_path: Path) -> None:
    """As does one that only a library which nobody asks for has."""
    root = tmp_path / "root"
    asked = {
        "python/bin/python": ("lib/a.libs", "libc.so.6"),
        "lib/a.so": ("$ORIGIN/a.libs", "libfirst.so"),
        "lib/a.libs/libfirst.so": ("", "libsecond.so libm.so.6"),
        "lib/a.libs/libsecond.so": ("", "libGL.so.1"),
        "lib/a.libs/libunused.so": ("", "libnowhere.so"),
    }
    for name, (searched, needed) in asked.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"\x7fELF\0GLIBC_2.17\0GLIBC_2.4\0")
        (tmp_path / f"{Path(name).name}.--print-needed").write_text(needed)
        (tmp_path / f"{Path(name).name}.--print-rpath").write_text(searched)
    reader = tmp_path / "patchelf"
    reader.write_text(f'#!/bin/sh\ncat "{tmp_path}/$(basename "$2").$1"\n')
    reader.chmod(0o755)
    python = root / "python/bin/python"
    with pytest.raises(BuildError, match=r"libunused[.]so asks for libnowhere[.]so"):
        native.needs(root, reader, python)
    assert native.drop_unused(root, [root / "lib/a.libs"], reader, python) == ["libunused.so"]
    needs = native.needs(root, reader, python)
    assert (needs.packages, needs.glibc) == ({"libc6", "libgl1"}, "2.17")
    (root / "lib/a.libs/libsecond.so").unlink()
    with pytest.raises(BuildError, match=r"libfirst[.]so asks for libsecond[.]so"):
        native.needs(root, reader, python)


def test_bytecode_takes_the_place_of_sources(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "one.py").write_text("def f():\n    raise ValueError\n")
    payload.compile_sources(tmp_path, Path(sys.executable))
    code = (tmp_path / "lib" / "one.pyc").read_bytes()
    assert [path.name for path in (tmp_path / "lib").iterdir()] == ["one.pyc"]
    assert b"lib/one.py" in code
    assert str(tmp_path).encode() not in code
    (tmp_path / "lib" / "wrong.py").write_text("def")
    with pytest.raises(BuildError):
        payload.compile_sources(tmp_path, Path(sys.executable))


def test_an_archive_is_the_same_whoever_makes_it(tmp_path: Path) -> None:
    made: list[bytes] = []
    for number, names in enumerate((["b", "a", "c"], ["c", "a", "b"])):
        root = tmp_path / str(number)
        for name in names:
            (root / name).mkdir(parents=True)
            (root / name / "file").write_text(name)
            (root / name / "file").chmod(0o600 if number else 0o664)
            os.utime(root / name / "file", (number, number))
        payload.normalise(root, 10**9)
        for write in (archives.write_gzip, archives.write_xz):
            sink = tmp_path / "archive"
            write(root, archives.names_of(root), sink, epoch=10**9, is_quick=True)
            made.append(sink.read_bytes())
    assert made[:2] == made[2:]


def test_what_ships_of_a_checkout_is_what_its_history_knows(tmp_path: Path) -> None:
    """Without a history: what lies there."""
    shipped = Checkout(PROJECT).shipped()
    assert {"app/__main__.py", "resources/translations/hi.mo"} <= set(shipped)
    assert {"resources/handbook/en/01-first-steps.md", "resources/handbook/hi/15-keys.md"} <= set(shipped)
    assert not {"resources/translations/hi.po", "app/README.md"} & set(shipped)
    shutil.copytree(PROJECT / "resources" / "translations", tmp_path / "resources" / "translations")
    bare = Checkout(tmp_path)
    assert (bare.shipped(), bare.commit()) == (["resources/translations/hi.mo"], "")


def test_a_template_is_filled_whole(tmp_path: Path) -> None:
    (tmp_path / "t").write_text("@ONE@ and @TWO@, mail@ONE")
    assert filled(tmp_path / "t", {"ONE": "1", "TWO": "2"}) == "1 and 2, mail@ONE"
    with pytest.raises(BuildError, match="TWO"):
        filled(tmp_path / "t", {"ONE": "1"})
