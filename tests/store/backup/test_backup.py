"""Backups are consistent, prove every byte of themselves, and hold no more than they should."""

import hashlib
import json
import shutil
import sqlite3
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.store.backup.backup import Backup, BackupError, BackupSource, extract, make, read
from app.store.journal.file_log import read_mirror
from app.store.journal.journal import Journal, JournalError
from app.store.journal.sqlite_log import SqliteLog
from app.store.office.office import Office
from app.store.register.register import Register
from tests.support.store.recording_till import open_book, take
from tests.support.store.scenes import CHAIN_KEY, fill, find, open_journal, sell

Change = Callable[[dict[str, bytes]], None]
NOW = datetime(2026, 11, 21, 5, 30, tzinfo=UTC)
DESK = "0a1b2c3d"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """The journal of a profile that has sold, with everything beside it that is backed up."""
    fill(tmp_path / "live")
    live = tmp_path / "live"
    Register.open(live).close()
    Office.open(live, "0a1b2c3d").close()
    (live / "parties").mkdir()
    (live / "parties" / "parties.json").write_text("{}", encoding="utf-8")
    (live / "catalogue").mkdir()
    (live / "catalogue" / "answers").write_text("prices", encoding="utf-8")
    (tmp_path / "settings.json").write_text("{}", encoding="utf-8")
    opened = open_journal(live)
    yield opened
    opened.close()


@pytest.fixture
def source(tmp_path: Path, journal: Journal) -> BackupSource:
    return BackupSource("live", DESK, tmp_path / "live", journal.copy_to, tmp_path / "settings.json")


@pytest.fixture
def backup(tmp_path: Path, source: BackupSource) -> Backup:
    return make(source, tmp_path / "backups", NOW)


def test_the_book_of_an_open_till_goes_along_and_goes_on_with_a_new_series(
    tmp_path: Path, source: BackupSource
) -> None:
    with closing(open_book(tmp_path / "live")) as book:
        take(book)
        kept = make(source, tmp_path / "backups", NOW)
        assert take(book) == "A 2"
    assert "till.db" in kept.names
    (tmp_path / "out").mkdir()
    extract(kept.path, tmp_path / "out")
    with closing(open_book(tmp_path / "out", desk="another")) as book:
        assert [each.facts["number"] for each in book.of_sale("R1")] == [1]
        assert take(book) == "A1 1"


