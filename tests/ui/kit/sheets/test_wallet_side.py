"""Net is hidden in whatever stands on a page, also in what is put there later."""

from __future__ import annotations

from typing_extensions import override

from app.ui.kit.basics.layouts import column
from app.ui.kit.basics.mixin import WalletSide
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.page import Page
from tests.support.ui.looking import Show


class NetLabel(WalletSide, Label):
    """Says what it costs the agency, unless that is hidden."""

    @override
    def show_net(self, *, shown: bool) -> None:
        """Show the amount or nothing."""
        super().show_net(shown=shown)
        self.setText("3,400.00" if shown else "")


def test_what_is_put_into_a_page_later_hides_its_net_as_well(shown: Show) -> None:
    page, early, late = Page(), NetLabel("3,400.00"), NetLabel("3,400.00")
    lines = column(early)
    page.setLayout(lines)
    shown(page)
    page.show_net(shown=False)
    assert early.text() == ""
    lines.addWidget(late)
    late.show()
    assert late.text() == ""
    page.show_net(shown=True)
    assert [early.text(), late.text()] == ["3,400.00", "3,400.00"]
