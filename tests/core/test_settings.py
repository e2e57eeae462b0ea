"""Settings survive by their schema, and what is wrong in a file is kept aside and named."""

import json
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core import language
from app.core.settings import (
    LANGUAGES,
    VERSION,
    Policy,
    Settings,
    as_written,
    changed,
    data_folder,
    fits,
    load_settings,
    overridden,
    save_settings,
)

WRONG: dict[str, object] = {
    "theme": "pink",
    "service": "moon",
    "base_url": 7,
    "sandbox_url": None,
    "text_size": 400,
    "net_shown": "yes",
    "starts_hidden": 1,
    "two_people_decide": 1,
    "is_alone": "yes",
    "scan_folder": ["scan_0001.jpg"],
    "language": "xx",
    "grouping": "roman",
    "reduced_motion": 0,
    "money_wait": 29,
    "agency": "x" * 501,
    "voucher_paper": "A3",
    "low_cash": "-1",
    "low_credit": 12.5,
    "retention_days": True,
    "quotation_days": 0,
    "refund_rule": "none",
    "refund_kept": "100.01",
    "backups_kept": 0,
}
_ANY = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.lists(st.integers(), max_size=2)


def _write(folder: Path, values: object) -> str:
    text = json.dumps(values)
    (folder / "settings.json").write_text(text, encoding="utf-8")
    return text


def _kept_aside(folder: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in folder.glob("settings.broken-*.json")]


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    chosen = Settings(
        service="live",
        base_url="https://partner.example/travel",
        theme="dark",
        text_size=115,
        scan_folder="/home/counter/Scans",
        two_people_decide=True,
        is_alone=True,
        low_cash="2500.50",
        retention_days=30,
        quotation_days=14,
        money_wait=60,
        refund_rule="percentage",
        refund_kept="12.5",
        agency="Reef Tours",
        manifest_last_four=False,
        message_off_open_hi="{name}, {trip} नहीं चलेगी।",
    )
    save_settings(tmp_path / "new", chosen)
    assert load_settings(tmp_path / "new").settings == chosen
    assert json.loads((tmp_path / "new" / "settings.json").read_text())["version"] == VERSION


def test_what_is_saved_follows_no_link(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Asha", encoding="utf-8")
    (tmp_path / "settings.new").symlink_to(letter)
    (tmp_path / "settings.json").symlink_to(letter)
    save_settings(tmp_path, Settings(theme="dark"))
    assert letter.read_text(encoding="utf-8") == "Dear Asha"
    assert load_settings(tmp_path).settings.theme == "dark"


def test_what_is_wrong_is_said_in_the_language_that_the_settings_choose(tmp_path: Path) -> None:
    _write(tmp_path, {"language": "hi", "theme": "pink"})
    loaded = load_settings(tmp_path)
    assert str(loaded.warning).startswith("These settings could not be used")
    with language.speaking(loaded.settings.language):
        assert "theme" in str(loaded.warning)
        assert "settings" not in str(loaded.warning).split(":")[0]


def test_nothing_kept_gives_the_defaults_without_a_warning(tmp_path: Path) -> None:
    loaded = load_settings(tmp_path)
    assert loaded.settings == Settings()
    assert loaded.warning == ""


@pytest.mark.parametrize("text", ["{", "[1, 2]", "7", '"dark"', "[" * 100_000])
def test_a_file_that_is_none_is_kept_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text, encoding="utf-8")
    loaded = load_settings(tmp_path)
    assert loaded.settings == Settings()
    assert "start afresh" in str(loaded.warning)
    assert _kept_aside(tmp_path) == [text]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_value_falls_back_alone_and_is_named(tmp_path: Path, name: str) -> None:
    text = _write(tmp_path, {"text_size": 130, "agency_phone": "03192 232 000", name: WRONG[name]})
    loaded = load_settings(tmp_path)
    assert getattr(loaded.settings, name) == getattr(Settings(), name)
    assert loaded.settings.agency_phone == "03192 232 000"
    assert loaded.settings.text_size == (100 if name == "text_size" else 130)
    assert f"usual values now: {name}. The old file is kept as settings.broken-" in str(loaded.warning)
    assert _kept_aside(tmp_path) == [text]
    again = load_settings(tmp_path)
    assert (again.settings, again.warning) == (loaded.settings, "")


