"""Stores changed settings and applies them at once."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import asdict
from decimal import Decimal
from pathlib import Path
from typing import cast

from PySide6.QtWidgets import QApplication

from app.core import language
from app.core.settings import CASH_ROUNDINGS, LoadedSettings, Settings, as_written, changed, save_settings
from app.desk.model import formats
from app.desk.model.office_rules import (
    Alerts,
    Branding,
    CustomerRefund,
    OfficeRules,
    RefundRule,
    Retention,
    TillRules,
    TravellingRules,
)
from app.desk.office.office_access import OfficeAccess
from app.desk.passengers.reader_times import use_reader_times
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.actions import let_single_keys_act
from app.ui.theme import style

log = logging.getLogger(__name__)

_LOOKS = frozenset({"theme", "reduced_motion"})
_MESSAGE = "message_"
"""Of the names of settings with a message to customers."""


class SettingsService:
    """The settings of the file, and their effect in the program.

    Overrides of the environment and fixed values of a policy are never written to the file.
    """

    def __init__(
        self,
        app: QApplication,
        folder: Path,
        loaded: LoadedSettings,
        *,
        office: OfficeAccess | None = None,
    ) -> None:
        """`office` is as in `SettingsContext`."""
        self._app = app
        self._folder = folder
        self._policy = loaded.policy
        self.own = loaded.settings
        """The settings of the file, without those of a policy."""
        counting = self._policy.over(loaded.settings)
        self.setup = SettingsContext(
            counting,
            folder=folder,
            office=office,
            policy=self._policy,
        )
        self.rules = OfficeRules()
        self._obey(frozenset(as_written(counting)) - _LOOKS)

    @property
    def kept(self) -> Settings:
        """The settings in force, from the file and from a policy."""
        return self.setup.settings

    def keep(self, **changes: object) -> dict[str, object]:
        """Store and apply other values. Returns the former ones. Raises ValueError for an invalid one.

        Values fixed by a policy do not change. When the disk refuses, the values are lost at the next start.
        """
        free = {name: each for name, each in changes.items() if name not in self._policy.fixed}
        before, fresh = as_written(self.own), changed(self.own, free)
        former = {name: before[name] for name in free if before[name] != as_written(fresh)[name]}
        self.adopt(fresh)
        try:
            save_settings(self._folder, self.own)
        except OSError:
            log.warning("The settings could not be kept.", exc_info=True)
        return former

    def keep_net(self, shown: object) -> None:
        """Store whether the wallet side is shown."""
        self.keep(net_shown=bool(shown))

    def keep_scan_folder(self, folder: str) -> None:
        """Store the folder of new scans."""
        self.keep(scan_folder=folder)

    def keep_unsaid(self, changes: Mapping[str, object]) -> None:
        """Store settings by name."""
        self.keep(**changes)

    def take(self, value: object) -> dict[str, object]:
        """Store the result of a settings section: settings by name, or rules of the office.

        Returns the former values by name.
        """
        match value:
            case Alerts() | Branding() | CustomerRefund() | Retention():
                return self.keep(**_written(value))
            case _:
                return self.keep(**cast("Mapping[str, object]", value))

    def adopt(self, settings: Settings) -> None:
        """Use other settings, such as those of a restored backup."""
        self.own, before = settings, as_written(self.kept)
        self.setup.follow(self._policy.over(settings))
        self._obey(frozenset(name for name, each in as_written(self.kept).items() if before[name] != each))

    def follow_system(self) -> None:
        """Change between light and dark with the system, if that is set, and to its contrast."""
        style.apply_theme(self._app, self.kept.theme)

    def _obey(self, names: frozenset[str]) -> None:
        settings = self.kept
        self.rules.change(
            _branding(settings),
            Alerts(_amount(settings.low_cash), _amount(settings.low_credit)),
            Retention(settings.retention_days or None, settings.quotation_days),
            CustomerRefund(RefundRule(settings.refund_rule), Decimal(settings.refund_kept)),
            till=_till(settings),
            travelling=_travelling(settings),
            asks_two=settings.two_people_decide,
            is_alone=settings.is_alone,
        )
        self.rules.name_trips(settings.short_names)
        self.rules.let_sound(has_sound=settings.seat_sound)
        formats.use_grouping(western=settings.grouping == "western")
        style.reduce_motion(reduced=settings.reduced_motion)
        let_single_keys_act(act=settings.single_keys)
        use_reader_times(settings.reader_key_ms, settings.reader_line_ms)
        if "language" in names and settings.language != language.current():
            language.use(settings.language)
        if names & _LOOKS:
            self.follow_system()


def _branding(settings: Settings) -> Branding:
    return Branding(
        agency=settings.agency,
        address=settings.agency_address,
        phone=settings.agency_phone,
        email=settings.agency_email,
        gstin=settings.agency_gstin,
        logo=Path(settings.agency_logo) if settings.agency_logo else None,
        terms=settings.agency_terms,
        trips=settings.agency_trips,
        paper=settings.voucher_paper,
        shows_price=settings.voucher_price,
        language=settings.voucher_language,
    )


def _till(settings: Settings) -> TillRules:
    step = Decimal(0 if settings.cash_rounding == CASH_ROUNDINGS[0] else settings.cash_rounding)
    return TillRules(
        is_on=settings.till,
        series=settings.receipt_series,
        rounding=int(step * 100),
        upi_address=settings.upi_address,
        upi_name=settings.upi_name,
        upi_merchant_code=settings.upi_merchant_code,
        is_upi_tested=bool(settings.upi_address) and settings.upi_tested == settings.upi_address,
    )


def _travelling(settings: Settings) -> TravellingRules:
    written = as_written(settings).items()
    own = {name.removeprefix(_MESSAGE): str(each) for name, each in written if name.startswith(_MESSAGE)}
    return TravellingRules(settings.travelling, settings.manifest_last_four, own)


_NAMES = {
    "agency": "agency",
    "address": "agency_address",
    "phone": "agency_phone",
    "email": "agency_email",
    "gstin": "agency_gstin",
    "logo": "agency_logo",
    "terms": "agency_terms",
    "trips": "agency_trips",
    "paper": "voucher_paper",
    "shows_price": "voucher_price",
    "language": "voucher_language",
    "low_cash": "low_cash",
    "low_credit": "low_credit",
    "days": "retention_days",
    "quotation_days": "quotation_days",
    "rule": "refund_rule",
    "percentage": "refund_kept",
}


def _written(value: Alerts | Branding | CustomerRefund | Retention) -> dict[str, object]:
    """Rules of the office in the form of the file."""
    return {_NAMES[name]: _plain(name, each) for name, each in asdict(value).items()}


def _plain(name: str, value: object) -> object:
    """Decimals and paths as text; None is an empty text, or 0 for days."""
    if value is None:
        return 0 if name == "days" else ""
    return str(value) if isinstance(value, Decimal | Path | RefundRule) else value


def _amount(text: str) -> Decimal | None:
    return Decimal(text) if text else None
