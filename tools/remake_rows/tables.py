"""All tables of results of the five papers: those whose rows are drawn, and the others with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from ludus.studies.dominion_all_kingdoms.experiment import LIST_ENDS
from tools.provenance import BENCHMARKS
from tools.remake_rows import delve, dominion, locm, tribute
from tools.remake_rows.rows import Cells, RemakeableTable, Row, any_row
from tools.remake_rows.runs_again import Changes, no_changes, row_of_command, row_of_study

Keys = tuple[str, ...]
BIN: Keys = ("t_cycle", "j", "t_timing")
CLAIM: Keys = ("claim",)
CARD_FOLDERS = ("dominion-cards", "dominion-cards-rescored", "dominion-cards-printed")
FOLDERS = {
    "locm": ("locm-representation", "locm-field"),
    "dominion": (*CARD_FOLDERS, "dominion-landscape", "dominion-networks-calibrated"),
    "tribute": ("tribute-thesis", "tribute-originals"),
    "delve": ("delve-trees", "delve-players"),
    "platformer": (
        "platformer-difficulty",
        "platformer-difficulty-forecaster",
        "platformer-calibration",
        "platformer-calibration-forecaster",
        "platformer-rooms",
        "platformer-who-dies-where",
        "platformer-populations",
    ),
}
PAPERS = tuple(FOLDERS)


def _row_tables(
    paper: str, folder: str, tables: Mapping[str, tuple[Keys, Callable[[Path, Row], Cells], Callable[[Row], bool]]]
) -> Iterator[RemakeableTable]:
    for name, (keys, remake, can_remake) in tables.items():
        yield RemakeableTable(paper, folder, f"tables/{name}.csv", keys, remake, can_remake)


def _study_tables(
    paper: str,
    folder: str,
    study: str,
    tables: Mapping[str, Keys],
    changes: Changes = no_changes,
    can_remake: Callable[[Row], bool] = any_row,
) -> Iterator[RemakeableTable]:
    """Tables of a study that runs again, without what a row does not need."""
    for name, keys in tables.items():
        file = f"tables/{name}.csv"
        remake = row_of_study(study, keys, file, changes)
        yield RemakeableTable(paper, folder, file, keys, remake, can_remake)


def _locm() -> Iterator[RemakeableTable]:
    rows = {
        "cells": (("row", "column"), locm.cell_row, any_row),
        "averages": (("row",), locm.averages_row, any_row),
        "rounds": (("row", "rounds"), locm.rounds_row, any_row),
        "turns": (("agent",), locm.turns_row, any_row),
        "training": (("agent",), locm.training_row, any_row),
        "agents": (("evolution",), locm.agents_row, locm.is_quick_evolution),
        "generations": (("evolution", "generation"), locm.generations_row, locm.is_quick_evolution),
        "strength": (("evolution", "generation"), locm.strength_row, locm.is_quick_evolution),
    }
    yield from _row_tables("locm", "locm-representation", rows)


def _dominion() -> Iterator[RemakeableTable]:
    study = partial(_study_tables, "dominion", study="dominion-cards")
    for folder in CARD_FOLDERS:
        yield from study(
            folder, tables={"players": ("player", "against"), "losses": ("card",)}, changes=dominion.without_evolutions
        )
        yield from study(
            folder,
            tables={"printed-sets": ("experiment", "kingdom", "measure"), "readings": ("begins", "reading")},
            changes=dominion.printed_sets_only,
        )
        yield from study(
            folder,
            tables={"growth": ("experiment", "form"), "best-sets": ("experiment", "form")},
            changes=dominion.one_experiment,
            can_remake=dominion.is_quick_experiment,
        )
        sets = {"all-sets": (("experiment", "form", "run"), dominion.all_sets_row, dominion.is_quick_run)}
        yield from _row_tables("dominion", folder, sets)
    rows = {end.name: (("place", "kingdom"), dominion.list_end_row(end.measure), any_row) for end in LIST_ENDS}
    rows["printed"] = (("experiment", "kingdom"), dominion.printed_kingdom_row, any_row)
    yield from _row_tables("dominion", "dominion-landscape", rows)
    rivals = {"rivals": (("edition", "rival"), dominion.rivals_row, any_row)}
    yield from _row_tables("dominion", "dominion-networks-calibrated", rivals)


def _tribute() -> Iterator[RemakeableTable]:
    rows = {
        "all": (("player", "against"), tribute.pair_row, any_row),
        "table-7-1": (("bot", "against"), tribute.table_7_1_row, any_row),
        "averages": (("bot",), tribute.averages_row, any_row),
        "field": (("player",), tribute.field_row, any_row),
        "faults": (("player",), tribute.faults_row, any_row),
        "widths": (("width",), tribute.width_row, any_row),
        "lists": (("bot", "repetition"), tribute.list_row, any_row),
        "tournaments": (("bot",), tribute.tournaments_row, any_row),
        "course": (("bot", "tournament"), tribute.course_row, any_row),
    }
    yield from _row_tables("tribute", "tribute-thesis", rows)
    bots = ("beam", "mcts", "random-simulation", "decision-tree", "max-prestige", "random-no-end")
    command = (
        *("-m", "ludus", "tournament", "tribute", *(f"{bot}-2023" for bot in bots), "-n", "400", "--seed", "2023"),
        *("-o", "compat=reference", "-o", "patrons=random", "--threads", "1", "--out", "OUT/originals"),
    )
    files: dict[str, Keys] = {
        "pairs": ("pair",),
        "players": ("number",),
        "ratings": ("rank", "player"),
        "seats": ("pair", "seat"),
        "endings": ("pair", "reason", "fault"),
    }
    for name, keys in files.items():
        remake = row_of_command(f"originals/{name}.csv", keys, *command)
        yield RemakeableTable("tribute", "tribute-originals", f"{name}.csv", keys, remake)


def _delve() -> Iterator[RemakeableTable]:
    study = partial(_study_tables, "delve")
    rows = {
        "trees": (("kind", "run"), delve.tree_row, any_row),
        "dial_trees": (("target", "run"), delve.dial_tree_row, any_row),
    }
    yield from _row_tables("delve", "delve-trees", rows)
    yield from study("delve-trees", "delve-trees", {"dial": ("target",)}, delve.one_target)
    yield from study("delve-trees", "delve-trees", {"maps": ("map",)}, delve.one_map)
    agreement: dict[str, Keys] = {"agreement": ("trees", "bot")}
    yield from study("delve-trees", "delve-trees", agreement, delve.one_judged_bot, delve.is_of_random_trees)
    players: dict[str, Keys] = {
        "claims": CLAIM,
        "encounters": ("player", "encounter"),
        "pairs": ("player", "against"),
        "picks": ("player",),
        "players": ("rank", "player"),
    }
    yield from study("delve-players", "delve-players", players)


def _platformer() -> Iterator[RemakeableTable]:
    study = partial(_study_tables, "platformer")
    difficulty: dict[str, Keys] = {
        "cells": BIN,
        "claims": CLAIM,
        "dial": ("model",),
        "models": ("model",),
        "otherwise": ("players",),
        "printed": ("what",),
        "skills": ("players",),
        "transfer": ("trap",),
    }
    calibration: dict[str, Keys] = {"cells": BIN, "claims": CLAIM, "numbers": ("name",)}
    for kind in ("", "-forecaster"):
        yield from study(f"platformer-difficulty{kind}", "platformer-difficulty", difficulty)
        yield from study(f"platformer-calibration{kind}", "platformer-calibration", calibration)
    rooms: dict[str, Keys] = {
        "census": ("size",),
        "claims": CLAIM,
        "levels": ("kind",),
        "pairs": ("kind",),
        "rejections": ("reason",),
        "restarts": ("tries",),
        "shapes": ("kind", "measure"),
        "sizes": ("size",),
    }
    yield from study("platformer-rooms", "platformer-rooms", rooms)
    keys = ("players", "model", "pairs")
    for players in ("planner", "forecaster"):
        command = ("-m", "tools.who_dies_where", "--players", players, "--to", "OUT/table.csv")
        remake = row_of_command("table.csv", keys, *command)
        yield RemakeableTable("platformer", "platformer-who-dies-where", f"{players}.csv", keys, remake)


ALL_TABLES = (*_locm(), *_dominion(), *_tribute(), *_delve(), *_platformer())
TABLES = tuple(table for table in ALL_TABLES if (BENCHMARKS / table.path).is_file() and table.rows())

ALL_EVOLUTIONS = "needs all evolutions, which take hours without a graphics card"
ALL_SEARCHES = "needs the searches of all methods and the fights with all trees, which take more than an hour"
ALL_KINGDOMS = "needs the games of all kingdoms, which take more than an hour without a graphics card"
ALL_RUNS = "needs the runs of all experiments, which take more than an hour"
REASONS: dict[str, str] = {
    "locm-field/*": "needs the original programs of the contest, which are not in the repository",
    "locm-representation/tables/claims.csv": ALL_EVOLUTIONS,
    "locm-representation/tables/lengths.csv": ALL_EVOLUTIONS,
    "dominion-cards*/tables/attacks.csv": ALL_RUNS,
    "dominion-cards*/tables/cards.csv": ALL_RUNS,
    "dominion-cards*/tables/cards-by-experiment.csv": ALL_RUNS,
    "dominion-cards*/tables/claims.csv": ALL_RUNS,
    "dominion-cards*/tables/numbers.csv": ALL_RUNS,
    "dominion-cards*/tables/statements.csv": ALL_RUNS,
    "dominion-landscape/*": ALL_KINGDOMS,
    "dominion-networks-calibrated/*": "needs the training of the networks, which takes longer than the limit",
    "tribute-thesis/tables/claims.csv": "needs all match-ups of the study, which take longer than the limit",
    "tribute-thesis/tables/favourites.csv": "needs all tournaments and match-ups, which take longer than the limit",
    "delve-trees/*": ALL_SEARCHES,
    "platformer-populations/*": "has rows of other tables here, joined without playing",
}
