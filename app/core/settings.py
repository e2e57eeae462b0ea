"""The settings that are kept between starts, their schema, and the environment that overrides them.

The schema is written on the fields themselves: settings are read before the first paint, and a library of
models would take longer to import than everything else that is needed for it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from dataclasses import field, fields, replace
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Literal, cast

from app.core.frozen import frozen
from app.core.language import LANGUAGES, SOURCE, Message, Wording, joined, mark
from app.core.renaming import rename_over

BASE_URL_VARIABLE = "AGENCY_COUNTER_BASE_URL"
API_KEY_VARIABLE = "AGENCY_COUNTER_API_KEY"
DATA_DIR_VARIABLE = "AGENCY_COUNTER_DATA_DIR"

FILE = "settings.json"
VERSION = 2
"""Version of the file: 1 had neither this number nor the settings of vouchers, alerts, backups and office."""
SERVICES = ("", "practice", "sandbox", "live")
Theme = Literal["system", "light", "dark"]
THEMES: tuple[Theme, ...] = ("system", "light", "dark")
TEXT_SIZES = (100, 115, 130)
GROUPINGS = ("indian", "western")
PAPERS = ("A5", "A4", "80 mm")
REFUND_RULES = ("service", "percentage", "hand")
_WHOLE = 100
HOME_ZONE = "Asia/Kolkata"
"""The time zone of the service, and of most agencies."""
CASH_ROUNDINGS = ("off", "0.50", "1.00")
MESSAGE_FIELDS = ("name", "trip", "date", "time", "PNR", "amount", "way", "phone", "due", "until", "upi")
"""The place holders of a message to a customer, which stand in braces."""
SHORTEST_WAIT, LONGEST_WAIT = 30, 150
"""Seconds for the answer to an order. The rules for late answers are based on the longest one."""
MOST_BACKUPS = 365
MOST_DAYS = 36_500
_LONGEST_TEXT = 4_000
LONGEST_MESSAGE = 500
_LONGEST_AMOUNT = 40

_Check = Callable[[object], bool]
_CHECK, _VERSION = "check", "version"


def _ruled(default: object, check: _Check) -> Any:
    """A dataclass field with its default and its check."""
    return field(default=default, metadata={_CHECK: check})


def _among(*allowed: object) -> _Check:
    return lambda value: any(type(value) is type(each) and value == each for each in allowed)


def _text(longest: int) -> _Check:
    return lambda value: isinstance(value, str) and len(value) <= longest


def _is_message(value: object) -> bool:
    """A message to a customer with no other place holders than those that there are."""
    is_text = isinstance(value, str) and len(value) <= LONGEST_MESSAGE
    return is_text and re.fullmatch(_MESSAGE, str(value)) is not None


def _between(least: int, most: int) -> _Check:
    return lambda value: type(value) is int and least <= value <= most


def _is_amount(value: object) -> bool:
    """An exact decimal as text, or empty for none."""
    if not isinstance(value, str) or len(value) > _LONGEST_AMOUNT:
        return False
    with suppress(InvalidOperation):
        return not value or (Decimal(value).is_finite() and Decimal(value) >= 0)
    return False


def _is_percentage(value: object) -> bool:
    return bool(value) and _is_amount(value) and Decimal(str(value)) <= _WHOLE


def _like(pattern: str) -> _Check:
    """A text of exactly this form."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value, re.ASCII) is not None


_MESSAGE = rf"(?:[^{{}}]|\{{(?:{'|'.join(MESSAGE_FIELDS)})\}})*"
_PLACE = r"|-?\d{1,5},-?\d{1,5},\d{1,5},\d{1,5}"
_UPI_ADDRESS = r"|[A-Za-z0-9._-]{2,190}@[A-Za-z][A-Za-z0-9]{1,63}"
_ZONE = r"|[A-Za-z0-9_+-]{1,32}(?:/[A-Za-z0-9_+-]{1,32}){0,2}"
_FLAGS = (True, False)
_FLAG, _LINE, _LONG = _among(*_FLAGS), _text(500), _text(_LONGEST_TEXT)
_THEME: Any = _ruled("system", _among(*THEMES))


