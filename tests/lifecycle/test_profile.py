"""Profiles never mix: a key goes nowhere but to the address that it was typed for."""

from collections.abc import Iterator
from dataclasses import replace

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring

from app.api.messages.api_key import ApiKey
from app.core.database_url import with_certificate
from app.core.keystore import store_secret
from app.core.settings import Settings
from app.lifecycle.profile import (
    OfficePassword,
    OfficePasswords,
    ProfileError,
    ServiceProfile,
    address_of,
    keep_key,
    service_profile,
    why_not_apart,
)
from tests.core.test_keystore import Guarded

LIVE = ServiceProfile("https://partner.example/travel", ApiKey("key-of-the-real-service"))
SANDBOX = ServiceProfile("https://sandbox.example/travel", ApiKey("key-of-the-sandbox"), "sandbox")
OFFICE = "postgresql://desk@db/office"
BOTH = Settings(service="live", base_url=LIVE.base_url, sandbox_url=SANDBOX.base_url)
ON_SANDBOX = Settings(service="sandbox", base_url=LIVE.base_url, sandbox_url=SANDBOX.base_url)


@pytest.fixture(autouse=True)
def store() -> Iterator[Guarded]:
    """A key store that keeps what it is given, until the end of the test."""
    former, kept = keyring.get_keyring(), Guarded()
    keyring.set_keyring(kept)
    yield kept
    keyring.set_keyring(former)


async def test_each_profile_finds_its_own_key() -> None:
    assert str(await keep_key(LIVE)) == await keep_key(SANDBOX) == ""
    assert service_profile(BOTH, {}) == replace(LIVE, is_key_kept=True)
    assert service_profile(ON_SANDBOX, {}) == replace(SANDBOX, is_key_kept=True)
    assert [address_of(BOTH, name) for name in ("live", "sandbox")] == [LIVE.base_url, SANDBOX.base_url]


@pytest.mark.parametrize("service", ["", "practice"])
def test_practice_and_nothing_have_no_service(service: str) -> None:
    assert service_profile(Settings(service=service, base_url=LIVE.base_url), {}) is None


async def test_a_key_goes_to_no_other_address() -> None:
    await keep_key(LIVE)
    moved = Settings(service="live", base_url="https://elsewhere.example")
    with pytest.raises(ProfileError, match=r"belongs to https://partner\.example/travel, and goes nowhere"):
        service_profile(moved, {})
    store_secret("live API key", "a-key-without-its-address")
    with pytest.raises(ProfileError, match="belongs to another address"):
        service_profile(BOTH, {})


def test_the_key_of_the_environment_is_for_the_real_service_alone() -> None:
    key = {"AGENCY_COUNTER_API_KEY": "key-of-the-environment"}
    environment = {**key, "AGENCY_COUNTER_BASE_URL": LIVE.base_url}
    found = service_profile(BOTH, environment)
    assert found is not None
    assert found.key.reveal() == "key-of-the-environment"
    assert not found.is_key_kept
    with pytest.raises(ProfileError, match=r"No key is kept for https://sandbox\.example/travel\. Enter it"):
        service_profile(ON_SANDBOX, environment)
    with pytest.raises(ProfileError, match="a key never has"):
        service_profile(BOTH, {**environment, "AGENCY_COUNTER_API_KEY": "two words"})


@pytest.mark.parametrize("outside", ["", "https://elsewhere.example", f"{LIVE.base_url}/"])
def test_a_key_of_the_environment_goes_nowhere_without_its_address(outside: str) -> None:
    environment = {"AGENCY_COUNTER_API_KEY": "key-of-the-environment", "AGENCY_COUNTER_BASE_URL": outside}
    with pytest.raises(ProfileError, match=r"or set AGENCY_COUNTER_BASE_URL \+ AGENCY_COUNTER_API_KEY"):
        service_profile(BOTH, environment)


