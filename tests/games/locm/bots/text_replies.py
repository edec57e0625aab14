"""What a bot says in a position of the tests, as the line that the original would print."""

from ludus.core import plain
from ludus.games.locm.bots import bots
from ludus.games.locm.bots.reply_writer import exported_choose, write_orders

BOTS = {bot.name: bot for bot in bots()}


class PlanningBot:
    """A bot in a game made by hand (`positions.battle`); it keeps its memory from one question to the next."""

    def __init__(self, name, here, compiled=True, **options):
        self.bot = bot = BOTS[name]
        self.choose = exported_choose(bot) if compiled else plain(bot.rules.choose)
        self.compiled = compiled
        self.arrays = [kind.zeros(1) for kind in (bot.params, bot.memory, bot.scratch)]
        self.views = [
            kind.over(array) for kind, array in zip((bot.params, bot.memory, bot.scratch), self.arrays, strict=True)
        ]
        bot.fill(bot.options(**options), self.views[0])
        plain(bot.rules.begin)(here.data, here.state, 1, *self.views)

    @property
    def memory(self):
        return self.views[1]

    def move(self, here):
        if self.compiled:
            addresses = [array.ctypes.data for array in (here.content.data, here.array)]
            return self.choose(*addresses, here.state.mover, *(array.ctypes.data for array in self.arrays))
        return self.choose(here.data, here.state, here.state.mover, *self.views)

    def line(self, here):
        self.move(here)
        return self.bot.rules.reply(write_orders(here.data, self.memory.plan))


def first_reply(name, here, compiled=True, **options):
    """The line of a bot that is asked for the first time."""
    return PlanningBot(name, here, compiled, **options).line(here)
