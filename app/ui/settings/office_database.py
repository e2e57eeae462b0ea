"""The section of the database that several desks of an office share."""

from __future__ import annotations

import ssl
from pathlib import Path
from urllib.parse import urlsplit

from PySide6.QtWidgets import QWidget

from app.core.database_url import certificate_of, password_of, with_certificate, without_password
from app.core.language import joined, mark, tr, trn
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.errors import DeskError
from app.desk.model.formats import sentences
from app.desk.office.desk_names import LONGEST_NAME, DeskNames
from app.desk.office.office_access import OfficeFound
from app.desk.office.office_changes import ADDRESS
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.file_picker import choose_file
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.message_box import MessageBox, Tone
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.settings.in_charge import InCharge
from app.ui.settings.section import block, blocks

_SCHEMES = ("postgresql", "postgres")
_NO_ADDRESS = mark("An address is like postgresql://user@server/database.")
_PASSWORD_HELP = mark("Goes into the system\u2019s key store. Empty: the one for this address that is there.")
_NO_CERTIFICATE = mark("No certificate: the address says whether the line is encrypted (sslmode).")
_CERTIFICATE = mark("The server must show a certificate that {file} vouches for.")
_NOT_READ = mark("{file} is no certificate (PEM).")
_KINDS = mark("Certificates (*.crt *.pem *.cer)")
_OPEN = mark("The line to the office\u2019s database is not encrypted")
_OPEN_MORE = mark("Whoever is on the network between can read what goes there: names, phones, sums.")
_ANOTHER = mark("This is another database than before")
_NAME = mark("Other desks see its name in lists, exports and questions, or else its number.")
_HELP = mark("Such as postgresql://user@server/database")
_EMPTY = mark("Empty: this counter keeps its own, on this computer.")
_KEPT = mark("Kept.")


class OfficeSettings(QWidget):
    """The section of the office's database; a typed password is stored apart and removed from the address."""

    heading = mark("Office database")
    icon = "database"

    def __init__(
        self, setup: SettingsContext, in_charge: InCharge | None = None, names: DeskNames | None = None
    ) -> None:
        """`in_charge` says whether the address may be changed; by default it may."""
        super().__init__()
        self._setup = setup
        self._in_charge = in_charge or InCharge()
        self._tasks = TaskScope(hand_to_loop)
        self._url = TextField(tr("Address of the database"), "office_url", limit=1000, helper=tr(_HELP))
        self._password = TextField(
            tr("Password of the database"), "office_password", secret=True, helper=tr(_PASSWORD_HELP)
        )
        self._certificate = called("office_certificate", Label("", "body", "text2", wraps=True))
        self._choose = called("choose_certificate", Button(tr("Choose\u2026"), size=28))
        self._remove = called("remove_certificate", Button(tr("Remove"), "quiet", size=28))
        self._test = called("test_office", Button(tr("Keep and test")))
        self._state = called("office_state", MessageBox("success"))
        certificate = row((self._certificate, 1), (self._choose, 0), (self._remove, 0), gap=8)
        self._name = None if names is None else DeskNameField(names)
        shared = block(
            tr("Shared database"),
            tr("What all desks share. The money journal stays on each desk."),
            self._url,
            self._password,
            column(Label(tr("Certificate of the server"), "captionStrong", "text2"), 4, certificate),
            row(self._test, None),
            self._state,
        )
        named = () if self._name is None else (block(tr("This desk"), tr(_NAME), self._name),)
        self.setLayout(blocks(shared, *named))
        self._show_state()
        self.show_settings()
        self._test.clicked.connect(self._keep)
        for field in (self._url, self._password):
            field.entered.connect(self._keep)
            field.edited.connect(lambda: self._url.show_error(""))
        self._url.edited.connect(self._show_certificate)
        kinds = tr(_KINDS)
        self._choose.clicked.connect(
            lambda: choose_file(
                self, "certificates", tr("Certificate of the server"), kinds, self._take_certificate
            )
        )
        self._remove.clicked.connect(lambda: self._show_address(with_certificate(self._url.text(), "")))

    def show_settings(self) -> None:
        """Show the present settings, without what was said of another address."""
        address = self._setup.settings.office_url
        if address != self._url.text():
            self.leave()
            self._test.set_busy("")
            self._show_address(address)
            self._password.set_text("")
            self._url.show_error("")
            self._show_state()
        self._show_certificate()

    def follow_office(self) -> None:
        """Show the name of this desk as it is known by now."""
        if self._name is not None:
            self._name.show_name()

    def leave(self) -> None:
        """Cancel a running test."""
        self._tasks.cancel_all()

    def _show_address(self, address: str) -> None:
        self._url.set_text(address)
        self._show_certificate()

    def _show_certificate(self) -> None:
        address = self._url.text().strip()
        file = certificate_of(address) if _is_address(address) else ""
        self._certificate.setText(tr(_CERTIFICATE, file=file) if file else tr(_NO_CERTIFICATE))
        may_choose = bool(address) and _is_address(address) and "office_url" not in self._setup.policy.fixed
        self._choose.setEnabled(may_choose)
        self._remove.setVisible(may_choose and bool(file))

    def _take_certificate(self, file: Path) -> None:
        if not _is_certificate(file):
            self._url.show_error(tr(_NOT_READ, file=file.name))
            return
        self._url.show_error("")
        self._show_address(with_certificate(self._url.text().strip(), str(file)))
        self._test.setFocus()

    def _show_state(self) -> None:
        """Show that the line is not encrypted, as long as it is so; else nothing."""
        office = self._setup.office
        self._state.setVisible(office is not None and office.is_open_to_read)
        self._state.set_tone("warning")
        self._state.show_words(tr(_OPEN), tr(_OPEN_MORE))

    def _keep(self) -> None:
        typed = self._url.text().strip()
        if not _is_address(typed):
            self._url.show_error(tr(_NO_ADDRESS))
            return
        fixed = self._setup.policy.fixed.get("office_url")
        plain = without_password(typed)
        if fixed is not None and plain != fixed:
            text = tr("Your administrator has set the address: {address}", address=fixed)
            self._url.show_error(text)
            return
        self._test.set_busy(tr("Testing\u2026"))
        self._tasks.start("office", self._try(plain, self._password.text() or password_of(typed)))

    async def _try(self, address: str, password: str) -> None:
        """Look at the address, store the password and the address, use it, and show what is there.

        A password that was typed into the address is never shown in it again.
        """
        self._show_address(address)
        is_new = address != self._setup.settings.office_url
        office, found, told = self._setup.office, OfficeFound(), ""
        if office is not None and address:
            found = await office.look(address, password)
        # Another database may stand at an address that somebody else has set.
        if (is_new or found.is_another) and not await self._may_use(found):
            self._test.set_busy("")
            return
        if office is not None and address:
            told = str(await office.keep(address, password, found))
        self._password.set_text("")
        if is_new or found.is_another:
            self._in_charge.note(ADDRESS, address)
        self._setup.shell.keep({"office_url": address})
        if office is not None and address:
            found = await office.use(address)
        self._test.set_busy("")
        self._show_found(found, told if address else tr(_EMPTY))

    async def _may_use(self, found: OfficeFound) -> bool:
        """Whether a person in charge uses this address, asked before anything goes to another database."""
        if not await self._in_charge.allows(self):
            self._show("warning", tr("The address is not kept: a person in charge changes it."))
            return False
        if not found.is_another:
            return True
        there = _contents(found) if found.mark or found.bookings else tr("It is empty.")
        what = tr("The sales and customers of this desk, and all clerks with their PINs, are copied there.")
        answers = (
            QuestionAnswer("no", tr("Do not use it")),
            QuestionAnswer("yes", tr("Copy everything there"), "destructive"),
        )
        words = QuestionWords(tr(_ANOTHER), joined(" ", (there, what)), answers, reference=found.place)
        if await ask(self.window(), words) == "yes":
            return True
        self._show("warning", tr("Nothing was sent there, and the address is not kept."))
        return False

    def _show_found(self, found: OfficeFound, told: str) -> None:
        if found.problem:
            self._show("danger", str(found.problem), told)
        elif not found.host:
            self._show("success", told or tr("Kept."))
        else:
            is_open = found.is_open_to_read
            here = (_OPEN_MORE,) if is_open else ()
            more = joined(" ", (_server(found), _contents(found), _rights(found), *map(tr, here), told))
            self._show("warning" if is_open else "success", tr(_OPEN) if is_open else tr("Kept."), more)

    def _show(self, tone: Tone, text: str, more: str = "") -> None:
        self._state.set_tone(tone)
        self._state.show_words(text, more)
        self._state.show()


