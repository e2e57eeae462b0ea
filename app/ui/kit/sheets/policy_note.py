"""Shows settings that an administrator has fixed, and disables them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from PySide6.QtWidgets import QGraphicsOpacityEffect, QLineEdit, QPlainTextEdit, QWidget

from app.core.language import mark, tr
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.message_box import MessageBox

BY_ADMINISTRATOR = mark("Set by your administrator")
_MORE = mark("What cannot be changed here was set for this computer.")


_FADED = 0.5
_CONTROLS: Mapping[str, Sequence[str]] = {
    "agency": ("voucher_agency",),
    "agency_address": ("voucher_address",),
    "agency_email": ("voucher_email",),
    "agency_gstin": ("voucher_gstin",),
    "agency_logo": ("choose_logo", "remove_logo"),
    "agency_phone": ("voucher_phone",),
    "agency_terms": ("voucher_terms",),
    "agency_trips": ("voucher_trips", "add_trip"),
    "agency_zone": ("agency_zone",),
    "backup_folder": ("choose_backup_folder",),
    "backups_daily": ("backups_daily",),
    "backups_kept": ("backups_kept",),
    "cash_rounding": ("cash_rounding",),
    "customer_window": ("customer_window",),
    "customer_window_language": ("customer_window_language",),
    "customer_window_price": ("customer_window_price",),
    "customer_window_theme": ("customer_window_theme",),
    "grouping": ("grouping",),
    "is_alone": ("wallet_users",),
    "language": ("language",),
    "low_cash": ("low_cash",),
    "low_credit": ("low_credit",),
    "manifest_last_four": ("manifest_last_four",),
    "message_details_en": ("message_details",),
    "message_details_hi": ("message_details",),
    "message_dues_en": ("message_dues",),
    "message_dues_hi": ("message_dues",),
    "message_off_cancelled_en": ("message_off_cancelled",),
    "message_off_cancelled_hi": ("message_off_cancelled",),
    "message_off_open_en": ("message_off_open",),
    "message_off_open_hi": ("message_off_open",),
    "message_payment_en": ("message_payment",),
    "message_payment_hi": ("message_payment",),
    "message_reminder_en": ("message_reminder",),
    "message_reminder_hi": ("message_reminder",),
    "money_wait": ("money_wait",),
    "quotation_days": ("quotation_days",),
    "reader_key_ms": ("reader_key_ms",),
    "reader_line_ms": ("reader_line_ms",),
    "receipt_series": ("receipt_series",),
    "reduced_motion": ("reduced_motion",),
    "refund_kept": ("refund_kept",),
    "refund_rule": ("refund_rule",),
    "retention_days": ("retention", "retention_days"),
    "seat_sound": ("seat_sound",),
    "short_names": ("short_names", "add_short_name"),
    "single_keys": ("single_keys",),
    "starts_hidden": ("starts_hidden",),
    "text_size": ("text_size",),
    "theme": ("theme",),
    "till": ("till",),
    "to_do": ("to_do",),
    "travelling": ("travelling",),
    "two_people_decide": ("two_people",),
    "update_folder": ("choose_update_folder", "no_update_folder"),
    "upi_address": ("upi_address",),
    "upi_merchant_code": ("upi_merchant_code",),
    "upi_name": ("upi_name",),
    "upi_tested": ("upi_tested",),
    "voucher_language": ("branding_language",),
    "voucher_paper": ("branding_paper",),
    "voucher_price": ("branding_price",),
}
"""The object names of the controls of each setting."""


class PolicyNote(MessageBox):
    """A note above a section with fixed settings, which keeps their controls disabled."""

    def __init__(self, section: QWidget, fixed: Container[str]) -> None:
        super().__init__("accent", tr(BY_ADMINISTRATOR), tr(_MORE))
        self.setObjectName("set_by_administrator")
        self._section, self._fixed = section, fixed
        self.hold()

    def hold(self) -> None:
        """Disable the controls of fixed settings, also when they were enabled again."""
        for control in controls_of(self._section, self._fixed):
            _close(control)


def controls_of(section: QWidget, fixed: Container[str]) -> list[QWidget]:
    """The controls of fixed settings in a section."""
    names = [name for setting, names in _CONTROLS.items() if setting in fixed for name in names]
    return [control for name in names for control in section.findChildren(QWidget, name)]


def _close(control: QWidget) -> None:
    """Make a text read-only, so that it can be copied; disable any other control."""
    if isinstance(control, QLineEdit | QPlainTextEdit):
        control.setReadOnly(True)
    else:
        control.setEnabled(False)
        if not isinstance(control, Button):
            # Painted controls have no look for this state.
            faded = QGraphicsOpacityEffect(control)
            faded.setOpacity(_FADED)
            control.setGraphicsEffect(faded)
    control.setAccessibleDescription(tr(BY_ADMINISTRATOR))
