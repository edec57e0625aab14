"""Features of a position for evaluation functions.

For each player: fourteen public numbers about prestige, favour, agents and all its cards. Then the resources of the own
turn, the row, and pending discards of the rival. Features named `late_...` are multiplied by the stage of the game, 0
to 4, one step for each eight prestige of the leading player, so a weighted sum can prefer cards early and prestige
late. The hand counts only in the own turn; outside it, it was just drawn and only adds noise.
"""

# mypy: ignore-errors

from ludus.core import local_ints, rule
from ludus.games.tribute.game_data_records import CURSE
from ludus.games.tribute.state import DECKS, DISCARD, HEALTH

PLAYER = (
    *("prestige", "late_prestige", "close", "favours", "many_favours", "agents", "agent_cost", "agent_health"),
    *("cards", "cost", "late_cost", "density", "curses", "combos"),
)
TURN = ("coins", "power", "calls", "hand")
GAME = ("row_cost", "discards")
FEATURES = (*(f"my_{name}" for name in PLAYER), *(f"opp_{name}" for name in PLAYER), *TURN, *GAME)

COUNT = len(PLAYER)
COUNTS = DECKS + 2
WHOLE = 100  # scale of density and combos
EACH, LAST = 8, 4  # prestige per stage, and the last stage
CLOSE = 30  # prestige above which each further point may decide the game
MANY = 2  # favours that count as many; four win


@rule
def features(data, state, seat, values):
    stage = min(max(state.players[0].prestige, state.players[1].prestige) // EACH, LAST)
    of_player(data, state, seat, stage, values, 0)
    of_player(data, state, 1 - seat, stage, values, COUNT)
    me, mine, at = state.players[seat], state.active == seat, 2 * COUNT
    values[at] = me.coins
    values[at + 1] = me.power
    values[at + 2] = me.calls if mine else 0
    values[at + 3] = me.hand_size if mine else 0
    cost = 0
    for k in range(state.row_size):
        cost += data.cards[state.card_of[state.row[k]]].cost
    values[at + 4] = cost
    discards = 0  # pending discards of the waiting player, minus those that the active player must make now
    for k in range(state.coming_size):
        discards += data.effects[state.coming[k]].n
    if state.asked == DISCARD:
        discards -= state.most
    values[at + 5] = discards if mine else -discards


@rule
def of_player(data, state, seat, stage, values, at):
    player = state.players[seat]
    prestige = int(player.prestige)
    values[at] = prestige
    values[at + 1] = prestige * stage
    values[at + 2] = max(0, prestige - CLOSE)
    favours = 0
    for k in range(state.patron_count):
        if state.favour[k] == seat + 1:
            favours += 1
    values[at + 3] = favours
    values[at + 4] = max(0, favours - MANY + 1)
    cost, health = 0, 0
    for k in range(player.agent_count):
        cost += data.cards[state.card_of[player.agents[k]]].cost
        health += player.health[k] & HEALTH
    values[at + 5] = player.agent_count
    values[at + 6] = cost
    values[at + 7] = health
    of_cards(data, state, player, state.active == seat, stage, values, at + 8)


@rule
def of_cards(data, state, player, active, stage, values, at):
    """Features of all cards of a player, in any zone."""
    counts = local_ints(COUNTS)  # counts by deck, then curses and total cost
    count_zone(data, state, player.hand, player.hand_size, counts)
    count_zone(data, state, player.pile, player.pile_size, counts)
    count_zone(data, state, player.cooldown, player.cooldown_size, counts)
    count_zone(data, state, player.agents, player.agent_count, counts)
    if active:
        count_zone(data, state, state.played, state.played_size, counts)
    n, pairs = 0, 0
    for deck in range(DECKS):
        n += counts[deck]
        if deck != data.treasury:
            pairs += counts[deck] * (counts[deck] - 1)
    cost = counts[DECKS + 1]
    values[at] = n
    values[at + 1] = cost
    values[at + 2] = cost * stage
    values[at + 3] = WHOLE * cost // max(1, n)
    values[at + 4] = counts[DECKS]
    values[at + 5] = WHOLE * pairs // max(1, n * n)


@rule
def count_zone(data, state, zone, n, counts):
    for k in range(n):
        card = data.cards[state.card_of[zone[k]]]
        counts[card.deck] += 1
        counts[DECKS + 1] += card.cost
        if card.type == CURSE:
            counts[DECKS] += 1
