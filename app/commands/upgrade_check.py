"""`agency-counter upgrade-check`: whether this installed version may be replaced or removed now.

Installers run it in the installed version, which may be years older than they are: this is a contract.
`upgrade-check` examines the data folder of the user who runs it; `upgrade-check --all-users`, for
administrators, also those of every other user of this computer, in their usual place. It prints one sentence,
and its exit status is

    0   the program may be replaced
    2   wrong arguments, or no right to read the folders of other users
    3   a counter is running; nothing may be replaced or removed
    4   an outcome of real money is unknown, or a journal cannot be relied on; nothing may be replaced

where 3 goes before 4. Practice and the sandbox, which hold no real money, count only while they run. It
writes nothing. Its output is for the administrator: English, like the log.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from app.core.frozen import frozen
from app.core.installation import this_program
from app.store.journal.inspection import DoubtfulJournalError, is_held, open_outcomes

MAY, WRONG_USE, RUNS, OPEN = 0, 2, 3, 4
_PROFILES, _REAL = ("live", "sandbox", "practice"), "live"
_SECONDS = 30
_LONGEST_ANSWER = 4_000
_PLACE = "AppData/Local/AgencyCounter" if sys.platform == "win32" else ".local/share/AgencyCounter"
_HOMES = Path("/home")
_PROFILE_LIST = r"SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList"

Show = Callable[[str], None]


@frozen
class UpgradeVerdict:
    """The result for one data folder or for all of them."""

    status: int
    sentence: str


WELL = UpgradeVerdict(MAY, "The program may be replaced: no counter runs, and no outcome is open.")


@frozen
class User:
    """One user of this computer, and where the counter keeps data for that user."""

    name: str
    folder: Path
    uid: int | None = None
    """None where the rights of a user cannot be taken, as on Windows."""
    gid: int = 0


def upgrade_check(folder: Path, *, all_users: bool = False, show: Show = print) -> int:
    """Print one sentence and return the exit status; `folder` is the data folder of the current user."""
    running = look_for_processes(this_program().root)
    if not all_users:
        verdict = gravest([look(folder), running])
    elif os.name == "posix" and os.geteuid() != 0:
        verdict = UpgradeVerdict(WRONG_USE, "Only an administrator may look at the folders of all users.")
    else:
        folders = [look(folder), *(look_as(each) for each in users_of_this_computer())]
        verdict = gravest([*folders, running])
    show(verdict.sentence)
    return verdict.status


def look_for_processes(root: Path | None, processes: Path = Path("/proc")) -> UpgradeVerdict:
    """Whether another process of the installed program runs, whatever its state and its data folder.

    A counter locks its folder a moment after its window opens, and folders outside the usual place are not
    listed. On other systems than Linux, and where processes of other users are hidden, nothing is found.
    """
    if root is None or sys.platform != "linux":
        return WELL
    own = {str(os.getpid()), str(os.getppid())}
    for each in processes.glob("[0-9]*"):
        try:
            program = (each / "exe").readlink()
        except OSError:
            continue
        if each.name not in own and program.is_relative_to(root.resolve()):
            sentence = f"The program in {root} runs (process {each.name}). Close it, then try again."
            return UpgradeVerdict(RUNS, sentence)
    return WELL


def look(folder: Path, whose: str = "") -> UpgradeVerdict:
    """The result for one data folder; `whose` is named in the sentence."""
    of_whom = f" of {whose}" if whose else ""
    if not _is_there(folder):
        return WELL
    try:
        if any(is_held(each) for each in (folder, *(folder / name for name in _PROFILES))):
            sentence = f"A counter{of_whom} runs with the data folder {folder}. Close it, then try again."
            return UpgradeVerdict(RUNS, sentence)
        count = len(open_outcomes(folder / _REAL))
    except (OSError, DoubtfulJournalError) as error:
        cause = error.strerror if isinstance(error, OSError) else str(error)
        sentence = (
            f"The journal{of_whom} in {folder / _REAL} cannot be relied on: {cause}. "
            "Open the counter with it, which mends what can be mended, and look through Bookings."
        )
        return UpgradeVerdict(OPEN, sentence)
    if count:
        sentence = (
            f"{count} outcome(s) of real money{of_whom} in {folder / _REAL} are open. "
            "Open the counter and settle them in Bookings, then try again."
        )
        return UpgradeVerdict(OPEN, sentence)
    return WELL


def _is_there(folder: Path) -> bool:
    """Whether the folder exists and the current user can read it."""
    try:
        with os.scandir(folder):
            return True
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return False


def gravest(verdicts: Iterable[UpgradeVerdict]) -> UpgradeVerdict:
    """The most serious one: a running counter before an unknown outcome; the first of equal ones."""
    found = {each.status: each for each in reversed(list(verdicts))}
    return next(found[status] for status in (RUNS, OPEN, MAY) if status in found)


def look_as(user: User) -> UpgradeVerdict:
    """The result for a user's data folder, read with no more rights than that user has.

    So nothing that a user puts there reaches further, and a home on a share that denies access to
    administrators can be read. A folder that cannot be read within half a minute counts as not safe.
    """
    if user.uid is None or os.name != "posix" or user.uid == os.geteuid():
        return look(user.folder, user.name)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _answer(user, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        answer = stream.read(_LONGEST_ANSWER)
    _, ended = os.waitpid(child, 0)
    status = os.waitstatus_to_exitcode(ended)
    if status in {MAY, RUNS, OPEN} and answer:
        return UpgradeVerdict(status, answer.decode("utf-8", "replace"))
    return UpgradeVerdict(OPEN, f"The data folder {user.folder} of {user.name} could not be looked at.")


def _answer(user: User, writing: int) -> None:
    """In its own process: take the rights of the user, look, write the answer and exit."""
    status = WRONG_USE
    try:
        signal.alarm(_SECONDS)
        os.setgroups([])
        os.setgid(user.gid)
        os.setuid(user.uid or 0)
        verdict = look(user.folder, user.name)
        os.write(writing, verdict.sentence.encode("utf-8", "replace")[:_LONGEST_ANSWER])
        status = verdict.status
    finally:
        # No clean-up of the parent process may run a second time here.
        os._exit(status)


def users_of_this_computer() -> Iterator[User]:
    """Every user with a home on this computer, whether or not the counter has data there."""
    homes = _homes_of_windows() if sys.platform == "win32" else _homes()
    seen: set[Path] = set()
    for name, home, uid, gid in homes:
        if home not in seen and home.is_absolute() and len(home.parts) > 1:
            yield User(name, home / _PLACE, uid, gid)
        seen.add(home)


def _homes() -> Iterator[tuple[str, Path, int | None, int]]:
    import pwd

    for each in pwd.getpwall():
        yield each.pw_name, Path(each.pw_dir), each.pw_uid, each.pw_gid
    # Users of a directory service are not listed, but their homes may be here.
    for home in sorted(_HOMES.iterdir()) if _HOMES.is_dir() else ():
        owner = home.lstat()
        yield home.name, home, owner.st_uid, owner.st_gid


def _homes_of_windows() -> Iterator[tuple[str, Path, int | None, int]]:
    registry: Any = import_module("winreg")
    with registry.OpenKey(registry.HKEY_LOCAL_MACHINE, _PROFILE_LIST) as profiles:
        for number in range(registry.QueryInfoKey(profiles)[0]):
            with registry.OpenKey(profiles, registry.EnumKey(profiles, number)) as profile:
                path = os.path.expandvars(str(registry.QueryValueEx(profile, "ProfileImagePath")[0]))
                yield Path(path).name, Path(path), None, 0
