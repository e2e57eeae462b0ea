"""The key goes to a key store that the system guards, or nowhere."""

import os
import sys
from collections.abc import Iterator
from importlib import import_module

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringError

from app.core.keystore import KeyStoreError, load_kept, load_secret, store_secret


class Guarded(KeyringBackend):
    """A store like the system's, kept in memory."""

    def __init__(self, *, is_locked: bool = False) -> None:
        super().__init__()
        self.is_locked = is_locked
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        if self.is_locked:
            raise KeyringError("locked")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.is_locked:
            raise KeyringError("locked")
        self.kept[service, username] = password


class PlainText(Guarded):
    """A store that would write the key into a file for anybody to read."""


class Chain(Guarded):
    """Several stores behind one."""

    def __init__(self, *backends: KeyringBackend) -> None:
        super().__init__()
        self.backends = backends


Guarded.__module__ = "keyring.backends.SecretService"
PlainText.__module__ = "keyrings.alt.file"
Chain.__module__ = "keyring.backends.chainer"


@pytest.fixture(autouse=True)
def former_keyring() -> Iterator[None]:
    """The key store of the tests, put back as it was."""
    former = keyring.get_keyring()
    yield
    keyring.set_keyring(former)


def test_a_guarded_store_keeps_the_secret() -> None:
    keyring.set_keyring(Guarded())
    assert load_secret("live API key") is None
    store_secret("live API key", "canary")
    assert load_secret("live API key") == "canary"


def test_a_plain_store_is_never_used() -> None:
    plain = PlainText()
    keyring.set_keyring(plain)
    with pytest.raises(KeyStoreError, match="no key store that can be trusted"):
        store_secret("live API key", "canary")
    assert plain.kept == {}
    assert load_secret("live API key") is None


def test_in_a_chain_the_guarded_store_is_used() -> None:
    plain, guarded = PlainText(), Guarded()
    keyring.set_keyring(Chain(plain, guarded))
    store_secret("live API key", "canary")
    assert plain.kept == {}
    assert list(guarded.kept.values()) == ["canary"]


@pytest.mark.parametrize("named", ["", "keyring.backends.fail.Keyring"])
def test_in_windows_its_own_store_is_named_unless_another_is(
    monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    keyring.set_keyring(Guarded())
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", named)
    if not named:
        monkeypatch.delenv("PYTHON_KEYRING_BACKEND")
    monkeypatch.setattr(sys, "platform", "win32")
    assert load_secret("live API key") is None
    own = "keyring.backends.Windows.WinVaultKeyring"
    assert os.environ["PYTHON_KEYRING_BACKEND"] == (named or own)
    module, name = own.rsplit(".", 1)
    assert hasattr(import_module(module), name)


def test_a_locked_store_is_said() -> None:
    keyring.set_keyring(Guarded(is_locked=True))
    with pytest.raises(KeyStoreError, match="refused"):
        store_secret("live API key", "canary")
    assert load_secret("live API key") is None


class _WindowsError(Exception):
    """Like `pywintypes.error`, which is no OSError."""


@pytest.mark.parametrize(
    "raised",
    [
        _WindowsError(1312, "CredRead", "A specified logon session does not exist."),
        _WindowsError(1783, "CredWrite", "The stub received bad data."),
        OSError(22, "Invalid argument"),
        ConnectionRefusedError("the session bus"),
        TimeoutError("org.freedesktop.secrets"),
        RuntimeError("No recommended backend was available."),
        UnicodeDecodeError("utf-16", b"\x00", 0, 1, "truncated data"),
    ],
)
def test_what_a_store_raises_is_a_refusal(monkeypatch: pytest.MonkeyPatch, raised: Exception) -> None:
    def refuse(*_: object) -> None:
        raise raised

    keyring.set_keyring(Guarded())
    monkeypatch.setattr(Guarded, "get_password", refuse)
    monkeypatch.setattr(Guarded, "set_password", refuse)
    with pytest.raises(KeyStoreError, match="refused to give"):
        load_kept("live API key")
    assert load_secret("live API key") is None
    with pytest.raises(KeyStoreError, match="refused to keep"):
        store_secret("live API key", "canary")


def test_a_store_that_cannot_be_asked_for_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> KeyringBackend:
        raise _WindowsError(1312, "CredRead", "A specified logon session does not exist.")

    monkeypatch.setattr(keyring, "get_keyring", refuse)
    assert load_secret("live API key") is None
