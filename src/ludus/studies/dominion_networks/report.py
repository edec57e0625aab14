"""Report on the networks."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.lab import Column, Command, Desk, Figure, File, Report, Section, Table, Verdict
from ludus.lab.figures import Bar, Series, bars, curves
from ludus.lab.names import file_name
from ludus.search.network_files import networks_data
from ludus.stats import Estimate, share
from ludus.studies.again import run_command
from ludus.studies.dominion_networks.config import GAME, PLAYER, Settings
from ludus.studies.dominion_networks.evolution import stages, title
from ludus.studies.dominion_networks.work import check_seed, final_networks, measure, show_games
from ludus.studies.opponents import shown_games

FILE = f"{PLAYER}.json"
PUBLISHED = {"drew": (31_958, 19_484), "earl": (17_399, 34_190)}  # Table II: wins of F-N and of the rival, with draws
PUBLISHED_GAMES = 50_000
BEST = "The best score is that of one network, over all opponents, in few games, so it is partly luck."


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    payoffs: dict[tuple[str, str], np.ndarray] = {
        (edition, rival): measure(settings, desk, rival, edition)["shares"]
        for edition in settings.editions
        for rival in settings.rivals
    }
    estimates = {key: _estimate(shares) for key, shares in payoffs.items()}
    first = settings.editions[0]
    networks = final_networks(settings, desk)
    sections = [
        Section("Against its rivals", [*_verdicts(settings, payoffs), _shares(settings, payoffs), _bars(estimates)]),
        Section("How it was made", [_words(settings), *_progress_parts(desk), *_stage_parts(settings, desk)]),
        Section(
            "The networks",
            [
                File(FILE, networks_data(GAME, PLAYER, command(settings), networks), "all three, to play with"),
                Command(f"ludus match dominion {PLAYER}:networks={{run}}/{FILE} earl -n 1000", "Let it play:"),
                *shown_games(show_games(settings, desk)),
            ],
        ),
    ]
    lead = "; ".join(f"{estimates[first, rival].in_percent()} against {rival}" for rival in settings.rivals)
    return Report("The networks of the Fynbo-Nellemann player", f"The player wins {lead}.", sections)


def command(settings: Settings) -> str:
    """Command that repeats the training."""
    return run_command("dominion-networks", settings)


def _estimate(shares: np.ndarray) -> Estimate:
    """Payoff of the player, with the two games of a deal averaged."""
    return share(shares[:, 0].reshape(-1, 2).mean(axis=1))


def _wins(shares: np.ndarray, player: int) -> Estimate:
    """Games won or drawn, as the paper counts."""
    return share((shares[:, player] > 0).reshape(-1, 2).mean(axis=1))


def _verdicts(settings: Settings, found: dict[tuple[str, str], np.ndarray]) -> list[Verdict]:
    """Verdicts on who is stronger according to Table II."""
    verdicts = []
    for rival, (ours, theirs) in PUBLISHED.items():
        if ("first", rival) in found:
            mine = _estimate(found["first", rival])
            better = ours > theirs
            holds = mine.low > 0.5 if better else mine.high < 0.5
            fails = mine.high < 0.5 if better else mine.low > 0.5
            word = "wins" if better else "loses"
            because = (
                f"published: {ours:,} to {theirs:,} of {PUBLISHED_GAMES:,}, draws counted for both; here the player's "
                f"share is {mine.in_percent()}, and with draws {_wins(found['first', rival], 0).in_percent()} to "
                f"{_wins(found['first', rival], 1).in_percent()}"
            )
            state: Any = "holds" if holds else "fails" if fails else "undecided"
            verdicts.append(Verdict(f"the Fynbo-Nellemann player {word} against {rival.title()}", state, because))
    return verdicts


def _shares(settings: Settings, found: dict[tuple[str, str], np.ndarray]) -> Table:
    columns = [
        Column.text("edition"),
        Column.text("rival"),
        Column.whole("games"),
        Column.estimate("share", "share", percent=True),
        Column.estimate("wins", "wins with draws", percent=True),
        Column.estimate("rival_wins", "rival's wins with draws", percent=True),
        Column.number("published", "published wins with draws", percent=True),
    ]
    rows, again = [], []
    for (edition, rival), shares in found.items():
        published = PUBLISHED[rival][0] / PUBLISHED_GAMES if edition == "first" and rival in PUBLISHED else None
        rows.append([edition, rival, len(shares), _estimate(shares), _wins(shares, 0), _wins(shares, 1), published])
        options = " ".join(f"-o {key}={str(value).lower()}" for key, value in settings.game_options(edition).items())
        again.append(
            f"ludus match dominion {PLAYER}:networks={{run}}/{FILE} {rival} -n {len(shares)} "
            f"--seed {check_seed(settings)} {options}"
        )
    return Table("rivals", columns, rows, "On kingdoms that it never saw, from both seats.", again)


def _bars(estimates: dict[tuple[str, str], Estimate]) -> Figure:
    marks = [
        Bar(f"{rival}, {edition}", estimate.value, estimate.low, estimate.high)
        for (edition, rival), estimate in estimates.items()
    ]
    heading = "Games won by the Fynbo-Nellemann player"
    return Figure("rivals", bars(marks, title=heading, percent=True, mark=0.5), f"{heading}, by rival and edition.")


def _words(settings: Settings) -> str:
    return (
        f"NEAT, {settings.population} networks a generation. Progress is learned first, from {settings.lessons} games "
        f"of other players. Then the network that buys and the one that judges turns are evolved in {settings.rounds} "
        f"rounds, each with the best of the other, on random kingdoms against {', '.join(settings.anchors)} and "
        f"earlier networks; at first a turn is worth its coins. In training {settings.orders} orders of Actions are "
        f"tried, {settings.samples} times each."
    )


def _progress_parts(desk: Desk) -> list[Any]:
    notes = desk.kept("progress")
    rows = [[k, note["error"] ** 0.5] for k, note in enumerate(notes)]
    columns = [Column.whole("generation"), Column.number("error", "root of the mean squared error", shown=4)]
    caption = "How far the best network is off, where the course of a game goes from 0 to 1."
    return [Table("progress", columns, rows, caption, most=10)]


def _stage_parts(settings: Settings, desk: Desk) -> list[Any]:
    parts: list[Any] = []
    for stage in stages(settings):
        name, notes = title(stage), desk.kept(title(stage))
        opponents = list(dict.fromkeys(opponent for note in notes for opponent in note["against"]))
        lines = [
            Series(opponent, [note["mean_against"].get(opponent, float("nan")) for note in notes])
            for opponent in opponents
        ]
        lines.append(Series("best score", [note["score"] for note in notes]))
        heading = f"The population of {name} against its opponents"
        svg = curves(range(len(notes)), lines, title=heading, x_title="generation", y_title="games won", percent=True)
        parts.append(
            Figure(file_name(name), svg, f"{heading}; lines begin and end as opponents enter and leave. {BEST}")
        )
    rows = [
        [title(stage), k, note["score"], note["mean_score"], ", ".join(note["against"])]
        for stage in stages(settings)
        for k, note in enumerate(desk.kept(title(stage)))
    ]
    columns = [
        Column.text("network"),
        Column.whole("generation"),
        Column.number("score", "best's score", percent=True),
        Column.number("mean_score", "mean score", percent=True),
        Column.text("opponents"),
    ]
    best = [[title(stage), *desk.kept(f"best of {title(stage)}")["shares"]] for stage in stages(settings)]
    kept_columns = [
        Column.text("network"),
        *(Column.number(file_name(opponent), opponent, percent=True) for opponent in settings.anchors),
    ]
    caption = "The network that kept the place after each round, against the anchors; it was chosen by these games."
    return [
        *parts,
        Table("stages", kept_columns, best, caption),
        Table("generations", columns, rows, "Scores depend on the opponents and are not comparable.", most=20),
    ]
