"""Show a list with its truth, or measure how the program reads many.

python -m tests.support.passenger_lists SEED               prints a list, its truth and what came out
python -m tests.support.passenger_lists [SEED] --measure N  reads N lists, and prints what fails by layout
"""

from __future__ import annotations

import argparse
import io
import sys

from python_calamine import CalamineWorkbook

from tests.support.passenger_lists.judge import judged
from tests.support.passenger_lists.lists import given_list
from tests.support.passenger_lists.measuring import measured, read
from tests.support.passenger_lists.truth import FACTS, Content
from tests.support.passenger_lists.writing import FILES


def main(arguments: list[str]) -> int:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("--measure", type=int, default=0, metavar="N")
    wanted = parser.parse_args(arguments)
    if not wanted.measure:
        print(story(wanted.seed))
        return 0
    figures = measured(range(wanted.seed, wanted.seed + wanted.measure))
    print(figures.table())
    return 0 if figures.is_good else 1


def story(seed: int) -> str:
    """A list with its truth and what came out, where ? is a gap or a doubt beside the cell."""
    given = given_list(seed)
    outcome, truth = read(given), given.truth
    lines = [given.layout, f"travels on {given.day}, written on {given.form_day}", _text_of(given.content)]
    lines += [f"{row}. right: {[facts[fact] for fact in FACTS]}" for row, facts in enumerate(truth.people, 1)]
    for row, cells in enumerate(outcome.people):
        came = " | ".join(f"{cells[fact]}{'?' * ((row, fact) in outcome.asked)}" for fact in FACTS)
        lines.append(f"{row + 1}. came: {came}")
    open_cells = f"must ask {sorted(truth.must_ask)}, may ask {sorted(truth.may_ask)}"
    return "\n".join([*lines, open_cells, ": ".join(judged(outcome, truth))])


def _text_of(content: Content) -> str:
    if isinstance(content, str):
        return content
    name, data = content
    if name.endswith(".xlsx"):
        with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
            sheets = [(sheet, book.get_sheet_by_name(sheet).to_python()) for sheet in book.sheet_names]
        return "\n".join(f"[{sheet}]\n" + "\n".join(map(str, rows)) for sheet, rows in sheets)
    encoding = next((each for _, each, _ in FILES.values() if b"\0" in data and "16" in each), "utf-8")
    return f"{name}:\n{data.decode(encoding, 'replace')}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
