"""Rules of a contest: field, game, limits, scheme, ranking with tie-breaks, and disqualification, from a TOML file.

`read_rules` reads the file. The part that makes the official standings, `ContestRules`, is stored in the plan of the
tournament, so its digest covers the rules, too. `EXAMPLE` is a file with all keys.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, get_args

from ludus.arena.external_bot_limits import BotLimits
from ludus.arena.pairing import ScheduleKind
from ludus.arena.player_names import MAX_NAME_LENGTH, check_name
from ludus.bots import FAULTS
from ludus.util.errors import ContentError, OptionError, UnknownName
from ludus.util.files import read_content_text
from ludus.util.toml_text import parse_toml

MAX_RULES_BYTES = 1 << 20

CRITERIA = {
    "rating": "Elo, from all games that count",
    "win rate": "mean payoff over all counted games, draws counting half, every opponent the same",
    "pairs won": "opponents against whom the bot has a win rate above one half; exactly one half counts half",
    "score": "mean score in the game's own points",
    "ladder": "place on the ladder",
    "head to head": "win rate in the games of the tied bots among themselves",
    "fewer faults": "fewer games lost by own fault",
    "field order": "place in the rules file",
}
TIE_BREAKS_ONLY = ("head to head", "fewer faults", "field order")
DISQUALIFIED_GAMES = {
    "annulled": "all its games are annulled",
    "lost": "all its games count as lost by it",
    "kept": "its games count as they were played",
}
DEFAULT_TIE_BREAKS = ("head to head", "fewer faults")

EXAMPLE = """\
# Rules of a contest. Play it with: ludus contest rules.toml --out cup
title = "Winter cup"
game = "locm"                # a game, or a file with one: letter.py:game
games = 200                  # for each pair, rounded up to whole deals
seed = 1                     # choose a large one and keep it secret until the end
scheme = "round robin"       # round robin, gauntlet or ladder
# sprt = "0,50"              # end a pair by a sequential test, as --sprt does
# until-rating = 15          # the last bot is new: it plays until its rating is known to plus or minus 15 Elo
# competition = true         # deal as in the official contests of the game

[options]                    # options of the game, as -o KEY=VALUE
version = "1.5"

[limits]                     # of bots that are not compiled
seconds = 0.2                # for a reply
# turn-seconds = 1.0         # for a whole turn
# clock = "cpu"              # seconds and turn-seconds count processor time of the bot; else real time
# cpu-seconds = 60           # processor time of a whole game
memory = 512                 # in MB
# freeze = false             # bots may compute while others decide
# hide = ["secrets"]         # files and folders that bots cannot see
# pass-env = ["LANG"]        # environment variables that bots get

[[bot]]
name = "greedy one"
bot = "greedy"

[[bot]]
name = "baseline"
bot = "baseline1"

[[bot]]
name = "dice"
bot = "random"

[ranking]
by = "rating"                # rating, win rate, pairs won, score or ladder
tie-margin = 0               # bots within this distance of the best of them are tied, in the unit of `by`
tie-breaks = ["head to head", "fewer faults"]   # also: rating, win rate, pairs won, score, field order

[disqualification]
faults = 20                  # more games than this lost by own fault
percent = 5                  # or more than this percentage of its games
# reasons = ["timeout", "crashed"]   # the faults that count; if left out, all except "starved timeout"
games = "annulled"           # annulled, lost or kept
"""


@dataclass(frozen=True)
class ContestRules:
    """How the official standings follow from the games."""

    title: str = ""
    by: str = "rating"
    tie_margin: float = 0.0  # in the unit of `by`
    tie_breaks: tuple[str, ...] = DEFAULT_TIE_BREAKS
    max_faults: int | None = None
    max_fault_percent: float | None = None
    fault_reasons: tuple[str, ...] = ()  # that count; if empty all, except timeouts of a starved bot
    disqualified_games: str = "annulled"

    def as_dict(self) -> dict[str, Any]:
        """The rules as plain data."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> ContestRules:
        """The rules from plain data.

        Raises:
            TypeError, ValueError: these are not the rules of a contest.
        """
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        rules = cls(**values)
        if not {rules.by, *rules.tie_breaks} <= set(CRITERIA) or rules.disqualified_games not in DISQUALIFIED_GAMES:
            raise ValueError("unknown criteria in the rules of the contest")
        return rules

    def check_scheme(self, kind: str, seats: int) -> None:
        """Raise OptionError if a kind of tournament, or a game, has no such criteria."""
        for name in (self.by, *self.tie_breaks):
            if name == "ladder" and kind != "ladder":
                raise OptionError(f"ranking by {name!r}: the scheme is a {kind}, not a ladder")
            if (name == "rating" and seats == 1) or (name in ("head to head", "pairs won") and seats != 2):
                raise OptionError(f"ranking by {name!r}: a game has {seats} {'seat' if seats == 1 else 'seats'} here")

    def sentences(self) -> list[str]:
        """The rules as sentences for people."""
        ranking = f"Ranking by {self.by}: {CRITERIA[self.by]}."
        if self.tie_margin:
            unit = {"rating": " Elo", "win rate": ""}.get(self.by, "")
            ranking += f" Bots within {self.tie_margin:g}{unit} of the best of them are tied."
        ties = "; ".join(f"{name} ({CRITERIA[name]})" for name in self.tie_breaks)
        breaks = f"Ties are broken by {ties}, in this order; bots that are still tied share a rank."
        lines = [ranking, breaks if ties else "Tied bots share a rank."]
        limits = [f"more than {self.max_faults:,} games"] if self.max_faults is not None else []
        limits += [f"more than {self.max_fault_percent:g} % of its games"] if self.max_fault_percent is not None else []
        if limits:
            kind = f" ({', '.join(self.fault_reasons)})" if self.fault_reasons else ""
            lines.append(
                f"A bot that loses {' or '.join(limits)} by its own fault{kind} is disqualified: "
                f"{DISQUALIFIED_GAMES[self.disqualified_games]}, and it has no rank."
            )
        else:
            lines.append("No bot is disqualified for its faults.")
        return lines


