"""What the libraries of the Windows payload ask for: it lies in the tree, or every Windows has it."""

from __future__ import annotations

import re
from pathlib import Path

from installers.errors import BuildError
from installers.tools import run

TOOLS = {"x86_64-w64-mingw32-objdump": "binutils-mingw-w64-x86-64"}
# Of Windows 10 1809 and newer, each in the system's folder.
SYSTEM_LIBRARIES = frozenset(
    {
        "advapi32",
        "authz",
        "bcrypt",
        "bcryptprimitives",
        "cfgmgr32",
        "comctl32",
        "comdlg32",
        "crypt32",
        "d2d1",
        "d3d11",
        "d3d12",
        "d3d9",
        "dcomp",
        "dnsapi",
        "dwmapi",
        "dwrite",
        "dxgi",
        "gdi32",
        "icu",
        "icuuc",
        "imm32",
        "iphlpapi",
        "kernel32",
        "mfplat",
        "mpr",
        "mscms",
        "msvcrt",
        "ncrypt",
        "netapi32",
        "normaliz",
        "ntdll",
        "ole32",
        "oleaut32",
        "pdh",
        "powrprof",
        "propsys",
        "psapi",
        "rpcrt4",
        "secur32",
        "setupapi",
        "shcore",
        "shell32",
        "shlwapi",
        "sspicli",
        "ucrtbase",
        "uiautomationcore",
        "user32",
        "userenv",
        "usp10",
        "uxtheme",
        "version",
        "wbemuuid",
        "winhttp",
        "winmm",
        "winspool",
        "wldap32",
        "ws2_32",
        "wtsapi32",
    }
)
_ASKED = re.compile(r"^\s*DLL Name: (\S+)\s*$", re.MULTILINE)
_OF_SYSTEM = ("api-ms-win-", "ext-ms-")
_WITH_RUNTIME = ("PySide6", "shiboken6")
_RUNTIME = ("concrt", "msvcp", "vcamp", "vccorlib", "vcomp", "vcruntime")
_SUFFIXES = (".dll", ".exe", ".pyd")


def drop_unused(root: Path) -> list[str]:
    """Remove the libraries of Microsoft's C++ runtime that nothing in the tree asks for; their names."""
    programs = _programs(root)
    asked = {path: asked_by(path) for path in programs}
    dropped: list[str] = []
    while unused := [path for path in asked if _is_runtime(path) and not _is_asked(path, asked)]:
        for path in unused:
            del asked[path]
            path.unlink()
            dropped.append(path.relative_to(root).as_posix())
    return sorted(dropped)


def _is_runtime(path: Path) -> bool:
    return path.parent.name in _WITH_RUNTIME and path.name.startswith(_RUNTIME)


def _is_asked(path: Path, asked: dict[Path, list[str]]) -> bool:
    return any(path.name.lower() in names for other, names in asked.items() if other != path)


def _programs(root: Path) -> list[Path]:
    return [path for path in sorted(root.rglob("*")) if path.suffix in _SUFFIXES]


def refuse_incomplete(root: Path) -> None:
    """Raise BuildError when a program or library of the tree asks for what neither it nor Windows has."""
    programs = _programs(root)
    there = {path.name.lower() for path in programs}
    lacking = [
        f"{path.relative_to(root)} asks for {name}"
        for path in programs
        for name in asked_by(path)
        if name not in there and not is_of_windows(name)
    ]
    if lacking:
        raise BuildError("Neither the tree nor Windows has these:\n  " + "\n  ".join(lacking))


def asked_by(path: Path) -> list[str]:
    """The libraries that a program or library asks for when it is loaded, in small letters."""
    return [name.lower() for name in _ASKED.findall(run([*TOOLS, "-p", path]))]


def is_of_windows(name: str) -> bool:
    """Whether each Windows that the program runs on has the library."""
    stem = name.removesuffix(".dll").removesuffix(".drv")
    return stem in SYSTEM_LIBRARIES or name.startswith(_OF_SYSTEM)
