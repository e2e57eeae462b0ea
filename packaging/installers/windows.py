"""The Windows side of the build, on Linux: what it needs of others, its payload, and both installers."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path

import interpreter
from installers import (
    fetching,
    inventory,
    launchers,
    manifest,
    msi,
    nsis,
    papers,
    payload,
    sums,
    windows_native,
    windows_runtime,
)
from installers.errors import BuildError
from installers.fetching import Target
from installers.locks import read_lock, wheels_of
from installers.options import Options
from installers.runtime import Runtime
from installers.signing import Signing
from installers.tools import require

LOCK = "requirements-windows.lock"
MINOR = "3.13"
WINDOWS = Target(("win_amd64",), MINOR)
TOOLS = {
    **launchers.TOOLS,
    **windows_native.TOOLS,
    **msi.TOOLS,
    "makensis": "nsis",
    "osslsigncode": "osslsigncode",
}
_PAPERS = (inventory.SBOM, manifest.NAME)
# The numbers that an .msi compares: three, and no larger.
_VERSION = re.compile(r"(\d{1,3})\.(\d{1,3})\.(\d{1,5})")
_LARGEST = (255, 255, 65_535)


def fetch(options: Options) -> None:
    """Fill the wheelhouse with all that the build needs. Raises BuildError."""
    house = options.wheelhouse / "windows"
    fetching.fetch_wheels(options.packaging / LOCK, WINDOWS, house, options.checkout.root)
    windows_runtime.fetch(options.wheelhouse / "runtime")


def build(options: Options) -> list[Path]:
    """Make both installers, and give the paths of all artefacts in the folder for them. Raises BuildError."""
    require(TOOLS)
    refuse_unfit(options.version)
    began = time.monotonic()
    signing = Signing(options.sign)
    root = stage(options, signing)
    size, count = payload.size_of(root)
    began = payload.tell(f"{root}, {count} files", size, began)
    epoch, version = options.checkout.epoch(), options.version
    setup = nsis.make_installer(root, version, epoch, options.out, is_quick=options.is_quick)
    began = payload.tell(setup.name, setup.stat().st_size, began)
    package = msi.make(root, version, epoch, options.build / "msi", options.out)
    payload.tell(package.name, package.stat().st_size, began)
    prefix = f"{launchers.WINDOWED}-{version}-windows"
    kept = [Path(shutil.copyfile(root / name, options.out / f"{prefix}.{name}")) for name in _PAPERS]
    return [setup, package, *kept, sums.publish(options.out, version, "windows", signing)]


def stage(options: Options, signing: Signing) -> Path:
    """The payload, staged anew beneath the build folder, with its papers. Raises BuildError."""
    compiler = _compiler()
    python = _python(options)
    runtime = _runtime(options, python, compiler)
    root = options.build / "stage" / "windows"

    def finish(tree: Path) -> None:
        for launcher in launchers.build(options.version, python.tag, options.build / "launchers"):
            signing.sign(launcher)
            shutil.copyfile(launcher, tree / launcher.name)
        windows_native.drop_unused(tree)
        windows_native.refuse_incomplete(tree)
        # Its place among the papers; it can be made when all names are known.
        (tree / nsis.UNINSTALLER).touch()

    staging = payload.Staging(
        system="windows",
        version=options.version,
        checkout=options.checkout,
        runtime=runtime,
        made_of=[python.folder],
        wheels=wheels_of(read_lock(options.packaging / LOCK), options.wheelhouse / "windows"),
        python=python.version,
        compiler=compiler,
    )
    payload.stage(staging, root, finish)
    names = manifest.files(root)
    made = nsis.make_uninstaller(
        names, options.version, options.checkout.epoch(), options.build / "uninstaller"
    )
    signing.sign(made)
    shutil.copyfile(made, root / nsis.UNINSTALLER)
    papers.write(root, staging.wheels, staging.made_of, options.checkout.epoch())
    if manifest.files(root) != names:
        raise BuildError("The papers name other files than before: the uninstaller would not know them.")
    payload.normalise(root, options.checkout.epoch())
    return root


def refuse_unfit(version: str) -> None:
    """Raise BuildError for a version that Windows Installer cannot compare."""
    found = _VERSION.fullmatch(version)
    if not found or any(int(part) > most for part, most in zip(found.groups(), _LARGEST, strict=True)):
        raise BuildError(f"{version} is no version for Windows: three numbers are, up to 255.255.65535.")


def _compiler() -> Path | None:
    """A Python here that writes the bytecode that the one inside reads."""
    found = interpreter.find(MINOR)
    if found is None:
        print(f"No Python {MINOR} was found here: the sources ship, and each start compiles them anew.")
    return Path(found) if found else None


def _python(options: Options) -> windows_runtime.Verified:
    if options.runtime is not None:
        return windows_runtime.verify(options.runtime)
    package = windows_runtime.fetched(options.wheelhouse / "runtime")
    folder = options.build / "runtime" / "cpython"
    shutil.rmtree(folder, ignore_errors=True)
    return windows_runtime.verify(windows_runtime.unpack(package, folder))


def _runtime(options: Options, python: windows_runtime.Verified, compiler: Path | None) -> Runtime:
    modules = options.build / "runtime" / "library"
    shutil.rmtree(modules, ignore_errors=True)
    for name in python.library:
        target = modules / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(python.folder / "Lib" / name, target)
    if compiler is not None:
        payload.compile_sources(modules, compiler)
    return windows_runtime.lay_out(python, modules, options.build / "runtime" / "windows")
