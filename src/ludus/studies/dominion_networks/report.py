"""Report on the networks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.lab import Column, Command, Figure, File, Report, RunContext, Section, Table
from ludus.lab.config import run_command
from ludus.report.charts import Bar, Series, bar_chart, line_chart
from ludus.report.file_and_column_names import file_slug
from ludus.search.network_files import TrainingFacts, networks_to_data
from ludus.stats import Estimate, proportion
from ludus.studies.claims import Claim, ClaimFormat, above, below, judge_family, verdict_part
from ludus.studies.dominion_networks.config import BOT_NAME, GAME, NetworksConfig
from ludus.studies.dominion_networks.experiment import (
    STRENGTH_RESULT,
    example_games,
    final_networks,
    stage_title,
    training_stages,
    validate,
    validation_seed,
)
from ludus.studies.training_report import replay_files
from ludus.util.text import plural

TITLE, RIVALS_TITLE = "The networks of the Fynbo-Nellemann player", "Against its rivals"
NETWORK_FILE = f"{BOT_NAME}.json"
PUBLISHED = {"drew": (31_958, 19_484), "earl": (17_399, 34_190)}  # Table II: wins of F-N and of the rival, with draws
PUBLISHED_GAMES = 50_000
BEST_SCORE_NOTE = "The best score is that of one network, over all opponents, in few games, so it is partly luck."


def report(settings: NetworksConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    payoffs: dict[tuple[str, str], RivalPayoffs] = {
        (edition, rival): rival_payoffs(validate(settings, context, rival, edition)["shares"])
        for edition in settings.editions
        for rival in settings.rivals
    }
    networks = final_networks(settings, context)
    sections = [
        Section(
            RIVALS_TITLE,
            [
                *map(verdict_part, make_claims(settings, payoffs)),
                _rivals_table(settings, payoffs),
                _rivals_figure(payoffs),
            ],
        ),
        Section(
            "How it was made",
            [
                _method_text(settings),
                *([_strength_table(settings, context)] if settings.yardstick else []),
                *_progress_parts(context),
                *_stage_parts(settings, context),
            ],
        ),
        Section(
            "The networks",
            [
                File(
                    NETWORK_FILE,
                    networks_to_data(
                        GAME,
                        BOT_NAME,
                        rerun_command(settings),
                        networks,
                        TrainingFacts(settings.anchors, settings.yardstick),
                    ),
                    "all three, to play with",
                ),
                Command(
                    f"ludus match dominion {BOT_NAME}:networks={{run}}/{NETWORK_FILE} earl -n 1000", "Let it play:"
                ),
                *replay_files(example_games(settings, context)),
            ],
        ),
    ]
    return Report(TITLE, [answer(settings, payoffs)], sections)


def answer(settings: NetworksConfig, payoffs: dict[tuple[str, str], RivalPayoffs]) -> str:
    """How often the player wins against each rival, with the cards of the first edition that was measured."""
    edition = settings.editions[0]
    wins = "; ".join(f"{payoffs[edition, rival].share.in_percent()} against {rival}" for rival in settings.rivals)
    return f"The player wins {wins}."


def rerun_command(settings: NetworksConfig) -> str:
    """Command that repeats the training."""
    return run_command("dominion-networks", settings)


@dataclass(frozen=True)
class RivalPayoffs:
    """Games against one rival: the player's payoff, and the games that each won or drew, as the paper counts."""

    games: int
    share: Estimate
    wins: Estimate
    rival_wins: Estimate


def rival_payoffs(shares: np.ndarray) -> RivalPayoffs:
    """Payoffs against one rival, with the two games of a deal averaged.

    Args:
        shares: A row for each game, with the payoffs of the player and of its rival.
    """
    wins, rival_wins = (proportion((shares[:, who] > 0).reshape(-1, 2).mean(axis=1)) for who in (0, 1))
    return RivalPayoffs(len(shares), proportion(shares[:, 0].reshape(-1, 2).mean(axis=1)), wins, rival_wins)


