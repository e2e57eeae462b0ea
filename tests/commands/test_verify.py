"""An installed program is as it was built, or every difference is named."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from app.commands.verify import MANIFEST, MOST_SHOWN, ManifestError, read_manifest, verify

FLIPS = 1_000
FILES = {
    "agency-counter": b"#!/bin/sh\n",
    "installed.json": b'{"version": "0.1.0"}\n',
    "lib/app/__init__.py": b"",
    "lib/app/commands/main.py": bytes(range(256)) * 8,
    "lib/resources/name with spaces.txt": b"text",
    "lib/\u0939\u093f\u0928\u094d\u0926\u0940.txt": b"name beyond ASCII",
    "python/bin/python3.11": hashlib.shake_256(b"python").digest(3_000),
}


def _numbers() -> Iterator[int]:
    """The same large numbers each time, without any order in them."""
    for seed in count():
        yield int.from_bytes(hashlib.sha256(str(seed).encode()).digest()[:8])


def _listed(root: Path) -> bytes:
    """The manifest that the files below the root deserve."""
    paths = sorted((each for each in root.rglob("*") if each.is_file()), key=lambda each: _name(root, each))
    lines = (
        hashlib.sha256(each.read_bytes()).hexdigest().encode() + b"  " + _name(root, each) + b"\n"
        for each in paths
        if each.name != MANIFEST
    )
    return b"".join(lines)


def _name(root: Path, path: Path) -> bytes:
    return path.relative_to(root).as_posix().encode()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small installed program."""
    folder = tmp_path / "installed"
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (folder / MANIFEST).write_bytes(_listed(folder))
    return folder


def _verified(root: Path, digest: str = "") -> tuple[int, list[str]]:
    said: list[str] = []
    return verify(digest, said.append, root), said


def test_what_was_built_is_well(root: Path) -> None:
    digest = hashlib.sha256((root / MANIFEST).read_bytes()).hexdigest()
    status, said = _verified(root)
    assert status == 0
    assert said == [
        f"ok    7 files are as they were built; compare its manifest with what was published: {digest}"
    ]
    status, said = _verified(root, digest.upper())
    assert (status, said) == (
        0,
        [f"ok    7 files are as they were built; the manifest is the published one: {digest}"],
    )


def test_a_checkout_is_no_installed_copy(tmp_path: Path) -> None:
    assert _verified(tmp_path) == (2, ["This is no installed copy: there is nothing to hold it against."])


def test_a_thousand_flipped_bits_are_each_refused(root: Path) -> None:
    chance = _numbers()
    places = [(root / name, at) for name, content in FILES.items() for at in range(len(content))]
    places += [(root / MANIFEST, at) for at in range((root / MANIFEST).stat().st_size)]
    flipped_in_manifest = 0
    for _ in range(FLIPS):
        path, at = places[next(chance) % len(places)]
        whole = path.read_bytes()
        harmed = bytearray(whole)
        harmed[at] ^= 1 << next(chance) % 8
        path.write_bytes(harmed)
        assert _verified(root)[0] == 1, f"{path} at {at}"
        path.write_bytes(whole)
        flipped_in_manifest += path.name == MANIFEST
    assert flipped_in_manifest > FLIPS // 20
    assert _verified(root)[0] == 0


def test_a_manifest_that_fits_other_files_is_not_the_published_one(root: Path) -> None:
    published = hashlib.sha256((root / MANIFEST).read_bytes()).hexdigest()
    (root / "lib/app/commands/main.py").write_bytes(b"something else")
    (root / MANIFEST).write_bytes(_listed(root))
    assert _verified(root)[0] == 0
    assert _verified(root, published) == (1, [f"FAIL  {MANIFEST}: it is not the one that was published"])


def _change(root: Path) -> str:
    (root / "lib/app/commands/main.py").write_bytes(b"")
    return "lib/app/commands/main.py: this file was changed"


