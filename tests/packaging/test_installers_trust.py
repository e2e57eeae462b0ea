"""The papers of an installed program: licences, bill of materials and manifest, over small payloads."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from installers import inventory, licences, manifest, papers, sbom
from installers.errors import BuildError
from installers.inventory import Inventory
from installers.markers import environment, holds, requirement
from installers.parts import LICENCES, Nested, Part, Text, known_expression, read_book

EPOCH = 1_750_000_000
LINUX = environment("linux", "3.11.2")
METADATA = "Metadata-Version: 2.4\nName: {name}\nVersion: {version}\nLicense-Expression: MIT\n{more}\n"


def make_wheel(
    folder: Path, name: str, version: str, more: str = "", text: str = "MIT, by its makers"
) -> Path:
    """A wheel with one module, and a licence text unless it is empty."""
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    about = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"{name}/__init__.py", f"NAME = '{name}'\n")
        archive.writestr(f"{about}/METADATA", METADATA.format(name=name, version=version, more=more))
        if text:
            archive.writestr(f"{about}/licenses/LICENSE", text)
    return wheel


_FONT = "\0".join("Version 4.001; Noto Sans Devanagari 2.006")
"""As a font writes its names: in letters of two bytes."""


@pytest.fixture
def wheels(tmp_path: Path) -> list[Path]:
    more = "Requires-Dist: h11>=0.16\nRequires-Dist: tzdata; sys_platform == 'win32'\n"
    return [make_wheel(tmp_path, "httpx", "1.0", more), make_wheel(tmp_path, "h11", "2.0")]


@pytest.fixture
def root(tmp_path: Path, wheels: list[Path]) -> Path:
    """A payload of the program with two packages, one of them compiled."""
    root = tmp_path / "root"
    library = root / "lib"
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(library)
    (library / "h11/__init__.py").rename(library / "h11/__init__.pyc")
    write(library / "app/__init__.py", "")
    for name in ("Inter", "NotoSansDevanagari"):
        write(library / f"resources/fonts/{name}-LICENSE.txt", f"{name}: SIL Open Font License")
    write(library / "resources/fonts/CounterSans-Regular.ttf", _FONT)
    told = {"version": "0.1.0", "system": "linux", "python": "3.11.2", "qt": "6.11.3", "built_from": ""}
    write(root / "installed.json", json.dumps(told))
    return root


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def components(root: Path) -> dict[str, dict[str, object]]:
    told = json.loads((root / inventory.SBOM).read_text(encoding="utf-8"))
    return {each["name"]: each for each in told["components"]}


def test_the_papers_tell_every_part(root: Path, wheels: list[Path]) -> None:
    papers.write(root, wheels, [], EPOCH)
    told = components(root)
    assert set(told) == {"httpx", "h11", "Inter"}
    assert told["httpx"]["purl"] == "pkg:pypi/httpx@1.0"
    assert told["httpx"]["hashes"] == [
        {"alg": "SHA-256", "content": hashlib.sha256(wheels[0].read_bytes()).hexdigest()}
    ]
    assert told["Inter"]["version"] == "4.001"
    nested = cast("list[dict[str, object]]", told["Inter"]["components"])
    assert [(each["name"], each["version"]) for each in nested] == [("Noto Sans Devanagari", "2.006")]
    assert (root / "licenses/h11/licenses/LICENSE").read_text(encoding="utf-8") == "MIT, by its makers"
    index = (root / "licenses/INDEX.txt").read_text(encoding="utf-8")
    for said in (
        "h11 2.0",
        "Licence: OFL-1.1",
        "inter/Inter-LICENSE.txt",
        "Qt/lib",
        "replaced library",
        "three exceptions",
    ):
        assert said in index


def test_the_papers_tell_what_needs_what(root: Path, wheels: list[Path]) -> None:
    papers.write(root, wheels, [], EPOCH)
    told = json.loads((root / inventory.SBOM).read_text(encoding="utf-8"))
    needs = {each["ref"]: each["dependsOn"] for each in told["dependencies"]}
    assert needs["pkg:pypi/httpx@1.0"] == ["pkg:pypi/h11@2.0"]
    assert needs["agency-counter"] == ["pkg:pypi/httpx@1.0", "pkg:generic/inter@4.001"]


def test_the_manifest_is_what_sha256sum_reads(root: Path, wheels: list[Path]) -> None:
    digest = papers.write(root, wheels, [], EPOCH)
    written = (root / manifest.NAME).read_bytes()
    assert hashlib.sha256(written).hexdigest() == digest
    names = [line.split("  ", 1)[1] for line in written.decode("ascii").splitlines()]
    assert names == sorted(names) == manifest.files(root)[1:]
    for line in written.decode("ascii").splitlines():
        told, name = line.split("  ", 1)
        assert hashlib.sha256((root / name).read_bytes()).hexdigest() == told


def test_the_same_payload_gets_the_same_papers(tmp_path: Path, root: Path, wheels: list[Path]) -> None:
    again = tmp_path / "elsewhere" / "again"
    names = sorted((path for path in root.rglob("*") if path.is_file()), reverse=True)
    for path in names:
        write(again / path.relative_to(root), path.read_text(encoding="utf-8"))
    assert papers.write(root, wheels, [], EPOCH) == papers.write(again, list(reversed(wheels)), [], EPOCH)


def test_a_file_of_nobody_ends_the_build(root: Path, wheels: list[Path]) -> None:
    write(root / "lib/httpx/extra.py", "")
    with pytest.raises(BuildError, match=r"1 files belong to no part .*: lib/httpx/extra\.py"):
        papers.write(root, wheels, [], EPOCH)


def test_a_package_without_a_licence_text_ends_the_build(
    tmp_path: Path, root: Path, wheels: list[Path]
) -> None:
    wheels[1] = make_wheel(tmp_path, "h11", "2.0", text="")
    with pytest.raises(BuildError, match=r"h11-2\.0-py3-none-any\.whl has no licence text"):
        papers.write(root, wheels, [], EPOCH)


def test_a_rule_without_its_text_ends_the_build(root: Path, wheels: list[Path]) -> None:
    for text in (root / "lib/resources/fonts").glob("*.txt"):
        text.unlink()
    with pytest.raises(BuildError, match="Inter has no licence text"):
        papers.write(root, wheels, [], EPOCH)


def test_a_package_that_left_nothing_is_told_nowhere(tmp_path: Path, root: Path, wheels: list[Path]) -> None:
    papers.write(root, [*wheels, make_wheel(tmp_path, "pycparser", "3.0")], [], EPOCH)
    assert "pycparser" not in components(root)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("remove", "httpx is told, and has no file"),
        ("add", "lib/extra.so belongs to no part that is told"),
        ("other version", "pkg:pypi/h11@2.1 is installed, and not told"),
        ("no metadata", "pkg:pypi/h11@2.0 is told, and not installed"),
    ],
)
def test_the_bill_is_held_against_what_is_installed(
    root: Path, wheels: list[Path], change: str, said: str
) -> None:
    papers.write(root, wheels, [], EPOCH)
    assert sbom.differences(root) == []
    metadata = root / "lib/h11-2.0.dist-info/METADATA"
    match change:
        case "remove":
            shutil.rmtree(root / "lib/httpx")
            shutil.rmtree(root / "lib/httpx-1.0.dist-info")
        case "add":
            write(root / "lib/extra.so", "")
        case "other version":
            write(metadata, metadata.read_text(encoding="utf-8").replace("2.0", "2.1"))
        case _:
            metadata.unlink()
    assert said in sbom.differences(root)


@pytest.mark.parametrize("name", ["a\nb", "con.txt", "é.txt", "a:b", "end.", " start", "a*b", "nul"])
def test_a_name_that_is_not_the_same_everywhere_is_refused(tmp_path: Path, name: str) -> None:
    write(tmp_path / name, "")
    with pytest.raises(BuildError, match="no name that means the same everywhere"):
        manifest.write(tmp_path)


def test_two_names_that_windows_takes_for_one_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "Readme", "")
    write(tmp_path / "README", "")
    with pytest.raises(BuildError, match="are one file to Windows"):
        manifest.write(tmp_path)


def test_links_and_special_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/passwd")
    with pytest.raises(BuildError, match="link is a link or a special file"):
        manifest.write(tmp_path)
    (tmp_path / "link").unlink()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BuildError, match="pipe is a link or a special file"):
        manifest.write(tmp_path)


@pytest.mark.parametrize(
    ("condition", "extras", "expected"),
    [
        ("", [""], True),
        ("sys_platform == 'win32'", [""], False),
        ("python_version < '3.12' and sys_platform != 'win32'", [""], True),
        ('python_full_version >= "3.11.10"', [""], False),
        ("extra == 'binary' or os_name == 'nt'", ["", "binary"], True),
        ("extra == 'binary'", [""], False),
        ("'linux' in sys_platform", [""], True),
        ("platform_system not in 'Windows Darwin'", [""], True),
    ],
)
def test_conditions_are_read_for_the_system_built_for(
    condition: str, extras: list[str], *, expected: bool
) -> None:
    assert holds(condition, LINUX, extras) is expected


@pytest.mark.parametrize("condition", ["import os", "os.name == 'nt'", "unknown == 'x'", "1 < 2", "a ~= 'b'"])
def test_a_condition_that_cannot_be_read_is_no_answer(condition: str) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        holds(condition, LINUX)


def test_a_requirement_is_read() -> None:
    read = requirement("Psycopg_Binary [pool, c] >=3.3,<4 ; os_name == 'nt'")
    assert (read.name, read.extras, read.condition) == ("psycopg-binary", ("pool", "c"), "os_name == 'nt'")
    with pytest.raises(ValueError, match="no requirement"):
        requirement("; nothing")


def crate(licence: str) -> Nested:
    return Nested("crate", "1.0", "pkg:cargo/crate@1.0", licence)


@pytest.mark.parametrize(
    ("licence", "texts"),
    [
        ("MIT", ["MIT.txt"]),
        ("Apache-2.0 OR GPL-2.0-only", ["Apache-2.0.txt"]),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", ["Apache-2.0.txt", "MIT.txt", "Unicode-3.0.txt"]),
        ("Apache-2.0 WITH LLVM-exception", ["Apache-2.0.txt", "LLVM-exception.txt"]),
    ],
)
def test_what_is_compiled_in_has_its_texts(licence: str, texts: list[str]) -> None:
    assert licences.nested_texts((crate(licence),), "a wheel") == texts


@pytest.mark.parametrize("licence", ["GPL-2.0-only", "(MIT OR Zlib) AND GPL-2.0-only", "MIT AND libtiff"])
def test_what_is_compiled_in_without_a_text_ends_the_build(licence: str) -> None:
    with pytest.raises(BuildError, match="the licence of crate in a wheel"):
        licences.nested_texts((crate(licence),), "a wheel")


def test_two_texts_of_one_name_end_the_build(tmp_path: Path) -> None:
    part = Part(name="a", version="1", purl="pkg:generic/a@1", licence="MIT", source="its makers")
    parts = tuple(replace(part, texts=(Text("a/LICENSE", said),)) for said in (b"one", b"other"))
    told = {"version": "0.1.0", "system": "windows", "python": "3.13.2"}
    with pytest.raises(BuildError, match="Two licence texts would both be a/LICENSE"):
        licences.collect(tmp_path, Inventory(told, (), (), parts))


@pytest.mark.parametrize("licence", ["", "BSD", "MIT License", "GPL", "Apache 2.0"])
def test_a_licence_is_told_in_the_words_of_the_standard(licence: str) -> None:
    with pytest.raises(BuildError, match="no SPDX expression that is known here"):
        known_expression(licence, "a part")


def test_the_book_names_only_texts_that_are_kept() -> None:
    book = read_book()
    told = [*book.rules, *book.wheels.values(), *book.debian.values()]
    named = {name for each in told for name in each.texts if ":" not in name and "/" not in name}
    assert named - {"runtime"} <= {path.name for path in LICENCES.iterdir()}
    for each in told:
        if each.licence:
            known_expression(each.licence, each.name)


def test_the_texts_of_the_gnu_licences_are_whole() -> None:
    for name, last in (("LGPL-3.0.txt", "permanent authorization"), ("GPL-3.0.txt", "why-not-lgpl.html")):
        assert last in (LICENCES / name).read_text(encoding="utf-8")[-400:]


def test_what_a_manifest_cannot_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lib/empty").mkdir(parents=True)
    with pytest.raises(BuildError, match="lib/empty is an empty folder"):
        manifest.write(tmp_path)


def test_what_a_running_python_leaves_behind_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "lib/__pycache__/one.cpython-311.pyc", "")
    with pytest.raises(BuildError, match="is what a Python has left behind"):
        manifest.write(tmp_path)
