"""`ludus make dominion`: kingdoms that meet targets, found by evolution and validated on fresh seeds."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludus.core.errors import OptionError
from ludus.core.progress import first_use
from ludus.core.random import derive
from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.kingdoms.asks import MakeAsks, read_cards, read_ladder, read_pair, read_pool
from ludus.design.kingdoms.evolving import Evolution, Generation
from ludus.design.kingdoms.leaders import TRAININGS
from ludus.design.kingdoms.mapping import make_map
from ludus.design.kingdoms.measures import MEASURES, estimate
from ludus.design.kingdoms.objectives import SCALES, Meet, Table
from ludus.design.kingdoms.pictures import Bar, bars
from ludus.design.kingdoms.pool import Kingdom
from ludus.players import find_compiled
from ludus.stats import Estimate

GAMES = 4000  # per kingdom that is validated
ENTRANTS = 24  # candidates that are measured again
APART = 3  # cards by which the kingdoms of the result differ at least
FILE = "kingdom.txt"
ALSO = ("skill-computed", "turns", "first-seat", "wins")  # reported in any case


def make(asks: MakeAsks, order: Order) -> Findings:
    """Make kingdoms as close to the targets as possible.

    Raises:
        OptionError: no target, or unknown bots or cards.
    """
    if not asks.targets and asks.map is None:
        raise OptionError(
            "say what to aim at: --skill, --length, --decisiveness, --seat, --wins, --spread or --map; `ludus make "
            "dominion` alone lists what can be chosen"
        )
    pool, options = read_pool(order)
    players, ladder = read_pair(asks.players, "players"), read_ladder(asks.ladder)
    keep, ban = (read_cards(pool, text, option) for text, option in ((asks.keep, "keep"), (asks.ban, "ban")))
    with first_use(order.game):
        for name in {*players, *(ladder if asks.spread is not None else ())}:
            find_compiled(order.game, name)
    games = asks.search_games + asks.search_games % 2
    table = Table(pool, players, games, options, ladder)
    if asks.map is not None:
        return make_map(asks, order, table)
    return _Workshop(asks, order, table, keep, ban).findings()


@dataclass(frozen=True)
class _Made:
    """A kingdom of the result, measured on held-out seeds."""

    kingdom: Kingdom
    measured: dict[str, Estimate]
    off: float  # distance from all targets, in their scales


class _Workshop:
    """One search, and the validation of its results."""

    def __init__(self, asks: MakeAsks, order: Order, table: Table, keep: list[int], ban: list[int]) -> None:
        self.asks, self.order, self.table, self.keep, self.ban = asks, order, table, keep, ban
        self.pool, self.goal = table.pool, Meet(asks.targets)
        self.judge = replace(table, games=order.count(GAMES))

    def findings(self) -> Findings:
        generations, entrants = self._search()
        results = self._prove(self._choose(entrants))
        return Findings(
            title=f"{self.order.game.title}: {count(len(results), 'kingdom')} for {self._goals()}",
            answer=self._answer(results),
            sheets=[self._kingdoms(results), _growth(generations)],
            pictures={f"{name}.svg": (self._picture(results, name), _CAPTION) for name in self.goal.names},
            facts=self._facts(generations, len(entrants)),
            commands={f"play kingdom {k}": self._command(k) for k in range(1, len(results) + 1)},
            files={_file(k): self._text(result) for k, result in enumerate(results, 1)},
            notes=_NOTES,
        )

    # Search

    def _search(self) -> tuple[list[Generation], list[Kingdom]]:
        """Evolve sets of cards; return the generations and the best candidates of all of them."""
        asks, seed = self.asks, derive(self.order.seed, "search")
        run = Evolution(self.table, self.goal, seed, "set", asks.population, keep=self.keep, ban=self.ban)
        total = asks.population * asks.generations * self.table.cost(self.goal.names)
        generations, best = [], {}
        with self.order.progress("searching", total) as advance:
            for _ in range(asks.generations):
                generations.append(step := run.step(self.order.place, advance))
                self.order.tell(
                    "search", str(step.number), "the best kingdom's distance from the targets", "number", -step.best
                )
                best.update(run.scored)
        ranked = sorted(best, key=lambda kingdom: (-best[kingdom], kingdom))
        return generations, ranked[: max(ENTRANTS, 4 * asks.kingdoms)]

    def _choose(self, entrants: list[Kingdom]) -> list[Kingdom]:
        """Choose the best candidates on fresh seeds, each different enough from the better ones."""
        seed, names = derive(self.order.seed, "choice"), self.goal.names
        with self.order.progress("the best again", len(entrants) * self.judge.cost(names)) as advance:
            scores = self.goal.score(self.judge.measure(entrants, names, seed, self.order.place, advance))
        chosen: list[Kingdom] = []
        for k in np.argsort(-scores, kind="stable"):
            if all(len(set(entrants[k]) - set(other)) >= APART for other in chosen):
                chosen.append(entrants[k])
        return chosen[: self.asks.kingdoms]

    def _prove(self, chosen: list[Kingdom]) -> list[_Made]:
        """Measure the chosen ones on held-out seeds; their order stays, so that it does not depend on noise."""
        names = list(dict.fromkeys([*self.goal.names, *ALSO]))
        judge = replace(self.judge, led_trainings=TRAININGS)
        with self.order.progress("proof on fresh seeds", len(chosen) * judge.cost(names)) as advance:
            measured = judge.measure(chosen, names, derive(self.order.seed, "proof"), self.order.place, advance)
        off = -self.goal.score(measured)
        return [
            _Made(
                kingdom,
                {
                    name: estimate(name, float(values[k]), float(errors[k]), self.judge.games)
                    for name, (values, errors) in measured.items()
                },
                float(off[k]),
            )
            for k, kingdom in enumerate(chosen)
        ]

    # Report

    def _answer(self, made: list[_Made]) -> list[str]:
        sentences = []
        for k, result in enumerate(made, 1):
            values = "; ".join(f"{MEASURES[name].title} {result.measured[name]:.3f}" for name in self.goal.names)
            missed = [MEASURES[name].title for name in self.goal.names if not self._met(result, name)]
            verdict = "meets the targets" if not missed else f"misses {' and '.join(missed)}"
            sentences.append(f"Kingdom {k} {verdict}: {', '.join(self.pool.write(result.kingdom))}. {values}.")
        return sentences

    def _met(self, each: _Made, name: str) -> bool:
        """Whether a target is met: nearer than a fifth of the scale, or inside the interval and within the scale."""
        value, target = each.measured[name], self.goal.targets[name]
        off = abs(value.value - target)
        return off <= SCALES[name] / 5 or (value.low <= target <= value.high and off <= SCALES[name])

    def _kingdoms(self, made: list[_Made]) -> Sheet:
        names = list(made[0].measured)
        columns = [Column("kingdom", "count"), Column("met", title="targets met"), Column("off", "number", "off by")]
        columns += [Column(name.replace("-", "_"), _kind(name), name) for name in names]  # type: ignore[arg-type]
        columns.append(Column("cards"))
        rows = [
            [
                *(k, f"{sum(self._met(result, name) for name in self.goal.names)} of {len(self.goal.names)}"),
                round(result.off, 3),
                *(result.measured[name] for name in names),
                ", ".join(self.pool.write(result.kingdom)),
            ]
            for k, result in enumerate(made, 1)
        ]
        return Sheet("kingdoms", "What was made, on fresh seeds", columns, rows)

    def _picture(self, made: list[_Made], name: str) -> str:
        rows = [Bar(f"kingdom {k}", result.measured[name]) for k, result in enumerate(made, 1)]
        target = self.goal.targets[name]
        return bars(rows, MEASURES[name].title.capitalize(), target, f"target {target:g}")

    def _text(self, each: _Made) -> str:
        comments = [f"# {MEASURES[name].title}: {each.measured[name]:.3f}" for name in each.measured]
        players = " against ".join(map(str, self.table.players))
        return "\n".join([f"# Measured by {players}.", *comments, *self.pool.write(each.kingdom)]) + "\n"

    def _command(self, number: int) -> str:
        options = {**self.order.options, "kingdom": f"{self.order.folder or '.'}/{_file(number)}"}
        chosen = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        return shlex.join(["ludus", "match", self.order.game.name, *map(str, self.table.players), *chosen])

    def _goals(self) -> str:
        return ", ".join(f"{MEASURES[name].title} {value:g}" for name, value in self.goal.targets.items())

    def _facts(self, generations: list[Generation], entrants: int) -> dict[str, str]:
        table, order = self.table, self.order
        cards = {"kept": self.keep, "banned": self.ban}
        rules = ", ".join(f"{name}={value}" for name, value in sorted(table.options.items())) or "official"
        return {
            "game": f"{order.game.name}, rules version {order.game.version}, {self.pool.edition} edition, {rules}",
            "players": " against ".join(map(str, table.players)),
            **({"ladder": ", ".join(table.ladder)} if "spread" in self.goal.names else {}),
            **{word: ", ".join(self.pool.write(chosen)) for word, chosen in cards.items() if chosen},
            "search": f"{len(generations)} generations of {self.asks.population}, {table.games:,} games a kingdom; "
            f"{sum(generation.asked for generation in generations):,} kingdoms played",
            "choice and proof": f"{entrants} kingdoms, then those that were made; {self.judge.games:,} games each",
            "seed": str(order.seed),
        }


def _growth(generations: Sequence[Generation]) -> Sheet:
    columns = [Column("generation", "count"), Column("best", "number"), Column("mean", "number")]
    rows = [[generation.number, round(generation.best, 4), round(generation.mean, 4)] for generation in generations]
    screen_rows = sorted({0, len(rows) // 2, len(rows) - 1})
    return Sheet("search", "The search: distance from the targets, with a minus sign", columns, rows, screen_rows)


def _kind(name: str) -> str:
    return "share" if MEASURES[name].share else "number"


def _file(number: int) -> str:
    return FILE if number == 1 else f"kingdom_{number}.txt"


_CAPTION = "Each kingdom that was made, with its 95 % interval; the line is the target."
_NOTES = [
    "The search measures thousands of kingdoms with few games each, so its best are partly lucky. The best of them are "
    "measured again to choose between them. The chosen ones are measured once more on held-out seeds: these are the "
    "reported numbers.",
    "A target counts as met if it is nearer than a hundredth (turns: 0.4; wins and skill as computed: 0.02; first "
    "seat: 0.004), or inside the 95 % interval and not five times as far off. Targets that do not go together are met "
    "halfway: `off by` is the root of the mean square distance, one being about the spread of random kingdoms.",
]
