"""Everything stands on its page, nothing in the way of anything else, whatever the booking holds."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from app.desk.model.office_rules import Branding
from app.desk.vouchers.voucher import Voucher, VoucherLine, VoucherPrice, VoucherTraveller
from app.ui.vouchers.elements import Squares, VoucherPage, Words
from app.ui.vouchers.layout import Laid, lay_out
from app.ui.vouchers.measures import PAPERS, look
from app.ui.vouchers.typesetting import Face, Typesetter
from tests.support.desk.voucher_samples import ACTIVITY_VOUCHER, BOAT_VOUCHER, BRANDING, party
from tests.support.proof import beside_others

_ALPHABET = "aM\u00c4\u0142 j0.\u2022-\u0915\u094d\u0937\u093f\u0930\u0940 \u0924\u094d\u0930"
_TOUCHING = 0.5
"""Pixels of 1/96 inch by which letters may stand into the line above: a stroke's edge."""

texts = st.text(_ALPHABET, max_size=120)
travellers = st.builds(
    VoucherTraveller,
    name=st.text(_ALPHABET, max_size=100),
    age=st.text("0123456789", max_size=3),
    gender=st.text(_ALPHABET, max_size=20),
    nationality=st.text(_ALPHABET, max_size=30),
    document=st.text(_ALPHABET, max_size=40),
)
prices = st.builds(
    VoucherPrice,
    currency=st.sampled_from(["INR", ""]),
    lines=st.lists(
        st.builds(
            VoucherLine,
            label=st.text(_ALPHABET, max_size=40),
            count=st.integers(1, 100),
            fare=st.decimals(0, 10**9, places=2),
            total=st.decimals(0, 10**11, places=2),
        ),
        max_size=6,
    ).map(tuple),
    gst_percentage=st.sampled_from([None, Decimal(5), Decimal("12.5")]),
    gst=st.decimals(0, 10**9, places=2),
    total=st.decimals(0, 10**11, places=2),
)
brandings = st.builds(
    Branding,
    agency=texts,
    address=texts,
    phone=st.text(_ALPHABET, max_size=40),
    email=st.text(_ALPHABET, max_size=60),
    terms=st.text(_ALPHABET + "\n", max_size=600),
    paper=st.sampled_from(PAPERS),
    shows_price=st.booleans(),
    language=st.sampled_from(["en", "hi"]),
)
vouchers = st.builds(
    Voucher,
    booking_ref=st.text("ABCDEFGHJKLMN0123456789", min_size=1, max_size=24),
    is_boat=st.booleans(),
    title=texts,
    branding=brandings,
    qty=st.integers(1, 100),
    place=texts,
    day=st.sampled_from([None, BOAT_VOUCHER.day]),
    starts=st.sampled_from([None, BOAT_VOUCHER.starts]),
    ends=st.sampled_from([None, BOAT_VOUCHER.ends]),
    window=st.text(_ALPHABET, max_size=30),
    slot=st.text(_ALPHABET, max_size=40),
    booking_id=st.text("0123456789", max_size=18),
    travellers=st.lists(travellers, max_size=14).map(tuple),
    customer_name=st.text(_ALPHABET, max_size=100),
    customer_phone=st.text("0123456789", max_size=15),
    customer_email=st.text("abc@.", max_size=60),
    included=st.lists(st.text(_ALPHABET, max_size=60), max_size=20).map(tuple),
    excluded=st.lists(st.text(_ALPHABET, max_size=60), max_size=20).map(tuple),
    cancellation=st.text(_ALPHABET, max_size=500),
    needs_documents=st.booleans(),
    price=st.none() | prices,
    issued_at=st.sampled_from([None, BOAT_VOUCHER.issued_at]),
    is_practice=st.booleans(),
)


def check(laid: Laid) -> None:
    """Nothing stands outside of its page or over something else."""
    for leaf in laid.leaves:
        page = QRectF(0, 0, leaf.width, leaf.height)
        places = [(each.bounds, each.line.text) for each in leaf.texts if not each.bounds.isEmpty()]
        codes = [(each.place, "code") for each in leaf.items if isinstance(each, Squares)]
        for place, text in (*places, *codes):
            assert page.contains(place), text
        everything = sorted((*places, *codes), key=lambda each: each[0].top())
        for at, (place, text) in enumerate(everything):
            core = place.adjusted(0, _TOUCHING, 0, -_TOUCHING)
            for other, words in everything[at + 1 :]:
                if other.top() > place.bottom():
                    break
                assert not core.intersects(other.adjusted(0, _TOUCHING, 0, -_TOUCHING)), (text, words)


@beside_others
@given(voucher=vouchers)
@settings(max_examples=60)
def test_no_words_are_cut_off_or_in_the_way(voucher: Voucher) -> None:
    check(lay_out(voucher))


