"""Says in sentences of this program why a PostgreSQL server cannot be used.

The texts of libpq and of the server are English, or in the server's language, and some advise to switch the
check of its certificate off: they are in the log, and never on a screen. An error has a code (SQLSTATE) that
is the same in every language, except one of connecting, of which libpq hands on the text alone.
"""

from __future__ import annotations

import re
import socket
from typing import NamedTuple

import psycopg
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from app.core.language import Message, Wording, mark, message_of
from app.store.sql.engine import CONNECT_SECONDS, DatabaseAddress, cause_of, url_of

OLDEST = 12
"""The oldest supported version of PostgreSQL."""
_PORT = 5432
_ENCODING = "UTF8"


class _Cause(NamedTuple):
    """The words that an error of one kind has in it, all of them, or its marks, and what is said of it.

    A mark is the code of the error (SQLSTATE), or the function of the server that refused.
    """

    words: tuple[str | re.Pattern[str], ...]
    sentence: Message
    marks: tuple[str, ...] = ()
    is_password: bool = False


_NO_PASSWORD = mark("A password is needed, and none is kept.")
_NOT_ACCEPTED = mark("Name or password is not accepted.")
_NO_DATABASE = mark("The database {database} does not exist on {host}.")
_NO_RIGHT = mark("This user may not make tables in {database}, or not use those that are there.")
_ANOTHERS = mark(
    "In {database} the number of this desk belongs to another user. "
    "Who looks after the database changes that in the table desk_user."
)
_FULL = mark("The server has no place for another connection.")
_UNENCRYPTED = mark("{host} cannot encrypt the connection, which the address asks for.")
_ONLY_ENCRYPTED = mark("{host} lets this user in only over an encrypted connection.")
_NOT_LET_IN = mark("{host} does not let this user in from this computer.")
_NO_CERTIFICATE = mark("The file of the certificate cannot be read. Choose it again.")
_WRONG_HOST = mark("The certificate of {host} is for another name.")
_WRONG_CERTIFICATE = mark("The certificate of {host} is not one that this computer trusts.")
_ENCRYPTION = mark("No encrypted connection can be made to {host}.")
_SETTING = mark("The address has a setting that is not known.")
_STARTING = mark("The server on {host} is starting or stopping.")
_FULL_DISK = mark("The disk of {host} is full.")
_ONLY_READ = mark("The database on {host} can only be read now.")
_BUSY = mark("The database on {host} is busy.")
_BROKEN = mark("The connection to {host} was broken.")
_SILENT = mark("{host} does not answer.")
_OTHER = mark("The office\u2019s database cannot be used. What the server said is in the log.")
# In the languages of the server's translations.
_WORD_ASKED_FOR = re.compile("passwor|contraseña|mot de passe|lösenord|парол|პაროლ|パスワード|密码|पासवर्ड")
_DATABASE = re.compile(
    "database|datenbank|base de do|base de da|databas|баз|データベース|数据库|데이터베이스|ბაზა|डेटाबेस"
)
_ROLE = re.compile("role|rolle|el rol|rôle|ruolo|роль|ロール|角色|롤|როლი|भूमिका")
_NO_SUCH = re.compile(
    "does not exist|existiert nicht|no existe|n'existe pas|non esiste|existerar inte|finns inte|"
    "не существует|не існує|存在しません|不存在|없음|არ არსებობს|मौजूद नहीं"
)
_NAMED = re.compile('"[^"]*"')
# In this order: the first that fits counts.
_CAUSES = (
    _Cause(("password authentication failed",), _NOT_ACCEPTED, ("28P01",), is_password=True),
    _Cause(("no password supplied",), _NO_PASSWORD, is_password=True),
    _Cause((_ROLE, _NO_SUCH), _NOT_ACCEPTED),
    _Cause((_DATABASE, _NO_SUCH), _NO_DATABASE, ("3D000",)),
    # Its code is that of the next, too: the refusing function of the server tells them apart in any language.
    _Cause(("row-level security",), _ANOTHERS, ("ExecWithCheckOptions",)),
    _Cause(("permission denied",), _NO_RIGHT, ("42501",)),
    _Cause(("too many", "connections"), _FULL, ("53300",)),
    _Cause(("too many clients",), _FULL),
    _Cause(("connection slots are reserved",), _FULL),
    _Cause(("no more connections allowed",), _FULL),
    _Cause(("does not support ssl",), _UNENCRYPTED),
    _Cause(("no pg_hba.conf entry", "no encryption"), _ONLY_ENCRYPTED),
    _Cause(("no pg_hba.conf entry", "ssl off"), _ONLY_ENCRYPTED),
    _Cause(("pg_hba.conf",), _NOT_LET_IN),
    _Cause((_ROLE, "permitted"), _NOT_ACCEPTED, ("28000",)),
    _Cause(("root certificate file",), _NO_CERTIFICATE),
    _Cause(("does not match host name",), _WRONG_HOST),
    _Cause(("certificate",), _WRONG_CERTIFICATE),
    _Cause(("invalid", "value"), _SETTING),
    _Cause(("invalid", "option"), _SETTING),
    _Cause(("ssl",), _ENCRYPTION),
    _Cause(("the database system is",), _STARTING, ("57P01", "57P02", "57P03")),
    _Cause(("administrator command",), _STARTING),
    _Cause(("no space left",), _FULL_DISK, ("53100",)),
    _Cause(("disk full",), _FULL_DISK),
    _Cause(("read-only transaction",), _ONLY_READ, ("25006",)),
    _Cause(("timeout",), _SILENT),
    _Cause(("canceling statement",), _BUSY, ("57014", "40P01", "55P03")),
    _Cause(("deadlock",), _BUSY),
    _Cause((_WORD_ASKED_FOR,), _NOT_ACCEPTED, is_password=True),
    _Cause(("connection",), _BROKEN),
)


