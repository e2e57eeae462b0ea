"""The installers, each by one command: `fetch` once with a network, then `linux` or `windows` without."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import interpreter

if TYPE_CHECKING:
    from installers.options import Options

ROOT = Path(__file__).resolve().parent.parent
_OLDEST = (3, 11)
_WRONG_USE = 2


def main(arguments: list[str]) -> int:
    """The exit status of the command."""
    if sys.version_info[:2] < _OLDEST:
        found = interpreter.find_suitable()
        if found is None:
            print(interpreter.NONE_FOUND, file=sys.stderr)
            return _WRONG_USE
        os.execv(found, [found, str(Path(__file__).resolve()), *arguments])
    from installers.errors import BuildError

    asked = _parser().parse_args(arguments)
    try:
        _commands()[asked.command](asked)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _commands() -> dict[str, Callable[[argparse.Namespace], None]]:
    return {"fetch": fetch, "renew": renew, "linux": build_linux, "windows": build_windows}


def fetch(asked: argparse.Namespace) -> None:
    """Downloads the wheelhouse, for both systems unless one is named."""
    from installers import linux, windows

    fetching = {"linux": linux.fetch, "windows": windows.fetch}
    for system in asked.systems or fetching:
        fetching[system](_options(asked))


def renew(asked: argparse.Namespace) -> None:
    """Pins the newest versions of the packages from Debian."""
    from installers import linux

    linux.renew(_options(asked))


def build_linux(asked: argparse.Namespace) -> None:
    """Builds the artefacts for Linux."""
    from installers import linux

    linux.build(_options(asked))


def build_windows(asked: argparse.Namespace) -> None:
    """Builds the artefacts for Windows; --runtime is a folder with python.org's installation for Windows."""
    from installers import windows

    windows.build(_options(asked))


def _options(asked: argparse.Namespace) -> Options:
    from installers.checkout import Checkout
    from installers.options import Options

    checkout = Checkout(ROOT)
    build = ROOT / "build"
    return Options(
        checkout=checkout,
        version=asked.version or checkout.version(),
        wheelhouse=asked.wheelhouse or build / "wheelhouse",
        build=build,
        out=asked.out or build / "dist",
        runtime=asked.runtime,
        sign=asked.sign or "",
        is_quick=asked.quick,
    )


def _system(name: str) -> str:
    if name not in ("linux", "windows"):
        raise argparse.ArgumentTypeError(f"{name} is no system that is built for: linux and windows are")
    return name


def _place(path: str) -> Path:
    """The path resolved from the folder of the caller: some tools of a build run in another folder."""
    return Path(path).resolve()


def _parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--version", help="instead of the one in pyproject.toml")
    shared.add_argument("--wheelhouse", type=_place, help="where fetched files lie (build/wheelhouse)")
    shared.add_argument("--runtime", type=_place, help="a ready folder with the Python that is brought")
    shared.add_argument("--out", type=_place, help="where the artefacts go (build/dist)")
    shared.add_argument("--sign", help="the command that signs each artefact (variable SIGN)")
    shared.add_argument("--quick", action="store_true", help="compress fast instead of well")
    parser = argparse.ArgumentParser(prog="python3 packaging/build.py", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, command in _commands().items():
        added = commands.add_parser(name, parents=[shared], help=(command.__doc__ or "").partition(".")[0])
        if command is fetch:
            added.add_argument("systems", nargs="*", type=_system, metavar="linux|windows")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
