"""The rules of the passenger grid, one by one (interface parts 2.1, 2.6, 4.3 and 8)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.language import tr
from app.desk.model.boats import Ages, BoatDraft, Document, Identity, Passenger, Rate
from app.desk.model.sale import Problem
from app.desk.passengers import rules
from app.desk.passengers.summary import party_words
from app.desk.sale.validation import problems
from tests.support.desk.boat_samples import (
    ARJUN,
    BOAT_DRAFT,
    COPY,
    DEPARTURE,
    ISHAAN,
    JANA,
    MEERA,
    RATES,
    TOMORROW,
    rate,
)
from tests.support.desk.samples import TODAY

NOTHING = Identity()
ALL = Identity(needs_document=True, needs_number=True, needs_copy=True)


NATIONS = ("", "INDIAN", "indian ", "GERMAN", "XXA")
FLAGS = [Identity(*flags) for flags in product((False, True), repeat=3)]


def _sentences(passenger: Passenger, identity: Identity | None = NOTHING) -> dict[str, str]:
    found = rules.passenger_problems(passenger, replace(DEPARTURE, identity=identity), 2)
    assert {problem.row for problem in found} <= {2}
    return {problem.field: problem.sentence for problem in found}


def test_the_party_of_the_picture_is_complete() -> None:
    assert problems(BOAT_DRAFT, TODAY) == ()


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("12-99", Ages(12, 99)),
        ("5 \u2013 11", Ages(5, 11)),
        ("12 to 99 years", Ages(12, 99)),
        ("60+", Ages(60, 150)),
        ("above 60", Ages(61, 150)),
        ("from 12", Ages(12, 150)),
        ("under 5", Ages(0, 4)),
        ("up to 5", Ages(0, 5)),
        ("below 12 years", Ages(0, 11)),
        ("Adult", None),
        ("", None),
    ],
)
def test_an_age_range_is_read_as_it_is_written(text: str, ages: Ages | None) -> None:
    assert rules.ages_of(text) == ages


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("0", 0),
        ("9", 9),
        (" 41 ", 41),
        ("150", 150),
        ("151", None),
        ("-1", None),
        ("9.5", None),
        ("\u0664\u0661", None),
        ("", None),
        ("nine", None),
    ],
)
def test_an_age_is_a_whole_number_of_years(text: str, age: int | None) -> None:
    assert rules.age_of(Passenger(age=text)) == age


@pytest.mark.parametrize("flags", [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)])
def test_each_flag_asks_for_its_own_cell_of_an_indian(flags: tuple[int, int, int]) -> None:
    identity = Identity(*map(bool, flags))
    bare = Passenger("Arjun Nair", "41", "MALE", "INDIAN")
    wanted = {
        "id_type": "This trip needs a document. Choose its type.",
        "id_number": "This trip needs a document number.",
        "id_proof_file": "This trip needs a copy of the document.",
    }
    asked = {cell: words for (cell, words), flag in zip(wanted.items(), flags, strict=True) if flag}
    assert _sentences(bare, identity) == asked


@pytest.mark.parametrize("identity", [None, NOTHING, ALL])
def test_a_foreigner_always_needs_passport_number_and_copy(identity: Identity | None) -> None:
    bare = Passenger("Jana Vogel", "34", "FEMALE", "GERMAN", "VOTER ID")
    assert _sentences(bare, identity) == {
        "id_type": "A foreigner needs a passport. Choose PASSPORT.",
        "id_number": "A foreigner needs the passport number.",
        "id_proof_file": "A foreigner needs a copy of the passport.",
    }
    assert _sentences(JANA, identity) == {}


def test_an_empty_row_names_every_cell_in_the_order_of_the_grid() -> None:
    assert list(_sentences(Passenger(), ALL)) == list(rules.CELLS)
    assert _sentences(Passenger()) == {
        "traveler_name": "Type the passenger's name.",
        "age": "Type the age in years.",
        "pax_gender": "Choose or type the gender.",
        "nationality": "Choose or type the nationality.",
    }


@pytest.mark.parametrize(
    ("cell", "text", "sentence"),
    [
        ("traveler_name", "x" * 101, "The name has 101 characters. Shorten it to 100."),
        ("age", "old", "Type the age in whole years, 0 to 150."),
        ("age", "3", "No fare below age 5. Ask the operator about the child before selling."),
        ("pax_gender", "x" * 101, "This has 101 characters. Shorten it to 100."),
        ("pax_gender", "MA\u202eLE", "This holds a character that cannot be seen. Type it again."),
        ("id_number", "A\x07B", "This holds a character that cannot be seen. Type it again."),
    ],
)
def test_a_wrong_cell_says_what_to_do(cell: str, text: str, sentence: str) -> None:
    row = replace(Passenger("Arjun Nair", "41", "MALE", "INDIAN"), **{cell: text})
    assert _sentences(row) == {cell: sentence}


def test_a_copy_over_the_limit_is_told_where_it_is() -> None:
    large = replace(JANA, document=Document("scan.jpg", bytes(1_500_000), "JPEG"))
    assert _sentences(large) == {"id_proof_file": "This copy is 2.00 MB when sent. Take one under 2.0 MB."}


def test_the_fare_follows_age_and_nationality() -> None:
    assert [rules.rate_of(each, RATES) for each in BOAT_DRAFT.passengers] == [
        RATES[0],
        RATES[0],
        RATES[1],
        RATES[2],
    ]
    assert rules.rate_of(replace(JANA, age="7"), RATES) is RATES[3]


def test_the_more_particular_rate_wins() -> None:
    mixed = rate("Any", "MIXED", (0, 99), 900, 800)
    german = rate("Adult", "GERMAN", (12, 99), 3000, 2900)
    assert rules.rate_of(ARJUN, (mixed,)) is mixed
    assert rules.rate_of(ARJUN, (mixed, *RATES)) is RATES[0]
    assert rules.rate_of(JANA, (mixed, german, *RATES)) is german
    ageless = replace(RATES[0], ages=None, age_range="All", fare=Decimal(1))
    assert rules.rate_of(ARJUN, (ageless, RATES[0])) is RATES[0]
    assert rules.rate_of(replace(ARJUN, age="3"), (ageless, RATES[0])) is ageless


def test_two_fares_that_both_fit_are_never_guessed_between() -> None:
    twin = replace(RATES[0], ticket_type="Premium", fare=Decimal(2600))
    same = replace(RATES[0], ticket_type="Regular")
    assert rules.rate_of(ARJUN, (RATES[0], same)) is RATES[0]
    assert rules.rate_of(ARJUN, (RATES[0], twin)) is None
    assert rules.fare_note(ARJUN, (RATES[0], twin)) == tr(rules.TWO_FARES)


@pytest.mark.parametrize("missing", ["fare", "net"])
def test_a_rate_without_a_price_is_no_fare(missing: str) -> None:
    half = replace(RATES[0], **{missing: None})
    assert rules.fare_note(ARJUN, (half,)) == tr(rules.NO_FARE)
    assert rules.fare_note(replace(ARJUN, age=""), (half,)) == ""


def test_a_rate_of_another_nation_does_not_fit() -> None:
    french = rate("Adult", "FRENCH", (12, 99), 1, 1)
    assert rules.fitting_rates(JANA, (french,)) == ()
    assert rules.fitting_rates(ARJUN, (RATES[2],)) == ()
    assert rules.fitting_rates(replace(JANA, nationality=""), RATES) == ()


@pytest.mark.parametrize("count", [0, 101])
def test_there_are_1_to_100_passengers(count: int) -> None:
    found = rules.party_problems(replace(BOAT_DRAFT, passengers=(ARJUN,) * count))
    assert found[0] == Problem("qty", "Add 1 to 100 passengers.")


def test_no_more_than_the_seats_that_are_counted() -> None:
    few = replace(DEPARTURE, seats=3)
    found = rules.party_problems(replace(BOAT_DRAFT, departure=few))
    assert found == (Problem("qty", "Only 3 seats left. Take passengers off, or choose another departure."),)
    reference = replace(few, is_live=False)
    assert rules.party_problems(replace(BOAT_DRAFT, departure=reference)) == ()


def test_problems_stand_in_the_order_of_the_screen() -> None:
    shut = replace(DEPARTURE, is_open=False, reason="Booking closed on Fri 20 Nov")
    broken = replace(
        BOAT_DRAFT,
        departure=shut,
        passengers=(replace(ARJUN, age=""), MEERA, replace(ISHAAN, id_number="")),
        customer_phone="12",
    )
    assert [(each.field, each.row) for each in problems(broken, TODAY)] == [
        ("departure", None),
        ("age", 0),
        ("id_number", 2),
        ("customer_phone", None),
    ]
    assert problems(broken, TODAY)[0].sentence == "Booking closed on Fri 20 Nov. Choose another departure."


def test_a_departure_must_be_to_come_and_have_fares() -> None:
    late = replace(BOAT_DRAFT, departure=replace(DEPARTURE, day=TODAY.replace(day=20)))
    assert problems(late, TODAY)[0].sentence == "Fri 20 Nov has passed. Choose a later departure."
    bare = replace(BOAT_DRAFT, departure=replace(DEPARTURE, rates=()))
    assert problems(bare, TODAY)[0].sentence == (
        "The service states no fares for this trip. Choose another departure."
    )
    unsaid = replace(BOAT_DRAFT, departure=replace(DEPARTURE, is_open=False))
    assert problems(unsaid, TODAY)[0].sentence == "This departure is closed. Choose another departure."


@pytest.mark.parametrize(
    ("cell", "typed", "kept"),
    [
        ("pax_gender", "m", "MALE"),
        ("pax_gender", "other", "OTHER"),
        ("pax_gender", "trans woman", "TRANS WOMAN"),
        ("id_type", "v", "VOTER ID"),
        ("id_type", "pa", "PA"),
        ("id_type", "pass", "PASSPORT"),
        ("id_type", "", ""),
        ("id_number", " c4vx8t2k1 ", "C4VX8T2K1"),
        ("traveler_name", "Jana", "Jana"),
        ("traveler_name", "Zoe\u0308\u200b\u00a0M.\n", "Zo\xeb M."),
        ("traveler_name", "\u0915\u094d\u200d\u0937\u092e\u093e", "\u0915\u094d\u200d\u0937\u092e\u093e"),
        ("age", "\u096a\u0967", "41"),
        ("age", "41 yrs", "41"),
        ("age", "1100", "1100"),
        (
            "id_number",
            "\u0968\u0969\u096a\u0967 \u0968\u0969\u096a\u0967 \u0968\u0969\u096a\u096c",
            "2341 2341 2346",
        ),
        ("id_number", "Passport No.: n1234567\u200b", "N1234567"),
        ("nationality", "U.K.", "BRITISH"),
        ("nationality", "india", "INDIAN"),
        ("nationality", "i", "INDIAN"),
        ("nationality", "ger", "GERMAN"),
        ("nationality", "DEU", "GERMAN"),
        ("nationality", "wakandan", "WAKANDAN"),
    ],
)
def test_a_cell_is_completed_from_its_beginning(cell: str, typed: str, kept: str) -> None:
    assert getattr(rules.with_cell(Passenger(), cell, typed), cell) == kept


def test_a_foreigner_gets_the_passport_and_loses_it_again() -> None:
    foreign = rules.with_cell(Passenger(), "nationality", "ger")
    assert foreign.id_type == "PASSPORT"
    assert rules.with_cell(foreign, "nationality", "INDIAN").id_type == ""
    numbered = replace(foreign, id_number="C4VX8T2K1")
    assert rules.with_cell(numbered, "nationality", "INDIAN").id_type == "PASSPORT"


def test_counts_prepare_rows() -> None:
    rows = rules.prepared_party([(RATES[0], 2), (RATES[1], 1), (RATES[2], 1), (RATES[3], 0)])
    assert [row.nationality for row in rows] == ["INDIAN", "INDIAN", "INDIAN", ""]
    assert rules.prepared_party([]) == (Passenger(),)
    assert len(rules.prepared_party([(RATES[0], 101)])) == 100


def test_who_was_typed_goes_along_to_another_departure() -> None:
    prepared = rules.prepared_party([(RATES[0], 3)])

    def carried(typed: tuple[Passenger, ...], chosen: tuple[Passenger, ...]) -> tuple[Passenger, ...]:
        return rules.carried_party(BoatDraft(DEPARTURE, typed), BoatDraft(DEPARTURE, chosen))

    assert carried((ARJUN, Passenger(), JANA), prepared) == (ARJUN, JANA, prepared[2])
    assert carried((ARJUN, JANA), prepared[:1]) == (ARJUN, JANA)
    assert carried((), ()) == (Passenger(),)
    birthday = replace(DEPARTURE, day=date(2026, 11, 25))
    child = BoatDraft(DEPARTURE, (replace(ISHAAN, age="11", born=BORN), replace(ISHAAN, age="11")))
    ages = [(each.age, each.aged_on) for each in rules.carried_party(child, BoatDraft(birthday))]
    assert ages == [("12", None), ("11", TOMORROW)]


BORN = date(2014, 11, 25)
"""Eleven until the 24th of November 2026, and twelve on the 25th, when a child's fare ends."""


