"""Report on a measured tree: sentences and tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ludus.design.base.card_use import NO_JUDGEMENT
from ludus.design.base.report_parts import name_some
from ludus.design.base.verdict_texts import UNDECIDED
from ludus.design.delve.charts.tree_chart import NodeHeat
from ludus.design.delve.inspection.flow_judgement import BETTER, PROVEN, WORSE, FlowJudgement, encounter_ranges
from ludus.design.delve.inspection.measure_tree import ChoiceAnalysis, TreeMeasurement
from ludus.design.delve.inspection.node_flaws import Flaw
from ludus.design.delve.options import InspectionSettings
from ludus.design.delve.playtest.flow_zone import MOST_BONUS, FlowZone
from ludus.games.delve.skill_tree import SkillTree
from ludus.report.table_model import Column, Table
from ludus.util.text import plural

KINDS = ("out of reach", "never useful", "dominated", "redundant", "obvious")  # kinds of flaws, worst first
STATES = ("flow", "too hard", "too easy", UNDECIDED)  # verdicts on encounters
MAX_IN_ANSWER = 2  # nodes of a kind of flaw named in the answer; the table has all
MAX_NAMED = 5  # nodes that one node is compared with, named in a text
OTHER_DECKS = {
    PROVEN: "proven by the nodes alone",
    BETTER: "surely better than the best other pick with others, too",
    WORSE: "surely worse than the best other pick with others, too",
    UNDECIDED: "undecided with others",
    NO_JUDGEMENT: "no judgement on others",
}
REMEDIES = {
    "out of reach": "move it nearer to the beginning",
    "never useful": "raise its value, give it another target, or let it lead to something",
    "dominated": "raise its value, or let it do something that the other does not",
    "redundant": "give it another target, or take it out",
    "obvious": "lower its value, or raise the alternatives",
}


def tree_title(name: str) -> str:
    """Return how a title calls a tree: `the tree bruiser`; a made tree is called `the tree` or `tree 3` already."""
    words = name.lower().split()
    return name if words[:1] == ["tree"] or words[:2] == ["the", "tree"] else f"the tree {name}"


def remedy(tree: SkillTree, kind: str) -> str:
    """Return what helps against a kind of flaw: nodes of the thesis differ by their targets, others by effects."""
    return REMEDIES[kind].replace("another target", "another effect" if tree.is_extended else "another target")


def answer_sentences(measured: TreeMeasurement, settings: InspectionSettings, flow: FlowJudgement) -> list[str]:
    """Return the answer, the most important facts first."""
    played, lines = measured.bot_result(settings.main_bot), []
    lines.append(
        f"{settings.main_bot} wins {played.wins.in_percent()} of all encounters with random picks"
        f"{played.turns_phrase}, with {settings.deck_description}."
    )
    if not measured.played.builds.is_complete:
        lines.append(
            f"Its builds are too many to play with all: {measured.played.builds.walks} random walks through the tree "
            f"stand for them. That has a standard error of {100 * played.sampling_error:.1f} percentage points, part "
            "of the interval."
        )
    lines.append(flow.sentence)
    analysis = measured.explained
    for kind in KINDS:
        flaws = [flaw for flaw in analysis.flaws if flaw.kind == kind]
        if len(flaws) == 1:
            lines.append(
                f"{measured.tree.nodes[flaws[0].node].name} is {kind}{_how_sure(flaws, flow)}: {flaws[0].what}; "
                f"{remedy(measured.tree, kind)}."
            )
        elif flaws:
            worst_first = sorted(flaws, key=lambda flaw: -flaw.number)
            names = [
                f"{measured.tree.nodes[flaw.node].name} ({_short_flaw(measured.tree, flaw)})" for flaw in worst_first
            ]
            named = name_some(names, MAX_IN_ANSWER)
            lines.append(
                f"{plural(len(flaws), 'node')} are {kind}{_how_sure(flaws, flow)}: {named}; for each: "
                f"{remedy(measured.tree, kind)}."
            )
    if analysis.indifferent >= 1:
        lines.append("No choice matters to any deck: whichever node is picked, the same encounters are won.")
    elif not analysis.flaws:
        lines.append(
            "No node is out of reach, never useful, dominated, redundant or obvious with these decks and orders of "
            "cards."
        )
    lines.append(
        f"Of all picks {100 * analysis.forced:.0f} % are forced; of all choices, in "
        f"{100 * analysis.indifferent:.0f} % any node will do, and in {100 * analysis.clear:.0f} % one is clearly "
        "the best."
    )
    return lines


def _how_sure(flaws: Sequence[Flaw], flow: FlowJudgement) -> str:
    """How far flaws of one kind, found with these decks, are sure with other decks of the same kind."""
    verdicts = [flow.flaw(flaw) for flaw in flaws]
    if all(verdict == PROVEN for verdict in verdicts):
        return ""
    counts = {verdict: verdicts.count(verdict) for verdict in OTHER_DECKS}
    if len(flaws) == 1 or len(set(verdicts)) == 1:
        return f" with these decks and orders of cards ({OTHER_DECKS[verdicts[0]]})"
    parts = [f"{count} {OTHER_DECKS[verdict]}" for verdict, count in counts.items() if count]
    return f" with these decks and orders of cards ({', '.join(parts)})"


def bots_table(measured: TreeMeasurement, flow: FlowJudgement) -> Table:
    """Return a table of the bots for which the tree is right."""
    columns = [
        Column.text("player"),
        Column.share("wins", "encounters won"),
        Column.number("turns", "turns of a win"),
        Column.number("turns_spread", "their standard deviation"),
        Column.number("build_spread", "standard deviation of wins over builds"),
        Column.text("flow", "in the flow zone"),
        Column.text("too_hard", "too hard"),
        Column.text("too_easy", "too easy"),
        Column.text("undecided"),
    ]
    rows = [
        [
            *(played.bot, played.wins, played.turns, round(played.turns_spread, 3), round(played.build_spread, 3)),
            *(encounter_ranges(flow.encounters(played.bot, state)) for state in STATES),
        ]
        for played in measured.players
    ]
    return Table("players", columns, rows, "Players, and the encounters that are right for them")


def encounters_table(
    measured: TreeMeasurement, settings: InspectionSettings, bands: Sequence[FlowZone], flow: FlowJudgement
) -> Table:
    """Return a table of what each encounter demands and what the tree gives."""
    columns = [
        Column.integer("encounter"),
        Column.share("wins", "encounters won"),
        Column.number("turns", "turns of a win"),
        Column.text("verdict"),
        Column.text("length", "turns"),
        Column.number("given_low", "power: a tenth has less"),
        Column.number("given", "the middle"),
        Column.number("given_high", "a tenth has more"),
        Column.text("zone", "flow zone"),
        Column.share("corrected", f"encounters won, corrected for {flow.comparisons} comparisons", on_screen=False),
    ]
    rows = []
    for k, (stage, tree_power, band) in enumerate(
        zip(measured.bot_result(settings.main_bot).encounters, measured.power, bands, strict=True)
    ):
        rows.append(
            [
                *(k + 1, stage.wins, stage.turns, flow.zone(settings.main_bot, k)),
                "nobody wins" if math.isnan(stage.turns.value) else flow.length(k),
                *(round(power, 2) for power in (tree_power.low, tree_power.middle, tree_power.high)),
                *(describe_zone(band, flow.zone(settings.main_bot, k)), flow.wins.corrected((settings.main_bot, k))),
            ]
        )
    return Table("encounters", columns, rows, f"Encounters as {settings.main_bot} plays them, with random picks")


def nodes_table(measured: TreeMeasurement, flow: FlowJudgement) -> Table:
    """Return a table of the nodes and their value."""
    columns = [
        Column.text("node"),
        Column.text("target"),
        Column.integer("value"),
        Column.integer("depth", on_screen=False),
        Column.number("offered", "choices a run", on_screen=False),
        Column.number("picked", "best pick, %"),
        Column.difference("cost", "cost against the best pick"),
        Column.difference("lead", "lead over the best other pick", on_screen=False),
        Column.share("wins", "wins with it"),
        Column.difference("lift", "more than without it"),
        Column.text("flaws"),
    ]
    kinds: dict[int, list[str]] = {}
    for flaw in measured.explained.flaws:
        for node in (flaw.node, *(flaw.others if flaw.kind == "redundant" else ())):
            kinds.setdefault(node, []).append(f"{flaw.kind} ({flow.flaw(flaw)})")
    rows = [
        [
            *(node.name, node.what, node.value, measured.tree.depths[k]),
            *(round(value.offered, 4), round(100 * value.picked, 1), value.cost, value.lead),
            *(value.wins, value.lift),
            ", ".join(kinds.get(k, [])),
        ]
        for k, (node, value) in enumerate(zip(measured.tree.nodes, measured.explained.nodes, strict=True))
    ]
    return Table("nodes", columns, rows, f"Nodes, as {measured.explained.bot} makes use of them")


def flaws_table(tree: SkillTree, flaws: Sequence[Flaw], flow: FlowJudgement) -> Table:
    """Return a table of flaws with their numbers."""
    columns = [
        Column.text("kind"),
        Column.text("node"),
        Column.text("others", "compared with"),
        Column.number("number", "number"),
        Column.text("shown_by", "shown by"),
        Column.text("verdict", "with other decks"),
        Column.difference("lead", f"lead over the best other pick, corrected for {flow.comparisons} comparisons"),
        Column.text("what", "what is wrong"),
        Column.text("remedy", "try this", on_screen=False),
    ]
    rows = [
        [
            *(flaw.kind, tree.nodes[flaw.node].name, ", ".join(tree.nodes[k].name for k in flaw.others)),
            *(round(flaw.number, 4), "the nodes alone" if flaw.proven else "play", flow.flaw(flaw)),
            flow.leads.corrected(flaw.node) if flaw.node in flow.leads.judged else None,
            *(flaw.what, remedy(tree, flaw.kind)),
        ]
        for flaw in flaws
    ]
    return Table(
        "flaws", columns, rows, "What is wrong with nodes with these decks, and whether it is sure with others"
    )


def remedies_table(tree: SkillTree, flaws: Sequence[Flaw]) -> Table:
    """Return a table with the worst flaw of each node and its remedy."""
    worst: dict[int, Flaw] = {}
    for flaw in flaws:  # the worst kinds come first
        worst.setdefault(flaw.node, flaw)
    columns = [
        Column.text("node"),
        Column.text("flaw"),
        Column.text("how_bad", "how bad it is"),
        Column.text("remedy", "try this"),
    ]
    rows = [
        [tree.nodes[node].name, flaw.kind, _short_flaw(tree, flaw), remedy(tree, flaw.kind)]
        for node, flaw in sorted(worst.items())
    ]
    return Table("remedies", columns, rows, "What is wrong with nodes, and what helps")


def describe_zone(band: FlowZone, verdict: str) -> str:
    """Describe a flow zone, in power; that a fight is too easy is said only if this is its verdict."""
    if math.isinf(band.low):
        return f"above {MOST_BONUS}"
    if band.high == 0:
        return f"none: {verdict}" if verdict == "too easy" else "none measured"
    return f"{band.low:.1f} to {band.high:.1f}" if math.isfinite(band.high) else f"{band.low:.1f} or more"


def tree_heat(measured: TreeMeasurement, flow: FlowJudgement | None = None) -> list[NodeHeat]:
    """Return the data of the tree chart: how often each node is the best pick, and the win rate of builds with it.

    Flaws are noted with their verdict, if there is a judgement.
    """
    notes: dict[int, str] = {}
    for flaw in measured.explained.flaws:
        note = f"{flaw.kind} ({flow.flaw(flaw)})" if flow else flaw.kind
        for node in (flaw.node, *(flaw.others if flaw.kind == "redundant" else ())):
            notes.setdefault(node, note)
    heat = []
    for node, value in enumerate(measured.explained.nodes):
        wins = None if math.isnan(value.wins.value) else value.wins.value
        heat.append(NodeHeat(value.picked if value.offered else None, wins, notes.get(node, "")))
    return heat


def describe_flaw_counts(explained: ChoiceAnalysis) -> str:
    """Count the flaws by kind, as text."""
    numbers = {kind: sum(flaw.kind == kind for flaw in explained.flaws) for kind in KINDS}
    return ", ".join(f"{number} {kind}" for kind, number in numbers.items() if number) or "none"


def _short_flaw(tree: SkillTree, flaw: Flaw) -> str:
    """The number of a flaw as a short text."""
    named = [tree.nodes[other].name for other in flaw.others]
    others = " and ".join(named if len(named) < MAX_NAMED else [*named[:2], f"{len(named) - 2} more"])
    return {
        "out of reach": f"{flaw.number:.0f} picks",
        "never useful": f"{100 * flaw.number:.1f} % worse than the best",
        "dominated": f"{100 * flaw.number:.1f} % worse than {others}",
        "redundant": f"as good as {others}",
        "obvious": f"{100 * flaw.number:.1f} % better",
    }[flaw.kind]
