"""Changes single bytes of an installed program or an artefact, one at a time, and counts what is not refused.

A folder is copied; each change of the copy is held against the program's own `verify`, and some against the
command of the changed copy too. An artefact is held against the SHA256SUMS beside it, each change by its
digest and some by `sha256sum --strict -c`; a .run against its own `--verify` too.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path

from installers import sums
from installers.tampering import Flip, choose, flipped, kind_of

ROOT = Path(__file__).resolve().parent.parent
Refuses = Callable[[Flip], bool]
_PAYLOAD = b"\x1f\x8b\x08"


def main(arguments: list[str]) -> int:
    """The exit status: 0 when each change was refused, and nothing unchanged was."""
    parser = argparse.ArgumentParser(prog="python3 packaging/prove_tamper.py", description=__doc__)
    parser.add_argument(
        "what", type=Path, help="the folder of an installed program, a .deb, .run, .exe or .msi"
    )
    parser.add_argument("--flips", type=int, default=1000)
    parser.add_argument("--sample", type=int, default=20, help="how many by the real command as well")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args(arguments)
    print(f"{asked.flips} single bytes of {asked.what}, seed {asked.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="agency-counter-tamper-") as folder:
        prove = prove_folder if asked.what.is_dir() else prove_artefact
        return 0 if prove(asked.what, Path(folder), asked) else 1


def prove_folder(root: Path, within: Path, asked: argparse.Namespace) -> bool:
    """Whether each change of a copy of the installed program was refused."""
    sys.path.append(str(ROOT))
    from app.commands import verify

    copy = within / "program"
    shutil.copytree(root, copy)
    launcher = str(copy / "agency-counter")
    whole = verify.verify(show=_silent, root=copy) == 0 and succeeds([launcher, "verify"])
    print(f"unchanged: {'accepted' if whole else 'REFUSED'}", flush=True)
    sizes = {
        path.relative_to(copy).as_posix(): path.stat().st_size for path in copy.rglob("*") if path.is_file()
    }
    flips = choose(sizes, asked.flips, asked.seed)
    by_function = count(copy, flips, lambda _: verify.verify(show=_silent, root=copy) == 1, "by verify")
    sample = flips[:: max(1, len(flips) // asked.sample)][: asked.sample]
    by_command = count(
        copy, sample, lambda _: not succeeds([launcher, "verify"]), "by the changed copy's own command"
    )
    return whole and by_function and by_command


def prove_artefact(artefact: Path, within: Path, asked: argparse.Namespace) -> bool:
    """Whether each change of a copy of the artefact was refused."""
    copy = within / artefact.name
    shutil.copyfile(artefact, copy)
    told = (artefact.parent / sums.NAME).read_text(encoding="ascii").splitlines()
    line = next(line for line in told if line.endswith(f"  {artefact.name}"))
    (within / sums.NAME).write_text(f"{line}\n", encoding="ascii")
    content = bytearray(copy.read_bytes())
    published = line.split()[0]

    def differs(flip: Flip) -> bool:
        content[flip.place] ^= flip.bits
        digest = hashlib.sha256(content).hexdigest()
        content[flip.place] ^= flip.bits
        return digest != published

    # Without --strict a line that cannot be read is passed over, and its file with it.
    checks = ["sha256sum", "--strict", "--status", "--check", sums.NAME]
    whole = hashlib.sha256(content).hexdigest() == published and succeeds(checks, within)
    flips = choose({artefact.name: len(content)}, asked.flips, asked.seed)
    sample = flips[: asked.sample]
    found = [
        count(within, flips, differs, "by the published digest", is_laid=False),
        count(within, sample, lambda _: not succeeds(checks, within), "by sha256sum --strict -c"),
    ]
    if artefact.suffix == ".run":
        own = ["sh", copy.name, "--verify"]
        whole = whole and succeeds(own, within)
        found.append(count(within, sample, lambda _: not succeeds(own, within), "by its own --verify"))
        in_script = choose({artefact.name: content.find(_PAYLOAD)}, asked.sample, asked.seed)
        count(
            within,
            in_script,
            lambda _: not succeeds(own, within),
            "by its own --verify, in that very script",
        )
    print(f"unchanged: {'accepted' if whole else 'REFUSED'}", flush=True)
    return whole and all(found)


def count(root: Path, flips: Sequence[Flip], refuses: Refuses, how: str, *, is_laid: bool = True) -> bool:
    """Whether all changes were refused; prints their number by the kind of file.

    With `is_laid` each change is made in the file, otherwise by the function that refuses it.
    """
    began = time.monotonic()
    refused: Counter[str] = Counter()
    accepted: list[Flip] = []
    for flip in flips:
        with flipped(root, flip) if is_laid else nullcontext():
            if refuses(flip):
                refused[kind_of(flip.name)] += 1
            else:
                accepted.append(flip)
    kinds = ", ".join(f"{number} in {kind}" for kind, number in refused.most_common())
    seconds = time.monotonic() - began
    print(f"{how}: {refused.total()} of {len(flips)} refused ({kinds}), {seconds:.0f} s", flush=True)
    for flip in accepted:
        print(f"  ACCEPTED: byte {flip.place} of {flip.name}, bits {flip.bits:#04x}", flush=True)
    return not accepted


def succeeds(command: Sequence[str], folder: Path | None = None) -> bool:
    """Whether the command exits with 0; a command whose own bytes were changed may not start."""
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _silent(_: str) -> None:
    """Prints nothing."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
