"""No byte of a document, no number of one and no key is ever written, in the program as a clerk uses it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer

import pytest
from PySide6.QtWidgets import QApplication

from app.desk.documents.document import read_document
from app.practice import PRACTICE_KEY, Faults, PracticeServer, World
from app.ui.documents.image_shrinking import fit
from tests.journeys.canary_clerk import Orders, Told
from tests.support.canaries import HEADS, encodings, found, slices
from tests.support.counter import AS_ON, tomorrow_at_ten
from tests.support.desk.mrz_samples import JANA
from tests.support.folder_watch import FolderWatch
from tests.support.program import PROJECT
from tests.support.ui.document_corpus import phone_photo
from tests.support.ui.document_samples import decoded, encoded, exif, pdf_of, photo, with_exif

pytestmark = pytest.mark.prove("whole days, looked through byte by byte; modules about documents are watched")

_PATIENCE_SECONDS = 60
STEPS = ("attached", "sold", "unknown", "left", "put away")
ROWS = (
    "Name\tAge\tGender\tNationality\tID type\tID number\n"
    "Arjun Kanari\t41\tM\tIndian\tVOTER ID\tKLM7654321\nMeera Kanari\t38\tF\tIndian\tVOTER ID\tKLM7654322\n"
)
LIST = "Name,Age,Gender,Nationality,ID type,ID number\nIshaan Kanari,9,M,Indian,VOTER ID,KLM7654323\n"
SCANS = "scans-of-kanari"
SECRETS = {
    "the passport's number": JANA[1][:9].encode(),
    "the zone": JANA[1][9:29].encode(),
    "the day of birth": b"1992-04-12",
    "a pasted number": b"KLM7654321",
    "an imported number": b"KLM7654323",
    "the key": PRACTICE_KEY.encode(),
    "where documents lie": SCANS.encode(),
    "the name of a file": b"vogel-kanari",
}
"""Nothing of this may be in any file, nor on the command line, in a title or in what is printed."""
NAMES = {
    "the passport's name": b"Jana Katharina Vogel",
    "a pasted name": b"Arjun Kanari",
    "an imported name": b"Ishaan Kanari",
}
KEEPS_NAMES = ("parties", "journal")
"""What may know passengers by name, never by number: parties that travelled before, and the journal's
database, which keeps what a voucher says until the customer is forgotten; never its mirror."""
KNOWN = re.compile(
    r"cache/fontconfig/.*|config/QtProject\.conf.*|config/#\d+|counter/(in-use\.lock|settings\.(json|new))|counter/logs/counter\.log"
    r"|counter/live/(in-use\.lock|journal\.sqlite|journal\.sqlite-journal|mirror\.log|reserve\.bin)"
    r"|counter/live/(register|office|outbox)\.db(-journal|-wal|-shm)?|counter/live/catalogue/[0-9a-f]{64}\.(answer|new)"
    r"|counter/live/parties/parties\.(json|new)|counter/live/seen\.(json|new)|state/AgencyCounterMemory/(journal-[0-9a-f]{16}|mark-key)(\.new)?"
)
PASSING = re.compile(r"\.new$|-journal$|-wal$|-shm$|^#\d+$|^QtProject\.conf\.|\.answer$")


@dataclass
class Counter:
    """A counter that was used by a process of its own, and is closed."""

    home: Path
    copies: dict[str, bytes]
    """Every copy, as it was attached and as it was sent."""
    told: dict[str, Told] = field(default_factory=dict[str, Told])
    process: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """What others see of the process at each step: command line, environment, titles; and what it printed."""
    status: int = -1
    booked: list[str] = field(default_factory=list[str])
    """Who stands in each booking of the service."""
    watch: FolderWatch = field(default_factory=FolderWatch)

    def files(self) -> dict[str, bytes]:
        """All that lies in the home, and what lay there meanwhile, by its place."""
        lies = {path: path.read_bytes() for path in self.home.rglob("*") if path.is_file()}
        # What is kept free for bad times is zeros by the million.
        return {
            str(path.relative_to(self.home)): data.strip(b"\x00")
            for path, data in (self.watch.contents | lies).items()
        }


def _copies() -> dict[str, bytes]:
    """What the clerk attaches, by the name of its file."""
    small, page = encoded(photo(500, 380), "JPEG"), encoded(photo(1300, 1000, 2), "JPEG", 96)
    return {
        "vogel-kanari.jpg": small,
        "turned.jpg": phone_photo(900, 700, 6),
        "large.jpg": with_exif(encoded(photo(1500, 1200, 2), "JPEG", 98), exif(3)),
        "scan.pdf": pdf_of([encoded(photo(640, 480), "JPEG")], (640, 480), b"/Author(A)"),
        "large.pdf": pdf_of([page, page], (1300, 1000)),
        "cut.jpg": encoded(photo(700, 500), "JPEG")[:-9],
        "clipboard.png": encoded(photo(300, 260), "PNG"),
    }


def _sent(folder: Path, names: list[str]) -> dict[str, bytes]:
    """The copies as the program makes them fit."""
    return {f"{name} as sent": fit(read_document(folder / name)).data for name in names}


def _environment(home: Path) -> dict[str, str]:
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("AGENCY_", "XDG_"))}
    own = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CACHE", "CONFIG", "DATA", "STATE")}
    (home / "tmp").mkdir()
    return (
        kept
        | own
        | {
            "HOME": str(home),
            "TMPDIR": str(home / "tmp"),
            "XDG_RUNTIME_DIR": str(home / "run"),
            "AGENCY_COUNTER_DATA_DIR": str(home / "counter"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
    )


@pytest.fixture(scope="module")
def counter(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Counter:
    """Used once for all tests."""
    assert qapp
    home, scans = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("files") / SCANS
    scans.mkdir()
    (home / "run").mkdir(mode=0o700)
    copies = _copies()
    for name, data in copies.items():
        (scans / name).write_bytes(data)
    (scans / "party.csv").write_text(LIST)
    copies |= _sent(scans, [name for name in copies if name not in ("cut.jpg", "clipboard.png")])
    copies["from the clipboard"] = encoded(decoded(copies["clipboard.png"]), "PNG", -1)
    used = Counter(home, copies)
    faults = Faults()
    world = World(like=AS_ON, clock=tomorrow_at_ten)
    with PracticeServer(world, faults) as server:
        orders = Orders(
            address=server.base_url,
            key=PRACTICE_KEY,
            folder=str(scans),
            zone=list(JANA),
            number=JANA[1][:9],
            rows=ROWS,
        )
        path = home.parent / "orders.json"
        path.write_text(json.dumps(orders))
        with FolderWatch(home, scans) as used.watch:
            _use(used, path, faults)
    used.booked = [", ".join(seat.name for seat in booking.seats) for booking in world.bookings]
    return used


def _use(used: Counter, orders: Path, faults: Faults) -> None:
    """Let the clerk work, and look at the process after each step."""
    complaints = used.home.parent / "complaints"
    with (
        complaints.open("wb") as stream,
        subprocess.Popen(
            [sys.executable, "-m", "tests.journeys.canary_clerk", str(orders)],
            cwd=PROJECT,
            env=_environment(used.home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stream,
            text=True,
        ) as process,
    ):
        # One that hangs is ended, and its output tells where.
        deadline = Timer(_PATIENCE_SECONDS, process.kill)
        deadline.start()
        assert process.stdin is not None
        assert process.stdout is not None
        for line in process.stdout:
            told = Told(*json.loads(line))
            used.told[told.done] = told
            for name in ("cmdline", "environ"):
                used.process[f"{name}, {told.done}"] = _seen_of(process.pid, name)
            used.process[f"titles, {told.done}"] = "\n".join(told.titles).encode()
            if told.done == "sold":
                faults.after_work("create_booking", silent=False)
            print("go on", file=process.stdin, flush=True)
        deadline.cancel()
    used.status = process.returncode
    used.process["what it printed"] = complaints.read_bytes()


def _seen_of(number: int, name: str) -> bytes:
    """What the system tells of a process; nothing where it keeps that to itself."""
    try:
        return Path(f"/proc/{number}/{name}").read_bytes()
    except PermissionError:
        return b""


def leaks(counter: Counter, texts: Mapping[str, bytes]) -> set[tuple[str, str, str]]:
    """What of all secrets stands where it may not: the place, the secret and its encoding."""
    pieces = [slices(name, data) for name, data in counter.copies.items()]
    secrets = {name: piece for each in pieces for name, piece in each.items()} | SECRETS | HEADS
    known = {(place, *each) for place, text in texts.items() for each in found(text, secrets)}
    named = {(place, *each) for place, text in texts.items() for each in found(text, NAMES)}
    return known | {each for each in named if Path(each[0]).stem not in KEEPS_NAMES}


def test_all_was_done(counter: Counter) -> None:
    complaints = counter.process["what it printed"].decode()
    assert tuple(counter.told) == STEPS, complaints
    assert counter.status == 0, complaints
    assert counter.booked == [
        "Arjun Kanari, Meera Kanari, Ishaan Kanari, Jana Katharina Vogel",
        "Jana Katharina Vogel",
    ]


def test_no_file_log_or_journal_ever_held_a_secret(counter: Counter) -> None:
    files = counter.files()
    assert any(place.endswith("journal.sqlite") for place in files)
    assert b"a test stumbles" in files["counter/logs/counter.log"]
    assert b"ValueError at canary_clerk.py" in files["counter/logs/counter.log"]
    assert leaks(counter, files) == set()
    assert found(files["counter/live/parties/parties.json"], NAMES)


def test_only_what_is_known_is_written(counter: Counter) -> None:
    """So there is no temporary file, no thumbnail and no list of recent files either."""
    inside = [each for each in counter.watch.seen if each.is_relative_to(counter.home)]
    assert inside
    names = {str(each.relative_to(counter.home)) for each in inside}
    assert {each for each in names if not KNOWN.fullmatch(each)} == set()
    # Where documents lie, nothing at all is written.
    assert counter.watch.seen == inside
    # What was gone before it could be looked at was a step on the way to a file that was.
    assert {each.name for each in counter.watch.missed if not PASSING.search(each.name)} == set()


def test_others_on_this_computer_see_no_secret(counter: Counter) -> None:
    assert set(counter.process) > {"cmdline, attached", "titles, sold", "what it printed"}
    assert leaks(counter, counter.process) == set()


def test_no_document_is_held_once_the_sale_ends_or_is_put_away(counter: Counter) -> None:
    assert counter.told["attached"].alive["Document"] >= 1
    # What was typed for who may come back is kept, in memory, until it is put away.
    assert [counter.told[step].alive for step in STEPS[1:]] == [{}, {}, {"Document": 1}, {}]


@pytest.mark.parametrize("secret", ["a copy", *SECRETS, *NAMES])
def test_a_leak_would_be_found_in_each_encoding(counter: Counter, secret: str) -> None:
    document = counter.copies["vogel-kanari.jpg"]
    hidden = (SECRETS | NAMES).get(secret, document[: len(document) // 2])
    for encoding, forms in encodings(hidden).items():
        for form in forms:
            planted = {
                "tmp/qt_temp.Xq": bytes(99) + form,
                "counter/logs/counter.log": b"INFO " + form + b"\n",
            }
            where = {(place, kind) for place, _, kind in leaks(counter, planted)}
            assert {(place, encoding) for place in planted} <= where
