"""The searches for secrets find what they are to find, or their silence would prove nothing."""

from __future__ import annotations

import base64
import codecs
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.support.canaries import HEADS, encodings, found, slices
from tests.support.folder_watch import FolderWatch

TEXT, BYTES = b"C4VX8T2K1", b'\xff\xd8\xffcanary~/+\\"%\xe9 of a passport'

LEAKS: dict[str, Callable[[bytes], bytes]] = {
    "as it is": bytes,
    "Base64": lambda secret: base64.b64encode(b"1" + secret + b"more"),
    "hexadecimal": lambda secret: secret.hex().encode(),
    "upper hexadecimal": lambda secret: secret.hex().upper().encode(),
    "percent signs": lambda secret: "".join(f"%{each:02X}" for each in secret).encode(),
    "UTF-16, low byte first": lambda secret: secret.decode("latin-1").encode("utf-16-le"),
    "UTF-16, high byte first": lambda secret: secret.decode("latin-1").encode("utf-16-be"),
    "escapes": lambda secret: repr(secret).encode(),
}
"""How a careless program would write each, with other means than the search has."""


@pytest.mark.parametrize("encoding", LEAKS)
def test_a_leak_is_found_in_each_encoding(encoding: str, tmp_path: Path) -> None:
    leak = tmp_path / "qt_temp.X1"
    leak.write_bytes(bytes(1000) + LEAKS[encoding](BYTES) + b"\n")
    assert ("copy", encoding) in found(leak.read_bytes(), {"copy": BYTES, "number": TEXT})
    assert found(leak.read_bytes()[:1000], {"copy": BYTES, "number": TEXT}) == set()
    assert set(encodings(TEXT)) == set(LEAKS)


def test_base64_is_found_wherever_it_begins() -> None:
    for before in range(6):
        for after in range(4):
            sent = base64.b64encode(bytes(range(before)) + BYTES + bytes(after))
            assert found(sent, {"copy": BYTES}) == {("copy", "Base64")}


@pytest.mark.parametrize(
    "written",
    [
        b"number=c4vx8t2k1",
        json.dumps({"id_number": TEXT.decode()}).encode(),
        quote(TEXT.decode()).encode(),
        codecs.encode(TEXT, "hex"),
        "C4VX8T2K1".encode("utf-16"),
    ],
)
def test_a_number_is_found_however_it_is_written(written: bytes) -> None:
    assert found(written, {"number": TEXT})


def test_pieces_of_a_document_stand_for_all_of_it() -> None:
    document = bytes(range(256)) * 40
    pieces = slices("copy", document)
    assert len(pieces) >= 3
    assert all(found(document, {name: piece}) for name, piece in pieces.items())
    assert found(document[3000:9000], slices("copy", bytes(range(256)) * 40))
    assert found(b"GIF89a", HEADS) == set()


def test_a_watch_keeps_what_is_written_and_removed_in_new_folders(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    with FolderWatch(tmp_path) as watch:
        (tmp_path / "old" / "thumbnail.png").write_bytes(b"in an old folder")
        (tmp_path / "new" / "deeper").mkdir(parents=True)
        (tmp_path / "new" / "deeper" / "recent").write_bytes(b"in a new one")
        (tmp_path / "new" / "deeper" / "recent").rename(tmp_path / "moved")
        with (tmp_path / "deleted").open("wb") as stream:
            while tmp_path / "deleted" not in watch.seen:
                stream.flush()
            stream.write(b"deleted later")
        (tmp_path / "deleted").unlink()
    assert set(watch.contents.values()) == {b"in an old folder", b"in a new one", b"deleted later"}
    names = {each.name for each in watch.seen}
    assert {"thumbnail.png", "moved", "deleted"} <= names <= {"thumbnail.png", "recent", "moved", "deleted"}


def test_a_watch_of_a_quiet_folder_sees_nothing(tmp_path: Path) -> None:
    (tmp_path / "copy.jpg").write_bytes(HEADS["a JPEG"])
    with FolderWatch(tmp_path) as watch:
        (tmp_path / "copy.jpg").read_bytes()
    assert (watch.seen, watch.missed, watch.contents) == ([], [], {})
