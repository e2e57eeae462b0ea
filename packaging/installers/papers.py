"""The papers of a payload, written when all else lies in it: licences, bill of materials, manifest."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from installers import inventory, licences, manifest, sbom
from installers.errors import BuildError
from installers.parts import read_book


def write(root: Path, wheels: Iterable[Path], runtime: Iterable[Path], epoch: int) -> str:
    """Write `licenses/`, `sbom.cdx.json` and `MANIFEST.sha256` into the root; gives the manifest's SHA-256.

    `wheels` are those that were unpacked into it (one of which nothing stayed is told nowhere), `runtime` the
    Debian packages, or the folder of the Windows runtime. `installed.json` must be there already. Raises
    BuildError when a file belongs to no part, or a part has no licence text.
    """
    book = read_book()
    sources = inventory.read_sources(list(wheels), list(runtime), book)
    taken = inventory.take(root, sources, book)
    licences.collect(root, taken)
    sbom.write(root, taken, epoch)
    if wrong := sbom.differences(root):
        raise BuildError(f"{inventory.SBOM} is not what is installed: {'; '.join(wrong)}")
    return manifest.write(root)
