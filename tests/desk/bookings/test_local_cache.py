"""What the counter remembers to be quick; it may all fail, and the sale goes on."""

import json
import logging
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from typing_extensions import override

from app.desk.bookings.known_customers import Buyer, KnownCustomer
from app.desk.bookings.local_cache import LocalCache
from app.desk.model.formats import sentences
from app.desk.model.moment import TO_BE_LISTED, Moment
from app.desk.model.sale import Progress, Receipt
from app.lifecycle.connection import memory_of
from app.practice import PracticeServer
from app.store.files.answers_cache import AnswersCache, CachedAnswer
from app.store.register.register import Register
from tests.support.counter import Counter, open_desk
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.proof import beside_others

PRIYA = KnownCustomer("Priya Raman", "9876501234", "priya.raman@example.com")


def _all_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def _ignore(_: Progress) -> None:
    """Nobody watches."""


async def _sell(counter: Counter) -> Receipt:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    receipt = await counter.desk.selling.book(preflight, _ignore)
    assert isinstance(receipt, Receipt)
    await counter.desk.remember()
    return receipt


async def test_who_bought_is_known_by_phone_and_by_name(counter: Counter) -> None:
    assert await counter.desk.local_cache.customers("98765") == ()
    receipt = await _sell(counter)
    assert await counter.desk.local_cache.customers("98765") == (PRIYA,)
    assert await counter.desk.local_cache.customers("ram") == (PRIYA,)
    (sale,) = await counter.desk.bookings.search("priya", 20)
    assert (sale.booking_ref, sale.customer_name) == (receipt.booking_ref, "Priya Raman")


async def test_who_shares_a_phone_is_counted_alone(counter: Counter) -> None:
    await _sell(counter)
    draft = await counter.draft()
    for name in ("Rosa Lima", "ROSA LIMA"):
        await counter.book(replace(draft, customer_name=name, customer_email="rosa@example.com"))
    await counter.desk.remember()
    (known,) = await counter.desk.local_cache.customers(PRIYA.phone)
    rosa = KnownCustomer("ROSA LIMA", PRIYA.phone, "rosa@example.com")
    assert set(await counter.desk.local_cache.buyers(known)) == {Buyer(PRIYA, 1), Buyer(rosa, 2)}


async def test_what_sells_here_is_counted_by_product(counter: Counter) -> None:
    draft = await counter.draft()
    await _sell(counter)
    assert await counter.desk.catalogue.most_sold("ACTIVITY") == {str(draft.offer.activity_id): 1}
    assert await counter.desk.catalogue.most_sold("BOAT") == {}


@beside_others
async def test_each_sale_is_counted_once_however_often_the_register_is_filled(counter: Counter) -> None:
    draft = await counter.draft()
    first, second = await _sell(counter), await _sell(counter)
    assert await counter.desk.remember() == ()
    assert await counter.desk.catalogue.most_sold("ACTIVITY") == {str(draft.offer.activity_id): 2}
    found = await counter.desk.bookings.search("priya", 20)
    assert sorted(each.booking_ref for each in found) == sorted((first.booking_ref, second.booking_ref))


async def test_a_register_that_was_lost_is_filled_from_the_journal(
    tmp_path: Path, server: PracticeServer
) -> None:
    folder = tmp_path / "desk"
    with server:
        async with open_desk(folder, server) as counter:
            await _sell(counter)
        async with open_desk(folder, server, local_cache=memory_of(folder)) as counter:
            assert await counter.desk.remember() == ()
            assert await counter.desk.local_cache.customers("9876501234") == (PRIYA,)


async def test_a_damaged_register_is_made_anew_and_said(tmp_path: Path, server: PracticeServer) -> None:
    folder = tmp_path / "desk"
    folder.mkdir()
    (folder / "register.db").write_bytes(b"SQLite format 3\0 and then nothing of the kind" * 200)
    with server:
        async with open_desk(folder, server, local_cache=memory_of(folder)) as counter:
            assert "was damaged" in sentences(*await counter.desk.remember())


async def test_the_last_good_catalogue_is_kept_for_its_date_with_its_time(counter: Counter) -> None:
    desk = counter.desk
    await desk.wallet.read()
    day = desk.reader.today()
    assert await desk.catalogue.kept_activities(day) is None
    activities, boats = await desk.catalogue.activities(day), await desk.catalogue.departures(day)
    assert await desk.catalogue.kept_activities(day) == activities
    assert await desk.catalogue.kept_departures(day) == boats
    assert await desk.catalogue.kept_activities(day + timedelta(days=1)) is None


class OfOlderProgram(AnswersCache):
    """What an older program kept, which noted of a reading its time alone."""

    @override
    def get(self, key: str) -> CachedAnswer | None:
        found = super().get(key)
        assert found is not None
        data = json.loads(found.data)
        data["read_at"] = data.pop("read")[0]
        for each in data.get("departures", ()):
            del each["read"], each["counted_at"]
        return replace(found, data=json.dumps(data).encode())


