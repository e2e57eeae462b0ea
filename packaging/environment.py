"""The `.venv` of the checkout, created when it is missing, broken, or made from other locks."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import cast

import system_libraries

RUNTIME = "requirements.lock"
TEST = "requirements-test.lock"
PICTURES = "requirements-pictures.lock"
_STAMP = "agency-counter.json"
# What a person may have set for other programs, and what would lead these commands astray.
_FOREIGN = {
    "PIP_CONSTRAINT",
    "PIP_PREFIX",
    "PIP_REQUIRE_VIRTUALENV",
    "PIP_ROOT",
    "PIP_TARGET",
    "PIP_USER",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "QT_API",
    "VIRTUAL_ENV",
    "__PYVENV_LAUNCHER__",
}


class SetupError(Exception):
    """Raised when something is missing that these commands cannot install; its text is what to do."""


def clean_variables(root: Path) -> dict[str, str]:
    """The environment variables without those that would change Python's imports, which start at the root."""
    kept = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    return {**kept, "PYTHONPATH": str(root)}


def ready_python(root: Path, lock: str, *, with_screen: bool = False, look_again: bool = False) -> Path:
    """The Python of a `.venv` with all packages of the lock, on a system where Qt starts.

    Costs next to nothing when nothing has changed. Raises SetupError.
    """
    folder = root / ".venv"
    python = python_of(folder)
    stamp = read_stamp(folder) if python.exists() else {}
    wanted = wanted_stamp(root, lock, with_screen=with_screen)
    if look_again or not wanted.items() <= stamp.items():
        stamp = _installed(root, lock, stamp)
        system_libraries.ensure(python, with_screen=with_screen)
        write_stamp(folder, {**stamp, **wanted})
    return python


def python_of(folder: Path) -> Path:
    """Where the Python of a virtual environment lies."""
    return folder / "Scripts" / "python.exe" if os.name == "nt" else folder / "bin" / "python"


def wanted_stamp(root: Path, lock: str, *, with_screen: bool) -> dict[str, str]:
    """The least content of a valid stamp: the interpreter, and the hash of each lock."""
    wanted = {"interpreter": f"{sys.version} {sys.base_prefix}", RUNTIME: _hash_of(root, RUNTIME)}
    wanted[lock] = _hash_of(root, lock)
    if with_screen:
        wanted["screen"] = "loads"
    return wanted


def read_stamp(folder: Path) -> dict[str, str]:
    """The content of the stamp; empty when the environment may be incomplete."""
    try:
        read: object = json.loads((folder / _STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return cast("dict[str, str]", read) if isinstance(read, dict) else {}


def write_stamp(folder: Path, stamp: dict[str, str]) -> None:
    """Writes the stamp atomically, as the last step."""
    fresh = folder / f"{_STAMP}.new"
    fresh.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    fresh.replace(folder / _STAMP)


def _hash_of(root: Path, lock: str) -> str:
    return hashlib.sha256((root / "packaging" / lock).read_bytes()).hexdigest()


def _installed(root: Path, lock: str, stamp: dict[str, str]) -> dict[str, str]:
    """Installs the packages of the locks, and returns the new stamp.

    The other locks only add to the runtime lock. Any other change starts afresh, so that nothing old stays.
    """
    runtime = wanted_stamp(root, RUNTIME, with_screen=False)
    if not runtime.items() <= stamp.items():
        _make_afresh(root / ".venv")
        stamp = {}
    if stamp.get(lock) != _hash_of(root, lock):
        print(f"Installing what {lock} names (the first time this takes a minute or two)", flush=True)
        pip = [python_of(root / ".venv"), "-m", "pip", "install", "--quiet", "--no-input", "--no-user"]
        exact = ["--disable-pip-version-check", "--require-hashes", "--only-binary", ":all:", "--no-deps"]
        _call(
            [*map(str, pip), *exact, "-r", str(root / "packaging" / lock)], "The packages were not installed"
        )
    return {**stamp, **runtime, lock: _hash_of(root, lock)}


def _make_afresh(folder: Path) -> None:
    _ensure_venv_module()
    print(f"Making {folder} with Python {sys.version.partition(' ')[0]}", flush=True)
    _call([sys.executable, "-m", "venv", "--clear", str(folder)], f"{folder} could not be made")


def _ensure_venv_module() -> None:
    """Installs Debian's package for venv when it is missing."""
    packages = [f"python3.{sys.version_info.minor}-venv"]
    if importlib.util.find_spec("ensurepip") is None and not system_libraries.install_packages(packages):
        line = system_libraries.install_line(packages)
        message = f"This Python cannot make virtual environments. Run:\n  {line}"
        raise SetupError(message)


def _call(command: list[str], failure: str) -> None:
    variables = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    ended = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        message = f"{failure}:\n{ended.stdout}{ended.stderr}"
        raise SetupError(message)
