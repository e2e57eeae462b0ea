"""The states of the customer window, as the design draws them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from app.desk.model.office_rules import Branding
from app.desk.model.shown import WELCOME, Shown, ShownPage, ShownPerson, ShownTrip

AGENCY = Branding(
    agency="Coral Coast Travels", address="12 Aberdeen Bazaar, Port Blair", phone="03192 555 014"
)
BOAT = ShownTrip("Port Blair to Swaraj Dweep", date(2026, 11, 22), "07:15", "MV Sea Heron", 4, Decimal(6468))
DIVE = ShownTrip("Discover scuba dive", date(2026, 11, 23), "11:00 \u2013 13:00", "", 2, Decimal(7980))
BACK = ShownTrip(
    "Swaraj Dweep to Port Blair", date(2026, 11, 24), "15:30", "MV Coral Star", 4, Decimal("6709.50")
)
PEOPLE = tuple(
    ShownPerson(name, age)
    for name, age in (("Arjun Nair", "41"), ("Meera Nair", "38"), ("Ishaan Nair", "9"), ("Jana Vogel", "34"))
)
CHECK = Shown(ShownPage.CHECK, (BOAT, DIVE, BACK), PEOPLE, "2377", "INR", Decimal("21157.50"))
UPI = (
    "upi://pay?pa=coralcoast@examplebank&pn=Coral%20Coast%20Travels&am=21157.50&cu=INR&tr=A731BT9D3M66P"
    "&tn=BT9D3M66P"
)
PAY = Shown(ShownPage.PAY, (BOAT,), currency="INR", total=Decimal("21157.50"), upi=UPI)
CASH = Shown(ShownPage.PAY, (BOAT,), currency="INR", total=Decimal(11158), change=Decimal(842))
THANKS = Shown(ShownPage.THANKS, (BOAT, DIVE, BACK), pnrs=("BT9D3M66P", "AC7H2W91X", "BT4K9Q07M"))
CUSTOMER_PAGES = {
    "18a-customer-welcome": WELCOME,
    "18b-customer-check": CHECK,
    "18c-customer-pay": PAY,
    "18c-customer-cash": CASH,
    "18d-customer-thanks": THANKS,
}
"""Those of which pictures are kept."""
