"""The service that is set for this counter and its API key: environment, then settings and key store.

Profiles never mix: each has its own folder and entry in the key store, and its API key is sent only to the
address that it was typed for. So is the password of the office's database.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from dataclasses import field
from typing import Literal, cast

from app.api.messages.api_key import ApiKey
from app.core.database_url import holds_password, without_certificate
from app.core.frozen import frozen
from app.core.keystore import KeyStoreError, load_kept, load_secret, store_secret
from app.core.language import Wording, mark, message_of, tr
from app.core.policy import this_policy
from app.core.settings import (
    API_KEY_VARIABLE,
    BASE_URL_VARIABLE,
    Settings,
    data_folder,
    load_settings,
    overridden,
)
from app.desk.model.sale import Profile
from app.practice import PRACTICE_KEY

OFFICE_ENTRY = "office database"
ServiceName = Literal["live", "sandbox"]
_VARIABLES = f"{BASE_URL_VARIABLE} + {API_KEY_VARIABLE}"
_OTHER: Mapping[ServiceName, ServiceName] = {"live": "sandbox", "sandbox": "live"}


class ProfileError(Exception):
    """The profile is incomplete; the sentence says what is missing and where it is set."""


@frozen
class ServiceProfile:
    """The address and the key of a service that is not on this computer."""

    base_url: str
    key: ApiKey
    name: ServiceName = "live"
    """Whether it is a sandbox, with its own agent and a test wallet (interface part 5.6)."""
    is_key_kept: bool = False
    """Whether the API key is from the system's key store, not from the environment or typed."""


@frozen
class OfficePassword:
    """The password for one address of the office's database."""

    text: str = field(default="", repr=False)
    """Empty when none is stored for this address."""
    why_none: str = ""
    """A sentence when the stored one belongs to another address; or empty."""


def chosen_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this counter, with those of policy and environment."""
    loaded = load_settings(data_folder(environment), this_policy())
    return overridden(loaded.policy.over(loaded.settings), environment, loaded.policy.fixed)


def address_of(settings: Settings, name: str) -> str:
    """The address that is set for a profile."""
    return settings.sandbox_url if name == "sandbox" else settings.base_url


def service_profile(settings: Settings, environment: Mapping[str, str] = os.environ) -> ServiceProfile | None:
    """The service that is set, or None for practice or when none is set.

    Raises ProfileError when an address is set without a usable API key of its own.
    """
    if settings.service not in _OTHER:
        return None
    name = cast("ServiceName", settings.service)
    address = address_of(settings, name)
    # An API key from the environment belongs to the address there, and to no other: a change of the settings
    # or of a policy must not send it to another host.
    is_meant = name == "live" and environment.get(BASE_URL_VARIABLE, "") == address
    from_outside = environment.get(API_KEY_VARIABLE, "") if is_meant else ""
    try:
        key = ApiKey(from_outside or _kept_key(name, address))
        return ServiceProfile(address, key, name, is_key_kept=not from_outside)
    except ValueError as error:
        raise ProfileError(str(error)) from None


def profile_of(service: ServiceProfile) -> Profile:
    """What the desk knows of a service."""
    return Profile(
        service.name,
        service.base_url,
        service.key.last_four,
        is_practice=False,
        is_sandbox=service.name == "sandbox",
    )


def practice_profile(base_url: str = "") -> Profile:
    """What the desk knows of the practice service; it has another address at each start."""
    return Profile("practice", base_url, PRACTICE_KEY[-4:], is_practice=True)


async def keep_key(profile: ServiceProfile) -> Wording:
    """Store the API key for its address. Returns a sentence when it is kept for this session only."""
    try:
        await asyncio.to_thread(
            store_secret, _entry(profile.name), f"{profile.key.reveal()} {profile.base_url}"
        )
    except KeyStoreError as error:
        return message_of(error)
    return ""


class OfficePasswords:
    """The passwords of the office's database: in the key store; for this run alone where there is none."""

    def __init__(self) -> None:
        self._of_run: dict[str, str] = {}
        self.is_forgotten = False
        """Whether nothing is kept beyond a run, as was seen last: there is no key store."""

    async def keep(self, address: str, password: str) -> Wording:
        """Keep a password for exactly this address. Returns a sentence when it is kept for this run alone."""
        # A line break separates them: addresses have none, and passwords may have spaces.
        try:
            await asyncio.to_thread(store_secret, OFFICE_ENTRY, f"{password}\n{address}")
        except KeyStoreError as error:
            self._of_run[address] = password
            return mark(
                "{cause} The password is kept until the counter is closed, and asked for at the next start.",
                cause=message_of(error),
            )
        self._of_run.pop(address, None)
        return ""

    def of(self, address: str) -> OfficePassword:
        """The password for exactly this address of the office's database. Waits for the key store.

        That of an address goes to the same one with a demand on the server's certificate too.
        """
        url = address.strip()
        addresses = url, without_certificate(url)
        for each in addresses:
            if each in self._of_run:
                return OfficePassword(self._of_run[each])
        try:
            kept = load_kept(OFFICE_ENTRY) or ""
            self.is_forgotten = False
        except KeyStoreError:
            kept, self.is_forgotten = "", True
        password, is_bound, bound = kept.rpartition("\n")
        if is_bound and bound in addresses:
            return OfficePassword(password)
        if not kept or holds_password(url):
            return OfficePassword()
        text = tr(
            "The password that is kept belongs to {bound}, and goes nowhere else. "
            "Type that of {address} too.",
            # A text stored by an older version has no address: all of it is the password.
            bound=bound if is_bound else tr("another address"),
            address=url,
        )
        return OfficePassword(why_none=text)


def why_not_apart(profile: ServiceProfile) -> str:
    """A sentence when the API key is the other profile's, since sales would use the wrong wallet; or empty.

    Waits for the key store.
    """
    other = _OTHER[profile.name]
    key, _, _ = (load_secret(_entry(other)) or "").partition(" ")
    if key != profile.key.reveal():
        return ""
    if other == "live":
        return tr("This is the key of the real service. The sandbox has a key of its own.")
    return tr("This is the key of the sandbox. The real service has a key of its own.")


def _entry(name: ServiceName) -> str:
    return f"{name} API key"


def _kept_key(name: ServiceName, address: str) -> str:
    """The API key that was typed for exactly this address."""
    try:
        kept = load_kept(_entry(name))
    except KeyStoreError:
        text = tr(
            "No key is kept for {address}: this computer has no key store that can be trusted. Enter it for "
            "this session, or set {variable}.",
            address=address,
            variable=_VARIABLES,
        )
        raise ProfileError(text) from None
    key, _, bound = (kept or "").partition(" ")
    if key and bound == address:
        return key
    if key:
        text = tr(
            "The key that is kept belongs to {bound}, and goes nowhere else. Enter the one for {address}.",
            bound=bound or tr("another address"),
            address=address,
        )
        raise ProfileError(text)
    text = tr(
        "No key is kept for {address}. Enter it in the counter, or set {variable}.",
        address=address,
        variable=_VARIABLES,
    )
    raise ProfileError(text)