@dataclass(frozen=True)
class RulesFile:
    """Everything that a rules file says."""

    file: str
    game: str
    bots: list[str]  # texts
    names: list[str | None]
    games: int
    seed: int
    kind: ScheduleKind
    sprt: str | None
    until_rating: float | None
    competition: bool
    limits: BotLimits
    contest: ContestRules
    options: dict[str, Any] = field(default_factory=dict)


def read_rules(file: str | Path) -> RulesFile:
    """Read the rules of a contest.

    Args:
        file: A TOML file.

    Raises:
        ContentError: the file cannot be read, or a key or value is wrong; the message names line and key.
    """
    text = read_content_text(file, "rules file", MAX_RULES_BYTES)
    return _Reader(str(file), text, parse_toml(text, file)).rules()


class _Reader:
    """Reads tables of a rules file, and names the line of what is wrong."""

    def __init__(self, file: str, text: str, data: dict[str, Any]) -> None:
        self.file, self.text, self.data = file, text, data

    def rules(self) -> RulesFile:
        tables = ("options", "limits", "bot", "ranking", "disqualification")
        keys = ("title", "game", "games", "seed", "scheme", "sprt", "until-rating", "competition")
        top = _Table(self, "", self.data, (*keys, *tables))
        game, title = top.text("game", ...), top.text("title", "")
        bots = self._bots()
        kind = top.choice("scheme", get_args(ScheduleKind), "round robin")
        sprt, until = top.text("sprt", None), top.number("until-rating", None, 0.1)
        if sprt is not None:
            self._check_sprt(sprt)
        options = self._table("options")
        for name, value in options.items():
            if not isinstance(value, str | int | float | bool):
                raise self.error("options", name, "an option is a text, a number, true or false")
        limits = _Table(
            self,
            "limits",
            self._table("limits"),
            (
                *("seconds", "turn-seconds", "memory", "cpu-seconds", "clock", "in-process", "freeze", "hide"),
                *("pass-env", "keep"),
            ),
        )
        if limits.flag("keep"):
            raise limits.error(
                "keep", "bots are kept for training only; in a contest every game starts from the folder as submitted"
            )
        return RulesFile(
            self.file,
            game,
            [text for _, text in bots],
            [name for name, _ in bots],
            top.whole("games", 1000, 1, 10**9),
            top.whole("seed", 1, -(2**63), 2**64 - 1),
            kind,
            sprt,
            until,
            top.flag("competition"),
            BotLimits(
                limits.flag("in-process"),
                limits.number("seconds", None, 0.001),
                limits.whole("memory", None, 1, 10**9),
                limits.number("turn-seconds", None, 0.001),
                limits.number("cpu-seconds", None, 0.001),
                freeze=limits.flag("freeze", None),
                hide=limits.texts("hide"),
                pass_env=limits.texts("pass-env"),
                clock="cpu" if limits.choice("clock", ("wall", "cpu"), "wall") == "cpu" else "wall",
            ),
            self._contest(title, kind),
            {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in options.items()},
        )

    def error(self, table: str, key: str, what: str, index: int | None = None) -> ContentError:
        path = ".".join(part for part in (table if index is None else f"{table} {index + 1}", key) if part)
        return ContentError(what, self.file, _line_of(self.text, table, key, index), path)

    def _table(self, name: str) -> dict[str, Any]:
        value = self.data.get(name, {})
        if not isinstance(value, dict):
            raise self.error("", name, f"this must be a table: [{name}]")
        return value

    def _bots(self) -> list[tuple[str | None, str]]:
        entries = self.data.get("bot", [])
        if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
            raise self.error("", "bot", "each bot has a table: [[bot]] with its name and bot")
        bots: list[tuple[str | None, str]] = []
        for index, entry in enumerate(entries):
            table = _Table(self, "bot", entry, ("name", "bot"), index)
            name, text = table.text("name", None), table.text("bot", ...)
            if name is not None:
                try:
                    check_name(name, name)
                except OptionError:
                    rule = f'a name has 1 to {MAX_NAME_LENGTH} printable characters and none of = : + / \\ , "'
                    raise self.error("bot", "name", rule, index) from None
                if name in (other for other, _ in bots):
                    raise self.error("bot", "name", f"two bots are named {name!r}", index)
            bots.append((name, text))
        return bots

    def _contest(self, title: str, kind: str) -> ContestRules:
        ranking = _Table(self, "ranking", self._table("ranking"), ("by", "tie-margin", "tie-breaks"))
        out = _Table(
            self,
            "disqualification",
            self._table("disqualification"),
            ("faults", "percent", "reasons", "games"),
        )
        firsts = [name for name in CRITERIA if name not in TIE_BREAKS_ONLY]
        by = ranking.choice("by", firsts, "ladder" if kind == "ladder" else "rating")
        return ContestRules(
            title,
            by,
            ranking.number("tie-margin", 0.0, 0.0),
            ranking.choices("tie-breaks", list(CRITERIA), DEFAULT_TIE_BREAKS),
            out.whole("faults", None, 0, 10**9),
            out.number("percent", None, 0.0, 100.0),
            out.choices("reasons", FAULTS, ()),
            out.choice("games", list(DISQUALIFIED_GAMES), "annulled"),
        )

    def _check_sprt(self, text: str) -> None:
        from ludus.stats import Sprt

        try:
            Sprt.parse(text)
        except OptionError as error:
            raise self.error("", "sprt", str(error)) from None


