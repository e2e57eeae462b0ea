"""The section of vouchers: the text on all vouchers, with a preview."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, time
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QHideEvent, QImage, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import LANGUAGES, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.files.atomic_write import NotSavedError, save_file
from app.desk.model.office_rules import Branding
from app.desk.settings.shell import Shell
from app.desk.vouchers.trip_words import broken_line, unknown_trips, words_for
from app.desk.vouchers.voucher import Voucher, VoucherLine, VoucherPrice, VoucherTraveller
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.delay import ScreenDelay
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.controls.file_picker import choose_file
from app.ui.kit.controls.form import FieldForm
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.text_box import TextBox
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.theme import style
from app.ui.vouchers.logo import FILE_NAME, LogoError, kept_logo, logo_png
from app.ui.vouchers.measures import PAPERS
from app.ui.vouchers.paper import VoucherPaper
from app.ui.vouchers.preview import PaperPreview

if TYPE_CHECKING:
    from app.desk.catalogue.catalogue import Catalogue
    from app.desk.model.office_rules import OfficeRules
    from app.desk.service.service_reader import ServiceReader

_LONGEST, _LONGEST_TERMS, _LONGEST_TRIPS = 200, 2000, 4000
_PREVIEW, _ROLL, _LOGO_SIDE, _TERMS_HEIGHT = 390, 302, 56, 72
_PREVIEW_HEIGHT = 460
_SETTLE_MS = 150
_GSTIN_LENGTH = 15
_GSTIN = re.compile(r"[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]", re.ASCII)
_ODD_GSTIN = mark(
    "A GSTIN has 15 letters and digits, such as 35AABCC1234D1ZE. It stands on the voucher as typed."
)
_TRIPS = mark("Words for a trip")
_TRIPS_HELP = mark("One trip on a line: Swaraj Dweep day return = Haddo jetty, be there 45 minutes before.")
_SAMPLE_TRIP = "Swaraj Dweep day return"
_NO_AGENCY = mark("Without it, a voucher does not say who sold it.")
"""Milliseconds after the last key until the preview is updated and the input stored."""


class VoucherSettings(Roomy, QWidget):
    """The section of vouchers; every change is kept at once."""

    heading = mark("Voucher")
    icon = "receipt-text"

    def __init__(
        self,
        rules: OfficeRules,
        reader: ServiceReader,
        catalogue: Catalogue,
        shell: Shell,
        folder: Path | None = None,
    ) -> None:
        """`folder` is the data folder for the logo; without one no logo can be chosen."""
        super().__init__()
        self._rules, self._reader, self._folder = rules, reader, folder
        self._catalogue, self._shell = catalogue, shell
        self._tasks = TaskScope(hand_to_loop)
        self._branding = rules.branding
        self._agency = TextField(tr("Agency name"), "voucher_agency", limit=_LONGEST)
        self._address = TextField(tr("Address line"), "voucher_address", limit=_LONGEST)
        self._phone = TextField(tr("Phone"), "voucher_phone", limit=_LONGEST)
        self._email = TextField(tr("E-mail"), "voucher_email", limit=_LONGEST)
        self._gstin = TextField(tr("GSTIN"), "voucher_gstin", limit=_GSTIN_LENGTH)
        self._told = FieldForm(self._agency, self._address, self._phone, self._email, self._gstin)
        self._terms, self._trips = TextBox(), TextBox()
        self._terms_note = called("terms_note", Label("", "caption", "danger"))
        self._terms_note.hide()
        self._trips_note = called("trips_note", Label("", "caption", "text3", wraps=True))
        self._add_trip = called("add_trip", MenuChip(tr("Add a trip"), "plus"))
        self._add_trip.hide()
        self._known: tuple[str, ...] = ()
        self._paper = Segmented((SegmentChoice(each, each) for each in PAPERS), tr("Paper"))
        self._language = Segmented(
            (SegmentChoice(*each) for each in LANGUAGES.items()), tr("Language of the customer")
        )
        self._price = Checkbox(tr("Customer price"))
        self._logo = _LogoBox()
        self._choose = Button(tr("Choose file"), icon="image-up")
        self._remove = Button(tr("Remove"), "quiet")
        self._logo_note = Label(tr("PNG, JPEG or WebP, prints in grey"), "caption", "text3", wraps=True)
        self._preview = PaperPreview(_PREVIEW)
        self._settle = ScreenDelay(self, _SETTLE_MS, self._take)
        self._name()
        self._fill()
        self._build()
        self._connect()
        self._show()
        self._learn_trips()

    def show_settings(self) -> None:
        """Show the present settings, and the trips that were read since."""
        self._learn_trips()
        if self._rules.branding != self._branding:
            self._branding = self._rules.branding
            self._fill()
            self._settle.stop()
            self._show()

    def _name(self) -> None:
        named = (self._terms, "voucher_terms", tr("Terms")), (self._trips, "voucher_trips", tr(_TRIPS))
        for area, name, words in named:
            area.setObjectName(name)
            area.setAccessibleName(words)
            area.setTabChangesFocus(True)
            area.setFixedHeight(_TERMS_HEIGHT)
        self._paper.setObjectName("branding_paper")
        self._language.setObjectName("branding_language")
        self._price.setObjectName("branding_price")
        self._choose.setObjectName("choose_logo")
        self._remove.setObjectName("remove_logo")
        self._logo_note.setObjectName("logo_note")
        self._preview.setObjectName("branding_preview")
        if self._folder is None:
            self._choose.disable(tr("There is no data folder to keep it in."))

    def _fill(self) -> None:
        branding = self._branding
        told = (branding.agency, branding.address, branding.phone, branding.email, branding.gstin)
        self._told.fill(told)
        self._terms.setPlainText(branding.terms)
        self._trips.setPlainText(branding.trips)
        self._paper.choose(branding.paper)
        self._language.choose(branding.language)
        self._price.setChecked(branding.shows_price)

    def _build(self) -> None:
        what = Label(tr("What the customer takes away. It never shows net prices."), ink="text2", wraps=True)
        pair = row((self._phone, 1), (self._email, 1), gap=12, top=True)
        form = column(
            Label(tr(self.heading), "heading"),
            4,
            what,
            16,
            self._agency,
            12,
            self._address,
            12,
            pair,
            12,
            self._gstin,
            12,
            Label(tr("Logo"), "captionStrong", "text2"),
            4,
            row(self._logo, 12, self._choose, self._remove, None, gap=8),
            4,
            self._logo_note,
            12,
            Label(tr("Terms"), "captionStrong", "text2"),
            4,
            held(column(self._terms, self._terms_note)),
            12,
            row(Label(tr(_TRIPS), "captionStrong", "text2"), None, self._add_trip),
            4,
            held(column(self._trips, 4, self._trips_note)),
            16,
            Hairline(),
            12,
            row(
                self._choice(tr("Paper"), self._paper),
                self._choice(tr("Language of the customer"), self._language),
                None,
                gap=24,
            ),
            14,
            row(self._price, None),
            None,
            margins=(32, 20, 20, 20),
        )
        self._form, self._preview_side = form, self._beside()
        self._sides = row((Scroller(held(form)), 1), (self._preview_side, 0))
        self.setLayout(self._sides)

    @override
    def follow_room(self) -> None:
        """Where the preview does not fit beside the form, it stands at its end."""
        if self.room.is_wide:
            self._preview_side.setMinimumHeight(0)
            self._sides.addWidget(self._preview_side)
        else:
            self._preview_side.setMinimumHeight(_PREVIEW_HEIGHT)
            self._form.insertWidget(self._form.count() - 1, self._preview_side)

    def _choice(self, name: str, choice: Segmented) -> QWidget:
        return held(column(Label(name, "captionStrong", "text2"), row(choice, None), gap=4))

    def _beside(self) -> QWidget:
        well = Box("sunken", "line", radius=style.RADIUS)
        scroller = Scroller(
            held(row(None, self._preview, None, margins=(14, 5, 14, 5), top=True)), bar_beside=True
        )
        well.setLayout(column(margins=(1, 1, 1, 1)))
        inner = well.layout()
        if isinstance(inner, QVBoxLayout):
            inner.addWidget(scroller, 1)
        side = column(
            row(Label(tr("Preview"), "bodyHeavy"), None, Label(tr("With a sample sale"), "caption", "text3")),
            8,
        )
        side.addWidget(well, 1)
        side.setContentsMargins(12, 20, 32, 20)
        return held(side)

    def _connect(self) -> None:
        self._told.follow(self._settle.start)
        self._terms.textChanged.connect(self._settle.start)
        self._trips.textChanged.connect(self._settle.start)
        self._add_trip.changed.connect(self._begin_trip)
        self.destroyed.connect(self._tasks.cancel_all)
        for choice in (self._paper, self._language):
            choice.chosen.connect(self._take)
        self._price.toggled.connect(self._take)
        self._choose.clicked.connect(self._ask_logo)
        self._remove.clicked.connect(lambda: self._take_logo(None))

    def _take(self) -> None:
        """Store the input."""
        self._settle.stop()
        agency, address, phone, email, gstin = (each.strip() for each in self._told.texts)
        terms = self._terms.toPlainText().strip()
        self._terms_note.setText(tr("Only the first {number} characters are kept.", number=_LONGEST_TERMS))
        self._terms_note.setVisible(len(terms) > _LONGEST_TERMS)
        found = replace(
            self._branding,
            agency=agency,
            address=address,
            phone=phone,
            email=email,
            gstin=gstin.upper(),
            terms=terms[:_LONGEST_TERMS],
            trips=self._trips.toPlainText().strip()[:_LONGEST_TRIPS],
            paper=self._paper.current,
            shows_price=self._price.isChecked(),
            language=self._language.current,
        )
        self._use(found)

    def _learn_trips(self) -> None:
        self._tasks.start("trips", self._offer_trips())

    async def _offer_trips(self) -> None:
        """Offer the trips of the lists that were read here today."""
        self._known = await self._catalogue.kept_trips(self._reader.today())
        self._add_trip.set_choices([(each, each) for each in self._known])
        self._add_trip.setVisible(bool(self._known))
        self._tell_trips()

    def _begin_trip(self) -> None:
        """Begin the line of a chosen trip, where the words are then typed."""
        trip = self._add_trip.value
        if not trip:
            return
        self._add_trip.clear()
        written = self._trips.toPlainText().rstrip()
        self._trips.setPlainText("\n".join(filter(None, (written, f"{trip} = "))))
        self._trips.moveCursor(QTextCursor.MoveOperation.End)
        self._trips.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell_trips(self) -> None:
        """Say beside the words about trips which line cannot be used, or which trip was not seen."""
        trips = self._branding.trips
        broken, unknown = broken_line(trips), unknown_trips(trips, self._known)
        if broken:
            said = tr("Line {number} says nothing: write the trip, then = and the words.", number=broken)
        elif unknown:
            said = tr("Not in the lists read today: {trips}.", trips=", ".join(unknown))
        else:
            said = tr(_TRIPS_HELP)
        self._trips_note.setText(said)
        self._trips_note.set_ink("danger" if broken else "warning" if unknown else "text3")

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        """Store the last input when another section is shown."""
        if self._settle.isActive():
            self._take()

    def _ask_logo(self) -> None:
        kinds = tr("Pictures (*.png *.jpg *.jpeg *.webp *.bmp *.gif)")
        choose_file(self, "logos", tr("Choose the logo"), kinds, self._read_logo)

    def _read_logo(self, path: Path) -> None:
        if self._folder is None:
            return
        kept = self._folder / FILE_NAME
        try:
            save_file(kept, logo_png(path), mode=0o600)
        except (LogoError, NotSavedError) as error:
            self._logo_note.set_ink("danger")
            self._logo_note.setText(str(error))
        else:
            self._take_logo(kept)

    def _take_logo(self, path: Path | None) -> None:
        self._logo_note.set_ink("text3")
        self._logo_note.setText(tr("PNG, JPEG or WebP, prints in grey"))
        kept = None if self._folder is None else self._folder / FILE_NAME
        # A logo elsewhere, set by an administrator or from a backup of another computer, is not deleted.
        if path is None and kept is not None and self._branding.logo == kept:
            with suppress(OSError):
                kept.unlink()
        self._use(replace(self._branding, logo=path), is_new=True)

    def _use(self, found: Branding, *, is_new: bool = False) -> None:
        if found != self._branding or is_new:
            self._branding = found
            self._show()
            self._shell.keep(found)

    def _show(self) -> None:
        branding = self._branding
        self._agency.show_helper("" if branding.agency else tr(_NO_AGENCY))
        is_odd = bool(branding.gstin) and _GSTIN.fullmatch(branding.gstin) is None
        self._gstin.show_error(tr(_ODD_GSTIN) if is_odd else "")
        self._tell_trips()
        self._logo.show_picture(branding.logo)
        self._remove.setVisible(branding.logo is not None)
        self._preview.setFixedWidth(_ROLL if branding.paper == PAPERS[-1] else _PREVIEW)
        self._preview.show_paper(VoucherPaper(sample_voucher(self._reader, branding)))


def sample_voucher(reader: ServiceReader, branding: Branding) -> Voucher:
    """The voucher of an example sale, for the preview."""
    now: datetime = reader.service_now()
    people = (
        ("Arjun Nair", "41", "MALE", "INDIAN", "\u2022\u20224619"),
        ("Jana Vogel", "34", "FEMALE", "GERMAN", "\u2022\u2022T2K1"),
    )
    return Voucher(
        booking_ref="SAMPLE0123",
        is_boat=True,
        title=_SAMPLE_TRIP,
        branding=branding,
        qty=len(people),
        place="MV Sea Heron",
        day=now.date(),
        starts=time(7, 15),
        ends=time(17, 30),
        booking_id="104482",
        travellers=tuple(VoucherTraveller(*each) for each in people),
        customer_name="Arjun Nair",
        customer_phone="9845012377",
        trip_words=words_for(branding.trips, _SAMPLE_TRIP),
        needs_documents=True,
        price=VoucherPrice(
            currency="INR",
            lines=(VoucherLine("", len(people), Decimal("2500.00"), Decimal("5000.00")),),
            gst_percentage=Decimal(5),
            gst=Decimal("250.00"),
            total=Decimal("5250.00"),
        ),
        issued_at=now,
        is_practice=not reader.profile.is_real,
    )


class _LogoBox(Box):
    """The stored logo."""

    def __init__(self) -> None:
        super().__init__("surface", "line_strong", radius=style.RADIUS)
        self._image = QImage()
        self.setFixedSize(_LOGO_SIDE, _LOGO_SIDE)
        self.setAccessibleName(tr("Logo"))

    def show_picture(self, path: Path | None) -> None:
        """Show another logo, or none."""
        self._image = kept_logo(path)
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._image.isNull():
            painter = QPainter(self)
            place = self.rect().adjusted(6, 6, -6, -6)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            size = self._image.size().scaled(place.size(), Qt.AspectRatioMode.KeepAspectRatio)
            shown = QRect(QPoint(), size)
            shown.moveCenter(place.center())
            painter.drawImage(shown, self._image)
