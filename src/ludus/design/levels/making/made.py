"""Report of `ludus make platformer`."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from ludus.design.contract import Column, Findings, Order, Sheet, count
from ludus.design.levels.asks import CYCLE, NO_TRAPS, ROOMS, MakeAsks
from ludus.design.levels.inspecting.looking import (
    Look,
    challenges_picture,
    challenges_sheet,
    level_picture,
    replay_text,
    routes_picture,
    typical,
)
from ludus.design.levels.making.dialling import PROVED, TRIED, Dialled
from ludus.design.levels.making.targets import DEATHS_NEAR, MET, NEAR, Targets
from ludus.design.levels.pictures import to_png
from ludus.design.levels.trapping.traps import ALPHA
from ludus.games.platformer.level import REWARDS, write_level
from ludus.stats import Estimate, mean_of_runs

MOST_SHOWN = 4  # levels with pictures on the page and challenges on the screen, at most
MOST_PAINTED = 20  # levels with PNG pictures, at most
CAPTION = "Traps by how many of a hundred get through, by Koens' model; the line is the easiest path."


@dataclass(frozen=True)
class Telling:
    """Report of all levels that were made."""

    asks: MakeAsks
    order: Order
    targets: Targets
    done: list[Dialled]

    @cached_property
    def looks(self) -> list[Look]:
        return [Look(f"level {k}", found.made.level, found.rating, found.crowd) for k, found in enumerate(self.done, 1)]

    def findings(self) -> Findings:
        screen_levels = range(min(len(self.done), MOST_SHOWN))
        pictures = [self._drawn(k) for k in range(len(self.done))]
        report = Findings(
            title=f"{self.order.game.title}: {self._asked()}",
            answer=[
                *(told_of(self.looks[k], self.done[k], self.targets) for k in screen_levels),
                *self._all_together(),
                self._rejections(),
            ],
            sheets=[self._levels(), challenges_sheet([self.looks[k] for k in screen_levels]), self._reasons()],
            pictures={
                name: (svg, CAPTION if "challenges" in name else "")
                for k in screen_levels
                for name, svg in pictures[k].items()
            },
            facts=self._facts(),
            files={
                f"level{self._tail(k)}.level": write_level(found_level.made.level)
                for k, found_level in enumerate(self.done)
            },
            notes=NOTES,
        )
        if self.order.folder is None:
            report.texts.update({f"Level {k + 1}": write_level(self.done[k].made.level) for k in screen_levels})
            return report
        for k in range(len(self.done)):
            report.files.update({name: svg for name, svg in pictures[k].items() if k not in screen_levels})
            if k < MOST_PAINTED:
                report.images.update({name.replace(".svg", ".png"): to_png(svg) for name, svg in pictures[k].items()})
        for k in screen_levels:
            file = f"{self.order.folder}/level{self._tail(k)}.level"
            report.files[f"replay{self._tail(k)}.json"] = replay_text(
                self.order.game, self.looks[k], typical(self.looks[k].crowd), file
            )
        report.commands.update(self._commands())
        return report

    def _asked(self) -> str:
        parts = [
            f"{word} {value:g}"
            for word, value in (
                ("difficulty", self.targets.difficulty),
                ("deaths", self.targets.deaths),
                ("hardest challenge", self.targets.hardest),
            )
            if value is not None
        ]
        return count(len(self.done), "level") + (f" for {', '.join(parts)}" if parts else "")

    def _all_together(self) -> list[str]:
        if len(self.done) == 1:
            return []
        spread = sorted(found_level.crowd.failure.value for found_level in self.done)
        missed = sum(not found_level.met(self.targets) for found_level in self.done)
        mean = mean_of_runs(spread)
        mean = Estimate(
            mean.value, max(mean.low, 0.0), min(mean.high, 1.0), mean.count
        )  # few levels give wide intervals
        sentence = f"Over all {len(self.done)} levels {mean.in_percent()} of players die at least once"
        return [
            f"{sentence}, from {100 * spread[0]:.1f} % to {100 * spread[-1]:.1f} % by level"
            + (f"; {missed} of them {'misses' if missed == 1 else 'miss'} the target." if self.targets else ".")
        ]

    @cached_property
    def _rejected(self) -> Counter[str]:
        return sum((Counter(found_level.rejected) for found_level in self.done), Counter[str]())

    def _rejections(self) -> str:
        total, taken = sum(self._rejected.values()), len(self.done)
        reasons = ", ".join(f"{reason} ({number})" for reason, number in self._rejected.most_common())
        return f"{count(total, 'level')} rejected for {taken} taken{f': {reasons}' if reasons else ''}."

    def _levels(self) -> Sheet:
        columns = [
            Column("level"),
            Column("failure", "share", "players that die"),
            Column("deaths", "number", "deaths a player"),
            Column("hardest", "share", "fail at the hardest"),
            Column("told", "number", "predicted share that dies"),
            Column("difficulty", "number", "difficulty, Koens' model"),
            Column("seconds", "number", "seconds of a run", shown=False),
            *(Column("challenges", "count"), Column("traps", "count"), Column("rewards", "count", shown=False)),
            *(Column("looked", "count", "looked at", shown=False), Column("seed", "text", shown=False)),
        ]
        rows = [
            [
                *(
                    measured.name,
                    found_level.crowd.failure,
                    found_level.crowd.deaths,
                    found_level.crowd.hardest and found_level.crowd.hardest[1],
                ),
                *(round(measured.told.failure, 4), measured.sure.difficulty, found_level.crowd.seconds),
                *(len(found_level.rating.path), len(measured.level.traps)),
                *(
                    sum(ornament.kind in REWARDS for ornament in measured.level.ornaments),
                    found_level.looked,
                    str(found_level.seed),
                ),
            ]
            for measured, found_level in zip(self.looks, self.done, strict=True)
        ]
        return Sheet("levels", f"The levels, played by {PROVED} held-out synthetic players", columns, rows)

    def _reasons(self) -> Sheet:
        rows = [[reason, number] for reason, number in self._rejected.most_common()]
        return Sheet("rejections", "Why levels were rejected", [Column("reason"), Column("levels", "count")], rows)

    def _drawn(self, number: int) -> dict[str, str]:
        measured, tail = self.looks[number], self._tail(number)
        pictures = {f"level{tail}.svg": level_picture(measured), f"challenges{tail}.svg": challenges_picture(measured)}
        return pictures | {f"routes{tail}.svg": routes_picture(measured)}

    def _commands(self) -> dict[str, str]:
        file, replay = (f"{self.order.folder}/{name}{self._tail(0)}" for name in ("level", "replay"))
        return {
            "look into the level": shlex.join(["ludus", "inspect", "platformer", f"{file}.level"]),
            "play it": shlex.join(["ludus", "play", "platformer", "-o", f"level={file}.level"]),
            "watch a synthetic player": shlex.join(["ludus", "replay", f"{replay}.json", "--step"]),
        }

    def _facts(self) -> dict[str, str]:
        asks, order = self.asks, self.order
        return {
            "game": f"{order.game.name}, rules version {order.game.version}",
            "levels": f"{asks.rooms or ROOMS} rooms of {asks.room} cells, loops {asks.loops:g}, "
            f"branching {asks.branching:g}, fill {asks.fill}",
            "traps": self._traps(),
            "players": f"synthetic; {self._deciding()}; back to life at the {asks.respawn}",
            **({"counts as met": self._near()} if self.targets else {}),
            "seed": str(order.seed),
        }

    def _traps(self) -> str:
        asks = self.asks
        if asks.traps.strip() == NO_TRAPS:
            return NO_TRAPS
        more = "" if asks.trap_free else " (more where a way would have no trap)"
        return (
            f"{asks.traps}; density {self._dial(asks.density, ALPHA)}{more}, seconds of a period "
            f"{self._dial(asks.cycle, CYCLE)}, mines {asks.mines} at most"
        )

    def _deciding(self) -> str:
        if not self.targets:
            return f"{PROVED} measure how hard a level is"
        return f"{TRIED * (2 if self.targets.deaths else 1)} decide on a level, {PROVED} held-out ones measure it"

    def _near(self) -> str:
        return f"shares no more than {MET * NEAR:g} off, deaths {100 * MET * DEATHS_NEAR:g} %"

    def _dial(self, value: object, usual: object) -> str:
        """Value of the user's option, otherwise the search's or the default."""
        return str(value) if value is not None else "as the search chose" if self.targets else str(usual)

    def _tail(self, number: int) -> str:
        return f"_{number + 1}" if len(self.done) > 1 else ""


def told_of(look: Look, each: Dialled, targets: Targets) -> str:
    """Result of one level in a sentence."""
    word = ":" if not targets else " meets the target:" if each.met(targets) else " MISSES the target:"
    sentence = (
        f"{look.name.capitalize()}{word} {each.crowd.failure.in_percent()} of {len(each.crowd.visits)} synthetic "
        f"players die at least once{_wish(targets.difficulty, percent=True)}, {each.crowd.deaths:.2f} deaths a player"
        f"{_wish(targets.deaths)}"
    )
    if each.crowd.hardest is None:
        return f"{sentence}; no trap must be met."
    trap, fails = each.crowd.hardest
    return (
        f"{sentence}; {count(len(each.rating.path), 'challenge')} on the easiest path; the hardest that players meet "
        f"is {look.level.traps[trap].name}, where {fails.in_percent()} of tries fail"
        f"{_wish(targets.hardest, percent=True)}."
    )


def _wish(value: float | None, percent: bool = False) -> str:
    return "" if value is None else f" (asked: {100 * value:g} %)" if percent else f" (asked: {value:g})"


NOTES = [
    "An agent played every level in both directions with its traps running. All paths to the exit go through traps "
    "unless asked otherwise. Koens' model is the linear one of the thesis: 1 minus the product of success over the "
    "easiest path, which grows with the length of a level. The predicted share comes from the model behind "
    "`--difficulty`, which was fitted to other synthetic players.",
    "Players are synthetic: a planner with human delay, errors in time and lapses, calibrated on published numbers. "
    "Results of real people may differ.",
]
