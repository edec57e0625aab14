"""`ludus inspect dominion`: measures of a kingdom, effects of its cards, and replay commands."""

from __future__ import annotations

import numpy as np

from ludus.core.random import derive
from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import check_bots, read_ladder, read_one_or_two_bots, read_two_bots
from ludus.design.base.report_parts import game_fact, replay_command
from ludus.design.base.svg_charts import TurnCurve, turn_chart
from ludus.design.dominion.batch_play import play_kingdoms
from ludus.design.dominion.bot_ladder import play_ladder
from ludus.design.dominion.card_use import (
    SWAP_USE_GAMES,
    USE_GAMES,
    card_use_games,
    kingdoms_use_table,
    measure_card_use,
    unused_swaps,
)
from ludus.design.dominion.inspect_report import (
    NO_USER_ADVICE,
    NOTES,
    SWAPS_CAPTION,
    TAKEN_NOTE,
    USE_NOTE,
    USE_RULE,
    KingdomJudgement,
    KingdomMeasurement,
    alone_table,
    answer_sentences,
    judgement_table,
    ladder_table,
    length_table,
    measures_table,
    swaps_chart,
    swaps_table,
)
from ludus.design.dominion.kingdom_comparison import (
    COMPARISON_NOTE,
    comparison_sentences,
    comparison_table,
    judge_kingdoms,
    with_distinct_titles,
)
from ludus.design.dominion.kingdom_numbering import Kingdom
from ludus.design.dominion.measured_card_effects import swap_cards, swap_games
from ludus.design.dominion.measures import LEAD_COLUMNS, MEASURES, find_measure, outcome_estimates
from ludus.design.dominion.objectives import KingdomEvaluator
from ludus.design.dominion.options import DEFAULT_PAIR, DominionInspectOptions, read_kingdoms, read_pool
from ludus.design.dominion.predicted_lead_changes import TRAININGS, LeadPredictions, check_by_rollouts, predict_leaders
from ludus.report.report_model import Command, Figure, Report, command_parts
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.judgement import judgement_note
from ludus.util.errors import OptionError
from ludus.util.text import plural

PAIR_GAMES = 4000
SWAP_DIVISOR, BEST_SWAP_DIVISOR, LADDER_DIVISOR = 10, 4, 10  # divisors of GAMES: per swap, best swap, ladder pair
SWAP_TRAININGS = 2  # per swap; the fifteen swaps of a card average out the noise
ROLLOUT_POSITIONS, ROLLOUTS_PER_POSITION = 60, 60  # roll-outs
BLUE, GREY = "#2b5fa8", "#6f655c"


def inspect(words: list[str], options: DominionInspectOptions, request: DesignRequest) -> Report:
    """Report on one kingdom in full, compare several, or compare changed cards with the original ones."""
    pool, game_options = read_pool(request)
    kingdoms = read_kingdoms(pool, words)
    if options.original and len(kingdoms) > 1:
        raise OptionError("--original is about changed cards in one kingdom; name one")
    find_measure(options.measure)
    players, ladder = read_two_bots(options.players, "players", DEFAULT_PAIR), read_ladder(options.ladder)
    observed = read_one_or_two_bots(options.watch, "watch") if options.watch else players
    check_bots(request.game, [*players, *ladder, *observed])
    evaluator = KingdomEvaluator(pool, players, request.game_count(PAIR_GAMES), game_options, ladder)
    if options.original:
        return _compare_with_original(evaluator, observed, next(iter(kingdoms.values())), request)
    results = [_measure_kingdom(evaluator, observed, kingdom, request, name) for name, kingdom in kingdoms.items()]
    if len(results) > 1:
        return _compare_kingdoms(results, evaluator, observed, request)
    return _report_kingdom(results[0], evaluator, observed, options.measure, request)


def _compare_with_original(
    evaluator: KingdomEvaluator, lead_bots: list[str], kingdom: Kingdom, request: DesignRequest
) -> Report:
    """Compare a kingdom with changed cards with the same kingdom of the game's own cards."""
    from ludus.design.dominion.card_changes import LISTS, original_kingdom, report_card_changes

    official, original, changed = original_kingdom(evaluator.pool, kingdom)
    evaluators = [
        KingdomEvaluator(official, evaluator.players, evaluator.games, evaluator.options, evaluator.ladder),
        evaluator,
    ]
    measured = [
        _measure_kingdom(each, lead_bots, cards, request, name)
        for name, each, cards in zip(LISTS, evaluators, (original, kingdom), strict=True)
    ]
    return report_card_changes(measured, evaluators, changed, request)


