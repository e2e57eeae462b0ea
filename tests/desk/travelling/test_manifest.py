"""The manifest: who travels and nobody else, no money, and of documents no more than their last four."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest

from app.core.language import speaking
from app.desk.files.spreadsheet_export import csv_bytes, inert, xlsx_bytes
from app.desk.model.sale import KeptWords
from app.desk.travelling.manifest import Manifest, as_text, manifest_file, manifest_table, when
from app.desk.travelling.values import Party, PartyState
from app.desk.vouchers.kept_words import words_of
from app.desk.vouchers.voucher import VoucherTraveller
from tests.support.canaries import found
from tests.support.desk.manifest_samples import ARJUN, ARJUNS, ENDS, asked, departure, forty, made, party
from tests.support.desk.voucher_samples import BOAT, BRANDING, DEBITED, NET, NET_TOTAL, NUMBERS
from tests.support.desk.voucher_samples import receipt as receipt_of

CANCELLED = replace(
    party("Gone Away", "9000000001", "BTGONE001", ARJUNS), state=PartyState.CANCELLED, seats=0
)
OPEN = replace(party("Open Case", "9000000002", "", ARJUNS[:2]), state=PartyState.UNKNOWN)


def names(manifest: Manifest) -> list[list[str]]:
    return [[one.name for one in each.travellers] for each in manifest.parties]


def partly(seats: int = 2) -> Party:
    return replace(ARJUN, state=PartyState.PARTLY, seats=seats)


def test_it_has_the_parties_in_their_order_and_counts_their_people_through() -> None:
    manifest = made(*forty())
    assert [each.number for each in manifest.parties] == [*range(1, 41)]
    numbers = [one.number for each in manifest.parties for one in each.travellers]
    assert numbers == [*range(1, manifest.seats + 1)]
    assert manifest.seats == departure(*forty()).seats
    assert when(manifest) == (
        ("Date", "Sun 22 Nov 2026"),
        ("Departure", "07:15"),
        ("Return", "17:30"),
        ("Parties", "40"),
        ("Seats", str(manifest.seats)),
    )


def test_a_traveller_is_told_as_the_voucher_does() -> None:
    one = made(ARJUN).parties[0].travellers[3]
    told = (one.number, one.name, one.age, one.gender, one.nationality, one.document, one.document_end)
    assert told == (4, "Jana Katharina Vogel", "34", "FEMALE", "GERMAN", "PASSPORT", "•••• 193B")


def test_cancelled_parties_are_not_on_it_and_unknown_ones_stand_apart_uncounted() -> None:
    manifest = made(CANCELLED, OPEN, ARJUN)
    assert [each.name for each in manifest.parties] == ["Arjun Nair"]
    assert [(each.number, each.name, each.seats) for each in manifest.unknown] == [(0, "Open Case", 2)]
    assert manifest.seats == 4
    assert "Gone Away" not in as_text(manifest)
    assert "Gone Away" not in str(manifest_table(manifest))


def test_a_party_of_another_key_travels_too() -> None:
    assert names(made(replace(ARJUN, state=PartyState.OTHER_KEY))) == [[each.name for each in ARJUNS]]


def test_of_a_party_that_is_partly_cancelled_only_those_are_named_whom_the_service_named() -> None:
    people = [(each.name, each.age, "Cancelled" if at < 2 else "Confirmed") for at, each in enumerate(ARJUNS)]
    manifest = made(asked(partly(), people))
    assert names(manifest) == [["Ishaan Nair", "Jana Katharina Vogel"]]
    assert [one.document_end[-4:] for one in manifest.parties[0].travellers] == list(ENDS[2:])


@pytest.mark.parametrize("named", [(), ARJUNS], ids=["not-asked", "asked-before"])
def test_of_a_party_that_is_partly_cancelled_nobody_is_named_when_it_is_not_known_who(
    named: tuple[VoucherTraveller, ...],
) -> None:
    # What the service said before the cancellation names all four.
    before = [(each.name, each.age, "Confirmed") for each in named]
    (found_party,) = made(asked(partly(), before)).parties
    assert found_party.travellers == ()
    assert found_party.seats == 2
    assert found_party.note == "The names are not known here."


@pytest.mark.parametrize("kept", [KeptWords(), KeptWords("{}", "no json"), KeptWords("[]", "{}")])
def test_a_party_of_which_nothing_was_kept_has_its_seats(kept: KeptWords) -> None:
    nameless = replace(ARJUN, sale=replace(ARJUN.sale, kept=kept))
    manifest = made(nameless, ARJUN)
    assert names(manifest) == [[], [each.name for each in ARJUNS]]
    assert manifest.parties[0].note == "The names are not known here."
    # The seats without names have their numbers all the same.
    assert manifest.parties[1].travellers[0].number == 5
    by_service = asked(nameless, [(each.name, each.age, "Confirmed") for each in ARJUNS])
    assert names(made(by_service)) == [[each.name for each in ARJUNS]]


def test_what_the_service_says_otherwise_is_said() -> None:
    differs = "Service says Cancelled. Open the booking."
    (found_party,) = made(replace(ARJUN, differs=differs)).parties
    assert found_party.note == differs
    assert differs in as_text(made(replace(ARJUN, differs=differs)))


def test_a_party_of_an_activity_is_a_name_and_seats() -> None:
    manifest = made(
        party("Priya Raman", "9876501234", "AC7H2W91X", (), is_boat=False, seats=2), is_boat=False
    )
    assert names(manifest) == [[]]
    assert manifest.parties[0].note == ""
    assert ("Slot", "07:30 \u2013 09:00") in when(manifest)
    assert "2 seats" in as_text(manifest)


def test_without_the_last_four_only_the_kind_of_document_is_on_it() -> None:
    for manifest, is_said in ((made(*forty()), True), (made(*forty(), last_four=False), False)):
        said = as_text(manifest) + csv_bytes([manifest_table(manifest)]).decode()
        assert "PASSPORT" in said
        assert all((each in said) is is_said for each in ENDS)
        assert ("Document numbers show their last four." in said) is is_said


def test_neither_money_nor_a_document_s_number_is_on_it() -> None:
    words, people = words_of(BOAT, receipt_of(BOAT, "BT4K9Q07M").price, BRANDING)
    kept = KeptWords(str(words["voucher"]), str(people["voucher_people"]))
    sold = replace(ARJUN, sale=replace(ARJUN.sale, kept=kept))
    manifest = made(sold, OPEN)
    table = [manifest_table(manifest)]
    with ZipFile(BytesIO(xlsx_bytes(table))) as book:
        sheets = b"".join(book.read(name) for name in book.namelist())
    said = as_text(manifest).encode() + csv_bytes(table) + sheets
    assert b"Jana" in said
    secrets = {each: each.encode() for each in (*NUMBERS, NET, NET_TOTAL, DEBITED, "7788.99", "778899")}
    assert found(said, secrets) == set()
    assert not any(each in said for each in (b"INR", b"Told", b"told", b"Owed"))


def test_the_table_has_a_row_for_each_traveller_with_the_columns_of_the_paper() -> None:
    table = manifest_table(made(ARJUN, replace(partly(), state=PartyState.PARTLY), OPEN))
    rows = [dict(zip(table.headings, row, strict=True)) for row in table.rows]
    assert [each["Traveller"] for each in rows] == [*(each.name for each in ARJUNS), "", ""]
    assert rows[0] == {
        "Party": 1,
        "Customer": "Arjun Nair",
        "Phone": "9845012377",
        "PNR": "BT4K9Q07M",
        "Seats": 4,
        "Traveller": "Arjun Nair",
        "Age": "41",
        "Gender": "MALE",
        "Nationality": "INDIAN",
        "Document": "AADHAAR",
        "Number": "•••• 5807",
        "On board": None,
        "Note": "",
    }
    assert [each["Note"] for each in rows[4:]] == ["The names are not known here.", "Not known, ask"]
    assert rows[5]["Party"] is None


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t=", "\r=", "\n=", " =", "\ufeff="])
def test_no_text_becomes_a_formula(first: str) -> None:
    evil = f'{first}HYPERLINK("http://x","y")'
    people = (replace(ARJUNS[0], name=evil, age=evil, nationality=evil, document=f"{evil} ••5807"),)
    hostile = replace(party(evil, f"{first}9845012377", evil, people), differs=evil)
    table = manifest_table(made(hostile))
    rows = [*csv.reader(StringIO(csv_bytes([table]).decode("utf-8-sig")), strict=True)]
    assert len(rows) == 2
    assert all(inert(each) == each for each in rows[1])
    assert [each for each in rows[1] if "HYPERLINK" in each and not each.startswith("'")] == []
    with ZipFile(BytesIO(xlsx_bytes([table]))) as book:
        sheet = book.read("xl/worksheets/sheet1.xml")
    assert b"<f>" not in sheet
    assert b"hyperlink" not in sheet


def test_the_table_is_in_the_language_that_is_spoken() -> None:
    with speaking("hi"):
        table = manifest_table(made(ARJUN))
    assert table.headings[0] == "समूह"
    assert "पुरुष" in table.rows[0]


@pytest.mark.parametrize(
    ("starts", "name"),
    [
        ("07:15", "manifest-2026-11-22-0715.pdf"),
        ("", "manifest-2026-11-22.pdf"),
        ("Morning / 1", "manifest-2026-11-22-1.pdf"),
    ],
)
def test_its_file_is_named_by_day_and_time_alone(starts: str, name: str) -> None:
    assert manifest_file(replace(made(ARJUN), starts=starts), ".pdf") == name
    practice = replace(made(ARJUN, is_practice=True), starts=starts)
    assert manifest_file(practice, ".pdf") == f"practice-{name}"
