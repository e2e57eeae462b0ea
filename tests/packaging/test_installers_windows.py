"""What the installers for Windows are made of agrees with itself, with its README and with the locks."""

from __future__ import annotations

import io
import re
import struct
from pathlib import Path
from xml.parsers import expat

import pytest

import draw_icon
from app.ui.theme.style import LIGHT
from installers import launchers, msi, nsis, windows_native
from installers.errors import BuildError
from installers.locks import read_lock
from installers.windows import refuse_unfit
from tests.support.program import PROJECT

WINDOWS = PROJECT / "packaging" / "windows"
_WHOLE = (PROJECT / "packaging/README.md").read_text(encoding="utf-8")
README = _WHOLE.partition("## Installing on Windows")[2].partition("\n## ")[0]
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in WINDOWS.glob("*.ns[ih]")}
EPOCH = 1_750_000_000
NAMES = ["agency-counter.exe", "lib/app/main.pyc", "lib/app/it's & <more>.txt", "licenses/INDEX.txt"]


def elements(text: str) -> list[tuple[str, dict[str, str]]]:
    """The elements of a document in their order, with what they say; raises when it is not well formed."""
    found: list[tuple[str, dict[str, str]]] = []
    parser = expat.ParserCreate()

    def keep(name: str, told: dict[str, str]) -> None:
        found.append((name, told))

    parser.StartElementHandler = keep
    parser.ParseFile(io.BytesIO(text.encode()))
    return found


def test_windows_has_the_versions_of_the_other_lock() -> None:
    pins = re.findall(
        r"^([a-z0-9.-]+)==(\S+)( ; [^\\]*)?",
        (PROJECT / "packaging/requirements.lock").read_text(),
        re.MULTILINE,
    )
    wanted = {
        name: version
        for name, version, condition in pins
        if not re.search(r"sys_platform == 'linux'|python_full_version < '3\.1[23]'", condition)
    }
    assert {
        pin.name: pin.version for pin in read_lock(PROJECT / "packaging/requirements-windows.lock")
    } == wanted
    assert {"pywin32-ctypes", "tzdata"} <= set(wanted)


def test_the_launcher_asks_for_no_rights_and_takes_long_paths() -> None:
    told = elements((WINDOWS / "launcher.manifest").read_text(encoding="utf-8"))
    assert ("requestedExecutionLevel", {"level": "asInvoker", "uiAccess": "false"}) in told
    assert {"longPathAware", "activeCodePage", "dpiAwareness", "supportedOS"} <= {name for name, _ in told}
    assert launchers.numbers("1.2.3") == "1,2,3,0"


def test_the_icon_is_of_the_accent_in_all_sizes() -> None:
    icon = draw_icon.ICON.read_bytes()
    _, kind, count = struct.unpack_from("<3H", icon)
    sides = [icon[6 + 16 * each] or 256 for each in range(count)]
    assert (kind, tuple(sides)) == (1, draw_icon.SIZES)
    size, at = struct.unpack_from("<2I", icon, 6 + 16 * (count - 1) + 8)
    assert at + size == len(icon)
    assert LIGHT.accent_fill.name() == draw_icon.COLOUR


def test_the_uninstaller_removes_files_by_name_and_no_folder_that_holds_more() -> None:
    assert nsis.removal_of(["lib/a/b.pyc", "lib/c.pyc", "x.exe", "lib/$1.txt"]).splitlines() == [
        'Delete "$INSTDIR\\lib\\$$1.txt"',
        'Delete "$INSTDIR\\lib\\a\\b.pyc"',
        'Delete "$INSTDIR\\lib\\c.pyc"',
        'Delete "$INSTDIR\\x.exe"',
        'RMDir "$INSTDIR\\lib\\a"',
        'RMDir "$INSTDIR\\lib"',
    ]
    assert 'RMDir /r "$INSTDIR"' not in "".join(SCRIPTS.values())


def test_each_exit_status_is_told_to_administrators() -> None:
    told = set(re.findall(r"^\| (\d+) \| ", README, re.MULTILINE))
    assert set(re.findall(r"^!define [A-Z_]+ (\d+)$", SCRIPTS["common.nsh"], re.MULTILINE)) == told - {"0"}


def test_each_option_is_told_to_administrators() -> None:
    asked = set(re.findall(r'\$\{Option\} "(/[A-Za-z]+)"', SCRIPTS["installer.nsi"]))
    assert asked == {"/AllUsers", "/BASEURL", "/POLICY", "/NODESKTOP"}
    assert all(f"`{option}" in README for option in (*asked, "/REMOVEDATA", "/D="))


