"""What an administrator presets holds, is never written down as a choice, and never stops the counter."""

from __future__ import annotations

import json
from pathlib import Path

import keyring
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from app.api.messages.api_key import ApiKey
from app.core.language import speaking
from app.core.policy import policy_files, read_policy, this_policy
from app.core.settings import Policy, Settings, as_written, load_settings, overridden, save_settings
from app.desk.settings.settings_context import SettingsContext
from app.lifecycle.profile import ProfileError, ServiceProfile, keep_key, service_profile
from app.lifecycle.settings_service import SettingsService
from tests.core.test_keystore import Guarded

ADDRESS = "https://partner.example/travel"


def _policy(tmp_path: Path, *contents: object) -> Policy:
    paths: list[Path] = []
    for number, content in enumerate(contents):
        paths.append(tmp_path / f"policy-{number}.json")
        text = content if isinstance(content, str) else json.dumps(content)
        paths[-1].write_text(text, encoding="utf-8")
    return read_policy(tuple(paths))


def test_members_are_fixed_unless_they_are_to_begin_with(tmp_path: Path) -> None:
    flat = _policy(tmp_path, {"agency": "Reef Tours", "money_wait": 60})
    assert (dict(flat.fixed), dict(flat.initial)) == ({"agency": "Reef Tours", "money_wait": 60}, {})
    both = _policy(tmp_path, {"fixed": {"language": "hi"}, "initial": {"theme": "dark"}, "is_alone": True})
    assert dict(both.fixed) == {"language": "hi", "is_alone": True}
    assert dict(both.initial) == {"theme": "dark"}
    assert both.places == (str(tmp_path / "policy-0.json"),)
    assert flat.warning == both.warning == ""


def test_the_computer_goes_before_the_user_and_the_registry_before_both(tmp_path: Path) -> None:
    _policy(
        tmp_path, {"agency": "Office", "initial": {"theme": "dark"}}, {"agency": "Mine", "language": "hi"}
    )
    files = (tmp_path / "policy-0.json", tmp_path / "policy-1.json")
    assert dict(read_policy(files).fixed) == {"agency": "Office", "language": "hi"}
    registry = {
        "Agency": "Group",
        "BaseUrl": f"{ADDRESS}/",
        "IsAlone": 1,
        "MONEY_WAIT": "60",
        "Theme": "dark",
    }
    read = read_policy(files, registry)
    assert dict(read.fixed) == {
        "agency": "Group",
        "base_url": ADDRESS,
        "is_alone": True,
        "money_wait": 60,
        "theme": "dark",
        "language": "hi",
    }
    assert read.places[0] == r"HKLM\SOFTWARE\Policies\AgencyCounter"
    assert read.warning == ""


def test_what_is_wrong_is_told_by_file_and_name_and_the_rest_holds(tmp_path: Path) -> None:
    members = {
        "money_wait": 7,
        "colour": "red",
        "initial": 5,
        "office_url": "postgresql://u:pw@h/d",
        "agency": "A",
    }
    read = _policy(tmp_path, members)
    file = tmp_path / "policy-0.json"
    assert dict(read.fixed) == {"agency": "A"}
    for name in ("money_wait", "initial", "office_url"):
        assert f"The policy {file} sets {name} to what it cannot be. The rest of it counts." in read.warning
    assert f"The policy {file} names colour, which is no setting here." in read.warning
    assert "pw" not in read.warning.replace(str(tmp_path), "")
    assert _policy(tmp_path, {"office_url": "postgresql://[h/d"}).fixed == {}
    for setting in ("password", "sslpassword", "p%61ssword"):
        secret = _policy(tmp_path, {"office_url": f"postgresql://u@h/d?sslmode=require&{setting}=topsecret"})
        assert secret.fixed == {}
        assert "sets office_url to what it cannot be" in secret.warning
        assert "topsecret" not in secret.warning
    plain = "postgresql://u@h/d?sslmode=require"
    assert _policy(tmp_path, {"office_url": plain}).fixed == {"office_url": plain}
    assert read_policy((), {"Colour": 1}).warning.endswith("names Colour, which is no setting here.")
    assert load_settings(tmp_path / "data", read).policy.warning == read.warning


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "no JSON: see line 1, column 1"),
        ('{\n  "agency" "A"\n}', "no JSON: see line 2, column 12"),
        # Too deep for one Python, too early an end for another.
        ("[" * 50_000, "no JSON"),
        ("[]", "no JSON object"),
    ],
)
def test_a_file_that_is_no_policy_is_told_and_leaves_the_other_one(
    tmp_path: Path, content: str, why: str
) -> None:
    read = _policy(tmp_path, content, {"agency": "A"})
    assert f"policy-0.json is {why}" in read.warning
    assert read.warning.endswith(". Nothing of it counts.")
    assert dict(read.fixed) == {"agency": "A"}


def test_a_file_of_a_windows_editor_is_read_and_one_in_another_encoding_told(tmp_path: Path) -> None:
    marked, wide = tmp_path / "marked.json", tmp_path / "wide.json"
    marked.write_bytes(b"\xef\xbb\xbf" + json.dumps({"agency": "A"}).encode())
    wide.write_text(json.dumps({"agency": "B"}), encoding="utf-16")
    read = read_policy((wide, marked))
    assert dict(read.fixed) == {"agency": "A"}
    assert "wide.json is no JSON in UTF-8" in read.warning


