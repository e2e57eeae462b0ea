"""Builds the installers of a system twice, in surroundings that differ, and compares them byte for byte.

Each build gets a clone of the last commit in a folder of its own name and depth, another home, umask, time
zone, language, seed of hashes, order of the files in the wheelhouse and number of processors.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from installers.comparing import differences
from installers.locks import digest_of

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Surroundings:
    """What differs between the two builds, and must not change their artefacts."""

    folder: str
    umask: int
    variables: dict[str, str]
    is_reversed: bool = False
    processors: int = 0


ONE = Surroundings("a", 0o022, {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0"})
OTHER = Surroundings(
    "another folder/of some/more depth",
    0o077,
    {"TZ": "Asia/Kolkata", "LC_ALL": "C", "LANGUAGE": "hi", "PYTHONHASHSEED": "4711", "USER": "somebody"},
    is_reversed=True,
    processors=1,
)


def main(arguments: list[str]) -> int:
    """The exit status: 0 when both builds are the same bytes."""
    parser = argparse.ArgumentParser(prog="python3 packaging/compare_builds.py", description=__doc__)
    parser.add_argument("system", choices=("linux", "windows"))
    parser.add_argument("--wheelhouse", type=Path, default=ROOT / "build" / "wheelhouse")
    parser.add_argument("--quick", action="store_true", help="compress fast instead of well")
    # Of this moment: the checkout may change between the two builds.
    parser.set_defaults(commit=_output(["git", "-C", str(ROOT), "rev-parse", "HEAD"]))
    asked = parser.parse_args(arguments)
    options = ["--quick"] if asked.quick else []
    with tempfile.TemporaryDirectory(prefix="agency-counter-builds-") as folder:
        made = [build(each, Path(folder), asked, options) for each in (ONE, OTHER)]
        if None in made:
            return 1
        found = differences(*(each for each in made if each is not None))
        for line in found:
            print(line)
        for path in sorted((made[0] or Path()).glob("dist/*")):
            print(f"{digest_of(path)}  {path.name} ({path.stat().st_size:,} bytes)")
    print("The builds differ." if found else "Both builds are the same, byte for byte.")
    return 1 if found else 0


def build(around: Surroundings, within: Path, asked: argparse.Namespace, options: list[str]) -> Path | None:
    """The folder with the artefacts of one build and what it staged; None when it failed."""
    checkout = within / around.folder / "checkout"
    home = within / around.folder / "home"
    home.mkdir(parents=True)
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", "--no-checkout", ROOT, checkout], check=True)
    subprocess.run(["git", "-C", checkout, "checkout", "--quiet", "--detach", asked.commit], check=True)
    house = lay_wheelhouse(asked.wheelhouse, within / around.folder / "house", is_reversed=around.is_reversed)
    command = [sys.executable, checkout / "packaging/build.py", asked.system, "--wheelhouse", house, *options]
    began = time.monotonic()
    ended = subprocess.run(
        command,
        cwd=home,
        env={**_inherited(), **around.variables, "HOME": str(home)},
        umask=around.umask,
        preexec_fn=_on_processors(around.processors),
        check=False,
    )
    print(
        f"built in {checkout}: {time.monotonic() - began:.0f} s, exit status {ended.returncode}", flush=True
    )
    if ended.returncode != 0:
        return None
    made = within / around.folder / "made"
    made.mkdir()
    for name in ("dist", "stage"):
        (checkout / "build" / name).rename(made / name)
    return made


def lay_wheelhouse(source: Path, target: Path, *, is_reversed: bool) -> Path:
    """Copies a wheelhouse, in the order of the file names or in reverse."""
    for path in sorted((path for path in source.rglob("*") if path.is_file()), reverse=is_reversed):
        laid = target / path.relative_to(source)
        laid.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, laid)
    return target


def _output(command: list[str]) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def _inherited() -> dict[str, str]:
    """The variables of both builds: where programs lie, among them the Pythons that compile bytecode."""
    pyenv = {"PYENV_ROOT": str(Path.home() / ".pyenv")}
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "PYENV_ROOT")}
    return {**pyenv, **kept}


def _on_processors(count: int) -> Callable[[], None] | None:
    """A function that limits a child process to so many processors: packers split their work by them."""
    if not count:
        return None
    chosen = sorted(os.sched_getaffinity(0))[:count]
    return lambda: os.sched_setaffinity(0, chosen)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
