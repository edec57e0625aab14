"""`ludus make tribute --balance`: a card file with few small changes, validated on fresh deals by held-out bots."""

from __future__ import annotations

import math
from typing import Any

from ludus.core.contract import Content
from ludus.core.errors import OptionError
from ludus.core.random import derive
from ludus.design.cards.asks import Limits
from ludus.design.cards.picture import Dot, picture
from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.decks.asks import MakeAsks, Subject, check_players, read_strangers
from ludus.design.decks.balance import Balanced, Plan, Steps, Strengths, balance
from ludus.design.decks.judging import Judged, judge, judges_sheet, known, verdict
from ludus.design.decks.looking import apart
from ludus.design.decks.ruler import by_ruler
from ludus.design.decks.space import Gene, Thing
from ludus.design.decks.telling import colours_of, deck_of, named
from ludus.design.replays import replay_command

GAMES = 60_000  # per deciding measurement
STRANGER_PART = 4  # divisor of GAMES for each held-out bot
NEW_FILE = "cards.toml"
MOST_NAMED = 8


def make(asks: MakeAsks, order: Order) -> Findings:
    """Make a file in which nothing surely carries more than the share, as close to the old one as possible.

    Raises:
        OptionError: no target, or the same bot searches and validates.
    """
    if not asks.balance:
        raise OptionError("say what to aim at: --balance; `ludus make tribute` alone lists what can be chosen")
    strangers = read_strangers(asks.hold_out, asks.ruler, order)
    check_players([asks.ruler], order)
    return _Workshop(asks, order, strangers).findings()


