"""What several widgets of different kinds have in common; it stands before the class of Qt's."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent
from PySide6.QtGui import QAccessible, QShowEvent
from PySide6.QtWidgets import QLayout, QWidget
from typing_extensions import override

from app.ui.kit.basics.accessible_role import set_spoken_role

if TYPE_CHECKING:
    Mixin = QWidget
else:
    # Two classes of Qt's cannot be mixed, so that it must be none itself.
    Mixin = object


class Restyled(Mixin):
    """Fits its widget again whenever the letters or the theme change."""

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        """Take sizes and letters from the style of now."""


class Around(NamedTuple):
    """What holds in the whole window at present, and is shown in many of its parts."""

    net_shown: bool = True
    """Whether the wallet side is shown; F8 hides it."""
    is_online: bool = True
    """Whether the service can be reached."""
    selling_off: str = ""
    """Why the service does not let this API key sell; empty when it does."""


class Told(Mixin):
    """Is told what holds in the window, as is all that stands in it, however deep.

    What is put in later asks when it is shown.
    """

    around = Around()

    @property
    def net_shown(self) -> bool:
        """Whether the wallet side is shown."""
        return self.around.net_shown

    @property
    def is_online(self) -> bool:
        """Whether the service can be reached."""
        return self.around.is_online

    @property
    def selling_off(self) -> str:
        """Why nothing can be sold with this API key; empty when it can."""
        return self.around.selling_off

    @override
    def showEvent(self, event: QShowEvent) -> None:
        self.ask_around()
        super().showEvent(event)

    def ask_around(self) -> None:
        """Follow what it stands in."""
        above = self.parentWidget()
        while above is not None and not isinstance(above, Told):
            above = above.parentWidget()
        if above is not None:
            self.take_around(above.around)

    def take_around(self, around: Around) -> None:
        """Let it and all that stands in it follow, also what is hidden; the same has no effect."""
        if around == self.around:
            return
        parts = (each for each in (self, *self.findChildren(QWidget)) if isinstance(each, Told))
        told = [(each, each.keep_around(around)) for each in parts if each.around != around]
        # The inner ones first: what they stand in asks for what they show.
        for each, before in reversed(told):
            each.follow_around(before)

    def keep_around(self, around: Around) -> Around:
        """Know what holds now, and show net or hide it. Returns what held before."""
        before, self.around = self.around, around
        if before.net_shown is not around.net_shown:
            self.follow_net()
        return before

    def follow_net(self) -> None:
        """Show the wallet side, or remove it, so that screen readers cannot read it either."""

    def follow_around(self, before: Around) -> None:
        """Do what depends on anything of `around`, and on parts that have followed."""


class NetSide(Told, QWidget):
    """Holds what stands on screen only with net, or, `in_place` of that, only without."""

    def __init__(self, layout: QLayout | None = None, *, in_place: bool = False) -> None:
        super().__init__()
        self._in_place, self._is_wanted = in_place, True
        # Screen readers may reach what is hidden, too.
        set_spoken_role(self, QAccessible.Role.Client, covered=QWidget.isHidden)
        if layout is not None:
            self.setLayout(layout)
        if in_place:
            super().setVisible(False)

    @override
    def setVisible(self, visible: bool) -> None:
        """Show or hide it; it is on screen only while net is, or is not."""
        self._is_wanted = visible
        self.ask_around()
        super().setVisible(visible and self.net_shown is not self._in_place)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ParentChange:
            # Also where it is not shown: screen readers reach it there.
            self.ask_around()

    @override
    def follow_net(self) -> None:
        self.setVisible(self._is_wanted)
