"""What evaluation functions see of a position: the twenty features of Miernik, "Artificial Intelligence for Strategy
Card Games: Search and Content Generation".

In order: six of the own player, the same six of the opponent, and eight of cards, summed over the own board less
the sum over the opponent's. A keyword counts 1 for each creature that has it.

While decks are made there is no board. The cards are then those of the own deck, and those taken so far stand for
all thirty: their sum, times 30, by their number. So a deck of one good card is better than one of many fair ones, and
to take the best card is the best move. The second player's last pick begins the battle and is made blindly.
"""

# mypy: ignore-errors

from ludus.core import rule
from ludus.games.locm.boards import MIDDLE, both_boards
from ludus.games.locm.state import BATTLE, DECK, DRAFT

STATE = ("mana", "deck", "health", "max_mana", "next_draw", "next_rune")
CARD = ("attack", "defense", "breakthrough", "charge", "drain", "guard", "lethal", "ward")
FEATURES = (*(f"my_{name}" for name in STATE), *(f"opp_{name}" for name in STATE), *CARD)

MINE, THEIRS, CARDS, KEYWORD_COUNTS = 0, 6, 12, 14  # where each group begins
RUNE = 5  # health between two runes


@rule(inline=True)
def features(table, state, seat, values):
    me, foe = state.players[seat], state.players[1 - seat]
    of_player(me, values, MINE)
    of_player(foe, values, THEIRS)
    if state.phase == BATTLE:
        attack, defense, counts = both_boards(me.board, foe.board)
    else:
        attack, defense, counts = of_deck(table, state, seat)
    values[CARDS] = attack
    values[CARDS + 1] = defense
    for k in range(6):
        values[KEYWORD_COUNTS + k] = (counts >> 8 * k & 255) - 128


@rule(inline=True)
def of_player(player, values, first):
    values[first] = player.mana
    values[first + 1] = DECK - player.drawn
    values[first + 2] = player.health
    values[first + 3] = player.max_mana
    values[first + 4] = player.next_draw
    values[first + 5] = RUNE * player.runes  # at this health the next rune breaks


@rule
def of_deck(table, state, seat):
    """The own cards taken so far; what the opponent took is not seen."""
    taken = cards_taken(state, seat)
    attack, defense, counts = 0, 0, MIDDLE
    for k in range(taken):
        card = table.cards[state.players[seat].deck[k]]
        attack += card.attack
        defense += card.defense
    for bit in range(6):
        having = 0
        for k in range(taken):
            having += table.cards[state.players[seat].deck[k]].keywords >> bit & 1
        counts += having * DECK // max(taken, 1) << 8 * bit
    return attack * DECK // max(taken, 1), defense * DECK // max(taken, 1), counts


@rule
def cards_taken(state, seat):
    if state.phase == DRAFT:
        return state.picks + int(seat < state.mover)
    if seat == state.mover:
        return int(state.picks)
    return DECK * int(seat < state.mover)
