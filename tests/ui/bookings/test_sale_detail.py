"""One sale in full: what identifies it is never cut."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.desk.bookings.booking_values import Booked, SaleStanding
from app.ui.bookings.sale_detail import SaleDetail
from app.ui.kit.basics.layouts import column, held
from app.ui.theme import style
from tests.support.desk.voucher_samples import SALE
from tests.ui.conftest import Open

BOOKED = replace(SALE, standing=SaleStanding.BOOKED)


@pytest.mark.parametrize("width", [style.PANE_WIDE, style.PANE_NARROW])
@pytest.mark.parametrize(
    "said", [("", "", ""), ("CONFIRMED", "PAID", ""), ("CONFIRMED", "PARTIALLY_REFUNDED", "")]
)
async def test_the_pnr_is_whole_whatever_the_service_says(
    open_robot: Open, said: tuple[str, str, str], width: int
) -> None:
    detail = SaleDetail(keeps_till=True)
    window = held(column(detail))
    window.resize(width, 900)
    robot = await open_robot(window)
    # It is shown first as it was sold, then as the service states it.
    for each in (("", "", ""), said):
        detail.show_sale(Booked(replace(BOOKED, said=each)))
        pnr = robot.find("detail_pnr")
        await robot.until(lambda pnr=pnr: pnr.x() > 0 and pnr.width() >= pnr.sizeHint().width())
