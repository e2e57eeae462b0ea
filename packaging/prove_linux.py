"""Installs what was built into a clean system without Python and network, and does there what people do.

    python3 packaging/prove_linux.py [--suite bookworm|trixie] [--artefacts FOLDER]

As root on Debian. It makes the clean system once (build/proof), builds a version before this one by the same
means, and leaves pictures of the windows in build/proof. What is done there stands in linux/proof.sh.
"""

from __future__ import annotations

import argparse
import shutil
import struct
import subprocess
import sys
from pathlib import Path

from environment import RUNTIME, ready_python

ROOT = Path(__file__).resolve().parent.parent
PROOF = ROOT / "build" / "proof"
_OLDER = "0.0.9"
_SCREEN = ("xvfb", "fonts-dejavu-core", "xkb-data")
# In its own mount, process and network name space: the clean system stays clean and isolated.
_INSIDE = """
set -eu
ip link set lo up
mount -t tmpfs -o size=4g none "$1/work"
mkdir "$1/work/upper" "$1/work/work" "$1/work/root"
mount -t overlay -o "lowerdir=$2,upperdir=$1/work/upper,workdir=$1/work/work" none "$1/work/root"
mkdir -p "$1/work/root/proof" "$1/work/root/dev/shm"
mount --bind "$1/given" "$1/work/root/proof"
mount -t proc none "$1/work/root/proc"
mount -t tmpfs none "$1/work/root/dev/shm"
export HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin OLD="$3" NEW="$4"
exec env -i HOME="$HOME" PATH="$PATH" OLD="$OLD" NEW="$NEW" chroot "$1/work/root" sh /proof/proof.sh
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
    parser = argparse.ArgumentParser(prog="python3 packaging/prove_linux.py", description=__doc__)
    parser.add_argument("--suite", default="bookworm", help="of Debian; what its tool debootstrap knows")
    parser.add_argument("--artefacts", type=Path, default=ROOT / "build" / "dist")
    asked = parser.parse_args(arguments)
    new = {kind: _only(asked.artefacts, f"*{kind}") for kind in (".deb", ".run")}
    version = new[".deb"].name.split("_")[1]
    clean = clean_system(asked.suite, new[".deb"])
    work = PROOF / asked.suite
    shutil.rmtree(work, ignore_errors=True)
    for folder in ("given", "work"):
        (work / folder).mkdir(parents=True)
    _give(work / "given", new, older_version())
    command = ["unshare", "--net", "--pid", "--mount", "--fork", "sh", "-c", _INSIDE, "sh"]
    ended = subprocess.run([*command, str(work), str(clean), _OLDER, version], check=False)
    for picture in sorted((work / "given").glob("*.xwd")):
        write_picture(picture, work / f"{picture.stem}.png")
        print(work / f"{picture.stem}.png")
    return ended.returncode


def clean_system(suite: str, package: Path) -> Path:
    """A system with what the package says that it needs, a screen in memory, and nothing else."""
    field = subprocess.run(
        ["dpkg-deb", "--field", str(package), "Depends"], capture_output=True, text=True, check=True
    ).stdout
    # Of alternatives the last one is the older name; the newer systems have the first one.
    choice = -1 if suite == "bookworm" else 0
    needed = [each.split("|")[choice].partition("(")[0].strip() for each in field.split(",")]
    clean = PROOF / f"{suite}.clean"
    if not clean.exists():
        made = PROOF / f"{suite}.new"
        shutil.rmtree(made, ignore_errors=True)
        include = ",".join([*needed, *_SCREEN])
        subprocess.run(
            ["debootstrap", "--variant=minbase", f"--include={include}", suite, str(made)], check=True
        )
        made.rename(clean)
    return clean


def older_version() -> Path:
    """The folder of the same program as an older version, built quickly, once."""
    folder = PROOF / "older"
    if not folder.exists():
        build = [sys.executable, str(ROOT / "packaging" / "build.py"), "linux", "--quick"]
        made = PROOF / "older.new"
        shutil.rmtree(made, ignore_errors=True)
        subprocess.run([*build, "--version", _OLDER, "--out", str(made)], check=True)
        made.rename(folder)
    return folder


def write_picture(dump: Path, picture: Path) -> None:
    """What a screen in memory showed, as PNG."""
    told = dump.read_bytes()
    head, _, _, _, width, height = struct.unpack_from(">6I", told)
    (line,), (colours,) = struct.unpack_from(">I", told, 48), struct.unpack_from(">I", told, 76)
    start = head + colours * 12
    draw = (
        "import sys; from PySide6.QtGui import QImage\n"
        f"image = QImage(sys.stdin.buffer.read(), {width}, {height}, {line}, QImage.Format.Format_RGB32)\n"
        "sys.exit(not image.save(sys.argv[1]))"
    )
    command = [str(ready_python(ROOT, RUNTIME)), "-c", draw, str(picture)]
    subprocess.run(command, input=told[start : start + line * height], check=True)


def _give(folder: Path, new: dict[str, Path], older: Path) -> None:
    shutil.copy(ROOT / "packaging" / "linux" / "proof.sh", folder)
    for kind, path in new.items():
        shutil.copy(path, folder / f"new{kind}")
        shutil.copy(_only(older, f"*{kind}"), folder / f"old{kind}")
    command = [str(ready_python(ROOT, RUNTIME)), "-c", _DATA, str(folder)]
    subprocess.run(command, cwd=ROOT, check=True)
    folder.chmod(0o777)


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        sys.exit(f"{folder} holds {len(found)} files {pattern}, and one is wanted: build it first.")
    return found[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
