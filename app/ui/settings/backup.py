"""Data and backup: where everything lies, a copy of it now or each day, and a copy put back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.core.language import mark, tr, trn
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model import formats
from app.desk.settings.backups import BackupError, BackupFinding, Backups
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.opening import open_outside
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, Kind
from app.ui.kit.controls.file_picker import choose_file, choose_folder
from app.ui.kit.controls.stepper import Stepper
from app.ui.kit.controls.switch import Switch
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.settings.section import Block, block, blocks, setting

_MEGABYTE = 1_000_000
_WORD = mark("RESTORE")
_HOLDS = mark(
    "It holds customers\u2019 names: keep it as you keep your papers. No key and no document is in it."
)
_MOVING = (
    mark("On the old computer, settle what is open in Bookings, and go off duty."),
    mark("Back up now, and take the file to the new computer."),
    mark("Install the program there, connect it with the same address and key, and open this page."),
    mark("Choose the backup there, and put it back. Where desks share a database, type its password again."),
    mark("Sell on the new computer alone. It has a number of its own: should both sell, nothing is lost."),
)


class BackupSettings(QWidget):
    """The section of data and backup; restoring a backup never deletes the present data."""

    heading = mark("Data and backup")
    icon = "hard-drive"

    def __init__(self, backups: Backups, setup: SettingsContext) -> None:
        super().__init__()
        self._backups, self._setup = backups, setup
        self._tasks = TaskScope(hand_to_loop)
        self._finding: BackupFinding | None = None
        self._size = called("data_size", Label("", "caption", "text2", wraps=True))
        self._folder = TextField(tr("Folder for backups"), "backup_folder")
        self._folder.edit.setReadOnly(True)
        self._choose = _button(tr("Choose\u2026"), "choose_backup_folder")
        self._now = _button(tr("Back up now"), "back_up_now", "primary")
        self._daily = called("backups_daily", Switch(tr("One each day")))
        self._kept = called("backups_kept", Stepper(tr("Backups that are kept"), highest=365))
        self._made = called("backup_state", MessageBox("success"))
        self._made.hide()
        self._look = _button(tr("Choose a backup\u2026"), "choose_backup")
        self._found = called("restore_state", MessageBox("warning"))
        self._found.hide()
        self._by = TextField(tr("Your name"), "restore_by", limit=100, required=True)
        self._word = TextField(
            tr("Type {word} to go on", word=tr(_WORD)), "restore_word", limit=20, required=True
        )
        self._restore = _button(tr("Put it back"), "restore", "destructive")
        self._form = held(column(self._by, self._word, row(self._restore, None), gap=12))
        self._form.hide()
        self._build()
        self.show_settings()
        self._choose.clicked.connect(partial(self._ask_folder, self._take_folder))
        self._now.clicked.connect(self._back_up)
        self._daily.clicked.connect(self._tell_daily)
        self._kept.valueChanged.connect(self._tell_kept)
        self._look.clicked.connect(
            lambda: choose_file(self, "backups", tr("A backup"), tr("Backups (*.zip)"), self.look_at)
        )
        self._restore.clicked.connect(self._put_back)
        self._by.entered.connect(self._word.edit.setFocus)
        self._word.entered.connect(self._put_back)
        for field in (self._by, self._word):
            field.edited.connect(self._forget_problems)
        self._tasks.start("size", self._measure())

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        settings = self._setup.settings
        self._folder.set_text(settings.backup_folder or tr("None is chosen yet"))
        self._daily.setChecked(settings.backups_daily)
        self._daily.setEnabled(bool(settings.backup_folder))
        with QSignalBlocker(self._kept):
            self._kept.setValue(settings.backups_kept)

    def leave(self) -> None:
        """Cancel running work, except a backup that is being made."""
        self._tasks.cancel_all()

    def _ask_folder(self, on_chosen: Callable[[Path], None], _checked: object = None) -> None:
        choose_folder(self, "backups", tr("Folder for backups"), on_chosen)

    def _tell_daily(self) -> None:
        self._setup.shell.keep({"backups_daily": self._daily.isChecked()})

    def _tell_kept(self) -> None:
        self._setup.shell.keep({"backups_kept": self._kept.value()})

    def _take_folder(self, folder: Path) -> None:
        self._setup.shell.keep({"backup_folder": str(folder)})
        self.show_settings()

    def _back_up(self) -> None:
        folder = self._setup.settings.backup_folder
        if folder:
            self._begin(Path(folder))
        else:
            self._ask_folder(self._take_first)

    def _take_first(self, folder: Path) -> None:
        """Use a folder that was asked for by a backup, and make that."""
        self._take_folder(folder)
        self._begin(folder)

    def _begin(self, folder: Path) -> None:
        self._now.set_busy(tr("Backing up\u2026"))
        self._tasks.start("backup", self._make(folder))

    async def _make(self, folder: Path) -> None:
        try:
            made = await self._backups.make(folder)
        except BackupError as error:
            self._made.set_tone("danger")
            self._made.show_words(tr("No backup was made."), str(error))
        else:
            self._made.set_tone("success")
            self._made.show_words(
                tr("Made and read back: {name}", name=made.path.name),
                tr("{size}, up to entry {entry} of the journal", size=size(made.size), entry=made.head.seq),
            )
        self._made.show()
        self._now.set_busy("")

    def look_at(self, path: Path) -> None:
        """Read a backup, and show what restoring it would mean."""
        self._look.set_busy(tr("Reading\u2026"))
        self._form.hide()
        self._tasks.start("look", self._read(path))

    async def _read(self, path: Path) -> None:
        self._finding = None
        try:
            finding = await self._backups.look(path)
        except BackupError as error:
            self._refuse(str(error))
        else:
            if finding.obstacle:
                self._refuse(finding.obstacle)
            else:
                self._offer(finding)
        self._look.set_busy("")

    def _refuse(self, sentence: str) -> None:
        self._found.set_tone("danger")
        self._found.show_words(tr("It cannot be put back."), sentence)
        self._found.show()

    def _offer(self, finding: BackupFinding) -> None:
        self._finding = finding
        self._found.set_tone("warning" if finding.lost_steps or finding.is_other else "success")
        at = finding.backup.made_at.astimezone()
        made = tr(
            "Made {day} at {time}, {size}, up to entry {entry} of the journal",
            day=formats.day_long(at.date()),
            time=formats.clock_time(at),
            size=size(finding.backup.size),
            entry=finding.backup.head.seq,
        )
        self._found.show_words(made, _loss(finding))
        self._found.show()
        self._form.show()
        self._by.edit.setFocus()

    def _put_back(self) -> None:
        if not self._by.text().strip():
            self._by.show_error(tr("Who puts it back? This is kept."))
            self._by.edit.setFocus()
        elif self._word.text().strip() != tr(_WORD):
            self._word.show_error(tr("Type exactly {word}.", word=tr(_WORD)))
            self._word.edit.setFocus()
        elif self._finding is not None:
            self._tasks.start("restore", self._stage(self._finding, self._by.text().strip()))

    async def _stage(self, finding: BackupFinding, by: str) -> None:
        # Asked before anything is staged: a staged backup is restored at the next start at the latest.
        if not await self._setup.shell.may_restore():
            return
        self._restore.set_busy(tr("Putting it back\u2026"))
        try:
            await self._backups.stage(finding, by)
        except BackupError as error:
            self._form.hide()
            self._refuse(str(error))
            self._restore.set_busy("")
        else:
            self._setup.shell.begin_anew()

    def _forget_problems(self) -> None:
        self._by.show_error("")
        self._word.show_error("")

    async def _measure(self) -> None:
        taken = size(await self._backups.size())
        self._size.setText(tr("{size} on this computer\u2019s own disk, for this user alone", size=taken))

    def _build(self) -> None:
        self.setLayout(
            blocks(
                self._data_block(),
                block(
                    tr("Backup"),
                    tr("One file with journal, register, office, groups and settings of this profile."),
                    row((self._folder, 1), column(20, self._choose), gap=8),
                    setting(
                        tr("One each day"), self._daily, tr("At the first chance, while the counter runs")
                    ),
                    setting(tr("Backups that are kept"), self._kept),
                    row(self._now, None),
                    self._made,
                    Label(tr(_HOLDS), "caption", "text2", wraps=True),
                ),
                block(
                    tr("Moving to a new computer"),
                    tr("The counter goes on there, with all that it has sold."),
                    *(
                        Label(f"{number}. {tr(step)}", "body", wraps=True)
                        for number, step in enumerate(_MOVING, 1)
                    ),
                ),
                block(
                    tr("Put a backup back"),
                    tr("What is here now is moved aside and never deleted."),
                    row(self._look, None),
                    self._found,
                    self._form,
                ),
            )
        )

    def _data_block(self) -> Block:
        folder = str(self._backups.data_folder)
        place = TextField(tr("Data folder"), "data_folder")
        place.edit.setReadOnly(True)
        place.set_text(folder)
        opened = _button(tr("Open the folder"), "open_data_folder")
        opened.clicked.connect(lambda: open_outside(QUrl.fromLocalFile(folder)))
        copied = _button(tr("Copy the path"), "copy_data_folder")
        copied.clicked.connect(lambda: QGuiApplication.clipboard().setText(folder))
        what = tr("Everything that this counter keeps.")
        return block(tr("Data"), what, place, row(opened, 8, copied, None), self._size)


def size(count: int) -> str:
    """A number of bytes in megabytes: 1.2 MB."""
    return f"{count / _MEGABYTE:.1f} MB"


def _button(text: str, name: str, kind: Kind = "secondary") -> Button:
    return called(name, Button(text, kind))


def _loss(finding: BackupFinding) -> str:
    """The words for present data that is not in the backup."""
    if finding.is_other:
        return tr("It tells another history than this counter\u2019s. What was sold here will not be shown.")
    if finding.lost_since is None:
        return tr("It lacks nothing of what was sold here.")
    since = finding.lost_since
    when = {"day": formats.day_long(since.date()), "time": formats.clock_time(since)}
    if not finding.lost_sales:
        return tr("What became known since {day} at {time} is not in it.", **when)
    return trn(
        "1 sale or cancellation since {day} at {time} is not in it. It will not be shown here, and must not "
        "be sold again.",
        "{number} sales and cancellations since {day} at {time} are not in it. They will not be shown here, "
        "and must not be sold again.",
        finding.lost_sales,
        **when,
    )
