"""Comparison with the reference engine: replay its recorded games and rule cases with our rules.

`ludus check tribute FILE...` runs it. A file contains recorded games, one JSON object per line, or rule cases, one JSON
object in all; it may be gzipped. A recorded game is replayed move by move. If the recording names bots whose published
version we have, they are asked at every decision and must decide the same. A rule case is a position, moves, and the
expected result; it states one rule of the reference engine.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ludus.core import plain
from ludus.core.game import Content
from ludus.core.game_engine import exported_choose_rule
from ludus.core.position import Position
from ludus.core.reference_check_results import CheckReport, Progress, TraceComparison
from ludus.core.structured_records import snapshot
from ludus.games.tribute import move_bits as m
from ludus.games.tribute import state as s
from ludus.games.tribute.bots import bots
from ludus.games.tribute.game_data_records import REFERENCE, GameData
from ludus.games.tribute.options import Options, fix_patrons, load
from ludus.games.tribute.sot_states_and_moves import (
    ENDS,
    SEATS,
    PieceNamer,
    all_pieces,
    count_legal,
    legal_move_texts,
    play_choice,
    play_free,
    reference_state,
)
from ludus.games.tribute.state import REPLACE, State
from ludus.util.errors import ContentError, IllegalMove, LudusError
from ludus.util.files import reading_error
from ludus.util.options import describe_parse_error

PUBLISHED_BOTS = {  # bot name in recordings: name of our published version
    "RandomBot": "random-2023",
    "RandomWithoutEndTurnBot": "random-no-end-2023",
    "MaxPrestigeBot": "max-prestige-2023",
    "PatronFavorsBot": "patron-favors-2023",
    "MaxAgentsBot": "max-agents-2023",
    "DecisionTreeBot": "decision-tree-2023",
}
UNSEEDED_DRAFT_BOT = "DecisionTreeBot"  # its draft uses an unseeded generator
ILLEGAL_MOVE_TEXT = "an illegal move"
COMPARED_FIELDS = ("coins", "power", "prestige")
PLAYER_NUMBERS = ("coins", "power", "prestige", "calls")
ZONES = ("hand", "draw", "cooldown", "played", "agents")
MOVES = ("play", "activate", "attack", "buy", "patron", "choose", "choose_effect", "end_turn")
STEPS = (*MOVES, "set", "expect")
SET_FIELDS = ("op", "who", "coins", "power", "prestige", "patron_calls", "add_hand", "add_cooldown")
CHOICE_VALUES = ("min", "max", "cards", "effects", "follow_up")
LIST_TESTS = ("n", "has", "lacks")  # X_n: length of the list X; X_has: contains; X_lacks: contains none
GZIP = b"\x1f\x8b"


class RecordedMove(msgspec.Struct):
    """A recorded move: number of legal moves, its index, its text, and the result."""

    n: int
    i: int  # -1: not listed
    m: str
    s: list[int] | None = None  # None after a move that lost the game
    legal: list[str] | None = None
    full: dict[str, Any] | None = None


class RecordedTributeGame(msgspec.Struct):
    """One recorded game."""

    seed: int
    patrons: list[str]
    initial: dict[str, Any]
    moves: list[RecordedMove]
    end: dict[str, Any]
    draft: dict[str, Any] | None = None
    bots: list[str] | None = None


class RuleCase(msgspec.Struct):
    """One case as written in its file."""

    id: str
    origin: str
    about: str
    given: dict[str, Any]
    steps: list[dict[str, Any]]


def check(files: Iterable[str | Path], progress: Progress | None = None) -> CheckReport:
    """Replay every game and case of every file.

    Raises:
        ContentError: a file cannot be read.
    """
    items = [piece for file in files for piece in _read_items(Path(file))]
    report = CheckReport()
    for done, (file, line, data) in enumerate(items, 1):
        try:
            _check_item(data, file, line, report)
        except (LudusError, OverflowError, KeyError, TypeError, ValueError) as error:
            raise _item_error(error, data, file, line) from None
        if progress:
            progress(done, len(items))
    return report


def replay_game(trace: RecordedTributeGame, comparison: TraceComparison) -> None:
    """Make the recorded moves and compare everything recorded, up to the first difference."""
    position = _start_position(trace)
    probes = [_bot_probe(name, position, seat) for seat, name in enumerate(trace.bots or ("", ""))]
    if trace.draft is not None and not _replay_draft(trace, position, probes, comparison):
        return
    labels = RecordedPieceNames(position)
    if not comparison.compare_state("start", trace.initial, reference_state(position, labels)):
        return
    for number, move in enumerate(trace.moves):
        step = f"move {number} ({move.m})"
        if not comparison.compare(f"{step}: number of legal moves", move.n, count_legal(position)):
            return
        if move.legal is not None and not comparison.compare(
            f"{step}: legal moves", move.legal, legal_move_texts(position, labels)
        ):
            return
        probe = probes[position.current_player]
        if probe is not None and not comparison.compare(
            f"{step}: {probe.bot.name}",
            move.m if move.s is not None else ILLEGAL_MOVE_TEXT,
            probe.move_text(position, labels),
        ):
            return
        if move.s is None:
            return
        try:
            play_recorded_move(position, move.m, labels)
        except (IllegalMove, ValueError, StopIteration) as error:
            comparison.compare(step, "a legal move", str(error))
            return
        comparison.report.moves += 1
        labels.name_new_pieces(position)
        state = snapshot(position.state)
        numbers = [getattr(state.players[seat], name) for seat in range(2) for name in COMPARED_FIELDS]
        actual: dict[str, Any] = {"numbers": numbers}
        expected: dict[str, Any] = {"numbers": move.s}
        if move.full is not None:
            actual["full"], expected["full"] = reference_state(position, labels), move.full
        if not comparison.compare_state(step, expected, actual):
            return
    state = position.state
    end = {
        "winner": SEATS[state.winner - 1] if state.winner else None,
        "reason": ENDS.get(state.reason),
        "turn": state.turn,
    }
    comparison.compare("end", {key: trace.end[key] for key in end if key in trace.end}, end)


def run_case(case: RuleCase, comparison: TraceComparison, content: Content | None = None) -> None:
    """Run the steps of a case; differences from the expected result go into `comparison`."""
    setup = case.given.get("setup", {})
    case_position = CasePosition(case.given, content or reference_content(setup.get("patrons", [])))
    for number, step in enumerate(case.steps):
        if step.get("op") not in STEPS:
            raise ContentError(f"step {number}: unknown op {step.get('op')!r}; known are {', '.join(STEPS)}")
        where = f"step {number} ({step['op']})"
        if step["op"] == "expect":
            wanted = {key: value for key, value in step.items() if key != "op"}
            values = _actual_values(case_position)
            _check_expectations(wanted, values, where)
            expected, actual = _compare(wanted, values)
            if not comparison.compare_state(where, expected, actual):
                return
        elif step["op"] == "set":
            case_position.apply_set_step(step, where)
        elif not _play_step(case_position, step, comparison, where):
            return


def reference_content(patrons: list[str]) -> Content:
    """Content of a game with these patrons, in this order, with the reference engine's rules."""
    content = load(Options(compat="reference", patrons="random"))
    known = content.labels.patrons
    if unknown := [name for name in patrons if name not in known]:
        raise ContentError(f"there is no patron {unknown[0]!r}; there are {', '.join(known)}")
    fix_patrons(GameData.over(content.data), [known.index(name) for name in patrons])
    return content


