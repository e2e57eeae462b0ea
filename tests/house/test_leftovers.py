"""The scan behind the whole run bites wherever a secret could be left."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Generator
from pathlib import Path

import pytest

from app.practice import PRACTICE_KEY
from tests.support.leftovers import HANDED_IN, SECRETS, leaks_below, leaks_to_child

KEY, NUMBER = PRACTICE_KEY, "C4VX8T2K1"


@pytest.fixture
def planted() -> Generator[Path]:
    """A folder that is gone afterwards: what is planted here would be found behind the run."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def test_a_secret_is_found_in_any_kind_of_file(planted: Path) -> None:
    hidden = SECRETS["a passport's number"]
    (planted / "deep" / "er").mkdir(parents=True)
    (planted / "deep" / "er" / "voucher.pdf").write_bytes(
        b"%PDF-1.7\nstream\n" + zlib.compress(b"(" + hidden + b") Tj") + b"\nendstream"
    )
    with zipfile.ZipFile(planted / "statement.xlsx", "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/sharedStrings.xml", b"<t>" + hidden + b"</t>")
    (planted / "day.csv").write_bytes(b"a;" + hidden + b"\n")
    (planted / "x.answer").write_bytes(b"head 1\n" + zlib.compress(hidden, 1))
    (planted / "of-a-kind-nobody-knows").write_bytes(bytes(99) + hidden.hex().encode())
    (planted / "clean.pdf").write_bytes(b"%PDF-1.7\n" + zlib.compress(b"PNR 1"))
    places = {place for place, name, _ in leaks_below(planted) if name == "a passport's number"}
    assert places == {
        "deep/er/voucher.pdf",
        "statement.xlsx",
        "day.csv",
        "x.answer",
        "of-a-kind-nobody-knows",
    }


@pytest.mark.parametrize("name", SECRETS)
def test_every_secret_is_looked_for(planted: Path, name: str) -> None:
    (planted / "log").write_bytes(SECRETS[name])
    assert {each for _, each, _ in leaks_below(planted)} == {name}


def test_what_a_test_hands_in_is_no_leak_and_all_else_is(planted: Path) -> None:
    for name in ("party.csv", "orders.json", "passport.jpg"):
        (planted / name).write_text(KEY)
    assert leaks_below(planted) == set()
    for name in ("counter/logs/counter.log", "journal.sqlite", "parties.json", "voucher-party.csv.pdf"):
        assert not HANDED_IN.search(name)


def test_what_a_child_is_told_is_looked_through() -> None:
    assert leaks_to_child(["python", "-m", "app"], {"HOME": "/"}) == set()
    assert ("command line", "the key", "as it is") in leaks_to_child(["app", f"--key={KEY}"], None)
    told = leaks_to_child(["app"], {"LAST": NUMBER, "AGENCY_COUNTER_API_KEY": KEY})
    assert {each[:2] for each in told} == {("environment", "a passport's number")}


def test_a_child_that_is_told_a_secret_is_noted() -> None:
    """In a process of its own: a hook stays for good."""
    program = (
        "import subprocess, sys; from tests.support.leftovers import watch_children; seen = set(); "
        "watch_children(seen); subprocess.run([sys.executable, '-c', '0', sys.stdin.read()], check=True); "
        "print(seen)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], input=NUMBER, capture_output=True, text=True, check=True
    )
    assert "('command line', \"a passport's number\", 'as it is')" in ended.stdout