def test_an_age_of_a_date_of_birth_follows_the_day_of_travel() -> None:
    child = replace(ISHAAN, age="11", born=BORN)
    moved = rules.on_day(child, TOMORROW, date(2026, 11, 25))
    assert (moved.age, moved.aged_on) == ("12", None)
    rate = rules.rate_of(moved, RATES)
    assert rate is not None
    assert rate.ticket_type == "Adult"
    assert rules.on_day(moved, date(2026, 11, 25), TOMORROW).age == "11"
    assert rules.on_day(child, TOMORROW, date(2014, 1, 1)).age == ""
    assert rules.with_cell(child, "age", "11").born == BORN
    assert rules.with_cell(child, "age", "10").born is None


def test_an_age_of_another_day_is_to_be_checked_where_the_fare_may_differ() -> None:
    later = date(2026, 12, 24)
    trip = replace(DEPARTURE, day=later)

    def told(age: str) -> str:
        moved = rules.on_day(replace(ISHAAN, age=age), TOMORROW, later)
        found = {each.field: each.sentence for each in rules.passenger_problems(moved, trip, 0)}
        return found.get("age", "")

    assert "This age is of 22 November 2026." in told("11")
    assert (told("9"), told("41"), told("12")) == ("", "", "")
    moved = rules.on_day(replace(ISHAAN, age="11"), TOMORROW, later)
    assert rules.on_day(moved, later, TOMORROW).aged_on is None
    assert rules.on_day(replace(moved, age=""), later, later).aged_on is None
    assert rules.passenger_problems(rules.with_cell(moved, "age", "11"), trip, 0) == ()
    # Back to an earlier day a passenger may be younger.
    earlier = rules.on_day(replace(ISHAAN, age="12"), later, TOMORROW)
    assert rules.passenger_problems(earlier, DEPARTURE, 0)[0].field == "age"


