"""Baskets on this disk: they come back without a document, and an intent is there before it is sent."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from app.desk.basket import baskets as kept
from app.desk.basket.basket import BasketCustomer, customer_in, lacks_documents, without_documents
from app.desk.basket.baskets import FILE, Baskets
from app.desk.basket.values import MOST_BASKETS, MOST_ITEMS, Basket
from app.desk.model.boats import BoatDraft, Passenger
from app.desk.model.errors import DeskError
from app.desk.passengers.doubts import as_it_is
from app.store.files import whole_file
from tests.store.register.test_erasure import all_bytes
from tests.support.canaries import HEADS, found, slices
from tests.support.closed_folder import closed
from tests.support.desk.boat_samples import ARJUN, BOAT_DRAFT, COPY, JANA, MEERA
from tests.support.desk.samples import DRAFT, NOW

SECRETS = {
    **{each.traveler_name: each.id_number.encode() for each in BOAT_DRAFT.passengers},
    "spaced": b"C4VX 8T2K1",
    "typed": b"TYPED7654321",
    **slices("copy", COPY.data),
    **HEADS,
}


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        """What it shows."""
        return self.now


OTHER = BasketCustomer("Sonam Dorje", "9700000001", "", "")
NOBODYS = replace(DRAFT, customer_name="", customer_phone="", customer_email="")


@pytest.fixture
def clock() -> Clock:
    """A clock that a test sets."""
    return Clock()


@pytest.fixture
def baskets(tmp_path: Path, clock: Clock) -> Baskets:
    """The baskets of a new folder."""
    return Baskets(tmp_path, clock)


async def again(folder: Path, clock: Callable[[], datetime]) -> Baskets:
    """The baskets as the next start finds them."""
    found_ = Baskets(folder, clock)
    await found_.begin()
    return found_


def opened(baskets: Baskets) -> Basket:
    """The open basket, which there must be."""
    assert baskets.open is not None
    return baskets.open


async def test_a_basket_comes_back_whole_but_for_the_documents(
    baskets: Baskets, tmp_path: Path, clock: Clock
) -> None:
    boat = replace(BOAT_DRAFT, passengers=(as_it_is(replace(JANA, traveler_name="Jana 2"), "traveler_name"),))
    baskets.put(DRAFT)
    baskets.put(boat)
    baskets.move(tuple(each.key for each in opened(baskets).items), opened(baskets).items[1].key, -1)
    baskets.keep_intent(opened(baskets).items[1].key, "an intent")
    await baskets.finish()
    back = opened(await again(tmp_path, clock))
    assert back.items[1] == opened(baskets).items[1]
    assert back.items[0].draft == without_documents(boat)
    assert (back.key, back.changed_at, back.is_clerks_order) == (opened(baskets).key, NOW, True)
    assert back.items[1].intent_id == "an intent"
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    # In the program that runs, the documents are there until it ends.
    assert opened(baskets).items[0].draft is boat


async def test_no_number_and_no_copy_of_a_document_ever_stands_on_the_disk(
    baskets: Baskets, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bytes] = []
    replace_file = whole_file.replace_file

    def noted(place: Path, content: bytes) -> None:
        written.append(content)
        replace_file(place, content)

    monkeypatch.setattr(whole_file, "replace_file", noted)
    person = as_it_is(replace(JANA, id_type="CARD TYPED7654321"), "id_type")
    person = as_it_is(replace(person, id_number="C4VX 8T2K1"), "id_number")
    person = as_it_is(replace(person, pax_gender="TYPED7654321"), "pax_gender")
    person = replace(person, pax_gender="FEMALE")
    baskets.put(replace(BOAT_DRAFT, passengers=(*BOAT_DRAFT.passengers, person)))
    baskets.put(DRAFT)
    baskets.put_aside()
    baskets.put(BOAT_DRAFT)
    baskets.keep_intent(opened(baskets).items[0].key, "an intent")
    await baskets.finish()
    assert found(all_bytes(tmp_path), {"name": JANA.traveler_name.encode()})
    assert found(all_bytes(tmp_path) + b"".join(written), SECRETS) == set()


async def test_text_that_is_half_a_character_is_kept_too(
    baskets: Baskets, tmp_path: Path, clock: Clock
) -> None:
    baskets.put(replace(DRAFT, customer_name="Pri\ud83dya \u0930\u0940"))
    await baskets.finish()
    assert baskets.problem == ""
    assert opened(await again(tmp_path, clock)) == opened(baskets)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"[" * 100_000,
        b'{"form":"agency-counter-baskets-2","open":"","baskets":[]}',
        b'{"form":"agency-counter-baskets-1","open":"","baskets":[{"key":"a"}]}',
        b'{"form":"agency-counter-baskets-1","open":"","baskets":[{"key":"a","changed_at":"2026-11-24T10:00Z"}]}',
    ],
)
async def test_a_damaged_file_is_moved_aside_and_a_new_one_begun(
    tmp_path: Path, clock: Clock, content: bytes
) -> None:
    place = tmp_path / FILE
    place.parent.mkdir()
    place.write_bytes(content)
    baskets = await again(tmp_path, clock)
    assert (baskets.open, baskets.beside) == (None, ())
    baskets.put(DRAFT)
    await baskets.finish()
    assert (place.parent / "baskets-damaged-1.json").read_bytes() == content
    assert opened(await again(tmp_path, clock)) == opened(baskets)
    place.write_bytes(content)
    await again(tmp_path, clock)
    assert (place.parent / "baskets-damaged-2.json").exists()


async def test_a_file_that_can_neither_be_read_nor_moved_stops_no_start(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / FILE
    place.parent.mkdir()
    place.write_bytes(b"{")

    def refuse(_: Path) -> None:
        raise PermissionError(13, "not allowed")

    monkeypatch.setattr(whole_file, "_move_aside", refuse)
    baskets = await again(tmp_path, clock)
    assert baskets.open is None
    baskets.put(DRAFT)
    await baskets.finish()
    assert "is not kept" in baskets.problem
    assert place.read_bytes() == b"{"


async def test_what_the_disk_refuses_at_the_start_is_read_later_and_never_replaced(
    baskets: Baskets, tmp_path: Path, clock: Clock
) -> None:
    before = baskets.put(DRAFT)
    await baskets.finish()
    place = tmp_path / FILE
    hidden = place.rename(tmp_path / "hidden")
    # A file that cannot be read now, such as while a virus scanner holds it.
    place.mkdir()
    late = await again(tmp_path, clock)
    now = late.put(BOAT_DRAFT)
    await late.finish()
    assert "is not kept" in late.problem
    with pytest.raises(OSError, match="directory"):
        late.keep_intent(now.items[0].key, "an intent")
    with pytest.raises(OSError, match="directory"):
        late.forget(lambda _: True)
    assert opened(late) == replace(now, items=(replace(now.items[0], intent_id="an intent"),))
    place.rmdir()
    hidden.rename(place)
    late.take_out("none")
    await late.finish()
    assert (late.problem, opened(late).key) == ("", now.key)
    assert [each.key for each in late.beside] == [before.key]
    assert len((await again(tmp_path, clock)).held) == 2


async def test_what_is_read_late_is_not_opened_in_front_of_another_customer(
    baskets: Baskets, tmp_path: Path, clock: Clock
) -> None:
    baskets.put(DRAFT)
    await baskets.finish()
    place = tmp_path / FILE
    hidden = place.rename(tmp_path / "hidden")
    place.mkdir()
    late = await again(tmp_path, clock)
    late.put(BOAT_DRAFT)
    await late.finish()
    place.rmdir()
    hidden.rename(place)
    late.put_aside()
    await late.finish()
    assert (late.open, len(late.beside)) == (None, 2)


async def test_it_is_read_once(baskets: Baskets, tmp_path: Path, clock: Clock) -> None:
    other = await again(tmp_path, clock)
    other.put(DRAFT)
    await other.finish()
    heard: list[str] = []
    baskets.changed.subscribe(lambda: heard.append("changed"))
    await baskets.begin()
    assert heard == ["changed"]
    baskets.take_out(opened(baskets).items[0].key)
    # A second start of the same desk, before the disk has followed.
    await baskets.begin()
    assert baskets.open is None
    await baskets.finish()
    assert not (tmp_path / FILE).exists()


async def test_the_disk_refuses_and_it_is_said_until_it_takes_it(baskets: Baskets, tmp_path: Path) -> None:
    await baskets.begin()
    heard: list[str] = []
    baskets.changed.subscribe(lambda: heard.append(baskets.problem))
    (tmp_path / "baskets").write_bytes(b"in the way")
    baskets.put(DRAFT)
    await baskets.finish()
    assert baskets.problem == "The basket is not kept on this disk: File exists."
    assert heard == ["", baskets.problem]
    assert [each.draft for each in opened(baskets).items] == [DRAFT]
    with pytest.raises(OSError, match="File exists"):
        baskets.keep_intent(opened(baskets).items[0].key, "an intent")
    with pytest.raises(OSError, match="File exists"):
        baskets.forget(lambda _: False)
    (tmp_path / "baskets").unlink()
    baskets.put(DRAFT)
    await baskets.finish()
    assert baskets.problem == ""
    assert heard[-1] == ""


async def test_an_intent_is_on_the_disk_when_it_is_kept_or_it_says_so(
    baskets: Baskets, tmp_path: Path, clock: Clock
) -> None:
    baskets.put(DRAFT)
    key = baskets.put(BOAT_DRAFT).items[1].key
    await baskets.finish()
    baskets.keep_intent(key, "first")
    assert [each.intent_id for each in opened(await again(tmp_path, clock)).items] == ["", "first"]
    with closed(tmp_path / "baskets"), pytest.raises(OSError, match="denied"):
        baskets.keep_intent(key, "second")
    assert "is not kept" in baskets.problem
    assert [each.intent_id for each in opened(await again(tmp_path, clock)).items] == ["", "first"]
    baskets.keep_intent(key, "third")
    assert baskets.problem == ""
    baskets.take_out(key)
    with pytest.raises(DeskError, match="in no basket any more"):
        baskets.keep_intent(key, "fourth")


async def test_an_intent_of_a_basket_beside_is_kept_too(
    baskets: Baskets, tmp_path: Path, clock: Clock
) -> None:
    key = baskets.put(DRAFT).items[0].key
    baskets.put_aside()
    baskets.put(BOAT_DRAFT)
    await baskets.finish()
    baskets.keep_intent(key, "an intent")
    (beside,) = (await again(tmp_path, clock)).beside
    assert beside.items[0].intent_id == "an intent"


async def test_changes_and_intents_at_the_same_time_lose_nothing(
    baskets: Baskets, tmp_path: Path, clock: Clock
) -> None:
    key = baskets.put(DRAFT).items[0].key
    asked = threading.Event()

    def keep() -> None:
        asked.set()
        for number in range(60):
            baskets.keep_intent(key, f"intent {number}")

    keeping = asyncio.get_running_loop().run_in_executor(None, keep)
    await asyncio.to_thread(asked.wait)
    while not keeping.done():
        baskets.put(replace(DRAFT, qty=3), key)
        await baskets.finish()
    await keeping
    await baskets.finish()
    assert opened(baskets).items[0].intent_id == "intent 59"
    assert opened(await again(tmp_path, clock)) == opened(baskets)


async def test_an_older_state_never_follows_a_newer_one(
    baskets: Baskets, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, replace_file = threading.Event(), whole_file.replace_file
    sizes: list[int] = []

    def slow(place: Path, content: bytes) -> None:
        waits.wait(20)
        sizes.append(len(json.loads(content)["baskets"][0]["items"]))
        replace_file(place, content)

    monkeypatch.setattr(whole_file, "replace_file", slow)
    for _ in range(4):
        baskets.put(DRAFT)
    waits.set()
    await baskets.finish()
    assert sizes == sorted(sizes)
    assert sizes[-1] == 4
    assert len(opened(await again(tmp_path, clock)).items) == 4


async def test_a_basket_holds_twenty_trips(baskets: Baskets) -> None:
    for _ in range(MOST_ITEMS):
        baskets.put(DRAFT)
    with pytest.raises(DeskError, match="holds 20 trips"):
        baskets.put(DRAFT)
    # One of them may be changed all the same.
    baskets.put(BOAT_DRAFT, opened(baskets).items[7].key)
    assert opened(baskets).items[7].draft is BOAT_DRAFT
    with pytest.raises(DeskError, match="holds 20 trips"):
        baskets.put(DRAFT, "another")
    assert len(opened(baskets).items) == MOST_ITEMS == 20
    await baskets.finish()


async def test_five_baskets_wait_beside_the_open_one(baskets: Baskets, clock: Clock) -> None:
    for number in range(MOST_BASKETS + 1):
        clock.now = NOW + timedelta(minutes=number)
        baskets.put(replace(DRAFT, customer_name=str(number)))
        if number < MOST_BASKETS:
            baskets.put_aside()
    assert [each.items[0].draft.customer_name for each in baskets.beside] == ["4", "3", "2", "1", "0"]
    baskets.put_aside()
    with pytest.raises(DeskError, match="5 can wait at a time"):
        baskets.put(DRAFT)
    baskets.take_up(baskets.beside[-1].key)
    assert opened(baskets).items[0].draft.customer_name == "0"
    baskets.take_out(opened(baskets).items[0].key)
    assert baskets.open is None
    baskets.put(replace(DRAFT, customer_name="new"))
    assert (len(baskets.beside), MOST_BASKETS) == (5, 5)
    await baskets.finish()


async def test_the_basket_of_another_customer_waits(baskets: Baskets) -> None:
    assert not baskets.make_room_for(OTHER)
    baskets.put(DRAFT)
    assert not baskets.make_room_for(customer_in(DRAFT))
    assert baskets.make_room_for(OTHER)
    assert (baskets.open, len(baskets.beside)) == (None, 1)
    baskets.put(NOBODYS)
    assert not baskets.make_room_for(OTHER)
    assert baskets.make_room_for(OTHER, or_nobodys=True)
    await baskets.finish()


async def test_the_last_item_takes_the_basket_and_its_file_along(baskets: Baskets, tmp_path: Path) -> None:
    first = baskets.put(DRAFT).items[0].key
    second = baskets.put(BOAT_DRAFT).items[1].key
    baskets.take_out(first)
    assert [each.key for each in opened(baskets).items] == [second]
    baskets.take_out("nobody")
    baskets.take_out(second)
    assert (baskets.open, baskets.beside) == (None, ())
    await baskets.finish()
    assert all_bytes(tmp_path) == b""


async def test_without_an_open_basket_nothing_is_changed(baskets: Baskets) -> None:
    baskets.put(DRAFT)
    baskets.put_aside()
    heard: list[str] = []
    baskets.changed.subscribe(lambda: heard.append("changed"))
    baskets.take_out("any")
    baskets.move(("any",), "any", 1)
    baskets.change_customer(BasketCustomer("Jana", "", "", ""))
    assert heard == []
    baskets.take_up("nobody")
    assert baskets.open is None
    await baskets.finish()


async def test_the_customer_of_the_open_basket_is_changed_in_all_items(
    baskets: Baskets, clock: Clock
) -> None:
    baskets.put(DRAFT)
    baskets.put(BOAT_DRAFT)
    clock.now = NOW + timedelta(hours=1)
    baskets.change_customer(BasketCustomer("Jana Vogel", "9000011111", "", ""))
    assert {each.draft.customer_name for each in opened(baskets).items} == {"Jana Vogel"}
    assert opened(baskets).changed_at == clock.now
    await baskets.finish()


async def test_nobody_has_touched_it_for_seven_days(baskets: Baskets, clock: Clock) -> None:
    basket = baskets.put(DRAFT)
    clock.now = NOW + timedelta(days=7)
    assert not baskets.left_alone(basket)
    clock.now += timedelta(seconds=1)
    assert "Nobody has touched this basket since" in baskets.left_alone(basket)
    await baskets.finish()


async def test_a_forgotten_customer_goes_from_the_disk_at_once(
    baskets: Baskets, tmp_path: Path, clock: Clock
) -> None:
    baskets.put(DRAFT)
    baskets.put_aside()
    other = baskets.put(BOAT_DRAFT)
    await baskets.finish()
    await baskets.begin()
    # What a power cut may have left.
    (tmp_path / "baskets" / "baskets.new").write_bytes(b"Priya Raman")
    heard: list[str] = []
    baskets.changed.subscribe(lambda: heard.append("changed"))
    await asyncio.to_thread(
        baskets.forget, lambda basket: basket.items[0].draft.customer_name == "Priya Raman"
    )
    await asyncio.sleep(0)
    assert heard == ["changed"]
    assert found(all_bytes(tmp_path), {"name": b"Priya Raman"}) == set()
    assert (opened(await again(tmp_path, clock)).key, baskets.beside) == (other.key, ())
    (tmp_path / "baskets" / "baskets.new").write_bytes(b"Arjun Nair")
    baskets.forget(lambda _: True)
    assert (baskets.open, all_bytes(tmp_path)) == (None, b"")


async def test_a_customer_is_forgotten_also_before_anything_was_read(tmp_path: Path, clock: Clock) -> None:
    before = Baskets(tmp_path, clock)
    before.put(DRAFT)
    await before.finish()
    Baskets(tmp_path, clock).forget(lambda _: True)
    assert all_bytes(tmp_path) == b""


async def test_a_desk_that_keeps_nothing_holds_baskets_all_the_same(clock: Clock) -> None:
    baskets = Baskets(None, clock)
    await baskets.begin()
    key = baskets.put(DRAFT).items[0].key
    baskets.keep_intent(key, "an intent")
    await baskets.finish()
    assert opened(baskets).items[0].intent_id == "an intent"
    baskets.forget(lambda _: True)
    assert (baskets.open, baskets.problem) == (None, "")


@pytest.mark.parametrize(
    ("people", "is_missing"),
    [
        ((replace(ARJUN, id_number=""), replace(MEERA, id_number="")), True),
        ((ARJUN, replace(MEERA, id_number="")), False),
        ((replace(JANA, id_number=""),), False),
        ((Passenger(nationality="INDIAN"),), False),
    ],
)
def test_documents_are_missing_where_people_are_known_and_no_document_is(
    people: tuple[Passenger, ...], *, is_missing: bool
) -> None:
    draft: BoatDraft = replace(BOAT_DRAFT, passengers=people)
    assert lacks_documents(kept.rules.begun(draft, NOW)) is is_missing
    assert not lacks_documents(kept.rules.begun(DRAFT, NOW))
