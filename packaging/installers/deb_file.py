"""The package for Debian and its like, by Debian's own tool."""

from __future__ import annotations

import gzip
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from installers import tools
from installers.archives import XZ_LEVELS
from installers.native import Needs
from installers.payload import normalise
from installers.run_file import installed_kilobytes
from installers.templates import filled

NAME = "agency-counter"
PLACE = f"opt/{NAME}"
_SCRIPTS = ("preinst", "prerm", "postrm")


@dataclass(frozen=True)
class DebFile:
    """What goes into the package."""

    version: str
    root: Path
    """The staged payload."""
    files: Path
    """The folder of the package's own files."""
    needs: Needs
    epoch: int
    is_quick: bool


def write(made: DebFile, work: Path, target: Path) -> None:
    """Write the package; `work` is a folder for its tree, made anew. Raises BuildError."""
    if work.exists():
        shutil.rmtree(work)
    shutil.copytree(made.root, work / PLACE)
    shutil.copytree(made.root / "share", work / "usr" / "share")
    command = work / "usr" / "bin" / NAME
    command.parent.mkdir()
    _write_papers(made, work / "usr" / "share" / "doc" / NAME)
    _write_control(made, work / "DEBIAN")
    normalise(work, made.epoch)
    # A time of its own the link cannot have everywhere: dpkg-deb gives it that of the package.
    command.symlink_to(f"/{PLACE}/{NAME}")
    tools.run(
        [
            "dpkg-deb",
            "--root-owner-group",
            "-Zxz",
            f"-z{XZ_LEVELS[made.is_quick]}",
            "--build",
            work,
            target,
        ],
        SOURCE_DATE_EPOCH=str(made.epoch),
        # One block in the archive, instead of one for each processor: else the bytes would differ.
        DPKG_DEB_THREADS_MAX="1",
    )
    shutil.rmtree(work)


def dependencies(needs: Needs) -> str:
    """What the package needs, as a package says it."""
    told = [f"libc6 (>= {needs.glibc})", *sorted(needs.packages - {"libc6"})]
    return ", ".join(told)


def _write_control(made: DebFile, folder: Path) -> None:
    folder.mkdir()
    values = {
        "VERSION": made.version,
        "INSTALLED_KB": str(installed_kilobytes(made.root)),
        "DEPENDS": dependencies(made.needs),
    }
    (folder / "control").write_text(filled(made.files / "control", values), encoding="utf-8")
    for name in _SCRIPTS:
        (folder / name).write_text(filled(made.files / name, values), encoding="utf-8")
        (folder / name).chmod(0o755)


def _write_papers(made: DebFile, folder: Path) -> None:
    folder.mkdir(parents=True)
    shutil.copyfile(made.files / "copyright", folder / "copyright")
    date = format_datetime(datetime.fromtimestamp(made.epoch, UTC))
    entry = (
        f"{NAME} ({made.version}) stable; urgency=medium\n\n"
        "  * See Upgrading in packaging/README.md for what an upgrade does.\n\n"
        f" -- Agency Counter <agency-counter@localhost>  {date}\n"
    )
    with (folder / "changelog.gz").open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        packed.write(entry.encode())
