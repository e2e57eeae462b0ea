"""Practice, sandbox and the real service in one program: each on its own, and nothing of one in another."""

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest

from app.api.messages.api_key import ApiKey
from app.core.settings import Settings, load_settings, save_settings
from app.lifecycle.connection import Connection, connect_practice, connect_service
from app.lifecycle.profile import ServiceProfile
from app.practice import NEIGHBOUR_KEY, PRACTICE_KEY, Faults, PracticeServer, World
from tests.core.test_keystore import Guarded
from tests.journeys.opened import opened
from tests.support.counter import AS_ON, tomorrow_at_ten

pytestmark = pytest.mark.prove("a program is started for each")

TOMORROW = tomorrow_at_ten().date()


@pytest.fixture(autouse=True)
def store() -> Iterator[Guarded]:
    """A key store that keeps what it is given, until the end of the test."""
    former, kept = keyring.get_keyring(), Guarded()
    keyring.set_keyring(kept)
    yield kept
    keyring.set_keyring(former)


@pytest.fixture
def service() -> Iterator[PracticeServer]:
    """What is used as the sandbox, or as the real service."""
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten)) as server:
        yield server


async def test_a_sandbox_is_marked_kept_apart_and_found_again(
    service: PracticeServer, store: Guarded, tmp_path: Path
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.connect(service.base_url, sandbox=True)
        await program.list_read()
        assert program.robot.sees("Nothing here is real money.")
        assert not program.robot.sees("Practice mode")
        await program.sell()
        assert program.robot.sees("PRACTICE")
        await program.close()
    settings = load_settings(tmp_path).settings
    assert (settings.service, settings.sandbox_url, settings.base_url) == ("sandbox", service.base_url, "")
    assert store.kept["Agency Counter", "sandbox API key"].endswith(f" {service.base_url}")
    assert ("Agency Counter", "live API key") not in store.kept
    assert (tmp_path / "sandbox" / "journal.sqlite").exists()
    assert not (tmp_path / "live").exists()
    async with opened(tmp_path, TOMORROW) as program:
        await program.list_read()
        await program.press_setting("leave_sandbox")
        await program.robot.until(lambda: program.robot.is_shown("connect"))
        assert not program.robot.sees("real money.")


async def test_the_key_of_the_real_service_is_not_taken_for_the_sandbox(
    service: PracticeServer, tmp_path: Path
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.connect(service.base_url)
        await program.list_read()
        await program.press_setting("use_sandbox")
        await program.connect(service.base_url)
        await program.robot.until(lambda: program.robot.sees("This is the key of the real service."))
        assert program.robot.find("is_sandbox").property("checked")
    assert not (tmp_path / "sandbox").exists()


async def test_from_practice_back_to_the_real_service_without_typing_its_key(
    service: PracticeServer, tmp_path: Path
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.connect(service.base_url)
        await program.list_read()
        await program.press_setting("start_practice")
        await program.robot.until(lambda: program.robot.sees("Practice mode"))
        await program.list_read()
        program.robot.click("leave_practice")
        await program.robot.until(lambda: not program.robot.sees("Practice mode"))
        await program.list_read()
    assert load_settings(tmp_path).settings.service == "live"


@pytest.mark.parametrize(
    ("name", "then"),
    [("start_practice", "leave_practice"), ("use_sandbox", "is_sandbox"), ("replace_connection", "connect")],
)
async def test_a_service_is_left_only_when_the_sale_being_typed_may_go(
    service: PracticeServer, tmp_path: Path, name: str, then: str
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        await program.connect(service.base_url)
        await program.list_read()
        await program.type_name()
        await program.press_setting(name)
        await program.keep_typing()
        await program.press_setting(name)
        await program.robot.until(lambda: program.robot.sees("Leave this service"))
        assert not program.robot.is_shown(then)
        program.robot.keys("Tab", "Return")
        await program.robot.until(lambda: program.robot.is_shown(then))
    assert service.world.bookings == ()


async def test_leaving_the_sandbox_twice_leaves_no_other_service(
    service: PracticeServer, store: Guarded, tmp_path: Path
) -> None:
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as sandbox:
        store.kept["Agency Counter", "live API key"] = f"{NEIGHBOUR_KEY} {service.base_url}"
        store.kept["Agency Counter", "sandbox API key"] = f"{PRACTICE_KEY} {sandbox.base_url}"
        chosen = Settings(service="sandbox", base_url=service.base_url, sandbox_url=sandbox.base_url)
        save_settings(tmp_path, chosen)
        async with opened(tmp_path, TOMORROW) as program:
            robot = program.robot
            await program.list_read()
            await program.to_review()
            release = sandbox.faults.hold("create_booking")
            robot.keys("Ctrl+Return")
            await robot.until(lambda: robot.sees("Nothing is sent twice."))
            robot.click("leave_practice")
            await robot.until(lambda: robot.sees("This service is left when it is known."))
            robot.click("leave_practice")
            release.set_result(None)
            await robot.until(lambda: not robot.is_shown("leave_practice"))
            await program.list_read()
    assert load_settings(tmp_path).settings.service == "live"
    assert len(sandbox.world.bookings) == 1


async def test_practice_is_left_only_when_the_sale_being_typed_may_go(tmp_path: Path) -> None:
    async with opened(tmp_path) as program:
        await program.practise()
        await program.type_name()
        program.robot.click("leave_practice")
        await program.keep_typing()
        program.robot.click("leave_practice")
        await program.robot.until(lambda: program.robot.sees("Leave this service"))
        program.robot.keys("Tab", "Return")
        await program.robot.until(lambda: program.robot.is_shown("connect"))


async def test_the_numbers_of_requests_differ_from_profile_to_profile(
    service: PracticeServer, tmp_path: Path
) -> None:
    key = ApiKey(PRACTICE_KEY)
    opened_ones: list[Connection] = [
        await connect_service(tmp_path, ServiceProfile(service.base_url, key)),
        await connect_service(tmp_path, ServiceProfile(service.base_url, key, "sandbox")),
        await connect_practice(tmp_path),
    ]
    assert len({each.journal.desk for each in opened_ones}) == 3
    assert [each.desk.reader.profile.is_real for each in opened_ones] == [True, False, False]
    for each in opened_ones:
        await each.close()


async def test_a_basket_of_practice_is_not_that_of_the_real_service(
    service: PracticeServer, tmp_path: Path
) -> None:
    async with opened(tmp_path, TOMORROW) as program:
        robot = program.robot
        await program.connect(service.base_url)
        await program.list_read()
        await program.press_setting("start_practice")
        await robot.until(lambda: robot.sees("Practice mode"))
        await program.list_read()
        await program.type_customer()
        robot.keys("Ctrl+B")
        await robot.until(lambda: robot.is_shown("basket_strip"))
        robot.click("leave_practice")
        await robot.until(lambda: not robot.sees("Practice mode"))
        await program.list_read()
        assert not robot.is_shown("basket_strip")
        robot.keys("Alt+B")
        await robot.until(lambda: robot.sees("The basket is empty."))
        assert not robot.is_shown("basket_page")
        assert not robot.sees("Something in this program went wrong.")
