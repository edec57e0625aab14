"""Rule cases: a position, moves, and the expected result. Each case states one rule of the reference engine."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from ludus.core.check import TraceComparison
from ludus.core.contract import Content
from ludus.core.errors import ContentError, LudusError
from ludus.core.position import Position
from ludus.core.snapshot import snapshot
from ludus.games.tribute import moves as m
from ludus.games.tribute import state as s
from ludus.games.tribute.mirror import ENDS, SEATS, legal_move_texts, reference_state, play_choice, play_free
from ludus.games.tribute.table import REFERENCE, GameData
from ludus.games.tribute.traces import reference_content

PLAYER_NUMBERS = ("coins", "power", "prestige", "calls")
ZONES = ("hand", "draw", "cooldown", "played", "agents")


class RuleCase(msgspec.Struct):
    """One case as written in its file."""

    id: str
    origin: str
    about: str
    given: dict[str, Any]
    steps: list[dict[str, Any]]


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

    def apply_set_step(self, step: dict[str, Any]) -> None:
        """Change numbers of a player within a case, or add cards."""
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
        piece = int(self.state.newest + 1) % s.PIECES
        self.state.newest = piece
        self.state.card_of[piece] = self.content.labels.cards.index(key)
        self.names[piece] = name
        return piece


def run_case(case: RuleCase, comparison: TraceComparison, content: Content | None = None) -> None:
    """Run the steps of a case; differences from the expected result go into `comparison`."""
    setup = case.given.get("setup", {})
    case_position = CasePosition(case.given, content or reference_content(setup.get("patrons", [])))
    for number, step in enumerate(case.steps):
        where = f"step {number} ({step['op']})"
        if step["op"] == "expect":
            wanted = {key: value for key, value in step.items() if key != "op"}
            expected, actual = _compare(wanted, _actual_values(case_position))
            if not comparison.compare_state(where, expected, actual):
                return
        elif step["op"] == "set":
            case_position.apply_set_step(step)
        elif not _play_step(case_position, step, comparison, where):
            return


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
            missing = Counter(value) - Counter(card.partition("#")[0] for card in obs[zone])
            actual = value if (not missing if how == "has" else missing == Counter(value)) else [*obs[zone]]
        elif isinstance(value, dict) and isinstance(obs.get(key), dict):
            value, actual = _compare(value, obs[key])
        else:
            actual = _drop_untagged_numbers(value, obs.get(key))
        expected[key], actual_values[key] = value, actual
    return expected, actual_values


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
