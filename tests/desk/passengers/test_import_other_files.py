"""What is chosen as a list and is none is told by what it is; the tables of web pages are lists."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from app.core.language import tr
from app.desk.passengers.import_other_files import cells_of_html, what_it_is

CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Arjun Nair\r\nEND:VCARD\r\n"
MAIL = "From: asha@reef.example\r\nTo: desk@reef.example\r\nSubject: The list\r\n\r\nArjun Nair 41 M\r\n"
PEOPLE = [{"name": "Arjun Nair", "age": 41}, {"name": "Meera Nair", "age": 38}]
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
ODF = "application/vnd.oasis.opendocument."


def zipped(*names: str, kind: str = "") -> bytes:
    """An archive with these parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in names:
            archive.writestr(name, kind if name == "mimetype" else "<x/>")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "is a PDF"),
        (b"\xef\xbb\xbf%PDF-1.4\n1 0 obj\n", "is a PDF"),
        (b"\r\n" * 300 + b"%PDF-1.4\n1 0 obj\n", "is a PDF"),
        (rb"{\rtf1\ansi{\fonttbl}Arjun Nair\tab 41}", "is a text of an office suite"),
        (b" {\\rtf1 Arjun}", "is a text of an office suite"),
        (json.dumps(PEOPLE).encode(), "is data of another program (JSON)"),
        (b"\xef\xbb\xbf" + json.dumps({"people": PEOPLE}, indent=1).encode(), "JSON"),
        ("\n".join(map(json.dumps, PEOPLE)).encode(), "JSON"),
        (json.dumps(PEOPLE).encode("utf-16"), "JSON"),
        (MAIL.encode(), "is an e-mail"),
        (b"Received: from a\n by b\nReturn-Path: <c>\nMessage-ID: <d>\n\nArjun", "is an e-mail"),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related\nSubject: List\n\n<table>", "is an e-mail"),
        (OLE + "__substg1.0_0037001F".encode("utf-16-le"), "is an e-mail"),
        (CARD.encode(), "is a card of a contact"),
        (CARD.lower().encode(), "is a card of a contact"),
        (CARD.encode("utf-16"), "is a card of a contact"),
        (b"BEGIN:VCALENDAR\nVERSION:2.0\n", "is an entry of a calendar"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "is a picture"),
        (b"\x89PNG\r\n\x1a\n", "is a picture"),
        (b"GIF89a\x01\x00\x01\x00", "is a picture"),
        (b"BM\x36\x00\x00\x00", "is a picture"),
        (b"II*\x00\x08\x00", "is a picture"),
        (b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00heicmif1", "is a picture"),
        (b"<svg xmlns='x'></svg>", "is a picture"),
        (b"OggS\x00\x02", "is a sound"),
        (b"\x00\x00\x00\x18ftypmp42", "is a film or a sound"),
        (b"SQLite format 3\x00", "is a database"),
        (zipped("[Content_Types].xml", "word/document.xml"), "is a text of Word"),
        (OLE + "WordDocument".encode("utf-16-le"), "is a text of Word"),
        (zipped("[Content_Types].xml", "ppt/presentation.xml"), "is a presentation"),
        (zipped("mimetype", "content.xml", kind=f"{ODF}text"), "is a text of an office suite"),
        (zipped("mimetype", kind=f"{ODF}presentation"), "is a presentation"),
        (zipped("lists/party.csv"), "is an archive with files in it"),
        (b"Rar!\x1a\x07\x00", "is an archive with files in it"),
        (
            b"<!DOCTYPE html><html><body><p>Log in first</p></body></html>",
            "is a web page or XML without a table",
        ),
        (b"<?xml version='1.0'?><people/>", "is a web page or XML without a table"),
    ],
)
def test_what_is_no_list_is_told_by_what_it_is(data: bytes, said: str) -> None:
    sentence = what_it_is(data)
    assert sentence is not None
    told = tr(sentence, name="party.xls")
    assert f"party.xls {said}" in told or (told.startswith("party.xls is ") and said in told)
    assert "{" not in told
    assert "Arjun" not in told