def test_a_party_without_copies_keeps_everything_else() -> None:
    typed = replace(JANA, document=Document("jana.jpg", b"\xff\xd8\xff"))
    assert rules.without_copies((ARJUN, typed)) == (ARJUN, replace(JANA, document=None))
    assert "jana" not in repr(typed)


def test_rows_are_added_copied_and_taken_away() -> None:
    one = BoatDraft(DEPARTURE, (ARJUN,))
    added = rules.with_added(one)
    assert added.passengers == (ARJUN, Passenger())
    assert rules.with_added(one, like=JANA).passengers[1] == Passenger(
        nationality="GERMAN", id_type="PASSPORT"
    )
    full = BoatDraft(DEPARTURE, (ARJUN,) * 100)
    assert rules.with_added(full) is full
    copied = rules.with_copied_cell(added, 1, "nationality")
    assert copied.passengers[1].nationality == "INDIAN"
    assert rules.with_copied_cell(added, 0, "age") is added
    shared = BoatDraft(DEPARTURE, (JANA, ARJUN))
    assert rules.with_copied_cell(shared, 1, "id_proof_file") is shared
    assert rules.without_passenger(added, 0).passengers == (Passenger(),)
    assert rules.without_passenger(one, 0).passengers == (Passenger(),)


def test_the_customer_follows_passenger_1_until_told_not_to() -> None:
    followed = rules.following_first(BoatDraft(DEPARTURE, (ARJUN, MEERA)), follows=True)
    assert followed.customer_name == "Arjun Nair"
    renamed = rules.with_passenger(followed, 0, replace(ARJUN, traveler_name=" Arjun K Nair "))
    assert renamed.customer_name == "Arjun K Nair"
    assert rules.without_passenger(renamed, 0).customer_name == "Meera Nair"
    free = rules.following_first(renamed, follows=False)
    assert rules.with_passenger(free, 0, MEERA).customer_name == "Arjun K Nair"


