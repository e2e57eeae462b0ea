"""Every text that a person sees can be said in each language: nothing of the source escapes the catalogue."""

from __future__ import annotations

import pytest

from tests.support.program import PROJECT
from tests.support.texts import findings

FOLDERS = ("app/ui", "app/desk", "app/store")
BESIDE = (
    "app/lifecycle/settings_service.py",
    "app/lifecycle/connection.py",
    "app/lifecycle/session.py",
    "app/lifecycle/background_work.py",
    "app/core/keystore.py",
    "app/lifecycle/close_guard.py",
    "app/lifecycle/session.py",
    "app/core/policy.py",
    "app/lifecycle/profile.py",
    "app/core/settings.py",
    "app/lifecycle/second_instance.py",
    "app/lifecycle/updates.py",
)
"""What else has words for the counter; the rest of it is read in a terminal or a log."""
FOR_ADMINISTRATORS = "app/store/journal/inspection.py"
"""Answers an installer at a terminal."""
UNDERSTOOD = (
    "app/desk/passengers/import_vocabulary.py",
    "app/desk/passengers/import_message_words.py",
    "app/desk/passengers/import_chat.py",
    "app/desk/passengers/import_age_gender.py",
    "app/desk/passengers/mrz_keys.py",
    "app/desk/quick_entry/vocabulary.py",
)
"""What these hold is looked for in what others wrote, in whatever language that is."""
LANGUAGES_OF_MACHINES = (
    "app/store/journal/attempt_index.py",
    "app/store/journal/sqlite_log.py",
    "app/store/office/office_schema.py",
    "app/store/office/outbox.py",
    "app/store/quotations/quotation_store.py",
    "app/store/till/till_schema.py",
    "app/ui/vouchers/pdf.py",
)
"""SQL, and the operators of PDF."""
FOR_MAINTAINERS = tuple(
    f"app/desk/first_contact/{name}.py"
    for name in ("field_counts", "first_look", "interface_fields", "raw_answer", "report", "spelling")
)
"""The report of a look at a service goes to its operator, and to whoever maintains this program."""
EXEMPT = frozenset({FOR_ADMINISTRATORS, *FOR_MAINTAINERS, *UNDERSTOOD, *LANGUAGES_OF_MACHINES})
UNREAD = frozenset(
    {
        # What a server of PostgreSQL says, and is asked
        "password authentication failed",
        "no password supplied",
        "does not exist",
        "permission denied",
        "row-level security",
        "too many",
        *("too many clients", "connection slots are reserved", "no more connections allowed"),
        *("does not support ssl", "no pg_hba.conf entry", "no encryption", "ssl off"),
        *("root certificate file", "does not match host name", "the database system is"),
        *("administrator command", "no space left", "disk full", "read-only transaction"),
        "canceling statement",
        "SET jit TO off",
        "SELECT current_setting('server_version_num')::int, current_setting('server_encoding')",
        # under which the system's key store keeps secrets, and the register what was looked up
        *(
            "journal key",
            "mark key",
            "office database",
            "journal {digest}",
            "till {digest}",
            "{name} API key",
        ),
        "looked-up {module} {reading.booking_ref}",
        # names of folders that are looked for, commands of a database, a format of cells
        *(
            "google drive",
            "PRAGMA journal_mode=DELETE",
            "PRAGMA quick_check(1)",
            "yyyy-mm-dd hh:mm:ss",
        ),
        # a key of the registry
        r"HKLM\SOFTWARE\Policies\AgencyCounter",
        # a note in the journal itself
        "{why}: entries {', '.join(map(str, sorted(held)))}",
        # for the log, beside what is said of it
        *("{name} failed", "The mirror was not flushed."),
        # names of a sale that was never made
        *("Arjun Nair", "Jana Vogel", "Swaraj Dweep day return", "MV Sea Heron"),
    }
)
"""No words for people, or none of ours."""
SEEN = [
    'label = Label("Pick a slot")',
    'title = "Wallet"',
    'ANSWERS = (Answer("close", "Close the counter"),)',
    'label.setText(f"Row {number}")',
    'label.setText(f"{count} h")',
    'label.setText(f"{name}, of {boat}")',
    'label.setText(tr("Row ") + str(number))',
    'label.setText(tr("Row %s") % number)',
    'label.setText(tr(f"Row {number}"))',
    'label.setText(tr("Row {number}"))',
    'label.setText(tr("Row", number=1))',
    'raise DocumentError(mark("Row {number}", name=name))',
    'label.setText(trn("{number} seat of {boat}", "{number} seats", 2))',
    'raise DeskError(markn("{number} seat of {boat}", "{number} seats", 2))',
    'label.setText(tr("A" if new else "B"))',
    'words = {"slot": "Pick a slot"}',
    'raise DocumentError("The file is damaged.")',
    "def show(text='Not stated'): ...",
]
LET_PASS = [
    '"""What it is for."""',
    'label.setText(tr("Row {number}", number=1))',
    'label.setText(trn("{number} seat", "{number} seats", 2))',
    'label.setText(trn("{number} seat of {boat}", "{number} seats of {boat}", 2, boat=name))',
    'TITLE = mark("Pick a slot")\nlabel.setText(tr(TITLE, name=name))',
    'log.info("The counter opens.")',
    'widget.setObjectName("Pick a slot")',
    'raise ValueError("No such page")',
    'is_boat = kind == "Boat trip"',
    'kind: Literal["Boat trip"] = other',
    'words = {"Boat trip": 1}["Boat trip"]',
    'button = Button(tr("Book"), key="Ctrl \\u21b5")',
    'KEYS = (("Shift Tab", "Esc", "F5", "Alt C"), "Space")',
    'reference = f"{currency} {amount}"',
    'MODULE = "ACTIVITY"',
    'button.setObjectName(f"answer_{key}")',
    'key = f"Alt {digit}"',
    '__all__ = ["Palette"]',
    'is_idle = state in {"Not known", "Not read"}',
    'KNOWN = "Age Gender".split()',
    "label.setText(tr(TITLES.get(state, OTHER)))",
    "journal.mark(number)",
]


def _modules() -> list[str]:
    found = [path for folder in FOLDERS for path in (PROJECT / folder).rglob("*.py")]
    return sorted([*(path.relative_to(PROJECT).as_posix() for path in found), *BESIDE])


@pytest.mark.parametrize("path", [each for each in _modules() if each not in EXEMPT])
def test_every_text_is_said(path: str) -> None:
    found = findings(path, (PROJECT / path).read_text(encoding="utf-8"), UNREAD)
    assert not found, "\n".join(map(str, found))


def test_only_what_is_there_is_exempt() -> None:
    assert set(_modules()) >= EXEMPT
    everything = "".join((PROJECT / path).read_text(encoding="utf-8") for path in _modules())
    assert [each for each in UNREAD if each not in everything] == []


_IMPORTS = "from app.core.language import mark, markn, tr, trn"


@pytest.mark.parametrize("source", SEEN)
def test_words_that_escape_are_found(source: str) -> None:
    assert findings("app/ui/kit/sheets/page.py", f"{_IMPORTS}\n{source}")


@pytest.mark.parametrize("source", LET_PASS)
def test_what_is_said_or_not_shown_is_let_pass(source: str) -> None:
    assert not findings("app/ui/kit/sheets/page.py", f"{_IMPORTS}\n{source}")
