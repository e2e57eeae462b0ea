"""What a field takes of what people paste, and what it says it left out."""

from __future__ import annotations

import pytest

from app.desk.model import typed_text
from app.desk.model.typed_text import Take, Taken

_LINES = (
    ("Zoe\u0308 Mu\u0308ller", "Zo\xeb M\xfcller"),
    ("\u202aRavi\u200b \u2066Nair\u2069\ufeff", "Ravi Nair"),
    ("Ra\u00advi\u00a0Nair\u2009\t", "Ravi Nair"),
    ("Jean\u2011Luc\r\nPicard", "Jean-Luc Picard"),
    (
        "\u0915\u094d\u200d\u0937\u092e\u093e \u0930\u093e\u0935",
        "\u0915\u094d\u200d\u0937\u092e\u093e \u0930\u093e\u0935",
    ),
    ("\u0d05\u0d1e\u0d4d\u0d1c\u0d28\u0d4d\u200d", "\u0d05\u0d1e\u0d4d\u0d1c\u0d28\u0d4d\u200d"),
    ("Ra\u200dvi\u200c", "Ravi"),
    ("Arjun ", "Arjun "),
)
_PNRS = (
    (" BT9D3M66P ", "BT9D3M66P", ""),
    ("\u202aBT9D3M66P\u202c", "BT9D3M66P", ""),
    ("PNR: BT9D3M66P", "BT9D3M66P", ""),
    ("Your PNR No. is BT9D-3M66P.", "BT9D3M66P", ""),
    ("*BT9D 3M66P*", "BT9D3M66P", ""),
    ("\uff22\uff34\uff19\u0969", "BT93", ""),
    ("bt9d\u200b3m66p\n", "bt9d3m66p", ""),
    ("BT9D3M66P for 2 people", "BT9D3M66P", "for 2 people"),
    ("BT9D3M66P, BT1C2D3E4", "BT9D3M66P", "BT1C2D3E4"),
    ("REF12345", "REF12345", ""),
    ("A" * 25, "A" * 20, "AAAAA"),
)
_REFERENCES = (
    ("4127 8899 1234", "412788991234", ""),
    ("UTR: 4127-8899-1234", "412788991234", ""),
    ("UPI Ref No. 412788991234", "412788991234", ""),
    ("\u096a\u0967\u0968\u096d\u096e\u096e\u096f\u096f\u0967\u0968\u0969\u096a", "412788991234", ""),
    ("Txn ID: 412788991234, paid Rs. 500", "412788991234", "paid Rs. 500"),
    ("1234", "1234", ""),
    ("41278899123456", "412788991234", "56"),
)
_PHONES = (
    ("\u202a+91 98765 43210\u202c", "+91 98765 43210", ""),
    ("tel:+919876543210", "+919876543210", ""),
    ("Mobile No.: 098765\u201143210", "098765-43210", ""),
    ("\u096f\u096e\u096d\u096c\u096b\u096a\u0969\u0968\u0967\u0966", "9876543210", ""),
    ("+44\u00a0(0)20\u20097946\u20090958", "+44 (0)20 7946 0958", ""),
    ("0044 (0)20 7946 0958", "0044 (0)20 7946 0958", ""),
    ("98765 43210 / 98111 22222", "98765 43210", "/ 98111 22222"),
    *(
        (f"+91 98765 43210{between}+91 99330 11223", "+91 98765 43210", "+91 99330 11223")
        for between in ("\n", "\r\n", "\n\n", " \u2029 ", "\u2028", " ", "  ", ",\n", "; ")
    ),
    ("98765 43210\n99330 11223", "98765 43210", "99330 11223"),
    ("98765 43210 99330 11223", "98765 43210", "99330 11223"),
    ("23456789\n23456780", "23456789", "23456780"),
    ("+1 212 555 0100\n212 555 0101", "+1 212 555 0100", "212 555 0101"),
    ("(+91) 98765 43210 (+91) 99330 11223", "(+91) 98765 43210", "+91) 99330 11223"),
    ("0091 98765 43210 0091 99330 11223", "0091 98765 43210", "0091 99330 11223"),
    ("03192 234567\nRavi\n98765 43210", "03192 234567", "Ravi 98765 43210"),
    ("Phone:\n+91\n98765\n43210\n", "+91 98765 43210", ""),
    ("9876543210 (Ravi)", "9876543210", "Ravi"),
    ("+49 30/123456", "+49 30/123456", ""),
    ("9876543210123456", "987654321012345", "6"),
)
_MAILS = (
    ("ravi@example.com\u200b", "ravi@example.com", ""),
    ("mailto:ravi@example.com?subject=Trip", "ravi@example.com", ""),
    ("E-mail: ravi @ example.com", "ravi@example.com", ""),
    ("ravi\uff20example.com\u00a0", "ravi@example.com", ""),
    ("<ravi@example.com>", "ravi@example.com", ""),
    ("Ravi Nair <ravi@example.com>", "ravi@example.com", "Ravi Nair"),
    ("ravi@example.com; meera@example.com", "ravi@example.com", "meera@example.com"),
    ("Ravi ravi@example.com", "ravi@example.com", "Ravi"),
)
_AGES = (
    ("\u096a\u0967", "41"),
    ("41 yrs", "41"),
    ("Age: 41.0", "41"),
    ("\u096a\u0967 \u0935\u0930\u094d\u0937", "41"),
    ("-5", "-5"),
    ("1985", "1985"),
    ("5-11", "5-11"),
)
_NUMBERS = (
    ("\u0968\u0969\u096a\u0967 \u0968\u0969\u096a\u0967 \u0968\u0969\u096a\u096c", "2341 2341 2346"),
    ("Aadhaar: 2341\u20112341\u20112346", "2341-2341-2346"),
    ("Passport No. N1234567\u200b", "N1234567"),
    ("DL-0420110149646", "DL-0420110149646"),
    ("PAN1234567", "PAN1234567"),
)
_ALL: tuple[tuple[Take, str, Taken], ...] = (
    *((typed_text.line, typed, Taken(text)) for typed, text in _LINES),
    *((typed_text.pnr, typed, Taken(*taken)) for typed, *taken in _PNRS),
    *((typed_text.upi_reference, typed, Taken(*taken)) for typed, *taken in _REFERENCES),
    *((typed_text.phone, typed, Taken(*taken)) for typed, *taken in _PHONES),
    *((typed_text.mail, typed, Taken(*taken)) for typed, *taken in _MAILS),
    *((typed_text.age, typed, Taken(text)) for typed, text in _AGES),
    *((typed_text.id_number, typed, Taken(text)) for typed, text in _NUMBERS),
    (typed_text.figures, "\u0968\u0968\u201311\u20132026", Taken("22-11-2026")),
    (typed_text.figures, "\u20b9\u202f1,25,000", Taken("\u20b9 1,25,000")),
    (typed_text.figures, "\uff12\uff12 Nov\u200b", Taken("22 Nov")),
    (typed_text.words, "PNR: BT9D3M66P\u200b", Taken("BT9D3M66P")),
    (typed_text.words, "tel:+91\u00a098765\u201143210", Taken("+91 98765-43210")),
    (typed_text.words, "mailto:ravi@example.com", Taken("ravi@example.com")),
    (typed_text.words, "\u0968\u0968 nov ", Taken("22 nov ")),
    (typed_text.words, "booking ravi", Taken("booking ravi")),
    (typed_text.digits(8), "\u0967\u0968 3x", Taken("123", "x")),
    (typed_text.digits(4), "12345", Taken("1234", "5")),
)


@pytest.mark.parametrize(("take", "typed", "taken"), _ALL)
def test_what_is_good_is_taken_and_the_rest_is_told(take: Take, typed: str, taken: Taken) -> None:
    assert take(typed) == taken
    assert take(taken.text) == Taken(taken.text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zo\xeb M\xfcller", "Zoe\u0308  Mu\u0308ller"),
        ("RAVI NAIR", "ravi\u00a0nair\u200b"),
        ("\u0915\u093c\u092e\u0930", "\u0958\u092e\u0930"),
        ("\uff21sha", "asha"),
    ],
)
def test_one_text_is_the_same_in_every_spelling(one: str, other: str) -> None:
    assert typed_text.same_text(one) == typed_text.same_text(other)


def test_other_letters_are_another_text() -> None:
    assert typed_text.same_text("Asha") != typed_text.same_text("\xc1sha")
