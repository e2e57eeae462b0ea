"""Every benchmark and long run can be started in its smallest round."""

from __future__ import annotations

from tests.benchmarks import smallest


def test_every_file_of_the_folder_is_started_or_shared() -> None:
    # What is started asks for its numbers in the one way that has a smallest round.
    texts = {each: (smallest.FOLDER / f"{each}.py").read_text(encoding="utf-8") for each in smallest.names()}
    assert "headline" in texts
    assert [name for name, text in texts.items() if "asked(" not in text and "[SMALLEST]" not in text] == []
