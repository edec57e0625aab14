"""Moves. A move is equal only to itself and can be a dictionary key; its fields identify the move."""

# ruff: noqa: N803

from __future__ import annotations

from .enums import MoveEnum, PatronId


class BasicMove:
    """A move without arguments: the end of a turn. Base class of the others."""

    def __init__(self, move_id: int, command: MoveEnum) -> None:
        self.move_id, self.command = move_id, command

    def __repr__(self) -> str:
        more = [str(value) for name, value in vars(self).items() if name not in ("move_id", "command")]
        return " ".join([self.command.name, *more])


class SimpleCardMove(BasicMove):
    """Play, activate, attack or buy a card."""

    def __init__(self, move_id: int, command: MoveEnum, cardUniqueId: int) -> None:
        super().__init__(move_id, command)
        self.cardUniqueId = cardUniqueId


class SimplePatronMove(BasicMove):
    """Call a patron."""

    def __init__(self, move_id: int, command: MoveEnum, patronId: PatronId) -> None:
        super().__init__(move_id, command)
        self.patronId = patronId


class MakeChoiceMoveUniqueCard(BasicMove):
    """Choose cards, all at once."""

    def __init__(self, move_id: int, command: MoveEnum, cardsUniqueIds: list[int]) -> None:
        super().__init__(move_id, command)
        self.cardsUniqueIds = cardsUniqueIds


class MakeChoiceMoveUniqueEffect(BasicMove):
    """Choose one of two effects."""

    def __init__(self, move_id: int, command: MoveEnum, effects: list[str]) -> None:
        super().__init__(move_id, command)
        self.effects = effects
