"""How large the house is: `python -m tests.house.figures` prints it, and holds nothing against anybody."""

from __future__ import annotations

from collections import Counter
from statistics import median, quantiles

from tests.support.house_rules import Module, lengths
from tests.support.program import PROJECT


def main() -> None:
    """Print files, lines, entries, the largest folder, and how long files and functions are."""
    for folder in ("app", "tests", "packaging"):
        paths = sorted((PROJECT / folder).rglob("*.py"))
        modules = [Module(str(path), path.read_text(encoding="utf-8")) for path in paths]
        lines = [module.text.count("\n") for module in modules]
        functions = [each for module in modules for each in lengths(module)]
        entries = sum(each.name != "__pycache__" for each in (PROJECT / folder).iterdir())
        print(f"{folder}: {len(paths)} files, {sum(lines)} lines, {entries} entries")
        (largest, count), *_ = Counter(path.parent for path in paths if path.stem != "__init__").most_common(
            1
        )
        print(f"  largest folder: {largest.relative_to(PROJECT)}, {count} modules")
        print(f"  lines of a file: {_spread(lines)}")
        print(f"  lines of a function: {_spread(functions)}")
    print("lines by room:")
    for room, count in sorted(_lines_by_room().items()):
        print(f"  {room}: {count}")


def _spread(numbers: list[int]) -> str:
    last_twentieth = quantiles(numbers, n=20)[-1]
    return f"median {median(numbers):.0f}, 95th percentile {last_twentieth:.0f}, most {max(numbers)}"


def _lines_by_room() -> Counter[str]:
    found: Counter[str] = Counter()
    for path in (PROJECT / "app").rglob("*.py"):
        room = path.relative_to(PROJECT).parent.as_posix()
        found[room] += path.read_text(encoding="utf-8").count("\n")
    return found


if __name__ == "__main__":
    main()
