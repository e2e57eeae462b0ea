"""The screens of the first run and of the settings: who sets the counter up."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLineEdit, QListView

from app.core.installation import Installation
from app.core.language import tr
from app.desk.model.sale import Profile
from app.desk.settings.backups import Backups
from app.desk.settings.shell import Shell
from app.ui.connection.welcome_page import WelcomePage
from app.ui.kit.basics.text import Label
from tests.support.ui.scenes import Journey, Traveller
from tests.support.ui.steady import NOW

_SIZE = "{size} on this computer\u2019s own disk, for this user alone"
_INSTALLED = Installation(Path("/opt/agency-counter"), "0.1.0", "linux", "3.11.2", "6.11.3", "")
_FOLDER = "/home/counter/.local/share/AgencyCounter"


async def set_up(clerk: Traveller) -> None:
    """Each section of the settings in its turn, and a backup that is looked at."""
    robot, counter = clerk.robot, clerk.counter
    counter.desk.reader.profile = Profile("live", "https://partner.example/travel", "7c4e", is_practice=False)
    clerk.setup.backups = Backups(
        counter.desk.reader.profile, counter.desk.payments, counter.journal, counter.folder, lambda: NOW
    )
    clerk.setup.program = _INSTALLED
    clerk.routing.go_to("settings")
    await robot.until(lambda: robot.focused == "sections")
    await clerk.take("11a-settings-connection")
    await open_section(clerk, "Wallet alerts")
    await clerk.take("11b-settings-alerts")
    await open_section(clerk, "Voucher")
    await clerk.take("11c-settings-voucher")
    await open_section(clerk, "Clerks")
    await clerk.take("11i-settings-clerks")
    await open_section(clerk, "Appearance")
    await clerk.take("11d-settings-appearance")
    await open_section(clerk, "Keyboard")
    await clerk.take("11f-settings-keyboard")
    await open_section(clerk, "Data and backup")
    await robot.until(lambda: robot.sees("this computer\u2019s own disk"))
    robot.find("data_folder", QLineEdit).setText(_FOLDER)
    robot.find("data_size", Label).setText(tr(_SIZE, size="42.7 MB"))
    await clerk.take("11g-settings-backup")
    await open_section(clerk, "Office database")
    await clerk.take("11h-settings-office")
    await open_section(clerk, "More")
    await clerk.take("11k-settings-more")
    await open_section(clerk, "About")
    await clerk.take("11j-settings-about")


async def open_section(clerk: Traveller, heading: str) -> None:
    """Down to a section of the list."""
    sections = clerk.robot.find("sections", QListView)

    def is_open() -> bool:
        clerk.robot.keys("Down")
        return sections.currentIndex().data() == tr(heading)

    await clerk.robot.until(is_open)


async def begin(clerk: Traveller) -> None:
    """The first screen."""
    clerk.window.show_page(WelcomePage(Shell(), "https://partner.example/travel"))
    await clerk.take("11e-welcome")


SETTING_UP: tuple[Journey, ...] = (set_up, begin)