def _measure_kingdom(
    evaluator: KingdomEvaluator, lead_bots: list[str], kingdom: Kingdom, request: DesignRequest, name: str
) -> KingdomMeasurement:
    """Play the games of the pair, of the ladder, and those for lead prediction."""
    pool, seed, options = evaluator.pool, request.seed, evaluator.options
    per_pair, lead_games = _even(evaluator.games // LADDER_DIVISOR), evaluator.led_games
    pairs = len(evaluator.ladder) * (len(evaluator.ladder) - 1) // 2
    with request.progress(
        name if "," not in name else "the kingdom", evaluator.games + per_pair * pairs + (1 + TRAININGS) * lead_games
    ) as advance:
        rows = play_kingdoms(
            pool, [kingdom], evaluator.players, evaluator.games, seed, request.backend, advance, options
        )
        measured = _report_results(request, name, outcome_estimates(rows[0]))
        ladder = play_ladder(
            pool, [kingdom], evaluator.ladder, per_pair, derive(seed, "ladder"), request.backend, advance, options
        )
        measured |= _report_results(request, name, {"spread": ladder.spread_of(0)})
        led = predict_leaders(
            *(pool, kingdom, lead_bots, derive(seed, "leaders"), lead_games, request.backend, advance, options),
            trainings=TRAININGS,
        )
    measured |= _report_results(
        request, name, {measure: getattr(led, column) for measure, column in LEAD_COLUMNS.items()}
    )
    return KingdomMeasurement(
        name, kingdom, {measure: measured[measure] for measure in MEASURES}, int(rows["pointless"][0]), ladder, led
    )


def _report_results(request: DesignRequest, kingdom: str, measured: dict[str, Estimate]) -> dict[str, Estimate]:
    """Report measures as soon as they are known; return them."""
    for name, value in measured.items():
        request.on_result(kingdom, name, MEASURES[name].title, "share" if MEASURES[name].share else "number", value)
    return measured


def _report_kingdom(
    measured: KingdomMeasurement,
    evaluator: KingdomEvaluator,
    lead_bots: list[str],
    measure: str,
    request: DesignRequest,
) -> Report:
    """Report on one kingdom, with swaps and roll-outs."""
    pool, names = evaluator.pool, evaluator.pool.write(measured.kingdom)
    swap_games_each, best_games = (_even(evaluator.games // part) for part in (SWAP_DIVISOR, BEST_SWAP_DIVISOR))
    players = lead_bots if MEASURES[measure].source == "leaders" else evaluator.players
    quick, precise = (
        KingdomEvaluator(pool, players, n, evaluator.options, evaluator.ladder, led_trainings=trainings)
        for n, trainings in ((swap_games_each, SWAP_TRAININGS), (best_games, TRAININGS))
    )
    with request.progress("each card swapped for each other", swap_games(quick, precise, measure)) as advance:
        swaps = swap_cards(
            quick, precise, measured.kingdom, measure, derive(request.seed, "swap"), request.backend, advance
        )
    check = check_by_rollouts(
        measured.leads, derive(request.seed, "roll-outs"), ROLLOUT_POSITIONS, ROLLOUTS_PER_POSITION
    )
    with request.progress("use of cards", card_use_games(evaluator.players, evaluator.ladder)) as advance:
        use = measure_card_use(
            *(pool, measured.kingdom, evaluator.players, evaluator.ladder, request.seed, request.backend, advance),
            evaluator.options,
        )
    pairs = [(swap.card, other) for swap in swaps for other in (swap.raiser, swap.lowerer)]
    with request.progress("use of swapped cards", SWAP_USE_GAMES * len(set(pairs))) as advance:
        unused = unused_swaps(
            *(pool, measured.kingdom, pairs, players, derive(request.seed, "use"), request.backend, advance),
            evaluator.options,
        )
    judgement = KingdomJudgement(measured, swaps, use, pool, unused)
    accuracy = measured.leads.accuracy()
    return Report(
        title=f"{request.game.title}: {measured.name if ',' not in measured.name else 'a kingdom'}",
        answer=[", ".join(names) + ".", *answer_sentences(measured, evaluator, judgement, use, measure, check)],
        parts=[
            use.by_players.table(),
            judgement_table(pool, judgement, evaluator.players, measure),
            swaps_table(pool, swaps, judgement, measure),
            *([alone_table(use)] if use.won_alone else []),
            measures_table([measured]),
            length_table(pool, [measured]),
            ladder_table(measured),
            Table(
                "leaders",
                [
                    Column.integer("turn"),
                    Column.integer("games", "held-out games"),
                    Column.share("accuracy"),
                    Column.share("baseline", "most frequent outcome"),
                ],
                [[turn.turn, turn.games, turn.accuracy, turn.baseline] for turn in accuracy],
                f"How often the predicted leader wins, turn by turn ({' against '.join(dict.fromkeys(lead_bots))})",
            ),
            Figure("swaps", swaps_chart(pool, swaps, judgement, measure), SWAPS_CAPTION),
            Figure(
                "leaders",
                turn_chart(
                    [
                        TurnCurve("predicted leader wins", [turn.accuracy for turn in accuracy], BLUE),
                        TurnCurve("most frequent outcome", [turn.baseline for turn in accuracy], GREY, dashed=True),
                    ],
                    "How early a game is decided: the predicted leader wins so often",
                    "turn",
                ),
                "Of the held-out games that have this turn, those that the leader predicted after it went on to win; "
                "the shades are 95 % intervals. A curve that rises late is a game that stays open.",
            ),
            *command_parts(_replays(measured.leads, lead_bots)),
            judgement_note(judgement.comparisons),
            USE_NOTE,
            *NOTES,
        ],
        facts=_facts(evaluator, lead_bots, request)
        | {
            "use of cards": f"{_use_fact()}; {SWAP_USE_GAMES} of the players with each card that is swapped in",
            "games without points": f"{measured.pointless:,} of {evaluator.games:,}",
            "swaps": f"{plural(swap_games_each, 'game')} for each of {pool.piles * (pool.size - pool.piles)}, "
            f"{best_games:,} on fresh seeds for the best and worst of each card",
            "roll-outs": f"{ROLLOUT_POSITIONS} positions, {ROLLOUTS_PER_POSITION} times each",
        },
    )


def _compare_kingdoms(
    measurements: list[KingdomMeasurement], evaluator: KingdomEvaluator, lead_bots: list[str], request: DesignRequest
) -> Report:
    """Report on several kingdoms side by side: use of their cards, and each two of them in each measure."""
    measurements = with_distinct_titles(measurements)
    uses = {}
    for measured in measurements:
        with request.progress(
            f"use of cards, {measured.title}", card_use_games(evaluator.players, evaluator.ladder)
        ) as advance:
            uses[measured.title] = measure_card_use(
                *(evaluator.pool, measured.kingdom, evaluator.players, evaluator.ladder, request.seed),
                *(request.backend, advance, evaluator.options),
            )
    judged, other = judge_kingdoms(measurements), evaluator.players[1]
    return Report(
        title=f"{request.game.title}: {plural(len(measurements), 'kingdom')}",
        answer=[
            *comparison_sentences(measurements, judged),
            *(
                f"{title}: {line}"
                for title, use in uses.items()
                for line in use.by_players.sentences(f'--players "{{bot}} {other}"', NO_USER_ADVICE)
            ),
        ],
        parts=[
            kingdoms_use_table(uses, Column.text("kingdom")),
            comparison_table(measurements, judged),
            measures_table(measurements),
            length_table(evaluator.pool, measurements),
            *(
                Command(line, f"{measured.title}: {what}")
                for measured in measurements
                for what, line in list(_replays(measured.leads, lead_bots).items())[:1]
            ),
            judgement_note(judged.comparisons),
            COMPARISON_NOTE,
            f"{USE_RULE} {TAKEN_NOTE}",
            *NOTES[:2],
        ],
        facts=_facts(evaluator, lead_bots, request) | {"use of cards": _use_fact("in each kingdom")},
    )


def _use_fact(where: str = "") -> str:
    where = f" {where}" if where else ""
    return f"{USE_GAMES:,} games of the players{where}, and of each other bot against itself"


def _replays(led: LeadPredictions, lead_bots: list[str]) -> dict[str, str]:
    """Replay commands of games behind the numbers."""
    change_counts, decided = led.lead_changed.sum(axis=1), led.by_game["decisiveness"]
    first = (led.outcomes == 0) | (led.outcomes == 1)
    winner = np.where(first, (led.outcomes + led.first_held_out + np.arange(len(led.outcomes))) % 2, -1)
    chosen = {
        "the game with most lead changes": int(change_counts.argmax()),
        "a game decided at once": int(decided.argmin()),
    }
    for player, name in enumerate(lead_bots):
        games = np.flatnonzero(winner == player)
        if len(games) and lead_bots[0] != lead_bots[1]:
            chosen[f"a game that {name} wins"] = int(games[0])
    return {what: replay_command(led.match, lead_bots, led.first_held_out + game) for what, game in chosen.items()}


def _facts(evaluator: KingdomEvaluator, lead_bots: list[str], request: DesignRequest) -> dict[str, str]:
    half = evaluator.led_games
    rules = ", ".join(f"{name}={value}" for name, value in sorted(evaluator.options.items())) or "official"
    return {
        "game": game_fact(request, f"{evaluator.pool.edition} edition", rules),
        "players": " against ".join(evaluator.players),
        "ladder": ", ".join(evaluator.ladder),
        "games": f"{evaluator.games:,} of the pair, {_even(evaluator.games // LADDER_DIVISOR):,} of each pair of the "
        "ladder",
        "leaders": f"{' against '.join(lead_bots)}; {half:,} games to learn from, {half:,} held out; "
        f"{TRAININGS} trainings tell how far chance goes",
        "seed": str(request.seed),
    }


def _even(games: int) -> int:
    return max(2, games - games % 2)
