"""Settings survive, and a broken file is kept aside and said."""

import json
from pathlib import Path

import pytest

from app.settings import Settings, data_folder, load_settings, overridden, save_settings


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    settings = Settings(
        service="live",
        base_url="https://partner.example/travel",
        theme="dark",
        text_size=115,
        scan_folder="/home/counter/Scans",
    )
    save_settings(tmp_path / "new", settings)
    assert load_settings(tmp_path / "new").settings == settings


def test_nothing_kept_gives_the_defaults_without_a_warning(tmp_path: Path) -> None:
    loaded = load_settings(tmp_path)
    assert loaded.settings == Settings()
    assert loaded.warning == ""


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[1, 2]",
        json.dumps({"theme": "pink"}),
        json.dumps({"service": "moon"}),
        json.dumps({"base_url": 7}),
        json.dumps({"text_size": 400}),
        json.dumps({"net_shown": "yes"}),
        json.dumps({"scan_folder": ["scan_0001.jpg"]}),
    ],
)
def test_a_broken_file_is_kept_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text, encoding="utf-8")
    loaded = load_settings(tmp_path)
    assert loaded.settings == Settings()
    assert "start afresh" in loaded.warning
    assert [path.read_text(encoding="utf-8") for path in tmp_path.glob("settings.broken-*.json")] == [text]


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    loaded = load_settings(tmp_path)
    assert loaded.settings == Settings()
    assert "start afresh" in loaded.warning


def test_a_setting_of_a_later_version_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"theme": "dark", "voice": "loud"}), encoding="utf-8")
    assert load_settings(tmp_path).settings == Settings(theme="dark")


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
