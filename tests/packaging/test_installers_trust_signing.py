"""The signing hook and the digests beside the artefacts, with commands of a line."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from installers import sums
from installers.errors import BuildError
from installers.signing import VARIABLE, Signing
from tests.support.program import PROJECT

INSIDE = "sh -c 'printf signed >>\"$0\"'"
BESIDE = "sh -c 'printf signed >\"$0.asc\"'"
BY_KIND = 'sh -c \'case $0 in *.exe) printf signed >>"$0";; *) printf signed >"$0.asc";; esac\''
SETUP = "agency-counter-0.1.0-setup.exe"
PACKAGE = "agency-counter_0.1.0_amd64.deb"


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    for name in (SETUP, PACKAGE, "agency-counter_0.0.9_amd64.deb", "agency-counter-0.1.01.run", "notes.txt"):
        (tmp_path / name).write_text(name, encoding="ascii")
    return tmp_path


def digest(content: str) -> str:
    return hashlib.sha256(content.encode("ascii")).hexdigest()


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="ascii").splitlines()


def run(folder: Path, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = shutil.which(program)
    assert path is not None, program
    return subprocess.run([path, *arguments], cwd=folder, capture_output=True, text=True, check=False)


def test_a_build_without_a_command_is_unsigned(
    dist: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    signing = Signing()
    assert not signing.is_wanted
    assert not signing.sign(dist / SETUP)
    assert lines(sums.publish(dist, "0.1.0", "windows", signing)) == [
        f"{digest(SETUP)}  {SETUP}",
        f"{digest(PACKAGE)}  {PACKAGE}",
    ]
    assert "Nothing is signed" in capsys.readouterr().out


def test_the_command_comes_from_the_variable_too(dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, INSIDE)
    assert Signing().sign(dist / SETUP)
    assert (dist / SETUP).read_text(encoding="ascii") == f"{SETUP}signed"


def test_the_digests_from_before_a_signature_are_published(dist: Path) -> None:
    written = sums.publish(dist, "0.1.0", "windows", Signing(BY_KIND))
    unsigned = "agency-counter-0.1.0-windows.unsigned.sha256"
    assert lines(dist / unsigned) == [f"{digest(SETUP)}  {SETUP}"]
    assert f"{digest(SETUP + 'signed')}  {SETUP}" in lines(written)
    assert f"{hashlib.sha256((dist / unsigned).read_bytes()).hexdigest()}  {unsigned}" in lines(written)
    assert (dist / "SHA256SUMS.asc").is_file()


def test_only_the_artefacts_of_the_system_are_signed(dist: Path) -> None:
    sums.publish(dist, "0.1.0", "linux", Signing(BESIDE))
    assert sorted(path.name for path in dist.glob("*.asc")) == ["SHA256SUMS.asc", f"{PACKAGE}.asc"]


def test_a_signature_of_an_earlier_build_does_not_stay(dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sums.publish(dist, "0.1.0", "linux", Signing(BESIDE))
    monkeypatch.delenv(VARIABLE, raising=False)
    sums.publish(dist, "0.1.0", "linux", Signing())
    assert list(dist.glob("*.asc")) == []


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("sh -c 'echo no card >&2; exit 3'", r"was not signed \(3\): no card"),
        ("true", "has signed nothing"),
        ("rm", "has removed"),
        ("no-such-program", "cannot be started"),
    ],
)
def test_what_was_not_signed_ends_the_build(dist: Path, command: str, said: str) -> None:
    with pytest.raises(BuildError, match=said):
        Signing(command).sign(dist / SETUP)


def test_a_path_with_spaces_is_one_argument(tmp_path: Path) -> None:
    path = tmp_path / "a folder; rm -rf" / "a $file.exe"
    path.parent.mkdir()
    path.write_bytes(b"")
    assert Signing(INSIDE).sign(path)
    assert path.read_bytes() == b"signed"


def test_sha256sum_reads_what_is_written(dist: Path) -> None:
    sums.publish(dist, "0.1.0", "linux", Signing(BESIDE))
    checked = run(dist, "sha256sum", "-c", "SHA256SUMS")
    assert checked.returncode == 0, checked.stderr
    (dist / PACKAGE).write_text("tampered", encoding="ascii")
    refused = run(dist, "sha256sum", "-c", "SHA256SUMS")
    assert refused.returncode == 1
    assert f"{PACKAGE}: FAILED" in refused.stdout


def test_the_sample_has_gpg_sign_beside_the_file(dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = dist / "bin/gpg"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "$@" >"$7"\n', encoding="ascii")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    monkeypatch.setenv("SIGN_GPG", "release@example.test")
    package = dist / PACKAGE
    assert Signing(str(PROJECT / "packaging/sign.sh")).sign(package)
    assert (dist / f"{PACKAGE}.asc").read_text(encoding="ascii").split() == [
        *("--batch", "--yes", "--armor", "--local-user", "release@example.test"),
        *("--output", f"{package}.asc", "--detach-sign", str(package)),
    ]


def test_the_sample_without_a_key_signs_nothing(dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIGN_GPG", raising=False)
    with pytest.raises(BuildError, match="SIGN_GPG"):
        Signing(str(PROJECT / "packaging/sign.sh")).sign(dist / PACKAGE)