async def test_what_an_older_program_kept_is_shown_with_its_time(counter: Counter, tmp_path: Path) -> None:
    desk = counter.desk
    await desk.wallet.read()
    day, profile = desk.reader.today(), desk.reader.profile
    activities, boats = await desk.catalogue.activities(day), await desk.catalogue.departures(day)
    memory = LocalCache(None, OfOlderProgram(tmp_path / "desk" / "catalogue"))
    older = await memory.activities(profile, day), await memory.departures(profile, day)
    for kept, read in zip(older, (activities, boats), strict=True):
        assert kept is not None
        assert kept == replace(read, read=Moment(read.read_at, None, 0.0))
        assert not kept.read.is_fresh(desk.reader.moment(), TO_BE_LISTED)


async def test_no_profile_sees_what_another_one_read(counter: Counter, tmp_path: Path) -> None:
    desk = counter.desk
    found = await desk.catalogue.activities(desk.reader.today())
    memory = LocalCache(None, AnswersCache(tmp_path / "desk" / "catalogue"))
    assert await memory.activities(desk.reader.profile, found.day) == found
    for other in (
        replace(desk.reader.profile, name="live"),
        replace(desk.reader.profile, key_last_four="9999"),
        replace(desk.reader.profile, is_practice=False),
    ):
        assert await memory.activities(other, found.day) is None


async def test_starts_are_kept_by_day_until_it_is_past(counter: Counter, tmp_path: Path) -> None:
    desk = counter.desk
    draft, slot = await counter.slot()
    today, profile = desk.reader.today(), desk.reader.profile
    memory = LocalCache(None, AnswersCache(tmp_path / "desk" / "starts"))
    assert await memory.starts(profile) == {}
    found = await desk.reader.slots(draft.offer, today)
    following = await desk.reader.slots(draft.offer, today + timedelta(days=1))
    await memory.keep_starts(profile, found, today)
    await memory.keep_starts(profile, following, today)
    number = draft.offer.activity_id
    assert await memory.starts(profile) == {number: {today: found.starts, following.day: following.starts}}
    assert slot.starts in {each.starts for each in found.starts}
    await memory.keep_starts(profile, following, following.day)
    assert await memory.starts(profile) == {number: {following.day: following.starts}}
    assert await LocalCache().starts(profile) == {}
    await LocalCache().keep_starts(profile, found, today)


async def test_without_a_register_or_a_cache_nothing_is_remembered(
    tmp_path: Path, server: PracticeServer
) -> None:
    with server:
        async with open_desk(tmp_path / "desk", server) as counter:
            await _sell(counter)
            desk = counter.desk
            assert await desk.remember() == ()
            assert await desk.local_cache.customers("9876") == ()
            assert await desk.catalogue.most_sold("ACTIVITY") == {}
            assert await desk.catalogue.kept_activities(desk.reader.today()) is None
            assert await desk.catalogue.kept_departures(desk.reader.today()) is None


async def test_without_a_cache_customers_are_known_all_the_same(
    tmp_path: Path, server: PracticeServer
) -> None:
    folder = tmp_path / "desk"
    with server:
        async with open_desk(
            folder, server, local_cache=LocalCache(lambda: Register.open(folder))
        ) as counter:
            await _sell(counter)
            assert await counter.desk.local_cache.customers("9876") == (PRIYA,)
            assert await counter.desk.catalogue.most_sold("ACTIVITY") == {}


async def test_a_register_that_cannot_be_opened_never_stops_a_sale(
    tmp_path: Path, server: PracticeServer, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "desk"
    (folder / "register.db").mkdir(parents=True)
    with server, caplog.at_level(logging.WARNING):
        async with open_desk(folder, server, local_cache=memory_of(folder)) as counter:
            assert (await _sell(counter)).booking_ref
            assert await counter.desk.local_cache.customers("9876") == ()
    assert "Something could not be remembered." in caplog.text
    assert "9876501234" not in caplog.text


async def test_what_an_older_program_kept_is_read_anew(counter: Counter) -> None:
    desk = counter.desk
    found = await desk.catalogue.activities(desk.reader.today())
    files = [path for path in (counter.folder / "catalogue").iterdir() if path.is_file()]
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:-7])
    assert await desk.catalogue.kept_activities(found.day) is None


async def test_who_travelled_together_is_kept_without_documents(counter: Counter, tmp_path: Path) -> None:
    await counter.desk.local_cache.keep_party(BOAT_DRAFT)
    (party,) = await counter.desk.local_cache.parties(BOAT_DRAFT.departure.day)
    assert party.name == "Arjun Nair"
    assert [(each.traveler_name, each.age, each.id_number) for each in party.passengers] == [
        ("Arjun Nair", "41", ""),
        ("Meera Nair", "38", ""),
        ("Ishaan Nair", "9", ""),
        ("Jana Katharina Vogel", "34", ""),
    ]
    kept = _all_bytes(tmp_path)
    for secret in (b"C4VX8T2K1", b"KLM2284619", b"VOTER ID"):
        assert secret not in kept


async def test_one_person_is_no_party(counter: Counter) -> None:
    await counter.desk.local_cache.keep_party(replace(BOAT_DRAFT, passengers=BOAT_DRAFT.passengers[:1]))
    assert await counter.desk.local_cache.parties(BOAT_DRAFT.departure.day) == ()


async def test_without_a_place_no_party_is_kept(tmp_path: Path, server: PracticeServer) -> None:
    with server:
        async with open_desk(tmp_path / "desk", server) as counter:
            await counter.desk.local_cache.keep_party(BOAT_DRAFT)
            assert await counter.desk.local_cache.parties(BOAT_DRAFT.departure.day) == ()
