"""Rule cases: a position, moves, and the expected result. Each case states one rule of the reference engine."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from ludus.core.check import Comparison
from ludus.core.contract import Content
from ludus.core.errors import ContentError, LudusError
from ludus.core.position import Position
from ludus.core.snapshot import snapshot
from ludus.games.tribute import moves as m
from ludus.games.tribute import state as s
from ludus.games.tribute.mirror import ENDS, SEATS, legal_texts, mirror, play_choice, play_free
from ludus.games.tribute.table import REFERENCE, Table
from ludus.games.tribute.traces import reference_content

PLAYER_NUMBERS = ("coins", "power", "prestige", "calls")
ZONES = ("hand", "draw", "cooldown", "played", "agents")


class Case(msgspec.Struct):
    """One case as written in its file."""

    id: str
    origin: str
    about: str
    given: dict[str, Any]
    steps: list[dict[str, Any]]


class Given:
    """The position of a case, and the names of its physical cards."""

    def __init__(self, given: dict[str, Any], content: Content) -> None:
        from ludus.games.tribute import game

        self.names: dict[int, str] = {}
        self.content = content
        if "setup" in given:
            self.position = Position.start(game, content, given["setup"]["seed"])
            return
        array = s.State.zeros()
        self.state = s.State.over(array)
        self._lay_out(given)
        self.position = Position.of_bytes(game, content, array.tobytes())

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

    def edit(self, step: dict[str, Any]) -> None:
        """Change numbers of a player within a case, or add cards."""
        self.state = self.position.state
        player = self.state.players[SEATS.index(step["who"])]
        for field, value in step.items():
            if field in ("add_hand", "add_cooldown"):
                self._fill(player, field.removeprefix("add_"), value)
            elif field not in ("op", "who"):
                setattr(player, "calls" if field == "patron_calls" else field, value)

    def _lay_out(self, given: dict[str, Any]) -> None:
        state, labels = self.state, self.content.labels
        state.phase, state.turn, state.newest = s.BATTLE, 1, s.NOBODY
        for piece in range(s.PIECES):
            state.card_of[piece] = s.NOBODY
        state.active = SEATS.index(given.get("current", "p1"))
        for k, (key, favour) in enumerate(given.get("patrons", {}).items()):
            state.patrons[k], state.favour[k] = labels.patrons.index(key), ("none", *SEATS).index(favour)
            state.patron_count = k + 1
        for seat, name in enumerate(SEATS):
            player, facts = state.players[seat], given.get(name, {})
            player.calls = facts.get("patron_calls", 1)
            player.coins, player.power = facts.get("coins", 0), facts.get("power", 0)
            player.prestige = facts.get("prestige", 0)
            for zone in ZONES:
                self._fill(player, zone, facts.get(zone, []))
        for name in given.get("tavern", []):
            state.row[state.row_size] = self._piece(name)
            state.row_size += 1
        for name in given.get("tavern_deck", []):
            state.tavern[state.tavern_size] = self._piece(name)
            state.tavern_size += 1

    def _fill(self, player: Any, zone: str, cards: list[Any]) -> None:
        state = self.state
        for card in cards[::-1] if zone == "draw" else cards:
            facts = card if isinstance(card, dict) else {"card": card}
            piece = self._piece(facts["card"])
            if zone == "played":
                state.played[state.played_size] = piece
                state.played_size += 1
            elif zone == "agents":
                full = self.content.read(Table).cards[state.card_of[piece]].health
                health = facts.get("hp", full) | (s.ACTIVATED if facts.get("activated") else 0)
                player.agents[player.agent_count], player.health[player.agent_count] = piece, health
                player.agent_count += 1
            else:
                field = "pile" if zone == "draw" else zone
                size = getattr(player, f"{field}_size")
                getattr(player, field)[size] = piece
                setattr(player, f"{field}_size", size + 1)

    def _piece(self, name: str) -> int:
        """Create a physical card."""
        key = name.partition("#")[0]
        if key not in self.content.labels.cards:
            raise ContentError(f"there is no card {key!r}")
        piece = int(self.state.newest + 1) % s.PIECES
        self.state.newest = piece
        self.state.card_of[piece] = self.content.labels.cards.index(key)
        self.names[piece] = name
        return piece


def run(case: Case, comparison: Comparison, content: Content | None = None) -> None:
    """Run the steps of a case; differences from the expected result go into `comparison`."""
    setup = case.given.get("setup", {})
    case_position = Given(case.given, content or reference_content(setup.get("patrons", [])))
    for number, step in enumerate(case.steps):
        where = f"step {number} ({step['op']})"
        if step["op"] == "expect":
            wanted = {key: value for key, value in step.items() if key != "op"}
            expected, actual = _compare(wanted, _seen(case_position))
            if not comparison.state(where, expected, actual):
                return
        elif step["op"] == "set":
            case_position.edit(step)
        elif not _move(case_position, step, comparison, where):
            return


def _move(given: Given, step: dict[str, Any], comparison: Comparison, place: str) -> bool:
    """Make a move, or check that it is rejected; return whether the result is as expected."""
    before = given.position.bytes()
    try:
        if step["op"] == "choose":
            pieces = [given.find(name) for name in step["arg"]]
            unchecked = "unchecked" in step and given.content.read(Table).compat == REFERENCE
            play_choice(given.position, pieces, checked=not unchecked)
        elif step["op"] == "choose_effect":
            given.position.play(m.SIDE | ("left", "right").index(step["arg"]))
        else:
            play_free(given.position, " ".join((step["op"], step.get("arg", ""))).strip(), given.find)
    except (LudusError, ValueError) as error:
        if step.get("rejected"):
            return comparison.same(place, True, before == given.position.bytes())
        return comparison.same(place, "a legal move", str(error))
    return comparison.same(place, bool(step.get("rejected")), False)


def _seen(given: Given) -> dict[str, Any]:
    position = given.position
    state = position.state
    return {
        **mirror(position, given.name),
        "winner": SEATS[state.winner - 1] if state.winner else None,
        "reason": ENDS.get(state.reason),
        "moves": legal_texts(position, given.name),
    }


def _compare(wanted: dict[str, Any], seen: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Expected and actual values, both reduced to the keys that the case names."""
    expected: dict[str, Any] = {}
    actual_values: dict[str, Any] = {}
    for key, value in wanted.items():
        zone, _, how = key.rpartition("_")
        if how == "n" and zone in seen:
            actual: Any = len(seen[zone])
        elif how in ("has", "lacks") and zone in seen:
            missing = Counter(value) - Counter(card.partition("#")[0] for card in seen[zone])
            actual = value if (not missing if how == "has" else missing == Counter(value)) else [*seen[zone]]
        elif isinstance(value, dict) and isinstance(seen.get(key), dict):
            value, actual = _compare(value, seen[key])
        else:
            actual = _loosen(value, seen.get(key))
        expected[key], actual_values[key] = value, actual
    return expected, actual_values


def _loosen(value: Any, found: Any) -> Any:
    """Drop the number of each actual card whose expected name has none: such a name means any copy of the card."""
    if isinstance(value, list) and isinstance(found, list) and len(value) == len(found):
        return [_loosen(one, other) for one, other in zip(value, found, strict=True)]
    if isinstance(value, dict) and isinstance(found, dict):
        return {key: _loosen(one, found.get(key)) for key, one in value.items()}
    if isinstance(value, str) and isinstance(found, str):
        words = zip(value.split(), found.split(), strict=False)
        if len(value.split()) == len(found.split()):
            return " ".join(other.partition("#")[0] if "#" not in one else other for one, other in words)
    return found