def _resealed(tmp_path: Path, backup: Backup, change: Callable[[dict[str, bytes]], None]) -> Path:
    """The backup with other files in it, as somebody would make it who knows how it is sealed."""
    with zipfile.ZipFile(backup.path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    path = tmp_path / "changed.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return _seal(path)


def _seal(path: Path) -> Path:
    with zipfile.ZipFile(path, "a") as archive:
        archive.comment = bytes(len(b"agency-counter blake2b ") + 64)
    data = path.read_bytes()[: -len(b"agency-counter blake2b ") - 64]
    path.write_bytes(
        data + b"agency-counter blake2b " + hashlib.blake2b(data, digest_size=32).hexdigest().encode()
    )
    return path


def _manifest(archived: dict[str, bytes], /, **changes: object) -> None:
    manifest = json.loads(archived["manifest.json"])
    archived["manifest.json"] = json.dumps({**manifest, **changes}).encode()


def test_a_backup_holds_what_cannot_be_had_elsewhere_and_nothing_more(tmp_path: Path, backup: Backup) -> None:
    assert backup.path == tmp_path / "backups" / "agency-counter-live-0a1b2c3d-20261121T053000Z.zip"
    assert (backup.profile, backup.made_at, backup.head.seq) == ("live", NOW, 11)
    with zipfile.ZipFile(backup.path) as archive:
        assert sorted(archive.namelist()) == [
            "journal.sqlite",
            "manifest.json",
            "mirror.log",
            "office.db",
            "parties/parties.json",
            "register.db",
            "settings.json",
        ]
    assert backup.path.stat().st_mode & 0o077 == 0
    assert read(backup.path) == backup
    assert sorted(each.name for each in (tmp_path / "backups").iterdir()) == [backup.path.name]
    assert not list((tmp_path / "live").glob(".backup-*"))


def test_what_comes_out_is_the_journal_that_went_in(tmp_path: Path, backup: Backup, journal: Journal) -> None:
    extract(backup.path, tmp_path / "out")
    again = open_journal(tmp_path / "out")
    assert again.recovery.selling_allowed
    assert again.attempts() == journal.attempts()
    again.close()
    with closing(sqlite3.connect(tmp_path / "out" / "office.db")) as office:
        tables = office.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    assert len(tables) > 3


def test_a_backup_made_while_sales_are_written_is_of_one_moment(
    tmp_path: Path, source: BackupSource, journal: Journal
) -> None:
    """Both sinks in it tell the same, and it is a beginning of the journal."""
    began, ended = threading.Event(), threading.Event()

    def write() -> None:
        number = 100
        while not ended.is_set():
            sell(journal, str(number))
            began.set()
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert began.wait(10)
        made = [make(source, tmp_path / "backups", NOW) for _ in range(5)]
    finally:
        ended.set()
        writer.join()
    journal.close()
    all_hashes = tuple(line.hash for line in SqliteLog.look(tmp_path / "live" / "journal.sqlite").lines)
    for each in made:
        assert each.hashes == all_hashes[: each.head.seq]
    assert len({each.path for each in made}) == 5


def test_an_empty_profile_can_be_backed_up(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "live")
    found = make(
        BackupSource("live", DESK, tmp_path / "live", journal.copy_to, tmp_path / "none"), tmp_path, NOW
    )
    assert (found.head.seq, found.head.hash) == (0, "")
    assert sorted(found.names) == ["journal.sqlite", "mirror.log"]
    journal.close()


def test_no_byte_of_a_backup_can_change_unnoticed(backup: Backup) -> None:
    """In the parts of a zip that no check of its own covers, too: each byte of both ends, and a sample."""
    data = backup.path.read_bytes()
    places = {*range(400), *range(len(data) - 1200, len(data)), *range(0, len(data), len(data) // 300)}
    for place in sorted(places):
        with backup.path.open("r+b") as stream:
            stream.seek(place)
            stream.write(bytes([data[place] ^ (1 << place % 8)]))
        with pytest.raises(BackupError):
            read(backup.path)
        with backup.path.open("r+b") as stream:
            stream.seek(place)
            stream.write(data[place : place + 1])
    assert read(backup.path) == backup


@pytest.mark.parametrize("length", [0, 1, 86, 87, 88, 500])
def test_a_backup_that_was_cut_short_is_none(backup: Backup, length: int) -> None:
    data = backup.path.read_bytes()
    for piece in (data[:length], data[length + 1 :], data + bytes(length + 1)):
        backup.path.write_bytes(piece)
        with pytest.raises(BackupError):
            read(backup.path)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="cannot be read: No such file"):
        read(tmp_path / "none.zip")


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/evil", "..\\evil", "C:evil", "live.key", "journal.sqlite/../../evil"]
)
def test_no_other_name_leaves_the_archive(tmp_path: Path, backup: Backup, name: str) -> None:
    def add(files: dict[str, bytes]) -> None:
        files[name] = b"evil"
        manifest = json.loads(files["manifest.json"])
        _manifest(files, files={**manifest["files"], name: "0" * 64})

    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BackupError, match="files that no backup has"):
        read(_resealed(tmp_path, backup, add))
    assert sorted(tmp_path.rglob("*")) == sorted([*before, tmp_path / "changed.zip"])


OTHER_CONTENT: list[tuple[Change, str]] = [
    (lambda files: files.__delitem__("manifest.json"), "no backup of this program"),
    (lambda files: _manifest(files, form="another"), "no backup of this program"),
    (lambda files: _manifest(files, version=2), "newer Agency Counter"),
    (lambda files: _manifest(files, files=7), "damaged"),
    (lambda files: _manifest(files, made_at="2026-11-21"), "damaged"),
    (lambda files: _manifest(files, padding="x" * 70_000), "no backup of this program"),
    (lambda files: files.__delitem__("office.db"), "files that no backup has"),
    (lambda files: files.update({"office.db": b"other"}), "office.db is not what was written"),
    (lambda files: files.update({"manifest.json": b"{"}), "damaged"),
]


@pytest.mark.parametrize(("change", "sentence"), OTHER_CONTENT)
def test_a_backup_of_another_content_is_refused(
    tmp_path: Path, backup: Backup, change: Change, sentence: str
) -> None:
    with pytest.raises(BackupError, match=sentence):
        read(_resealed(tmp_path, backup, change))


def _replaced(files: dict[str, bytes], name: str, data: bytes) -> None:
    files[name] = data
    manifest = json.loads(files["manifest.json"])
    digest = hashlib.blake2b(data, digest_size=32).hexdigest()
    _manifest(files, files={**manifest["files"], name: digest})


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("mirror.log", b"", "journal in this backup is damaged"),
        ("journal.sqlite", b"no database" * 400, "journal in this backup is damaged"),
        ("office.db", b"no database" * 400, "damaged"),
    ],
)
def test_what_a_backup_holds_must_be_sound_in_itself(
    tmp_path: Path, backup: Backup, name: str, data: bytes, sentence: str
) -> None:
    with pytest.raises(BackupError, match=sentence):
        read(_resealed(tmp_path, backup, lambda files: _replaced(files, name, data)))


