"""Search of Coac: all sequences of up to three moves, then the opponent's reply.

The best first move is made and the search repeated, until every card has been used or passed over. With many moves the
depth is smaller.
"""

# mypy: ignore-errors

from ludus.core import Record, int32, int64, rule
from ludus.games.locm.bots.coac.answer import LOST_VALUE, ReplyModel, value_after_reply
from ludus.games.locm.bots.coac.moves import MAX_MOVES, find_moves
from ludus.games.locm.bots.coac.scene import NOTHING, PASS_CARD, ModelPosition, TurnConstants, make_move
from ludus.games.locm.bots.coac.worth import evaluate, value_of_changed
from ludus.games.locm.state import CREATURE

DEPTH = 3
MANY_MOVES = 35  # from this number of moves on, the depth is one less
MIN_VALUE = -(1 << 31)  # below any value


class CoacNode(Record):
    """A node on the current path of the depth-first search."""

    worth: int64  # value of the position before the opponent's reply
    depth: int64  # remaining moves
    floor: int64  # the best value found so far, here or above
    best: int64  # the best value found here
    best_move: int64
    idle: int64  # 1 once passing a creature over was tried as the last move
    count: int64
    tried: int64
    moves: int32[MAX_MOVES]


class CoacSearch(Record):
    setting: TurnConstants
    scenes: ModelPosition[DEPTH + 1]  # the first is the current position
    nodes: CoacNode[DEPTH]
    melee: ReplyModel
    seen: int64  # positions visited in this turn


@rule
def best_move(search, max_positions):
    """Return the best move in the first position, or NOTHING if there is none. Ties go to the move found first.

    After `most_seen` positions the depth is one move, as in the original when its time is over.
    """
    setting = search.setting
    if not open_node(search, 0, evaluate(setting, search.scenes[0]), DEPTH, MIN_VALUE, max_positions):
        return NOTHING
    level = 0
    while True:
        node = search.nodes[level]
        if node.tried < node.count:
            move = int(node.moves[node.tried])
            node.tried += 1
            if is_repeated_pass(setting, node, move):
                continue
            search.seen += 1
            search.scenes[level + 1] = search.scenes[level]
            scene = search.scenes[level + 1]
            now = node.worth - value_of_changed(setting, scene, move)
            make_move(setting, scene, move)
            now += value_of_changed(setting, scene, move)
            if node.depth > 1 and open_node(search, level + 1, now, node.depth - 1, node.floor, max_positions):
                level += 1
                continue
            value = value_after_reply(setting, scene, search.melee, now, node.floor)
        elif level == 0:
            return int(node.best_move)
        else:
            value = int(node.best)
            level -= 1
            node = search.nodes[level]
        if value > node.best:
            node.best = value
            node.best_move = node.moves[node.tried - 1]
        node.floor = max(node.floor, value)


@rule
def open_node(search, level, now, depth, floor, max_positions):
    """Initialise the node of a position with the value `now`; return whether there are any moves."""
    node = search.nodes[level]
    node.worth = now
    node.count = find_moves(search.setting, search.scenes[level], node.moves)
    node.tried = 0
    node.idle = 0
    node.depth = depth - 1 if node.count >= MANY_MOVES else depth
    if search.seen >= max_positions:
        node.depth = 1
    node.floor = floor
    node.best = MIN_VALUE
    node.best_move = NOTHING
    return node.count > 0


@rule(inline=True)
def is_repeated_pass(setting, node, move):
    """Return whether a last move passes a creature over although another was passed over before.

    Both lead to the same reply. A value not above the floor changes nothing, and the first such move has raised the
    floor to its value. For a floor below LOST see `answer`.
    """
    if node.depth > 1 or move < PASS_CARD or setting.cards[move >> 8 & 255].kind != CREATURE:
        return False
    repeated = node.idle != 0 and node.floor >= LOST_VALUE
    node.idle = 1
    return repeated
