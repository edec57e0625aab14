"""Cards, patrons, effects and end reasons in the vocabulary of the reference engine."""

from __future__ import annotations

from typing import Any

from ludus.core.game import Content
from ludus.games.tribute.card_text import display_name
from ludus.games.tribute.game_data_records import LEVELS, PARTS, GameData
from ludus.games.tribute.sot_api.board import EndGameState, UniqueCard
from ludus.games.tribute.sot_api.enums import CardType, PatronId, PlayerEnum
from ludus.games.tribute.sot_states_and_moves import EFFECTS, ENDS
from ludus.games.tribute.state import CAPACITY, PIECES, REASONS
from ludus.util.errors import ContentError

# Our fault names in the package's vocabulary: in the draft, and after it.
FAULTS = {
    "illegal move": ("PATRON_SELECTION_FAILURE", "INCORRECT_MOVE"),
    "unreadable reply": ("PATRON_SELECTION_FAILURE", "INCORRECT_MOVE"),
    "timeout": ("PATRON_SELECTION_TIMEOUT", "TURN_TIMEOUT"),
    "could not start": ("PREPARE_TIME_EXCEEDED", "PREPARE_TIME_EXCEEDED"),
    "endless game": ("INTERNAL_ERROR", "INTERNAL_ERROR"),
    REASONS[CAPACITY]: ("INTERNAL_ERROR", "INTERNAL_ERROR"),
}
UNKNOWN_NAME, UNKNOWN_ID = "Unknown", -1
OTHER_FAULT = "BOT_EXCEPTION"  # any other fault, such as a crash or too much output or memory


class SotVocabulary:
    """Cards of one content as the package's objects; a physical card is the same object for the whole game."""

    def __init__(self, content: Content) -> None:
        self.patrons = [_patron(name) for name in content.labels.patrons]
        self._keys, self._data = content.labels.cards, content.read(GameData)
        self._numbers = {key: k for k, key in enumerate(self._keys)}
        self._card_facts: dict[int, tuple[Any, ...]] = {}
        self._unique_cards: list[dict[int, UniqueCard]] = [
            {} for _ in range(PIECES)
        ]  # per piece: its objects so far, by card

    def cards(self, pieces: list[int], kinds: list[int]) -> list[UniqueCard]:
        """Physical cards as objects; `kinds` gives the card number of each piece."""
        known = self._unique_cards
        return [known[piece].get(kinds[piece]) or self.card(piece, kinds[piece]) for piece in pieces]

    def card(self, piece: int, card: int) -> UniqueCard:
        known = self._unique_cards[piece]
        if card not in known:
            name, deck, cost, kind, hp, taunt, effects = self._card_facts.get(card) or self._read_card(card)
            known[card] = UniqueCard(name, deck, cost, kind, hp, taunt, piece, list(effects))
        return known[card]

    def card_by_notation(self, text: str) -> UniqueCard:
        """Physical card from its notation, such as gold#104."""
        key, _, piece = text.partition("#")
        return self.card(int(piece), self._numbers[key])

    def effect(self, number: int) -> str:
        """Text of an effect, with both sides of a choice."""
        return " OR ".join(self.sides(number))

    def sides(self, number: int) -> list[str]:
        effect = self._data.effects[number]
        texts = [_effect_word(effect.op, effect.n)]
        return [*texts, _effect_word(effect.other_op, effect.other_n)] if effect.other_op else texts

    def _read_card(self, card: int) -> tuple[Any, ...]:
        facts = self._data.cards[card]
        levels = ([facts.effects[k, part] for part in range(PARTS)] for k in range(LEVELS))
        effects = [" AND ".join(self.effect(number) for number in parts if number) for parts in levels]
        entry = (
            display_name(self._keys[card]),
            self.patrons[facts.deck],
            int(facts.cost),
            CardType(int(facts.type)),
            int(facts.health) or -1,
            bool(facts.taunt),
            effects,
        )
        self._card_facts[card] = entry
        return entry


def unknown_card() -> UniqueCard:
    """A card that a simulation with unknown cards does not show; it cannot be used."""
    return UniqueCard(UNKNOWN_NAME, PatronId.TREASURY, 0, CardType.STARTER, -1, False, UNKNOWN_ID, [])


def card_line(card: UniqueCard) -> str:
    """A card as an entry of the action history."""
    what = f"Card: {card.name}, Deck: {card.deck.name}, Cost: {card.cost}"
    return f"{what}, Type: {card.type.name}, UniqueId: {card.unique_id}"


def end_state(reason: str, shares: tuple[float, ...], in_draft: bool, context: str = "") -> EndGameState:
    """How a game ended, by its rules or by a fault."""
    reasons = {REASONS[number]: word.upper() for number, word in ENDS.items()}
    word = reasons.get(reason) or FAULTS.get(reason, (OTHER_FAULT, OTHER_FAULT))[0 if in_draft else 1]
    won = PlayerEnum.NO_PLAYER_SELECTED if shares[0] == shares[1] else PlayerEnum(int(shares[1] > shares[0]))
    return EndGameState(won.name, word, context)


def _effect_word(op: int, n: int) -> str:
    if op not in EFFECTS:
        raise ContentError(f"scripts-of-tribute has no word for what a card does here (effect {op})")
    return f"{EFFECTS[op].upper()} {n}"


def _patron(name: str) -> PatronId:
    if name.upper() not in PatronId.__members__:
        raise ContentError(f"bots written for scripts-of-tribute do not know the patron {name!r} of this card file")
    return PatronId[name.upper()]