def test_a_database_with_a_page_that_is_lost_is_noticed(tmp_path: Path, backup: Backup) -> None:
    def lose_page(files: dict[str, bytes]) -> None:
        data = files["register.db"]
        _replaced(files, "register.db", data[:4096] + bytes(4096) + data[8192:])

    with pytest.raises(BackupError, match=r"register\.db cannot be read"):
        read(_resealed(tmp_path, backup, lose_page))


def test_a_backup_without_a_journal_is_none(tmp_path: Path, backup: Backup) -> None:
    def drop(files: dict[str, bytes]) -> None:
        del files["mirror.log"]
        manifest = json.loads(files["manifest.json"])
        _manifest(files, files={name: each for name, each in manifest["files"].items() if name in files})

    with pytest.raises(BackupError, match="no journal"):
        read(_resealed(tmp_path, backup, drop))


def test_a_member_that_would_fill_the_disk_is_refused_before_it_is_unpacked(
    tmp_path: Path, backup: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.backup.backup._MOST_BYTES", 3_000_000)
    path = _resealed(tmp_path, backup, lambda files: _replaced(files, "office.db", bytes(4_000_000)))
    assert path.stat().st_size < 100_000
    with pytest.raises(BackupError, match="larger than any journal"):
        read(path)


def test_a_journal_that_cannot_be_relied_on_is_not_backed_up(tmp_path: Path, source: BackupSource) -> None:
    (tmp_path / "copy").mkdir()
    source.copy_journal(tmp_path / "copy")
    (tmp_path / "copy" / "journal.sqlite").write_bytes(b"a letter to somebody, and no database" * 300)
    journal = open_journal(tmp_path / "copy")
    with pytest.raises(JournalError, match="not whole"):
        journal.copy_to(tmp_path)
    journal.close()


def test_a_disk_that_refuses_leaves_no_half_a_backup(tmp_path: Path, source: BackupSource) -> None:
    def refuse(_folder: Path) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(BackupError, match="No backup was made: No space left on device"):
        make(replace(source, copy_journal=refuse), tmp_path / "backups", NOW)
    assert list((tmp_path / "backups").iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(BackupError, match="No backup was made"):
        make(source, tmp_path / "file", NOW)


def test_a_backup_can_be_made_while_the_clock_stands_in_1970(tmp_path: Path, source: BackupSource) -> None:
    made = make(source, tmp_path / "backups", datetime(1970, 1, 1, 0, 2, tzinfo=UTC))
    with zipfile.ZipFile(made.path) as archive:
        # A time of its own, which the form cannot tell before 1980, is in none of them.
        assert {each.date_time for each in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert read(made.path).made_at.year == 1970


def test_what_a_killed_backup_left_is_removed_by_the_next(tmp_path: Path, source: BackupSource) -> None:
    backups, half = tmp_path / "backups", source.folder / ".backup-killed"
    half.mkdir()
    (half / "register.db").write_text("customers")
    backups.mkdir()
    ours = backups / "agency-counter-live-0a1b2c3d-20261120T053000Z.unfinished"
    others = [
        backups / f"agency-counter-{name}-20261120T053000Z.unfinished"
        for name in ("live-ffffffff", "practice-0a1b2c3d")
    ]
    for each in (ours, *others):
        each.write_text("half")
    made = make(source, backups, NOW)
    assert sorted(backups.iterdir()) == sorted([made.path, *others])
    assert not list(source.folder.glob(".backup-*"))


def test_a_backup_is_read_within_the_profile_that_asks(tmp_path: Path, backup: Backup) -> None:
    """No customer's name is left in the folder that all users of a computer share."""
    with pytest.raises(BackupError, match="cannot be read"):
        read(backup.path, tmp_path / "gone")


def test_a_copy_of_the_journal_is_sealed_as_the_journal_is(tmp_path: Path, backup: Backup) -> None:
    shutil.rmtree(tmp_path / "live")
    extract(backup.path, tmp_path / "live")
    sinks = find(tmp_path / "live", CHAIN_KEY)
    assert sinks.recovery.selling_allowed
    assert read_mirror(tmp_path / "live" / "mirror.log", CHAIN_KEY).is_sealed
    for sink in (sinks.mirror, sinks.database):
        assert sink is not None
        sink.close()
