"""Connection: the service and its key, slow lines, lost answers, practice and sandbox."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import mark, tr
from app.core.settings import LONGEST_WAIT, SHORTEST_WAIT
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.files.atomic_write import NotSavedError, save_file
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale import Wallet
from app.desk.settings.settings_context import SettingsContext
from app.desk.settings.shell import Ask
from app.ui.kit.basics.badge import Badge
from app.ui.kit.basics.delay import ScreenDelay
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.controls.file_picker import choose_new_file
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.stepper import Stepper
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.toast import open_file, saved_words
from app.ui.settings import actions
from app.ui.settings.section import Block, block, blocks, setting

if TYPE_CHECKING:
    from app.desk.bookings.bookings import Bookings
    from app.desk.first_contact.first_look import FirstContact
    from app.desk.model.office_rules import OfficeRules
    from app.desk.service.service_reader import ServiceReader
    from app.desk.wallet.current_wallet import CurrentWallet

_TEST, _TWO_TASK = "test", "two-people"
_DOTS = "\u2022" * 16
_SEVERAL, _ALONE = "several", "alone"
_TWO = mark("Whoever decides gives a second name, that of another person.")
_KEY_HELP = mark("Stored by the operating system\u2019s key store. It is never shown again.")
_KEY_OF_SESSION = mark("Not stored by this program beyond this session. It is never shown again.")
_WAIT_STEP, _WAIT_WIDTH, _SETTLED_MS, _LABEL = 10, 110, 700, 20
_PRACTICE = mark(
    "A practice agent on this computer. Puts a band on every screen and a mark on every voucher."
)
_FILE = "service-report.html"


class ConnectionSettings(QWidget):
    """The section of the connection; the shell carries out the changes."""

    heading = mark("Connection")
    icon = "plug"

    def __init__(
        self,
        wallet: CurrentWallet,
        bookings: Bookings,
        rules: OfficeRules,
        reader: ServiceReader,
        setup: SettingsContext,
        *,
        contact: FirstContact,
    ) -> None:
        super().__init__()
        self._wallet, self._bookings, self._reader, self._setup = wallet, bookings, reader, setup
        self._tasks = TaskScope(hand_to_loop)
        self._state = MessageBox("success")
        self._test = called("test_connection", Button(actions.TEST, size=28))
        self._state.add(self._test)
        self._look = ServiceLookButton(contact)
        self._wait = Stepper(tr("Wait for a booking reply"), lowest=SHORTEST_WAIT, highest=LONGEST_WAIT)
        self._wait.setObjectName("money_wait")
        self._wait.setSingleStep(_WAIT_STEP)
        self._wait.setSuffix(tr(" s"))
        self._wait.setFixedWidth(_WAIT_WIDTH)
        self._settled = ScreenDelay(self, _SETTLED_MS, self._tell_wait)
        users = (
            SegmentChoice(_SEVERAL, tr("Several counters")),
            SegmentChoice(_ALONE, tr("This counter only")),
        )
        self._users = called("wallet_users", Segmented(users, tr("This wallet is used by")))
        self._users.choose(_ALONE if rules.is_alone else _SEVERAL)
        self._two = Checkbox(tr("Two people decide what was not booked or not cancelled"))
        self._two.setObjectName("two_people")
        self._two.setChecked(rules.asks_two)
        self._two_note = called("two_people_note", Label(tr(_TWO), "caption", "text2", wraps=True))
        self._build()
        self.show_settings()
        self._test.clicked.connect(self.read_again)
        self._users.chosen.connect(self._tell_rules)
        self._two.clicked.connect(lambda: self._tasks.start(_TWO_TASK, self._change_two()))
        # A number that is being typed is not final yet.
        self._wait.valueChanged.connect(self._settle)
        self._show_wallet(wallet.last)

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        with QSignalBlocker(self._wait):
            self._wait.setValue(self._setup.settings.money_wait)

    def read_again(self) -> None:
        """Test the connection by reading the wallet."""
        self._test.set_busy(tr("Testing\u2026"))
        self._tasks.start(_TEST, self._read())

    def leave(self) -> None:
        """Cancel running work; the last typed time limit is stored."""
        self._tell_wait()
        self._tasks.cancel_all()
        self._look.leave()

    def _settle(self) -> None:
        self._settled.start()

    def _tell_wait(self) -> None:
        self._settled.stop()
        if self._wait.value() != self._setup.settings.money_wait:
            self._setup.shell.keep({"money_wait": self._wait.value()})

    def _tell_rules(self) -> None:
        is_alone = self._users.current == _ALONE
        self._setup.shell.keep_unsaid({"two_people_decide": self._two.isChecked(), "is_alone": is_alone})

    async def _change_two(self) -> None:
        """Ask before the rule of two people is changed, since it must not be bypassed by one person."""
        if not self._two.isChecked() and await self._bookings.waiting():
            self._two.setChecked(True)
            self._two_note.set_ink("danger")
            self._two_note.setText(tr("An answer is still open. Two people decide until it is settled."))
            return
        self._two_note.set_ink("text2")
        self._two_note.setText(tr(_TWO))
        self._tell_rules()

    async def _read(self) -> None:
        try:
            self._show_wallet(await self._wallet.read())
        except DeskError as error:
            self._state.set_tone("danger")
            self._state.show_words(error.advice.what, error.advice.action)
        # Not in a finally: a page that was left no longer has a button.
        self._test.set_busy("")

    def _show_wallet(self, wallet: Wallet | None) -> None:
        if wallet is None:
            self._state.set_tone("warning")
            more = tr("Test it to see whether the service knows the key.")
            self._state.show_words(tr("Not tested yet"), more)
            return
        status = wallet.account_status.casefold()
        self._state.set_tone("success" if status == "active" else "warning")
        self._state.show_words(
            lambda: tr("Connected at {time}", time=formats.clock_seconds(wallet.read_at)),
            tr(
                "Agent {agent}, operator {tenant}, account {status}",
                agent=wallet.agent_id,
                tenant=wallet.tenant_id,
                status=formats.account(wallet.account_status),
            ),
        )

    def _build(self) -> None:
        lost = column(Label(tr("This wallet is used by"), "bodyStrong"), 8, row(self._users, None))
        fact = Badge(tr("Always"), "outline")
        self.setLayout(
            blocks(
                self._service_block(),
                block(
                    tr("When the line is slow"),
                    tr("A reply that comes later than this leaves the outcome open."),
                    setting(tr("Wait for a booking reply"), self._wait),
                    setting(
                        tr("Read the wallet before and after each sale"),
                        fact,
                        tr("Gives the proof when a reply is lost"),
                    ),
                ),
                block(
                    tr("Lost answers"),
                    tr("How a sale is settled whose answer did not come."),
                    lost,
                    column(row(self._two, None), 4, self._two_note),
                ),
                self._practice_block(),
            )
        )

    def _service_block(self) -> Block:
        profile = self._reader.profile
        address = _read_only(TextField(tr("Service address"), "service_address"))
        if profile.is_practice:
            address.set_text(tr("On this computer"))
            return block(tr("Service"), tr("The practice service."), address, self._state, self._look)
        address.set_text(profile.base_url)
        where = tr(_KEY_HELP if self._setup.is_key_kept else _KEY_OF_SESSION)
        key = _read_only(TextField(tr("API key"), "api_key", helper=where))
        key.set_text(_DOTS + profile.key_last_four)
        replace = called("replace_connection", Button(tr("Replace\u2026")))
        replace.clicked.connect(self._setup.shell.leave_service)
        name = tr("Sandbox") if profile.is_sandbox else tr("Service")
        what = tr("The address and key come from the operator\u2019s office.")
        line = row((key, 1), column(_LABEL, replace, None), gap=8)
        return block(name, what, address, line, self._state, self._look)

    def _practice_block(self) -> Block:
        """The block of the other profiles, each with its own folder and API key."""
        profile = self._reader.profile
        practice = self._change(
            (tr("Leave practice"), "leave_practice_here", self._setup.shell.leave_service)
            if profile.is_practice
            else (tr("Start in practice mode"), "start_practice", self._setup.shell.practise)
        )
        sandbox = self._change(
            (tr("Leave the sandbox"), "leave_sandbox", self._setup.shell.leave_service)
            if profile.is_sandbox
            else (tr("Use the sandbox"), "use_sandbox", self._setup.shell.use_sandbox)
        )
        return block(
            tr("Practice"),
            tr("Nothing is real in either. Their sales are kept apart."),
            setting(
                tr("Practice mode is on") if profile.is_practice else tr("Practice mode is off"),
                practice,
                tr(_PRACTICE),
            ),
            setting(
                tr("The sandbox is used") if profile.is_sandbox else tr("The sandbox is not used"),
                sandbox,
                tr("The operator\u2019s sandbox agent, over the line, with a key of its own."),
            ),
        )

    @staticmethod
    def _change(what: tuple[str, str, Ask]) -> Button:
        text, name, asked = what
        button = called(name, Button(text))
        button.clicked.connect(asked)
        return button


def _read_only(field: TextField) -> TextField:
    field.edit.setReadOnly(True)
    return field


class ServiceLookButton(QWidget):
    """The button, what it is for, and what became of it."""

    def __init__(self, contact: FirstContact) -> None:
        super().__init__()
        self._contact = contact
        self._tasks = TaskScope(hand_to_loop)
        self._file = Path()
        self._look = called("look_at_service", Button(tr("Look at this service\u2026")))
        self._look.clicked.connect(self._choose_place)
        self._open = called("open_service_report", Button(tr("Open file"), size=28))
        self._open.clicked.connect(lambda: open_file(self._file))
        self._told = MessageBox("success")
        self._told.add(self._open)
        self._told.hide()
        what = tr(
            "Reads all that can be read and saves how the service writes it, for the operator. Nothing is "
            "sold; the key, names, documents and whole amounts are left out."
        )
        self.setLayout(
            column(row(self._look, None), 4, Label(what, "caption", "text2", wraps=True), 8, self._told)
        )

    def leave(self) -> None:
        """Cancel a look that is under way."""
        self._tasks.cancel_all()

    def _choose_place(self) -> None:
        choose_new_file(self, "exports", tr("Where the report goes"), "*.html", self._begin, name=_FILE)

    def _begin(self, file: Path) -> None:
        self._told.hide()
        self._tasks.start("look", self._save(file))

    async def _save(self, file: Path) -> None:
        self._count(0, 0)
        text = await self._contact.report(self._count)
        try:
            await asyncio.to_thread(save_file, file, text.encode())
        except NotSavedError as error:
            self._tell(str(error), is_saved=False)
        else:
            self._file = file
            self._tell(saved_words(file), is_saved=True)
        # Not in a finally: a page that was left no longer has a button.
        self._look.set_busy("")
        # It was busy when the dialog gave the keyboard back.
        if QApplication.focusWidget() is None:
            self._look.setFocus(Qt.FocusReason.OtherFocusReason)

    def _count(self, done: int, of: int) -> None:
        self._look.set_busy(
            tr("Looking, {done} of {of}\u2026", done=done, of=of) if of else tr("Looking\u2026")
        )

    def _tell(self, words: str, *, is_saved: bool) -> None:
        self._told.set_tone("success" if is_saved else "danger")
        self._told.show_words(words)
        self._open.setVisible(is_saved)
        self._told.show()
