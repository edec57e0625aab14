"""`ludus inspect dominion`: measures of a kingdom, effects of its cards, and replay commands."""

from __future__ import annotations

import numpy as np

from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet
from ludus.design.kingdoms.asks import InspectAsks, read_kingdoms, read_ladder, read_pair, read_pool, read_watched
from ludus.design.kingdoms.ladder import play_ladder
from ludus.design.kingdoms.leaders import TRAININGS, Leaders, follow_leaders
from ludus.design.kingdoms.measures import LED, MEASURES, find_measure, outcome_estimates
from ludus.design.kingdoms.objectives import Table
from ludus.design.kingdoms.pictures import Curve, curves
from ludus.design.kingdoms.playing import play_kingdoms
from ludus.design.kingdoms.pool import Kingdom
from ludus.design.kingdoms.rollouts import roll_out
from ludus.design.kingdoms.swaps import swap_cards, swap_games
from ludus.design.kingdoms.telling import (
    NOTES,
    SWAPS_CAPTION,
    Look,
    ladder_sheet,
    length_sheet,
    measures_sheet,
    sentences,
    swaps_picture,
    swaps_sheet,
)
from ludus.design.replays import replay_command
from ludus.players import find_compiled
from ludus.stats import Estimate

GAMES = 4000
SWAP_PART, AGAIN_PART, LADDER_PART = 10, 4, 10  # divisors of GAMES: per swap, best swap, ladder pair
FEW_TRAININGS = 2  # per swap; the fifteen swaps of a card average out the noise
POSITIONS, TIMES = 60, 60  # roll-outs
BLUE, GREY = "#2b5fa8", "#6f655c"


def inspect(words: list[str], asks: InspectAsks, order: Order) -> Findings:
    """Report on one kingdom in full, or compare several."""
    pool, options = read_pool(order)
    kingdoms = read_kingdoms(pool, words)
    find_measure(asks.measure)
    players, ladder = read_pair(asks.players, "players"), read_ladder(asks.ladder)
    observed = read_watched(asks.watch) if asks.watch else players
    with first_use(order.game):
        for name in {*players, *ladder, *observed}:
            find_compiled(order.game, name)
    table = Table(pool, players, order.count(GAMES), options, ladder)
    results = [_look(table, observed, kingdom, order, name) for name, kingdom in kingdoms.items()]
    if len(results) > 1:
        return _compare(results, table, observed, order)
    return _explain(results[0], table, observed, asks.measure, order)