def test_what_is_not_there_presets_nothing_and_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert read_policy((tmp_path / "none.json", tmp_path / "file" / "policy.json")) == Policy()
    assert "cannot be read: Is a directory." in read_policy((tmp_path,)).warning


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["theme", "x"]), inner),
    max_leaves=4,
)
_NAMES = st.sampled_from(["theme", "money_wait", "base_url", "office_url", "fixed", "initial", "x"])


@given(members=st.dictionaries(_NAMES, _VALUES))
@settings(max_examples=50)
def test_no_policy_ever_stops_the_counter(members: object, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "any.json"
    file.write_text(json.dumps(members), encoding="utf-8")
    read = read_policy((file,), {"Theme": members, "x": 1})
    assert set(as_written(read.over(Settings()))) == set(as_written(Settings()))
    assert load_settings(file.parent / "no-data", read).policy == read


def test_where_a_policy_is_looked_for() -> None:
    machine, user = policy_files({"HOME": "/home/asha"}, "linux")
    assert machine == Path("/etc/agency-counter/policy.json")
    assert user == Path("/home/asha/.config/agency-counter/policy.json")
    assert policy_files({"XDG_CONFIG_HOME": "/elsewhere"}, "linux")[1].parts[:2] == ("/", "elsewhere")
    assert policy_files({"XDG_CONFIG_HOME": "relative", "HOME": "/h"}, "linux")[1].parts[:2] == ("/", "h")
    places = policy_files({"PROGRAMDATA": "/pd", "LOCALAPPDATA": "/la"}, "win32")
    assert places == (Path("/pd/AgencyCounter/policy.json"), Path("/la/AgencyCounter/policy.json"))
    assert policy_files({"LOCALAPPDATA": "/la"}, "win32") == (Path("/la/AgencyCounter/policy.json"),)


def test_the_policy_of_this_user_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "agency-counter").mkdir()
    (tmp_path / "agency-counter" / "policy.json").write_text('{"grouping": "western"}', encoding="utf-8")
    assert this_policy().fixed["grouping"] == "western"


def test_initial_values_hold_until_the_counter_keeps_its_own(tmp_path: Path) -> None:
    policy = Policy(initial={"theme": "dark", "money_wait": 60})
    assert load_settings(tmp_path, policy).settings == Settings(theme="dark", money_wait=60)
    save_settings(tmp_path, Settings(theme="light"))
    assert load_settings(tmp_path, policy).settings == Settings(theme="light")


def test_a_fixed_value_is_never_written_nor_changed(qapp: QApplication, tmp_path: Path) -> None:
    save_settings(tmp_path, Settings(agency="Ours", grouping="indian"))
    policy = Policy(fixed={"agency": "Reef Tours", "net_shown": False})
    choices = SettingsService(qapp, tmp_path, load_settings(tmp_path, policy))
    assert choices.rules.branding.agency == "Reef Tours"
    former = choices.keep(agency="Another", net_shown=True, grouping="western")
    assert former == {"grouping": "indian"}
    assert (choices.kept.agency, choices.kept.net_shown, choices.kept.grouping) == (
        "Reef Tours",
        False,
        "western",
    )
    kept = load_settings(tmp_path).settings
    assert (kept.agency, kept.net_shown, kept.grouping) == ("Ours", True, "western")
    choices.keep(**former)


def test_a_fixed_address_goes_before_that_of_the_environment() -> None:
    environment = {"AGENCY_COUNTER_BASE_URL": "https://elsewhere.example"}
    fixed = Settings(base_url=ADDRESS)
    assert overridden(fixed, environment).base_url == "https://elsewhere.example"
    assert overridden(fixed, environment, {"base_url": ADDRESS}) == fixed
    assert overridden(fixed, environment, {"service": "practice"}) == fixed
    assert overridden(fixed, environment, {"theme": "dark"}).service == "live"


def test_what_is_wrong_is_said_in_the_language_of_whoever_reads_it(tmp_path: Path) -> None:
    read = _policy(tmp_path, {"colour": "red"})
    with speaking("hi"):
        assert read.warning.endswith("colour है, जो यहाँ कोई सेटिंग नहीं है।")


async def test_no_key_follows_an_address_that_is_fixed() -> None:
    """Neither the one that was typed for another address, nor one that the environment has for its own."""
    former = keyring.get_keyring()
    keyring.set_keyring(Guarded())
    try:
        await keep_key(ServiceProfile("https://before.example", ApiKey("the-key-of-before")))
        settings = Policy(fixed={"base_url": ADDRESS}).over(Settings(service="live"))
        with pytest.raises(ProfileError, match=r"belongs to https://before\.example, and goes nowhere else"):
            service_profile(settings, {})
        outside = {
            "AGENCY_COUNTER_BASE_URL": "https://elsewhere.example",
            "AGENCY_COUNTER_API_KEY": "outer-key",
        }
        with pytest.raises(ProfileError, match="goes nowhere else"):
            service_profile(settings, outside)
        own = {**outside, "AGENCY_COUNTER_BASE_URL": ADDRESS}
        assert service_profile(settings, own) == ServiceProfile(ADDRESS, ApiKey("outer-key"))
    finally:
        keyring.set_keyring(former)


def test_another_address_than_the_fixed_one_is_not_connected_to() -> None:
    setup = SettingsContext(policy=Policy(fixed={"base_url": ADDRESS, "sandbox_url": ""}))
    assert setup.fixed_addresses == {"live": ADDRESS}
    assert setup.why_not(ADDRESS, "live") == setup.why_not("https://any.example", "sandbox") == ""
    assert (
        setup.why_not("https://any.example", "live") == f"Your administrator has set the address: {ADDRESS}"
    )
