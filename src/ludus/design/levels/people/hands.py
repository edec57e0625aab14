"""Records of a synthetic player, and how it plays one tick."""

# mypy: ignore-errors

from ludus.core import Record, float64, int32, int64, record_reader, rule, uint8, uint64
from ludus.design.levels.proving.steering import MoveInProgress
from ludus.design.levels.proving.walking import MAX_DEPTH
from ludus.design.levels.sessions.watching import PlayEventLog, log_tick
from ludus.games.platformer.rules import apply
from ludus.games.platformer.state import State
from ludus.games.platformer.units import JUMP

MAX_PLAY_TICKS = 1 << 16  # ticks
MAX_STRATEGIES = 6  # strategies to compare, at most
START_CHECKS = 50  # start times to check
NO_STRATEGY = 255  # size of a strategy if there is none
WAIT_EDGE = -1  # edge number for a short wait at the node
MIN_JUMP_INTERVAL = 8  # least ticks between two presses of the jump button: at most 8 a second


class PlayerParams(Record):
    """Error model of a player; times in ticks."""

    stream: uint64
    delay: float64  # delay of perception
    delay_spread: float64
    sigma: float64  # standard deviation of the timing error of a key press
    drift: float64  # growth of the error per tick since the last safe node
    sigma_jump: float64  # additional error of jumps, and of how long their button is held
    lapse: float64  # chance to misread a trap
    haste: float64  # chance to go without observing


class Strategy(Record):
    """Moves from a safe node through traps to the next safe node: edges of the graph with their variants.

    A level has one per node. It depends on the level alone, not on the player that computed it first.
    """

    size: uint8  # number of moves; 0: not computed yet
    edge: int32[MAX_DEPTH]
    variant: uint8[MAX_DEPTH]
    way: uint8  # jump style: index in EXTRA
    before: int32  # ticks from the first press to the first trap


class PlayRecord(Record):
    """Play in progress."""

    state: State
    still: State  # state with the body at a node, before any trap
    watch: PlayEventLog
    errand: MoveInProgress
    last_jump: int64  # tick of the last press of the jump button
    last_tick: int64  # tick at which the player gives up
    count: int64
    moves: uint8[MAX_PLAY_TICKS]
    choices: int64
    choice: Strategy[MAX_STRATEGIES]
    fine: uint8[START_CHECKS]  # whether a start time leads through


_strategy_at = record_reader(Strategy)
STRATEGY_BYTES = Strategy.nbytes


@rule
def strategy_in(book, node):
    """Strategy of a node in the table at this address."""
    return _strategy_at(book + node * STRATEGY_BYTES)


@rule
def press(table, graph, hand, buttons):
    """Hold buttons for one tick."""
    state = hand.state
    if buttons & JUMP and state.body.held == 0:
        hand.last_jump = state.tick
    apply(table, state, buttons)
    log_tick(hand.watch, table, graph, state, buttons)
    hand.moves[hand.count] = buttons
    hand.count += 1


@rule(inline=True)
def too_soon(hand):
    """Whether it is too soon for another press of the jump button."""
    return hand.state.tick - hand.last_jump < MIN_JUMP_INTERVAL


@rule
def is_over(hand):
    """Whether the play has ended or the player gives up."""
    return hand.state.reason != 0 or hand.count >= hand.last_tick


@rule
def hold_nothing(table, graph, hand, ticks):
    """Hold nothing for some ticks; False if the player dies or the play ends."""
    deaths = hand.state.deaths + 0
    for _ in range(ticks):
        if is_over(hand):
            return False
        press(table, graph, hand, 0)
        if hand.state.deaths > deaths:
            return False
    return True
