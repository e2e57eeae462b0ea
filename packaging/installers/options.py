"""What a person may say to a build."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from installers.checkout import Checkout


@dataclass(frozen=True)
class Options:
    """The choices of one run of `packaging/build.py`."""

    checkout: Checkout
    version: str
    wheelhouse: Path
    """Where fetched files lie: `linux`, `windows`, `debian` and `tools`."""
    build: Path
    """For what is made on the way."""
    out: Path
    """For the artefacts."""
    runtime: Path | None
    """A ready runtime in the place of the one that the build would make."""
    sign: str
    """The command that signs each artefact; empty for none."""
    is_quick: bool
    """Whether to compress fast instead of well."""

    @property
    def packaging(self) -> Path:
        """The folder of the locks and of each system's own files."""
        return self.checkout.root / "packaging"
