"""What stands on a voucher, and what never does."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from app.desk.model.booking import BookedTraveller, BookingState
from app.desk.model.office_rules import Branding
from app.desk.model.sale import KeptWords
from app.desk.vouchers.kept_words import kept_voucher
from app.desk.vouchers.voucher import (
    CancelledPart,
    NoVoucherError,
    Voucher,
    VoucherTraveller,
    customer_price,
    default_file_name,
    last_four,
    reprinted_voucher,
    sold_voucher,
    with_catalogue,
)
from app.desk.vouchers.voucher_text import (
    agency_line,
    as_text,
    bring,
    cancelled_words,
    chat_link,
    chat_number,
    customer_line,
    issued,
    mail_link,
    party_name,
    price_rows,
    stub_name,
    when,
    when_line,
)
from tests.support.desk.samples import NOW
from tests.support.desk.voucher_samples import (
    ACTIVITY,
    ACTIVITY_VOUCHER,
    BOAT,
    BOAT_VOUCHER,
    BRANDING,
    DEBITED,
    NET,
    NET_TOTAL,
    NUMBERS,
    SALE,
    party,
    receipt,
)

NOTHING_KEPT = kept_voucher(KeptWords(), BRANDING)
BARE = Voucher("BT1", is_boat=True, title="", branding=Branding(), qty=1)


def _state(*people: BookedTraveller, status: str = "Confirmed") -> BookingState:
    return BookingState("AC7H2W91X", status, "Paid", "NONE", None, people, "Dive", "Sea Heron", None, "07:15")


def _person(name: str, status: str = "Confirmed") -> BookedTraveller:
    return BookedTraveller(name, "41", "MALE", "Adult", status, 7)


def _reprint(sale: object = SALE, state: BookingState | None = None) -> Voucher:
    assert isinstance(sale, type(SALE))
    return reprinted_voucher(sale, state, NOTHING_KEPT, at=NOW, is_practice=False)


def test_a_sale_with_passengers_shows_the_last_four_of_each_document() -> None:
    documents = [each.document for each in BOAT_VOUCHER.travellers]
    assert documents == [
        "Voter ID \u2022\u20224619",
        "PAN card \u2022\u2022417C",
        "School ID \u2022\u20220431",
        "Passport \u2022\u2022T2K1",
    ]
    assert BOAT_VOUCHER.needs_documents
    assert (BOAT_VOUCHER.title, BOAT_VOUCHER.place) == ("Swaraj Dweep day return", "MV Sea Heron")


@pytest.mark.parametrize(
    ("number", "shown"),
    [("C4VX8T2K1", "T2K1"), ("A123456", "456"), ("1234", "34"), ("7", ""), (" 12 34 56 78 ", "5678")],
)
def test_of_a_short_number_no_more_than_half_is_shown(number: str, shown: str) -> None:
    assert last_four("Passport", number) == f"Passport \u2022\u2022{shown}"


def test_a_document_without_a_number_is_its_kind_alone() -> None:
    assert last_four(" Passport ", "") == "Passport"
    assert last_four("", "") == ""


def test_nothing_of_the_wallets_side_is_in_it() -> None:
    voucher = sold_voucher(receipt(BOAT, "BT4K9Q07M"), BOAT, BRANDING)
    known = repr(voucher) + as_text(voucher) + mail_link(voucher) + chat_link(voucher, "919845012377")
    for secret in (*NUMBERS, NET, NET_TOTAL, DEBITED, "7324.28", "7,324.28", "1,831.07"):
        assert secret not in known


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (None, "4 passengers. Refund reference RF9."),
        (0, "4 passengers. Nothing of this booking is left. Refund reference RF9."),
        (1, "4 passengers. Still booked: 1 passenger. Refund reference RF9."),
    ],
)
def test_a_slip_says_what_is_left_as_far_as_it_is_known(left: int | None, words: str) -> None:
    slip = replace(BOAT_VOUCHER, cancelled=CancelledPart("RF9", NOW, left))
    assert cancelled_words(slip) == words


def test_the_customers_price_has_lines_gst_and_total() -> None:
    assert BOAT_VOUCHER.price is not None
    assert price_rows(BOAT_VOUCHER.price) == (
        ("Adult MIXED 2,353.75 \u00d7 4", "9,415.00"),
        ("GST 5 %", "470.75"),
        ("Total, INR", "9,885.75"),
    )
    assert ACTIVITY_VOUCHER.price is not None
    assert price_rows(ACTIVITY_VOUCHER.price)[0] == ("Fare 3,800.00 \u00d7 2", "7,600.00")


def test_gst_that_is_not_stated_is_said_and_a_currency_may_be_missing() -> None:
    price = replace(receipt(BOAT, "B").price, gst_is_stated=False, gst_percentage=Decimal(0), currency="")
    rows = price_rows(customer_price(price))
    assert [name for name, _ in rows[1:]] == ["GST is not stated", "Total"]


def test_the_price_can_be_left_out() -> None:
    without = BOAT_VOUCHER.shown(replace(BRANDING, shows_price=False))
    assert without.shown_price is None
    assert "9,885.75" not in as_text(without)
    assert "9,885.75" in as_text(BOAT_VOUCHER)


def test_an_activity_says_what_is_included_and_how_it_is_cancelled() -> None:
    assert as_text(ACTIVITY_VOUCHER).splitlines() == [
        "Coral Coast Travels",
        "",
        "Activity voucher",
        "PNR AC7H2W91X",
        "Discover scuba dive, Elephant Beach",
        "Swaraj Dweep",
        "",
        "Date: Sat 21 Nov 2026",
        "Slot, Afternoon dive 1: 13:00 \u2013 15:00",
        "Seats: 2",
        "",
        "Included:",
        "- Instructor, one to one",
        "- Full equipment",
        "- Boat transfer",
        "",
        "Not included:",
        "- Hotel pick-up",
        "- Photos and video",
        "- Forest entry fee",
        "",
        "Cancellation: Free up to 24 hours before the slot. Half of the fare after that.",
        "",
        "Fare 3,800.00 \u00d7 2: 7,600.00",
        "GST 5 %: 380.00",
        "Total, INR: 7,980.00",
        "",
        "12 Aberdeen Bazaar, Port Blair. Phone 03192 555 014",
    ]


def test_a_boat_names_who_travels_and_nothing_of_documents() -> None:
    text = as_text(BOAT_VOUCHER)
    assert "4 passengers\n1. Arjun Nair, 41\n2. Meera Nair, 38\n3. Ishaan Nair, 9" in text
    assert "T2K1" not in text
    assert "Departure: 07:15\nReturn: 17:30" in text


def test_practice_is_said_in_the_text() -> None:
    voucher = sold_voucher(receipt(ACTIVITY, "P1", practice=True), ACTIVITY, BRANDING)
    assert "PRACTICE. Nothing is booked" in as_text(voucher)


def test_what_is_not_known_is_left_out() -> None:
    assert when(BARE) == ()
    assert (when_line(BARE), customer_line(BARE), agency_line(BARE.branding), bring(BARE)) == ("", "", "", "")
    assert issued(BARE, 1, 1) == ""
    assert as_text(BARE) == "Boat voucher\nPNR BT1\n\n1 passenger"
    untimed = replace(ACTIVITY_VOUCHER, slot="", starts=None, ends=None, window="afternoon", day=None)
    assert when(untimed) == (("Slot", "afternoon"), ("Seats", "2"))
    assert when_line(untimed) == "afternoon, Discover scuba dive, Elephant Beach"
    late = replace(BOAT_VOUCHER, starts=None, ends=None, window="after lunch", place="")
    assert when(late)[1:] == (("Departure", "after lunch"),)
    assert when_line(late) == "Sun 22 Nov 2026, after lunch, Swaraj Dweep day return"
    slotless = sold_voucher(receipt(ACTIVITY, "P1"), replace(ACTIVITY, slot=None), BRANDING)
    assert slotless.slot == ""


def test_the_foot_says_number_time_and_page() -> None:
    assert issued(BOAT_VOUCHER, 1, 1) == "Booking 104482, issued 21 Nov 2026 10:53"
    assert issued(BOAT_VOUCHER, 2, 3) == "Booking 104482, issued 21 Nov 2026 10:53, page 2 of 3"
    assert issued(replace(BOAT_VOUCHER, booking_id=""), 1, 1) == "Issued 21 Nov 2026 10:53"
    assert customer_line(BOAT_VOUCHER) == "Customer Arjun Nair, 9845012377"
    assert (party_name(BOAT_VOUCHER), party_name(ACTIVITY_VOUCHER)) == ("Passengers", "Seats")
    assert bring(BOAT_VOUCHER).startswith("The identity document listed above")
    assert (stub_name(BOAT_VOUCHER), stub_name(ACTIVITY_VOUCHER)) == ("Jetty stub", "Stub for the guide")


def test_the_file_name_holds_no_personal_data() -> None:
    assert default_file_name(BOAT_VOUCHER) == "voucher-BT4K9Q07M.pdf"
    assert default_file_name(replace(BOAT_VOUCHER, booking_ref="../a b\u0915")) == "voucher-ab.pdf"
    assert default_file_name(replace(BOAT_VOUCHER, booking_ref="\u0915")) == "voucher.pdf"


def test_a_sale_of_which_nothing_was_kept_has_neither_price_nor_documents() -> None:
    voucher = _reprint()
    assert (voucher.qty, voucher.window, voucher.price, voucher.travellers) == (2, SALE.window, None, ())
    assert NET_TOTAL not in repr(voucher)
    assert not voucher.needs_documents


def test_a_reprint_says_the_total_while_all_of_it_is_booked() -> None:
    paid = replace(SALE, customer_pays=Decimal("7980.00"), customer_email="a@b.co", booking_id="9001")
    whole = _reprint(paid)
    assert whole.price is not None
    assert price_rows(whole.price) == (("Total, INR", "7,980.00"),)
    assert (whole.customer_email, whole.booking_id) == ("a@b.co", "9001")
    assert _reprint(replace(paid, released=1)).price is None
    assert _reprint(paid, _state(_person("A"), _person("B", "Cancelled"))).price is None


def test_who_still_travels_is_on_a_reprint_and_who_cancelled_is_not() -> None:
    boat = replace(SALE, is_boat=True, title="", place="", day=None, window="")
    voucher = _reprint(boat, _state(_person("A"), _person("B", "Cancelled"), _person("C")))
    assert [each.name for each in voucher.travellers] == ["A", "C"]
    assert (voucher.qty, voucher.title, voucher.place, voucher.window) == (2, "Dive", "Sea Heron", "07:15")
    assert bring(voucher) == "An identity document for every passenger. Passport for foreign passengers."
    assert _reprint(boat).title == ""


@pytest.mark.parametrize(
    ("sale", "state"),
    [
        (replace(SALE, booking_ref=""), None),
        (replace(SALE, is_open=True), None),
        (replace(SALE, released=2), None),
        (SALE, _state(status="Cancelled")),
        (replace(SALE, said=("Cancelled", "", "")), None),
        (SALE, _state(_person("A", "Cancelled"))),
        # Another counter cancelled seats, and no answer says how many.
        (SALE, _state(status="PARTIALLY_CANCELLED")),
        (replace(SALE, said=("Partly cancelled", "", "")), None),
    ],
)
def test_what_is_not_booked_has_no_voucher(sale: object, state: BookingState | None) -> None:
    with pytest.raises(NoVoucherError):
        _reprint(sale, state)


def test_a_number_that_others_have_made_less_is_on_no_voucher() -> None:
    own = replace(SALE, released=1)
    with pytest.raises(NoVoucherError, match="not how many seats"):
        reprinted_voucher(own, _state(), NOTHING_KEPT, at=NOW, is_practice=False, is_less=True)


def test_the_catalogue_adds_what_is_included_when_one_activity_has_the_name() -> None:
    voucher = with_catalogue(_reprint(), (ACTIVITY.offer,))
    assert voucher.included == ACTIVITY.offer.included
    assert voucher.place == "Swaraj Dweep"
    assert with_catalogue(_reprint(), (ACTIVITY.offer, ACTIVITY.offer)).included == ()
    assert with_catalogue(BOAT_VOUCHER, (ACTIVITY.offer,)) is BOAT_VOUCHER


def test_an_e_mail_has_address_subject_and_text() -> None:
    link = urlsplit(mail_link(BOAT_VOUCHER))
    fields = parse_qs(link.query)
    assert (link.scheme, unquote(link.path)) == ("mailto", "arjun.nair@example.com")
    assert fields["subject"] == ["Voucher BT4K9Q07M, Swaraj Dweep day return"]
    assert fields["body"][0].replace("\r\n", "\n") == as_text(BOAT_VOUCHER)


def test_an_address_cannot_add_to_the_link() -> None:
    evil = replace(BOAT_VOUCHER, customer_email="a@b.co?bcc=x@y.z&body=1", title="a&b=c#d")
    fields = parse_qs(urlsplit(mail_link(evil)).query)
    assert set(fields) == {"subject", "body"}
    assert fields["subject"] == ["Voucher BT4K9Q07M, a&b=c#d"]


def test_a_chat_link_has_number_and_text() -> None:
    link = urlsplit(chat_link(BOAT_VOUCHER, "919845012377"))
    assert (link.scheme, link.netloc, link.path) == ("https", "wa.me", "/919845012377")
    assert parse_qs(link.query)["text"] == [as_text(BOAT_VOUCHER)]


def test_half_a_character_in_what_was_typed_does_not_stop_a_link() -> None:
    half = "Caf\ud83d"
    typed = replace(
        BOAT_VOUCHER,
        title=half,
        customer_name=half,
        customer_email=f"{half}@b.co",
        travellers=(VoucherTraveller(half),),
        branding=replace(BRANDING, agency=half, terms=half),
    )
    mail = urlsplit(mail_link(typed))
    assert unquote(mail.path) == "Caf?@b.co"
    assert parse_qs(mail.query)["subject"] == ["Voucher BT4K9Q07M, Caf?"]
    for link in (mail, urlsplit(chat_link(typed, "919845012377"))):
        assert "1. Caf?" in unquote(link.query)
    long = replace(typed, sold_terms="\u0915" * 500)
    assert unquote(chat_link(long, "919845012377")).splitlines()[1] == "Caf?"


@pytest.mark.parametrize(
    ("phone", "number"),
    [
        ("9845012377", "919845012377"),
        ("09845012377", "919845012377"),
        ("919845012377", "919845012377"),
        ("+91 98450-12377", "919845012377"),
        ("0049 170 1234567", "491701234567"),
        ("+65 8123 4567", "6581234567"),
        ("+44 (0)20 7946 0958", "442079460958"),
        ("0044 (0)20 7946 0958", "442079460958"),
        ("(+44) 20/7946 0958", "442079460958"),
        ("(0) 98450 12377", "919845012377"),
        # Without plus and country code a number is India's, or none.
        ("4741234567", ""),
        ("4917012345678", ""),
        ("81234567", ""),
        ("915012345678", ""),
        ("+91 984", ""),
        ("+9198450123770000", ""),
        ("12ab", ""),
        ("+12ab34567", ""),
        ("", ""),
        ("\u0967\u0968\u0969", ""),
    ],
)
def test_a_phone_becomes_a_chat_number(phone: str, number: str) -> None:
    assert chat_number(phone) == number


def test_a_link_that_is_too_long_leaves_the_people_out_and_then_more() -> None:
    many = party(BOAT_VOUCHER, 100)
    text = parse_qs(urlsplit(chat_link(many, "919845012377")).query)["text"][0]
    assert "100 passengers" not in text
    assert "Departure: 07:15" in text
    long = replace(many, sold_terms="\u0915" * 500)
    text = parse_qs(urlsplit(chat_link(long, "919845012377")).query)["text"][0]
    assert text == ("PNR BT4K9Q07M\nSwaraj Dweep day return\nSun 22 Nov 2026, 07:15, MV Sea Heron")
    assert len(chat_link(long, "919845012377")) < 1800


def test_travellers_do_not_show_in_a_representation() -> None:
    assert "Arjun" not in repr(VoucherTraveller("Arjun", document="Passport \u2022\u2022T2K1"))
    assert "9845012377" not in repr(BOAT_VOUCHER)
