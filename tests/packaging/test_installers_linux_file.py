"""The single file for Linux: it installs whole or not at all, and never stands between a clerk and money."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packaging.installer_file import Computer, make_file, new_computer
from tests.support.program import PROJECT

RUNS, OPEN, NEWER, UNFIT = 3, 4, 5, 6


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The file of each version."""
    folder = tmp_path_factory.mktemp("files")
    extras = {"0.9.0": "gone_later", "0.10.0": "new_in_ten"}
    return {version: make_file(folder, version, extra) for version, extra in extras.items()}


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return new_computer(tmp_path)


@pytest.fixture
def with_old(computer: Computer, files: dict[str, Path]) -> Computer:
    assert computer.run(files["0.9.0"], "--silent").returncode == 0
    return computer


def test_it_installs_for_the_clerk_alone(computer: Computer, files: dict[str, Path]) -> None:
    ended = computer.run(files["0.9.0"])
    assert (ended.returncode, ended.stderr) == (0, "")
    assert computer.is_whole("0.9.0")
    assert computer.leftovers() == []
    assert (computer.home / ".local/bin/agency-counter").resolve() == computer.root / "agency-counter"
    entry = (computer.home / ".local/share/applications/agency-counter.desktop").read_text()
    program = str(computer.root / "agency-counter").replace("%", "%%")
    assert entry.splitlines() == ["[Desktop Entry]", "Name=Agency Counter", f'Exec="{program}"']


def test_an_upgrade_takes_the_place_of_the_old_version_whole(
    with_old: Computer, files: dict[str, Path]
) -> None:
    """0.10 is newer than 0.9, though its name sorts before."""
    ended = with_old.run(files["0.10.0"], "--silent")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert with_old.is_whole("0.10.0")
    assert with_old.leftovers() == []
    assert with_old.data.read_text() == "sold"


def test_an_older_version_is_refused(with_old: Computer, files: dict[str, Path]) -> None:
    assert with_old.run(files["0.10.0"]).returncode == 0
    ended = with_old.run(files["0.9.0"])
    assert ended.returncode == NEWER
    assert ended.stderr == "Version 0.10.0 is installed, which is newer than 0.9.0: nothing was changed.\n"
    assert with_old.is_whole("0.10.0")


@pytest.mark.parametrize("status", [RUNS, OPEN])
def test_nothing_is_replaced_when_the_installed_version_says_no(
    with_old: Computer, files: dict[str, Path], status: int
) -> None:
    with_old.says(status, "Not now.")
    ended = with_old.run(files["0.10.0"])
    assert (ended.returncode, ended.stderr) == (status, "Not now.\n")
    assert with_old.is_whole("0.9.0")
    assert with_old.leftovers() == []


def test_one_that_cannot_say_is_not_replaced(with_old: Computer, files: dict[str, Path]) -> None:
    with_old.says(1, "Traceback")
    ended = with_old.run(files["0.10.0"])
    assert ended.returncode == 1
    assert "could not say whether it may be replaced: Traceback" in ended.stderr
    assert with_old.is_whole("0.9.0")


def test_a_counter_that_is_opened_meanwhile_is_not_replaced(
    with_old: Computer, files: dict[str, Path]
) -> None:
    """It may be opened while the new version is unpacked."""
    with_old.says(0, "A counter runs.")
    with_old.tool("gzip", f'echo {RUNS} >"$HOME/status"; exec /bin/gzip "$@"')
    ended = with_old.run(files["0.10.0"])
    assert (ended.returncode, ended.stderr) == (RUNS, "A counter runs.\n")
    assert with_old.is_whole("0.9.0")
    assert with_old.leftovers() == []


def test_what_goes_wrong_after_the_swap_is_taken_back(with_old: Computer, files: dict[str, Path]) -> None:
    menu = with_old.home / ".local/share/applications/agency-counter.desktop"
    menu.unlink()
    menu.mkdir()
    (menu / "somebody's").touch()
    with_old.tool("mv", 'case "$*" in *desktop*) exit 1 ;; *) exec /bin/mv "$@" ;; esac')
    assert with_old.run(files["0.10.0"]).returncode != 0
    assert with_old.is_whole("0.9.0")
    assert with_old.leftovers() == []


def test_a_disk_that_fails_leaves_the_old_version(with_old: Computer, files: dict[str, Path]) -> None:
    with_old.tool("tar", "exit 2")
    ended = with_old.run(files["0.10.0"])
    assert (ended.returncode, "could not be written to" in ended.stderr) == (1, True)
    assert with_old.is_whole("0.9.0")
    assert with_old.leftovers() == []