@frozen
class Settings:
    """The settings of this counter; `service` is empty until one has been chosen."""

    service: str = _ruled("", _among(*SERVICES))
    base_url: str = _ruled("", _LINE)
    sandbox_url: str = _ruled("", _LINE)
    theme: Theme = _THEME
    text_size: int = _ruled(100, _among(*TEXT_SIZES))
    net_shown: bool = _ruled(default=True, check=_FLAG)
    starts_hidden: bool = _ruled(default=False, check=_FLAG)
    """Whether the wallet side is hidden at each start, even if it was shown before."""
    scan_folder: str = _ruled("", _LONG)
    """The folder in which new scans are looked for; empty until one has been chosen."""
    two_people_decide: bool = _ruled(default=False, check=_FLAG)
    """Whether a decision of a person about money needs a second person."""
    is_alone: bool = _ruled(default=False, check=_FLAG)
    """Whether no other counter uses the wallet."""
    language: str = _ruled("en", _among(*LANGUAGES))
    grouping: str = _ruled("indian", _among(*GROUPINGS))
    reduced_motion: bool = _ruled(default=False, check=_FLAG)
    single_keys: bool = _ruled(default=True, check=_FLAG)
    """Whether letters, digits and signs act alone."""
    reader_key_ms: int = _ruled(35, _between(20, 100))
    """The longest pause between two keys of the reader of passports, in milliseconds."""
    reader_line_ms: int = _ruled(500, _between(200, 990))
    """Its longest pause between two lines."""
    money_wait: int = _ruled(LONGEST_WAIT, _between(SHORTEST_WAIT, LONGEST_WAIT))
    """Seconds to wait for the answer to an order."""
    agency: str = _ruled("", _LINE)
    agency_address: str = _ruled("", _LONG)
    agency_phone: str = _ruled("", _LINE)
    agency_email: str = _ruled("", _LINE)
    agency_gstin: str = _ruled("", _LINE)
    """The agency's number for GST, as it stands on the voucher; empty for none."""
    agency_logo: str = _ruled("", _LONG)
    """The path of a picture; empty for none."""
    agency_terms: str = _ruled("", _LONG)
    agency_trips: str = _ruled("", _LONG)
    """The agency's own words about trips, each on a line: "Trip = words"."""
    voucher_paper: str = _ruled("A5", _among(*PAPERS))
    voucher_price: bool = _ruled(default=True, check=_FLAG)
    voucher_language: str = _ruled("en", _among(*LANGUAGES))
    low_cash: str = _ruled("", _is_amount)
    low_credit: str = _ruled("", _is_amount)
    retention_days: int = _ruled(0, _between(0, MOST_DAYS))
    """0 for ever."""
    quotation_days: int = _ruled(30, _between(1, MOST_DAYS))
    """How long a quotation is kept after it was written."""
    refund_rule: str = _ruled("service", _among(*REFUND_RULES))
    """How what a customer gets back of a cancelled booking is found."""
    refund_kept: str = _ruled("0", _is_percentage)
    """The percentage that the agency keeps, with the rule of a percentage."""
    office_url: str = _ruled("", _LONG)
    """The address of the office's shared database, never with a password."""
    backup_folder: str = _ruled("", _LONG)
    backups_daily: bool = _ruled(default=False, check=_FLAG)
    backups_kept: int = _ruled(14, _between(1, MOST_BACKUPS))
    update_folder: str = _ruled("", _LONG)
    """Where to look for newer versions of this program; empty for nowhere."""
    customer_window: bool = _ruled(default=False, check=_FLAG)
    """Whether there is a window for a screen that faces the customer."""
    customer_window_language: str = _ruled("both", _among(*LANGUAGES, "both"))
    customer_window_theme: str = _ruled("program", _among("program", "light", "dark"))
    customer_window_price: bool = _ruled(default=True, check=_FLAG)
    """Whether prices are shown before the payment, too."""
    customer_window_screen: str = _ruled("", _LINE)
    """The name of the screen that it covered last; empty for none."""
    customer_window_place: str = _ruled("", _like(_PLACE))
    """Where it stood last without a screen of its own: "left,top,width,height"; empty for nowhere."""
    till: bool = _ruled(default=False, check=_FLAG)
    """Whether it is kept how customers paid."""
    upi_address: str = _ruled("", _like(_UPI_ADDRESS))
    """The agency's own address for UPI; empty for none."""
    upi_name: str = _ruled("", _text(99))
    upi_merchant_code: str = _ruled("", _like("|[0-9]{4}"))
    """The four digits that the bank gave; empty for none."""
    upi_tested: str = _ruled("", _like(_UPI_ADDRESS))
    """The UPI address at which a test payment has arrived; empty for none."""
    receipt_series: str = _ruled("", _like("|[A-Z]{1,2}"))
    """The first letters of this desk's receipts, which no other desk of the office has; empty for its own."""
    cash_rounding: str = _ruled("off", _among(*CASH_ROUNDINGS))
    travelling: bool = _ruled(default=False, check=_FLAG)
    """Whether there is a board of those who travel."""
    to_do: bool = _ruled(default=False, check=_FLAG)
    """Whether To do stands on the rail; its key works without."""
    manifest_last_four: bool = _ruled(default=True, check=_FLAG)
    """Whether a manifest shows the last four of documents, beside their kind."""
    message_reminder_en: str = _ruled("", _is_message)
    """The agency's own wording of a message, by its occasion and language; empty for the program's."""
    message_reminder_hi: str = _ruled("", _is_message)
    message_off_cancelled_en: str = _ruled("", _is_message)
    message_off_cancelled_hi: str = _ruled("", _is_message)
    message_off_open_en: str = _ruled("", _is_message)
    message_off_open_hi: str = _ruled("", _is_message)
    message_details_en: str = _ruled("", _is_message)
    message_details_hi: str = _ruled("", _is_message)
    message_payment_en: str = _ruled("", _is_message)
    message_payment_hi: str = _ruled("", _is_message)
    message_dues_en: str = _ruled("", _is_message)
    message_dues_hi: str = _ruled("", _is_message)
    seat_sound: bool = _ruled(default=True, check=_FLAG)
    """Whether seats that were found are heard."""
    short_names: str = _ruled("", _LONG)
    """The agency's short names of trips for the line of words, each on a line: "ed = Trip"."""
    agency_zone: str = _ruled("", _like(_ZONE))
    """The agency's time zone, such as Asia/Kolkata; empty until the first start has named one."""
    zone_told: str = _ruled("", _like(_ZONE))
    """The time zone of this computer of which somebody was told; empty for none."""
    network_folder: bool = _ruled(default=False, check=_FLAG)
    """Whether the data folder may lie on a network share; it counts in a policy alone."""
    unknown: Mapping[str, object] = field(default_factory=dict[str, object], compare=False, repr=False)
    """Settings that a newer version has written: kept for it and not used."""


