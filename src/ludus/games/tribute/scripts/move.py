"""Moves. They are equal only to themselves and can be keys of dicts; which move is meant is told by what is in it."""

# ruff: noqa: N803

from __future__ import annotations

from .enums import MoveEnum, PatronId


class BasicMove:
    """A move without more to it: the end of a turn. The others derive from it."""

    def __init__(self, move_id: int, command: MoveEnum) -> None:
        self.move_id, self.command = move_id, command

    def __repr__(self) -> str:
        more = [str(value) for name, value in vars(self).items() if name not in ("move_id", "command")]
        return " ".join([self.command.name, *more])


class SimpleCardMove(BasicMove):
    """A card is played, activated, attacked or bought."""

    def __init__(self, move_id: int, command: MoveEnum, cardUniqueId: int) -> None:
        super().__init__(move_id, command)
        self.cardUniqueId = cardUniqueId


class SimplePatronMove(BasicMove):
    """A patron is called."""

    def __init__(self, move_id: int, command: MoveEnum, patronId: PatronId) -> None:
        super().__init__(move_id, command)
        self.patronId = patronId


class MakeChoiceMoveUniqueCard(BasicMove):
    """Cards are chosen, all at once."""

    def __init__(self, move_id: int, command: MoveEnum, cardsUniqueIds: list[int]) -> None:
        super().__init__(move_id, command)
        self.cardsUniqueIds = cardsUniqueIds


class MakeChoiceMoveUniqueEffect(BasicMove):
    """One of two effects is chosen."""

    def __init__(self, move_id: int, command: MoveEnum, effects: list[str]) -> None:
        super().__init__(move_id, command)
        self.effects = effects
