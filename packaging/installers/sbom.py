"""The bill of materials of a payload: CycloneDX 1.6, the same bytes for the same payload."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from email.parser import BytesParser
from pathlib import Path, PurePosixPath
from typing import Any, cast

from installers import manifest
from installers.inventory import LICENCES, SBOM, Inventory
from installers.locks import canonical
from installers.parts import Nested, Part

Json = dict[str, Any]
_FORM = {"bomFormat": "CycloneDX", "specVersion": "1.6"}
_SHOWN = 10
_PROGRAM = "agency-counter"


def write(root: Path, inventory: Inventory, epoch: int) -> None:
    """Write `<root>/sbom.cdx.json`: it tells the time `epoch` (seconds), and is numbered by its content."""
    owners = _owners(root, inventory)
    told = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        **_FORM,
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": _program(inventory, owners),
        },
        "components": [_component(part, owners) for part in inventory.parts],
        "dependencies": list(_dependencies(inventory)),
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(told, sort_keys=True))
    told = {**_FORM, "serialNumber": f"urn:uuid:{serial}", **told}
    (root / SBOM).write_text(
        json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8", newline="\n"
    )


def differences(root: Path) -> list[str]:
    """What the bill of materials tells otherwise than the payload is; empty when they are equal.

    Each file must belong to one component, each component must have its files, and each installed package
    must be told in its version.
    """
    told = json.loads((root / SBOM).read_text(encoding="utf-8"))
    left = set(manifest.files(root)) - {manifest.NAME}
    found: list[str] = []
    for component in (told["metadata"]["component"], *told["components"]):
        owned = {name for place in _places(component) for name in left if _covers(place, name)}
        if not owned:
            found.append(f"{component['name']} is told, and has no file")
        left -= owned
    found += [f"{name} belongs to no part that is told" for name in sorted(left)[:_SHOWN]]
    purls = {component.get("purl") for component in told["components"]}
    installed = set(_installed(root))
    found += [f"{purl} is installed, and not told" for purl in sorted(installed - purls)]
    pypi = {purl for purl in purls if str(purl).startswith("pkg:pypi/")}
    return found + [f"{purl} is told, and not installed" for purl in sorted(pypi - installed)]


def _installed(root: Path) -> Iterator[str]:
    """The addresses of the Python packages that the payload has metadata of."""
    for path in root.rglob("*.dist-info/METADATA"):
        about = BytesParser().parsebytes(path.read_bytes(), headersonly=True)
        yield f"pkg:pypi/{canonical(str(about['Name']))}@{about['Version']}"


def _owners(root: Path, inventory: Inventory) -> dict[str, str]:
    """Each file of the payload, papers included, with the address of its part; the program's has none."""
    owners = {name: part.purl for part in inventory.parts for name in part.files}
    papers = [name for name in manifest.files(root) if name.startswith(LICENCES)]
    return {**owners, **dict.fromkeys([*inventory.own, *papers, SBOM], "")}


def _program(inventory: Inventory, owners: dict[str, str]) -> Json:
    installed = inventory.installed
    return {
        "type": "application",
        "bom-ref": _PROGRAM,
        "name": "agency-counter",
        "version": installed["version"],
        "description": f"Agency Counter for {installed['system'].capitalize()}",
        "evidence": _evidence("", owners),
    }


def _component(part: Part, owners: dict[str, str]) -> Json:
    told: Json = {
        "type": part.kind,
        "bom-ref": part.purl,
        "name": part.name,
        "purl": part.purl,
        "licenses": [{"expression": part.licence}],
        "evidence": _evidence(part.purl, owners),
    }
    if part.version:
        told["version"] = part.version
    if part.digest:
        told["hashes"] = [{"alg": "SHA-256", "content": part.digest}]
    if part.nested:
        told["components"] = [_nested(each, part) for each in part.nested]
    return told


def _nested(nested: Nested, part: Part) -> Json:
    told: Json = {
        "type": "library",
        "bom-ref": f"{part.purl}#{nested.name}@{nested.version}",
        "name": nested.name,
        "purl": nested.purl,
        "licenses": [{"expression": nested.licence}],
    }
    if nested.version:
        told["version"] = nested.version
    if nested.author:
        told["authors"] = [{"name": nested.author}]
    if nested.digest:
        told["hashes"] = [{"alg": "SHA-256", "content": nested.digest}]
    return told


def _evidence(purl: str, owners: dict[str, str]) -> Json:
    return {"occurrences": [{"location": place} for place in _folded(purl, owners)]}


def _folded(purl: str, owners: dict[str, str]) -> list[str]:
    """The files of a part; a folder, with a slash, stands for all in it where nothing else lies there."""
    foreign = {f"{folder}/" for name, owner in owners.items() if owner != purl for folder in _folders(name)}
    places: set[str] = set()
    for name in (name for name, owner in owners.items() if owner == purl):
        whole = [f"{folder}/" for folder in _folders(name) if f"{folder}/" not in foreign]
        places.add(min(whole, key=len, default=name))
    return sorted(places)


def _folders(name: str) -> list[str]:
    return [str(folder) for folder in PurePosixPath(name).parents][:-1]


def _dependencies(inventory: Inventory) -> Iterator[Json]:
    yield {"ref": _PROGRAM, "dependsOn": list(inventory.needs)}
    for part in inventory.parts:
        inside = [f"{part.purl}#{each.name}@{each.version}" for each in part.nested]
        yield {"ref": part.purl, "dependsOn": sorted([*part.needs, *inside])}


def _places(component: Json) -> list[str]:
    occurrences = cast("list[Json]", component.get("evidence", {}).get("occurrences", []))
    return [str(each["location"]) for each in occurrences]


def _covers(place: str, name: str) -> bool:
    return name.startswith(place) if place.endswith("/") else name == place
