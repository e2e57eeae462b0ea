"""The single file for Linux around a small payload, and a computer for it to be tried on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from installers import manifest, run_file
from installers.run_file import RunFile
from tests.support.program import PROJECT

_LINUX = PROJECT / "packaging" / "linux"
# Isolated, as the real one; what Qt needs of the host is not the matter here.
_PYTHON = f"""#!/bin/sh
case "$*" in *PySide6*) exit 0 ;; esac
exec {sys.executable} -I "$@"
"""
# Says what `told` beside the home says, and ends with the number there.
_LAUNCHER = """#!/bin/sh
case $1 in
    upgrade-check) cat "$HOME/sentence" 2>/dev/null; exit "$(cat "$HOME/status" 2>/dev/null || echo 0)" ;;
    version) echo "data       $HOME/.local/share/AgencyCounter" ;;
esac
"""


@dataclass(frozen=True)
class Computer:
    """A home, tools that lie, and the files of the installers."""

    folder: Path

    @property
    def home(self) -> Path:
        """The clerk's; its path is one that shells and menus stumble on."""
        return self.folder / "a 'home' 100%"

    @property
    def root(self) -> Path:
        """Where the program is installed."""
        return self.home / ".local" / "opt" / "agency-counter"

    @property
    def data(self) -> Path:
        """What the clerk has sold."""
        return self.home / ".local" / "share" / "AgencyCounter" / "journal"

    def tool(self, name: str, script: str) -> None:
        """Put a command of this name before the real one."""
        path = self.folder / "tools" / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def says(self, status: int, sentence: str) -> None:
        """What the installed program answers when it is asked whether it may be replaced."""
        (self.home / "status").write_text(str(status))
        (self.home / "sentence").write_text(sentence)

    def run(self, script: Path, *arguments: str, answer: str = "") -> subprocess.CompletedProcess[str]:
        """What became of a script that the clerk has started."""
        return subprocess.run(
            ["/bin/sh", str(script), *arguments],
            env={"HOME": str(self.home), "PATH": f"{self.folder / 'tools'}:{os.environ['PATH']}"},
            input=answer,
            capture_output=True,
            text=True,
            check=False,
        )

    def is_whole(self, version: str) -> bool:
        """Whether exactly that version is installed, every byte of it."""
        listed = manifest.files(self.root)
        told = (self.root / manifest.NAME).read_text(encoding="ascii").splitlines()
        now = [f"{manifest.digest_of(self.root / name)}  {name}" for name in listed if name != manifest.NAME]
        return now == told and f'"{version}"' in (self.root / "installed.json").read_text()

    def leftovers(self) -> list[str]:
        """What lies beside the installed program."""
        return sorted(path.name for path in self.root.parent.iterdir() if path != self.root)


def new_computer(folder: Path) -> Computer:
    """One on which something was sold, and nothing is installed. Its folder is empty before."""
    computer = Computer(folder)
    (folder / "tools").mkdir()
    computer.data.parent.mkdir(parents=True)
    computer.data.write_text("sold")
    if os.geteuid() == 0:
        # The clerk is nobody who may do everything.
        computer.tool("id", "echo 1000")
    return computer


def make_file(folder: Path, version: str, extra: str = "") -> Path:
    """The single file of a version; `extra` names a file that it alone has."""
    root = folder / f"payload-{version}"
    _lay_out(root, version)
    if extra:
        (root / "lib" / extra).write_text(version)
    manifest.write(root)
    work = folder / "work"
    work.mkdir(exist_ok=True)
    target = folder / f"agency-counter-{version}.run"
    made = RunFile(version, "2.17", root, _LINUX / "installer.sh", 1_700_000_000, is_quick=True)
    run_file.write(made, work, target)
    return target


def _lay_out(root: Path, version: str) -> None:
    for name, text in (
        ("python/bin/python3.11", _PYTHON),
        ("agency-counter", _LAUNCHER),
        ("lib/app/main.pyc", f"code of {version}"),
        ("installed.json", f'{{\n "version": "{version}"\n}}\n'),
        ("share/applications/agency-counter.desktop", "[Desktop Entry]\nName=Agency Counter\nExec=x\n"),
        ("share/icons/hicolor/scalable/apps/agency-counter.svg", "<svg/>"),
        ("share/metainfo/agency-counter.metainfo.xml", "<component/>"),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    shutil.copy(_LINUX / "uninstall.sh", root)
    for name in ("python/bin/python3.11", "agency-counter", "uninstall.sh"):
        (root / name).chmod(0o755)