def why_unreachable(address: DatabaseAddress) -> Wording:
    """A sentence when no server can be reached at the address; or empty. Raises DatabaseAddressError."""
    url = url_of(address)
    host = url.host or ""
    try:
        with socket.create_connection((host, url.port or _PORT), CONNECT_SECONDS):
            return ""
    except socket.gaierror:
        return mark("There is no computer named {host}.", host=host)
    except TimeoutError:
        return _SILENT.filled(host=host)
    except OSError:
        return mark("On {host}, no database listens at port {port}.", host=host, port=url.port or _PORT)


def why_refused(url: URL, error: Exception) -> Wording:
    """A sentence about an error that keeps this desk from working.

    Errors of this program are sentences already, unless an error of the server is behind them.
    """
    server = _of_server(error)
    if server is None:
        return message_of(error)
    found = _cause(server)
    if found is None:
        return _OTHER
    return found.sentence.filled(host=url.host or "", database=url.database or "")


def is_about_password(error: Exception) -> bool:
    """Whether an error is that of a password which is missing or wrong."""
    server = _of_server(error)
    found = None if server is None else _cause(server)
    return found is not None and found.is_password


def why_unfit(version: int, encoding: str) -> Wording:
    """A sentence when the server is not suitable, or empty. `version` is such as 150004."""
    if version // 10_000 < OLDEST:
        return mark(
            "The server is PostgreSQL {version}; {oldest} is the oldest that will do.",
            version=version // 10_000,
            oldest=OLDEST,
        )
    if encoding != _ENCODING:
        return mark("The database keeps its texts in {encoding}; UTF8 is needed.", encoding=encoding)
    return ""


def _of_server(error: BaseException) -> Exception | None:
    """The error of server or driver behind an error of this program; None without one."""
    behind: BaseException | None = error
    while behind is not None:
        if isinstance(behind, SQLAlchemyError | psycopg.Error):
            return behind
        behind = behind.__cause__
    return None


def _cause(error: Exception) -> _Cause | None:
    # Names that the server repeats may hold any word.
    said = _NAMED.sub("", cause_of(error)).casefold()
    server = getattr(error, "orig", None) or error
    marks = (server.sqlstate, server.diag.source_function) if isinstance(server, psycopg.Error) else ()
    marked = next((each for each in _CAUSES if not set(marks).isdisjoint(each.marks)), None)
    return marked or next((each for each in _CAUSES if _has(said, each.words)), None)


def _has(said: str, words: tuple[str | re.Pattern[str], ...]) -> bool:
    return all(word in said if isinstance(word, str) else word.search(said) for word in words)