async def test_without_a_key_store_it_is_asked_again_and_said_why() -> None:
    keyring.set_keyring(NoKeyring())
    with pytest.raises(ProfileError, match=r"No key is kept for .* has no key store that can be trusted"):
        service_profile(BOTH, {})
    assert str(await keep_key(LIVE)) == "This computer has no key store that can be trusted."


async def test_the_password_of_the_office_goes_to_the_key_store_alone(store: Guarded) -> None:
    passwords = OfficePasswords()
    assert await passwords.keep(OFFICE, "s@c ret") == ""
    assert list(store.kept.values()) == [f"s@c ret\n{OFFICE}"]
    assert OfficePasswords().of(f" {OFFICE} ") == OfficePassword("s@c ret")
    assert "s@c" not in repr(passwords.of(OFFICE))


async def test_without_a_key_store_the_password_of_the_office_is_kept_for_the_run() -> None:
    keyring.set_keyring(NoKeyring())
    passwords = OfficePasswords()
    assert passwords.of(OFFICE) == OfficePassword()
    told = str(await passwords.keep(OFFICE, "word"))
    assert told.startswith("This computer has no key store that can be trusted. The password is kept until")
    assert passwords.of(OFFICE) == OfficePassword("word")
    assert passwords.of(f"{OFFICE}x") == OfficePassword()
    assert OfficePasswords().of(OFFICE) == OfficePassword()


async def test_a_stricter_address_gets_the_password_and_a_laxer_one_does_not() -> None:
    passwords, strict = OfficePasswords(), with_certificate(OFFICE, "/etc/ssl/office ca.pem")
    assert strict == f"{OFFICE}?sslmode=verify-full&sslrootcert=%2Fetc%2Fssl%2Foffice%20ca.pem"
    await passwords.keep(OFFICE, "word")
    assert passwords.of(strict) == OfficePassword("word")
    await passwords.keep(strict, "word")
    assert passwords.of(OFFICE).text == ""


@pytest.mark.parametrize(
    "other",
    [
        "postgresql://desk@other.example/office",
        "postgresql://desk@db:5433/office",
        "postgresql://desk@db/another",
        "postgresql://u@db/office",
        "postgresql://desk@db/office?host=other.example",
    ],
)
async def test_the_password_of_the_office_goes_to_no_other_address(other: str) -> None:
    passwords = OfficePasswords()
    await passwords.keep(OFFICE, "s@cret")
    found = passwords.of(other)
    assert found.text == ""
    assert found.why_none == (
        f"The password that is kept belongs to {OFFICE}, and goes nowhere else. Type that of {other} too."
    )


async def test_a_password_that_was_kept_without_its_address_is_asked_for_again() -> None:
    assert OfficePasswords().of(OFFICE) == OfficePassword()
    store_secret("office database", "two words")
    found = OfficePasswords().of(OFFICE)
    assert found.text == ""
    assert found.why_none.startswith("The password that is kept belongs to another address, and goes nowhere")
    assert "words" not in found.why_none


@pytest.mark.parametrize("own", ["postgresql://desk:own@other/office", "postgresql://[desk:own@other/office"])
async def test_an_address_with_a_password_of_its_own_is_shown_to_nobody(own: str) -> None:
    passwords = OfficePasswords()
    await passwords.keep(OFFICE, "word")
    assert passwords.of(own) == OfficePassword()


async def test_the_key_of_one_profile_is_refused_in_the_other() -> None:
    await keep_key(LIVE)
    await keep_key(SANDBOX)
    wrong = ServiceProfile(SANDBOX.base_url, LIVE.key, "sandbox")
    assert why_not_apart(wrong).startswith("This is the key of the real service.")
    wrong = ServiceProfile(LIVE.base_url, SANDBOX.key)
    assert why_not_apart(wrong).startswith("This is the key of the sandbox.")
    assert why_not_apart(LIVE) == why_not_apart(SANDBOX) == ""
