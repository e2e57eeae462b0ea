"""A server's refusal is understood in every language: by its code, or by the words of its translations."""

from __future__ import annotations

import psycopg
import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import OperationalError

from app.core.language import tr
from app.store.sql.refusals import is_about_password, why_refused

URL = make_url("postgresql+psycopg://desk@office.example/counter")
_MET = 'connection failed: connection to server at "127.0.0.1", port 5432 failed: FATAL:  '
NOT_ACCEPTED = "Name or password is not accepted."
NO_DATABASE = "The database counter does not exist on office.example."
NOT_LET_IN = "office.example does not let this user in from this computer."


def _behind(error: psycopg.Error) -> OperationalError:
    return OperationalError("SELECT 1", None, error)


@pytest.mark.parametrize(
    ("text", "sentence", "asks"),
    [
        ('password authentication failed for user "desk"', NOT_ACCEPTED, True),
        ("Passwort-Authentifizierung für Benutzer »desk« fehlgeschlagen", NOT_ACCEPTED, True),
        ("authentification par mot de passe échouée pour l'utilisateur « desk »", NOT_ACCEPTED, True),
        ("la autentificación password falló para el usuario «desk»", NOT_ACCEPTED, True),
        ('пользователь "desk" не прошёл проверку подлинности (по паролю)', NOT_ACCEPTED, True),
        ('ユーザー"desk"のパスワード認証に失敗しました', NOT_ACCEPTED, True),
        ('사용자 "desk"의 password 인증을 실패했습니다', NOT_ACCEPTED, True),
        ('उपयोगकर्ता "desk" के लिए पासवर्ड सत्यापन विफल', NOT_ACCEPTED, True),
        ("Datenbank »counter« existiert nicht", NO_DATABASE, False),
        ("la base de données « counter » n'existe pas", NO_DATABASE, False),
        ('база данных "counter" не существует', NO_DATABASE, False),
        ('"counter" 데이터베이스 없음', NO_DATABASE, False),
        ('डेटाबेस "counter" मौजूद नहीं है', NO_DATABASE, False),
        ("Rolle »desk« existiert nicht", NOT_ACCEPTED, False),
        ('роль "desk" не существует', NOT_ACCEPTED, False),
        ("kein pg_hba.conf-Eintrag für Host »10.0.0.7«, Benutzer »desk«", NOT_LET_IN, False),
        ("etwas ganz anderes", "The connection to office.example was broken.", False),
    ],
)
def test_a_refusal_to_connect_is_known_by_its_words(text: str, sentence: str, *, asks: bool) -> None:
    error = _behind(psycopg.OperationalError(_MET + text))
    assert (tr(why_refused(URL, error)), is_about_password(error)) == (sentence, asks)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("28P01", NOT_ACCEPTED),
        ("28000", NOT_ACCEPTED),
        ("3D000", NO_DATABASE),
        ("42501", "This user may not make tables in counter, or not use those that are there."),
        ("53300", "The server has no place for another connection."),
        ("53100", "The disk of office.example is full."),
        ("57P01", "The server on office.example is starting or stopping."),
        ("57P03", "The server on office.example is starting or stopping."),
        ("25006", "The database on office.example can only be read now."),
        ("57014", "The database on office.example is busy."),
        ("40P01", "The database on office.example is busy."),
        ("55P03", "The database on office.example is busy."),
    ],
)
@pytest.mark.parametrize("text", ["Das geht so nicht.", "यह नहीं हो सकता।", ""])
def test_a_code_says_the_same_in_every_language(code: str, sentence: str, text: str) -> None:
    error = _behind(psycopg.errors.lookup(code)(text))
    assert tr(why_refused(URL, error)) == sentence
    assert is_about_password(error) is (code == "28P01")