@pytest.mark.parametrize(
    "data",
    [
        b"Name,Age\nArjun Nair,41\n",
        "Arjun Nair 41 M\nMeera Nair 38 F".encode("utf-16"),
        "नाम;आयु\nअर्जुन;41".encode(),
        b"BM,MZ,ID3\nArjun,Nair,41\n",
        b"From: Reef Tours\nArjun Nair 41 M\nMeera Nair 38 F\n",
        b"To: the counter\nSubject: our party\n\nArjun Nair 41 M\n",
        b"[1] Arjun Nair 41 M\n[2] Meera Nair 38 F\n",
        b"[21/11/26, 10:15:00] Ravi: Arjun Nair 41 M\n",
        b"{Arjun} Nair 41\n",
        b"<Arjun Nair>, 41\n",
        b"<html><table><tr><td>Arjun Nair<td>41</table></html>",
        zipped("[Content_Types].xml", "xl/workbook.xml"),
        zipped("xl/workbook.bin"),
        zipped("mimetype", "content.xml", kind=f"{ODF}spreadsheet"),
        OLE + "Workbook".encode("utf-16-le"),
        OLE + "EncryptedPackage".encode("utf-16-le"),
        b"PK\x03\x04 cut off",
        b"",
        b"\x00\xff\xfe",
    ],
)
def test_what_may_be_a_list_is_not_told_to_be_something_else(data: bytes) -> None:
    assert what_it_is(data) is None


ROWS = [["Name", "Age", "Sex"], ["Arjun Nair", "41", "M"], ["Meera Nair", "38", "F"]]
PAGE = """<html xmlns:o="x"><head><title>List</title><style>td {color: red}</style></head><body>
<table border=1><tr><th>Name</th><th>Age</th><th>Sex</th></tr>
<tr><td>Arjun&nbsp;Nair</td><td x:num>41</td><td>M</td></tr>
<tr><td>Meera
 Nair</td><td>38</td><td>F</td></tr></table></body></html>"""
BOOK = """<?xml version="1.0"?><Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Worksheet ss:Name="List"><Table>
<Row><Cell><Data ss:Type="String">Name</Data></Cell><Cell ss:Index="3"><Data>Born</Data></Cell></Row>
<Row ss:Hidden="1"><Cell><Data>Ravi</Data></Cell></Row>
<Row><Cell><Data>Arjun &amp; Co</Data></Cell><Cell ss:Index="3"><Data>
1985-12-24T00:00:00.000</Data></Cell></Row>
</Table></Worksheet></Workbook>"""


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (PAGE, ROWS),
        (f"\ufeff\n{PAGE.upper().replace('&NBSP;', ' ')}", [[each.upper() for each in row] for row in ROWS]),
        (BOOK, [["Name", "", "Born"], ["Arjun & Co", "", "1985-12-24"]]),
        ("<table><tr><td>A<td>B<tr><td>C<td>D</table>", [["A", "B"], ["C", "D"]]),
        (
            "<table><tr><td colspan=2>Party<td>X<tr><td rowspan=2>Nair<td>Arjun<td>4<tr><td>Mia<td>3</table>",
            [["Party", "", "X"], ["Nair", "Arjun", "4"], ["", "Mia", "3"]],
        ),
        ("<div><table><tr><td>Title<table><tr><td>A<td>1</table></td></tr></table>", [["Title"], ["A", "1"]]),
        ("<table><tr><td>A<br>B</td><td><p>C</p><p>D</p></td></tr></table>", [["A B", "C D"]]),
        ("<table><tr><td>A<script>var b = '<td>';</script></td></tr></table>", [["A"]]),
        ("<table><tr style='display: none'><td>Ravi</td></tr><tr><td>A</td></tr></table>", [["A"]]),
        ("<table><tr><td colspan='99999999'>A<td rowspan='-1'>B</table>", [["A", "B"]]),
        ("<html><![odd[x]]><p>A</p>", None),
        ("<p>Arjun Nair 41 M</p>", None),
        ("<table></table>", None),
        ("Name,Age\n<b>Arjun</b>,41", None),
        ("", None),
    ],
)
def test_the_tables_of_a_web_page_are_cells(text: str, rows: list[list[str]] | None) -> None:
    assert cells_of_html(text) == rows
