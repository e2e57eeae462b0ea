"""What `version` says of a policy whose addresses and folders can never work."""

from __future__ import annotations

import pytest

from app.commands.version import hopeless, lines_of
from app.core.installation import this_program
from app.core.language import mark
from app.core.settings import Policy


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("base_url", "http://partner.example", "must begin with https://"),
        ("sandbox_url", "partner.example", "must begin with https:// and name a host"),
        ("base_url", "https://partner.example:port", "cannot be read"),
        ("office_url", "mysql://u@h/d", "is like postgresql://"),
        ("office_url", "postgresql://h", "is like postgresql://"),
        ("backup_folder", "backups", "backups is not a whole path"),
        ("scan_folder", "./scans", "is not a whole path"),
        ("update_folder", "..", "is not a whole path"),
    ],
)
def test_what_can_never_work_is_named(name: str, value: str, why: str) -> None:
    (said,) = hopeless({name: value})
    assert said.startswith(f"{name}: ")
    assert why in said


def test_what_may_work_is_not_named() -> None:
    working = {
        "base_url": "https://partner.example/v1",
        "office_url": "postgresql://desk@server/office?sslmode=require",
        "backup_folder": "/mnt/backups",
        "scan_folder": "",
        "agency": "relative",
    }
    assert hopeless(working) == []


def test_each_warning_of_a_policy_has_its_line() -> None:
    policy = Policy(
        fixed={"backup_folder": "here"}, initial={"base_url": "x"}, warnings=(mark("First."), mark("Second."))
    )
    said = [line for line in lines_of(this_program(), policy) if line.startswith("warning    ")]
    assert said[:2] == ["warning    First.", "warning    Second."]
    assert [line.split()[1] for line in said[2:]] == ["base_url:", "backup_folder:"]