def play_recorded_move(position: Position, text: str, labels: RecordedPieceNames) -> None:
    """Make a recorded move."""
    word, *names = text.split()
    if word == "choose":
        play_choice(position, [labels.find(name) for name in names])
    else:
        play_free(position, text, labels.find)


class PublishedBotProbe:
    """A bot that is asked at every decision of its seat, once for a choice of several cards."""

    def __init__(self, name: str, position: Position, seat: int, compiled: bool = True) -> None:
        self.bot = next(bot for bot in bots() if bot.name == name)
        self.seat = seat
        self._choose = exported_choose_rule(self.bot, GameData, State, compiled)
        types = (self.bot.params, self.bot.memory, self.bot.scratch)
        self._records = [type_.zeros(1) for type_ in types]
        params, self.memory, scratch = (type_.over(array) for type_, array in zip(types, self._records, strict=True))
        self.bot.fill(self.bot.options(), params)
        begin = plain(self.bot.rules.begin)
        begin(GameData.over(position.content.data), position.state, 1, params, self.memory, scratch)

    def choose(self, position: Position) -> int:
        """Return the bot's move."""
        addresses = [array.ctypes.data for array in self._records]
        return int(self._choose(position._data_address, position._address, self.seat, *addresses))

    def draft(self, position: Position, offer: list[str]) -> str:
        """Return the patron it drafts from a list in any order; the bot chooses by list index."""
        return offer[position.legal_moves.index(self.choose(position))]

    def move_text(self, position: Position, name: PieceNamer) -> str:
        """Return its move as text of the reference engine: all cards of a choice, in the order in which the bot names
        them.
        """
        move = self.choose(position)
        if move < 0:
            return ILLEGAL_MOVE_TEXT
        if position.state.asked >= REPLACE:
            answer = self.memory.answer
            return " ".join(("choose", *(name(answer.cards[k]) for k in range(answer.size))))
        return legal_move_texts(position, name)[position.legal_moves.index(move)]