@frozen
class Policy:
    """The settings that an administrator has preset, by name; every value has been checked."""

    fixed: Mapping[str, object] = field(default_factory=dict[str, object])
    """They replace what is chosen here and are never written to the file of settings."""
    initial: Mapping[str, object] = field(default_factory=dict[str, object])
    """They count until this counter has saved its own settings."""
    places: tuple[str, ...] = ()
    """The files, and a key of the registry, that were read."""
    warnings: tuple[Message, ...] = ()
    """A sentence for each value in them that cannot be used, said when it is shown."""

    @property
    def warning(self) -> str:
        """These sentences in the language that is spoken now; empty for none."""
        return joined(" ", map(str, self.warnings))

    def over(self, settings: Settings) -> Settings:
        """The settings in force: the chosen ones, replaced by those that are fixed."""
        return changed(settings, self.fixed)


@frozen
class LoadedSettings:
    """The settings, and a sentence when part of the file could not be used; such a file is kept as a copy."""

    settings: Settings
    """As they are in the file; `policy` may replace some of them."""
    warning: Wording = ""
    policy: Policy = field(default_factory=Policy)


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The data folder of this counter; `AGENCY_COUNTER_DATA_DIR` overrides the system's usual place."""
    chosen = environment.get(DATA_DIR_VARIABLE, "")
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("AgencyCounter", appauthor=False)


