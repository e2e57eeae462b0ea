"""The sentences before and after a customer is deleted: what is deleted, and what stays."""

from __future__ import annotations

from app.core.language import joined, tr, trn
from app.desk.customers.values import Forgotten, Held


def before_deletion(held: Held) -> str:
    """What will be deleted and what stays, in sentences."""
    going = len(held.records) - len(held.open)
    ahead = sum(bool(each.booking_ref) and each.is_ahead and not each.is_open for each in held.sales)
    told = [
        trn(
            "Name, phone and e-mail go for good, in {number} sale or cancellation and in saved parties.",
            "Name, phone and e-mail go for good, in {number} sales and cancellations and in saved parties.",
            going,
        ),
        tr("PNR, trip, dates and amounts stay for the books."),
    ]
    if held.open:
        told.append(
            trn(
                "{number} has an open outcome and stays as it is until that is settled.",
                "{number} have an open outcome and stay as they are until that is settled.",
                len(held.open),
            )
        )
    if ahead:
        told.append(
            trn(
                "{number} booking is still to travel: its voucher will not name the customer any more.",
                "{number} bookings are still to travel: their vouchers will not name the customer any more.",
                ahead,
            )
        )
    if any(
        each.personal.get("traveller_ids") and each.is_ahead and not each.is_open for each in held.records
    ):
        told.append(
            tr("Traveller ids that were typed go too; cancelling a boat still to travel may need them.")
        )
    if held.quotations:
        told.append(
            trn(
                "{number} quotation is deleted as a whole.",
                "{number} quotations are deleted as a whole.",
                len(held.quotations),
            )
        )
    told.append(tr("Backups and files that were made before keep what they hold. This cannot be undone."))
    return joined(" ", told)


def after_deletion(done: Forgotten) -> str:
    """What was deleted, and what stays and why."""
    told = [
        trn(
            "Deleted in {number} sale or cancellation.",
            "Deleted in {number} sales and cancellations.",
            done.records,
        )
    ]
    if done.kept_open:
        told.append(
            trn(
                "{number} is kept: its outcome is open. Delete the customer again when it is settled.",
                "{number} are kept: their outcome is open. Delete the customer again when they are settled.",
                done.kept_open,
            )
        )
    if done.kept_ahead:
        told.append(
            trn(
                "The name stays on the list of {number} booking of somebody else that is still to travel.",
                "The name stays on the lists of {number} bookings of others that are still to travel.",
                done.kept_ahead,
            )
        )
    if done.waiting_desks:
        told.append(
            tr(
                "Still on the disk of desk {desks}, until it next reaches the office\u2019s database.",
                desks=", ".join(done.waiting_desks),
            )
        )
    return joined(" ", told)