class RecordedPieceNames:
    """Names of physical cards in the recordings: numbered by zone at the start, then in order of creation."""

    def __init__(self, position: Position) -> None:
        self.names: dict[int, str] = {}
        self.cards: dict[int, int] = {}
        self.count, self.newest = 0, snapshot(position.state).newest
        self.name_new_pieces(position)

    def name_new_pieces(self, position: Position) -> None:
        """Name the cards that are new since the last call."""
        state = snapshot(position.state)
        if state.newest == self.newest and self.names and not state.far_pieces:
            return
        pieces = [*all_pieces(state)]
        if self.names:
            if state.newest != self.newest:  # the number of a card that left the game may be used again
                self.names.pop(state.newest, None)
            present = set(pieces)
            for piece in [piece for piece in self.names if piece not in present]:
                del self.names[piece]
        self.newest = state.newest
        keys = position.content.labels.cards
        for piece in pieces:
            if piece not in self.names:
                self.names[piece] = f"{keys[state.card_of[piece]]}#{self.count}"
                self.count += 1

    def __call__(self, piece: int) -> str:
        return self.names[piece]

    def find(self, text: str) -> int:
        """Physical card of a name."""
        for piece, name in self.names.items():
            if name == text:
                return piece
        raise IllegalMove(f"there is no card {text}")


