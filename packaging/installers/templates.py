"""Files of the packages that wait for a value: `@NAME@` in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from installers.errors import BuildError

_PLACE = re.compile(r"@([A-Z0-9_]+)@")


def filled(template: Path, values: Mapping[str, str]) -> str:
    """The text with each `@NAME@` replaced. Raises BuildError for one that has no value."""
    text = template.read_text(encoding="utf-8")
    unknown = sorted(set(_PLACE.findall(text)) - values.keys())
    if unknown:
        raise BuildError(f"{template.name} asks for {', '.join(unknown)}, and nothing says it.")
    return _PLACE.sub(lambda found: values[found[1]], text)
