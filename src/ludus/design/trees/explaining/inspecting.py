"""`ludus inspect delve`: for which players a skill tree is right, the value of its nodes, and their flaws."""

from __future__ import annotations

from dataclasses import replace

from ludus.core.errors import OptionError
from ludus.core.progress import first_use
from ludus.design.contract import Column, Findings, Order, Sheet
from ludus.design.trees.explaining import mending, what_if
from ludus.design.trees.explaining.asks import Frame, InspectAsks, read_changes, read_frame, read_trees
from ludus.design.trees.explaining.looking import Look, look_at
from ludus.design.trees.explaining.telling import (
    counted_flaws,
    encounters_sheet,
    flaws_sheet,
    heat_of,
    nodes_sheet,
    players_sheet,
    sentences,
    told_band,
)
from ludus.design.trees.explaining.watching import replays
from ludus.design.trees.picking.ways import Ways
from ludus.design.trees.pictures.flow import power_picture, win_picture
from ludus.design.trees.pictures.tree import picture
from ludus.design.trees.playing.fights import fights
from ludus.design.trees.playing.power import Band, Challenge, challenge_fights, measure_challenge
from ludus.design.trees.playing.records import rows
from ludus.design.trees.playing.validation import ORDERS
from ludus.design.trees.writing import tree_text
from ludus.games.delve.tree import Tree
from ludus.players import find_compiled

ZONE_PART = 2  # divisor of the card orders for flow zones
NOTES = [
    "Fights won are with random picks: every encounter is fought with each build that random picks can lead to, "
    "weighted by its probability, without regard to earlier losses. All decks and encounters have the same weight.",
    "Power is what the picked nodes add to the damage of a card, on average over the cards of a deck. The flow zone "
    "was measured without the tree, with the same bonus for every card.",
    "A node is the best pick if more of the remaining encounters are won with it than with any other available node, "
    "when all later picks are the best, too; nodes within half a percent of the best share. Only choices that matter "
    "count: those in which not all nodes are equally good.",
]
SAMPLED = (
    "This tree has too many builds to fight with all: they were sampled by random walks. The value of a pick covers "
    "the next encounter only."
)


def inspect(words: list[str], asks: InspectAsks, order: Order) -> Findings:
    """Report on one tree in full, or compare several."""
    frame, trees = read_frame(asks, order), read_trees(words)
    if len(trees) > 1 and (asks.what_if or asks.mend or asks.rows):
        raise OptionError(f"--what-if, --mend and --rows are about one tree; {len(trees)} are named")
    if asks.rows and order.folder is None:
        raise OptionError("--rows: say where the rows should go, with --to")
    changed = read_changes(asks.what_if, next(iter(trees.values()))) if asks.what_if else None
    with first_use(order.game):
        for name in frame.players:
            find_compiled(order.game, name)
    looks = [look_at(name, tree, frame, order) for name, tree in trees.items()]
    if len(looks) > 1:
        return _compare(looks, frame, order)
    return _explain(looks[0], changed, asks, frame, order)