class CasePosition:
    """The position of a case, and the names of its physical cards."""

    def __init__(self, setup: dict[str, Any], content: Content) -> None:
        from ludus.games.tribute import game

        self.names: dict[int, str] = {}
        self.content = content
        if "setup" in setup:
            self.position = Position.start(game, content, setup["setup"]["seed"])
            return
        array = s.State.zeros()
        self.state = s.State.over(array)
        self._fill_state(setup)
        self.position = Position.from_bytes(game, content, array.tobytes())

    def name(self, piece: int) -> str:
        """Name of a card in the case; a card of a set-up or a created card is named by its key."""
        card = self.position.state.card_of[piece]
        return self.names.get(piece, self.content.labels.cards[card] if card != s.NOBODY else "nothing")

    def find(self, name: str) -> int:
        """Physical card of a name.

        Raises:
            ContentError: no card has this name.
        """
        for piece, known in self.names.items():
            if known == name:
                return piece
        for piece, card in enumerate(snapshot(self.position.state).card_of):
            if card != s.NOBODY and self.content.labels.cards[card] == name.partition("#")[0]:
                return piece
        raise ContentError(f"there is no card {name!r} in the case")

    def apply_set_step(self, step: dict[str, Any], where: str) -> None:
        """Change numbers of a player within a case, or add cards.

        Raises:
            ContentError: a field is unknown.
        """
        if unknown := [field for field in step if field not in SET_FIELDS]:
            raise ContentError(f"{where}: unknown field {unknown[0]!r}; known are {', '.join(SET_FIELDS)}")
        if step.get("who") not in SEATS:
            raise ContentError(f"{where}: who is {step.get('who')!r}; it must be {' or '.join(SEATS)}")
        self.state = self.position.state
        player = self.state.players[SEATS.index(step["who"])]
        for field, value in step.items():
            if field in ("add_hand", "add_cooldown"):
                self._fill_zone(player, field.removeprefix("add_"), value)
            elif field not in ("op", "who"):
                setattr(player, "calls" if field == "patron_calls" else field, value)

    def _fill_state(self, setup: dict[str, Any]) -> None:
        state, labels = self.state, self.content.labels
        state.phase, state.turn, state.newest = s.BATTLE, 1, s.NOBODY
        for piece in range(s.PIECES):
            state.card_of[piece] = s.NOBODY
        state.active = SEATS.index(setup.get("current", "p1"))
        for k, (key, favour) in enumerate(setup.get("patrons", {}).items()):
            state.patrons[k], state.favour[k] = labels.patrons.index(key), ("none", *SEATS).index(favour)
            state.patron_count = k + 1
        for seat, name in enumerate(SEATS):
            player, facts = state.players[seat], setup.get(name, {})
            player.calls = facts.get("patron_calls", 1)
            player.coins, player.power = facts.get("coins", 0), facts.get("power", 0)
            player.prestige = facts.get("prestige", 0)
            for zone in ZONES:
                self._fill_zone(player, zone, facts.get(zone, []))
        for name in setup.get("tavern", []):
            state.row[state.row_size] = self._new_piece(name)
            state.row_size += 1
        for name in setup.get("tavern_deck", []):
            state.tavern[state.tavern_size] = self._new_piece(name)
            state.tavern_size += 1

    def _fill_zone(self, player: Any, zone: str, cards: list[Any]) -> None:
        state = self.state
        for card in cards[::-1] if zone == "draw" else cards:
            facts = card if isinstance(card, dict) else {"card": card}
            piece = self._new_piece(facts["card"])
            if zone == "played":
                state.played[state.played_size] = piece
                state.played_size += 1
            elif zone == "agents":
                full = self.content.read(GameData).cards[state.card_of[piece]].health
                health = facts.get("hp", full) | (s.ACTIVATED if facts.get("activated") else 0)
                player.agents[player.agent_count], player.health[player.agent_count] = piece, health
                player.agent_count += 1
            else:
                field = "pile" if zone == "draw" else zone
                size = getattr(player, f"{field}_size")
                getattr(player, field)[size] = piece
                setattr(player, f"{field}_size", size + 1)

    def _new_piece(self, name: str) -> int:
        """Create a physical card."""
        key = name.partition("#")[0]
        if key not in self.content.labels.cards:
            raise ContentError(f"there is no card {key!r}")
        piece = int(self.state.newest + 1) % s.NEAR_PIECES
        self.state.newest = piece
        self.state.card_of[piece] = self.content.labels.cards.index(key)
        self.names[piece] = name
        return piece


def _start_position(trace: RecordedTributeGame) -> Position:
    from ludus.games.tribute import game

    if trace.draft is None:
        return Position.start(game, reference_content(trace.patrons), trace.seed)
    offer = ",".join(trace.draft["available"])
    return Position.start(game, game.content(compat="reference", patrons="draft", offer=offer), trace.seed)


def _bot_probe(name: str, position: Position, seat: int) -> PublishedBotProbe | None:
    return PublishedBotProbe(PUBLISHED_BOTS[name], position, seat) if name in PUBLISHED_BOTS else None