@pytest.mark.parametrize(
    ("tool", "script", "status", "words"),
    [
        ("uname", "[ $1 = -m ] && echo aarch64 || echo Linux", UNFIT, "this is Linux on aarch64"),
        ("getconf", "echo glibc 2.12", UNFIT, "needs glibc 2.17 (Debian 12"),
        ("getconf", "exit 1", UNFIT, "and this has none"),
        ("df", "echo Head; echo '/dev/a b 9000 8999 1 100% /a'", 1, "has 0 MB free"),
    ],
)
def test_a_computer_that_cannot_run_it_is_told_why(
    computer: Computer, files: dict[str, Path], *, tool: str, script: str, status: int, words: str
) -> None:
    computer.tool(tool, script)
    ended = computer.run(files["0.9.0"])
    assert ended.returncode == status
    assert words in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not computer.root.exists()


def test_verify_tells_a_whole_file_from_a_changed_one(
    computer: Computer, files: dict[str, Path], tmp_path: Path
) -> None:
    whole = files["0.9.0"].read_bytes()
    assert computer.run(files["0.9.0"], "--verify").returncode == 0
    head = whole.index(b"\n####")
    places = [number * head // 6 for number in range(6)]
    places += [head + number * (len(whole) - head) // 6 for number in range(6)]
    changed = tmp_path / "changed.run"
    for number, place in enumerate(places):
        byte = whole[place] ^ (1 << number % 8)
        changed.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
        assert computer.run(changed, "--verify").returncode != 0, place
    for cut in (whole[:-1], whole + b"x"):
        changed.write_bytes(cut)
        assert "damaged or was changed" in computer.run(changed, "--silent").stderr
    assert not computer.root.exists()


def test_an_address_is_preset_once(computer: Computer, files: dict[str, Path]) -> None:
    policy = computer.home / ".config/agency-counter/policy.json"
    address = "https://counter.example:8443/api/v1?a=b&c=%20"
    assert computer.run(files["0.9.0"], "--base-url", address).returncode == 0
    assert policy.read_text() == f'{{"base_url": "{address}"}}\n'
    assert computer.run(files["0.10.0"], "--base-url", address).returncode == 0
    ended = computer.run(files["0.10.0"], "--base-url", "https://other.example/")
    assert (ended.returncode, "is there already" in ended.stderr) == (1, True)
    other = computer.home / "theirs.json"
    other.write_text('{"language": "hi"}')
    assert computer.run(files["0.10.0"], "--policy", str(other)).returncode == 0
    assert policy.read_text() == '{"language": "hi"}'


@pytest.mark.parametrize(
    "arguments",
    [
        ["--base-url", 'https://a"}'],
        ["--base-url", "ftp://a"],
        ["--base-url"],
        ["--policy", "/nowhere"],
        ["--remove-data"],
        ["--prefix", "here"],
        ["--machine"],
        ["--what"],
    ],
)
def test_what_is_asked_wrongly_changes_nothing(
    computer: Computer, files: dict[str, Path], arguments: list[str]
) -> None:
    assert computer.run(files["0.9.0"], *arguments).returncode == 2
    assert not computer.root.exists()
    assert not (computer.home / ".config").exists()


def test_it_is_removed_and_the_data_stays(with_old: Computer, files: dict[str, Path]) -> None:
    with_old.says(OPEN, "1 outcome is open.")
    assert with_old.run(files["0.9.0"], "--uninstall").returncode == 0
    left = [path for path in (with_old.home / ".local").rglob("*") if path.is_file() or path.is_symlink()]
    assert left == [with_old.data]


def test_data_is_deleted_when_it_is_asked_for_and_answered(
    with_old: Computer, files: dict[str, Path]
) -> None:
    asked = (files["0.9.0"], "--uninstall", "--remove-data")
    with_old.says(OPEN, "1 outcome is open.")
    assert with_old.run(*asked, "--silent").returncode == OPEN
    with_old.says(RUNS, "A counter runs.")
    assert with_old.run(*asked, "--silent").returncode == RUNS
    with_old.says(0, "")
    for answer in ("", "y\n", "delete\n"):
        assert with_old.run(*asked, answer=answer).returncode == 1
    assert with_old.is_whole("0.9.0")
    assert with_old.data.read_text() == "sold"
    assert with_old.run(*asked, answer="DELETE\n").returncode == 0
    assert not with_old.data.parent.exists()
    assert not with_old.root.exists()


def test_the_scripts_say_what_the_build_says() -> None:
    """The Python that the installer and the launcher start is the one that is laid out."""
    from installers import debian

    for name in ("agency-counter.sh", "installer.sh"):
        assert debian.PYTHON in (PROJECT / "packaging" / "linux" / name).read_text(encoding="utf-8")