def test_the_party_in_words() -> None:
    assert party_words(BOAT_DRAFT) == "2 adults INDIAN, 1 child INDIAN, 1 adult FOREIGNER"
    children = replace(BOAT_DRAFT, passengers=(ISHAAN, ISHAAN, Passenger()))
    assert party_words(children) == "2 children INDIAN"
    nameless = replace(DEPARTURE, rates=(replace(RATES[0], ticket_type=""),))
    assert party_words(replace(BOAT_DRAFT, departure=nameless, passengers=(ARJUN,))) == "1 INDIAN"


def test_a_row_is_untouched_until_somebody_is_in_it() -> None:
    assert Passenger(nationality="INDIAN", id_type="PASSPORT", pax_gender="MALE").is_untouched
    for cell in ("traveler_name", "age", "id_number"):
        assert not replace(Passenger(), **{cell: "1"}).is_untouched
    assert not Passenger(document=COPY).is_untouched


texts = st.text(max_size=12)


@given(
    st.builds(Passenger, texts, texts, texts, texts, texts, texts), st.sampled_from(rules.CELLS[:-1]), texts
)
def test_typing_nonsense_keeps_every_other_cell(row: Passenger, cell: str, typed: str) -> None:
    changed = rules.with_cell(row, cell, typed)
    free = {cell, "id_type"} if cell == "nationality" else {cell}
    assert all(getattr(changed, each) == getattr(row, each) for each in rules.CELLS[:-1] if each not in free)
    for problem in rules.passenger_problems(changed, DEPARTURE, 0):
        assert problem.sentence.endswith(".")


