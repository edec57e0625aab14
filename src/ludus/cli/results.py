"""The results of a match: plain data for programs, a table for people."""

from __future__ import annotations

import math
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludus.cli.place import backend_text
from ludus.cli.screen import count_text, facts_table, program_name, make_table
from ludus.lab.tournament_words import format_percent

if TYPE_CHECKING:
    from rich.console import Console

    from ludus.arena import Match, Outcomes
    from ludus.compute import Backend
    from ludus.players import BotFactory
    from ludus.stats import Estimate


@dataclass(frozen=True)
class MatchReport:
    """Results of a match. The games of one deal, each with other seats, are one observation of every estimate."""

    match: Match
    outcomes: Outcomes
    bots: list[str]  # by player, as the user wrote them
    names: list[str]  # the same, made unique
    options: dict[str, Any]  # those the user chose
    shares: list[Estimate]  # by player
    seats: list[Estimate]  # by seat
    length: Estimate
    endings: dict[str, int]  # the game's own end reasons, and faults that occurred
    faults: list[dict[str, int]]  # by player: games lost by its own fault, by reason
    extra_facts: dict[str, str]  # further facts, such as the verdict of a test

    @classmethod
    def of(
        cls,
        match: Match,
        outcomes: Outcomes,
        bots: list[str],
        options: dict[str, Any],
        extra_facts: dict[str, str] | None = None,
    ) -> MatchReport:
        import numpy as np

        from ludus.arena.meeting import unique_names
        from ludus.stats import mean, proportion

        by_player, by_seat = match.by_deal(match.by_player(outcomes)), match.by_deal(outcomes.shares)
        counts = np.bincount(outcomes.reasons, minlength=len(match.reasons))
        return cls(
            match,
            outcomes,
            bots,
            unique_names(bots),
            options,
            [proportion(column) for column in by_player.T],
            [proportion(column) for column in by_seat.T],
            mean(match.by_deal(outcomes.lengths)),
            {reason: int(number) for reason, number in _end_reason_counts(match, counts)},
            faults_by_player(match, outcomes),
            extra_facts or {},
        )

    def as_dict(self) -> dict[str, Any]:
        """Everything except times; the same on every backend."""
        import msgspec

        from ludus import __version__

        options = msgspec.to_builtins(self.match.content.options)
        players = zip(self.bots, self.shares, strict=True)
        return {
            "ludus": __version__,
            "game": self.match.game.name,
            "rules": self.match.game.version,
            "options": {name: options[name] for name in sorted(self.options)},
            "content": self.match.content.digest,
            **({"from": self.match.file} if self.match.file else {}),
            "seed": self.match.seed,
            "games": len(self.outcomes),
            "deals": len(self.outcomes) // self.match.per_deal,
            "players": [
                {"bot": bot, "share": estimate_data(share), "faults": faults}
                | ({"cheats": True} if is_declared_cheat(player) else {})
                for (bot, share), faults, player in zip(players, self.faults, self.match.players, strict=True)
            ],
            "seats": [{"share": estimate_data(share)} for share in self.seats],
            "length": estimate_data(self.length),
            "endings": {reason: number for reason, number in self.endings.items() if reason != "running"},
            **self.extra_facts,
            "results": self.outcomes.digest(),
        }

    def show(self, console: Console, seconds: float, place: Backend) -> None:
        """Print the table of a match."""
        played = count_text(len(self.outcomes), "game")
        seats = self.match.seats
        deals = f", {count_text(len(self.outcomes) // seats, 'deal')} from every seat" if seats > 1 else ""
        if seats > 1 and self.match.per_deal == 1:
            deals = f", deals from seed {self.match.seed} on, fixed seats"
        if self.match.file:
            deals += f", beginning with {self.match.file}"
        console.print(f"{self.match.game.title}: {played}{deals}", style="bold")
        console.print()
        rows = make_table("player" if seats > 1 else "player, successes", "share  [95 % interval]")
        for name, share in zip(self.names, self.shares, strict=True):
            rows.add_row(name, format_percent(share))
        if seats > 1:
            rows.add_row("")
            for seat, share in enumerate(self.seats if seats > 2 else self.seats[:1]):
                rows.add_row("first seat" if seat == 0 else f"seat {seat + 1}", format_percent(share))
        console.print(rows)
        console.print()
        console.print(facts_table(self.facts(seconds, place)))
        if self.match.reproducible and not self.match.file:
            replay = self.replay_command(0).replace("ludus", program_name(), 1)
            console.print(f"\nAny of these games as a replay, here game 0:\n  {replay}", soft_wrap=True)

    def facts(self, seconds: float, place: Backend) -> dict[str, str]:
        length, speed = self.length, len(self.outcomes) / max(seconds, 1e-9)
        # a single deal has no interval
        interval = f"  [{length.low:.2f}, {length.high:.2f}]" if math.isfinite(length.low) else ""
        counts = sorted(((-number, reason) for reason, number in self.endings.items() if number))
        lost = [
            f"{name}: {', '.join(f'{reason} {number:,}' for reason, number in by_reason.items())}"
            for name, by_reason in zip(self.names, self.faults, strict=True)
            if by_reason
        ]
        at_fault = {"at fault": "; ".join(lost)} if lost else {}
        cheats = [
            name for name, player in zip(self.names, self.match.players, strict=True) if is_declared_cheat(player)
        ]
        if cheats:
            at_fault["cheats"] = f"{', '.join(cheats)}: looks at what its seat cannot see"
        return {
            "length": f"{length.value:.2f}{interval} decisions a game",
            "ended by": ", ".join(f"{reason} {-number:,}" for number, reason in counts),
            **at_fault,
            **self.extra_facts,
            "speed": f"{speed:,.{0 if speed >= 10 else 2}f} games a second on {backend_text(place)}",
            "time": f"{_duration(1 / speed)} a game",
            "seed": str(self.match.seed),
            "content": self.match.content.digest,
            "results": self.outcomes.digest(),
        }

    def command(self) -> str:
        """The command that gives these results again."""
        return match_command(self.match, self.bots, self.options, f"-n {len(self.outcomes)}")

    def replay_command(self, game: int, file: str = "game.json") -> str:
        return match_command(
            self.match, self.bots, self.options, f"-n 0 --game {game} --save-replay {shlex.quote(file)}"
        )


