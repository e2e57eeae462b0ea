"""Which backups go, and when the last one was made: in a folder of several desks, and under a wrong clock."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.store.backup.names import free_place, kept, last_made, prune

DESK, OTHER = "0a1b2c3d", "ffffffff"
NOW = datetime(2026, 11, 21, 5, 30, tzinfo=UTC)


def _make(folder: Path, *days_ago: int, desk: str = DESK) -> list[Path]:
    """Files with the names that backups of so many days ago have."""
    places = [free_place(folder, "live", desk, NOW - timedelta(days=each)) for each in days_ago]
    for place in places:
        place.touch()
    return places


def test_the_newest_backups_of_a_profile_stay_and_nothing_else_goes(tmp_path: Path) -> None:
    days = _make(tmp_path, *range(10))
    others = [
        tmp_path / name
        for name in (
            f"agency-counter-practice-{DESK}-20261101T053000Z.zip",
            "agency-counter-live-20261101T053000Z.zip",
            f"agency-counter-live-{DESK}-notes.zip",
            f"agency-counter-live-{DESK}-99999999T999999Z.zip",
            "photo.zip",
        )
    ]
    for each in others:
        each.touch()
    prune(tmp_path, "live", DESK, 3, NOW)
    assert kept(tmp_path, "live", DESK, NOW) == days[:3]
    assert sorted(tmp_path.iterdir()) == sorted([*days[:3], *others])
    prune(tmp_path / "none", "live", DESK, 1, NOW)
    assert last_made(tmp_path, "live", DESK, NOW) == NOW
    assert last_made(tmp_path, "sandbox", DESK, NOW) is None
    assert kept(tmp_path / "none", "live", DESK, NOW) == []


def test_a_desk_counts_and_removes_its_own_backups_alone(tmp_path: Path) -> None:
    theirs = _make(tmp_path, 0, 1, 2, desk=OTHER)
    assert last_made(tmp_path, "live", DESK, NOW) is None
    ours = _make(tmp_path, 3, 4)
    prune(tmp_path, "live", DESK, 1, NOW)
    assert sorted(tmp_path.iterdir()) == sorted([*theirs, ours[0]])


def test_what_a_clock_that_was_ahead_has_named_drives_out_nothing_new(tmp_path: Path) -> None:
    ahead = _make(tmp_path, -400, -401)
    assert last_made(tmp_path, "live", DESK, NOW) is None
    now, before = _make(tmp_path, 0, 1)
    assert kept(tmp_path, "live", DESK, NOW) == [now, before, ahead[1], ahead[0]]
    prune(tmp_path, "live", DESK, 1, NOW)
    assert list(tmp_path.iterdir()) == [now]


def test_of_two_in_one_second_the_later_one_is_the_newer(tmp_path: Path) -> None:
    first, second = *_make(tmp_path, 0), *_make(tmp_path, 0)
    assert second.name.endswith("Z-1.zip")
    assert kept(tmp_path, "live", DESK, NOW) == [second, first]
