"""The manifest on paper: no party is divided, every page says what it is of, and nothing is cut off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.desk.travelling.manifest import Manifest
from app.desk.travelling.values import Party, PartyState
from app.desk.vouchers.voucher import VoucherTraveller
from app.ui.travelling.manifest_paper import ManifestPaper
from app.ui.vouchers.elements import Frame
from app.ui.vouchers.layout import Laid
from app.ui.vouchers.pdf import pdf_bytes
from tests.support.canaries import found
from tests.support.desk.manifest_samples import ARJUN, ARJUNS, forty, made, named, party
from tests.support.desk.voucher_samples import DEBITED, HINDI, NET, NET_TOTAL, NUMBERS
from tests.support.proof import beside_others
from tests.ui.vouchers.test_layout import check

_LETTERS = "aM\u00c4\u0142 j0.\u2022-\u0915\u094d\u0937\u093f\u0930\u0940 \u0924\u0627\u0644\u0639"
DEVANAGARI, ARABIC = "क्षेत्र ज्ञान श्री प्रिया रमन", "عائشة بنت محمد"
people = st.builds(
    VoucherTraveller,
    name=st.text(_LETTERS, max_size=100),
    age=st.text("0123456789", max_size=3),
    gender=st.text(_LETTERS, max_size=20),
    nationality=st.text(_LETTERS, max_size=30),
    document=st.text(_LETTERS, max_size=60),
)


def some_party(told: tuple[str, str, str], some: tuple[VoucherTraveller, ...], state: PartyState) -> Party:
    return replace(party(*told, some, seats=max(1, len(some))), state=state)


parties = st.builds(
    some_party,
    told=st.tuples(
        st.text(_LETTERS, max_size=120),
        st.text("+0123456789", max_size=20),
        st.text("ABCDEFGHJK0123456789", max_size=24),
    ),
    some=st.lists(people, max_size=9).map(tuple),
    state=st.sampled_from([PartyState.TRAVELS, PartyState.UNKNOWN]),
)


def laid_out(manifest: Manifest) -> Laid:
    return ManifestPaper(manifest).lay_out()


def pages_of(manifest: Manifest) -> list[list[str]]:
    """The lines of each page."""
    return [[each.line.text for each in leaf.texts] for leaf in laid_out(manifest).leaves]


def boxes(manifest: Manifest) -> int:
    """How many boxes there are to tick."""
    frames = [each for leaf in laid_out(manifest).leaves for each in leaf.items if isinstance(each, Frame)]
    return sum(each.place.width() == each.place.height() for each in frames)


def read_back(manifest: Manifest) -> tuple[bytes, list[str]]:
    """The file, and the text of each page as another program finds it."""
    paper = ManifestPaper(manifest)
    data = pdf_bytes(paper.lay_out(), paper.reference)
    document = pypdfium2.PdfDocument(data)
    try:
        texts = [document.get_page(at).get_textpage().get_text_range() for at in range(len(document))]
    finally:
        document.close()
    return data, [" ".join(each.split()) for each in texts]


@beside_others
def test_no_party_of_forty_is_divided() -> None:
    manifest = made(*forty())
    pages = pages_of(manifest)
    assert len(pages) > 3
    check(laid_out(manifest))
    for each in manifest.parties:
        (page,) = [lines for lines in pages if each.pnr in lines]
        assert {one.name for one in each.travellers} <= set(page)
    numbers = [int(line) for page in pages for line in page if line.isdigit() and len(line) < 4]
    assert {*range(1, manifest.seats + 1)} <= set(numbers)
    assert boxes(manifest) == manifest.seats


def test_each_page_says_what_it_is_of_and_what_it_is_not() -> None:
    pages = pages_of(made(*forty()))
    for number, lines in enumerate(pages, 1):
        assert lines[0 if number > 1 else 2] == "Manifest"
        said = " ".join(lines)
        for words in (
            "Sun 22 Nov 2026",
            "07:15",
            "Swaraj Dweep day return",
            "MV Sea Heron",
            "Traveller Age Gender Nationality Document Number On board",
            "Checked by Boarded",
            "Sold by this office only. The operator has the full list.",
            "Document numbers show their last four.",
            f"21 Nov 2026 18:05, page {number} of {len(pages)}",
        ):
            assert words in said, words
    assert all("12 Aberdeen Bazaar" not in " ".join(lines) for lines in pages[1:])


def test_a_party_longer_than_a_page_goes_on_under_its_own_name() -> None:
    manifest = made(ARJUN, party("School of Havelock", "9000000000", "BTSCHOOL1", named(100)))
    pages = pages_of(manifest)
    check(laid_out(manifest))
    held = [lines for lines in pages if "BTSCHOOL1" in lines]
    assert len(held) == len(pages) > 2
    assert [line for lines in pages for line in lines if line.startswith("Traveller ")] == [
        f"Traveller {number}" for number in range(1, 101)
    ]
    assert boxes(manifest) == 104


@pytest.mark.parametrize("name", [DEVANAGARI, ARABIC, "W" * 300, "Anna Maria " * 27])
def test_names_of_any_script_and_length_stand_whole(name: str) -> None:
    # The rest of a page could not hold it, and the next one can.
    manifest = made(
        ARJUN,
        party(name, "9876501234", "BTLONG001", (*named(30), replace(ARJUNS[0], name=name))),
        ARJUN,
    )
    check(laid_out(manifest))
    said = "".join("".join(lines) for lines in pages_of(manifest)).replace(" ", "")
    assert said.count(name.replace(" ", "")) >= 2
    assert laid_out(manifest).missing == ()


def test_a_party_without_names_has_one_box_and_says_so() -> None:
    manifest = made(party("Priya Raman", "9876501234", "BTNONE001", (), seats=4))
    check(laid_out(manifest))
    said = " ".join(pages_of(manifest)[0])
    assert "1 Priya Raman 9876501234 BTNONE001 4 seats The names are not known here." in said
    assert boxes(manifest) == 1


def test_unknown_outcomes_stand_last_without_a_box() -> None:
    manifest = made(replace(ARJUN, state=PartyState.UNKNOWN), party("Sunita Patil", "9", "BT1", ARJUNS[:1]))
    (lines,) = pages_of(manifest)
    assert lines.index("Not known, ask. They are not counted.") > lines.index("Sunita Patil")
    assert lines.index("Arjun Nair", lines.index("Sunita Patil") + 3) > lines.index("BT1")
    assert boxes(manifest) == 1
    assert ("Meera Nair" in lines) is False


def test_an_activity_and_an_empty_departure_have_their_paper() -> None:
    one = party("Priya Raman", "9876501234", "AC7H2W91X", (), is_boat=False, seats=2)
    manifest = made(one, is_boat=False)
    check(laid_out(manifest))
    assert boxes(manifest) == 1
    assert "Nationality" not in pages_of(manifest)[0]
    check(laid_out(made()))
    assert "Checked by" in pages_of(made())[0]


def test_a_practice_manifest_says_so_on_each_page() -> None:
    for lines in pages_of(made(*forty(), is_practice=True)):
        assert "PRACTICE. Nothing is booked, and nobody travels with this." in lines


@beside_others
def test_the_pdf_says_what_the_paper_does_and_no_number_and_no_net() -> None:
    manifest = made(*forty())
    data, pages = read_back(manifest)
    assert pages == [" ".join(lines) for lines in pages_of(manifest)]
    secrets = {each: each.encode() for each in (*NUMBERS, NET, NET_TOTAL, DEBITED, "7788.99", "7,788.99")}
    said = ManifestPaper(manifest).text()
    assert found(data + "".join(pages).encode() + said.encode(), secrets) == set()
    assert "Arjun" not in ManifestPaper(manifest).reference + ManifestPaper(manifest).file_name


def test_it_is_read_back_in_hindi() -> None:
    manifest = made(party(DEVANAGARI, "9", "BT1", ARJUNS), branding=HINDI)
    check(laid_out(manifest))
    (page,) = read_back(manifest)[1]
    assert all(each in page for each in (DEVANAGARI, "यात्री सूची", "महिला", "रवि 22 नव॰ 2026"))
    assert not any(each in page for each in ("FEMALE", "Traveller", "Manifest"))


@beside_others
@given(some=st.lists(parties, max_size=12))
@settings(max_examples=40)
def test_no_words_are_cut_off_or_in_the_way(some: Sequence[Party]) -> None:
    check(laid_out(made(*some, is_practice=bool(some))))
