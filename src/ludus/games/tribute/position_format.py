"""Position format: a position as plain data in JSON or TOML, with zones of cards by name.

    tribute = 1                                     version of this format
    turn = 9
    turn_of = "p1"
    row = ["tithe", "barterer", "blackmail"]        and tavern, top card first
    played = ["swipe"]                              by the active player

    [patrons]                                       in the order of the game, with the player they favour
    ansei = "none"
    treasury = "none"
    pelin = "p2"

    [p1]
    coins = 3                                       and power, prestige, calls
    hand = ["2 gold", "oathman"]
    draw = ["peck", "6 gold"]                       top card first
    cooldown = ["peck"]
    agents = ["oathman", { card = "banneret", health = 2, activated = true }]
    known = 1                                       cards on top of the draw pile that their owner knows

Everything but the patrons has a default. A card may have its number, `gold#104`, to distinguish equal cards; a position
that the game writes has all numbers, and everything a seat knows or does not know. A position in the draft has `draft`
instead, the patrons picked so far. `position_reader.py` reads this format.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludus.core.game import Content
from ludus.core.structured_records import snapshot
from ludus.games.tribute import state as s
from ludus.games.tribute.game_data_records import GameData
from ludus.games.tribute.observation import write_effect_number
from ludus.games.tribute.sot_states_and_moves import SEATS, tavern_deck, zones

VERSION: Literal[1] = 1
MORE = "more"  # after the first cards of a deck that were played this turn
CHOICES = {
    "side": s.CHOOSE_SIDE,
    "replace": s.REPLACE,
    "acquire": s.ACQUIRE,
    "destroy": s.DESTROY,
    "recall": s.RECALL,
    "recall-agent": s.RECALL_AGENT,
    "toss": s.TOSS,
    "knock-out": s.KNOCK_OUT,
    "donate": s.DONATE,
    "discard": s.DISCARD,
    "banish": s.BANISH,
    "sell": s.SELL,
    "rally": s.RALLY,
    "mint": s.MINT,
}
KINDS = {number: name for name, number in CHOICES.items()}

Number = Annotated[int, Meta(ge=0, le=10_000)]
Count = Annotated[int, Meta(ge=0, le=s.OWNED)]
Piece = Annotated[int, Meta(ge=0, le=s.PIECES - 1)]
PlayerName = Literal["p1", "p2"]


class AgentData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An agent in play."""

    card: str
    health: Annotated[int, Meta(ge=1, le=100)] | None = None  # None: full health
    activated: bool = False


class PlayerData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Resources and zones of a player."""

    coins: Number = 0
    power: Number = 0
    prestige: Number = 0
    calls: Number = 1
    hand: list[str] = []
    draw: list[str] = []
    cooldown: list[str] = []
    agents: list[str | AgentData] = []
    known: Count = 0
    counted: Count | None = None  # as counted by the reference engine; None: as many as are known
    older: Count = 0


class PendingEffectData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A pending effect, and the number of the card that it comes from."""

    effect: str
    card: Annotated[int, Meta(ge=0, le=s.PIECES - 1)] = 0


class OpenChoiceData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An open question."""

    kind: Literal[tuple(CHOICES)]
    least: Count  # cards still to be chosen, at least
    most: Count
    picked: Count = 0
    lowest: Count = 0  # list index from which the next card is chosen
    limit: Count = 0  # toss: number of offered cards
    row: list[str] = []  # replace, acquire: offered cards
    picks: list[str] = []  # replace: cards chosen so far
    effect: str = ""  # side: both effects; mint: the new card
    source: Annotated[int, Meta(ge=0, le=s.PIECES - 1)] = 0  # side: number of the card that asks
    opening: bool = False  # at the start of a turn


class PositionData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole position."""

    tribute: Literal[1]
    turn: Number = 1
    turn_of: PlayerName = "p1"
    reason: Literal[s.REASONS] = "running"
    winner: Literal["p1", "p2", "none"] = "none"
    draft: list[str] | None = None
    row: list[str] = []
    tavern: list[str] = []
    unknown: Annotated[int, Meta(ge=0, le=s.TAVERN)] | None = None  # top tavern cards of unknown order; None: all
    played: list[str] = []
    waiting: list[PendingEffectData] = []
    coming: list[str] = []  # effects at the start of the rival's turn
    shown: list[str | Piece] = []  # cards in a hand or draw pile that the rival knows of
    first: Annotated[int, Meta(ge=0, le=s.TAVERN - 1)] = 0  # cards that have left the tavern, modulo the ring size
    newest: Annotated[int, Meta(ge=0, le=s.NOBODY - 1)] | None = None  # last number below 255; None: the highest
    stream: Annotated[str, Meta(pattern="^[0-9a-f]{1,16}$")] | None = None  # random stream; None: from the seed
    seed: Annotated[int, Meta(ge=0, le=(1 << 48) - 1)] = 0
    patrons: dict[str, Literal["none", "p1", "p2"]] = {}
    p1: PlayerData = PlayerData()
    p2: PlayerData = PlayerData()
    combos: dict[str, list[str]] = {}  # by deck: its first cards played this turn
    choice: OpenChoiceData | None = None


