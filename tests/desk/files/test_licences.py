"""The licences of an installed program, and of a checkout, are found and can be read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.core.installation import this_program
from app.desk.files.licences import Paper, papers_of

LONGEST = 400_000


def test_a_checkout_has_those_of_its_fonts_and_icons() -> None:
    papers = papers_of(replace(this_program(), root=None))
    assert [each.name for each in papers] == ["Inter", "JetBrainsMono", "NotoSansDevanagari", "Lucide"]
    assert "SIL OPEN FONT LICENSE" in papers[0].text()


def test_an_installed_program_has_those_of_all_its_parts_and_their_list(tmp_path: Path) -> None:
    program = replace(this_program(), root=tmp_path)
    assert papers_of(program) == ()
    for name in ("INDEX.txt", "httpx/LICENSE.md", "Qt/LGPL-3.0.txt"):
        (tmp_path / "licenses" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "licenses" / name).write_text(name, encoding="utf-8")
    assert [each.name for each in papers_of(program)] == ["INDEX", "Qt/LGPL-3.0", "httpx/LICENSE"]
    (tmp_path / "sbom.cdx.json").write_text("{}", encoding="utf-8")
    assert [each.name for each in papers_of(program)][-1] == "sbom.cdx.json"
    assert papers_of(program)[1].text() == "Qt/LGPL-3.0.txt"


def test_a_text_that_is_very_long_or_gone_says_so(tmp_path: Path) -> None:
    paper = Paper("long", tmp_path / "long.txt")
    assert paper.text() == f"{paper.path} cannot be read: No such file or directory."
    paper.path.write_bytes(b"x" * LONGEST)
    assert paper.text() == "x" * LONGEST
    paper.path.write_bytes(b"x" * LONGEST + b"yz\xff")
    assert paper.text() == "x" * LONGEST + f"\n\nThe rest stands in {paper.path}."