def _server(found: OfficeFound) -> str:
    words = mark("PostgreSQL {version} on {host}, not encrypted.")
    if found.is_encrypted:
        words = mark("PostgreSQL {version} on {host}, encrypted.")
    elif found.is_local:
        words = mark("PostgreSQL {version} on this computer.")
    return tr(words.filled(version=found.version, host=found.host))


def _contents(found: OfficeFound) -> str:
    desks = trn("{number} desk has handed in.", "{number} desks have handed in.", found.desks)
    return joined(" ", (desks, trn("{number} booking.", "{number} bookings.", found.bookings)))


def _rights(found: OfficeFound) -> str:
    if found.is_guarded:
        return tr("No desk can change there what another one did.")
    return tr("Whoever knows the password can change every row there.")


def _is_certificate(file: Path) -> bool:
    try:
        ssl.create_default_context(cafile=file)
    except (OSError, ValueError):
        return False
    return True


def _is_address(text: str) -> bool:
    if not text:
        return True
    try:
        parts = urlsplit(text)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    return parts.scheme in _SCHEMES and bool(parts.hostname) and has_port and len(parts.path) > 1


class DeskNameField(QWidget):
    """The name, which is stored by Enter or the button, and shown as all desks have it."""

    def __init__(self, names: DeskNames) -> None:
        super().__init__()
        self._names = names
        self._shown = ""
        self._tasks = TaskScope(hand_to_loop)
        self._field = TextField(tr("Name of this desk"), "desk_name", limit=LONGEST_NAME)
        self._button = called("rename_desk", Button(tr("Rename")))
        self.setLayout(column(self._field, row(self._button, None), gap=12))
        self._field.entered.connect(self._rename)
        self._field.edited.connect(self._forget_told)
        self._button.clicked.connect(self._rename)
        self.destroyed.connect(self._tasks.cancel_all)
        self.show_name()

    def show_name(self) -> None:
        """Show the present name, unless another one is being typed."""
        if self._field.text() == self._shown:
            self._shown = self._names.own
            self._field.set_text(self._shown)

    def _forget_told(self) -> None:
        self._field.show_error("")
        self._field.show_helper("")

    def _rename(self) -> None:
        self._tasks.start("rename", self._keep(self._field.text()))

    async def _keep(self, typed: str) -> None:
        try:
            await self._names.rename(typed)
        except DeskError as error:
            self._field.show_error(sentences(error.advice.what, error.advice.action))
            return
        self._shown = self._names.own
        self._field.set_text(self._shown)
        self._field.show_helper(tr(_KEPT))
