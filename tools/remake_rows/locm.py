"""Rows of the replication of Miernik's thesis, from its kept agents or from an evolution that runs again."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from ludus.arena.play_all_pairs import PairwiseResult, all_pairs, play_pairwise
from ludus.bots import load_compiled_bot
from ludus.core.game_registry import load_game
from ludus.core.random import derive
from ludus.design.evaluation import genome_bot, genome_space
from ludus.lab import RunContext
from ludus.lab.config import read_config
from ludus.search.evaluation_genome_packing import read_genome
from ludus.stats import mean_of_runs, proportion
from ludus.studies import locm_representation
from ludus.studies.locm_representation import tables
from ludus.studies.locm_representation.config import (
    GAME,
    AgentEvolution,
    RepresentationConfig,
    all_evolutions,
)
from ludus.studies.locm_representation.experiment import (
    AgentTraining,
    choose_strong_opponent,
    last_agent,
    play_self_play,
    play_strength,
    play_training_opponents,
    play_whole_turns,
    stage_plan,
    strength_opponents,
)
from ludus.studies.locm_representation.results import SelfPlay, Strength, TournamentRow, TournamentTable
from tools.remake_rows.rows import Cells, Row
from tools.remake_rows.runs_again import BACKEND, estimate_cells, new_context, no_progress, table_row

QUICK_EVOLUTIONS = ("linear-progressive-", "linear-from-linear-")  # about six minutes each on one core


def is_quick_evolution(row: Row) -> bool:
    """Whether the evolution of a row takes minutes: vectors of weights that play each other."""
    return row["evolution"].startswith(QUICK_EVOLUTIONS)


def cell_row(folder: Path, row: Row) -> Cells:
    """A cell of Table 5.1: all agents of a kind against all of another one."""
    tournament = _tournament(folder, row["row"], row["column"])
    one, other = (_find_row(tournament, row[name]) for name in ("row", "column"))
    games = 2 * tournament.deals * len(one.members) * len(other.members)
    return {"games": games, **estimate_cells("share", tournament.cell(one, other))}


def averages_row(folder: Path, row: Row) -> Cells:
    """Means of a row of Table 5.1."""
    tournament = _tournament(folder, row["row"])
    kind = _find_row(tournament, row["row"])
    cells = estimate_cells("weighted", tournament.weighted_mean(kind))
    cells |= estimate_cells("plain", tournament.plain_mean(kind))
    if len(kind.members) > 1:
        cells |= estimate_cells("runs", mean_of_runs(list(tournament.base_means(kind).values())))
    return {"agents": len(kind.members), **cells}


def rounds_row(folder: Path, row: Row) -> Cells:
    """Mean of a row of Table 5.1 after some rounds."""
    tournament = _tournament(folder, row["row"])
    return estimate_cells("share", tournament.weighted_mean(_find_row(tournament, row["row"]), int(row["rounds"])))


def turns_row(folder: Path, row: Row) -> Cells:
    """Effect of a beam on a kept agent; all agents play, since they are the players of one batch."""
    settings = read_settings(folder)
    return table_row(tables.turns_table(settings, play_whole_turns(_kept_agents(folder), settings)), ("agent",), row)


def training_row(folder: Path, row: Row) -> Cells:
    """A kept agent, or all of a kind, against the training opponent."""
    settings, context = read_settings(folder), _kept_agents(folder)
    played = play_training_opponents(context, settings)
    shares = {name: proportion(item.deals(0, 0)) for name, item in played.items()}
    groups: dict[str, list[float]] = {}
    for evolution in all_evolutions(settings):
        if evolution.name in shares:
            groups.setdefault(evolution.row_name, []).append(shares[evolution.name].value)
    means = {name: mean_of_runs(values) for name, values in groups.items()}
    return table_row(tables.training_table(settings, shares, means), ("agent",), row)


def agents_row(folder: Path, row: Row) -> Cells:
    """History of an evolution that runs again, and its kept agent in the tournament."""
    settings, name = read_settings(folder), row["evolution"]
    if not _same_agent(folder, name):
        raise ValueError(f"{folder}: the evolution {name} ends with another agent than the kept one")
    history = {evolution.name: _self_play(folder, name) for evolution in all_evolutions(settings)}
    tournament = _tournament(folder, _find(settings, name).row_name)
    tournament.payoff_table = np.nan_to_num(tournament.payoff_table, nan=0.5)  # pairs of other rows did not play
    return table_row(tables.agents_table(settings, tournament, history), ("evolution",), row)


def generations_row(folder: Path, row: Row) -> Cells:
    """A generation of an evolution that runs again."""
    name = row["evolution"]
    notes = {name: _evolved(folder, name).result(name)}
    table = tables.generations_table(notes, {name: _self_play(folder, name)})
    return table_row(table, ("evolution", "generation"), row)


def strength_row(folder: Path, row: Row) -> Cells:
    """A generation of an evolution that runs again, against the kept agents of other bases."""
    settings, name = read_settings(folder), row["evolution"]
    evolution = _find(settings, name)
    played = play_strength(_evolved(folder, name), settings, evolution)
    strength = Strength(strength_opponents(settings, evolution), settings.generations, played)
    return table_row(tables.strength_table({name: strength}), ("evolution", "generation"), row)


@cache
def read_settings(folder: Path) -> RepresentationConfig:
    """Configuration of the kept run."""
    return read_config(locm_representation.study, folder / "config.toml")


@cache
def _kept_agents(folder: Path, without: str = "") -> RunContext:
    """A run whose evolutions have ended with the kept agents, except one that has not begun."""
    context, settings = new_context(), read_settings(folder)
    context.plan_stages(stage_plan(settings))
    for evolution in all_evolutions(settings):
        if evolution.name != without:
            context.cached(evolution.name, lambda evolution=evolution: [{"best": _agent(folder, evolution)}])  # type: ignore[misc]
    if not settings.strong_opponent and not without:
        rivals = [evolution for evolution in all_evolutions(settings) if evolution.row_name == "tree-from-linear"]
        choose_strong_opponent(context, settings, rivals)
    return context


def _agent(folder: Path, evolution: AgentEvolution) -> object:
    game = load_game(GAME)
    genome = read_genome(folder / "agents" / f"{evolution.name}.json", game)
    return genome_space(game, evolution.representation).to_data(genome)


def _tournament(folder: Path, one: str, other: str = "") -> TournamentTable:
    """The tournament, with only the pairs of a row of Table 5.1 and all others, or one other."""
    settings = read_settings(folder)
    names = TournamentTable(settings, PairwiseResult(np.zeros((0, 2), np.int64), np.zeros((0, 1)), np.zeros(0)))
    members, rivals = (
        {k for kind in names.rows if kind.name == name or not name for k in kind.members} for name in (one, other)
    )
    pairs = [
        (a, b)
        for a, b in all_pairs(len(names.names)).tolist()
        if (a in members and b in rivals) or (b in members and a in rivals)
    ]
    return TournamentTable(settings, play_kept_pairs(folder, tuple(pairs)))


@cache
def play_kept_pairs(folder: Path, pairs: tuple[tuple[int, int], ...]) -> PairwiseResult:
    """Play games of the tournament again, from the kept agents.

    Args:
        folder: Folder of the kept run.
        pairs: Numbers of bots: the agents in the order of the evolutions, then the field.
    """
    settings, game = read_settings(folder), load_game(GAME)
    context = _kept_agents(folder)
    players = [genome_bot(game, last_agent(context, evolution)) for evolution in all_evolutions(settings)]
    players += [load_compiled_bot(game, text) for text in settings.field]
    seed, deals = derive(settings.seed, "tournament"), settings.tournament_rounds
    return play_pairwise(game, [game.content()], players, np.array(pairs, np.int64), deals, seed, BACKEND, no_progress)


def _find_row(tournament: TournamentTable, name: str) -> TournamentRow:
    return next(row for row in tournament.rows if row.name == name)


@cache
def _evolved(folder: Path, name: str) -> RunContext:
    """The run in which one evolution was repeated; bases and opponents of it are kept agents."""
    context, settings = _kept_agents(folder, name), read_settings(folder)
    AgentTraining(settings, context, _find(settings, name)).evolve()
    return context


@cache
def _self_play(folder: Path, name: str) -> SelfPlay:
    settings = read_settings(folder)
    return SelfPlay(play_self_play(_evolved(folder, name), settings, _find(settings, name)))


def _same_agent(folder: Path, name: str) -> bool:
    """Whether the repeated evolution ended with the kept agent."""
    evolution = _find(read_settings(folder), name)
    return bool(_evolved(folder, name).result(name)[-1]["best"] == _agent(folder, evolution))


def _find(settings: RepresentationConfig, name: str) -> AgentEvolution:
    return next(evolution for evolution in all_evolutions(settings) if evolution.name == name)
