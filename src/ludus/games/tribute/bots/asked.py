"""Probe a bot in one seat of a recorded game; its moves are written as the reference engine writes them."""

from __future__ import annotations

from ludus.core import plain
from ludus.core.asking import exported_choose_rule
from ludus.core.position import Position
from ludus.games.tribute.bots import bots
from ludus.games.tribute.mirror import PieceNamer, legal_move_texts
from ludus.games.tribute.state import REPLACE, State
from ludus.games.tribute.table import GameData

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
        return int(self._choose(position._table, position._address, self.seat, *addresses))

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
