"""The checks every game must pass, by name, in the order in which failures are best fixed."""

from ludus.testing.checks.determinism import bounds_hold, plain_play_agrees, seeds_decide, threads_agree
from ludus.testing.checks.game_declaration_checks import (
    data_fit_the_schema,
    data_is_plain,
    description_is_in_order,
    features_add_up,
    prospects_are_seen,
)
from ludus.testing.checks.hidden_information import (
    choices_conceal,
    history_conceals,
    redeals_hide_everything,
    redeals_obey_their_seed,
    views_conceal,
)
from ludus.testing.checks.moves import games_end, legal_moves_apply, shares_add_up, wrong_moves_are_refused
from ludus.testing.checks.notation import (
    impossible_positions_are_refused,
    moves_round_trip,
    positions_round_trip,
    replays_round_trip,
)
from ludus.testing.checks.shared_memory import copies_share_nothing, questions_change_nothing, table_is_only_read
from ludus.testing.game_under_test import Check

CHECKS: dict[str, Check] = {
    law.__name__: law
    for law in (
        description_is_in_order,
        bounds_hold,  # before all compiled play, which a wrong index can crash
        legal_moves_apply,
        games_end,
        shares_add_up,
        plain_play_agrees,
        seeds_decide,
        threads_agree,
        copies_share_nothing,
        questions_change_nothing,
        table_is_only_read,
        moves_round_trip,
        wrong_moves_are_refused,
        positions_round_trip,
        redeals_obey_their_seed,
        impossible_positions_are_refused,
        replays_round_trip,
        redeals_hide_everything,
        views_conceal,
        choices_conceal,
        history_conceals,
        data_is_plain,
        data_fit_the_schema,
        features_add_up,
        prospects_are_seen,
    )
}

__all__ = ["CHECKS"]