def write_position(content: Content, state: Any) -> dict[str, Any]:
    """Position as plain data, complete."""
    state = snapshot(state)
    stream = f"{state.stream:x}"
    if state.phase == s.DRAFT:
        picks = [number for number in state.patrons[: state.patron_count] if number != content.read(GameData).treasury]
        return _plain(PositionData(VERSION, stream=stream, draft=[content.labels.patrons[number] for number in picks]))
    return _plain(_battle(content, state, stream))


def _plain(layout: PositionData) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(layout)
    return data


def _battle(content: Content, state: Any, stream: str) -> PositionData:
    data, patrons, favour_names = content.read(GameData), content.labels.patrons, ("none", *SEATS)
    decks = [deck for deck in range(len(patrons)) if state.plays[deck]]
    return PositionData(
        VERSION,
        turn=state.turn,
        turn_of=SEATS[state.active],  # type: ignore[arg-type]
        reason=s.REASONS[state.reason],
        winner=favour_names[state.winner],  # type: ignore[arg-type]
        row=_names(content, state, state.row[: state.row_size]),
        tavern=_names(content, state, tavern_deck(state)),
        unknown=None if state.veiled == state.tavern_size else state.veiled,
        played=_names(content, state, state.played[: state.played_size]),
        waiting=[
            PendingEffectData(write_effect_number(content, data, number), piece)
            for number, piece in zip(state.queue[: state.queue_size], state.queue_piece, strict=False)
        ],
        coming=[write_effect_number(content, data, number) for number in state.coming[: state.coming_size]],
        shown=_shown(content, state),
        first=state.tavern_first,
        newest=state.newest,
        stream=stream,
        patrons={patrons[state.patrons[k]]: favour_names[state.favour[k]] for k in range(state.patron_count)},
        p1=_player(content, state, 0),
        p2=_player(content, state, 1),
        combos={patrons[deck]: _combo(content, state, deck) for deck in decks},
        choice=_choice(content, state) if state.asked != s.FREE or state.opening else None,
    )


def _player(content: Content, state: Any, seat: int) -> PlayerData:
    player, cards = state.players[seat], zones(state, seat)
    data, agents = content.read(GameData), []
    for piece, health in zip(cards["agents"], player.health, strict=False):
        health_left, full_health = health & s.HEALTH, data.cards[state.card_of[piece]].health
        name, activated = _name(content, state, piece), bool(health & s.ACTIVATED)
        agents.append(
            name if (health_left, activated) == (full_health, False) else AgentData(name, health_left, activated)
        )
    return PlayerData(
        coins=player.coins,
        power=player.power,
        prestige=player.prestige,
        calls=player.calls,
        hand=_names(content, state, cards["hand"]),
        draw=_names(content, state, cards["draw"]),
        cooldown=_names(content, state, cards["cooldown"]),
        agents=agents,
        known=player.known,
        counted=None if player.counted == player.known else player.counted,
        older=player.older,
    )


def _choice(content: Content, state: Any) -> OpenChoiceData:
    effect = ""
    if state.asked == s.CHOOSE_SIDE:
        effect = write_effect_number(content, content.read(GameData), state.effect)
    elif state.asked == s.MINT:
        effect = content.labels.cards[state.effect]
    offered = [piece for k, piece in enumerate(state.row[: state.row_size]) if state.offered >> k & 1]
    return OpenChoiceData(
        kind=KINDS[state.asked],
        least=state.least,
        most=state.most,
        picked=state.picked,
        lowest=state.lowest,
        limit=state.limit,
        row=_names(content, state, offered),
        picks=_names(content, state, state.picks[: state.picked if state.asked == s.REPLACE else 0]),
        effect=effect,
        source=state.source,
        opening=bool(state.opening),
    )


def _combo(content: Content, state: Any, deck: int) -> list[str]:
    """Cards with their numbers at the time they were played."""
    count = min(state.plays[deck], s.EARLIER)
    earlier = zip(state.earlier[deck][:count], state.earlier_piece[deck], strict=False)
    names = [f"{content.labels.cards[card]}#{piece}" for card, piece in earlier]
    return [*names, MORE] if state.plays[deck] > s.EARLIER else names


def _shown(content: Content, state: Any) -> list[str | int]:
    pieces = [piece for piece in range(s.PIECES) if state.shown[piece >> 3] >> (piece & 7) & 1]
    return [piece if state.card_of[piece] == s.NOBODY else _name(content, state, piece) for piece in pieces]


def _names(content: Content, state: Any, pieces: list[int]) -> list[str]:
    return [_name(content, state, piece) for piece in pieces]


def _name(content: Content, state: Any, piece: int) -> str:
    return f"{content.labels.cards[state.card_of[piece]]}#{piece}"
