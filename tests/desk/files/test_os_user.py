"""A user whom the system does not name is named all the same."""

from __future__ import annotations

import os
import pwd
from typing import NoReturn

import pytest

from app.desk.files.os_user import user_name


def test_a_user_has_the_name_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "asha")
    assert user_name() == "asha"


def test_a_user_of_no_name_is_told_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(uid: int) -> NoReturn:
        raise KeyError(uid)

    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert user_name() == str(os.getuid())