def test_all_that_is_wrong_is_named(tmp_path: Path) -> None:
    _write(tmp_path, WRONG)
    loaded = load_settings(tmp_path)
    assert loaded.settings == Settings()
    assert all(name in str(loaded.warning) for name in WRONG)


@given(raw=st.dictionaries(st.sampled_from([*as_written(Settings()), "voice"]), _ANY))
@settings(max_examples=150)
def test_no_file_ever_stops_the_counter(tmp_path_factory: pytest.TempPathFactory, raw: object) -> None:
    folder = tmp_path_factory.mktemp("settings")
    _write(folder, raw)
    first = load_settings(folder)
    assert as_written(changed(Settings(), as_written(first.settings))) == as_written(first.settings)
    save_settings(folder, first.settings)
    assert load_settings(folder).settings == first.settings


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    loaded = load_settings(tmp_path)
    assert loaded.settings == Settings()
    assert "start afresh" in str(loaded.warning)


def test_a_file_that_cannot_be_moved_is_said(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{", encoding="utf-8")
    _write(tmp_path, {"theme": "pink", "text_size": 115})
    (tmp_path / "settings.new").mkdir()
    loaded = load_settings(tmp_path)
    assert loaded.settings == Settings(text_size=115)
    assert str(loaded.warning).endswith("usual values now: theme.")


def test_a_setting_of_a_later_version_is_kept_for_it(tmp_path: Path) -> None:
    _write(tmp_path, {"version": 9, "theme": "dark", "voice": {"loud": [1, 2]}})
    loaded = load_settings(tmp_path)
    assert loaded.settings == Settings(theme="dark")
    assert loaded.warning == ""
    save_settings(tmp_path, changed(loaded.settings, {"theme": "light"}))
    kept = json.loads((tmp_path / "settings.json").read_text())
    assert (kept["voice"], kept["theme"]) == ({"loud": [1, 2]}, "light")


def test_only_what_the_schema_allows_can_be_changed() -> None:
    assert changed(Settings(), {"low_cash": "12.50", "money_wait": 150}).low_cash == "12.50"
    for name, value in (*WRONG.items(), ("voice", "loud"), ("unknown", "x"), ("version", 1)):
        with pytest.raises(ValueError, match=name):
            changed(Settings(), {name: value})


def test_every_setting_has_a_rule_that_its_default_obeys() -> None:
    names = {each.name for each in fields(Settings)} - {"unknown"}
    assert set(as_written(Settings())) == names
    assert changed(Settings(), as_written(Settings())) == Settings()


def test_each_language_that_is_there_can_be_set() -> None:
    assert set(LANGUAGES) == set(language.LANGUAGES)


def test_the_environment_overrides_address_and_folder(tmp_path: Path) -> None:
    environment = {
        "AGENCY_COUNTER_BASE_URL": "http://127.0.0.1:8080",
        "AGENCY_COUNTER_DATA_DIR": str(tmp_path),
    }
    assert overridden(Settings(service="practice"), environment).base_url == "http://127.0.0.1:8080"
    assert overridden(Settings(service="practice"), environment).service == "live"
    assert overridden(Settings(service="practice"), {}).service == "practice"
    assert data_folder(environment) == tmp_path
    assert data_folder({}).name == "AgencyCounter"


def test_the_language_of_the_system_counts_until_there_is_a_file(tmp_path: Path) -> None:
    assert load_settings(tmp_path, spoken="hi").settings.language == "hi"
    by_administrator = Policy(initial={"language": "en"})
    assert load_settings(tmp_path, by_administrator, spoken="hi").settings.language == "en"
    _write(tmp_path, {"theme": "dark"})
    assert load_settings(tmp_path, spoken="hi").settings.language == "en"


@pytest.mark.parametrize(
    ("message", "is_one"),
    [
        ("", True),
        ("{name}: {trip}\n{date} {time} {PNR} {amount} {way} {phone}", True),
        ("{nmae}", False),
        ("{name", False),
        ("{name!r}", False),
        ("}", False),
        ("a" * 500, True),
        ("a" * 501, False),
        (7, False),
    ],
)
def test_a_message_has_no_other_place_holders_than_there_are(message: object, *, is_one: bool) -> None:
    assert fits("message_reminder_en", message) is is_one