class _Table:
    """One table of a rules file; raises ContentError for unknown keys and wrong values."""

    def __init__(
        self, reader: _Reader, name: str, data: dict[str, Any], keys: Sequence[str], index: int | None = None
    ) -> None:
        self.reader, self.name, self.data, self.index = reader, name, data, index
        for key in data:
            if key not in keys:
                raise self.error(key, str(UnknownName("key", key, list(keys))))

    def error(self, key: str, what: str) -> ContentError:
        return self.reader.error(self.name, key, what, self.index)

    def text(self, key: str, default: Any) -> Any:
        value = self._get(key, default)
        if key in self.data and not (isinstance(value, str) and value.strip() and value.isprintable()):
            raise self.error(key, f"this must be a text in one line, not {value!r}")
        return value

    def number(self, key: str, default: Any, least: float, most: float = 1e9) -> Any:
        value = self._get(key, default)
        good = isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most
        if key in self.data and not good:
            raise self.error(key, f"this must be a number from {least:g} to {most:g}, not {value!r}")
        return float(value) if key in self.data else value

    def whole(self, key: str, default: Any, least: int, most: int) -> Any:
        value = self._get(key, default)
        good = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        if key in self.data and not good:
            raise self.error(key, f"this must be a whole number from {least:,} to {most:,}, not {value!r}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        values = self._get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, str) and value for value in values):
            raise self.error(key, f"this must be a list of texts, not {values!r}")
        return tuple(values)

    def flag(self, key: str, default: Any = False) -> Any:
        value = self._get(key, default)
        if key in self.data and not isinstance(value, bool):
            raise self.error(key, f"this must be true or false, not {value!r}")
        return value

    def choice(self, key: str, known: Sequence[str], default: Any) -> Any:
        value = self._get(key, default)
        if value not in known:
            raise self.error(key, f"this must be one of {', '.join(known)}; not {value!r}")
        return value

    def choices(self, key: str, known: Sequence[str], default: tuple[str, ...]) -> tuple[str, ...]:
        values = self._get(key, list(default))
        if not isinstance(values, list) or not all(value in known for value in values):
            raise self.error(key, f"this must be a list of {', '.join(known)}; not {values!r}")
        if len(set(values)) < len(values):
            raise self.error(key, "one of them is listed twice")
        return tuple(values)

    def _get(self, key: str, default: Any) -> Any:
        if default is ... and key not in self.data:
            raise self.error("", f"{key!r} is missing here")
        return self.data.get(key, default)


def _line_of(text: str, table: str, key: str, index: int | None) -> int | None:
    """The line of a key, else of its table; None if neither is found, as for keys in an unusual notation."""
    current, count, table_line = "", -1, None
    for number, line in enumerate(text.splitlines(), 1):
        if head := re.match(r"\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}\s*(?:#.*)?$", line):
            current = head[1].strip("\"'")
            count += current == table
        here = current == table and (index is None or count == index)
        if here and head:
            table_line = number
        if here and key and re.match(rf"\s*(?:\"{re.escape(key)}\"|'{re.escape(key)}'|{re.escape(key)})\s*[=.]", line):
            return number
        if not table and head and head[1].strip("\"'") == key:
            return number
    return table_line
