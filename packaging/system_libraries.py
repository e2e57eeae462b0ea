"""The operating system's libraries that Qt needs: which are missing, and how to get them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

NO_DISPLAY = (
    "There is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set): start this in a desktop session, "
    "or on a virtual screen with `xvfb-run -a python3 packaging/dev.py run` (Debian: apt-get install xvfb)."
)
# Debian's packages; Ubuntu has or provides the same names.
PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    # For a window on an X screen:
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
_MODULES = ("QtCore", "QtGui", "QtNetwork", "QtPrintSupport", "QtSvg", "QtTest", "QtWidgets")
_PROOF = "from PySide6 import QtGui, QtNetwork, QtSvg, QtTest, QtWidgets; QtWidgets.QApplication([])"
_NOT_FOUND = re.compile(r"^\s*(\S+) => not found", re.MULTILINE)
_APT_GET = ("apt-get", "install", "-y", "--no-install-recommends")


class LibrariesError(Exception):
    """Raised when Qt does not start on this system; its text is what to do."""


def has_display(variables: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a window can open; only Linux needs a variable for it."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return not platform.startswith("linux") or any(variables.get(name) for name in names)


def ensure(python: Path, *, with_screen: bool) -> None:
    """Return when Qt starts; missing libraries are installed first if that needs no permission.

    Those for a screen too, as a window may be opened here later; but they are needed only `with_screen`.
    Raises LibrariesError.
    """
    lacking = missing_libraries(python, with_screen=True)
    if lacking:
        install_packages(packages_for(lacking))
        lacking = missing_libraries(python, with_screen=with_screen)
    if lacking:
        raise LibrariesError(advice(lacking))
    _prove(python)


def missing_libraries(python: Path, *, with_screen: bool) -> set[str]:
    """The system's libraries that Qt's files need and do not find; none without `ldd`."""
    qt = next(python.parent.parent.glob("lib/python3*/site-packages/PySide6"), None)
    linker = shutil.which("ldd")
    if qt is None or linker is None:
        return set()
    files = [each for module in _MODULES for each in qt.glob(f"{module}.*so")]
    files.append(qt / "Qt" / "plugins" / "platforms" / "libqoffscreen.so")
    if with_screen:
        files.append(qt / "Qt" / "plugins" / "platforms" / "libqxcb.so")
    told = subprocess.run([linker, *map(str, files)], capture_output=True, text=True, check=False)
    return parse_missing(told.stdout)


def parse_missing(told: str) -> set[str]:
    """The libraries that `ldd` did not find, from what it printed."""
    return set(_NOT_FOUND.findall(told))


def packages_for(libraries: Iterable[str]) -> list[str]:
    """The Debian packages that hold these libraries, as far as they are known."""
    return sorted({PACKAGES[each] for each in libraries if each in PACKAGES})


def advice(libraries: Iterable[str]) -> str:
    """The text of what is missing, with the command to run where it is known."""
    lacking = sorted(libraries)
    packages = packages_for(lacking)
    sentence = f"Qt needs libraries that this system lacks: {', '.join(lacking)}."
    if shutil.which("apt-get") is None or not packages:
        return f"{sentence} Install the packages of your system that hold them, then start again."
    return f"{sentence} Run:\n  {install_line(packages)}"


def install_line(packages: Iterable[str]) -> str:
    """The line that installs Debian packages."""
    return " ".join(["sudo", *_APT_GET, *packages])


def install_packages(packages: list[str]) -> bool:
    """Install Debian packages if that needs no permission. Returns whether they are there now."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("apt-get") is None or not packages:
        return False
    print(f"Installing {' '.join(packages)}", flush=True)
    install = [*_APT_GET, *packages]
    # The list of what there is may be old or absent: then fetch it and try again.
    return _succeeds(install) or (_succeeds(["apt-get", "update"]) and _succeeds(install))


def _succeeds(command: list[str]) -> bool:
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=variables, capture_output=True, check=False).returncode == 0


def _prove(python: Path) -> None:
    """Start an application of Qt without a screen."""
    variables = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    tried = subprocess.run(
        [str(python), "-c", _PROOF], env=variables, capture_output=True, text=True, check=False
    )
    if tried.returncode != 0:
        message = f"Qt does not start on this system:\n{tried.stderr}"
        raise LibrariesError(message)
