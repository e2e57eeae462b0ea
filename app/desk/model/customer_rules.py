"""The rules of a customer's name, phone and e-mail address (interface parts 4.3 and 8)."""

from __future__ import annotations

import re

from app.api.messages.requests import is_email
from app.core.language import tr, trn
from app.desk.model.typed_text import is_visible, phone, plain_figures

NAME_LIMIT = 100
FEWEST_DIGITS = 8
MOST_DIGITS = 15
_INDIAN_DIGITS = 10
_PHONE = re.compile(r"[0-9]{8,15}", re.ASCII)
_OF_INDIA = re.compile(r"(?:0|91)?[0-9]{10}", re.ASCII)
_SEPARATORS = re.compile(r"[\s+()./\-]")
_HERE = "IN"
"""The country of a number that is typed without any."""
_ABROAD = "00"


def name_problem(name: str) -> str:
    """What is wrong with a customer's name, or empty."""
    text = name.strip()
    if not text:
        return tr("Type the customer's name.")
    if len(text) > NAME_LIMIT:
        return tr(
            "The name has {length} characters. Shorten it to {most}.", length=len(text), most=NAME_LIMIT
        )
    if not is_visible(text):
        return tr("The name holds a character that cannot be seen. Type it again.")
    return ""


def phone_problem(phone: str, *, is_whole: bool) -> str:
    """What is wrong with a phone number from `tidy_phone`, or empty.

    `is_whole`: it was typed with its country; without one it is taken for a number of India.
    """
    if not phone:
        return tr("Type the customer's phone number.")
    if not re.fullmatch(r"[0-9]+", phone):
        return tr("Use the digits 0 to 9 only.")
    if len(phone) < FEWEST_DIGITS:
        return trn(
            "The number has {number} digit. It needs at least {least}.",
            "The number has {number} digits. It needs at least {least}.",
            len(phone),
            least=FEWEST_DIGITS,
        )
    if not _PHONE.fullmatch(phone):
        return tr("The number has {length} digits. At most 15 are taken.", length=len(phone))
    return _problem_of_country(phone, is_whole=is_whole)


def _problem_of_country(phone: str, *, is_whole: bool) -> str:
    if phone.startswith(_ABROAD) or (is_whole and phone.startswith("0")):
        return tr("No country\u2019s number begins with 0. Correct it, or type + and its country.")
    if not is_whole and not _OF_INDIA.fullmatch(phone):
        return tr(
            "The number has {length} digits, one of India {usual}. Correct it, or type + and its country.",
            length=len(phone),
            usual=_INDIAN_DIGITS,
        )
    return ""


def has_country(text: str) -> bool:
    """Whether a phone number is typed with its country."""
    return phone(text).text.lstrip(" (").startswith(("+", _ABROAD))


def email_problem(email: str) -> str:
    """What is wrong with the form of an e-mail address, or empty; no network is used."""
    text = email.strip()
    if not text:
        return tr("Type the customer's e-mail address.")
    name, at, domain = text.rpartition("@")
    if not at or not name:
        return tr("Add the @ and what stands around it, such as name@example.com.")
    if domain and "." not in domain.strip("."):
        return tr("Add the part after the dot, such as .com.")
    return "" if is_email(text) else tr("Mail cannot be sent to this address. Type it again.")


def tidy_phone(text: str) -> tuple[str, str]:
    """The digits to dial, and a sentence when anything was removed.

    Without signs, and without zeros that are not dialled from abroad; a country stays if it was typed.
    """
    plain = plain_figures(text)
    tidy = _SEPARATORS.sub("", plain)
    is_number = len(tidy) >= FEWEST_DIGITS and tidy.isdigit()
    dialled, is_known = _dialled(plain, tidy) if is_number else (tidy, True)
    if not is_known:
        return dialled, tr("This is no known number of its country. Compare it.")
    if dialled == text:
        return text, ""
    if dialled != tidy:
        return dialled, tr("Zeros in front of the number were left out.")
    return tidy, tr("Spaces and signs were removed.") if "+" not in text else tr(
        "The plus and spaces were removed."
    )


def _dialled(plain: str, tidy: str) -> tuple[str, bool]:
    """The digits to dial, and whether the country has such a number, where one was typed."""
    # Not imported at the start: its rules of all countries take time.
    import phonenumbers

    is_whole = has_country(plain)
    abroad = tidy.removeprefix(_ABROAD)
    try:
        found = phonenumbers.parse(f"+{abroad}" if is_whole else tidy, _HERE)
    except phonenumbers.NumberParseException:
        return (abroad, False) if is_whole else (tidy, True)
    number = phonenumbers.national_significant_number(found)
    if not is_whole:
        return (number if tidy.lstrip("0") == number else tidy), True
    if phonenumbers.is_valid_number(found):
        return f"{found.country_code}{number}", True
    return _SEPARATORS.sub("", plain.replace("(0)", "")).removeprefix(_ABROAD), False
