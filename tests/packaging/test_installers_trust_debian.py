"""Parts that come out of Debian's packages, as they are told."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from installers.debian_parts import Package, owns, part_of
from installers.errors import BuildError
from installers.locks import digest_of
from installers.parts import Book, Told

BOOK = Book((), debian={"python3.11": Told(name="CPython", licence="PSF-2.0", kind="platform")})


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def package() -> Package:
    return Package(
        name="libpython3.11-stdlib",
        version="3.11.2-6+b1",
        source="python3.11",
        source_version="3.11.2-6",
        digest="0" * 64,
        depends=frozenset({"libssl3"}),
        copyright=b"PSF, see /usr/share/common-licenses/GPL-2.\n",
        digests=frozenset({hashlib.sha256(b"CODE = 1\n").hexdigest()}),
        names=frozenset({"decoder.py", "libffi.so.8", "libffi.so.8.1.2", "python3.11"}),
        library=frozenset({"json/decoder.py", "empty.py"}),
    )


def test_a_package_says_what_it_is(package: Package) -> None:
    assert package.purl == "pkg:deb/debian/libpython3.11-stdlib@3.11.2-6+b1?arch=amd64"
    assert package.source_purl == "pkg:deb/debian/python3.11@3.11.2-6?arch=source"


@pytest.mark.parametrize(
    ("name", "is_owned"),
    [
        ("python/lib/python3.11/json/decoder.py", True),
        ("python/lib/python3.11/json/decoder.pyc", True),
        ("python/lib/python3.11/json/__pycache__/decoder.cpython-311.pyc", True),
        ("python/lib/python3.11/json/encoder.pyc", False),
        ("python/lib/libffi.so.8", True),
        ("python/lib/libssl.so.3", False),
        ("python/bin/python3.11", True),
        ("lib/json/decoder.py", False),
    ],
)
def test_files_are_known_by_their_places(package: Package, name: str, *, is_owned: bool) -> None:
    assert owns(package, name, "0" * 64) is is_owned


def test_files_are_known_by_their_content_wherever_they_lie(package: Package, tmp_path: Path) -> None:
    write(tmp_path / "elsewhere", "CODE = 1\n")
    assert owns(package, "moved/elsewhere", digest_of(tmp_path / "elsewhere"))


def test_an_empty_file_tells_nothing(package: Package, tmp_path: Path) -> None:
    write(tmp_path / "empty", "")
    assert not owns(package, "lib/app/empty.py", digest_of(tmp_path / "empty"))


def test_packages_of_one_source_are_one_part(package: Package) -> None:
    part = part_of([package, replace(package, name="python3.11-minimal")], ("python/bin/python3.11",), BOOK)
    assert (part.name, part.version, part.kind) == ("CPython", "3.11.2-6", "platform")
    assert [each.name for each in part.nested] == ["libpython3.11-stdlib", "python3.11-minimal"]
    assert [text.name for text in part.texts] == ["python3.11/copyright.txt", "common/GPL-2.0.txt"]


@pytest.mark.parametrize("lacking", ["terms", "copyright"])
def test_a_package_without_terms_ends_the_build(package: Package, lacking: str) -> None:
    book = Book(()) if lacking == "terms" else BOOK
    with pytest.raises(BuildError, match=r"The terms of Debian's python3\.11 are not told"):
        part_of([replace(package, copyright=b"") if lacking == "copyright" else package], (), book)
