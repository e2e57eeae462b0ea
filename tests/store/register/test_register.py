"""The register finds what was sold and to whom, and nothing in it can stop the counter."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from app.store.register.index_words import customer_terms, folded, phone_key, sale_terms
from app.store.register.register import KeptCustomer, KeptSale, Register, RegisterError, Wanted
from app.store.register.schema import insert_new
from app.store.register.tables import metadata, sale
from app.store.sql.columns import UtcDateTime
from tests.support.closed_folder import closed
from tests.support.proof import beside_others

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
SALE = KeptSale(
    request_id="ac1-1",
    module="ACTIVITY",
    product_id="7",
    title="Sea-walk (Havelock)",
    day=date(2026, 11, 22),
    window="09:00-10:00",
    qty=2,
    booking_ref="AB12CD",
    customer_name="Zoë Raman",
    customer_phone="919876501234",
    customer_email="zoe.raman_1@example.com",
    sold_at=NOON,
    updated_at=NOON,
)
BEGINNINGS = (
    "sea",
    "SEA-W",
    "walk",
    "havel",
    "(hav",
    "ab12cd",
    "zoe",
    "ZOË ram",
    "98765",
    "9198765",
    "+9198765",
    "+91 98765 01234",
    "098765 01234",
    "(0)98765-01234",
    "zoe.raman_1@ex",
    "raman_1@",
    "example.com",
    "sea 98 zo",
)
NO_BEGINNINGS = ("", "  ", "ea", "walk x", "%", "_", "s_a", "sea%", "zoe.raman%1", "\\", "'", '"', "*", "\0")
MISREAD = (
    ("PRAC04RJ1D", ("PRACO4RJ1D", "praco4rjid", "PRAC04RJID", "praco", "prac0")),
    ("PRACOOII", ("prac00ii", "PRAC0011", "pracooii")),
    ("0011", ("0011",)),
)
"""PNRs, and as what they may be typed: O and 0, I and 1 look alike."""
OF_A_CUSTOMER = (
    "98",
    "919",
    "098",
    "9876501234",
    "98765 01234",
    "+91 98765-01234",
    "00919876501234",
    "0123",
    "1234",
    "650123",
    "z",
    "zoe",
    "RÁM",
    "raman zo",
    "zo 987",
)
OF_NO_CUSTOMER = ("", "+", "- ()", "0", "123", "234", "876", "oe", "zoe 7", "zoe x", "example")
FILE = "register.db"
WORKS: tuple[Callable[[Register], object], ...] = (
    lambda register: register.search("sea"),
    lambda register: register.customers("9876"),
    lambda register: register.most_sold("ACTIVITY", date(2026, 1, 1)),
    lambda register: register.keep([_sold(99)]),
    lambda register: register.forget_customer("9876500007"),
)


PARTS = st.sampled_from(["a", "ab", "abc", "b", "ba", "É", "a_b", "a-b", "a.b", "c%", "%"])
TEXT = st.lists(PARTS, max_size=3).map(" ".join)


@pytest.fixture
def register(quick_folder: Path) -> Iterator[Register]:
    register = Register.open(quick_folder)
    yield register
    register.close()


def _sold(number: int, **changes: object) -> KeptSale:
    """Another sale, so many days later."""
    at = NOON + timedelta(days=number)
    return replace(SALE, request_id=f"ac1-{number}", sold_at=at, updated_at=at, **changes)


def requests(register: Register) -> set[str]:
    """The request_id of every sale that is kept."""
    found = register.find(Wanted(), limit=100_000)
    assert found.cursor is None
    return {each.request_id for each in found.sales}


def _numbers(found: tuple[KeptSale, ...]) -> list[int]:
    return [int(each.request_id.partition("-")[2]) for each in found]


def _edit(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / FILE)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_sale_comes_back_as_it_was_and_only_once(register: Register, quick_folder: Path) -> None:
    assert register.warning == ""
    assert register.keep([]) == 0
    assert register.keep([SALE, SALE, _sold(2, day=None)]) == 2
    assert register.keep(iter([_sold(2, day=None), _sold(3, title="Kayak")])) == 1
    assert requests(register) == {"ac1-1", "ac1-2", "ac1-3"}
    assert register.search("sea") == (_sold(2, day=None), SALE)
    register.close()
    again = Register.open(quick_folder)
    assert again.search("AB12") == (_sold(3, title="Kayak"), _sold(2, day=None), SALE)
    again.close()


def test_the_file_is_for_this_user_alone(register: Register, quick_folder: Path) -> None:
    register.keep([SALE])
    modes = {path.stat().st_mode & 0o777 for path in quick_folder.glob("register.db*")}
    assert modes == {0o600}


def test_instants_are_kept_whatever_their_zone(register: Register) -> None:
    india = timezone(timedelta(hours=5, minutes=30))
    register.keep([replace(SALE, sold_at=NOON.astimezone(india))])
    (found,) = register.search("sea")
    assert found.sold_at == NOON
    assert found.sold_at.tzinfo is UTC


def test_what_no_database_takes_is_left_out(register: Register) -> None:
    register.keep([replace(SALE, request_id="\ud800-1", customer_name="Zo\0e \udfff")])
    assert [each.customer_name for each in register.search("zoe")] == ["Zoe ?"]
    assert register.search("\udfff \0") == register.search("zoe")
    assert requests(register) == {"?-1"}


def test_a_sale_is_found_by_the_beginnings_of_its_words(register: Register) -> None:
    register.keep([SALE, _sold(2, title="Kayak", customer_name="", customer_phone="", customer_email="")])
    assert [typed for typed in BEGINNINGS if 1 not in _numbers(register.search(typed))] == []


def test_a_sale_is_not_found_by_other_words(register: Register) -> None:
    register.keep([SALE])
    assert [typed for typed in NO_BEGINNINGS if register.search(typed) or register.customers(typed)] == []


def test_trips_are_listed_from_a_day_of_travel_on(register: Register) -> None:
    day = NOON.date() + timedelta(days=50)
    register.keep(
        [
            _sold(1, day=day - timedelta(days=1)),
            _sold(2, day=day),
            _sold(3, day=day + timedelta(days=400)),
            _sold(49, day=None),
            _sold(51, day=None),
            _sold(52, day=day, customer_phone="9000000052", customer_email=""),
        ]
    )
    register.forget_customer("9000000052")
    listed = register.travelling(day)
    assert [each.request_id for each in listed] == ["ac1-51", "ac1-3", "ac1-2"]
    assert all(" zoe " in each.words for each in listed)
    ids = [f"ac1-{number}" for number in (2, 3, 52)]
    assert _numbers(register.chosen(Wanted(), ids)) == [2, 3]
    sold_on = NOON.date() + timedelta(days=3)
    assert _numbers(register.chosen(Wanted(sold=(sold_on, sold_on)), ids)) == [3]


@pytest.mark.parametrize(("pnr", "read"), MISREAD)
def test_a_pnr_is_found_as_it_is_read(register: Register, pnr: str, read: tuple[str, ...]) -> None:
    register.keep([_sold(1, booking_ref=pnr), _sold(2, booking_ref="QQQQ2222")])
    assert [typed for typed in read if _numbers(register.search(typed)) != [1]] == []


def test_a_number_is_no_letter(register: Register) -> None:
    register.keep([_sold(1, booking_ref="OOII", customer_phone="")])
    assert register.search("0011") == ()


def test_signs_that_mean_something_to_the_database_are_plain_text(register: Register) -> None:
    register.keep([_sold(1, title="50% off_season /x"), _sold(2, title="500 offyseason /y")])
    assert _numbers(register.search("50%")) == [1]
    assert _numbers(register.search("off_ 50")) == [1]
    assert _numbers(register.search("/y 5")) == [2]


def test_the_newest_sales_come_first_from_all_times(register: Register) -> None:
    days = sorted([*range(0, 4000, 9), 4001, 4002], key=lambda day: day * 7919 % 4003)
    register.keep([_sold(day, title="Kayak" if day % 2 else "Sea walk") for day in days])
    newest = sorted(days, reverse=True)
    assert _numbers(register.search("zoe")) == newest[:20]
    assert _numbers(register.search("zoe", limit=9999)) == newest
    assert _numbers(register.search("k 98", limit=150)) == [day for day in newest if day % 2][:150]
    assert _numbers(register.search("zoe kay sea")) == []
    assert register.search("zoe", limit=0) == ()


def test_a_customer_is_found_by_name_or_phone(register: Register) -> None:
    register.keep([SALE, _sold(2, customer_name="Bo", customer_phone="7000000000", customer_email="")])
    zoe = KeptCustomer("Zoë Raman", "919876501234", SALE.customer_email, NOON)
    assert [typed for typed in OF_A_CUSTOMER if register.customers(typed) != (zoe,)] == []


def test_a_customer_is_not_found_by_too_little(register: Register) -> None:
    register.keep([SALE])
    assert [typed for typed in OF_NO_CUSTOMER if register.customers(typed)] == []


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("9876501234", "9198765"),
        ("09876501234", "9876"),
        ("+44 7700 900123", "770"),
        ("+44 7700 900123", "447"),
        ("+351 912 345 678", "912"),
        ("12025550123", "202"),
        ("61234567", "612"),
        ("123", "12"),
    ],
)
def test_the_code_of_a_country_may_be_left_out(register: Register, written: str, typed: str) -> None:
    register.keep([replace(SALE, customer_phone=written)])
    assert [each.phone for each in register.customers(typed)] == [written]


def test_one_phone_is_one_customer_with_the_newest_name(register: Register) -> None:
    register.keep(
        [_sold(1), _sold(9, customer_name="Zoë Nair", customer_phone="9876501234", customer_email="")]
    )
    expected = KeptCustomer("Zoë Nair", "9876501234", SALE.customer_email, NOON + timedelta(days=9))
    assert register.customers("zoe") == (expected,)
    assert register.customers("raman") == ()
    register.keep([_sold(3, customer_name="Older", customer_email="older@example.com")])
    assert register.customers("1234") == (expected,)
    register.keep([_sold(20, customer_name="", customer_email="new@example.com")])
    assert register.customers("nair") == (
        KeptCustomer("Zoë Nair", "919876501234", "new@example.com", NOON + timedelta(days=20)),
    )
    assert register.keep([_sold(30, customer_phone="")]) == 1
    assert len(register.customers("z")) == 1


def test_the_newest_customers_come_first(register: Register) -> None:
    register.keep([_sold(day, customer_phone=f"98765{day:05}") for day in range(600)])
    assert [each.phone for each in register.customers("zo")] == [
        f"98765{day:05}" for day in range(599, 593, -1)
    ]
    assert [each.phone for each in register.customers("6500", 3)] == [
        "9876500599",
        "9876500598",
        "9876500597",
    ]
    assert [each.phone for each in register.customers("zo 00042")] == ["9876500042"]
    register.keep([_sold(700, customer_phone="9876500042")])
    assert register.customers("z")[0].phone == "9876500042"


@beside_others
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.tuples(TEXT, TEXT, TEXT, TEXT), max_size=30), st.lists(PARTS, min_size=1, max_size=3))
def test_search_agrees_with_looking_at_every_sale(
    quick_folder: Path, texts: list[tuple[str, str, str, str]], words: list[str]
) -> None:
    sales = [
        _sold(number, title=title, booking_ref=ref, customer_name=name, customer_email=email)
        for number, (title, ref, name, email) in enumerate(texts)
    ]
    for left in quick_folder.glob("register*"):
        left.unlink()
    register = Register.open(quick_folder)
    register.keep(sales)
    found = register.search(" ".join(words), 20)
    register.close()
    expected = [kept for kept in reversed(sales) if all(_fits(kept, folded(word)) for word in words)]
    assert found == tuple(expected[:20])


def _fits(kept: KeptSale, word: str) -> bool:
    text = folded(f" {kept.title} {kept.booking_ref} {kept.customer_name} {kept.customer_email}")
    befores = " -_." if word[0].isalnum() else " "
    return any(f"{before}{word}" in text for before in befores)


def test_what_is_sold_most_is_counted_by_product(register: Register) -> None:
    register.keep(
        [_sold(0), _sold(1), _sold(2, product_id="8"), _sold(3, module="BOAT"), _sold(-5), _sold(4, qty=9)]
    )
    assert register.most_sold("ACTIVITY", date(2026, 11, 21)) == {"7": 3, "8": 1}
    assert register.most_sold("ACTIVITY", date(2026, 11, 22)) == {"7": 2, "8": 1}
    assert register.most_sold("BOAT", date(2026, 1, 1)) == {"7": 1}
    assert register.most_sold("", date(2026, 1, 1)) == {}


def test_a_forgotten_customer_is_nowhere_in_the_files(register: Register, quick_folder: Path) -> None:
    longer = _sold(3, customer_name="Asha", customer_phone="+919876501234567", customer_email="")
    register.keep([SALE, _sold(2, customer_phone="9876501234"), longer])
    register.forget_customer("")
    assert len(register.customers("9876")) == 2
    register.forget_customer("+91 98765 01234")
    assert register.search("zoe") == ()
    assert register.search("raman") == ()
    assert [each.name for each in register.customers("9876")] == ["Asha"]
    bare = replace(SALE, customer_name="", customer_phone="", customer_email="")
    assert register.search("sea")[-1] == bare
    assert register.keep([SALE]) == 0
    assert _numbers(register.search("asha")) == [3]
    register.close()
    content = b"".join(path.read_bytes() for path in quick_folder.iterdir())
    for word in ("Zoë".encode(), b"Raman", b"raman", b"9876501234 ", b"zoe"):
        assert word not in content
    assert b"Asha" in content


def test_a_register_of_a_newer_program_is_refused_and_not_touched(
    register: Register, quick_folder: Path
) -> None:
    register.keep([SALE])
    register.close()
    _edit(quick_folder, "UPDATE about SET version = 3")
    _edit(quick_folder, "DROP TABLE customer_word")
    before = (quick_folder / FILE).read_bytes()
    with pytest.raises(RegisterError, match=r"made by a newer Agency Counter \(form 3\). Update this one."):
        Register.open(quick_folder)
    assert (quick_folder / FILE).read_bytes() == before
    assert [path.name for path in quick_folder.iterdir()] == [FILE]


def _assert_made_anew(folder: Path) -> Path:
    """Gives the file that was moved aside."""
    register = Register.open(folder)
    assert "damaged file is kept" in str(register.warning)
    assert requests(register) == set()
    assert register.keep([SALE]) == 1
    register.close()
    again = Register.open(folder)
    assert again.warning == ""
    assert again.search("sea") == (SALE,)
    again.close()
    *_, aside = sorted(folder.glob("register.damaged-*.db"), key=lambda path: path.stat().st_mtime_ns)
    assert re.fullmatch(r"register\.damaged-\d{8}T\d{6}Z(-\d)?\.db", aside.name)
    return aside


@pytest.mark.parametrize("content", [b"somebody's letter" * 500, b"SQLite format 3\0" * 9])
def test_a_file_that_is_no_database_is_moved_aside(quick_folder: Path, content: bytes) -> None:
    (quick_folder / FILE).write_bytes(content)
    assert _assert_made_anew(quick_folder).read_bytes() == content


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE sale_word",
        "DROP TABLE about",
        "DELETE FROM about",
        "INSERT INTO about VALUES (1)",
        "UPDATE about SET version = 0",
        "UPDATE about SET version = 'a letter'",
    ],
)
def test_tables_that_were_not_made_here_are_moved_aside(
    register: Register, quick_folder: Path, statement: str
) -> None:
    register.close()
    _edit(quick_folder, statement)
    _assert_made_anew(quick_folder)


def test_nothing_that_was_moved_aside_is_written_over(quick_folder: Path) -> None:
    for number in range(3):
        (quick_folder / FILE).write_bytes(b"letter %d" % number * 999)
        (quick_folder / f"{FILE}-wal").write_bytes(b"more of it")
        (quick_folder / "register.is-damaged").touch()
        Register.open(quick_folder).close()
    kept = {path.read_bytes() for path in quick_folder.glob("register.damaged-*.db")}
    assert kept == {b"letter %d" % number * 999 for number in range(3)}
    assert len(list(quick_folder.glob("register.damaged-*.db-wal"))) == 3


def test_damage_found_later_is_told_and_mended_by_the_next_start(
    register: Register, quick_folder: Path
) -> None:
    register.keep([SALE])
    register.close()
    _edit(quick_folder, "UPDATE sale SET day = 'a day'")
    found = Register.open(quick_folder)
    with pytest.raises(RegisterError, match="made anew when the counter is started again"):
        found.search("sea")
    assert found.position("desk") is None
    found.close()
    _assert_made_anew(quick_folder)


@beside_others
def test_damage_anywhere_is_never_more_than_a_sentence(register: Register, quick_folder: Path) -> None:
    register.keep([_sold(number, customer_phone=f"98765{number:05}") for number in range(60)])
    register.close()
    whole = (quick_folder / FILE).read_bytes()
    told = 0
    for number in range(70):
        place = number * 104_729 % len(whole)
        noise = (hashlib.sha256(b"%d" % number).digest() * 9)[: (1, 4, 288)[number % 3]]
        (quick_folder / FILE).write_bytes(whole[:place] + noise + whole[place + len(noise) :])
        try:
            damaged = Register.open(quick_folder)
        except RegisterError:
            told += 1
            continue
        for work in WORKS:
            try:
                work(damaged)
            except RegisterError:
                told += 1
        damaged.close()
        for left in quick_folder.iterdir():
            left.unlink()
    assert told > 10


def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RegisterError, match=r"register of past sales cannot be used: .*file"):
        Register.open(tmp_path / "file")
    (tmp_path / FILE).mkdir()
    with pytest.raises(RegisterError, match="cannot be used: unable to open database file"):
        Register.open(tmp_path)


def test_an_engine_without_the_tables_is_told(tmp_path: Path) -> None:
    for mark in (None, tmp_path / "missing" / "mark"):
        engine = create_engine("sqlite://")
        register = Register(engine, mark=mark)
        with pytest.raises(RegisterError, match="register of past sales"):
            requests(register)
        register.close()


def test_a_sale_in_the_error_is_not_told(register: Register) -> None:
    register.keep([SALE])
    with pytest.raises(RegisterError) as told:
        register.keep([_sold(2, customer_name="Zoë", qty=object())])
    assert "Zo" not in f"{told.value} {told.value.__cause__}"
    assert requests(register) == {"ac1-1"}


def test_a_closed_register_is_closed(register: Register) -> None:
    register.close()
    register.close()
    with pytest.raises(RegisterError, match="is closed"):
        register.search("sea")


def test_threads_may_keep_and_seek_at_once(register: Register) -> None:
    def work(number: int) -> int:
        added = register.keep([_sold(day, customer_phone="9876501234") for day in range(number, number + 5)])
        assert register.search("zoe")
        assert len(register.customers("1234")) == 1
        return added

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(work, range(40))) == 44
    assert register.customers("zo")[0].last_at == NOON + timedelta(days=43)


@given(st.text(st.characters(), max_size=30))
def test_folding_twice_is_folding_once(text: str) -> None:
    once = folded(text)
    assert folded(once) == once
    assert all(beginning for term in (*sale_terms(text), *customer_terms(text)) for beginning in term)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("ÉCOLE", "ecole"),
        ("Øystein Łuk", "oystein luk"),
        ("İstanbul \u0131", "istanbul i"),
        ("Straße ﬁ", "strasse fi"),
    ],
)
def test_accents_and_letter_case_do_not_count(written: str, plain: str) -> None:
    assert folded(written) == plain


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("9876501234", "919876501234"),
        ("+91 98765 01234", "919876501234"),
        ("0091 9876501234", "919876501234"),
        ("٩", ""),
        ("", ""),
        ("none", ""),
    ],
)
def test_one_phone_has_one_key(written: str, key: str) -> None:
    assert phone_key(written) == key


def test_the_same_tables_can_be_made_in_postgresql() -> None:
    dialect = postgresql.dialect()
    made = "\n".join(str(CreateTable(table).compile(dialect=dialect)) for table in metadata.sorted_tables)
    assert 'word VARCHAR COLLATE "C" NOT NULL' in made
    assert "sold_at TIMESTAMP WITH TIME ZONE" in made
    assert "number BIGSERIAL" in made
    inserting = str(insert_new("postgresql", sale).returning(sale.c.number).compile(dialect=dialect))
    assert "ON CONFLICT DO NOTHING RETURNING sale.number" in inserting
    instant = UtcDateTime()
    india = timezone(timedelta(hours=5, minutes=30))
    assert instant.process_bind_param(None, dialect) is None
    assert instant.process_result_value(None, dialect) is None
    assert instant.process_result_value(NOON.astimezone(india), dialect) == NOON


def test_a_register_that_cannot_be_written_to_is_read(quick_folder: Path) -> None:
    first = Register.open(quick_folder)
    first.keep([_sold(1)])
    first.close()
    with closed(quick_folder):
        register = Register.open(quick_folder)
        assert requests(register) == {"ac1-1"}
        with pytest.raises(RegisterError, match="cannot be used"):
            register.keep([_sold(2)])
        assert requests(register) == {"ac1-1"}
        register.close()