@given(st.integers(0, 150), st.sampled_from(["INDIAN", "GERMAN", "X"]), st.lists(st.sampled_from(RATES)))
def test_no_fare_is_taken_that_does_not_fit(age: int, nation: str, rates: list[Rate]) -> None:
    found = rules.rate_of(Passenger(age=str(age), nationality=nation), rates)
    if found is not None:
        assert found.ages is not None
        assert age in found.ages
        assert (found.nationality == "INDIAN") == (nation == "INDIAN")


@pytest.mark.parametrize("identity", FLAGS)
@pytest.mark.parametrize("nation", NATIONS)
def test_document_cells_are_there_only_when_they_are_asked_for(nation: str, identity: Identity) -> None:
    full = Passenger("Jana Vogel", "34", "FEMALE", nation, "PASSPORT", "C4VX8T2K1", COPY)
    kept = rules.as_asked(full, identity)
    if not nation or nation in ("GERMAN", "XXA"):
        assert kept == full
        return
    any_flag = identity.needs_document or identity.needs_number or identity.needs_copy
    assert kept.id_type == ("PASSPORT" if any_flag else "")
    assert kept.id_number == ("C4VX8T2K1" if identity.needs_number else "")
    assert kept.document is (COPY if identity.needs_copy else None)
    assert replace(kept, id_type="PASSPORT", id_number="C4VX8T2K1", document=COPY) == full


def test_everything_may_be_typed_while_it_is_not_known_what_is_asked() -> None:
    full = replace(ARJUN, document=COPY)
    assert rules.as_asked(full, None) == full
    fresh = Passenger(nationality="INDIAN")
    assert rules.is_asked(fresh, NOTHING, "id_proof_file")
    assert not rules.is_asked(ARJUN, NOTHING, "id_proof_file")
    assert rules.is_asked(ARJUN, NOTHING, "age")