def make_claims(settings: NetworksConfig, payoffs: dict[tuple[str, str], RivalPayoffs]) -> list[Claim]:
    """Claims on who is stronger according to Table II; a player that learned from a rival cannot test them.

    A player that was chosen by its strength cannot, either.
    """
    claims = []
    for rival, (ours, theirs) in PUBLISHED.items():
        if ("first", rival) in payoffs:
            mine = payoffs["first", rival]
            better = ours > theirs
            word, claimed = ("wins", above(0.5)) if better else ("loses", below(0.5))
            claims.append(
                Claim(
                    f"the Fynbo-Nellemann player {word} against {rival.title()}",
                    "Table II",
                    f"{ours:,} to {theirs:,} of {PUBLISHED_GAMES:,}, draws counted for both",
                    mine.share,
                    claimed=claimed,
                    text=f"the player's share is {mine.share.in_percent()}, and with draws "
                    f"{mine.wins.in_percent()} to {mine.rival_wins.in_percent()}",
                    sample_unit="kingdom",
                    not_testable=_why_not_testable(settings, rival),
                    calibration=f"the networks were chosen by their win rate against {rival.title()}"
                    if rival == settings.yardstick
                    else "",
                    number_format=ClaimFormat(digits=1, scale=100),
                )
            )
    return judge_family("Table II", claims, {"kingdom": settings.validation_games // 2})


def _why_not_testable(settings: NetworksConfig, rival: str) -> str:
    """Why games against a rival say nothing about the paper's player; empty if they do."""
    if rival in settings.anchors:
        return f"it was trained against {rival.title()}"
    if settings.yardstick and rival != settings.yardstick:
        return (
            "the paper's networks were never published; this player has their strength against "
            f"{settings.yardstick.title()} by choice, and may have another one against others"
        )
    return ""


def _rivals_table(settings: NetworksConfig, payoffs: dict[tuple[str, str], RivalPayoffs]) -> Table:
    columns = [
        Column.text("edition"),
        Column.text("rival"),
        Column.integer("games"),
        Column.estimate("share", "share", percent=True),
        Column.estimate("wins", "wins with draws", percent=True),
        Column.estimate("rival_wins", "rival's wins with draws", percent=True),
        Column.number("published", "published wins with draws", percent=True),
    ]
    rows, again = [], []
    for (edition, rival), payoff in payoffs.items():
        published = PUBLISHED[rival][0] / PUBLISHED_GAMES if edition == "first" and rival in PUBLISHED else None
        rows.append([edition, rival, payoff.games, payoff.share, payoff.wins, payoff.rival_wins, published])
        options = " ".join(f"-o {key}={str(value).lower()}" for key, value in settings.game_options(edition).items())
        again.append(
            f"ludus match dominion {BOT_NAME}:networks={{run}}/{NETWORK_FILE} {rival} -n {payoff.games} "
            f"--seed {validation_seed(settings)} {options}"
        )
    return Table("rivals", columns, rows, "On random kingdoms, with deals that it never saw, from both seats.", again)


def _rivals_figure(payoffs: dict[tuple[str, str], RivalPayoffs]) -> Figure:
    marks = [Bar.of(f"{rival}, {edition}", payoff.share) for (edition, rival), payoff in payoffs.items()]
    heading = "Games won by the Fynbo-Nellemann player"
    return Figure(
        "rivals", bar_chart(marks, title=heading, percent=True, reference=0.5), f"{heading}, by rival and edition."
    )


def _method_text(settings: NetworksConfig) -> str:
    return (
        f"NEAT, {settings.population} networks a generation. Progress is learned first, from {settings.lessons} games "
        f"of other players. Then the network that buys and the one that judges turns are evolved in "
        f"{plural(settings.rounds, 'round')}, each with the best of the other, on random kingdoms against "
        f"{', '.join(settings.anchors)} and "
        f"earlier networks; at first a turn is worth its coins. In training {plural(settings.orders, 'order')} of "
        "Actions are "
        f"tried, {settings.samples} times each."
        + (
            f" Of the best networks of all generations, those were chosen whose win rate against {settings.yardstick} "
            f"was nearest to {100 * settings.strength:.1f} %, on random kingdoms with deals that were not used in "
            "training."
            if settings.yardstick
            else ""
        )
    )


def _progress_parts(context: RunContext) -> list[Any]:
    notes = context.result("progress")
    rows = [[k, note["error"] ** 0.5] for k, note in enumerate(notes)]
    columns = [Column.integer("generation"), Column.number("error", "root of the mean squared error", shown_digits=4)]
    caption = "How far the best network is off, where the course of a game goes from 0 to 1."
    return [Table("progress", columns, rows, caption, max_shown_rows=10)]


def _strength_table(settings: NetworksConfig, context: RunContext) -> Table:
    """Win rate of every candidate against the yardstick."""
    stored = context.result(STRENGTH_RESULT)
    rows = [[*candidate, "yes" if k == stored["chosen"] else ""] for k, candidate in enumerate(stored["candidates"])]
    columns = [
        Column.text("network"),
        Column.integer("generation"),
        Column.number("share", f"share against {settings.yardstick}", percent=True),
        Column.text("chosen"),
    ]
    caption = (
        f"The best networks of every generation against {settings.yardstick}, {2 * settings.strength_deals} games each."
    )
    return Table("strength", columns, rows, caption, max_shown_rows=20)


def _stage_parts(settings: NetworksConfig, context: RunContext) -> list[Any]:
    parts: list[Any] = []
    for stage in training_stages(settings):
        name, notes = stage_title(stage), context.result(stage_title(stage))
        opponents = list(dict.fromkeys(opponent for note in notes for opponent in note["against"]))
        lines = [
            Series(opponent, [note["mean_against"].get(opponent, float("nan")) for note in notes])
            for opponent in opponents
        ]
        lines.append(Series("best score", [note["score"] for note in notes]))
        heading = f"The population of {name} against its opponents"
        svg = line_chart(
            range(len(notes)), lines, title=heading, x_title="generation", y_title="games won", percent=True
        )
        parts.append(
            Figure(
                file_slug(name), svg, f"{heading}; lines begin and end as opponents enter and leave. {BEST_SCORE_NOTE}"
            )
        )
    rows = [
        [stage_title(stage), k, note["score"], note["mean_score"], ", ".join(note["against"])]
        for stage in training_stages(settings)
        for k, note in enumerate(context.result(stage_title(stage)))
    ]
    columns = [
        Column.text("network"),
        Column.integer("generation"),
        Column.number("score", "best's score", percent=True),
        Column.number("mean_score", "mean score", percent=True),
        Column.text("opponents"),
    ]
    best = [
        [stage_title(stage), *context.result(f"best of {stage_title(stage)}")["shares"]]
        for stage in training_stages(settings)
    ]
    kept_columns = [
        Column.text("network"),
        *(Column.number(file_slug(opponent), opponent, percent=True) for opponent in settings.anchors),
    ]
    caption = "The network that kept the place after each round, against the anchors; it was chosen by these games."
    return [
        *parts,
        Table("stages", kept_columns, best, caption),
        Table(
            "generations", columns, rows, "Scores depend on the opponents and are not comparable.", max_shown_rows=20
        ),
    ]
