"""The report on the steward."""

from __future__ import annotations

from typing import Any

from ludus.core.registry import find_game
from ludus.design.evaluation import genome_data
from ludus.lab import Column, Command, Desk, Figure, File, Report, Section, Table, Verdict
from ludus.lab.figures import Bar, bars
from ludus.lab.names import file_name
from ludus.stats import Estimate, share
from ludus.studies.again import run_command
from ludus.studies.dominion_champion.config import Settings
from ludus.studies.dominion_champion.evaluation import evaluation, measure_evaluation
from ludus.studies.dominion_champion.player import GAME, steward
from ludus.studies.dominion_champion.work import EDITIONS, champion, check_seed, measure, show_games
from ludus.studies.opponents import against_opponents, generations

GOAL = 0.55
GENERAL = {
    "collision": "taken off a terminal Action for each other one that a hand has on average",
    "gardens": "what any card is worth for each Gardens owned",
    "penultimate": "how bad it is to leave one Province to somebody who would win with it",
    "money": "coins to keep when Coppers are trashed",
    "gain": "what a card gained by an Action counts against coins in hand, in percent",
    "rid": "what a burden lost counts against coins in hand, in percent",
    "attack": "what it counts to hurt somebody",
    "buy": "what one more buy counts",
    "coin": "what a coin counts by itself",
    "purse": "what can be bought with a coin beyond what could be before, in percent",
}


def report(settings: Settings, desk: Desk) -> Report:
    """Tables and figures out of what is kept."""
    rivals = (*settings.rivals, *settings.slow_rivals)
    found = {
        edition: {rival: share(measure(settings, desk, rival, edition)) for rival in rivals} for edition in EDITIONS
    }
    data = steward().weights_data(champion(desk), made_by(settings))
    name = "steward:weights={run}/steward.json"
    sections = [
        Section("Against everybody", [_verdict(found["first"]), _shares(settings, found, name), _bars(found["first"])]),
        Section(
            "How it was made",
            [_words(settings), against_opponents(desk.kept("weights")), generations(desk.kept("weights"))],
        ),
        Section(
            "What it values",
            [
                "Weights in hundredths of a coin. A card is worth the first weight in the first turn, the second after "
                "eight turns and the third when three of four Provinces are gone; a copy that one has takes the fourth "
                "away; the fifth goes with what the card depends on (Curses left for Witch, terminals for Village); "
                "the last is added when an Action is chosen to be played.",
                _cards(data),
                _general(data),
                File("steward.json", data, "the weights, to play with"),
                Command(f"ludus match {GAME} {name} big-money -n 1000", "Let it play:"),
                *(
                    File(f"replays/{file_name(key)}.json", game, f"a game {key.replace('-against-', ' against ', 1)}")
                    for key, game in show_games(settings, desk).items()
                ),
            ],
        ),
        Section("An evaluation for searches", _evaluation(settings, desk)),
    ]
    hardest = min(found["first"], key=lambda rival: (found["first"][rival].value, rival))
    lead = f"The steward wins {_percent(found['first'][hardest])} against {hardest}, its hardest rival."
    return Report("A steward for Dominion", lead, sections)


def _evaluation(settings: Settings, desk: Desk) -> list[Any]:
    game = find_game(GAME)
    data = genome_data(game, evaluation(desk))
    rows = [
        [rival, settings.slow_games, share(measure_evaluation(settings, desk, rival))]
        for rival in settings.evaluation_rivals
    ]
    columns = [Column.text("rival"), Column.whole("games"), Column.estimate("share", "wins", percent=True)]
    weights = [[name, weight] for name, weight in data["weights"].items()]
    return [
        "Weights for the features of a position, evolved inside greedy, which looks one move ahead. Other searches use "
        "them, too, where they judge unfinished games.",
        Table("evaluation_rivals", columns, rows, "Greedy with these weights, first edition, from both seats."),
        Table("evaluation", [Column.text("feature"), Column.number("weight")], weights, "", most=len(weights)),
        File("weights.json", data, "the evaluation, to play with"),
        Command(f"ludus match {GAME} greedy:weights={{run}}/weights.json big-money -n 1000", "Let it play:"),
    ]


def made_by(settings: Settings) -> str:
    """The command that makes the same weights again."""
    return run_command("dominion-champion", settings)


def _verdict(found: dict[str, Estimate]) -> Verdict:
    low, rival = min((each.low, rival) for rival, each in found.items())
    high = min(each.high for each in found.values())
    state = "holds" if low > GOAL else "fails" if high < GOAL else "undecided"
    because = f"First edition, the lowest bound: {_percent(found[rival])} against {rival}; intervals over deals."
    return Verdict(f"it wins at least {100 * GOAL:.0f} % against each player", state, because)  # type: ignore[arg-type]


def _percent(found: Estimate) -> str:
    return f"{100 * found.value:.1f} % [{100 * found.low:.1f}, {100 * found.high:.1f}]"


def _shares(settings: Settings, found: dict[str, dict[str, Estimate]], name: str) -> Table:
    rows, again, seed = [], [], check_seed(settings)
    for edition, shares in found.items():
        for rival, each in shares.items():
            games = settings.games_against(rival)
            rows.append([rival, edition, games, each])
            again.append(f"ludus match {GAME} {name} {rival} -n {games} --seed {seed} -o edition={edition}")
    columns = [
        Column.text("rival"),
        Column.text("edition"),
        Column.whole("games"),
        Column.estimate("share", "wins", percent=True),
    ]
    caption = f"On random kingdoms that it never saw, from both seats, two players; seed {seed}."
    return Table("rivals", columns, rows, caption, again)


def _bars(found: dict[str, Estimate]) -> Figure:
    hardest = sorted(found.items(), key=lambda item: (item[1].value, item[0]))
    marks = [Bar(rival, each.value, each.low, each.high) for rival, each in hardest]
    title = "Games won by the steward"
    return Figure(
        "rivals",
        bars(marks, title=title, percent=True, mark=0.5),
        f"{title}, first edition, the hardest rival first; with 95 % intervals.",
    )


def _words(settings: Settings) -> str:
    return (
        f"CMA-ES, {settings.generations} generations of {settings.population}, each with {settings.deals} new deals on "
        f"random kingdoms, {settings.second} of ten of the second edition, from both seats against each of a portfolio "
        f"of opponents: {', '.join(settings.anchors)} stay, others leave when they are beaten in "
        f"{100 * settings.leaves:.0f} % of their games, and every {settings.enters} generations the weights of the day "
        "enter. The steward is the mean of the better halves of the last quarter of all generations."
    )


def _cards(data: dict[str, Any]) -> Table:
    rows = [[card, *(data["cards"][card].get(aspect, 0.0) for aspect in steward().ASPECTS)] for card in data["cards"]]
    columns = [Column.text("card"), *(Column.number(aspect, shown=1) for aspect in steward().ASPECTS)]
    return Table("cards", columns, rows, "What each card is worth, in hundredths of a coin.", most=len(rows))


def _general(data: dict[str, Any]) -> Table:
    rows = [[name, value, GENERAL[name]] for name, value in data["general"].items()]
    columns = [Column.text("weight"), Column.number("value", shown=1), Column.text("meaning")]
    return Table("general", columns, rows, "Weights that belong to no card.")
