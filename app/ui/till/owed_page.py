"""The till: what customers owe, and the way to take it."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.till.owing import Owed, Owing
from app.desk.till.payment_values import paise_words
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.till import actions
from app.ui.till.list_page import ListWords, TillListPage
from app.ui.till.owed_list import COLUMNS, OwedList, OwedModel
from app.ui.till.tab_page import OWED

_ABOUT = mark("Recorded as paid later, or sold in the last 31 days and not recorded.")


class OwedPage(TillListPage[Owed]):
    """Arrows choose what is owed, Enter takes its payment."""

    own_actions = actions.OWING
    tab = OWED

    def __init__(self, owing: Owing) -> None:
        model, about = OwedModel(), tr(_ABOUT)
        words = ListWords("hand-coins", tr("Nobody owes anything"), about, tr("Till"))
        super().__init__(OwedList(model), model, COLUMNS, words)
        self.setObjectName("till_page")
        self._owing = owing
        self.sum.setObjectName("owed_sum")
        hints = HintLine(
            (actions.CHOOSE, tr("Choose")), (actions.TAKE, tr("Take payment, or give back")), None, about
        )
        self.lay_out(self.make_header(self.sum), hints)

    @override
    async def read_rows(self) -> Sequence[Owed]:
        return await self._owing.read()

    @override
    def sum_of(self, found: Sequence[Owed]) -> str:
        owed = [each.due.total for each in found if each.back is None]
        back = [each.due.total for each in found if each.back is not None]
        taken = trn(
            "1 sale, {amount} owed", "{number} sales, {amount} owed", len(owed), amount=paise_words(sum(owed))
        )
        given = tr("{amount} to give back", amount=paise_words(sum(back)))
        return joined(", ", (taken if owed else "", given if back else ""))