def _replay_draft(
    trace: RecordedTributeGame, position: Position, askers: list[PublishedBotProbe | None], comparison: TraceComparison
) -> bool:
    """Replay the recorded draft; return whether our bots draft the same."""
    assert trace.draft is not None
    offer = list(trace.draft["available"])
    for name in trace.draft["picks"]:
        probe = askers[position.current_player]
        if probe is not None:
            drafted = probe.draft(position, offer)
            if probe.bot.name != PUBLISHED_BOTS[UNSEEDED_DRAFT_BOT] and not comparison.compare(
                f"draft: {probe.bot.name}", name, drafted
            ):
                return False
        offer.remove(name)
        position.play(m.DRAFT | position.content.labels.patrons.index(name))
    return True


def _play_step(case_position: CasePosition, step: dict[str, Any], comparison: TraceComparison, place: str) -> bool:
    """Make a move, or check that it is rejected; return whether the result is as expected."""
    before = case_position.position.bytes()
    try:
        if step["op"] == "choose":
            pieces = [case_position.find(name) for name in step["arg"]]
            unchecked = "unchecked" in step and case_position.content.read(GameData).compat == REFERENCE
            play_choice(case_position.position, pieces, checked=not unchecked)
        elif step["op"] == "choose_effect":
            case_position.position.play(m.SIDE | ("left", "right").index(step["arg"]))
        else:
            play_free(case_position.position, " ".join((step["op"], step.get("arg", ""))).strip(), case_position.find)
    except (LudusError, ValueError) as error:
        if step.get("rejected"):
            return comparison.compare(place, True, before == case_position.position.bytes())
        return comparison.compare(place, "a legal move", str(error))
    return comparison.compare(place, bool(step.get("rejected")), False)


def _actual_values(case_position: CasePosition) -> dict[str, Any]:
    position = case_position.position
    state = position.state
    return {
        **reference_state(position, case_position.name),
        "winner": SEATS[state.winner - 1] if state.winner else None,
        "reason": ENDS.get(state.reason),
        "moves": legal_move_texts(position, case_position.name),
    }


