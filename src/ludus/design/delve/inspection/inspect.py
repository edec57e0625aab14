"""`ludus inspect delve`: for which players a skill tree is right, the value of its nodes, and their flaws."""

from __future__ import annotations

import math
from dataclasses import replace

from ludus.design.base.designer import DesignRequest
from ludus.design.base.option_value_parsers import check_bots
from ludus.design.base.pairwise_judgement import Pair, first_sentence, judge_pairs, pairs_table, verdicts
from ludus.design.base.report_parts import game_fact
from ludus.design.delve.builds.random_pick_probabilities import BuildProbabilities
from ludus.design.delve.charts.encounter_charts import power_chart, win_rate_chart
from ludus.design.delve.charts.tree_chart import tree_chart
from ludus.design.delve.inspection import suggest_fixes, what_if
from ludus.design.delve.inspection.build_kinds import build_kinds, build_kinds_table, kinds_sentence
from ludus.design.delve.inspection.flow_judgement import FlowJudgement
from ludus.design.delve.inspection.measure_tree import TreeMeasurement, measure_tree
from ludus.design.delve.inspection.node_flaws import OBVIOUS_LEAD
from ludus.design.delve.inspection.report import (
    answer_sentences,
    bots_table,
    describe_flaw_counts,
    describe_zone,
    encounters_table,
    flaws_table,
    nodes_table,
    tree_heat,
    tree_title,
)
from ludus.design.delve.inspection.room_for_nodes import measure_room, room_sentences, room_table
from ludus.design.delve.inspection.typical_fights import replay_commands
from ludus.design.delve.options import (
    DelveInspectOptions,
    InspectionSettings,
    apply_what_if,
    read_inspection_settings,
    read_trees,
)
from ludus.design.delve.playtest.bot_win_rates import CARD_ORDERS, widen_interval
from ludus.design.delve.playtest.fights import count_fights, fight_csv_lines
from ludus.design.delve.playtest.flow_zone import (
    EncounterChallenge,
    FlowZone,
    count_challenge_fights,
    measure_challenge,
)
from ludus.design.delve.rating.choice_ratings import STRONGEST_NODE
from ludus.design.delve.tree_writer import tree_text
from ludus.games.delve.skill_tree import SkillTree
from ludus.report.report_model import Figure, File, Report, command_parts
from ludus.report.table_model import Column, Table
from ludus.stats import Estimate
from ludus.stats.judgement import JudgedNumbers, judgement_note
from ludus.util.errors import OptionError
from ludus.util.text import plural

ZONE_DIVISOR = 2  # divisor of the card orders for flow zones
WINS_NOTE = (
    "Encounters won are with random picks: every encounter is played with each build that random picks can lead to, "
    "weighted by its probability, without regard to earlier losses. All decks and encounters have the same weight."
)
INTERVALS_NOTE = (
    "A deck is the unit of all intervals, because decks differ far more than orders of cards: an interval says what "
    "other decks of the same kind may give. With a single deck the unit is an order of cards."
)
PAIRS_NOTE = (
    "Two trees are compared deck by deck, with the same orders of cards. A deck that is weak with one tree is mostly "
    "weak with the other, so the interval of the difference can be much shorter than those of the win rates, which may "
    "overlap."
)
FLAWS_NOTE = (
    "Flaws of nodes are facts about these decks and orders of cards: all builds were played. The verdict says "
    "what is sure with other decks of the same kind, by the lead of the node over the best other pick: nodes that are "
    "never useful or dominated are surely worse if the best other pick surely is better; obvious ones surely better, "
    f"if the lead surely is above {100 * OBVIOUS_LEAD:g} % of the encounters to come."
)
POWER_NOTE = (
    "Power is what the picked nodes add to the damage of a card, on average over the cards of a deck. The flow zone "
    "was measured without the tree, with the same bonus for every card."
)
PICKS_NOTE = (
    "A node is the best pick if more of the remaining encounters are won with it than with any other available node, "
    "when all later picks are the best, too; nodes within half a percent of the best share. Only choices that matter "
    "count: those in which not all nodes are equally good."
)
ROOM_NOTE = (
    f"Room for nodes: the strongest nodes give {STRONGEST_NODE} damage to every card for each skill point so far, the "
    "largest value of a made tree. A deck is won anyway if it wins with all orders of cards without a node, and lost "
    "anyway if it loses with all orders although it has the strongest nodes."
)
EFFECTS_NOTE = (
    "Some nodes do something else than raise damage. These effects count in all encounters and choices, but power is "
    "damage only, so the power chart shows less than the tree gives."
)
SAMPLED_NOTE = (
    "This tree has too many builds to play with all: they were sampled by random walks. The value of a pick covers "
    "the next encounter only."
)


