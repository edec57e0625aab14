"""Tales of Tribute: a deck-building duel for prestige and the favour of patrons.

Four patrons are drafted; each brings a deck of cards to the tavern. The Treasury is always in the game. In a turn a
player plays cards, activates agents, attacks agents, buys cards and calls patrons, in any order and number. At the end
of the turn unspent coins are lost and power becomes prestige. A player wins with 40 prestige that the rival does not
match in its next turn, with 80 prestige at the end of a turn, or with the favour of all patrons. The rules are those of
the Scripts of Tribute engine of October 2025, called "the reference engine" here.

    ludus.new_game("tribute", seed=7)                                            with a draft
    ludus.new_game("tribute", seed=7, patrons="ansei,pelin,hlaalu,rajhin")       with given patrons
    ludus.new_game("tribute", seed=7, patrons="random", compat="reference")      dealt as the reference engine deals

See options.py for all options, notation.py for the notation of moves, position_format.py for that of positions,
card_file.py for card files, effect_grammar.py for what cards can do, observation.py for what a seat sees, and
reference_check.py for recordings of the reference engine.

With `compat=reference` the set-up, the shuffles and the order of every zone and every list equal those of the reference
engine bit by bit. By default only the random numbers differ. With both settings, choices are checked and made card by
card, players know what an attentive person can know, simulated moves see no hidden card, and the number of cards is
limited. docs/games/tribute.md lists these differences with their tests, and surprising rules of the reference engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np

from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.external_protocols import ThirdPartyApi
from ludus.core.game import (
    Benchmark,
    Content,
    ContentExample,
    Demo,
    EvaluationHints,
    Features,
    Game,
    GameBots,
    GameStats,
    Notation,
    Protocols,
    References,
    Rendering,
)
from ludus.core.narration import Narration
from ludus.core.reference_check_results import CheckReport, Progress
from ludus.core.schema import GameSchema
from ludus.games.tribute import rules
from ludus.games.tribute.features import FEATURES
from ludus.games.tribute.game_data_records import GameData
from ludus.games.tribute.move_bits import LARGEST_MOVE
from ludus.games.tribute.moves import MAX_MOVES
from ludus.games.tribute.notation import explain_illegal, explain_in_words, read_move, write_move
from ludus.games.tribute.observation import is_move_visible, observation
from ludus.games.tribute.options import Options, load
from ludus.games.tribute.position_validation import validate
from ludus.games.tribute.state import PHASES, REASONS, State


def _describe(content: Content, state: Any, seat: int | None = None) -> str:
    """Position as text; imported on first use."""
    from ludus.games.tribute.describe import describe

    return describe(content, state, seat)


def _describe_move(content: Content, state: Any, move: int) -> str:
    from ludus.games.tribute.describe import describe_move

    return describe_move(content, state, move)


def _narration() -> Narration:
    """Words for moves and results; imported on first use."""
    from ludus.games.tribute.narration import NARRATION

    return NARRATION


def _svg(content: Content, state: Any, seat: int | None) -> str:
    """Position as SVG; imported on first use, so that the game starts faster."""
    from ludus.games.tribute.render.position import render_position

    return render_position(content, state, seat)


def _write_position(content: Content, state: Any) -> Any:
    """Position as plain data; imported on first use."""
    from ludus.games.tribute.position_format import write_position

    return write_position(content, state)


def _read_position(content: Content, data: Any) -> np.ndarray:
    from ludus.games.tribute.position_reader import read_position

    return read_position(content, data)


def _check_traces(files: Iterable[str | Path], progress: Progress | None = None) -> CheckReport:
    """Compare recorded games and cases of the reference engine; imported on first use."""
    from ludus.games.tribute.reference_check import check

    return check(files, progress)


def _simulate_unknown(position: Any, seat: int) -> Any:
    """Simulation with unknown cards; imported on first use."""
    from ludus.games.tribute.unknown_cards import UnknownCards

    return UnknownCards(position, seat)


def _move_effects(content: Content, before: Any, move: int, after: Any) -> list[str]:
    """Public effects of a move; imported on first use."""
    from ludus.games.tribute.move_effects import effect_texts

    return effect_texts(content, before, move, after)


def _option_choices() -> dict[str, list[str]]:
    """Names that an option accepts; imported on first use."""
    from ludus.games.tribute.card_text import option_choices

    return option_choices()


def _schema() -> GameSchema:
    """Declared types; imported on first use."""
    from ludus.games.tribute.schema import SCHEMA

    return SCHEMA


def _bots() -> tuple[BotSpec, ...]:
    from ludus.games.tribute.bots import bots

    return bots()


def _resolve_names(content: Content | None, bot: BotSpec, options: Any, params: Any) -> None:
    from ludus.games.tribute.bots.patron_draft import fit_drafting

    fit_drafting(content, bot, options, params)


def _content_info(content: Content) -> dict[str, Any]:
    from ludus.games.tribute.card_text import content_info

    return content_info(content)


def _third_party_api() -> ThirdPartyApi:
    """API for bots of the package scripts-of-tribute; imported when a Python bot is loaded."""
    from ludus.games.tribute.sot_adapter import third_party_api

    return third_party_api


def _game_stats() -> GameStats:
    """Cards taken and owned, patrons drafted and called; imported on first use."""
    from ludus.games.tribute.game_stats import STATS

    return STATS


def _choice_stats() -> GameStats:
    """Cards and patrons chosen, relative to the available ones; imported on first use."""
    from ludus.games.tribute.choices_against_random_stats import STATS

    return STATS


def _card_use_stats() -> GameStats:
    """Cards taken and played; imported on first use."""
    from ludus.games.tribute.card_use_stats import STATS

    return STATS


def _turn_end_stats() -> GameStats:
    """Training data of the courtier; imported on first use."""
    from ludus.games.tribute.bots.courtier.training_data import STATS

    return STATS


game = Game(
    name="tribute",
    title="Tales of Tribute",
    summary="A deck-building duel for prestige and the favour of patrons, as the Scripts of Tribute engine plays it",
    version="1",
    seats=(2, 2),
    end_reasons=REASONS,
    max_moves=MAX_MOVES,
    largest_move=LARGEST_MOVE,
    data=GameData,
    state=State,
    rules=rules,
    load=load,
    observation=observation,
    options=Options,
    is_move_visible=is_move_visible,
    validate=validate,
    simulate_unknown=_simulate_unknown,
    move_effects=_move_effects,
    phases=PHASES,
    turn_number=attrgetter("turn"),
    stats={
        "game_stats": _game_stats,
        "choice_stats": _choice_stats,
        "turn_end_stats": _turn_end_stats,
        "card_use_stats": _card_use_stats,
    },
    notation=Notation(
        write_move=write_move,
        read_move=read_move,
        write_position=_write_position,
        read_position=_read_position,
        explain_illegal=explain_illegal,
        explain_in_words=explain_in_words,
    ),
    rendering=Rendering(
        svg=_svg, describe=_describe, describe_move=_describe_move, narration=_narration, option_choices=_option_choices
    ),
    references=References(check_traces=_check_traces),
    features=Features(
        names=FEATURES, hints=EvaluationHints(weights=Path(__file__).parent / "content" / "weights.json")
    ),
    bots=GameBots(compiled=_bots, resolve_names=_resolve_names),
    primer=Path(__file__).with_name("primer.md"),
    guide=Path(__file__).with_name("guide.toml"),
    levels=Path(__file__).with_name("levels.csv"),
    schema=_schema,
    demo=Demo(
        lineup=(
            "random-no-end",
            "max-agents",
            "max-prestige",
            "decision-tree",
            "mcts:iterations=50",
            "beam",
            "courtier:iterations=100",
        ),
        study="tribute-cards",
        benchmarks=(Benchmark("random against random", ("random", "random"), {"patrons": "random"}, bar=15_000),),
        resample_bar=300_000,
        example=ContentExample(
            Path(__file__).parent / "content" / "example_cards.toml",
            "my-cards.toml",
            "A cheaper Currency Exchange and a new agent, both of the deck of Hlaalu. Change them, or add your own.",
            (
                "match tribute decision-tree max-prestige -o cards={file} -o patrons=hlaalu,ansei,pelin,psijic",
                "inspect tribute {file} -n 2000 --to {report}",
            ),
        ),
    ),
    protocols=Protocols(content_info=_content_info, third_party=_third_party_api, turn_seconds=30.0),
)
