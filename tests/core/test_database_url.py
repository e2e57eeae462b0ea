"""A password is found in an address of the office's database, and taken out of it."""

import pytest

from app.core.database_url import holds_password, password_of, without_password


@pytest.mark.parametrize(
    ("typed", "plain", "password"),
    [
        ("postgresql://desk@db/office", "postgresql://desk@db/office", ""),
        ("postgresql://desk:s%40cret@db:5433/office", "postgresql://desk@db:5433/office", "s@cret"),
        (
            "postgresql://desk:a:b@db/office?a=b",
            "postgresql://desk@db/office?a=b",
            "a:b",
        ),
        ("postgresql://db/office", "postgresql://db/office", ""),
        (
            "postgresql://db/office?user=desk&password=s%40cret&sslmode=require",
            "postgresql://db/office?user=desk&sslmode=require",
            "s@cret",
        ),
        ("postgresql://desk@db/office?p%61ssword=hidden", "postgresql://desk@db/office", "hidden"),
        (
            "postgresql://desk:one@db/office?password=two&sslpassword=three",
            "postgresql://desk@db/office",
            "one",
        ),
        ("", "", ""),
    ],
)
def test_the_password_is_taken_out(typed: str, plain: str, password: str) -> None:
    assert (without_password(typed), password_of(typed)) == (plain, password)
    assert (holds_password(typed), holds_password(plain)) == (plain != typed, False)


def test_what_cannot_be_read_may_hold_a_password() -> None:
    assert holds_password("postgresql://[desk:word@db/office")
