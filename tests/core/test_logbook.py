"""The log holds what happened, and nobody's data."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.logbook import DiscreetFormatter, open_logbook


@pytest.fixture
def root_logger() -> Iterator[logging.Logger]:
    """The root logger, put back as it was."""
    root = logging.getLogger()
    handlers, level, raises = list(root.handlers), root.level, logging.raiseExceptions
    yield root
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
    logging.raiseExceptions = raises


def _record(message: str, *values: object) -> logging.LogRecord:
    return logging.LogRecord("app.api", logging.INFO, "client.py", 1, message, values, None)


@pytest.mark.parametrize(
    ("message", "kept", "struck"),
    [
        ("mail to priya.raman@example.com", "[e-mail]", "priya"),
        ("call +91 98765 01234 now", "[number]", "98765"),
        ("phone 9876501234.", "[number]", "9876501234"),
        ("key canary-key-1 seen", "[key]", "canary"),
    ],
)
def test_personal_data_and_keys_are_struck_out(message: str, kept: str, struck: str) -> None:
    formatter = DiscreetFormatter()
    formatter.hide("canary-key-1")
    formatter.hide("")
    text = formatter.format(_record("%s", message))
    assert kept in text
    assert struck not in text


def test_request_numbers_amounts_and_times_stay_readable() -> None:
    text = DiscreetFormatter().format(_record("ac1-00aa11bb-01JD9Z7Q8M settled in %d ms, 7140.00", 412))
    assert "ac1-00aa11bb-01JD9Z7Q8M settled in 412 ms, 7140.00" in text


def test_a_value_begins_no_line_of_its_own() -> None:
    told = DiscreetFormatter().format(_record("%s opened", "x\n2026-01-01Z\r\u2028ERROR\x1b[2J"))
    assert len(told.splitlines()) == 1
    assert told.isprintable()
    assert told.endswith(" app.api: x 2026-01-01Z  ERROR [2J opened")


def test_an_exception_is_logged_by_type_and_place_only(tmp_path: Path, root_logger: logging.Logger) -> None:
    open_logbook(tmp_path)
    try:
        message = "customer Priya Raman"
        raise ValueError(message)
    except ValueError:
        logging.getLogger("app.desk").exception("It stumbled.")
    text = (tmp_path / "logs" / "counter.log").read_text(encoding="utf-8")
    assert "It stumbled." in text
    assert "ValueError at test_logbook.py:" in text
    assert "Priya" not in text
    assert root_logger.level == logging.WARNING


def test_a_planted_link_is_not_followed(tmp_path: Path, root_logger: logging.Logger) -> None:
    logs, theirs = tmp_path / "logs", tmp_path / "theirs"
    logs.mkdir()
    logs.chmod(0o777)
    (logs / "counter.log").symlink_to(theirs)
    open_logbook(tmp_path)
    root_logger.warning("The counter opens.")
    assert not theirs.exists()
    assert "The counter opens." in (logs / "counter.log").read_text(encoding="utf-8")
    assert logs.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_cannot_be_written_leaves_no_log_and_no_error(
    tmp_path: Path, root_logger: logging.Logger
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    before = list(root_logger.handlers)
    open_logbook(tmp_path / "file")
    assert root_logger.handlers == before