def test_each_sentence_is_there_in_both_languages() -> None:
    said = re.findall(r'^\$\{Say\} (\w+) (".*") ?(?:\\\n\s*)?(".*")$', SCRIPTS["languages.nsh"], re.MULTILINE)
    used = {name for text in SCRIPTS.values() for name in re.findall(r"\$\((\w+)\)", text)}
    assert {name for name, _, _ in said} == used
    assert all(re.search("[\u0900-\u097f]", hindi) and '"' not in hindi[1:-1] for _, _, hindi in said)


def test_both_installers_know_each_other() -> None:
    package = msi.TEMPLATE.read_text(encoding="utf-8")
    for key in ("UNINSTALL_KEY", "MSI_KEY", "POLICY_KEY"):
        found = re.search(rf'^!define {key} "(.+)"$', SCRIPTS["common.nsh"], re.MULTILINE)
        assert found
        assert f'Key="{found[1]}"' in package
    assert "17763" in package
    assert "17763" in SCRIPTS["installer.nsi"]


def test_the_package_names_each_file_once_and_is_well_formed() -> None:
    told = elements(msi.document(NAMES, "stage", {"version": "1.2.3", **msi.codes("1.2.3", "content")}))
    files = {each["Source"]: each["Name"] for name, each in told if name == "File"}
    assert files == {f"stage/{name}": Path(name).name for name in NAMES}
    components = [each["Id"] for name, each in told if name == "Component"]
    assert sorted(components) == sorted(each["Id"] for name, each in told if name == "ComponentRef")
    assert len(set(components)) == len(components)
    assert [each["Name"] for name, each in told if name == "Shortcut"] == ["Agency Counter"]
    assert {each["Name"] for name, each in told if name == "Directory" and "Name" in each} >= {
        "lib",
        "licenses",
    }
    assert not any("{" in value for _, each in told for value in each.values())


def test_an_upgrade_is_another_product_of_the_same_line() -> None:
    one, same, next_one = (msi.codes(*each) for each in (("1.2.3", "a"), ("1.2.3", "b"), ("1.2.4", "a")))
    assert one["upgrade"] == next_one["upgrade"]
    assert one["product"] == same["product"] != next_one["product"]
    assert len({each["package"] for each in (one, same, next_one)}) == 3
    assert msi.component("lib/a") == msi.component("lib/a") != msi.component("lib/b")


def test_a_package_bears_neither_chance_nor_the_clock() -> None:
    code = msi.codes("1.2.3", "content")["package"]

    def summary(of_chance: str, time: int) -> bytes:
        text = f"{{{of_chance}}}\0".encode()
        values = struct.pack("<2I", 0x1E, len(text)) + text + b"\0"
        at = 8 + 8 * 3
        places = ((9, at), (12, at + len(values)), (13, at + len(values) + 12))
        head = struct.pack("<2I", 0, 3) + b"".join(struct.pack("<2I", *each) for each in places)
        times = struct.pack("<IQ", 0x40, time) * 2
        mark = bytes.fromhex("e0859ff2f94f6810ab9108002b27b3d9")
        return b"before" + bytes(28) + mark + struct.pack("<I", 48) + head + values + times + b"behind"

    settled = msi.settled(summary("6F9619FF-8B86-D011-B42D-00C04FC964FF", 5), code, EPOCH)
    assert settled == msi.settled(summary("00000000-0000-0000-0000-000000000000", 7), code, EPOCH)
    assert code.upper().encode() in settled
    assert struct.pack("<Q", (EPOCH + 11_644_473_600) * 10_000_000) in settled
    with pytest.raises(BuildError, match="no summary"):
        msi.settled(b"something else", code, EPOCH)


@pytest.mark.parametrize("version", ["1.2", "1.2.3rc1", "256.0.0", "1.2.70000", "1.2.3.4"])
def test_a_version_that_windows_cannot_compare_is_refused(version: str) -> None:
    with pytest.raises(BuildError, match="no version for Windows"):
        refuse_unfit(version)


def test_this_version_can_be_compared() -> None:
    refuse_unfit("255.255.65535")
    found = re.search(r'^version = "(.+)"$', (PROJECT / "pyproject.toml").read_text(), re.MULTILINE)
    assert found
    refuse_unfit(found[1])


def test_what_every_windows_has_need_not_be_shipped() -> None:
    names = ["kernel32.dll", "api-ms-win-crt-heap-l1-1-0.dll", "winspool.drv", "qt6core.dll", "msvcp140.dll"]
    assert [each for each in names if not windows_native.is_of_windows(each)] == names[3:]