class _Workshop:
    """One balancing run: plays the games and writes the report."""

    def __init__(self, asks: MakeAsks, order: Order, strangers: list[str]) -> None:
        self.asks, self.order, self.strangers = asks, order, strangers
        self.most, self.changing = asks.most / 100, order.design.changing
        self.content = order.game.content(**order.options)
        self.text, self.cards = self.changing.file_of(self.content)
        self.games, self.played = order.count(GAMES), 0
        design = order.design
        self.keys = {"cards": design.names_of_cards(self.content), "patrons": design.names_of_patrons(self.content)}

    def findings(self) -> Findings:
        asks = self.asks
        plan = Plan(
            self.most,
            asks.penalty,
            self.games,
            asks.search_games + asks.search_games % 2,
            asks.population,
            asks.generations,
            asks.rounds,
            derive(self.order.seed, "balance"),
        )
        done = balance(plan, self._genes_of, self._measure)
        text = self._written(done)
        judged = self._judge(done) if done.steps else []
        return Findings(
            title=f"{self.order.game.title}: a balanced card file",
            answer=self._answer(done, judged),
            sheets=[
                *self._changes(done, judged),
                *self._left(done, judged),
                *([judges_sheet(judged)] if judged else []),
                _log(done),
            ],
            pictures={"balance.svg": (self._picture(done, judged[0]), self._caption())} if judged else {},
            facts=self._facts(done, judged),
            commands=self._commands(done, judged[0]) if judged and self.order.folder else {},
            files={NEW_FILE: text},
            notes=_NOTES,
        )

    # Playing

    def _genes_of(self, thing: Thing) -> list[Gene]:
        """Numbers of a card or patron that can be made weaker."""
        changing, genes = self.changing, []
        for number in changing.numbers(self.cards):
            if (number.kind, number.key) == (thing[0], self.keys[thing[0]][thing[1]]):
                sign, value = changing.weaker(self.cards, number), changing.value_of(self.cards, number)
                low, high = changing.limits(self.cards, number)
                most = min(self.asks.steps, high - value if sign > 0 else value - low)
                if most > 0:
                    changing.rewrite(self.text, self.cards, {number: value + sign})  # raises if impossible
                    genes.append(Gene(thing, number, sign, most))
        return genes

    def _with(self, steps: Steps, file: str | None = None) -> Content:
        cards = self.changing.change(self.cards, self._values(steps))
        content: Content = self.changing.with_cards(self.content, cards, file)
        return content

    def _values(self, steps: Steps) -> dict[Any, int]:
        return {number: self.changing.value_of(self.cards, number) + by for number, by in steps.items()}

    def _measure(self, sets: list[Steps], games: int, seed: int, what: str) -> list[Strengths]:
        game, place = self.order.game, self.order.place
        self.played += games * len(sets)
        with self.order.progress(what, games * len(sets)) as advance:
            return [
                by_ruler(game, self._with(steps), self.asks.ruler, games, seed, place, advance).strengths()
                for steps in sets
            ]

    def _judge(self, done: Balanced) -> list[Judged]:
        held_out_games = max(2, self.games // STRANGER_PART // 2 * 2)
        new = self._with(done.steps, f"{self.order.folder}/{NEW_FILE}" if self.order.folder else None)
        judges = {self.asks.ruler: self.games} | dict.fromkeys(self.strangers, held_out_games)
        self.played += 2 * sum(judges.values())
        return [judge(self.content, new, who, games, self.most, self.order) for who, games in judges.items()]

    # Writing

    def _written(self, done: Balanced) -> str:
        """The new file, with its changes explained at the top."""
        if not done.steps:
            return str(self.text)
        new: str = self.changing.rewrite(self.text, self.cards, self._values(done.steps))
        lines = [f"# Balanced by ludus: no card and no patron is to carry more than {self.asks.most:g} % of wins."]
        for thing in done.before:
            if moves := self._moves(done, thing):
                lines.append(
                    f"# {named(self._key(thing))}: {moves}; it carried {100 * done.before[thing].value:.1f} %."
                )
        return "\n".join(lines) + "\n\n" + new

    def _moves(self, done: Balanced, thing: Thing) -> str:
        """`cost 6 → 7, play power 5 → 4`."""
        return ", ".join(
            self.changing.told(self.cards, number, value)
            for number, value in self._values(done.steps).items()
            if (number.kind, number.key) == (thing[0], self._key(thing))
        )

    def _key(self, thing: Thing) -> str:
        return str(self.keys[thing[0]][thing[1]])

    # Report

    def _answer(self, done: Balanced, judged: list[Judged]) -> list[str]:
        share = f"{self.asks.most:g} % of wins"
        if not done.before:
            return [f"Nothing to change: no card and no patron surely carries more than {share}."]
        names = [f"{named(self._key(thing))} ({100 * strength.value:.1f} %)" for thing, strength in done.before.items()]
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        sentences = [f"Surely carried more than {share}: {', '.join(names[:MOST_NAMED])}{more}."]
        if not judged:
            why = "No step was found to be worth its penalty" if done.space.genes else "No number of them can be moved"
            return [*sentences, f"{why}: nothing is changed, and the target is NOT reached."]
        steps = sum(abs(by) for by in done.steps.values())
        sentences.append(f"The new file changes {count(len(done.steps), 'number')}, by {count(steps, 'step')} in all.")
        for strength in judged:
            before, after = strength.before.above(self.most), strength.above
            who = f"{strength.who}, on fresh deals" if strength is judged[0] else f"{strength.who}, which took no part"
            rest = f": {', '.join(sorted(named(self._key(thing)) for thing in after))}" if after else ""
            sentences.append(f"{who}: {len(before)} before and {len(after)} after surely carry more{rest}.")
        return [*sentences, verdict(judged)]

    def _changes(self, done: Balanced, judged: list[Judged]) -> list[Sheet]:
        if not judged:
            return []
        columns = [Column("what"), Column("name", title=""), Column("change"), Column("steps", "count")]
        for k, validation in enumerate(judged):
            columns += [
                Column(f"before_{k}", "share", "before", shown=k == 0),
                Column(f"after_{k}", "share", "after", shown=k == 0),
                Column(f"difference_{k}", "difference", f"change, {validation.who}", shown=k > 0),
            ]
        rows = []
        for thing in done.before:
            if moves := self._moves(done, thing):
                own = done.space.own(done.genome, thing)
                row: list[Any] = [thing[0][:-1], self._key(thing), moves, sum(own)]
                for validation in judged:
                    both = validation.strengths(thing)
                    row += [*(known(one) for one in both), known(apart(*both))]
                rows.append(row)
        return [Sheet("changes", "What changed: strength on fresh deals", columns, rows)]

    def _left(self, done: Balanced, judged: list[Judged]) -> list[Sheet]:
        """Table of what is still above the share, and why."""
        if not done.before:
            return []
        strengths = judged[0].after.strengths() if judged else done.before
        above = judged[0].above if judged else set(done.before)
        rows = [[thing[0][:-1], self._key(thing), strengths[thing], self._why(done, thing)] for thing in sorted(above)]
        columns = [Column("what"), Column("name", title=""), Column("strength", "share"), Column("why")]
        return [Sheet("left", "Still surely above, on fresh deals", columns, rows)]

    def _why(self, done: Balanced, thing: Thing) -> str:
        if thing not in done.before:
            return "found to be above only now; more --rounds would see to it"
        if thing not in done.space.things:
            return "it has no number that could be moved a step"
        own = done.space.own(done.genome, thing)
        genes = [gene for gene in done.space.genes if gene.thing == thing]
        if all(steps == gene.most for steps, gene in zip(own, genes, strict=True)):
            return f"all its numbers have moved as far as --steps {self.asks.steps} and the rules allow"
        return "more steps were not found to be worth the penalty"

    def _picture(self, done: Balanced, each: Judged) -> str:
        subject, dots = Subject("", self.content), []
        for number, key in enumerate(self.keys["cards"]):
            before, after = each.before.cards[number], each.after.cards[number]
            if not math.isnan(before.value + after.value):
                label = f"{named(key)}: {before:.1%} before, {after:.1%} after"
                changed = ("cards", number) in done.before
                dots.append(Dot(named(key), deck_of(subject, number), before, after, changed, label))
        axes = "strength in the old file", "strength in the new file"
        return picture(dots, Limits(1 - self.most, self.most), *axes, colours_of(subject))

    def _caption(self) -> str:
        return (
            f"Every dot is a card, on fresh deals; those that were to be made weaker are named. Shaded: up to "
            f"{self.asks.most:g} %."
        )

    def _commands(self, done: Balanced, each: Judged) -> dict[str, str]:
        """Replay commands of games on the new file."""
        commands = {}
        for thing in list(done.before)[:4]:
            for won, word in ((True, "wins"), (False, "loses")):
                number = each.after.game_with(*thing, won)
                if number is not None:
                    verb = "called" if thing[0] == "patrons" else "taken"
                    commands[f"{named(self._key(thing))}, as it is now, is {verb} and {word}"] = replay_command(
                        each.after.match, [each.who] * 2, number
                    )
        return commands

    def _facts(self, done: Balanced, judged: list[Judged]) -> dict[str, str]:
        asks, order = self.asks, self.order
        facts = {
            "game": f"{order.game.name}, rules version {order.game.version}",
            "ruler": asks.ruler,
            "held out": ", ".join(self.strangers),
            "share": f"{asks.most:g} %, a step costs {asks.penalty:g} points",
            "search": f"Elitist, {asks.generations} generations of {asks.population} a round, "
            f"{asks.search_games:,} games a set",
            "seed": str(order.seed),
            "games": f"{self.played:,} in all; {self.games:,} for each measurement that decides",
            "old content": self.content.digest,
            "new content": self._with(done.steps).digest,
        }
        return facts | {f"seed of {validation.who}": str(validation.before.match.seed) for validation in judged}


def _log(done: Balanced) -> Sheet:
    columns = [Column("played"), Column("games", "count"), Column("above", "count", "surely above")]
    rows = [[entry.what, entry.games, entry.above, entry.steps] for entry in done.log]
    return Sheet("search", "The search: what was played, in order", [*columns, Column("steps", "count")], rows)


_NOTES = [
    "Strength is the win rate of players who take a card instead of another available one, or call a patron instead of "
    "another. A ruler, a bot that decides this at random, makes sure that it is due to the card.",
    "A step is one point of one number, towards weaker. While searching, results for a card are pooled over all sets "
    "of changes in which that card itself changed in the same way; the best sets were then measured again. The "
    "reported numbers of the new file come from fresh deals, which no choice depended on.",
    "Surely above: by a test that lets at most one in twenty such verdicts be wrong. Estimates above: by value alone.",
]
