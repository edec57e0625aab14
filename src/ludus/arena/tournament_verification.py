"""Check that the folder of a tournament is as it was written: rows, deals, tables and stored games.

Every row of games.csv carries a digest of all rows before it and of the plan. A person who can write to the folder can
also write new digests, so the last digest is published when the tournament ends: it is printed and on the page. A
folder with this digest has the same plan and the same rows.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludus.arena import tournament_dir as folders
from ludus.arena.contest_standings import STANDINGS_FILE, contest_standings, write_standings
from ludus.arena.pairing import Group, PairingMatch, address_text
from ludus.arena.standings import PairGames, compute_standings
from ludus.arena.tournament import Tournament, UnfinishedTournament
from ludus.arena.tournament_games_csv import GameLog
from ludus.arena.tournament_plan import earlier_plans, plan_digest
from ludus.arena.tournament_tables_csv import TABLES, write_tables
from ludus.bots.lookup import is_compiled_bot
from ludus.core.replay import Replay
from ludus.util.errors import LudusError, ReplayError

DIGEST_STEP = "digest"  # compares the digest that a user gives


@dataclass(frozen=True)
class VerificationStep:
    """One check of a tournament folder."""

    what: str
    holds: bool | None  # None: it could not be checked
    detail: str


def verify_tournament(folder: str | Path, digest: str = "") -> list[VerificationStep]:
    """Check the folder of a tournament, and leave it as it is.

    Args:
        folder: The folder.
        digest: The digest that was published; without it, a folder that was rewritten as a whole is not noticed.

    Returns:
        All checks. After a damaged row, only those up to it.

    Raises:
        FolderError: the folder holds no tournament.
        UnknownName: its game is not installed.
    """
    tournament, path = Tournament.open(folder), Path(folder)
    try:
        log = tournament.open_log(path, read_only=True)
    except LudusError as error:
        return [VerificationStep("rows", False, str(error))]
    try:
        return list(_steps(tournament, path, log, digest))
    finally:
        log.close()


def _steps(tournament: Tournament, folder: Path, log: GameLog, digest: str) -> Iterator[VerificationStep]:
    rows = sum(map(len, log.known.values()))
    if log.chained:
        yield VerificationStep("rows", True, f"{rows:,} rows and the plan agree with the last digest, {log.digest}")
    else:
        yield VerificationStep("rows", None, "games.csv has no digests: a release before 0.3 wrote it")
    if tournament.earlier:
        yield _check_plans(folders.read_plan(folder), log)
    if not digest:
        yield VerificationStep(
            DIGEST_STEP, None, "no digest was given to compare with; take the one that was published"
        )
    elif log.chained and digest.lower() in log.digests_before:
        rows_then = tournament.earlier[log.digests_before.index(digest.lower())]["rows"]
        what = f"{digest} is that of the first {rows_then:,} rows, before the tournament was extended"
        yield VerificationStep(DIGEST_STEP, True, f"{what}; {log.digest} is that of all")
    else:
        same = log.chained and digest.lower() == log.digest
        yield VerificationStep(
            DIGEST_STEP, same, f"{digest} was given, {log.digest if log.chained else 'none'} is here"
        )
    try:
        for group in log.known:
            log.check_deals(group, _pairing(tournament, group))
        yield VerificationStep("deals", True, f"all deals follow from the seed {tournament.seed}")
    except LudusError as error:
        yield VerificationStep("deals", False, str(error))
    try:
        played, order = tournament.play_schedule(lambda group, games: tournament.stored_games(log, group, games))
        yield _check_tables(tournament, folder, played, order)
    except UnfinishedTournament:
        yield VerificationStep("tables", None, "the tournament is not finished: there are no final tables yet")
    if tournament.changed_game_file:
        why = f"{tournament.changed_game_file} has changed: it has other rules than those of this tournament"
        yield VerificationStep("stored games", None, why)
    else:
        yield _check_replays(tournament, folder, log)


@dataclass(frozen=True)
class AbsentBot:
    """Placeholder for a bot: a folder can be checked where its bots cannot run."""

    name: str
    reproducible: bool = False


def _pairing(tournament: Tournament, group: Group) -> PairingMatch:
    names = [tournament.names[k] for k in group]
    bots = [AbsentBot(name) for name in names]
    return tournament.match_of(names, bots)  # type: ignore[arg-type]


def _check_plans(plan: dict[str, Any], log: GameLog) -> VerificationStep:
    """Whether the plans before each extension are those that were played then."""
    entries = plan["earlier"]
    for entry, before, digest in zip(entries, earlier_plans(plan), log.digests_before, strict=True):
        if plan_digest(before) != entry["plan_digest"]:
            return VerificationStep("plans", False, f"the plan of the first {entry['rows']:,} rows was changed")
        if log.chained and digest != entry["games_digest"]:
            what = f"the digest of the first {entry['rows']:,} rows was {entry['games_digest']}, not {digest}"
            return VerificationStep("plans", False, what)
    parts = [f"{entry['rows']:,} rows with digest {entry['games_digest'] or 'none'}" for entry in entries]
    return VerificationStep("plans", True, f"it was extended after {', '.join(parts)}")


def _check_tables(
    tournament: Tournament, folder: Path, played: list[PairGames], order: list[int] | None
) -> VerificationStep:
    results = compute_standings(tournament.names, tournament.reasons, played, order)
    names = [f"{name}.csv" for name in TABLES]
    with tempfile.TemporaryDirectory() as scratch:
        write_tables(Path(scratch), results)
        if tournament.contest is not None:
            rules = tournament.contest
            official = contest_standings(rules, tournament.names, tournament.reasons, played, order)
            write_standings(Path(scratch), official)
            names.append(STANDINGS_FILE)
        missing = [name for name in names if not (folder / name).is_file()]
        if missing:
            return VerificationStep("tables", None, f"{', '.join(missing)} is missing; `--resume` writes it")
        changed = [name for name in names if (folder / name).read_bytes() != (Path(scratch) / name).read_bytes()]
    if changed:
        return VerificationStep("tables", False, f"{', '.join(changed)} does not follow from games.csv")
    return VerificationStep("tables", True, f"{', '.join(names)} follow from games.csv")


def _check_replays(tournament: Tournament, folder: Path, log: GameLog) -> VerificationStep:
    """Whether each stored game, played by the rules, ends as its row says, and none is missing."""
    checked = 0
    for group, outcomes in log.known.items():
        pairing = _pairing(tournament, group)
        all_are_stored = any(not is_compiled_bot(tournament.texts[player]) for player in group)
        for number in range(len(outcomes)):
            file = folders.replay_file(folder, group, number)
            if file.is_file():
                checked += 1
                difference = _replay_difference(tournament, log, pairing, group, number, file)
                if difference:
                    return VerificationStep("stored games", False, f"{file}: {difference}")
            elif all_are_stored:
                what = "is missing, and nothing can play this game again"
                return VerificationStep("stored games", False, f"{file}: {what}")
    if not checked:
        return VerificationStep("stored games", True, "none: all games can be played again from the seed")
    return VerificationStep("stored games", True, f"{checked:,} stored games end as their rows say, by the rules")


def _replay_difference(
    tournament: Tournament, log: GameLog, pairing: PairingMatch, group: Group, number: int, file: Path
) -> str:
    """What a stored game says otherwise than its row; empty if it agrees."""
    outcomes, row = log.known[group], f"the row of game {address_text(group, number)}"
    try:
        replay = Replay.load(file)
        length = replay.positions()[-1].length
    except ReplayError as error:
        return str(error)
    reason, shares = tournament.reasons[outcomes.end_reasons[number]], outcomes.payoffs[number].tolist()
    pairs: dict[str, tuple[Any, Any]] = {
        "seed": (replay.seed, log.deal_of(group, number)),
        "reason": ((replay.fault or replay.result).get("reason"), reason),
        "length": (length, int(outcomes.lengths[number])),
    }
    if any(tournament.given_names[player] for player in group):  # others have the names that the bots give themselves
        pairs["players"] = (replay.players, pairing.seat_names(number))
    if not replay.fault:
        pairs["shares"] = (replay.result.get("shares"), shares)
    elif replay.fault.get("seat") is not None:
        pairs["share of the bot at fault"] = (0.0, dict(enumerate(shares)).get(replay.fault["seat"]))
    wrong = [f"{name} {here!r}, {row} says {there!r}" for name, (here, there) in pairs.items() if here != there]
    return "; ".join(wrong)
