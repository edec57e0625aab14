"""What a player has in mind and in hand, and how a tick is played: records that all rules of players share."""

# mypy: ignore-errors

from ludus.core import Record, float64, int32, int64, reader, rule, uint8, uint64
from ludus.design.levels.proving.steering import Errand
from ludus.design.levels.proving.walking import DEEPEST
from ludus.design.levels.sessions.watching import Watch, notice
from ludus.games.platformer.rules import apply
from ludus.games.platformer.state import State
from ludus.games.platformer.units import JUMP

LONGEST_PLAY = 1 << 16  # ticks
CHOICES = 6  # strategies that are compared
LOOKS = 50  # starts that are looked at
NONE = 255  # as the size of a strategy: there is none
STAY = -1  # as an edge: wait a little at the node
APART = 8  # ticks from one press of the jump button to the next: at most 8 a second


class Person(Record):
    """Times in ticks."""

    stream: uint64
    delay: float64  # of perception
    delay_spread: float64
    sigma: float64  # spread of the error of a key press
    drift: float64  # what it grows by for each tick since the last safe node
    sigma_jump: float64  # more for a jump, and for how long its button is held
    lapse: float64  # the chance that a trap is misread
    haste: float64  # the chance to go without looking


class Strategy(Record):
    """Moves from a safe node through traps to the next: edges of the graph, each in its manner.

    A level's book has one for each node, and all of them are a matter of the level alone: it makes no difference who
    looked first.
    """

    size: uint8  # moves; 0: nobody has looked yet
    edge: int32[DEEPEST]
    variant: uint8[DEEPEST]
    way: uint8  # how long jumps are held: a place in habits.EXTRA
    before: int32  # ticks from the first press to the first trap


class Hand(Record):
    """A play while it goes on."""

    state: State
    still: State  # a run in which somebody stands at a node and no trap was met yet
    watch: Watch
    errand: Errand
    last_jump: int64  # the tick in which its button was pressed
    last_tick: int64  # when the player gives up
    count: int64
    moves: uint8[LONGEST_PLAY]
    choices: int64
    choice: Strategy[CHOICES]
    fine: uint8[LOOKS]  # whether a start leads through


_strategy_at = reader(Strategy)
STRATEGY_BYTES = Strategy.nbytes


@rule
def strategy_in(book, node):
    """The strategy of a node in the book at an address."""
    return _strategy_at(book + node * STRATEGY_BYTES)


@rule
def press(table, graph, hand, buttons):
    """Hold buttons for a tick."""
    state = hand.state
    if buttons & JUMP and state.body.held == 0:
        hand.last_jump = state.tick
    apply(table, state, buttons)
    notice(hand.watch, table, graph, state, buttons)
    hand.moves[hand.count] = buttons
    hand.count += 1


@rule(inline=True)
def too_soon(hand):
    """Whether it is too soon for another press of the jump button."""
    return hand.state.tick - hand.last_jump < APART


@rule
def over(hand):
    """Whether the play has ended, or the player has had enough of it."""
    return hand.state.reason != 0 or hand.count >= hand.last_tick


@rule
def rest(table, graph, hand, ticks):
    """Hold nothing for so long; False if that was deadly or the end."""
    deaths = hand.state.deaths + 0
    for _ in range(ticks):
        if over(hand):
            return False
        press(table, graph, hand, 0)
        if hand.state.deaths > deaths:
            return False
    return True
