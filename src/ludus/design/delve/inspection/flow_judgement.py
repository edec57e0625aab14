"""Judgement of win rates by the flow zone and of turns by their range, for all bots and encounters of a report.

    flow = FlowJudgement(measured.players, settings)
    flow.zone("greedy-card", 2)      "too hard", "too easy", "flow" or "undecided" in the third encounter
    flow.length(2)                   the same for the turns of the main bot

All of them are a family: the intervals that decide are corrected for their number. So an encounter is called too hard
only if it surely is with other decks of the same kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ludus.design.delve.options import InspectionSettings
from ludus.design.delve.playtest.bot_win_rates import BotResult
from ludus.stats import Estimate
from ludus.stats.judgement import ClaimedRange, JudgedNumbers, RangeSide

UNDECIDED = "undecided"
ZONE_VERDICTS: dict[RangeSide | None, str] = {"below": "too hard", "above": "too easy", "inside": "flow"}
LENGTH_VERDICTS: dict[RangeSide | None, str] = {"below": "too short", "above": "too long", "inside": "right"}


class FlowJudgement:
    """Verdicts on win rates and turns of a report.

    Args:
        players: results of the bots.
        settings: the flow zone, the wanted turns and the main bot.
        further: number of verdicts that the same report gives on other win rates.
    """

    def __init__(self, players: Sequence[BotResult], settings: InspectionSettings, further: int = 0) -> None:
        self.players, self.settings = players, settings
        wins = {(row.bot, k): stage.wins for row in players for k, stage in enumerate(row.encounters)}
        main = next(row for row in players if row.bot == settings.main_bot)
        turns = dict(enumerate(stage.turns for stage in main.encounters))
        self._zone = ClaimedRange(*settings.zone, closed=True)
        judged_wins = JudgedNumbers(wins, self._zone)
        judged_turns = JudgedNumbers(turns, ClaimedRange(*settings.turns, closed=True))
        self.comparisons = max(1, len(judged_wins.judged) + len(judged_turns.judged) + further)
        self.wins, self.turns = judged_wins.among(self.comparisons), judged_turns.among(self.comparisons)

    def zone(self, bot: str, encounter: int) -> str:
        """Verdict on the win rate of a bot in an encounter, from 0."""
        return ZONE_VERDICTS.get(self.wins.side((bot, encounter)), UNDECIDED)

    def length(self, encounter: int) -> str:
        """Verdict on the turns of a win of the main bot in an encounter, from 0."""
        return LENGTH_VERDICTS.get(self.turns.side(encounter), UNDECIDED)

    def further_zones(self, wins: Sequence[Estimate]) -> list[str]:
        """Verdicts on other win rates of the same report, in order."""
        judged = JudgedNumbers(dict(enumerate(wins)), self._zone, family_size=self.comparisons)
        return [ZONE_VERDICTS.get(judged.side(k), UNDECIDED) for k in judged.estimates]

    def encounters(self, bot: str, verdict: str) -> list[int]:
        """Numbers of the encounters, from 1, with a verdict for a bot."""
        row = next(row for row in self.players if row.bot == bot)
        return [k + 1 for k in range(len(row.encounters)) if self.zone(bot, k) == verdict]

    @cached_property
    def sentence(self) -> str:
        """For which bots the flow zone surely holds, for which never, and for which the games do not tell."""
        low, high = (f"{100 * edge:.0f} %" for edge in self.settings.zone)
        holds, never, open_cases = [], [], []
        for row in self.players:
            if inside := self.encounters(row.bot, "flow"):
                holds.append(f"{row.bot} in {_describe_encounters(inside, len(row.encounters))}")
            elif self.encounters(row.bot, UNDECIDED):
                open_cases.append(row.bot)
            else:
                never.append(row.bot)
        parts = [
            f"holds for {'; '.join(holds)}" if holds else "surely holds for none of these players",
            *([f"never for {', '.join(never)}"] if never else []),
            *([f"undecided for {', '.join(open_cases)}"] if open_cases else []),
        ]
        return (
            f"The flow zone ({low} to {high} of fights won) {'surely ' if holds else ''}{'; '.join(parts)} (intervals "
            f"are corrected for {self.comparisons} comparisons). {self._measured_sentence()}"
        )

    def _measured_sentence(self) -> str:
        """In which encounters the main bot is inside the zone by the numbers alone."""
        main = next(row for row in self.players if row.bot == self.settings.main_bot)
        low, high = self.settings.zone
        inside = [k for k, stage in enumerate(main.encounters, 1) if low <= stage.wins.value <= high]
        where = f"in {_describe_encounters(inside, len(main.encounters))}" if inside else "in no encounter"
        return f"With these decks, the win rate of {main.bot} is in the zone {where}."


def encounter_ranges(numbers: Sequence[int]) -> str:
    """Numbers of encounters as text: `1, 3-6`."""
    runs: list[list[int]] = []
    for k in numbers:
        if runs and runs[-1][-1] == k - 1:
            runs[-1].append(k)
        else:
            runs.append([k])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _describe_encounters(numbers: Sequence[int], total: int) -> str:
    if len(numbers) == total:
        return f"all {total} encounters" if total > 1 else "the encounter"
    return f"encounter{'s' if len(numbers) > 1 else ''} {encounter_ranges(numbers)}"
