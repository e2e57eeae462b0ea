"""The commands of the program; each imports only what it needs."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

USAGE = """Agency Counter

  {command}                        open the counter
  {command} practice --port 8080   the practice service alone (--help for more)
  {command} check                  read all that can be read, and say what is wrong;
  {space}                        --report FILE: and how the service writes, as HTML,
  {space}                        with --pnr PNR also how it tells of that booking
  {command} self-test [FOLDER]     open the pages, sell and cancel once, without a screen;
  {space}                        pictures of the pages go to the folder
  {command} verify                 hold an installed program against its manifest, and
  {space}                        that with --manifest-sha256 HEX against the published digest
  {command} upgrade-check          whether it may be replaced now: 0 yes, 3 a counter runs,
  {space}                        4 an outcome is open; --all-users: of every user
  {command} office-schema          SQL for a database whose desks cannot change what
  {space}                        others said; "office-schema sandbox" for that profile
  {command} version                what is installed, and where its data and policy lie
"""
_WRONG_USE = 2
_PAIR = 2
# From these folders Qt would load plugins besides its own: foreign code must not get in that way.
# QT_API would make the loop look for another binding of Qt. OpenSSL would load code that its configuration
# names, and trust further authorities; the computer's own alone are to be trusted with the key.
_UNWANTED = (
    "OPENSSL_CONF",
    "OPENSSL_ENGINES",
    "OPENSSL_MODULES",
    "QML2_IMPORT_PATH",
    "QML_IMPORT_PATH",
    "QT_API",
    "QT_PLUGIN_PATH",
    "QT_QPA_PLATFORM_PLUGIN_PATH",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
)
_OF_LIBPQ = "PG"
"""PGHOSTADDR, PGSERVICE, PGSSLROOTCERT and others: what the office's database is, its address alone says."""


def main(arguments: list[str]) -> int:
    """Run the command that the arguments name. Returns its exit status."""
    for name in tuple(os.environ):
        if name in _UNWANTED or name.startswith(_OF_LIBPQ):
            del os.environ[name]
    match arguments:
        case []:
            # What is imported stays, and looking for garbage in it delays the first paint. The event loop
            # has a collector of its own.
            gc.disable()
            from app.lifecycle.import_hook import read_no_sources

            read_no_sources()
            from app.lifecycle.startup import open_counter

            return open_counter()
        case ["practice", *rest]:
            from app.practice import main as practise

            return practise(rest)
        case ["self-test", *folder] if len(folder) <= 1:
            from app.commands.self_test import self_test

            return self_test(Path(folder[0]) if folder else None)
        case ["check" | "verify" | "upgrade-check" | "version" | "office-schema" as inspection, *rest]:
            return _inspect(inspection, rest)
        case ["prepare-copies" | "read-text" | "serve-practice" as work]:
            return _serve(work)
        case _:
            return _show_usage(is_asked=arguments in (["-h"], ["--help"]))


def _show_usage(*, is_asked: bool) -> int:
    """Print the commands as they are typed at the terminal. Returns the exit status."""
    from app.core.installation import spoken_command

    command = spoken_command()
    usage = USAGE.format(command=command, space=" " * len(command))
    print(usage, end="", file=sys.stdout if is_asked else sys.stderr)
    return 0 if is_asked else _WRONG_USE


def _inspect(inspection: str, rest: list[str]) -> int:
    """Run a command for the administrator, none of which opens a window. Returns its exit status."""
    match inspection, rest:
        case "check", []:
            from app.commands.check import check

            return check()
        case "check", ["--report", file, *more] if (
            file and more[:1] in ([], ["--pnr"]) and len(more) in (0, _PAIR)
        ):
            from app.commands.check import check

            return check(report=Path(file), booking_ref="".join(more[1:]))
        case "verify", []:
            from app.commands.verify import verify

            return verify()
        case "verify", ["--manifest-sha256", digest] if digest:
            from app.commands.verify import verify

            return verify(digest)
        case "upgrade-check", [] | ["--all-users"]:
            from app.commands.upgrade_check import upgrade_check
            from app.core.settings import data_folder

            return upgrade_check(data_folder(), all_users=bool(rest))
        case _:
            return _show(inspection, rest)


def _show(what: str, rest: list[str]) -> int:
    """Print what an administrator reads. Returns the exit status."""
    match what, rest:
        case "version", []:
            from app.commands.version import show_version

            return show_version()
        case "office-schema", [] | ["live" | "sandbox"]:
            from app.commands.office_schema import show_office_schema

            return show_office_schema(rest[0] if rest else "live")
        case _:
            return _show_usage(is_asked=False)


def _serve(work: str) -> int:
    """Run a part of the counter that works in its own process; not a command for people."""
    match work:
        case "read-text":
            from app.lifecycle.ocr_process import serve
        case "serve-practice":
            from app.practice.process import serve
        case _:
            from app.ui.documents.copy_process import serve
    return serve(sys.stdin.buffer, sys.stdout.buffer)
