"""What a build needs of others: wheels by pip, Debian's packages by apt. After that no network."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from installers import debian
from installers.errors import BuildError
from installers.locks import digest_of, read_lock, wheels_of
from installers.tools import run

_EXACT = (
    "--require-hashes",
    "--no-deps",
    "--only-binary",
    ":all:",
    "--disable-pip-version-check",
    "--no-input",
)
_LINUX_PYTHON = "3.11"
_OLDEST_GLIBC, _NEWEST_GLIBC = 5, 35


@dataclass(frozen=True)
class Target:
    """The Python that wheels are wanted for, as pip asks for it."""

    platforms: tuple[str, ...]
    python: str

    def options(self) -> list[str]:
        """For `pip download`, whatever system and Python it runs on."""
        abi = "cp" + self.python.replace(".", "")
        platforms = [option for each in self.platforms for option in ("--platform", each)]
        abis = ["--abi", abi, "--abi", "abi3", "--abi", "none"]
        return [*platforms, "--python-version", self.python, "--implementation", "cp", *abis]


LINUX = Target(
    (
        *(f"manylinux_2_{minor}_x86_64" for minor in range(_NEWEST_GLIBC, _OLDEST_GLIBC - 1, -1)),
        "manylinux2014_x86_64",
        "linux_x86_64",
    ),
    _LINUX_PYTHON,
)


def fetch_wheels(lock: Path, target: Target, wheelhouse: Path, checkout: Path) -> list[Path]:
    """The wheel of each pin, in the wheelhouse; fetched by pip, from where pip is configured to, if need be.

    Raises BuildError.
    """
    wheelhouse.mkdir(parents=True, exist_ok=True)
    pins = read_lock(lock)
    with suppress(BuildError):
        return wheels_of(pins, wheelhouse)
    print(f"Fetching what {lock.name} names", flush=True)
    pip = [_python_with_pip(checkout), "-m", "pip", "download", "--quiet", *_EXACT, *target.options()]
    with tempfile.TemporaryDirectory(dir=wheelhouse) as temporary:
        run([*pip, "--dest", temporary, "--requirement", lock], None, **_configuration())
        for path in Path(temporary).iterdir():
            path.replace(wheelhouse / path.name)
    return wheels_of(pins, wheelhouse)


def fetch_packages(lock: Path, folder: Path) -> None:
    """Get the packages of Debian that the lock names into the folder. Raises BuildError."""
    packages = debian.read_packages(lock)
    folder.mkdir(parents=True, exist_ok=True)
    missing = [each for each in packages if not (folder / each.file).is_file()]
    if missing:
        print(f"Fetching what {lock.name} names", flush=True)
        download([f"{each.name}={each.version}" for each in missing], folder)
    debian.verified(packages, folder)


def renew_packages(lock: Path) -> None:
    """Write the newest versions that apt knows of the same packages into the lock. Raises BuildError."""
    head = [line for line in lock.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    names = [each.name for each in debian.read_packages(lock)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        download(names, folder)
        rows: list[str] = []
        for path in sorted(folder.glob("*.deb")):
            name, version, _ = path.stem.replace("%3a", ":").split("_")
            rows.append(f"{name} {version} {digest_of(path)}")
    lock.write_text("\n".join([*head, *rows]) + "\n", encoding="utf-8")


def download(packages: list[str], folder: Path) -> None:
    """Have apt get these packages from where it is configured to: it checks the signatures.

    What the system knows of its sources may be old: then they are read anew, into a folder of our own, so
    that nothing of the system changes and nobody's leave is needed. Raises BuildError.
    """
    fetch = ["apt-get", "--quiet", "--quiet", "download", *packages]
    with suppress(BuildError):
        run(fetch, folder)
        return
    with tempfile.TemporaryDirectory() as temporary:
        fresh = _own_lists(Path(temporary))
        with suppress(BuildError):
            # One source that does not answer need not be Debian's.
            run(["apt-get", *fresh, "--quiet", "--quiet", "update"])
        try:
            run([fetch[0], *fresh, *fetch[1:]], folder)
        except BuildError as error:
            raise BuildError(
                f"{error}\nDebian may have newer ones: `python3 packaging/build.py renew` pins those."
            ) from None


def _own_lists(folder: Path) -> list[str]:
    (folder / "lists" / "partial").mkdir(parents=True)
    (folder / "cache" / "archives" / "partial").mkdir(parents=True)
    options = {
        "Dir::State::lists": folder / "lists",
        "Dir::Cache": folder / "cache",
        "Debug::NoLocking": "true",
        "APT::Architecture": debian.ARCHITECTURE,
    }
    return [part for name, value in options.items() for part in ("-o", f"{name}={value}")]


def _python_with_pip(checkout: Path) -> Path:
    """Debian keeps pip out of its Python; the checkout's own environment has it."""
    own = checkout / ".venv" / "bin" / "python"
    if importlib.util.find_spec("pip") is not None:
        return Path(sys.executable)
    if own.exists():
        return own
    raise BuildError("This Python has no pip: run `python3 packaging/dev.py setup` once.")


def _configuration() -> dict[str, str]:
    """Where pip finds packages is the person's to say, also by variables."""
    names = (
        "PIP_INDEX_URL",
        "PIP_EXTRA_INDEX_URL",
        "PIP_FIND_LINKS",
        "PIP_CONFIG_FILE",
        "PIP_CERT",
        "PIP_PROXY",
    )
    return {name: os.environ[name] for name in names if name in os.environ}


def unpack_tool(wheel: Path, name: str, into: Path) -> Path:
    """A program that a wheel carries, ready to be started."""
    into.mkdir(parents=True, exist_ok=True)
    shutil.unpack_archive(wheel, into, "zip")
    program = next(into.glob(f"*.data/scripts/{name}"), None)
    if program is None:
        raise BuildError(f"{wheel.name} holds no program {name}.")
    program.chmod(0o755)
    return program
