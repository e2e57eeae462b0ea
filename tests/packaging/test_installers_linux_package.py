"""The package for Debian: what its scripts refuse, and what it says of itself."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from installers import deb_file, debian
from installers.native import HOST_LIBRARIES, Needs
from installers.templates import filled
from tests.support.program import PROJECT

LINUX = PROJECT / "packaging" / "linux"
RUNS, OPEN = 3, 4


def run_script(
    folder: Path, name: str, *arguments: str, status: int | None
) -> subprocess.CompletedProcess[str]:
    """What a script of version 0.10.0 does where the installed program, if any, answers like this."""
    root = folder / "opt"
    if status is not None:
        root.mkdir()
        (root / "agency-counter").write_text(f'#!/bin/sh\necho "Asked: $*"\nexit {status}\n')
        (root / "agency-counter").chmod(0o755)
    script = folder / name
    text = filled(LINUX / "debian" / name, {"VERSION": "0.10.0"})
    assert text.count("ROOT=/opt/agency-counter") <= 1
    script.write_text(text.replace("ROOT=/opt/agency-counter", f"ROOT='{root}'"))
    return subprocess.run(
        ["/bin/sh", str(script), *arguments],
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "arguments", "status", "words"),
    [
        ("preinst", ("install",), None, ""),
        ("preinst", ("upgrade", "0.9.0"), 0, ""),
        ("preinst", ("upgrade", "0.10.0"), 0, ""),
        ("preinst", ("upgrade", "0.9.0"), RUNS, "Asked: upgrade-check --all-users"),
        ("preinst", ("upgrade", "0.9.0"), OPEN, "Asked: upgrade-check --all-users"),
        ("preinst", ("upgrade", "0.9.0"), 1, "could not say whether"),
        ("preinst", ("upgrade", "0.11.0"), 0, "newer than 0.10.0"),
        ("preinst", ("install",), 0, "no package has put it there"),
        ("preinst", ("abort-upgrade", "0.11.0"), 0, ""),
        ("prerm", ("remove",), 0, ""),
        ("prerm", ("remove",), OPEN, ""),
        ("prerm", ("remove",), 1, ""),
        ("prerm", ("remove",), RUNS, "Asked: upgrade-check --all-users"),
        ("prerm", ("upgrade", "0.11.0"), RUNS, ""),
        ("postrm", ("remove",), None, ""),
        ("postrm", ("purge",), None, ""),
    ],
)
def test_a_script_refuses_what_would_cost_money(
    tmp_path: Path, name: str, arguments: tuple[str, ...], status: int | None, words: str
) -> None:
    ended = run_script(tmp_path, name, *arguments, status=status)
    assert (ended.returncode != 0) == bool(words), ended
    assert words in ended.stderr


def test_it_needs_what_its_libraries_ask_for() -> None:
    needs = Needs(frozenset({"libc6", "libgl1", HOST_LIBRARIES["libglib-2.0.so.0"]}), "2.35")
    assert deb_file.dependencies(needs) == "libc6 (>= 2.35), libgl1, libglib2.0-0t64 | libglib2.0-0"


def test_the_packages_of_the_runtime_are_pinned() -> None:
    packages = debian.read_packages(LINUX / "runtime.lock")
    assert {"libssl3", "python3.11-minimal", "libxcb-cursor0"} <= {package.name for package in packages}
    assert all(re.fullmatch("[0-9a-f]{64}", package.sha256) for package in packages)


def test_the_menu_and_the_catalogue_name_the_same_program() -> None:
    entry = (LINUX / "agency-counter.desktop").read_text(encoding="utf-8").splitlines()
    about = (LINUX / "agency-counter.metainfo.xml").read_text(encoding="utf-8")
    told = dict(re.findall(r"<(launchable|summary)[^>]*>([^<]*)<", about))
    program = (PROJECT / "app/lifecycle/startup.py").read_text(encoding="utf-8")
    names = dict(re.findall(r'app\.set(ApplicationName|DesktopFileName)\("(.*)"\)', program))
    assert names["DesktopFileName"] == told["launchable"].removesuffix(".desktop")
    assert f"StartupWMClass={names['ApplicationName']}" in entry
    assert entry[0] == "[Desktop Entry]"
    assert {"Exec=agency-counter", "Icon=agency-counter", "Terminal=false"} <= set(entry)
    assert told["launchable"] == "agency-counter.desktop"
    assert f"Comment={told['summary']}" in entry
