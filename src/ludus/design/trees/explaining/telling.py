"""Report on a measured tree: sentences and tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ludus.design.contract import Column, Sheet, count
from ludus.design.trees.explaining.asks import Frame
from ludus.design.trees.explaining.flaws import Flaw
from ludus.design.trees.explaining.looking import Look
from ludus.design.trees.explaining.picks import Explained
from ludus.design.trees.pictures.tree import Heat
from ludus.design.trees.playing.power import MOST_BONUS, Band
from ludus.design.trees.playing.validation import Validated
from ludus.games.delve.kinds import TARGETS
from ludus.games.delve.tree import Tree

KINDS = ("out of reach", "never useful", "dominated", "redundant", "obvious")  # kinds of flaws, worst first
FEW = 5  # nodes per kind named in a sentence; the table has all
REMEDIES = {
    "out of reach": "move it nearer to the beginning",
    "never useful": "raise its value, give it another target, or let it lead to something",
    "dominated": "raise its value, or let it do something that the other does not",
    "redundant": "give it another target, or take it out",
    "obvious": "lower its value, or raise the alternatives",
}


def verdict(wins: float, zone: tuple[float, float]) -> str:
    """Classify a win rate by the flow zone."""
    return "too hard" if wins < zone[0] else "too easy" if wins > zone[1] else "flow"


def sentences(look: Look, frame: Frame) -> list[str]:
    """Return the answer, the most important facts first."""
    played, lines = look.of(frame.player), []
    low, high = (f"{100 * edge:.0f} %" for edge in frame.zone)
    lines.append(f"{frame.player} wins {played.wins.in_percent()} of fights with random picks{played.pace}.")
    if not look.played.ways.whole:
        lines.append(
            f"Its builds are too many to fight with all: {look.played.ways.walks} random walks through the tree stand "
            f"for them. That has a standard error of {100 * played.sampling:.1f} percentage points, part of the "
            "interval."
        )
    holds = [
        f"{result.bot} in {_stages(result, frame, 'flow')}"
        for result in look.players
        if _numbers(result, frame, "flow")
    ]
    never = [result.bot for result in look.players if not _numbers(result, frame, "flow")]
    lines.append(
        f"The flow zone ({low} to {high} of fights won) holds for {'; '.join(holds)}."
        if holds
        else f"The flow zone ({low} to {high} of fights won) holds for none of these players."
    )
    if never and holds:
        lines.append(f"It never holds for {', '.join(never)}.")
    explained = look.explained
    for kind in KINDS:
        flaws = [flaw for flaw in explained.flaws if flaw.kind == kind]
        if len(flaws) == 1:
            lines.append(f"{look.tree.nodes[flaws[0].node].name} is {kind}: {flaws[0].what}; {REMEDIES[kind]}.")
        elif flaws:
            worst = sorted(flaws, key=lambda flaw: -flaw.number)[:FEW]
            names = ", ".join(f"{look.tree.nodes[flaw.node].name} ({_short(look.tree, flaw)})" for flaw in worst)
            names += f" and {len(flaws) - FEW} more" if len(flaws) > FEW else ""
            lines.append(f"{count(len(flaws), 'node')} are {kind}: {names}. For each: {REMEDIES[kind]}.")
    if not explained.flaws:
        lines.append("No node is out of reach, never useful, dominated, redundant or obvious.")
    lines.append(
        f"Of all picks {100 * explained.forced:.0f} % are forced; of all choices, in {100 * explained.alike:.0f} % any "
        f"node will do, and in {100 * explained.clear:.0f} % one is clearly the best."
    )
    return lines


def players_sheet(look: Look, frame: Frame) -> Sheet:
    """Return a table of the bots for which the tree is right."""
    columns = [
        Column("player"),
        Column("wins", "share", "fights won"),
        Column("turns", "number", "turns of a win"),
        Column("turns_spread", "number", "their standard deviation"),
        Column("build_spread", "number", "standard deviation of wins over builds"),
        Column("flow", "text", "in the flow zone"),
        Column("too_hard", "text", "too hard"),
        Column("too_easy", "text", "too easy"),
    ]
    rows = [
        [
            *(played.bot, played.wins, played.turns, round(played.turns_spread, 3), round(played.build_spread, 3)),
            *(_numbers(played, frame, state) for state in ("flow", "too hard", "too easy")),
        ]
        for played in look.players
    ]
    return Sheet("players", "Players, and the encounters that are right for them", columns, rows)


def encounters_sheet(look: Look, frame: Frame, bands: Sequence[Band]) -> Sheet:
    """Return a table of what each encounter demands and what the tree gives."""
    columns = [
        Column("encounter", "count"),
        Column("wins", "share", "fights won"),
        Column("turns", "number", "turns of a win"),
        Column("verdict"),
        Column("length", "text", "turns"),
        Column("given_low", "number", "power: a tenth has less"),
        Column("given", "number", "the middle"),
        Column("given_high", "number", "a tenth has more"),
        Column("zone", "text", "flow zone"),
    ]
    rows = []
    for k, (stage, tree_power, band) in enumerate(zip(look.of(frame.player).stages, look.given, bands, strict=True)):
        low, high = frame.turns
        length = "too short" if stage.turns.value < low else "too long" if stage.turns.value > high else "right"
        rows.append(
            [
                *(k + 1, stage.wins, stage.turns, verdict(stage.wins.value, frame.zone)),
                "nobody wins" if math.isnan(stage.turns.value) else length,
                *(round(power, 2) for power in (tree_power.low, tree_power.middle, tree_power.high)),
                told_band(band),
            ]
        )
    return Sheet("encounters", f"Encounters as {frame.player} fights them, with random picks", columns, rows)


def nodes_sheet(look: Look) -> Sheet:
    """Return a table of the nodes and their value."""
    columns = [
        Column("node"),
        Column("target"),
        Column("value", "count"),
        Column("depth", "count", shown=False),
        Column("offered", "number", "choices a run", shown=False),
        Column("picked", "number", "best pick, %"),
        Column("cost", "difference", "cost against the best pick"),
        Column("wins", "share", "wins with it"),
        Column("lift", "difference", "more than without it"),
        Column("flaws"),
    ]
    kinds: dict[int, list[str]] = {}
    for flaw in look.explained.flaws:
        for node in (flaw.node, *(flaw.others if flaw.kind == "redundant" else ())):
            kinds.setdefault(node, []).append(flaw.kind)
    rows = [
        [
            *(node.name, TARGETS[node.target], node.value, look.tree.depths[k]),
            *(round(story.offered, 4), round(100 * story.picked, 1), story.cost, story.wins, story.lift),
            ", ".join(kinds.get(k, [])),
        ]
        for k, (node, story) in enumerate(zip(look.tree.nodes, look.explained.nodes, strict=True))
    ]
    return Sheet("nodes", f"Nodes, as {look.explained.bot} makes use of them", columns, rows)


def flaws_sheet(tree: Tree, flaws: Sequence[Flaw]) -> Sheet:
    """Return a table of flaws with their numbers."""
    columns = [
        Column("kind"),
        Column("node"),
        Column("others", "text", "beside"),
        Column("number", "number", "number"),
        Column("shown_by", "text", "shown by"),
        Column("what", "text", "what is wrong"),
        Column("remedy", "text", "try this", shown=False),
    ]
    rows = [
        [
            *(flaw.kind, tree.nodes[flaw.node].name, ", ".join(tree.nodes[k].name for k in flaw.others)),
            *(round(flaw.number, 4), "the nodes alone" if flaw.proven else "play", flaw.what, REMEDIES[flaw.kind]),
        ]
        for flaw in flaws
    ]
    return Sheet("flaws", "What is wrong with nodes", columns, rows)


def remedies_sheet(tree: Tree, flaws: Sequence[Flaw]) -> Sheet:
    """Return a table with the worst flaw of each node and its remedy."""
    worst: dict[int, Flaw] = {}
    for flaw in flaws:  # the worst kinds come first
        worst.setdefault(flaw.node, flaw)
    columns = [
        Column("node"),
        Column("flaw"),
        Column("how_bad", title="how bad it is"),
        Column("remedy", title="try this"),
    ]
    rows = [
        [tree.nodes[node].name, flaw.kind, _short(tree, flaw), REMEDIES[flaw.kind]]
        for node, flaw in sorted(worst.items())
    ]
    return Sheet("remedies", "What is wrong with nodes, and what helps", columns, rows)


def told_band(band: Band) -> str:
    """Describe a flow zone, in power."""
    if math.isinf(band.low):
        return f"above {MOST_BONUS}"
    if band.high == 0:
        return "none: too easy"
    return f"{band.low:.1f} to {band.high:.1f}" if math.isfinite(band.high) else f"{band.low:.1f} or more"


def heat_of(look: Look) -> list[Heat]:
    """Return the data of the tree chart: how often each node is the best pick, and the win rate of builds with it."""
    notes: dict[int, str] = {}
    for flaw in look.explained.flaws:
        notes.setdefault(flaw.node, flaw.kind)
        if flaw.kind == "redundant":
            for other in flaw.others:
                notes.setdefault(other, flaw.kind)
    heat = []
    for node, story in enumerate(look.explained.nodes):
        wins = None if math.isnan(story.wins.value) else story.wins.value
        heat.append(Heat(story.picked if story.offered else None, wins, notes.get(node, "")))
    return heat


def counted_flaws(explained: Explained) -> str:
    """Count the flaws by kind, as text."""
    numbers = {kind: sum(flaw.kind == kind for flaw in explained.flaws) for kind in KINDS}
    return ", ".join(f"{number} {kind}" for kind, number in numbers.items() if number) or "none"


def _short(tree: Tree, flaw: Flaw) -> str:
    """The number of a flaw as a short text."""
    named = [tree.nodes[other].name for other in flaw.others]
    others = " and ".join(named if len(named) < FEW else [*named[:2], f"{len(named) - 2} more"])
    return {
        "out of reach": f"{flaw.number:.0f} picks",
        "never useful": f"{100 * flaw.number:.1f} % worse than the best",
        "dominated": f"{100 * flaw.number:.1f} % worse than {others}",
        "redundant": f"as good as {others}",
        "obvious": f"{100 * flaw.number:.1f} % better",
    }[flaw.kind]


def _numbers(each: Validated, frame: Frame, state: str) -> str:
    """The encounters in which a bot finds a tree so, as 1, 3-6."""
    matching = [k for k, stage in enumerate(each.stages, 1) if verdict(stage.wins.value, frame.zone) == state]
    runs: list[list[int]] = []
    for k in matching:
        if runs and runs[-1][-1] == k - 1:
            runs[-1].append(k)
        else:
            runs.append([k])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _stages(each: Validated, frame: Frame, state: str) -> str:
    numbers = _numbers(each, frame, state)
    if numbers == f"1-{len(each.stages)}":
        return f"all {count(len(each.stages), 'encounter')}"
    return f"encounter{'s' if '-' in numbers or ',' in numbers else ''} {numbers}"
