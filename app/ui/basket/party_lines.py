"""Who travels in a basket, and whom it is for."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.core.language import tr
from app.desk.basket.basket import customer_of, lacks_documents, party_of
from app.desk.basket.values import Basket
from app.desk.model import formats
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, empty, held
from app.ui.kit.basics.text import Label
from app.ui.sale.booked_page import Travellers
from app.ui.sale.sale_summary import MailDoubt


class PartyLines(QWidget):
    """The people of the boat with the most of them, and the customer of all trips."""

    def __init__(self) -> None:
        super().__init__()
        self._heading = Label(role="heading")
        self._note = called("documents_note", Label(ink="warning", wraps=True))
        self._people = QVBoxLayout()
        self._party = held(column(self._heading, 8, self._people, self._note, 14, Hairline(), 14))
        self._name, self._phone, self._email = (Label(role="bodyStrong", elides=True) for _ in range(3))
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        named = (
            (tr("Customer"), self._name),
            (tr("Phone"), self._phone),
            (tr("E-mail"), self._email),
        )
        for place, (caption, value) in enumerate(named):
            grid.addWidget(held(column(Label(caption, "caption", "text3"), value)), 0, place)
            grid.setColumnStretch(place, 1)
        self._doubt = MailDoubt()
        self.setLayout(column(self._party, grid, self._doubt))

    def show_basket(self, basket: Basket) -> None:
        """Show the party and the customer of a basket."""
        customer, party = customer_of(basket), party_of(basket)
        self._name.setText(customer.name.strip())
        self._phone.setText(customer.phone)
        self._email.setText(customer.email.strip())
        self._doubt.show_mail(customer.email)
        self._party.setVisible(party is not None)
        empty(self._people)
        if party is not None:
            self._heading.setText(tr("Party: {people}", people=formats.passengers(party.qty)))
            self._people.addWidget(Travellers(party.passengers))
        is_bare = lacks_documents(basket)
        self._note.setText(
            tr("Documents are not kept on this disk. Where a trip asks for them, they are typed again.")
            if is_bare
            else ""
        )
        self._note.setVisible(is_bare)