@pytest.mark.parametrize("paper", PAPERS)
def test_figures_behind_hindi_keep_the_width_in_which_they_were_broken(paper: str) -> None:
    large = VoucherLine(
        label="\u0935\u092f\u0938\u094d\u0915 " * 3, count=10, fare=Decimal(10**7), total=Decimal(10**8)
    )
    price = VoucherPrice("INR", (large,), Decimal(5), Decimal(10**7), Decimal(10**8))
    check(lay_out(replace(BOAT_VOUCHER, price=price).shown(replace(BRANDING, shows_price=True)), paper))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("count", [1, 10, 11, 24, 25, 100])
def test_a_party_of_any_size_is_all_there(paper: str, count: int) -> None:
    laid = lay_out(party(BOAT_VOUCHER, count), paper)
    check(laid)
    words = [each.line.text for leaf in laid.leaves for each in leaf.texts]
    names = [each.name for each in party(BOAT_VOUCHER, count).travellers]
    assert [each for each in words if each in names] == names
    most = look(paper).most_rows
    assert (len(laid.leaves) == 1) is (not most or count <= most)


@pytest.mark.parametrize(("paper", "most"), [("A5", 10), ("A4", 24)])
def test_so_many_travellers_stand_on_the_first_page_and_the_pnr_on_each(paper: str, most: int) -> None:
    leaves = lay_out(party(BOAT_VOUCHER, 60), paper).leaves
    names = {each.name for each in BOAT_VOUCHER.travellers}
    on_page = [sum(each.line.text in names for each in leaf.texts) for leaf in leaves]
    assert most / 2 < on_page[0] <= most
    assert sum(on_page) == 60
    for place, leaf in enumerate(leaves, 1):
        words = [each.line.text for each in leaf.texts]
        assert "BT4K9Q07M" in words
        assert any(f"page {place} of {len(leaves)}" in each for each in words)


def test_the_pnr_is_large_and_a_long_one_is_whole() -> None:
    for paper in PAPERS:
        laid = lay_out(replace(BOAT_VOUCHER, booking_ref="ABCDEFGHIJ0123456789KLMN"), paper)
        large = [each for each in laid.leaves[0].texts if each.face == look(paper).pnr]
        assert "".join(each.line.text for each in large) == "ABCDEFGHIJ0123456789KLMN"
        assert all(each.face.size >= 34 for each in large)
        check(laid)


def test_a_receipt_grows_and_other_papers_do_not() -> None:
    few, many = (lay_out(party(BOAT_VOUCHER, count), "80 mm").leaves for count in (2, 40))
    assert len(few) == len(many) == 1
    assert many[0].height > few[0].height + 38 * 30
    assert few[0].width == pytest.approx(80 * 96 / 25.4)


def test_what_no_font_can_draw_is_told_and_marked() -> None:
    laid = lay_out(replace(BOAT_VOUCHER, title="Boat \U00013000\U00013001 tour"))
    assert laid.missing == ("\U00013000", "\U00013001")
    assert any(each.line.text == "Boat ?? tour" for each in laid.leaves[0].texts)
    assert lay_out(BOAT_VOUCHER).missing == ()


@pytest.mark.parametrize(
    "name",
    [
        "\u0936\u094d\u0930\u0940\u092e\u0924\u0940 \u0915\u094d\u0937\u0947\u0924\u094d\u0930",
        "Zo\u00eb \u0141ukasz",
        "A \u0930\u092e\u0928 B",
    ],
)
def test_names_of_either_script_are_drawn(name: str) -> None:
    laid = lay_out(replace(BOAT_VOUCHER, customer_name=name))
    assert laid.missing == ()
    assert any(name in each.line.text for each in laid.leaves[0].texts)


def test_practice_is_on_every_page_and_on_the_stub() -> None:
    leaves = lay_out(replace(party(BOAT_VOUCHER, 30), is_practice=True)).leaves
    for leaf in leaves:
        assert any("PRACTICE" in each.line.text for each in leaf.texts)
    assert [each.line.text for each in leaves[0].texts].count("PRACTICE") == 1


def test_an_activity_has_its_lists_beside_each_other() -> None:
    leaf = lay_out(ACTIVITY_VOUCHER).leaves[0]
    tops = [_words(leaf, each).y for each in ("Customer", "Included", "Not included")]
    assert max(tops) == min(tops)
    lefts = [_words(leaf, each).x for each in ("Customer", "Included", "Not included")]
    assert all(left < right for left, right in pairwise(lefts))


def test_a_price_that_is_left_out_is_nowhere() -> None:
    laid = lay_out(BOAT_VOUCHER.shown(replace(BRANDING, shows_price=False)))
    assert not [each for each in laid.leaves[0].texts if "Total" in each.line.text]


def _words(leaf: VoucherPage, text: str) -> Words:
    return next(each for each in leaf.texts if each.line.text == text)


def test_what_is_cut_fills_its_line_and_no_more() -> None:
    """Measured again and again: memory that was given back would tell the right width now and then."""
    for number in range(40):
        text = f"{number} " + "a long name of an agency " * 8
        first, second = Typesetter().lines(text, Face(13, 17), 220, 2)
        assert first.width <= 220
        assert 180 < second.width <= 220
        assert second.text.endswith("\u2026")
