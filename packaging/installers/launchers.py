"""The two programs that start the counter on Windows: one with a window, one for a terminal."""

from __future__ import annotations

import tempfile
from pathlib import Path

from installers.tools import require, run

SOURCES = Path(__file__).parents[1] / "windows"
WINDOWED, CONSOLE = "agency-counter", "agency-counter-cli"
_PREFIX = "x86_64-w64-mingw32"
TOOLS = {f"{_PREFIX}-gcc": "gcc-mingw-w64-x86-64", f"{_PREFIX}-windres": "binutils-mingw-w64-x86-64"}
_COMPILER = ("-O2", "-s", "-std=c11", "-Wall", "-Wextra", "-Werror", "-municode")
# No time of the build in the file; where it is loaded cannot be foreseen, and data is not run.
_LINKER = ("-Wl,--no-insert-timestamp", "-Wl,--dynamicbase,--nxcompat,--high-entropy-va")


def numbers(version: str) -> str:
    """The version as Windows has it in resources: four numbers with commas."""
    parts = [*version.split("."), "0", "0", "0"]
    return ",".join(parts[:4])


def build(version: str, tag: str, into: Path) -> list[Path]:
    """Compile both launchers of a version of the program for `pythonTAG.dll`. Raises BuildError."""
    require(TOOLS)
    into.mkdir(parents=True, exist_ok=True)
    return [_build(name, version, tag, into) for name in (WINDOWED, CONSOLE)]


def _build(name: str, version: str, tag: str, into: Path) -> Path:
    built = into / f"{name}.exe"
    kind = ("-mconsole", "-DCONSOLE") if name == CONSOLE else ("-mwindows",)
    with tempfile.TemporaryDirectory() as temporary:
        resources = Path(temporary) / "resources.o"
        told = (f'-DVERSION=\\"{version}\\"', f"-DNUMBERS={numbers(version)}", f'-DPROGRAM=\\"{name}\\"')
        run([f"{_PREFIX}-windres", *told, "launcher.rc", "-O", "coff", "-o", resources], SOURCES)
        library = f'-DPYTHON_DLL=L"python{tag}.dll"'
        command = [
            f"{_PREFIX}-gcc",
            *_COMPILER,
            *kind,
            library,
            *_LINKER,
            "launcher.c",
            resources,
            "-o",
            built,
        ]
        run(command, SOURCES)
    return built
