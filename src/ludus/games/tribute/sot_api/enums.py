"""Enumerations of the game, with the numbers of the reference engine."""

from __future__ import annotations

from enum import Enum
from typing import Self


class _Named(Enum):
    """Enumeration whose members can be found by name."""

    @classmethod
    def from_string(cls, text: str) -> Self:
        if text not in cls.__members__:
            raise ValueError(f"there is no {cls.__name__} {text!r}; there are {', '.join(cls.__members__)}")
        return cls[text]


class PatronId(_Named):
    ANSEI = 0
    DUKE_OF_CROWS = 1
    RAJHIN = 2
    PSIJIC = 3
    ORGNUM = 4
    HLAALU = 5
    PELIN = 6
    RED_EAGLE = 7
    TREASURY = 8
    SAINT_ALESSIA = 9


class PlayerEnum(_Named):
    PLAYER1 = 0
    PLAYER2 = 1
    NO_PLAYER_SELECTED = 2


class MoveEnum(Enum):
    PLAY_CARD = 0
    ACTIVATE_AGENT = 1
    ATTACK = 2
    BUY_CARD = 3
    CALL_PATRON = 4
    MAKE_CHOICE = 5
    END_TURN = 6


class BoardState(Enum):
    NORMAL = 0
    CHOICE_PENDING = 1
    START_OF_TURN_CHOICE_PENDING = 2
    PATRON_CHOICE_PENDING = 3


class CardType(Enum):
    ACTION = 0
    AGENT = 1
    CONTRACT_ACTION = 2
    CONTRACT_AGENT = 3
    STARTER = 4
    CURSE = 5


class ChoiceDataType(Enum):
    CARD = 0
    EFFECT = 1
