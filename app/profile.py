"""Which service this counter is set to, and its key: environment first, then settings and key store."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from app.api.key import ApiKey
from app.keystore import load_secret
from app.settings import API_KEY_VARIABLE, Settings, data_folder, load_settings, overridden

LIVE_KEY = "live API key"


class ProfileError(Exception):
    """The profile lacks something; the sentence says what, and where it is set."""


@dataclass(frozen=True, slots=True)
class LiveProfile:
    """The address and the key of the real service."""

    base_url: str
    key: ApiKey


def chosen_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this counter with what the environment overrides."""
    return overridden(load_settings(data_folder(environment)).settings, environment)


def live_profile(settings: Settings, environment: Mapping[str, str] = os.environ) -> LiveProfile | None:
    """The real service that is set, or None when practice is, or nothing yet.

    Raises ProfileError when an address is set without a usable key.
    """
    if settings.service != "live":
        return None
    text = environment.get(API_KEY_VARIABLE) or load_secret(LIVE_KEY)
    if not text:
        message = (
            f"No key is kept for {settings.base_url}. Enter it in the counter, or set {API_KEY_VARIABLE}."
        )
        raise ProfileError(message)
    try:
        return LiveProfile(settings.base_url, ApiKey(text))
    except ValueError as error:
        raise ProfileError(str(error)) from None
