"""A position as plain data that people can read and write, in JSON or TOML: zones of cards by their names.

    tribute = 1                                     the version of this form
    turn = 9
    turn_of = "p1"
    row = ["tithe", "barterer", "blackmail"]        and tavern, its top first
    played = ["swipe"]                              by whose turn it is

    [patrons]                                       in the order of the game, with whom they favour
    ansei = "none"
    treasury = "none"
    pelin = "p2"

    [p1]
    coins = 3                                       and power, prestige, calls
    hand = ["2 gold", "oathman"]
    draw = ["peck", "6 gold"]                       its top first
    cooldown = ["peck"]
    agents = ["oathman", { card = "banneret", health = 2, activated = true }]
    known = 1                                       cards on top of the draw pile that their owner knows

Everything has a default but the patrons. A card may have its number, `gold#104`, which tells equal ones apart; a
position that the game writes has all of them, and all that a seat knows or does not know. In the draft there is `draft`
instead, the patrons picked so far. `layout_read.py` takes all of this back.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludus.core.contract import Content
from ludus.core.snapshot import snapshot
from ludus.games.tribute import state as s
from ludus.games.tribute.mirror import SEATS, tavern, zones
from ludus.games.tribute.table import Table
from ludus.games.tribute.view import effect_words

VERSION: Literal[1] = 1
MORE = "more"  # behind the first cards of a deck that were played this turn
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
Piece = Annotated[int, Meta(ge=0, le=s.NOBODY - 1)]
Who = Literal["p1", "p2"]


class Agent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    card: str
    health: Annotated[int, Meta(ge=1, le=100)] | None = None  # None: all of it
    activated: bool = False


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    coins: Number = 0
    power: Number = 0
    prestige: Number = 0
    calls: Number = 1
    hand: list[str] = []
    draw: list[str] = []
    cooldown: list[str] = []
    agents: list[str | Agent] = []
    known: Count = 0
    counted: Count | None = None  # by the reference engine; None: as many as are known
    older: Count = 0


class Waiting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An effect that is still to be done, and the number of the card that it comes from."""

    effect: str
    card: Annotated[int, Meta(ge=0, le=s.NOBODY)] = 0


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question that is open."""

    kind: Literal[tuple(CHOICES)]
    least: Count  # cards still to be chosen
    most: Count
    picked: Count = 0
    lowest: Count = 0  # the place in the list from which the next one is chosen
    limit: Count = 0  # toss: cards on offer
    row: list[str] = []  # replace, acquire: cards on offer
    picks: list[str] = []  # replace: cards chosen so far
    effect: str = ""  # side: both; mint: the new card
    source: Annotated[int, Meta(ge=0, le=s.NOBODY)] = 0  # side: the number of the card that asks
    opening: bool = False  # at the start of a turn


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole position."""

    tribute: Literal[1]
    turn: Number = 1
    turn_of: Who = "p1"
    reason: Literal[s.REASONS] = "running"
    winner: Literal["p1", "p2", "none"] = "none"
    draft: list[str] | None = None
    row: list[str] = []
    tavern: list[str] = []
    unknown: Annotated[int, Meta(ge=0, le=s.TAVERN)] | None = None  # cards on top of the tavern in any order; None: all
    played: list[str] = []
    waiting: list[Waiting] = []
    coming: list[str] = []  # effects that the rival meets at the start of its turn
    shown: list[str | Piece] = []  # cards in a hand or draw pile of which the rival knows
    first: Annotated[int, Meta(ge=0, le=s.TAVERN - 1)] = 0  # cards that have left the tavern, as far as a ring counts
    newest: Piece | None = None  # the number that was given last; None: the highest
    stream: Annotated[str, Meta(pattern="^[0-9a-f]{1,16}$")] | None = None  # of chance; None: from the seed
    seed: Annotated[int, Meta(ge=0, le=(1 << 48) - 1)] = 0
    patrons: dict[str, Literal["none", "p1", "p2"]] = {}
    p1: Player = Player()
    p2: Player = Player()
    combos: dict[str, list[str]] = {}  # by deck: the first cards of it that were played this turn
    choice: Choice | None = None


def write_position(content: Content, state: Any) -> dict[str, Any]:
    """The position with nothing left out."""
    state = snapshot(state)
    stream = f"{state.stream:x}"
    if state.phase == s.DRAFT:
        picks = [number for number in state.patrons[: state.patron_count] if number != content.read(Table).treasury]
        return _plain(Layout(VERSION, stream=stream, draft=[content.labels.patrons[number] for number in picks]))
    return _plain(_battle(content, state, stream))


def _plain(layout: Layout) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(layout)
    return found


def _battle(content: Content, state: Any, stream: str) -> Layout:
    table, patrons, who = content.read(Table), content.labels.patrons, ("none", *SEATS)
    decks = [deck for deck in range(len(patrons)) if state.plays[deck]]
    return Layout(
        VERSION,
        turn=state.turn,
        turn_of=SEATS[state.active],  # type: ignore[arg-type]
        reason=s.REASONS[state.reason],
        winner=who[state.winner],  # type: ignore[arg-type]
        row=_names(content, state, state.row[: state.row_size]),
        tavern=_names(content, state, tavern(state)),
        unknown=None if state.veiled == state.tavern_size else state.veiled,
        played=_names(content, state, state.played[: state.played_size]),
        waiting=[
            Waiting(effect_words(content, table, number), piece)
            for number, piece in zip(state.queue[: state.queue_size], state.queue_piece, strict=False)
        ],
        coming=[effect_words(content, table, number) for number in state.coming[: state.coming_size]],
        shown=_shown(content, state),
        first=state.tavern_first,
        newest=state.newest,
        stream=stream,
        patrons={patrons[state.patrons[k]]: who[state.favour[k]] for k in range(state.patron_count)},
        p1=_player(content, state, 0),
        p2=_player(content, state, 1),
        combos={patrons[deck]: _combo(content, state, deck) for deck in decks},
        choice=_choice(content, state) if state.asked != s.FREE or state.opening else None,
    )


def _player(content: Content, state: Any, seat: int) -> Player:
    player, cards = state.players[seat], zones(state, seat)
    table, agents = content.read(Table), []
    for piece, health in zip(cards["agents"], player.health, strict=False):
        left, whole = health & s.HEALTH, table.cards[state.card_of[piece]].health
        name, activated = _name(content, state, piece), bool(health & s.ACTIVATED)
        agents.append(name if (left, activated) == (whole, False) else Agent(name, left, activated))
    return Player(
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


def _choice(content: Content, state: Any) -> Choice:
    effect = ""
    if state.asked == s.CHOOSE_SIDE:
        effect = effect_words(content, content.read(Table), state.effect)
    elif state.asked == s.MINT:
        effect = content.labels.cards[state.effect]
    offered = [piece for k, piece in enumerate(state.row[: state.row_size]) if state.offered >> k & 1]
    return Choice(
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
    """The cards with the numbers that they had, whatever became of them."""
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