def _explain(look: Look, tree: Tree | None, asks: InspectAsks, frame: Frame, order: Order) -> Findings:
    """Report on one tree, with flow zones, charts, and the effect of other values."""
    orders = max(2, look.played.orders // ZONE_PART)
    total = challenge_fights(len(frame.players), frame.decks, len(frame.foes), orders)
    with order.progress("flow zones", total) as advance:
        challenge = measure_challenge(frame.players, frame.decks, frame.foes, orders, order.seed, order.place, advance)
    bands = {player: challenge.bands(k, frame.zone) for k, player in enumerate(frame.players)}
    report = Findings(
        title=f"{order.game.title}: the tree {look.tree.name}",
        answer=sentences(look, frame),
        sheets=[
            players_sheet(look, frame),
            encounters_sheet(look, frame, bands[frame.player]),
            nodes_sheet(look),
            flaws_sheet(look.tree, look.explained.flaws),
            _zones_sheet(bands),
        ],
        pictures={
            "tree.svg": (
                picture(look.tree, f"{look.tree.name}: picks and wins", heat_of(look)),
                "Bars: when the node is on offer, how often it is the best pick. Boxes: fights won by builds that have "
                "it, with random picks beside it.",
            ),
            "power.svg": (
                power_picture(look.given, bands, frame.player, "Power that the tree gives, and power that is needed"),
                "The line goes through the middle of all decks and random picks, boxes hold eight tenths of them, and "
                "dashes above are the most. Below the zone a fight is too hard, above it too easy; broken lines are "
                "where the zones of other players begin.",
            ),
            "players.svg": (
                win_picture(
                    {played.bot: [stage.wins for stage in played.stages] for played in look.players},
                    frame.zone,
                    "Fights won by each player, and the flow zone",
                ),
                "With random picks; the strokes are 95 % intervals.",
            ),
        },
        facts=_facts(frame, order) | {"builds": _told_builds(look.played.ways)},
        commands=replays(look, frame, order),
        files={"even_bonus.csv": _even_bonus(challenge)}
        | ({"fights.csv": "".join(rows(look.played))} if asks.rows else {}),
        notes=NOTES if look.played.ways.whole else [*NOTES, SAMPLED],
    )
    if asks.mend:
        _add_mending(report, look, frame, order)
    if tree is not None:
        _add_what_if(report, look, tree, frame, order)
    return report


def _add_what_if(found: Findings, look: Look, tree: Tree, frame: Frame, order: Order) -> None:
    total = fights(what_if.changed_ways(look.played.ways, tree), 1, frame.decks, look.played.orders)
    with order.progress("what if", total) as advance:
        changed = what_if.change(look, tree, frame, order.place, advance)
    found.answer[:0] = what_if.told(look, changed)
    found.sheets[:0] = [what_if.encounters_sheet(look, changed, frame), what_if.nodes_sheet(look, changed)]


def _add_mending(found: Findings, look: Look, frame: Frame, order: Order) -> None:
    with order.progress("other values", mending.most_fights(look, frame)) as advance:
        steps = mending.mend(look, frame, order.place, advance)
    found.answer.extend(mending.told(look, steps))
    if steps:
        found.sheets.insert(0, mending.sheet(look, steps))
        found.files["mended.toml"] = tree_text(replace(steps[-1].tree, name=f"{look.tree.name} mended"))


def _compare(looks: list[Look], frame: Frame, order: Order) -> Findings:
    """Report on several trees side by side."""
    columns = [
        Column("tree"),
        Column("nodes", "count"),
        *(Column(player, "share", player) for player in frame.players),
        Column("turns", "number", "turns of a win"),
        Column("build_spread", "number", "spread of wins over builds"),
        Column("entropy", "number", "spread of best picks"),
        Column("flaws"),
    ]
    table = [
        [
            *(look.name, len(look.tree), *(played.wins for played in look.players)),
            look.of(frame.player).turns,
            round(look.of(frame.player).build_spread, 3),
            round(look.explained.entropy, 3),
            counted_flaws(look.explained),
        ]
        for look in looks
    ]
    ranked = sorted(looks, key=lambda look: look.of(frame.player).wins.value)
    hardest, easiest = ranked[0], ranked[-1]
    return Findings(
        title=f"{order.game.title}: {len(looks)} trees",
        answer=[
            f"{frame.player} wins from {hardest.of(frame.player).wins.in_percent()} ({hardest.name}) to "
            f"{easiest.of(frame.player).wins.in_percent()} ({easiest.name}) of fights.",
            *(f"Flaws of {look.name}: {counted_flaws(look.explained)}." for look in looks),
        ],
        sheets=[Sheet("trees", f"Fights won with random picks, and what {frame.player} finds", columns, table)],
        pictures={
            f"tree_{k}.svg": (picture(look.tree, f"{look.name}: picks and wins", heat_of(look)), "")
            for k, look in enumerate(looks, 1)
        },
        facts=_facts(frame, order),
        notes=NOTES[::2],
    )


def _zones_sheet(bands: dict[str, list[Band]]) -> Sheet:
    """Table of the power that each player needs in each encounter."""
    count = len(next(iter(bands.values())))
    columns = [Column("player"), *(Column(f"encounter_{k}", "text") for k in range(1, count + 1))]
    table = [[player, *(told_band(band) for band in row)] for player, row in bands.items()]
    return Sheet("zones", "Flow zones: the power with which a fight is neither too hard nor too easy", columns, table)


def _even_bonus(challenge: Challenge) -> str:
    """The measurements behind the flow zones, as CSV."""
    lines = ["player,encounter,bonus,wins,low,high"]
    for player, by_encounter in zip(challenge.bots, challenge.wins, strict=True):
        for encounter, by_bonus in enumerate(by_encounter, 1):
            for bonus, wins in enumerate(by_bonus):
                lines.append(f"{player},{encounter},{bonus},{wins.value:.6f},{wins.low:.6f},{wins.high:.6f}")
    return "\n".join(lines) + "\n"


def _told_builds(through: Ways) -> str:
    counts = ", ".join(f"{len(builds):,}" for builds in through.builds)
    return f"{counts} by encounter" if through.whole else f"{through.walks} random walks and their alternatives"


def _facts(frame: Frame, order: Order) -> dict[str, str]:
    options = ", ".join(f"{name}={value}" for name, value in sorted(order.options.items()))
    return {
        "game": f"{order.game.name}, rules version {order.game.version}{', ' * bool(options)}{options}",
        "players": ", ".join(frame.players),
        "picks are judged by": frame.player,
        "decks": frame.told,
        "encounters": str(len(frame.foes)),
        "orders of cards": f"{order.count(ORDERS)} for each deck, encounter and build",
        "seed": str(order.seed),
    }