def _look(table: Table, watched: list[str], kingdom: Kingdom, order: Order, name: str) -> Look:
    """Play the games of the pair, of the ladder, and those for lead prediction."""
    pool, seed, options = table.pool, order.seed, table.options
    per_pair, lead_games = _even(table.games // LADDER_PART), table.led_games
    pairs = len(table.ladder) * (len(table.ladder) - 1) // 2
    with order.progress(
        name if "," not in name else "the kingdom", table.games + per_pair * pairs + (1 + TRAININGS) * lead_games
    ) as advance:
        rows = play_kingdoms(pool, [kingdom], table.players, table.games, seed, order.place, advance, options)
        measured = _told(order, name, outcome_estimates(rows[0]))
        ladder = play_ladder(
            pool, [kingdom], table.ladder, per_pair, derive(seed, "ladder"), order.place, advance, options
        )
        measured |= _told(order, name, {"spread": ladder.spread_of(0)})
        led = follow_leaders(
            *(pool, kingdom, watched, derive(seed, "leaders"), lead_games, order.place, advance, options),
            trainings=TRAININGS,
        )
    measured |= _told(order, name, {measure: getattr(led, column) for measure, column in LED.items()})
    return Look(
        name, kingdom, {measure: measured[measure] for measure in MEASURES}, int(rows["pointless"][0]), ladder, led
    )


def _told(order: Order, kingdom: str, measured: dict[str, Estimate]) -> dict[str, Estimate]:
    """Report measures as soon as they are known; return them."""
    for name, value in measured.items():
        order.tell(kingdom, name, MEASURES[name].title, "share" if MEASURES[name].share else "number", value)
    return measured


def _explain(look: Look, table: Table, watched: list[str], measure: str, order: Order) -> Findings:
    """Report on one kingdom, with swaps and roll-outs."""
    pool, names = table.pool, table.pool.write(look.kingdom)
    swap_games_each, best_games = (_even(table.games // part) for part in (SWAP_PART, AGAIN_PART))
    players = watched if MEASURES[measure].source == "leaders" else table.players
    quick, precise = (
        Table(pool, players, n, table.options, table.ladder, led_trainings=trainings)
        for n, trainings in ((swap_games_each, FEW_TRAININGS), (best_games, TRAININGS))
    )
    with order.progress("each card swapped for each other", swap_games(quick, precise, measure)) as advance:
        swaps = swap_cards(quick, precise, look.kingdom, measure, derive(order.seed, "swap"), order.place, advance)
    check = roll_out(look.led, derive(order.seed, "roll-outs"), POSITIONS, TIMES)
    accuracy = look.led.accuracy()
    return Findings(
        title=f"{order.game.title}: {look.name if ',' not in look.name else 'a kingdom'}",
        answer=[", ".join(names) + ".", *sentences(look, table, swaps, measure, check)],
        sheets=[
            measures_sheet([look]),
            length_sheet(pool, [look]),
            swaps_sheet(pool, swaps, measure),
            ladder_sheet(look),
            Sheet(
                "leaders",
                f"How often the predicted leader wins, turn by turn ({' against '.join(dict.fromkeys(watched))})",
                [
                    Column("turn", "count"),
                    Column("games", "count", "held-out games"),
                    Column("accuracy", "share"),
                    Column("baseline", "share", "most frequent outcome"),
                ],
                [[turn.turn, turn.games, turn.accuracy, turn.baseline] for turn in accuracy],
            ),
        ],
        pictures={
            "swaps.svg": (swaps_picture(pool, swaps, measure), SWAPS_CAPTION),
            "leaders.svg": (
                curves(
                    [
                        Curve("predicted leader wins", [turn.accuracy for turn in accuracy], BLUE),
                        Curve("most frequent outcome", [turn.baseline for turn in accuracy], GREY, dashed=True),
                    ],
                    "How early a game is decided: the predicted leader wins so often",
                    "turn",
                ),
                "Of the held-out games that have this turn, those that the leader predicted after it went on to win; "
                "the shades are 95 % intervals. A curve that rises late is a game that stays open.",
            ),
        },
        facts=_facts(table, watched, order)
        | {
            "games without points": f"{look.pointless:,} of {table.games:,}",
            "swaps": f"{swap_games_each:,} games for each of {pool.piles * (pool.size - pool.piles)}, "
            f"{best_games:,} on fresh seeds for the best and worst of each card",
            "roll-outs": f"{POSITIONS} positions, {TIMES} times each",
        },
        commands=_replays(look.led, watched),
        notes=NOTES,
    )


def _compare(looked: list[Look], table: Table, watched: list[str], order: Order) -> Findings:
    """Report on several kingdoms side by side."""
    sentences = []
    for name in ("skill-computed", "turns", "decisiveness", "first-seat"):
        ranked = sorted(looked, key=lambda look: look.measures[name].value)
        scale = 1 if name == "turns" else 100
        unit = "" if name == "turns" else " %"
        ends = [
            f"{scale * kingdom.measures[name].value:.1f}{unit} ({kingdom.title})" for kingdom in (ranked[0], ranked[-1])
        ]
        sentences.append(f"{MEASURES[name].title.capitalize()}: from {ends[0]} to {ends[1]}.")
    return Findings(
        title=f"{order.game.title}: {len(looked)} kingdoms",
        answer=sentences,
        sheets=[measures_sheet(looked), length_sheet(table.pool, looked)],
        facts=_facts(table, watched, order),
        commands={
            f"{look.title}: {what}": line
            for look in looked
            for what, line in list(_replays(look.led, watched).items())[:1]
        },
        notes=NOTES[:2],
    )


def _replays(led: Leaders, watched: list[str]) -> dict[str, str]:
    """Replay commands of games behind the numbers."""
    change_counts, decided = led.changes_made.sum(axis=1), led.by_game["decisiveness"]
    first = (led.outcomes == 0) | (led.outcomes == 1)
    winner = np.where(first, (led.outcomes + led.first + np.arange(len(led.outcomes))) % 2, -1)
    chosen = {
        "the game with most lead changes": int(change_counts.argmax()),
        "a game decided at once": int(decided.argmin()),
    }
    for player, name in enumerate(watched):
        games = np.flatnonzero(winner == player)
        if len(games) and watched[0] != watched[1]:
            chosen[f"a game that {name} wins"] = int(games[0])
    return {what: replay_command(led.match, watched, led.first + game) for what, game in chosen.items()}


def _facts(table: Table, watched: list[str], order: Order) -> dict[str, str]:
    half = table.led_games
    rules = ", ".join(f"{name}={value}" for name, value in sorted(table.options.items())) or "official"
    return {
        "game": f"{order.game.name}, rules version {order.game.version}, {table.pool.edition} edition, {rules}",
        "players": " against ".join(table.players),
        "ladder": ", ".join(table.ladder),
        "games": f"{table.games:,} of the pair, {_even(table.games // LADDER_PART):,} of each pair of the ladder",
        "leaders": f"{' against '.join(watched)}; {half:,} games to learn from, {half:,} held out; "
        f"{TRAININGS} trainings tell how far chance goes",
        "seed": str(order.seed),
    }


def _even(games: int) -> int:
    return max(2, games - games % 2)
