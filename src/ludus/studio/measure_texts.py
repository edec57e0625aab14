"""Titles and explanations of the measures of kingdoms, for readers who do not know the paper behind them."""

from __future__ import annotations

from typing import NamedTuple


class MeasureText(NamedTuple):
    """How the page names a measure, and what it says on hover."""

    title: str
    explanation: str


MEASURE_TEXTS = {
    "skill": MeasureText(
        "Difference in points, game by game",
        "How far apart the points of the two bots are at the end of a game, no matter which bot is ahead: 0 % if they "
        "are equal, 100 % if one bot has none. The paper of Mahlmann and others prints it as skill differentiation.",
    ),
    "skill-computed": MeasureText(
        "Advantage of the better bot",
        "How many points the better bot has more than the other one on average: 0 % if both play equally well. High "
        "means that good play pays. It is the skill differentiation that fits the numbers of the paper.",
    ),
    "evenness": MeasureText(
        "Closeness of games",
        "100 % minus the difference in points, game by game: 100 % if all games end with equal points.",
    ),
    "evenness-computed": MeasureText(
        "Equality of the bots",
        "100 % minus the advantage of the better bot: 100 % if both bots have the same points on average.",
    ),
    "wins": MeasureText(
        "Wins of the first bot",
        "Share of games that the bot named first wins; a draw counts half.",
    ),
    "first-seat": MeasureText(
        "Wins of the player who begins",
        "Of all games with a winner, the share that the player with the first turn wins. 50 % is fair.",
    ),
    "turns": MeasureText(
        "Turns of a game",
        "How long a game takes: the turns of the player who has more of them, as a mean over all games.",
    ),
    "draws": MeasureText("Draws", "Share of games that nobody wins."),
    "capped": MeasureText(
        "Games without an end",
        "Share of games that were stopped because they reached the limit of turns. More than a few mean that the bots "
        "cannot finish with these cards.",
    ),
    "lead-changes": MeasureText(
        "Changes of the lead per turn",
        "How often the player who is predicted to win changes, per turn. High means tension.",
    ),
    "decisiveness": MeasureText(
        "How late a game is decided",
        "When the lead changes for the last time: 0 % is the first turn, 100 % the last one.",
    ),
    "lead": MeasureText(
        "Tension",
        "Mean of the changes of the lead per turn and of how late a game is decided.",
    ),
    "spread": MeasureText(
        "Separation of bots",
        "How clearly better bots beat weaker ones: the mean distance of win rates from 50 %, over all pairs of a "
        "ladder of bots. 0 % if all bots are equal, 50 % if the better bot always wins.",
    ),
}
