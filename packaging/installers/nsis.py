"""The setup program for Windows, and the uninstaller that the payload carries."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from installers import launchers
from installers.tools import run

UNINSTALLER = "uninstall.exe"
_QUICK, _SMALL = "zlib", "/SOLID lzma"


def make_uninstaller(names: Iterable[str], version: str, epoch: int, work: Path) -> Path:
    """The program that removes exactly these files, by their paths with slashes, and folders left empty.

    Raises BuildError.
    """
    work.mkdir(parents=True, exist_ok=True)
    removal, made = work / "files.nsh", work / UNINSTALLER
    removal.write_text(removal_of(names), encoding="utf-8")
    _make("uninstaller.nsi", version, epoch, OUT=made, UNUSED=work / "unused.exe", FILES=removal)
    return made


def make_installer(root: Path, version: str, epoch: int, out: Path, *, is_quick: bool) -> Path:
    """The setup program with the payload of that root. Raises BuildError."""
    artefact = out / f"agency-counter-{version}-setup.exe"
    out.mkdir(parents=True, exist_ok=True)
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
    compressor = _QUICK if is_quick else _SMALL
    told = {"STAGE": root, "OUT": artefact, "COMPRESSOR": compressor, "KILOBYTES": size // 1024}
    _make("installer.nsi", version, epoch, **told)
    return artefact


def removal_of(names: Iterable[str]) -> str:
    """The lines of the uninstaller that remove these files, and then the folders that are empty by that."""
    files = sorted(names)
    folders = {str(parent) for name in files for parent in PurePosixPath(name).parents if str(parent) != "."}
    # A folder comes behind those that lie in it.
    lines = [f'Delete "$INSTDIR\\{_windows(name)}"' for name in files]
    lines += [f'RMDir "$INSTDIR\\{_windows(name)}"' for name in sorted(folders, reverse=True)]
    return "\n".join(lines) + "\n"


def _windows(name: str) -> str:
    return name.replace("/", "\\").replace("$", "$$")


def _make(script: str, version: str, epoch: int, **told: object) -> None:
    given = {"VERSION": version, "NUMBERS": launchers.numbers(version).replace(",", "."), **told}
    defines = [f"-D{name}={value}" for name, value in given.items()]
    # Every warning ends the build.
    run(
        ["makensis", "-V2", "-WX", "-NOCD", *defines, script], launchers.SOURCES, SOURCE_DATE_EPOCH=str(epoch)
    )
