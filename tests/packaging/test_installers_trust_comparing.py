"""Two builds held against each other: every difference is named, by the file inside that has it."""

from __future__ import annotations

import gzip
import io
import lzma
import tarfile
import zipfile
from pathlib import Path

import pytest

from installers.comparing import differences


def tar(
    content: bytes = b"same", mtime: int = 0, mode: int = 0o644, names: tuple[str, ...] = ("a", "b")
) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name in names:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(content), mtime, mode
            archive.addfile(entry, io.BytesIO(content))
    return made.getvalue()


def package(data: bytes) -> bytes:
    """A package of Debian with this data."""
    members = [("debian-binary", b"2.0\n"), ("data.tar.xz", lzma.compress(data))]
    made = b"!<arch>\n"
    for name, content in members:
        made += f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode("ascii")
        made += content + b"\n" * (len(content) % 2)
    return made


def script(data: bytes, behind: bytes = b"") -> bytes:
    return b"#!/bin/sh\nexit\n" + gzip.compress(data, mtime=0) + lzma.compress(behind)


def zipped(content: bytes, year: int = 2025) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(zipfile.ZipInfo("inside.py", (year, 1, 1, 0, 0, 0)), content)
    return made.getvalue()


def found(tmp_path: Path, name: str, one: bytes, other: bytes) -> list[str]:
    for folder, content in (("one", one), ("other", other)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_bytes(content)
    return differences(tmp_path / "one", tmp_path / "other")


@pytest.mark.parametrize("content", [package(tar()), script(tar()), zipped(b"same"), b"plain"])
def test_equal_builds_have_no_difference(tmp_path: Path, content: bytes) -> None:
    assert found(tmp_path, "artefact", content, content) == []


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (
            package(tar(b"same")),
            package(tar(b"sane")),
            "x.deb: data.tar.xz: a: 4 and 4 bytes, from byte 2 on",
        ),
        (
            package(tar(mtime=1)),
            package(tar(mtime=2)),
            "data.tar.xz: a is told as ('0o644', 0, 0, '', '', 1, '')",
        ),
        (package(tar(mode=0o600)), package(tar()), "a is told as ('0o600'"),
        (script(tar(b"same")), script(tar(b"sane")), "x.deb: first part: a: 4 and 4 bytes"),
        (
            script(tar()),
            script(tar()).replace(b"exit", b"true"),
            "x.deb: script: 15 and 15 bytes, from byte 10",
        ),
        (script(tar(), tar(b"same")), script(tar(), tar(b"sane")), "x.deb: second part: a: 4 and 4 bytes"),
        (script(tar(names=("a", "b"))), script(tar(names=("b", "a"))), "the order of the files differs"),
        (script(tar(names=("a", "b"))), script(tar(names=("a",))), "inside of one alone: b"),
        (zipped(b"same"), zipped(b"sane"), "inside.py: 4 and 4 bytes, from byte 2 on"),
        (zipped(b"same"), zipped(b"same", 2026), "inside.py is told as ((2025, 1, 1, 0, 0, 0)"),
        (gzip.compress(tar(), 1, mtime=0), gzip.compress(tar(), 9, mtime=0), "how they are packed is not"),
        (
            b"plain text",
            b"plain test",
            "x.deb: 10 and 10 bytes, from byte 8 on: b'plain text' and b'plain test'",
        ),
        (b"short", b"short and more", "5 and 14 bytes, from byte 5 on"),
    ],
)
def test_a_difference_is_named(tmp_path: Path, one: bytes, other: bytes, said: str) -> None:
    assert any(said in line for line in found(tmp_path, "x.deb", one, other))


def test_what_one_build_has_alone_is_named(tmp_path: Path) -> None:
    (tmp_path / "one/dist").mkdir(parents=True)
    (tmp_path / "other/dist").mkdir(parents=True)
    (tmp_path / "one/dist/x.run").write_bytes(b"")
    assert differences(tmp_path / "one", tmp_path / "other") == ["dist/x.run is in one build alone"]


def test_a_thousand_differences_are_not_all_told(tmp_path: Path) -> None:
    names = tuple(str(n) for n in range(1000))
    told = found(tmp_path, "x.run", script(tar(b"a", names=names)), script(tar(b"b", names=names)))
    assert len(told) == 20
