"""Installs what was built for Windows under Wine, without a network, and does there what people do.

    python3 packaging/prove_windows.py [--artefacts FOLDER] [--system FOLDER]

As root on Debian. It makes a system with Wine once (build/proof; Wine 10 or newer is wanted: Debian's
trixie), builds a version before this one by the same means, and leaves pictures in build/proof/windows.
What is done there stands in windows/proof.sh; what Wine cannot show, in windows/CHECKLIST.md.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from environment import RUNTIME, ready_python

ROOT = Path(__file__).resolve().parent.parent
PROOF = ROOT / "build" / "proof"
_OLDER = "0.0.9"
_SUITE = "trixie"
_INCLUDED = ("wine", "wine64", "xvfb", "xauth", "xdotool", "imagemagick", "fonts-dejavu-core")
_KINDS = ("-setup.exe", ".msi")

# In its own name spaces: the system stays as it is and isolated.
_INSIDE = """
set -eu
ip link set lo up
mount -t tmpfs -o size=6g none "$1/work"
mkdir "$1/work/upper" "$1/work/work" "$1/work/root"
mount -t overlay -o "lowerdir=$2,upperdir=$1/work/upper,workdir=$1/work/work" none "$1/work/root"
mkdir -p "$1/work/root/proof" "$1/work/root/dev/shm"
mount --bind "$1/given" "$1/work/root/proof"
mount -t proc none "$1/work/root/proc"
mount --bind /dev "$1/work/root/dev"
grep -q '^clerk:' "$1/work/root/etc/passwd" || chroot "$1/work/root" useradd --create-home clerk
rm -rf "$1/work/root/home/clerk/.wine"
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/games LANG=C.UTF-8 OLD="$3" NEW="$4" \\
    chroot "$1/work/root" su --preserve-environment clerk -c \\
    'xvfb-run -a -s "-screen 0 1366x768x24" sh /proof/proof.sh'
"""
# An order that was sent with an unknown outcome; the checkout's own scenes write the journal.
_DATA = """
import json, sys
from pathlib import Path
from app.store.journal.states import State
from tests.support.store.scenes import open_journal, sell, step
for name in ("settled", "open"):
    live = Path(sys.argv[1]) / name / "live"
    live.mkdir(parents=True)
    (live.parent / "settings.json").write_text(json.dumps({"service": "practice"}))
    journal = open_journal(live)
    sell(journal, "settled")
    if name == "open":
        step(journal, State.PREPARED, intent="open")
        step(journal, State.DISPATCHED, intent="open")
    journal.close()
"""


def main(arguments: list[str]) -> int:
    """0 when every step went as it should."""
    parser = argparse.ArgumentParser(prog="python3 packaging/prove_windows.py", description=__doc__)
    parser.add_argument("--artefacts", type=Path, default=ROOT / "build" / "dist")
    parser.add_argument("--system", type=Path, help="a folder with a ready system that has Wine")
    asked = parser.parse_args(arguments)
    newest = [_only(asked.artefacts, f"*{kind}") for kind in _KINDS]
    version = newest[1].stem.rpartition("-")[2]
    system = asked.system or system_with_wine()
    work = PROOF / "windows"
    shutil.rmtree(work, ignore_errors=True)
    for folder in ("given", "work"):
        (work / folder).mkdir(parents=True)
    _give(work / "given", [*newest, *(_only(older_version(), f"*{kind}") for kind in _KINDS)])
    command = ["unshare", "--net", "--pid", "--mount", "--fork", "sh", "-c", _INSIDE, "sh"]
    ended = subprocess.run([*command, str(work), str(system), _OLDER, version], check=False)
    for picture in sorted((work / "given").glob("*.png")):
        print(picture)
    return ended.returncode


def system_with_wine() -> Path:
    """A system with Wine, a screen in memory, and nothing else."""
    ready = PROOF / f"{_SUITE}.wine"
    if not ready.exists():
        made = PROOF / f"{_SUITE}.new"
        shutil.rmtree(made, ignore_errors=True)
        include = f"--include={','.join(_INCLUDED)}"
        subprocess.run(["debootstrap", "--variant=minbase", include, _SUITE, str(made)], check=True)
        made.rename(ready)
    return ready


def older_version() -> Path:
    """The folder of the same program as an older version, built quickly, once."""
    folder = PROOF / "older.windows"
    if not folder.exists():
        build = [sys.executable, str(ROOT / "packaging" / "build.py"), "windows", "--quick"]
        made = PROOF / "older.new"
        shutil.rmtree(made, ignore_errors=True)
        subprocess.run([*build, "--version", _OLDER, "--out", str(made)], check=True)
        made.rename(folder)
    return folder


def _give(folder: Path, installers: list[Path]) -> None:
    files = ROOT / "packaging" / "windows"
    shutil.copy(files / "proof.sh", folder)
    for installer in installers:
        shutil.copy(installer, folder)
    compiler = ["x86_64-w64-mingw32-gcc", "-shared", "-s", "-o", str(folder / "icuuc.dll")]
    subprocess.run([*compiler, str(files / "wine_icu.c")], check=True)
    command = [str(ready_python(ROOT, RUNTIME)), "-c", _DATA, str(folder)]
    subprocess.run(command, cwd=ROOT, check=True)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o644)


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        sys.exit(f"{folder} holds {len(found)} files {pattern}, and one is wanted: build it first.")
    return found[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