def _remove(root: Path) -> str:
    (root / "agency-counter").unlink()
    return "agency-counter: this file is missing"


def _add(root: Path) -> str:
    (root / "lib/app/sitecustomize.py").write_bytes(b"")
    return "lib/app/sitecustomize.py: this file was added"


def _add_hidden(root: Path) -> str:
    (root / "lib/.hidden").write_bytes(b"")
    return "lib/.hidden: this file was added"


def _add_folder(root: Path) -> str:
    (root / "lib/httpx").mkdir()
    return "lib/httpx: this folder was added"


def _link(root: Path) -> str:
    """To the very same content."""
    (root / "lib/app/commands/main.py").rename(root.parent / "elsewhere.py")
    (root / "lib/app/commands/main.py").symlink_to(root.parent / "elsewhere.py")
    return "lib/app/commands/main.py: this is a link, and no plain file"


def _link_folder(root: Path) -> str:
    (root / "lib/app").rename(root.parent / "elsewhere")
    (root / "lib/app").symlink_to(root.parent / "elsewhere")
    return "lib/app: this is a link, and no plain file"


def _pipe(root: Path) -> str:
    """One that nobody writes to: whoever opened it would wait for ever."""
    (root / "lib/app/commands/main.py").unlink()
    os.mkfifo(root / "lib/app/commands/main.py")
    return "lib/app/commands/main.py: this is a device, and no plain file"


@pytest.mark.parametrize(
    "harm", [_change, _remove, _add, _add_hidden, _add_folder, _link, _link_folder, _pipe]
)
def test_every_kind_of_difference_is_named(root: Path, harm: Callable[[Path], str]) -> None:
    expected = harm(root)
    status, said = _verified(root)
    assert status == 1
    assert f"FAIL  {expected}" in said
    assert said[-1].endswith("of 7 files are not as they were built. Install the program again.")


def test_only_the_first_differences_are_listed(root: Path) -> None:
    for number in range(MOST_SHOWN + 5):
        (root / f"more-{number:02}").touch()
    status, said = _verified(root)
    assert status == 1
    assert len(said) == MOST_SHOWN + 2
    assert said[-2] == "      and 5 more"


LINE = b"0" * 64 + b"  "


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (b"", "does not end"),
        (LINE + b"a", "does not end"),
        (LINE + b"a\n" + LINE + b"a\n", "twice"),
        (LINE + b"b\n" + LINE + b"a\n", "order"),
        (LINE + b"/etc/passwd\n", "names what cannot"),
        (LINE + b"../a\n", "names what cannot"),
        (LINE + b"a/../b\n", "names what cannot"),
        (LINE + b"a/./b\n", "names what cannot"),
        (LINE + b"C:/a\n", "names what cannot"),
        (LINE + b"MANIFEST.sha256\n", "names what cannot"),
        (LINE + b"a\\b\n", "line 1 cannot be read"),
        (LINE + b"a\r\n", "line 1 cannot be read"),
        (LINE + b"a\n\n", "line 2 cannot be read"),
        (b"0" * 64 + b" *a\n", "line 1 cannot be read"),
        (b"0" * 63 + b"  a\n", "line 1 cannot be read"),
        (b"A" * 64 + b"  a\n", "line 1 cannot be read"),
        (LINE + b"\xff\n", "no text"),
    ],
)
def test_a_manifest_in_another_form_is_refused(root: Path, written: bytes, why: str) -> None:
    (root / MANIFEST).write_bytes(written)
    with pytest.raises(ManifestError, match=why):
        read_manifest(root)
    assert _verified(root)[0] == 1


def test_a_manifest_that_is_not_there_or_a_link_is_refused(root: Path) -> None:
    (root / MANIFEST).rename(root.parent / MANIFEST)
    with pytest.raises(ManifestError, match="cannot be read"):
        read_manifest(root)
    (root / MANIFEST).symlink_to(root.parent / MANIFEST)
    with pytest.raises(ManifestError, match="no plain file"):
        read_manifest(root)