def inspect(words: list[str], options: DelveInspectOptions, request: DesignRequest) -> Report:
    """Report on one tree in full, or compare several."""
    trees = read_trees(words, request)
    settings = read_inspection_settings(options, request, trees.values())
    if len(trees) > 1 and (options.what_if or options.mend or options.rows):
        raise OptionError(f"--what-if, --mend and --rows are about one tree; {len(trees)} are named")
    if options.rows and request.folder is None:
        raise OptionError("--rows: say where the rows should go, with --to")
    if options.mend:
        suggest_fixes.check_mendable(next(iter(trees.values())), settings)  # before hours of fights
    changed = apply_what_if(options.what_if, next(iter(trees.values()))) if options.what_if else None
    check_bots(request.game, settings.bots)
    measurements = [measure_tree(name, tree, settings, request) for name, tree in trees.items()]
    if len(measurements) > 1:
        return _compare_trees(measurements, settings, request)
    return _report_tree(measurements[0], changed, options, settings, request)


def _report_tree(
    measured: TreeMeasurement,
    tree: SkillTree | None,
    options: DelveInspectOptions,
    settings: InspectionSettings,
    request: DesignRequest,
) -> Report:
    """Report on one tree, with flow zones, charts, and the effect of other values."""
    orders = max(2, measured.played.orders // ZONE_DIVISOR)
    total = count_challenge_fights(len(settings.bots), settings.decks, len(settings.encounters), orders)
    with request.progress("flow zones", total) as advance:
        challenge = measure_challenge(
            *(settings.bots, settings.decks, settings.encounters, orders, request.seed, request.backend, advance),
            settings.rules,
        )
    bands = {player: challenge.flow_zones(k, settings.zone) for k, player in enumerate(settings.bots)}
    kinds, room = build_kinds(measured), measure_room(measured, settings, request.backend)
    further = 0 if tree is None else len(settings.encounters)
    flow = FlowJudgement(measured.players, settings, further, measured.explained.nodes)
    report = Report(
        title=f"{request.game.title}: {tree_title(measured.tree.name)}",
        answer=[*answer_sentences(measured, settings, flow), kinds_sentence(kinds), *room_sentences(room)],
        parts=[
            bots_table(measured, flow),
            encounters_table(measured, settings, bands[settings.main_bot], flow),
            nodes_table(measured, flow),
            build_kinds_table(kinds, settings.main_bot),
            flaws_table(measured.tree, measured.explained.flaws, flow),
            room_table(room),
            _zones_table(bands, flow),
            Figure(
                "tree",
                tree_chart(measured.tree, f"{measured.tree.name}: picks and wins", tree_heat(measured, flow)),
                "Bars: when the node is on offer, how often it is the best pick. Boxes: encounters won by builds that "
                "have it, with random picks otherwise.",
            ),
            Figure(
                "power",
                power_chart(
                    measured.power, bands, settings.main_bot, "Power that the tree gives, and power that is needed"
                ),
                "The line goes through the middle of all decks and random picks, boxes hold eight tenths of them, and "
                "dashes above are the most. Below the zone an encounter is too hard, above it too easy; broken lines "
                "are where the zones of other players begin.",
            ),
            Figure(
                "players",
                win_rate_chart(
                    {played.bot: [stage.wins for stage in played.encounters] for played in measured.players},
                    settings.zone,
                    "Encounters won by each player, and the flow zone",
                ),
                "With random picks; the strokes are 95 % intervals.",
            ),
            *command_parts(replay_commands(measured, settings, request)),
            File("even_bonus.csv", _even_bonus_csv(challenge)),
            *([File("fights.csv", "".join(fight_csv_lines(measured.played)))] if options.rows else []),
            *(WINS_NOTE, INTERVALS_NOTE, judgement_note(flow.comparisons), FLAWS_NOTE),
            *(POWER_NOTE, PICKS_NOTE, ROOM_NOTE),
            *([] if measured.played.builds.is_complete else [SAMPLED_NOTE]),
            *([EFFECTS_NOTE] if measured.tree.is_extended else []),
        ],
        facts=_facts(settings, request) | {"builds": _describe_builds(measured.played.builds)},
    )
    if options.mend:
        report = _add_fixes(report, measured, settings, request)
    if tree is not None:
        report = _add_what_if(report, measured, tree, settings, request, flow)
    return report


def _add_what_if(
    report: Report,
    measured: TreeMeasurement,
    tree: SkillTree,
    settings: InspectionSettings,
    request: DesignRequest,
    flow: FlowJudgement,
) -> Report:
    total = count_fights(what_if.replace_tree(measured.played.builds, tree), 1, settings.decks, measured.played.orders)
    with request.progress("what if", total) as advance:
        changed = what_if.play_changed_tree(measured, tree, settings, request.backend, advance)
    tables = [
        what_if.what_if_encounters_table(measured, changed, settings, flow),
        what_if.what_if_nodes_table(measured, changed),
    ]
    answer = what_if.describe_change(measured, changed)
    return replace(report, answer=[*answer, *report.answer], parts=[*tables, *report.parts])


def _add_fixes(
    report: Report, measured: TreeMeasurement, settings: InspectionSettings, request: DesignRequest
) -> Report:
    fixed = suggest_fixes.find_fixes(measured, settings, request)
    report = replace(report, answer=[*report.answer, *suggest_fixes.describe_fixes(measured, fixed, settings)])
    if not fixed.changes:
        return report
    file = File("mended.toml", tree_text(replace(fixed.tree, name=f"{measured.tree.name} mended")))
    return replace(report, parts=[suggest_fixes.fixes_table(fixed), *report.parts, file])


def _compare_trees(measurements: list[TreeMeasurement], settings: InspectionSettings, request: DesignRequest) -> Report:
    """Report on several trees side by side."""
    columns = [
        Column.text("tree"),
        Column.integer("nodes"),
        *(Column.share(player, player) for player in settings.bots),
        Column.number("turns", "turns of a win"),
        Column.number("build_spread", "spread of wins over builds"),
        Column.number("entropy", "spread of best picks"),
        Column.text("flaws"),
    ]
    table = [
        [
            *(measured.name, len(measured.tree), *(played.wins for played in measured.players)),
            measured.bot_result(settings.main_bot).turns,
            round(measured.bot_result(settings.main_bot).build_spread, 3),
            round(measured.explained.entropy, 3),
            describe_flaw_counts(measured.explained),
        ]
        for measured in measurements
    ]
    ranked = sorted(measurements, key=lambda measured: measured.bot_result(settings.main_bot).wins.value)
    hardest, easiest, judged = ranked[0], ranked[-1], _judge_trees(ranked, settings.main_bot)
    return Report(
        title=f"{request.game.title}: {plural(len(measurements), 'tree')}",
        answer=[
            f"{settings.main_bot} wins from {hardest.bot_result(settings.main_bot).wins.in_percent()} ({hardest.name}) "
            f"to {easiest.bot_result(settings.main_bot).wins.in_percent()} ({easiest.name}) of encounters.",
            _hardest_sentence(hardest.name, judged, settings.main_bot),
            *(f"Flaws of {measured.name}: {describe_flaw_counts(measured.explained)}." for measured in measurements),
        ],
        parts=[
            Table("trees", columns, table, f"Encounters won with random picks, and what {settings.main_bot} finds"),
            _judgement_table(judged, settings.main_bot),
            *(
                Figure(f"tree_{k}", tree_chart(measured.tree, f"{measured.name}: picks and wins", tree_heat(measured)))
                for k, measured in enumerate(measurements, 1)
            ),
            *(WINS_NOTE, INTERVALS_NOTE, f"{PAIRS_NOTE} {judgement_note(judged.comparisons)}", PICKS_NOTE),
        ],
        facts=_facts(settings, request),
    )


def _judge_trees(ranked: list[TreeMeasurement], bot: str) -> JudgedNumbers[Pair]:
    """Judge how much harder each tree is than each other one; all have the same decks and orders of cards.

    Of trees with too many builds to play with all, the errors of the sampled walks add to that of the difference.
    """
    trees = {measured.name: measured for measured in ranked}

    def lead(harder: str, easier: str) -> Estimate:
        difference, _ = what_if.paired_win_difference(trees[easier].played, trees[harder].played)
        errors = [trees[name].bot_result(bot).sampling_error for name in (harder, easier)]
        return widen_interval(difference, math.hypot(*errors))

    return judge_pairs(list(trees), lead)


def _hardest_sentence(hardest: str, judged: JudgedNumbers[Pair], bot: str) -> str:
    """Say whether the tree with the fewest wins is surely the hardest."""
    gap = "{lead} fewer encounters won than with {other}"
    return first_sentence(hardest, judged, f"the hardest for {bot}", gap)


def _judgement_table(judged: JudgedNumbers[Pair], bot: str) -> Table:
    """Table of each two trees, the one with fewer wins first."""
    labels = [Column.text("tree"), Column.text("other", "compared with")]
    title, caption = "more encounters won with the other", f"Every pair of trees: which is harder for {bot}"
    return pairs_table(judged, labels, verdicts("harder", "easier"), title, caption)


def _zones_table(bands: dict[str, list[FlowZone]], flow: FlowJudgement) -> Table:
    """Table of the power that each player needs in each encounter."""
    count = len(next(iter(bands.values())))
    columns = [Column.text("player"), *(Column.text(f"encounter_{k}") for k in range(1, count + 1))]
    table = [
        [player, *(describe_zone(band, flow.zone(player, k)) for k, band in enumerate(row))]
        for player, row in bands.items()
    ]
    return Table(
        "zones", columns, table, "Flow zones: the power with which an encounter is neither too hard nor too easy"
    )


def _even_bonus_csv(challenge: EncounterChallenge) -> str:
    """The measurements behind the flow zones, as CSV."""
    lines = ["player,encounter,bonus,wins,low,high"]
    for player, by_encounter in zip(challenge.bots, challenge.wins, strict=True):
        for encounter, by_bonus in enumerate(by_encounter, 1):
            for bonus, wins in enumerate(by_bonus):
                lines.append(f"{player},{encounter},{bonus},{wins.value:.6f},{wins.low:.6f},{wins.high:.6f}")
    return "\n".join(lines) + "\n"


def _describe_builds(probabilities: BuildProbabilities) -> str:
    counts = ", ".join(f"{len(builds):,}" for builds in probabilities.by_encounter)
    return (
        f"{counts} by encounter"
        if probabilities.is_complete
        else f"{probabilities.walks} random walks and their alternatives"
    )


def _facts(settings: InspectionSettings, request: DesignRequest) -> dict[str, str]:
    return {
        "game": game_fact(request, *(f"{name}={value}" for name, value in sorted(request.options.items()))),
        "players": ", ".join(settings.bots),
        "picks are judged by": settings.main_bot,
        "decks": settings.deck_description,
        "encounters": str(len(settings.encounters)),
        "orders of cards": f"{request.game_count(CARD_ORDERS)} for each deck, encounter and build",
        "seed": str(request.seed),
    }
