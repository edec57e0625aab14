"""Tales of Tribute: a deck-building duel for prestige and the favour of patrons.

Four patrons are drafted, each with a deck of cards for the tavern; the Treasury is always there. A turn is any number
of cards played, agents activated or attacked, cards bought and patrons called. Coins are lost at its end, power becomes
prestige. Who has 40 prestige that the rival does not match in its next turn, 80 at the end of a turn, or the favour of
all patrons, wins. The rules are those of the Scripts of Tribute engine of October 2025, "the reference engine" here.

    ludus.start("tribute", seed=7)                                            with a draft
    ludus.start("tribute", seed=7, patrons="ansei,pelin,hlaalu,rajhin")       with given patrons
    ludus.start("tribute", seed=7, patrons="random", compat="reference")      dealt as the reference engine deals

See options.py for all options, text.py for the notation of moves, layout.py for that of positions, cards.py for card
files, phrases.py for what cards may do, view.py for what a seat sees, check.py for recordings of the reference engine.

With `compat=reference` set-up, shuffles, the order of every zone and of every list are the reference engine's, bit for
bit: test_recorded_games_are_reproduced_with_numbers_legal_moves_and_zones,
test_all_cases_hold_as_the_reference_engine_plays. The default differs from it in chance and in what players can know:

## Differences

- Chance comes from our own stream, which starts well for every seed. The reference engine's first shuffle leaves the
  first card in its place for small seeds. test_the_reference_generator_starts_at_the_seed_as_it_is,
  test_small_seeds_leave_the_first_card_of_the_first_shuffle_in_its_place_but_not_by_default,
  test_neighbouring_seeds_deal_unlike_games_by_default
- Choices are checked: their number, and that the cards are on offer. The reference engine takes any. Under either
  option a player can make legal choices only; a recording with others can be replayed.
  test_by_default_a_choice_takes_neither_too_many_nor_too_few_nor_other_cards
- Choices are made one card at a time; where order does not matter, in the order of the list; cards to recall or to
  replace in any order. The row does not change before all cards to replace are chosen.
  test_where_order_does_not_matter_cards_are_chosen_in_the_order_of_the_list,
  test_cards_to_replace_can_be_chosen_in_any_order_and_are_all_chosen_before_the_row_changes
- What Pelin puts back is known to be on top. The reference engine does not count it, which matters to its copies only.
  test_what_pelin_returned_is_known_in_redeals_and_not_counted_by_the_reference_engine
- Redeals keep the known top cards, which the reference engine's forget, and follow from their seed alone.
  test_redeals_keep_known_top_cards_and_shuffle_the_others
- A simulated move sees no hidden card: simulate on a redeal. The reference engine applies the move to the true game
  first. test_a_simulated_move_after_a_redeal_does_not_know_the_true_next_card
- Redeals keep what attentive players know: cards of the rival that were put back for all to see, the hand when the
  draw pile has run out, and what was put under the tavern.
  test_the_rival_knows_what_was_returned_openly_even_in_hand,
  test_who_counts_cards_knows_the_hand_when_the_pile_has_run_out,
  test_cards_put_under_the_tavern_stay_there_in_redeals
- A player can own 88 cards and have 23 agents in play, and 255 physical cards can exist; a game that needs more ends
  drawn, by capacity. test_a_player_who_owns_too_many_cards_ends_the_game_by_capacity

## As in the reference engine, although one may wonder

- A bought contract works before its place in the row is refilled; it is not asked about the card that comes there.
  test_a_bought_contract_that_replaces_is_not_offered_the_card_in_its_own_place
- With an empty tavern deck a bought contract comes back to its own place; Bewilderment counts as a card of Rajhin; a
  knockout pays those with a toll even if it hits nobody; a tie at 40 or more goes on; somebody favoured by all of no
  patrons wins. test_most_cases_hold_by_default_too_since_only_chance_differs
- The order of the draft. test_the_draft_goes_1_2_2_1_and_the_treasury_comes_into_the_middle
- A turn that ends after the limit makes the game a draw. test_a_game_is_drawn_when_a_turn_ends_after_the_limit
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np

from ludus.core.bot import Bot
from ludus.core.check import CheckReport, Progress
from ludus.core.contract import Benchmark, Content, Foreign, Game, Outlook
from ludus.games.tribute import rules
from ludus.games.tribute.features import FEATURES
from ludus.games.tribute.moves import LARGEST_MOVE, MOST_MOVES
from ludus.games.tribute.options import Options, load
from ludus.games.tribute.state import PHASES, REASONS, State
from ludus.games.tribute.table import Table
from ludus.games.tribute.text import read_move, why_illegal, write_move
from ludus.games.tribute.validate import validate
from ludus.games.tribute.view import tell, view


def _describe(content: Content, state: Any, seat: int | None = None) -> str:
    """A position in words; loaded when somebody reads it."""
    from ludus.games.tribute.words import describe

    return describe(content, state, seat)


def _phrase(content: Content, state: Any, move: int) -> str:
    from ludus.games.tribute.words import phrase

    return phrase(content, state, move)


def _draw(content: Content, state: Any, seat: int | None) -> str:
    """A position as SVG; the drawing is loaded when it is asked for, so that playing starts sooner."""
    from ludus.games.tribute.draw import draw

    return draw(content, state, seat)


def _write_position(content: Content, state: Any) -> Any:
    """A position as plain data in the words of the game; loaded when one is written or read."""
    from ludus.games.tribute.layout import write_position

    return write_position(content, state)


def _read_position(content: Content, data: Any) -> np.ndarray:
    from ludus.games.tribute.layout_read import read_position

    return read_position(content, data)


def _check(files: Iterable[str | Path], progress: Progress | None = None) -> CheckReport:
    """Recorded games and cases of the reference engine; loaded when they are compared."""
    from ludus.games.tribute.check import check

    return check(files, progress)


def _offers() -> dict[str, list[str]]:
    """Names that can be picked; loaded when somebody picks."""
    from ludus.games.tribute.offers import offers

    return offers()


def _bots() -> tuple[Bot, ...]:
    from ludus.games.tribute.bots import bots

    return bots()


def _facts(content: Content) -> dict[str, Any]:
    from ludus.games.tribute.facts import facts

    return facts(content)


def _foreign() -> Foreign:
    """Bots for the package scripts-of-tribute; loaded when a Python bot is."""
    from ludus.games.tribute.guests import foreign

    return foreign


def _design() -> Any:
    """The census of games; loaded when a designer is at work."""
    from ludus.games.tribute import design

    return design


game = Game(
    name="tribute",
    title="Tales of Tribute",
    summary="A deck-building duel for prestige and the favour of patrons, as the Scripts of Tribute engine plays it",
    version="1",
    seats=(2, 2),
    reasons=REASONS,
    most_moves=MOST_MOVES,
    largest_move=LARGEST_MOVE,
    table=Table,
    state=State,
    rules=rules,
    load=load,
    view=view,
    options=Options,
    write_move=write_move,
    read_move=read_move,
    tell=tell,
    write_position=_write_position,
    read_position=_read_position,
    validate=validate,
    draw=_draw,
    describe=_describe,
    phrase=_phrase,
    explain=why_illegal,
    check=_check,
    phases=PHASES,
    features=FEATURES,
    outlook=Outlook(weights=Path(__file__).parent / "content" / "weights.json"),
    offers=_offers,
    bots=_bots,
    showcase=(
        "random-no-end",
        "max-agents",
        "max-prestige",
        "decision-tree",
        "mcts:iterations=50",
        "beam",
        "courtier:iterations=100",
    ),
    study="tribute-cards",
    facts=_facts,
    foreign=_foreign,
    turn_of=attrgetter("turn"),
    turn_seconds=30.0,
    design=_design,
    benchmarks=(Benchmark("random against random", ("random", "random"), {"patrons": "random"}, bar=15_000),),
    redeal_bar=300_000,
)
