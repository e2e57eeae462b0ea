"""Secrets in the operating system's key store only: API keys, passwords, the key of the journal's seal."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Protocol, cast

from app.core.language import mark

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "Agency Counter"
# Only stores that the operating system guards; a backend that writes plain text is never used.
TRUSTED = (
    "keyring.backends.Windows",
    "keyring.backends.SecretService",
    "keyring.backends.libsecret",
    "keyring.backends.kwallet",
    "keyring.backends.macOS",
)


class _Store(Protocol):
    def get_password(self, service: str, username: str) -> str | None: ...
    def set_password(self, service: str, username: str, password: str) -> None: ...


class KeyStoreError(Exception):
    """There is no trusted key store, or it refused; a secret is then kept for this session only."""


def load_secret(name: str) -> str | None:
    """The secret stored under `name`, or None when there is none or no trusted key store."""
    try:
        return load_kept(name)
    except KeyStoreError:
        return None


def load_kept(name: str) -> str | None:
    """The secret stored under `name`, or None when it is certain that there is none.

    Raises KeyStoreError when this computer has no trusted key store or it refused.
    """
    try:
        return _store().get_password(SERVICE, name)
    except KeyStoreError:
        raise
    # Besides its own errors a store raises those of Windows (1312, 1783) and of the bus behind it.
    except Exception as error:
        raise KeyStoreError(mark("The system's key store refused to give what it keeps.")) from error


def store_secret(name: str, secret: str) -> None:
    """Store the secret under `name`.

    Raises KeyStoreError when this computer has no trusted key store or it refused.
    """
    try:
        _store().set_password(SERVICE, name, secret)
    except KeyStoreError:
        raise
    except Exception as error:
        raise KeyStoreError(mark("The system's key store refused to keep the key.")) from error


def _store() -> _Store:
    """The key store of this computer, or the first trusted one inside a chain of them."""
    if sys.platform == "win32":
        # The only trusted one there; to choose it among all of the library's, each would be loaded.
        os.environ.setdefault("PYTHON_KEYRING_BACKEND", "keyring.backends.Windows.WinVaultKeyring")
    # It is long to import, and the first list of practice is shown without it.
    import keyring

    backend = keyring.get_keyring()
    inner = getattr(backend, "backends", None)
    candidates: list[KeyringBackend] = list(inner) if inner is not None else [backend]
    for candidate in candidates:
        if type(candidate).__module__.startswith(TRUSTED):
            return cast("_Store", candidate)
    raise KeyStoreError(mark("This computer has no key store that can be trusted."))
