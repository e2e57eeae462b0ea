"""The rows of the fault matrix (reliability, part 4): where each is proven, and which cannot be yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.api.wire.test_money_readings import ROWS as TABLE_OF_READINGS

COUNTS = {"N": 22, "H": 29, "B": 21, "S": 6, "L": 16, "U": 8, "R": 20}
"""How many rows each table of part 4 has."""
READINGS = {
    f"M {name}": read
    for name, read in TABLE_OF_READINGS.items()
    if read[0].redirect is None and name != "same, in capitals"
}
"""The table of readings, but for redirects, which H6 leads to a place that there is, and our own number."""
ROWS = (
    *(f"{letter}{number}" for letter, count in COUNTS.items() for number in range(1, count + 1)),
    *READINGS,
)

HERE: set[str] = set()
"""The rows that the modules of this folder prove; filled while they are imported."""

ELSEWHERE: Mapping[str, tuple[str, ...]] = {
    "N4": ("api/wire/test_wire.py::test_dead_address_of_a_name_is_passed_over",),
    "N9": ("api/test_every_byte.py::test_bytes_of_what_moves_money",),
    "N16": ("api/test_every_byte.py::test_bytes_of_what_moves_money",),
    "N21": (
        "api/wire/test_retry.py::test_third_failure_is_the_last",
        "ui/flows/test_connection_watch.py::test_a_kept_catalogue_stays_when_the_line_is_gone",
    ),
    "H22": ("desk/sale/test_boats.py::test_activities_still_work_without_boats",),
    "B15": ("desk/sale/test_change_detection.py::test_every_difference_of_a_settlement_is_told",),
    "B16": ("desk/sale/test_change_detection.py::test_every_difference_of_a_settlement_is_told",),
    "B19": (
        "ui/kit/basics/test_text.py::test_marks_of_another_language_are_only_text",
        "ui/kit/basics/test_text.py::test_what_cannot_be_seen_is_marked",
        "ui/kit/basics/test_text.py::test_a_long_text_is_cut",
    ),
    "B18": (
        "desk/cancellation/test_cancellation.py::test_nobody_without_a_number_can_be_sent",
        "ui/cancellation/test_cancel_page.py::test_a_missing_id_is_typed",
    ),
    "B21": (
        "desk/payment/test_evidence.py::test_a_strangers_movement_never_decides",
        "desk/payment/test_ledger_diff.py::test_the_new_entries_of_a_ledger_are_found",
        "desk/payment/test_ledger_diff.py::test_an_edited_entry_is_never_passed_over",
    ),
    "B20": ("desk/sale/test_change_detection.py::test_what_the_numbers_hold_against_a_sale",),
    "S1": (
        "api/wire/test_tls.py::test_unknown_authority",
        "api/wire/test_tls.py::test_wrong_host",
        "api/wire/test_tls.py::test_expired_certificate_may_be_a_wrong_clock",
    ),
    "S2": (
        "api/wire/test_tls.py::test_expired_certificate_may_be_a_wrong_clock",
        "api/wire/test_tls.py::test_a_certificate_that_a_wrong_clock_makes_invalid_is_said_with_both_times",
    ),
    "S3": ("api/wire/test_tls.py::test_old_tls",),
    "S4": (
        "api/wire/test_tls.py::test_silence_in_the_handshake",
        "api/wire/test_tls.py::test_end_in_the_handshake",
    ),
    "S6": ("api/wire/test_service_url.py::test_unusable_address",),
    "L1": (
        "journeys/test_kills.py::test_a_sale_killed_at_a_step_is_found_as_it_is",
        "journeys/test_kills_of_decisions.py::test_a_kill_while_evidence_is_written_leaves_the_sale_not_known",
        "journeys/test_kills_of_decisions.py::test_a_kill_after_a_permission_asks_again",
        "journeys/test_kills_of_decisions.py::test_a_kill_in_a_cancellation_is_decided_by_readings",
    ),
    "L2": (
        "store/journal/test_crash_images.py::test_a_commit_cut_anywhere_is_the_step_before_or_the_whole_step",
        "store/journal/test_crash_images.py::test_a_mirror_cut_at_any_byte_has_the_step_or_has_not",
    ),
    "L3": (
        "store/journal/test_failing_disk.py::test_a_disk_that_fills_up_at_any_write_of_a_sale_is_given_the_reserve",
        "store/journal/test_failing_disk.py::test_without_a_reserve_nothing_is_sold_and_nothing_written",
    ),
    "L4": (
        "store/journal/test_failing_disk.py::test_a_sink_that_fails_leaves_the_other_and_never_two_histories",
        "store/journal/test_failing_disk.py::test_a_failed_flush_is_final_also_when_the_disk_says_that_it_is_full",
        "journeys/test_unjournalled.py::test_a_pnr_that_no_sink_took",
        "journeys/test_unjournalled.py::test_an_outcome_that_is_not_known_and_that_no_sink_took",
        "journeys/test_unjournalled.py::test_a_refund_reference_that_no_sink_took",
    ),
    "L5": (
        "store/journal/test_flips.py::test_every_flipped_byte_of_the_mirror_is_noticed_and_mended",
        "store/journal/test_flips.py::test_every_flipped_byte_of_the_database_is_noticed_or_means_nothing",
        "store/journal/test_rollback_guard.py::test_an_old_copy_that_is_put_back_is_shown_and_sells_nothing",
        "store/journal/test_rollback_guard.py::test_another_history_that_is_put_back_is_shown_and_sells_nothing",
        "desk/payment/test_duplicate_check.py::test_after_a_rebuild_the_same_open_sale_is_blocked",
        "desk/payment/test_duplicate_check.py::test_after_a_rebuild_the_same_open_cancellation_is_blocked",
    ),
    "L6": (
        "store/journal/test_held_journal.py::test_a_journal_that_is_let_go_in_time_is_opened",
        "store/journal/test_held_journal.py::test_a_journal_that_stays_held_is_not_opened_and_nothing_is_touched",
        "journeys/test_opening.py::test_a_journal_that_another_program_holds_is_waited_for_with_a_text",
    ),
    "L7": (
        "store/files/test_closed_folder.py::test_a_folder_that_cannot_be_written_to_is_shown_and_sells_nothing",
        "journeys/test_opening.py::test_a_folder_that_cannot_be_written_to_opens_to_be_read",
    ),
    "L8": (
        "store/journal/test_threads.py::test_one_program_a_folder",
        "store/files/test_data_folder.py::test_one_program_holds_the_data_folder_until_it_ends",
        "journeys/test_opening.py::test_a_data_folder_in_use_is_said_and_nothing_is_lost",
    ),
    "L9": (
        "core/test_keystore.py::test_a_locked_store_is_said",
        "store/journal/test_journal.py::test_a_day_without_the_key_is_marked_and_joins_on",
        "store/files/test_closed_folder.py::test_the_journal_of_another_computer_is_shown_until_somebody_has_looked",
        "store/journal/test_rollback_guard.py::test_keys_are_made_once_and_only_a_trusted_place_seals",
    ),
    "L11": (
        "desk/documents/test_document.py::test_a_pipe_and_a_device_do_not_hold_the_program_up",
        "desk/documents/test_document.py::test_a_file_of_4_gigabytes_is_not_read",
        "desk/documents/test_document.py::test_a_file_that_grows_meanwhile_is_not_cut",
    ),
    "L12": (
        "ui/vouchers/test_sheet.py::test_print_has_the_focus_and_says_that_there_is_no_printer",
        "ui/vouchers/test_sheet.py::test_a_printer_that_fails_is_told_and_the_sale_stands",
    ),
    "L13": (
        "desk/service/test_clock_warning.py::test_today_follows_the_zone_of_this_computer_until_the_service_has_told_its_own",
        "ui/flows/test_clock_notice.py::test_a_wrong_clock_and_another_zone_have_a_banner",
    ),
    "L15": ("core/test_logbook.py::test_a_folder_that_cannot_be_written_leaves_no_log_and_no_error",),
    "L16": ("core/test_settings.py::test_a_file_that_is_none_is_kept_aside",),
    "U1": (
        "ui/sale/test_review_page.py::test_a_double_click_books_once",
        "ui/sale/test_review_page.py::test_held_keys_book_once",
        "ui/sale/test_review_page.py::test_enter_and_space_never_book",
    ),
    "U2": (
        "ui/window/test_main_window.py::test_closing_waits_in_sight",
        "journeys/test_opening.py::test_a_window_closed_while_a_booking_is_settled_waits_for_it",
    ),
    "U3": (
        "ui/sale/test_review_page.py::test_a_booking_under_way_cannot_be_left",
        "desk/test_desk.py::test_an_edited_sale_after_an_unsent_one_has_a_new_number",
    ),
    "U4": (
        "ui/window/test_main_window.py::test_a_question_is_answered_in_the_window",
        "house/test_house_rules.py::test_every_module_keeps_the_rules",
    ),
    "U5": (
        "desk/test_desk.py::test_the_clerk_may_leave_and_the_sale_goes_on",
        "desk/test_desk.py::test_a_failing_listener_does_not_disturb_the_money",
    ),
    "U6": (
        "ui/slots/test_slots_page.py::test_a_late_answer_never_replaces_a_newer_one",
        "ui/catalogue/test_boats_loading.py::test_a_late_answer_never_replaces_a_newer_one",
    ),
    "U8": (
        "desk/test_desk.py::test_no_answer_is_unknown_and_the_same_sale_waits",
        "desk/test_desk.py::test_the_same_sale_once_more_must_be_accepted",
    ),
    "R1": (
        "ui/passengers/test_passengers_page.py::test_another_demand_of_the_trip_is_told_in_one_line",
        "journeys/test_boat_changes.py::test_what_the_trip_asks_for_since_the_form_is_told_at_the_last_look",
    ),
    "R3": (
        "ui/sale/test_countdown.py::test_a_slot_closes_in_place_when_its_time_has_come",
        "journeys/test_time_passes.py::test_a_cutoff_passes_while_the_sale_is_looked_at",
        "journeys/test_time_passes.py::test_what_closed_in_the_same_second_is_not_sent",
        "journeys/test_time_passes.py::test_a_boat_closes_with_its_day_and_another_is_chosen",
        "journeys/test_refusals.py::test_a_refusal_is_told_and_the_form_is_kept",
    ),
    "R4": ("journeys/test_refusals.py::test_a_refusal_is_told_and_the_form_is_kept",),
    "R5": (
        "ui/sale/test_review_page.py::test_a_changed_price_must_be_accepted",
        "journeys/test_boat_changes.py::test_a_fare_that_changed_stands_beside_the_old_one_and_is_ticked",
    ),
    "R6": ("ui/catalogue/test_departures.py::test_seats_say_who_counted_them",),
    "R7": (
        "desk/test_desk.py::test_a_wallet_that_cannot_cover_it_blocks_with_the_missing_amount",
        "desk/test_desk.py::test_a_refusal_is_certain_and_a_new_try_has_a_new_number",
    ),
    "R8": ("desk/test_desk.py::test_a_refusal_is_certain_and_a_new_try_has_a_new_number",),
    "R9": (
        "journeys/test_time_passes.py::test_midnight_passes_with_the_form_open",
        "journeys/test_time_passes.py::test_a_list_left_on_today_stands_on_the_new_today_and_a_sale_stays",
        "desk/service/test_cutoffs.py::test_an_ordinary_desk_is_never_warned_of_its_own_day",
    ),
    "R10": (
        "desk/service/test_cutoffs.py::test_a_desk_far_to_the_west_is_warned_of_its_evening",
        "journeys/test_time_passes.py::test_midnight_passes_with_the_form_open",
    ),
    "R11": ("desk/passengers/test_rules.py::test_a_foreigner_always_needs_passport_number_and_copy",),
    "R12": (
        "desk/model/test_nationalities.py::test_every_spelling_of_indian_is_recognised",
        "desk/model/test_nationalities.py::test_other_nationalities_are_not_indian",
    ),
    "R13": (
        "desk/sale/test_validation.py::test_a_phone_has_8_to_15_ascii_digits",
        "desk/sale/test_validation.py::test_a_phone_is_tidied_visibly",
    ),
    "R14": (
        "desk/sale/test_validation.py::test_seats_are_1_to_100_and_no_more_than_are_left",
        "desk/passengers/test_rules.py::test_there_are_1_to_100_passengers",
    ),
    "R16": (
        "desk/sale/test_largest_sale.py::test_the_last_look_says_how_much_goes_along",
        "ui/sale/test_review_parts.py::test_a_large_order_is_warned_of",
        "desk/sale/test_largest_sale.py::test_the_hashes_are_those_of_the_bodies",
        "desk/sale/test_largest_sale.py::test_nothing_holds_the_documents_once_the_ending_is_journalled",
    ),
    "R17": (
        "journeys/test_key_in_use.py::test_a_key_revoked_at_the_sale_is_replaced_in_place",
        "journeys/test_key_in_use.py::test_selling_is_off_on_every_page_and_what_is_typed_stays",
        "journeys/test_key_in_use.py::test_a_disabled_partner_keeps_what_is_open_and_comes_back",
        "desk/service/test_key_access.py::test_nothing_is_sold_or_cancelled_with_a_refused_key",
    ),
    "R18": (
        "journeys/test_key_in_use.py::test_the_sales_of_another_agent_stay_and_are_marked",
        "desk/service/test_key_access.py::test_the_wallet_of_another_agent_is_no_evidence",
        "desk/service/test_key_access.py::test_a_lost_cancellation_is_not_asked_of_another_agent",
        "desk/service/test_key_access.py::test_what_was_checked_against_one_wallet_is_not_paid_from_another",
    ),
    "R15": ("desk/sale/test_validation.py::test_a_name_is_counted_in_characters",),
}
"""The rows that other tests prove: their paths in this folder's parent, and their names."""

NOT_YET: Mapping[str, str] = {}
"""The rows that nothing proves, and why."""


def row(name: str) -> pytest.MarkDecorator:
    """Mark the test that proves a row: its id is that of the row."""
    HERE.add(name)
    return pytest.mark.parametrize("_row", [name], ids=[name], indirect=True)


def rows(cases: Mapping[str, Any]) -> pytest.MarkDecorator:
    """Mark the test that proves several rows, one `case` each."""
    HERE.update(cases)
    return pytest.mark.parametrize("case", list(cases.values()), ids=list(cases))
