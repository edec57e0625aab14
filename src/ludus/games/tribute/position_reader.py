"""Read a position in the position format, which position_format.py defines, into a state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from ludus.core.game import Content
from ludus.core.rule import plain
from ludus.games.tribute import game_data_records as t
from ludus.games.tribute import state as s
from ludus.games.tribute.game_data_records import GameData
from ludus.games.tribute.observation import write_effect_number
from ludus.games.tribute.position_format import (
    CHOICES,
    MORE,
    VERSION,
    AgentData,
    OpenChoiceData,
    PlayerData,
    PositionData,
)
from ludus.games.tribute.shuffling import initial_stream
from ludus.games.tribute.sot_states_and_moves import SEATS
from ludus.util.errors import NotationError
from ludus.util.options import describe_parse_error
from ludus.util.text import did_you_mean

CARD_PATTERN = re.compile(r"(?:(?P<count>[0-9]{1,4})\s+)?(?P<key>[a-z][a-z0-9_]*)(?:#(?P<piece>[0-9]{1,4}))?")
BITS_PER_BYTE = 8  # bits of a byte of marks


def read_position(content: Content, position: Any) -> np.ndarray:
    """State of a position in the position format.

    Raises:
        NotationError: the data has a fault; the message names its place and what would be right.
    """
    layout = _convert(position)
    array = s.State.zeros()
    state, data = s.State.over(array), content.read(GameData)
    state.stream = int(layout.stream, 16) if layout.stream else int(plain(initial_stream)(data, layout.seed))
    if layout.draft is not None:
        _set_up_draft(content, state, layout)
    else:
        StateFiller(content, state, layout).fill()
    return array


def find_patron(content: Content, name: str, place: str) -> int:
    """Number of a patron; an unknown name raises NotationError with a suggestion."""
    known = content.labels.patrons
    if name not in known:
        hint = did_you_mean(name, known, f"; there are {', '.join(known)}")
        raise NotationError(f"{place}: there is no patron {name!r}{hint}")
    return int(known.index(name))


class StateFiller:
    """Fills a zeroed state from position data."""

    def __init__(self, content: Content, state: Any, layout: PositionData) -> None:
        self.content, self.state, self.layout = content, state, layout
        self.data, self.cards = content.read(GameData), content.labels.cards
        self.effects = {
            write_effect_number(content, self.data, number): number
            for number in range(1, t.EFFECTS + 1)
            if self.data.effects[number].op
        }
        self.places: dict[int, str] = {}  # zone of each numbered physical card

    def fill(self) -> None:
        state, layout = self.state, self.layout
        state.phase, state.turn, state.active = s.BATTLE, layout.turn, SEATS.index(layout.turn_of)
        state.reason = s.REASONS.index(layout.reason)
        state.winner = ("none", *SEATS).index(layout.winner)
        for piece in range(s.PIECES):
            state.card_of[piece] = s.NOBODY
        self._patrons()
        self._number()
        state.row_size = self._zone(state.row, "row", s.ROW)
        state.played_size = self._zone(state.played, "played", s.HELD)
        self._tavern()
        for seat, name in enumerate(SEATS):
            self._player(state.players[seat], getattr(layout, name), name)
        for entry in layout.shown:
            piece = entry if isinstance(entry, int) else self._known(entry, "shown")
            state.shown[piece // BITS_PER_BYTE] |= 1 << piece % BITS_PER_BYTE
        self._combos()
        self._effects()
        if layout.choice is not None:
            self._choice(layout.choice)
        near = [piece for piece in self.places if piece < s.NEAR_PIECES]
        state.newest = max(near, default=0) if layout.newest is None else layout.newest
        state.far_pieces = len(self.places) - len(near)

    def _patrons(self) -> None:
        state, patrons = self.state, self.layout.patrons
        if not 1 <= len(patrons) <= s.PATRONS:
            raise NotationError(f"patrons: {len(patrons)} of them; a game has 1 to {s.PATRONS}")
        for k, (name, favour) in enumerate(patrons.items()):
            state.patrons[k], state.favour[k] = (
                find_patron(self.content, name, "patrons"),
                ("none", *SEATS).index(favour),
            )
        state.patron_count = len(patrons)

    # Physical cards

    def _zones(self) -> Iterator[tuple[str, list[str]]]:
        layout = self.layout
        yield from (("row", layout.row), ("tavern", layout.tavern), ("played", layout.played))
        for name in SEATS:
            player = getattr(layout, name)
            for zone in ("hand", "draw", "cooldown"):
                yield f"{name}.{zone}", getattr(player, zone)
            yield f"{name}.agents", [agent if isinstance(agent, str) else agent.card for agent in player.agents]

    def _number(self) -> None:
        """Assign card numbers: given numbers are kept, the others are the free ones in the order of the text."""
        self.lists: dict[str, list[int]] = {}
        waiting: list[tuple[list[int], int, int, str]] = []
        for place, names in self._zones():
            pieces = self.lists[place] = []
            for name in names:
                card, piece, count = self._parse(name, place)
                for _ in range(count):
                    if piece is None:
                        waiting.append((pieces, len(pieces), card, place))
                        pieces.append(s.NOBODY)
                    else:
                        self._put(piece, card, place)
                        pieces.append(piece)
        free = (piece for piece in range(s.PIECES) if piece != s.NOBODY and piece not in self.places)
        for pieces, at, card, place in waiting:
            number = next(free, None)
            if number is None:
                raise NotationError(f"{place}: more than {s.PIECES - 1} cards")
            self._put(number, card, place)
            pieces[at] = number

    def _put(self, piece: int, card: int, place: str) -> None:
        if piece in self.places:
            other = self.places[piece]
            raise NotationError(f"{place}: the number {piece} is used twice; {other} has a card #{piece}, too")
        self.places[piece] = place
        self.state.card_of[piece] = card

    def _parse(self, name: str, place: str) -> tuple[int, int | None, int]:
        """Card number, piece number if given, and count of a name."""
        match = CARD_PATTERN.fullmatch(name)
        if not match or (match["count"] and match["piece"]) or match["count"] == "0":
            raise NotationError(f"{place}: {name!r} is not a card; write 'gold', '3 gold' or 'gold#104'")
        if match["key"] not in self.cards:
            hint = did_you_mean(match["key"], self.cards)
            raise NotationError(f"{place}: there is no card {match['key']!r}{hint}")
        if match["piece"] and (int(match["piece"]) >= s.PIECES or int(match["piece"]) == s.NOBODY):
            raise NotationError(f"{place}: {name!r}: numbers go from 0 to {s.PIECES - 1}, without {s.NOBODY}")
        return self.cards.index(match["key"]), int(match["piece"]) if match["piece"] else None, int(match["count"] or 1)

    def _known(self, name: str, place: str) -> int:
        """Physical card of a name that occurs in another zone."""
        card, piece, _ = self._parse(name, place)
        matches = [p for p in sorted(self.places) if self.state.card_of[p] == card and piece in (None, p)]
        if not matches:
            raise NotationError(f"{place}: {name!r} is in no zone")
        return matches[0]

    # Zones

    def _zone(self, cells: Any, place: str, room: int) -> int:
        """Write the cards of a zone into its cells; return their number."""
        pieces = self.lists[place]
        if len(pieces) > room:
            raise NotationError(f"{place}: {len(pieces)} cards; at most {room}")
        for k, piece in enumerate(pieces):
            cells[k] = piece
        return len(pieces)

    def _tavern(self) -> None:
        state, layout, pieces = self.state, self.layout, self.lists["tavern"]
        if len(pieces) >= s.TAVERN:
            raise NotationError(f"tavern: {len(pieces)} cards; at most {s.TAVERN - 1}")
        for k, piece in enumerate(pieces):
            state.tavern[(layout.first + k) % s.TAVERN] = piece
        state.tavern_first, state.tavern_size = layout.first, len(pieces)
        state.veiled = len(pieces) if layout.unknown is None else layout.unknown

    def _player(self, player: Any, facts: PlayerData, name: str) -> None:
        for field in ("coins", "power", "prestige", "calls", "known", "older"):
            setattr(player, field, getattr(facts, field))
        player.counted = facts.known if facts.counted is None else facts.counted
        self.lists[f"{name}.draw"].reverse()  # in the state the last card is the top one
        player.hand_size = self._zone(player.hand, f"{name}.hand", s.HELD)
        player.pile_size = self._zone(player.pile, f"{name}.draw", s.OWNED)
        player.cooldown_size = self._zone(player.cooldown, f"{name}.cooldown", s.OWNED)
        player.agent_count = self._zone(player.agents, f"{name}.agents", s.AGENTS - 1)
        for k, piece in enumerate(self.lists[f"{name}.agents"]):
            self._agent(player, k, piece, facts.agents, f"{name}.agents[{k}]")

    def _agent(self, player: Any, k: int, piece: int, agents: list[str | AgentData], place: str) -> None:
        if len(agents) != player.agent_count:
            raise NotationError(f"{place}: agents are named one by one")
        full_health, agent = self.data.cards[self.state.card_of[piece]].health, agents[k]
        if not full_health:
            raise NotationError(f"{place}: {self.cards[self.state.card_of[piece]]} is not an agent")
        facts = AgentData(agent) if isinstance(agent, str) else agent
        if (facts.health or 0) > full_health:
            raise NotationError(f"{place}: health {facts.health}; the card has {full_health}")
        player.health[k] = (facts.health or full_health) | (s.ACTIVATED if facts.activated else 0)

    # Effects and questions

    def _combos(self) -> None:
        state = self.state
        for name, cards in self.layout.combos.items():
            place, deck = f"combos.{name}", find_patron(self.content, name, "combos")
            more = cards[-1:] == [MORE]
            names = cards[:-1] if more else cards
            if len(names) > s.EARLIER or (more and len(names) < s.EARLIER):
                raise NotationError(f"{place}: the first {s.EARLIER} cards, then {MORE!r} if there were others")
            state.plays[deck] = len(names) + more
            for k, card_text in enumerate(names):
                card, piece, _ = self._parse(card_text, place)
                state.earlier[deck, k] = card
                state.earlier_piece[deck, k] = self._known(card_text, place) if piece is None else piece

    def _effects(self) -> None:
        state, layout = self.state, self.layout
        for place, effects, room in (("waiting", layout.waiting, s.QUEUE), ("coming", layout.coming, s.COMING)):
            if len(effects) > room:
                raise NotationError(f"{place}: {len(effects)} effects; at most {room}")
        for k, waiting in enumerate(layout.waiting):
            state.queue[k] = self._effect(waiting.effect, f"waiting[{k}]")
            state.queue_piece[k] = waiting.card
        for k, words in enumerate(layout.coming):
            state.coming[k] = self._effect(words, f"coming[{k}]")
        state.queue_size, state.coming_size = len(layout.waiting), len(layout.coming)

    def _effect(self, words: str, place: str) -> int:
        if words not in self.effects:
            raise NotationError(f"{place}: no card does {words!r}{did_you_mean(words, self.effects)}")
        return self.effects[words]

    def _choice(self, choice: OpenChoiceData) -> None:
        state = self.state
        state.asked = CHOICES[choice.kind]
        for field in ("least", "most", "picked", "lowest", "limit", "source"):
            setattr(state, field, getattr(choice, field))
        state.opening = int(choice.opening)
        if choice.effect:
            place = "choice.effect"
            is_card = choice.kind == "mint"
            state.effect = self._parse(choice.effect, place)[0] if is_card else self._effect(choice.effect, place)
        row = self.lists["row"]
        for name in choice.row:
            piece = self._known(name, "choice.row")
            if piece not in row:
                raise NotationError(f"choice.row: {name!r} is not in the row")
            state.offered |= 1 << row.index(piece)
        if len(choice.picks) > s.PICKS:
            raise NotationError(f"choice.picks: {len(choice.picks)} cards; at most {s.PICKS}")
        for k, name in enumerate(choice.picks):
            state.picks[k] = self._known(name, "choice.picks")


def _convert(data: Any) -> PositionData:
    if not isinstance(data, dict) or data.get("tribute") != VERSION:
        version = data.get("tribute") if isinstance(data, dict) else None
        problem = f"tribute = {version!r}" if version is not None else "no field tribute"
        raise NotationError(f"a position of this game begins with tribute = {VERSION}; this one has {problem}")
    try:
        return msgspec.convert(data, PositionData, strict=True)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        place = place.rstrip("`").lstrip(".") or "the position"
        if fault := re.search(r"unknown field `(.+)`", what):
            raise NotationError(f"{place}: there is no field {fault[1]!r}{_known_fields(place, fault[1])}") from None
        if fault := re.search(r"missing required field `(.+)`", what):
            raise NotationError(f"{place}: {fault[1]!r} is missing") from None
        if fault := re.search(r"Invalid enum value '(.*)'", what):
            raise NotationError(f"{place}: {fault[1]!r} is none of {', '.join(_allowed_words(place))}") from None
        raise NotationError(f"{place}: {describe_parse_error(what)}") from None


def _known_fields(place: str, word: str) -> str:
    shape = {"p1": PlayerData, "p2": PlayerData, "choice": OpenChoiceData}.get(
        place, AgentData if "agents" in place else PositionData
    )
    known: tuple[str, ...] = shape.__struct_fields__
    return did_you_mean(word, known, f"; there are {', '.join(known)}")


def _allowed_words(place: str) -> tuple[str, ...]:
    """Allowed values of a field with fixed values."""
    values = {"choice.kind": tuple(CHOICES), "reason": s.REASONS, "turn_of": SEATS}
    return values.get(place, ("none", *SEATS))


def _set_up_draft(content: Content, state: Any, layout: PositionData) -> None:
    data, picks = content.read(GameData), [find_patron(content, name, "draft") for name in layout.draft or []]
    if len(picks) > s.PATRONS - 2:
        raise NotationError(f"draft: {len(picks)} patrons; with {s.PATRONS - 1} the draft is over")
    chosen = [*picks[:2], *([data.treasury] if len(picks) > 1 else []), *picks[2:]]
    for k, number in enumerate(chosen):
        state.patrons[k] = number
    state.patron_count, state.active = len(chosen), int(len(chosen) in (1, 3))
    state.asked, state.least, state.most = s.DRAFT_PATRON, 1, 1
