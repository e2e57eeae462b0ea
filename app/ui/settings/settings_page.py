"""Settings: the sections at the left, the one that is chosen beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLineEdit, QScrollArea, QScrollBar, QStackedWidget, QWidget
from typing_extensions import override

from app.core.language import Message, mark, tr
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.actions import Group
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.segmented import Segmented
from app.ui.kit.lists.section_list import SectionList
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import Scroller, SheetHeader, bring_into_sight
from app.ui.kit.sheets.policy_note import PolicyNote, controls_of
from app.ui.settings import actions
from app.ui.settings.about import AboutSettings
from app.ui.settings.alerts import AlertSettings
from app.ui.settings.appearance import AppearanceSettings
from app.ui.settings.backup import BackupSettings
from app.ui.settings.clerks import ClerkSettings
from app.ui.settings.connection import ConnectionSettings
from app.ui.settings.customers import CustomerSettings
from app.ui.settings.in_charge import InCharge
from app.ui.settings.keyboard import KeyboardSettings
from app.ui.settings.more import MoreSettings
from app.ui.settings.office_database import OfficeSettings
from app.ui.settings.voucher import VoucherSettings

if TYPE_CHECKING:
    from app.desk.bookings.bookings import Bookings
    from app.desk.catalogue.catalogue import Catalogue
    from app.desk.customers.customers import Customers
    from app.desk.day_close.day_close import DayClose
    from app.desk.first_contact.first_look import FirstContact
    from app.desk.model.office_rules import OfficeRules
    from app.desk.office.desk_names import DeskNames
    from app.desk.service.service_reader import ServiceReader
    from app.desk.wallet.current_wallet import CurrentWallet
    from app.desk.wallet.wallet_history import WalletHistory


class SettingServices(NamedTuple):
    """The services of the desk that the sections work with."""

    catalogue: Catalogue
    reader: ServiceReader
    bookings: Bookings
    customers: Customers
    day_close: DayClose
    rules: OfficeRules
    wallet: CurrentWallet
    wallet_history: WalletHistory
    desk_names: DeskNames
    first_contact: FirstContact


class SettingsPlace(NamedTuple):
    """The parts from which a section is made."""

    services: SettingServices
    setup: SettingsContext
    keys: Sequence[Group]
    in_charge: InCharge


class SettingsEntry(NamedTuple):
    """One section: its words, its icon, and the function that makes it at its first use."""

    heading: Message
    icon: str
    make: Callable[[SettingsPlace], QWidget | None]


def _connection(place: SettingsPlace) -> QWidget:
    return ConnectionSettings(
        place.services.wallet,
        place.services.bookings,
        place.services.rules,
        place.services.reader,
        place.setup,
        contact=place.services.first_contact,
    )


def _alerts(place: SettingsPlace) -> QWidget:
    services = place.services
    return AlertSettings(
        services.wallet,
        services.wallet_history,
        services.rules,
        place.setup.shell,
        in_charge=place.in_charge,
    )


def _voucher(place: SettingsPlace) -> QWidget:
    services = place.services
    shell, folder = place.setup.shell, place.setup.folder
    return VoucherSettings(services.rules, services.reader, services.catalogue, shell, folder)


def _clerks(place: SettingsPlace) -> QWidget:
    return ClerkSettings(place.services.day_close, place.in_charge)


def _customers(place: SettingsPlace) -> QWidget:
    services = place.services
    return CustomerSettings(services.customers, services.rules, place.setup.shell, in_charge=place.in_charge)


def _appearance(place: SettingsPlace) -> QWidget:
    return AppearanceSettings(place.setup)


def _keyboard(place: SettingsPlace) -> QWidget:
    return KeyboardSettings(place.keys, place.setup)


def _office(place: SettingsPlace) -> QWidget:
    return OfficeSettings(place.setup, place.in_charge, place.services.desk_names)


def _more(place: SettingsPlace) -> QWidget:
    catalogue, today = place.services.catalogue, place.services.reader.today
    return MoreSettings(place.setup, place.in_charge, lambda: catalogue.kept_places(today()), today)


def _about(place: SettingsPlace) -> QWidget:
    return AboutSettings(place.setup)


def _backup(place: SettingsPlace) -> QWidget | None:
    return BackupSettings(place.setup.backups, place.setup) if place.setup.backups else None


SECTIONS: tuple[SettingsEntry, ...] = (
    SettingsEntry(ConnectionSettings.heading, ConnectionSettings.icon, _connection),
    SettingsEntry(AlertSettings.heading, AlertSettings.icon, _alerts),
    SettingsEntry(VoucherSettings.heading, VoucherSettings.icon, _voucher),
    SettingsEntry(ClerkSettings.heading, ClerkSettings.icon, _clerks),
    SettingsEntry(CustomerSettings.heading, CustomerSettings.icon, _customers),
    SettingsEntry(AppearanceSettings.heading, AppearanceSettings.icon, _appearance),
    SettingsEntry(KeyboardSettings.heading, KeyboardSettings.icon, _keyboard),
    SettingsEntry(BackupSettings.heading, BackupSettings.icon, _backup),
    SettingsEntry(OfficeSettings.heading, OfficeSettings.icon, _office),
    SettingsEntry(MoreSettings.heading, MoreSettings.icon, _more),
    SettingsEntry(AboutSettings.heading, AboutSettings.icon, _about),
)
"""In the order of the list. A section has `heading` and `icon`, and gives the shell what is to be kept."""


class _Typed(NamedTuple):
    """The input that is not stored yet: the section on screen, its scroll position, texts by section."""

    place: int
    scroll: int
    edits: Mapping[int, Mapping[str, str]]


def _edits_in(frame: QWidget) -> Sequence[QLineEdit]:
    return frame.findChildren(QLineEdit)


def _scroll_bar(frame: QWidget) -> QScrollBar:
    """The scroll bar of a section, which may have its own scroller."""
    scroller = frame if isinstance(frame, QScrollArea) else frame.findChildren(QScrollArea)[0]
    return scroller.verticalScrollBar()


class SettingsPage(Page):
    """The settings; each change is kept at once."""

    own_actions = actions.SETTINGS
    title = mark("Settings")

    def __init__(
        self, services: SettingServices, setup: SettingsContext | None = None, keys: Sequence[Group] = ()
    ) -> None:
        super().__init__()
        self._place = SettingsPlace(services, setup or SettingsContext(), keys, InCharge(services.day_close))
        self._list = SectionList(((tr(each.heading), each.icon) for each in SECTIONS), tr("Sections"))
        self._stack = QStackedWidget()
        self._shown: dict[int, QWidget | None] = {}
        self._frames: dict[int, QWidget] = {}
        self._notes: list[PolicyNote] = []
        note = Label(tr("Changes are kept at once"), "caption", "text3")
        split = row((self._list, 0), (Hairline(down=True), 0), (self._stack, 1))
        self.setLayout(column(SheetHeader(tr("Settings"), "", note), (split, 1)))
        self._list.chosen.connect(self._open)
        self._list.picked.connect(self._enter_section)
        self._list.choose(0)
        self.office_changed.connect(self._follow_office)

    @property
    def in_charge(self) -> InCharge:
        """Who is there in this visit."""
        return self._place.in_charge

    @override
    def take_focus(self) -> None:
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def read_again(self) -> None:
        """Show and test the connection."""
        self._list.choose(0)
        section = self._shown[0]
        if isinstance(section, ConnectionSettings):
            section.read_again()

    def _follow_office(self) -> None:
        for section in self._shown.values():
            follow = getattr(section, "follow_office", None)
            if follow is not None:
                follow()

    def open_at(self, section: Message, control: str = "") -> None:
        """Go into the section with this heading, at the control of this name if one is given."""
        place = [each.heading for each in SECTIONS].index(section)
        self._list.choose(place)
        found = self._frames[place].findChild(QWidget, control) if control else None
        if isinstance(found, Segmented):
            found = self._frames[place].findChild(QWidget, f"{control}:{found.current}")
        if found is None:
            self._enter_section()
            return
        part = found
        part.setFocus(Qt.FocusReason.ShortcutFocusReason)
        # Where it stands is known once the section has been laid out.
        QTimer.singleShot(0, part, lambda: bring_into_sight(part))

    @override
    def leave(self) -> None:
        for section in self._shown.values():
            end = getattr(section, "leave", None)
            if end is not None:
                end()
        self._place.in_charge.leave()
        super().leave()

    @override
    def typed(self) -> _Typed:
        edits = {
            place: {each.objectName(): each.text() for each in _edits_in(frame) if each.isModified()}
            for place, frame in self._frames.items()
        }
        place = self._list.currentIndex().row()
        return _Typed(place, _scroll_bar(self._frames[place]).value(), edits)

    @override
    def restore(self, typed: object) -> None:
        if not isinstance(typed, _Typed):
            return
        for place, edits in typed.edits.items():
            self._open(place)
            for each in _edits_in(self._frames[place]):
                if each.objectName() in edits:
                    each.setText(edits[each.objectName()])
                    each.setModified(True)
        self._list.choose(typed.place)
        # The range is known once the section has been laid out.
        bar = _scroll_bar(self._frames[typed.place])
        QTimer.singleShot(0, bar, lambda: bar.setValue(typed.scroll))

    def show_settings(self) -> None:
        """Show the present settings in the opened sections."""
        for section in self._shown.values():
            show = getattr(section, "show_settings", None)
            if show is not None:
                show()
        for note in self._notes:
            note.hold()

    def _open(self, place: int) -> None:
        if place not in self._shown:
            section = SECTIONS[place].make(self._place)
            self._shown[place], self._frames[place] = section, self._framed(section)
            self._stack.addWidget(self._frames[place])
        self._stack.setCurrentWidget(self._frames[place])

    def _enter_section(self) -> None:
        self._list.focusNextChild()

    def _framed(self, section: QWidget | None) -> QWidget:
        things = [section or Label(tr("This needs a counter whose data is on this computer."), ink="text2")]
        fixed = self._place.setup.policy.fixed
        side = 32 if isinstance(section, VoucherSettings) else 0
        if section is not None and controls_of(section, fixed):
            self._notes.append(PolicyNote(section, fixed))
            things.insert(0, held(column(self._notes[-1], margins=(side, 16, side, 0))))
        if isinstance(section, VoucherSettings):
            # It has its own scroller beside the preview.
            return held(column(*things)) if len(things) > 1 else section
        return Scroller(held(column(*things, margins=(32, 0, 32, 0))), bar_beside=True)
