"""Text replies of bots that plan whole turns: the line that the original program would print.

A planning bot has a memory with a field `plan` (command_plan.py) and a Python function `reply` among its rules, which
formats the commands as a line: `joined`, `closed`, or its own function.
"""

from __future__ import annotations

from typing import Any

from ludus.core import game_engine, plain
from ludus.core.compiled_bot_spec import BotSpec
from ludus.core.position import Position
from ludus.games.locm.action_effects import ATTACK, SUMMON, USE
from ludus.games.locm.game_data_records import GameData
from ludus.games.locm.state import BATTLE, DRAFT, State
from ludus.util.errors import OptionError

WORDS = {SUMMON: "SUMMON", ATTACK: "ATTACK", USE: "USE"}
CARD_MASK = 255  # mask of the card in a pick


def join_commands(commands: list[str]) -> str:
    """Join commands with semicolons; PASS if there are none."""
    return ";".join(commands) or "PASS"


def terminate_commands(commands: list[str]) -> str:
    """Write a semicolon after every command; PASS if there are none."""
    return "".join(f"{command};" for command in commands) or "PASS"


class TextReplyBot:
    """A planning bot in one seat of one game, which replies with the line that the original would print.

    Raises:
        OptionError: the bot does not plan whole turns.
    """

    def __init__(self, bot: BotSpec, position: Position, seat: int, options: Any = None, seed: int = 1) -> None:
        if "plan" not in bot.memory.fields or not hasattr(bot.rules, "reply"):
            raise OptionError(f"{bot.name} does not plan whole turns, so it has no text reply")
        self.bot, self.seat = bot, seat
        self._choose = exported_choose(bot)
        self._records = [kind.zeros(1) for kind in (bot.params, bot.memory, bot.scratch)]
        params, memory, scratch = (
            kind.over(array) for kind, array in zip((bot.params, bot.memory, bot.scratch), self._records, strict=True)
        )
        bot.fill(options or bot.options(), params)
        self._plan = memory.plan
        plain(bot.rules.begin)(GameData.over(position.content.data), position.state, seed, params, memory, scratch)

    def reply(self, position: Position) -> str:
        """Return the reply to the current input; call it at the first decision of each turn."""
        move = self._next_move(position)
        state, data = position.state, GameData.over(position.content.data)
        if state.phase == BATTLE:
            return self.bot.rules.reply(write_orders(data, self._plan))
        if state.phase == DRAFT:
            return f"PICK {move & CARD_MASK}"
        return ";".join(f"CHOOSE {data.cards[card].number}" for card in self._deck(position.copy()))

    def _deck(self, position: Position) -> list[int]:
        """Return the remaining cards of a constructed deck."""
        cards = []
        while position.current_player == self.seat and position.state.phase != BATTLE:
            move = self._next_move(position)
            cards.append(move & CARD_MASK)
            position.play(move)
        return cards

    def _next_move(self, position: Position) -> int:
        addresses = [array.ctypes.data for array in self._records]
        return int(self._choose(position._data_address, position._address, self.seat, *addresses))


def write_orders(data: Any, plan: Any) -> list[str]:
    """Write the orders of a plan as commands, including those that the referee will skip."""
    commands = []
    for order in (plan.orders[k] for k in range(plan.count)):
        word, subject, target = WORDS[order >> 16 << 8], order >> 8 & 255, (order & 255) - 1
        without_target = word == "SUMMON" and data.lanes == 1  # 1.0 has no lane to name
        commands.append(f"{word} {subject}" if without_target else f"{word} {subject} {target}")
    return commands


def exported_choose(bot: BotSpec) -> Any:
    """Return the rule `choose` of a bot, to be called with the addresses of its six arguments (the seat: a number)."""
    return game_engine.exported_choose_rule(bot, GameData, State)