def load_settings(folder: Path, policy: Policy | None = None, *, spoken: str = SOURCE) -> LoadedSettings:
    """The settings kept in `folder`; a value that cannot be used is replaced by its default and named.

    Initial values of the policy are the defaults here, and before there is a file the language is `spoken`.
    """
    policy = policy or Policy()
    first, usual = (changed(each, policy.initial) for each in (Settings(language=spoken), Settings()))
    return LoadedSettings(*_load(folder, first, usual), policy)


def _load(folder: Path, first: Settings, usual: Settings) -> tuple[Settings, Wording]:
    path = folder / FILE
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return first, ""
    # The last one is raised by nesting that is too deep.
    except (OSError, ValueError, RecursionError) as error:
        return usual, _set_aside(path, error)
    if not isinstance(raw, dict):
        return usual, _set_aside(path, ValueError("no table of settings"))
    settings, wrong = _read(cast("dict[str, object]", raw), usual)
    return settings, _mend(folder, settings, wrong) if wrong else ""


def save_settings(folder: Path, settings: Settings) -> None:
    """Save the settings; the file is replaced as a whole, so a power cut leaves the old or the new one.

    Raises OSError when the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / FILE
    fresh = path.with_suffix(".new")
    # One that is made anew follows no link.
    fresh.unlink(missing_ok=True)
    with fresh.open("x", encoding="utf-8") as stream:
        json.dump({_VERSION: VERSION, **as_written(settings), **settings.unknown}, stream, indent=1)
        stream.flush()
        os.fsync(stream.fileno())
    rename_over(fresh, path)


def as_written(settings: Settings) -> dict[str, object]:
    """The settings of this version by name, as they are written to the file."""
    return {name: getattr(settings, name) for name in _RULES}


def changed(settings: Settings, changes: Mapping[str, object]) -> Settings:
    """The settings with these changes. Raises ValueError for a name or a value that is not in the schema."""
    for name, value in changes.items():
        if not fits(name, value):
            raise ValueError(f"{name} cannot be set to this.")
    return replace(settings, **cast("dict[str, Any]", dict(changes)))


def fits(name: str, value: object) -> bool:
    """Whether there is a setting of this name that takes this value."""
    return name in _RULES and _RULES[name](value)


def overridden(
    settings: Settings, environment: Mapping[str, str] = os.environ, fixed: Container[str] = ()
) -> Settings:
    """The settings with the address from the environment, if it gives one and no policy has fixed it."""
    if "base_url" in fixed or "service" in fixed:
        return settings
    base_url = environment.get(BASE_URL_VARIABLE, "")
    return replace(settings, service="live", base_url=base_url) if base_url else settings


_RULES: Mapping[str, _Check] = {
    each.name: each.metadata[_CHECK] for each in fields(Settings) if _CHECK in each.metadata
}


def _read(raw: dict[str, object], usual: Settings) -> tuple[Settings, list[str]]:
    """The settings of a decoded file, with defaults for unusable values; and the names of those."""
    wrong = [name for name, value in raw.items() if name in _RULES and not _RULES[name](value)]
    good = {name: value for name, value in raw.items() if name in _RULES and name not in wrong}
    unknown = {name: value for name, value in raw.items() if name not in _RULES and name != _VERSION}
    return replace(usual, **cast("dict[str, Any]", good), unknown=unknown), wrong


def _mend(folder: Path, settings: Settings, wrong: list[str]) -> Message:
    """Copy the file aside and save the usable settings in its place. Returns the sentence about it."""
    path, names = folder / FILE, ", ".join(wrong)
    aside = _aside(path)
    with suppress(OSError):
        # A copy first, so that the good values are in a file at every moment.
        aside.write_bytes(path.read_bytes())
        save_settings(folder, settings)
        return mark(
            "These settings could not be used and have their usual values now: {names}. "
            "The old file is kept as {aside}.",
            names=names,
            aside=aside.name,
        )
    return mark("These settings could not be used and have their usual values now: {names}.", names=names)


def _set_aside(path: Path, error: Exception) -> Message:
    aside = _aside(path)
    with suppress(OSError):
        path.replace(aside)
        return mark(
            "The settings could not be read and start afresh. The old file is kept as {aside}.",
            aside=aside.name,
        )
    return mark("The settings could not be read and start afresh: {cause}.", cause=type(error).__name__)


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.stem}.broken-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.json")
