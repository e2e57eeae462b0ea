"""The rooms of the house: how many there are, how large they are, and which of them know each other."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

from tests.support.program import PROJECT

MOST_ENTRIES = 12
"""Of `app` itself: files and folders."""
MOST_MODULES = 25
"""Of a folder, without what lies in its own folders."""
NEIGHBOURS = {
    "basket": ("bookings", "sale", "vouchers"),
    "bookings": (),
    "cancellation": ("bookings", "sale"),
    "catalogue": (),
    "connection": (),
    "customer_window": ("vouchers",),
    "day_close": (),
    "documents": (),
    "free_now": ("catalogue", "sale"),
    "handbook": (),
    "moving": ("cancellation", "sale", "slots"),
    "passengers": ("catalogue", "documents", "sale"),
    "quotations": ("vouchers",),
    "sale": ("vouchers",),
    "settings": ("vouchers", "wallet"),
    "slots": ("sale",),
    "storm": ("cancellation", "travelling"),
    "till": ("vouchers",),
    "to_do": (),
    "travelling": ("vouchers",),
    "vouchers": (),
    "wallet": (),
}
"""Of each feature of the screen those that it may import; of the others it knows nothing."""
_BESIDE = {"flows", "kit", "theme", "window"}


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Every import of the program, also those inside functions and for types alone."""
    return grimp.build_graph("app", cache_dir=None)


def modules() -> list[Path]:
    """Every module of the program, by its path from the root."""
    return sorted(path.relative_to(PROJECT) for path in (PROJECT / "app").rglob("*.py"))


def folder_of(module: str) -> str:
    """The folder that a module lies in."""
    is_package = (PROJECT / module.replace(".", "/")).is_dir()
    return module if is_package else module.rpartition(".")[0]


def arrows(graph: grimp.ImportGraph) -> dict[str, set[str]]:
    """Of each folder those that its modules import from."""
    found: dict[str, set[str]] = defaultdict(set)
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            if folder_of(imported) != folder_of(module):
                found[folder_of(module)].add(folder_of(imported))
    return dict(found)


def test_the_program_has_few_entries() -> None:
    entries = [each.name for each in (PROJECT / "app").iterdir() if each.name != "__pycache__"]
    assert len(entries) <= MOST_ENTRIES, entries


def test_no_folder_is_a_drawer() -> None:
    held = Counter(path.parent.as_posix() for path in modules() if path.name != "__init__.py")
    assert [(folder, count) for folder, count in held.items() if count > MOST_MODULES] == []
    assert len(held) > MOST_ENTRIES


def test_no_folders_import_each_other_in_a_circle(graph: grimp.ImportGraph) -> None:
    tuple(TopologicalSorter(arrows(graph)).static_order())


def test_a_circle_would_be_seen(graph: grimp.ImportGraph) -> None:
    graph.add_import(importer="app.core.settings", imported="app.commands.main")
    with pytest.raises(CycleError):
        tuple(TopologicalSorter(arrows(graph)).static_order())
    graph.remove_import(importer="app.core.settings", imported="app.commands.main")


def test_a_class_name_stands_once() -> None:
    """One name for one thing: a reader need not ask which of two is meant."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in modules():
        for node in ast.parse((PROJECT / path).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path.as_posix())
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
    assert len(places) > MOST_ENTRIES


def test_a_feature_of_the_screen_imports_the_features_it_may(graph: grimp.ImportGraph) -> None:
    features = {each.name for each in (PROJECT / "app/ui").iterdir() if each.is_dir()} - _BESIDE
    assert features - {"__pycache__"} == NEIGHBOURS.keys()
    known = {
        feature: {
            other
            for other in NEIGHBOURS
            if other != feature
            and graph.direct_import_exists(
                importer=f"app.ui.{feature}", imported=f"app.ui.{other}", as_packages=True
            )
        }
        for feature in NEIGHBOURS
    }
    assert known == {feature: set(others) for feature, others in NEIGHBOURS.items()}