def _compare(wanted: dict[str, Any], obs: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Expected and actual values, both reduced to the keys that the case names."""
    expected: dict[str, Any] = {}
    actual_values: dict[str, Any] = {}
    for key, value in wanted.items():
        zone, _, how = key.rpartition("_")
        if how == "n" and zone in obs:
            actual: Any = len(obs[zone])
        elif how in ("has", "lacks") and zone in obs:
            missing = _missing_entries(value, obs[zone])
            actual = value if (not missing if how == "has" else len(missing) == len(value)) else [*obs[zone]]
        elif isinstance(value, dict) and isinstance(obs.get(key), dict):
            value, actual = _compare(value, obs[key])
        else:
            actual = _drop_untagged_numbers(value, obs.get(key))
        expected[key], actual_values[key] = value, actual
    return expected, actual_values


def _check_expectations(wanted: dict[str, Any], values: dict[str, Any], where: str) -> None:
    """Check the names and the types of all expectations of a step.

    Raises:
        ContentError: an expectation is unknown or has a value of the wrong type.
    """
    groups = {"": (wanted, values)}
    for group in ("p1", "p2", "patrons", "choice"):
        if wanted.get(group) is not None:
            known = dict.fromkeys(CHOICE_VALUES) if group == "choice" else values[group]
            groups[f"{group}."] = (wanted[group], known)
    for place, (expectations, known) in groups.items():
        if not isinstance(expectations, dict):
            raise ContentError(f"{where}: {place.rstrip('.')}: an object with expectations, not {expectations!r}")
        lists = [name for name, value in known.items() if isinstance(value, list)]
        tests = [f"{name}_{test}" for name in lists for test in LIST_TESTS]
        for key, value in expectations.items():
            if key not in known and key not in tests:
                hint = f"; for lists also {', '.join(f'X_{test}' for test in LIST_TESTS)}" if lists else ""
                raise ContentError(f"{where}: unknown expectation '{place}{key}'; known are {', '.join(known)}{hint}")
            if key in tests and not isinstance(value, int if key.endswith("_n") else list):
                kind = "a number" if key.endswith("_n") else "a list of cards"
                raise ContentError(f"{where}: {place}{key}: {kind}, not {value!r}")


def _missing_entries(wanted: list[Any], zone: list[Any]) -> list[Any]:
    """Expected entries of a zone that it does not contain; every entry of the zone counts once."""
    left, missing = [*zone], []
    for entry in sorted(wanted, key=lambda entry: -len(entry) if isinstance(entry, dict) else 0):  # exact ones first
        at = next((k for k, other in enumerate(left) if _is_entry(entry, other)), None)
        if at is None:
            missing.append(entry)
        else:
            del left[at]
    return missing


def _is_entry(wanted: Any, actual: Any) -> bool:
    """Whether an entry of a zone is as expected. An agent may be named by its card or by some of its values."""
    if isinstance(actual, dict):
        facts = wanted if isinstance(wanted, dict) else {"card": wanted}
        return all(key in actual and _is_entry(value, actual[key]) for key, value in facts.items())
    return bool(wanted == _drop_untagged_numbers(wanted, actual))


def _drop_untagged_numbers(value: Any, actual: Any) -> Any:
    """Drop the number of each actual card whose expected name has none: such a name means any copy of the card."""
    if isinstance(value, list) and isinstance(actual, list) and len(value) == len(actual):
        return [_drop_untagged_numbers(one, other) for one, other in zip(value, actual, strict=True)]
    if isinstance(value, dict) and isinstance(actual, dict):
        return {key: _drop_untagged_numbers(one, actual.get(key)) for key, one in value.items()}
    if isinstance(value, str) and isinstance(actual, str):
        words = zip(value.split(), actual.split(), strict=False)
        if len(value.split()) == len(actual.split()):
            return " ".join(other.partition("#")[0] if "#" not in one else other for one, other in words)
    return actual


def _check_item(data: Any, file: str, line: int, report: CheckReport) -> None:
    if not isinstance(data, str):
        case = msgspec.convert(data, RuleCase)
        run_case(case, TraceComparison(report, file, line, case.id))
    else:
        trace = msgspec.json.decode(data, type=RecordedTributeGame)
        replay_game(trace, TraceComparison(report, file, line, line))


def _item_error(error: Exception, data: Any, file: str, line: int) -> ContentError:
    """The error of a game or case that cannot be read or played: the file, the line or case, the field."""
    what, _, path = str(error).partition(" - at `$")
    path = path.rstrip("`").removeprefix(".")
    if isinstance(error, msgspec.ValidationError):
        what = describe_parse_error(what)
    elif isinstance(error, KeyError):
        what = f"{what} is missing, or is not known here"
    elif isinstance(error, msgspec.DecodeError):
        what = f"not a whole JSON object: {what}"
    elif not isinstance(error, LudusError):
        what = f"a value has the wrong kind or size: {what}"
    if isinstance(data, str):  # a game
        return ContentError(what, file, line, path or None)
    case = f"cases[{line - 1}]"
    name = f"case {data['id']}: " if isinstance(data, dict) and isinstance(data.get("id"), str) else ""
    return ContentError(name + what, file, None, f"{case}.{path}" if path else case)


def _read_items(file: Path) -> Iterator[tuple[str, int, Any]]:
    """Items of a file: games as lines, cases as plain data."""
    try:
        data = file.read_bytes()
        text = (gzip.decompress(data) if data.startswith(GZIP) else data).decode()
    except (OSError, EOFError, zlib.error) as error:
        raise ContentError(f"cannot be read: {reading_error(error, file)}", file) from None
    except UnicodeDecodeError:
        raise ContentError("is not text", file) from None
    if '"cases"' in text[:20_000] and '"notes"' in text[:100]:
        try:
            cases_data = msgspec.json.decode(text)["cases"]
        except msgspec.DecodeError as error:
            raise ContentError(f"not a whole JSON object: {error}", file) from None
        except KeyError:
            raise ContentError("has no list of cases", file, None, "cases") from None
        if not isinstance(cases_data, list):
            raise ContentError("this must be a list of cases", file, None, "cases")
        yield from ((str(file), number, case) for number, case in enumerate(cases_data, 1))
        return
    lines = [(str(file), number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise ContentError("holds no game", file)
    yield from lines
