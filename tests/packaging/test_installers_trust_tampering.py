"""The proof that changed bytes are refused: it can fail, it repeats itself, and it leaves nothing changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import prove_tamper
from installers import manifest, sums
from installers.signing import Signing
from installers.tampering import Flip, choose, flipped, kind_of

SIZES = {"lib/large.so": 1_000_000, "lib/small.pyc": 3, "lib/empty.py": 0, "MANIFEST.sha256": 900}
NAME = "agency-counter_0.1.0_amd64.deb"


def test_the_same_seed_makes_the_same_changes() -> None:
    assert choose(SIZES, 50, 7) == choose(dict(reversed(SIZES.items())), 50, 7)
    assert choose(SIZES, 50, 7) != choose(SIZES, 50, 8)


def test_small_files_are_changed_as_well_as_large_ones() -> None:
    flips = choose(SIZES, 300, 1)
    named = [flip.name for flip in flips]
    assert set(named) == {"lib/large.so", "lib/small.pyc", "MANIFEST.sha256"}
    assert named.count("lib/large.so") > 150
    assert all(0 <= flip.place < SIZES[flip.name] and 0 < flip.bits < 256 for flip in flips)


def test_without_a_byte_there_is_nothing_to_change() -> None:
    with pytest.raises(ValueError, match="no byte"):
        choose({"empty": 0}, 1, 1)


def test_a_change_is_undone_whatever_happens(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"abc")

    def change() -> None:
        with flipped(tmp_path, Flip("file", 1, 0x01)):
            assert (tmp_path / "file").read_bytes() == b"acc"
            raise KeyError

    with pytest.raises(KeyError):
        change()
    assert (tmp_path / "file").read_bytes() == b"abc"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("lib/PySide6/Qt/lib/libQt6Core.so.6", "native code"),
        ("DLLs/_ssl.pyd", "native code"),
        ("lib/app/main.pyc", "bytecode"),
        ("MANIFEST.sha256", "papers"),
        ("licenses/INDEX.txt", "papers"),
        ("lib/resources/fonts/CounterSans-Regular.ttf", "fonts and pictures"),
        ("agency-counter", "all else"),
    ],
)
def test_figures_are_told_by_the_kind_of_file(name: str, kind: str) -> None:
    assert kind_of(name) == kind


def test_what_is_accepted_fails_the_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_bytes(b"abc")
    flips = [Flip("file", 0, 1), Flip("file", 2, 3)]
    assert not prove_tamper.count(tmp_path, flips, lambda flip: flip.place == 0, "by a blind one")
    told = capsys.readouterr().out
    assert "by a blind one: 1 of 2 refused (1 in all else)" in told
    assert "ACCEPTED: byte 2 of file, bits 0x03" in told


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A payload whose launcher is the checkout's `verify`, told where the payload lies."""
    root = tmp_path / "program"
    for name in ("lib/app/one.pyc", "lib/large.so.6", "licenses/INDEX.txt"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(name.encode("ascii") * 40)
    (root / "installed.json").write_text("{}", encoding="ascii")
    launcher = root / "agency-counter"
    launcher.write_text(
        '#!/bin/sh\ncd "$(dirname "$0")" && sha256sum --strict --status -c MANIFEST.sha256\n',
        encoding="ascii",
    )
    launcher.chmod(0o755)
    manifest.write(root)
    return root


def test_a_payload_is_proved(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in program.rglob("*") if path.is_file()}
    assert prove_tamper.main([str(program), "--flips", "150", "--sample", "5", "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"by verify: 150 of 150 refused \(.*\d+ in papers", told)
    assert {path: path.read_bytes() for path in program.rglob("*") if path.is_file()} == before


def test_a_payload_that_refuses_what_is_whole_fails_the_proof(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (program / "lib/added.py").write_bytes(b"")
    assert prove_tamper.main([str(program), "--flips", "3", "--sample", "1"]) == 1
    assert "unchanged: REFUSED" in capsys.readouterr().out


def test_a_launcher_that_cannot_begin_refuses(program: Path) -> None:
    launcher = program / "agency-counter"
    assert prove_tamper.succeeds([str(launcher)])
    launcher.write_bytes(launcher.read_bytes().replace(b"/bin/sh", b"/bin/s`"))
    assert not prove_tamper.succeeds([str(launcher)])


def test_an_artefact_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / NAME).write_bytes(b"!<arch>\n" * 50)
    sums.publish(tmp_path, "0.1.0", "linux", Signing())
    assert prove_tamper.main([str(tmp_path / NAME), "--flips", "100", "--sample", "3", "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert "by the published digest: 100 of 100 refused" in told
    assert "by sha256sum --strict -c: 3 of 3 refused" in told
    (tmp_path / NAME).write_bytes(b"another")
    assert prove_tamper.main([str(tmp_path / NAME), "--flips", "1", "--sample", "1"]) == 1
