"""Judgement of a report on a tree: win rates by the flow zone, turns by their range, and nodes by their lead.

    flow = FlowJudgement(measured.players, settings)
    flow.zone("greedy-card", 2)      "too hard", "too easy", "flow" or "undecided" in the third encounter
    flow.length(2)                   the same for the turns of the main bot
    flow.flaw(flaw)                  whether a flaw that was found with these decks is sure with others

All of them are a family: the intervals that decide are corrected for their number. So an encounter is called too hard
only if it surely is with other decks of the same kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ludus.design.base.card_use import NO_JUDGEMENT
from ludus.design.base.verdict_texts import UNDECIDED
from ludus.design.delve.inspection.node_flaws import OBVIOUS_LEAD, Flaw
from ludus.design.delve.inspection.pick_values import EQUAL_VALUE_GAP, NodeValue
from ludus.design.delve.options import InspectionSettings
from ludus.design.delve.playtest.bot_win_rates import BotResult
from ludus.stats import Estimate
from ludus.stats.judgement import ClaimedRange, JudgedNumbers, RangeSide

PROVEN, BETTER, WORSE = "proven", "surely better", "surely worse"  # verdicts on flaws: than the best other pick
ZONE_VERDICTS: dict[RangeSide | None, str] = {"below": "too hard", "above": "too easy", "inside": "flow"}
LENGTH_VERDICTS: dict[RangeSide | None, str] = {"below": "too short", "above": "too long", "inside": "right"}


class FlowJudgement:
    """Verdicts on win rates and turns of a report.

    Args:
        players: results of the bots.
        settings: the flow zone, the wanted turns and the main bot.
        further: number of verdicts that the same report gives on other win rates.
        nodes: the values of the nodes, if the report judges them.
    """

    def __init__(
        self,
        players: Sequence[BotResult],
        settings: InspectionSettings,
        further: int = 0,
        nodes: Sequence[NodeValue] = (),
    ) -> None:
        self.players, self.settings = players, settings
        wins = {(row.bot, k): stage.wins for row in players for k, stage in enumerate(row.encounters)}
        main = next(row for row in players if row.bot == settings.main_bot)
        turns = dict(enumerate(stage.turns for stage in main.encounters))
        self._zone = ClaimedRange(*settings.zone, closed=True)
        judged_wins = JudgedNumbers(wins, self._zone)
        judged_turns = JudgedNumbers(turns, ClaimedRange(*settings.turns, closed=True))
        leads = {node: value.lead for node, value in enumerate(nodes) if value.offered}
        judged_leads = JudgedNumbers(leads, ClaimedRange(-EQUAL_VALUE_GAP, OBVIOUS_LEAD, closed=True))
        judged = judged_wins, judged_turns, judged_leads
        self.comparisons = max(1, sum(len(numbers.judged) for numbers in judged) + further)
        self.wins, self.turns = judged_wins.among(self.comparisons), judged_turns.among(self.comparisons)
        self.leads = judged_leads.among(self.comparisons)

    def zone(self, bot: str, encounter: int) -> str:
        """Verdict on the win rate of a bot in an encounter, from 0."""
        return ZONE_VERDICTS.get(self.wins.side((bot, encounter)), UNDECIDED)

    def length(self, encounter: int) -> str:
        """Verdict on the turns of a win of the main bot in an encounter, from 0."""
        return LENGTH_VERDICTS.get(self.turns.side(encounter), UNDECIDED)

    def flaw(self, flaw: Flaw) -> str:
        """Verdict on a flaw with other decks of the same kind: proven by the nodes alone, sure, or undecided.

        An obvious node is surely better than the best other pick if its lead surely is above the limit. One that is
        never useful or dominated is surely worse if the best other pick is. Redundant nodes get no judgement.
        """
        if flaw.proven:
            return PROVEN
        side = self.leads.side(flaw.node) if flaw.node in self.leads.estimates else None
        if side is None or flaw.kind == "redundant":
            return NO_JUDGEMENT
        if flaw.kind == "obvious":
            return BETTER if side == "above" else UNDECIDED
        return WORSE if side == "below" else UNDECIDED

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
            f"The flow zone ({low} to {high} of encounters won) {'surely ' if holds else ''}{'; '.join(parts)} "
            f"(intervals are corrected for {self.comparisons} comparisons). {self._measured_sentence()}"
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
