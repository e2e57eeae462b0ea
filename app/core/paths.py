"""The folders of the program: its package, and the resources beside it."""

from pathlib import Path

LIBRARY = Path(__file__).resolve().parents[2]
"""The folder that holds the package `app`: the root of a checkout, or `lib` of an installed program."""
RESOURCES = LIBRARY / "resources"
