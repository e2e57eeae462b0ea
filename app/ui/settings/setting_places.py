"""Where each thing that can be set stands in the settings, by the plain words by which it is looked for."""

from __future__ import annotations

from typing import NamedTuple

from app.core.language import Message, mark
from app.ui.settings.alerts import AlertSettings
from app.ui.settings.appearance import AppearanceSettings
from app.ui.settings.backup import BackupSettings
from app.ui.settings.clerks import ClerkSettings
from app.ui.settings.connection import ConnectionSettings
from app.ui.settings.customers import CustomerSettings
from app.ui.settings.keyboard import KeyboardSettings
from app.ui.settings.more import MoreSettings
from app.ui.settings.office_database import OfficeSettings
from app.ui.settings.voucher import VoucherSettings


class SettingPlace(NamedTuple):
    """A section, or one control of it."""

    words: Message
    section: Message
    """The heading of its section."""
    control: str = ""
    """The name of the control; empty for the whole section."""
    also: Message = Message("")
    """Other words by which it is found."""


ALERTS = SettingPlace(AlertSettings.heading, AlertSettings.heading)
PLACES = (
    SettingPlace(mark("Till"), MoreSettings.heading, "till", mark("count the drawer, cash, receipts")),
    SettingPlace(mark("UPI"), MoreSettings.heading, "upi_address", mark("QR code, payment")),
    SettingPlace(
        mark("Customer window"), MoreSettings.heading, "customer_window", mark("second screen, display")
    ),
    SettingPlace(mark("To do"), MoreSettings.heading, "to_do", mark("reminders, not told")),
    SettingPlace(mark("Travelling"), MoreSettings.heading, "travelling", mark("who travels, manifest")),
    SettingPlace(
        mark("Messages to travellers"), MoreSettings.heading, "message_language", mark("reminder, chat")
    ),
    SettingPlace(mark("Short names"), MoreSettings.heading, "add_short_name", mark("line of words")),
    SettingPlace(
        mark("Passport reader"), MoreSettings.heading, "reader_trial", mark("scanner, scan, test, speed")
    ),
    SettingPlace(mark("Language"), AppearanceSettings.heading, "language"),
    SettingPlace(mark("Text size"), AppearanceSettings.heading, "text_size", mark("larger letters, zoom")),
    SettingPlace(mark("Theme"), AppearanceSettings.heading, also=mark("dark, light")),
    SettingPlace(mark("Digit groups"), AppearanceSettings.heading, "grouping"),
    SettingPlace(BackupSettings.heading, BackupSettings.heading, also=mark("restore, save")),
    SettingPlace(KeyboardSettings.heading, KeyboardSettings.heading, also=mark("keys, shortcuts")),
    SettingPlace(ClerkSettings.heading, ClerkSettings.heading, also=mark("PIN")),
    SettingPlace(CustomerSettings.heading, CustomerSettings.heading, also=mark("delete a customer")),
    ALERTS,
    SettingPlace(VoucherSettings.heading, VoucherSettings.heading, also=mark("logo, paper, printer")),
    SettingPlace(
        ConnectionSettings.heading, ConnectionSettings.heading, also=mark("API key, practice, report")
    ),
    SettingPlace(OfficeSettings.heading, OfficeSettings.heading, also=mark("several desks, shared")),
)