def match_command(match: Match, bots: list[str], options: dict[str, Any], rest: str) -> str:
    words = ["ludus", "match", match.game.name, *bots]
    for name, value in options.items():
        words += ["-o", f"{name}={value}"]
    if match.file:
        words += ["--from", match.file]
    row = " --in-a-row" if match.seats > 1 and match.per_deal == 1 else ""
    return f"{shlex.join(words)} --seed {match.seed}{row} {rest}"


def _duration(seconds: float) -> str:
    """A time in a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def is_declared_cheat(player: BotFactory) -> bool:
    """Whether a bot is a declared cheat. Only compiled ones can be: others see observations only."""
    return getattr(player, "cheats", False)


def _end_reason_counts(match: Match, counts: Any) -> list[tuple[str, int]]:
    pairs = zip(match.reasons, counts, strict=True)
    return [(reason, number) for reason, number in pairs if number or reason in match.game.end_reasons]


def faults_by_player(match: Match, outcomes: Outcomes) -> list[dict[str, int]]:
    """By player: the games lost by its own fault, by reason. Only the culprit has payoff 0 then."""
    by_player, by_player_faults = match.by_player(outcomes), []
    for player in range(match.seats):
        lost = outcomes.reasons[by_player[:, player] == 0]
        named = [match.reasons[k] for k in lost if k >= len(match.game.end_reasons)]
        by_player_faults.append({reason: named.count(reason) for reason in sorted(set(named))})
    return by_player_faults


def estimate_data(estimate: Estimate) -> dict[str, float | int | None]:
    """An estimate as plain data; unknown values are null."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in estimate.as_dict().items()
    }
