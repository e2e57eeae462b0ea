"""What is chosen is kept by its name, and counts at once."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.core import language
from app.core.settings import LoadedSettings, Settings, load_settings
from app.desk.model import formats
from app.desk.model.office_rules import Alerts, Branding, CustomerRefund, RefundRule, Retention
from app.desk.passengers.reader_times import ReaderTimes
from app.desk.travelling.messages import Template, own_wording
from app.lifecycle.settings_service import SettingsService
from app.ui.theme import style

BRANDING = Branding(
    agency="Reef Tours",
    address="12 Aberdeen Bazaar\nPort Blair",
    phone="03192 232000",
    email="desk@reef.example",
    logo=Path("/data/logo.png"),
    terms="No refund for a no-show.",
    paper="80 mm",
    shows_price=False,
    language="hi",
)


@pytest.fixture
def choices(qapp: QApplication, tmp_path: Path) -> Iterator[SettingsService]:
    """Those of a new counter; what they set for the program is put back in the end."""
    yield SettingsService(qapp, tmp_path, LoadedSettings(Settings()))
    SettingsService(qapp, tmp_path, LoadedSettings(Settings()))
    style.apply_theme(qapp, "light")


def test_rules_of_the_office_come_back_as_they_were_given(choices: SettingsService, tmp_path: Path) -> None:
    refund = CustomerRefund(RefundRule.PERCENTAGE, Decimal("12.5"))
    given = (BRANDING, Alerts(Decimal("2500.50"), Decimal(0)), Retention(30), refund)
    for value in given:
        choices.take(value)
    rules = choices.rules
    assert (rules.branding, rules.alerts, rules.retention, rules.customer_refund) == given
    assert load_settings(tmp_path).settings == choices.kept
    for value in (Branding(), Alerts(), Retention(), CustomerRefund()):
        choices.take(value)
    assert choices.kept == Settings()
    assert choices.rules.alerts == Alerts()


def test_a_choice_gives_back_what_it_replaced(choices: SettingsService) -> None:
    former = choices.take({"grouping": "western", "reduced_motion": True})
    assert formats.amount(Decimal(1234567)) == "1,234,567.00"
    assert style.reduces_motion()
    choices.keep(**former)
    assert formats.amount(Decimal(1234567)) == "12,34,567.00"
    assert not style.reduces_motion()


def test_the_agency_s_own_words_are_found_by_occasion_and_language(choices: SettingsService) -> None:
    assert not any(choices.rules.travelling.messages.values())
    for template in Template:
        for code in language.LANGUAGES:
            name = f"message_{template}_{code}"
            assert own_wording(choices.rules.travelling.messages, template, code) == ""
            choices.keep(**{name: f"{{name}} {template} {code}"})
            said = own_wording(choices.rules.travelling.messages, template, code)
            assert said == f"{{name}} {template} {code}"
    kept = choices.kept
    texts = (
        kept.message_reminder_en,
        kept.message_reminder_hi,
        kept.message_off_cancelled_en,
        kept.message_off_cancelled_hi,
        kept.message_off_open_en,
        kept.message_off_open_hi,
        kept.message_details_en,
        kept.message_details_hi,
        kept.message_payment_en,
        kept.message_payment_hi,
        kept.message_dues_en,
        kept.message_dues_hi,
    )
    assert texts == tuple(choices.rules.travelling.messages.values())
    choices.keep(travelling=True, manifest_last_four=False)
    assert (choices.rules.travelling.is_on, choices.rules.travelling.last_four) == (True, False)


def test_the_times_of_a_reader_count_at_once(choices: SettingsService) -> None:
    choices.keep(reader_key_ms=60, reader_line_ms=800)
    assert (ReaderTimes.key, ReaderTimes.line) == (0.06, 0.8)
    choices.keep(reader_key_ms=35, reader_line_ms=500)
    assert (ReaderTimes.key, ReaderTimes.line) == (0.035, 0.5)


def test_a_theme_counts_at_once_and_a_size_at_the_next_start(choices: SettingsService) -> None:
    choices.keep(theme="dark", text_size=130)
    assert style.is_dark()
    assert (choices.kept.text_size, style.text_size()) == (130, 100)
    choices.keep_unsaid({"two_people_decide": True, "is_alone": False, "seat_sound": False})
    assert not choices.rules.has_sound
    assert (choices.rules.asks_two, choices.rules.is_alone) == (True, False)


def test_what_is_not_in_the_schema_is_not_kept(choices: SettingsService) -> None:
    with pytest.raises(ValueError, match="money_wait"):
        choices.keep(money_wait=300)
    assert choices.kept == Settings()


def test_a_folder_that_refuses_does_not_stop_the_counter(qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    choices = SettingsService(qapp, tmp_path / "file", LoadedSettings(Settings()))
    choices.keep(net_shown=False)
    assert not choices.kept.net_shown


def test_the_language_is_spoken_from_the_choice_on(choices: SettingsService) -> None:
    choices.adopt(Settings(language="en"))
    assert language.current() == "en"
