"""Mistyped hosts of mail addresses."""

import pytest

from app.core.language import speaking
from app.desk.model.mail_hosts import mail_doubt


@pytest.mark.parametrize(
    ("host", "meant"),
    [
        ("gmail.com", ""),
        ("GMAIL.com ", ""),
        ("gmial.com", "gmail.com"),
        ("gamil.com", "gmail.com"),
        ("gmai.com", "gmail.com"),
        ("gmaill.com", "gmail.com"),
        ("gmail.con", "gmail.com"),
        ("gmail.co", "gmail.com"),
        ("gmail.comm", "gmail.com"),
        ("hotmial.com", "hotmail.com"),
        ("yaho.com", "yahoo.com"),
        ("yahoo.co.im", "yahoo.co.in"),
        ("rediffmial.com", "rediffmail.com"),
        ("Outlok.com", "outlook.com"),
        # Two slips, other hosts, and what is no host yet.
        ("gmial.co", ""),
        ("ymail.com", ""),
        ("mail.com", ""),
        ("yahoo.co.id", ""),
        ("coralcoast.example", ""),
        ("hotmail.fr", ""),
        ("", ""),
        ("g", ""),
    ],
)
def test_one_slip_in_a_common_host_is_asked_about(host: str, meant: str) -> None:
    typed = host.strip().casefold()
    expected = f"Is {meant} meant, not {typed}?" if meant else ""
    assert mail_doubt(f"priya@{host}") == expected
    assert mail_doubt(host) == ""


def test_a_host_that_is_not_typed_to_its_end_is_none_yet() -> None:
    assert mail_doubt("priya@gmail.co", is_typing=True) == ""
    assert mail_doubt("priya@gmial.com", is_typing=True) == mail_doubt("priya@gmial.com") != ""
    with speaking("hi"):
        assert "gmail.com" in mail_doubt("priya@gmial.com") != "Is gmail.com meant, not gmial.com?"
