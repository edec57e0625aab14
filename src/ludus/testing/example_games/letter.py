"""Sealed Letters: a card game of secrets for two to four players.

Each player holds one card and has sealed a letter with the name of a card. In turn, a player draws a second card and
plays one of the two. The cards look into other hands, compare them, swap them or guess them; a player who is caught is
out. The last player wins. If the cards run out before that, the highest card wins, and a card that its owner's letter
names counts ten more.
"""

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated

from msgspec import Meta

from ludus.core import Range, Record, local_ints, plain, rule, uint8, uint64
from ludus.core.compiled_bot_spec import BotSpec, moves_scratch
from ludus.core.game import Content, EvaluationHints, Features, Game, GameBots, Notation, Options, Rendering
from ludus.core.random import random_below, seed_stream
from ludus.util import svg
from ludus.util.errors import NotationError

MAX_SEATS = 4
CLERK, SPY, JUDGE, GUARD, THIEF, QUEEN = 1, 2, 3, 4, 5, 6  # a higher card is worth more; 0 is no card
KINDS = 7
CARDS = ("", "clerk", "spy", "judge", "guard", "thief", "queen")
COPIES = (0, 3, 3, 2, 2, 2, 1)  # 13 cards

SEAL, PLAY, CHOOSE, NAME = 0, 8, 16, 24  # the decisions; a move is one of these plus a card, a place or a seat
HELD, DRAWN = 0, 1  # the two places of a hand
RUNNING, ONE_LEFT, NO_CARDS = 0, 1, 2  # end reasons
LETTER_WORTH = 10


class LetterOptions(Options, frozen=True):
    seats: Annotated[int, Meta(ge=2, le=MAX_SEATS, description="number of players")] = 3


class GameData(Record):
    seats: uint8
    copies: uint8[KINDS]


Seat = Annotated[uint8, Range(0, MAX_SEATS - 1)]
Card = Annotated[uint8, Range(0, QUEEN)]


class State(Record):
    stream: uint64
    seats: Annotated[uint8, Range(2, MAX_SEATS)]
    turn: Seat  # the seat that decides
    decision: Annotated[uint8, Range(SEAL, NAME)]
    played: Card  # the card whose effect is not complete yet
    target: Seat  # the seat that was chosen for it
    drawn: Card  # the second card of the seat on turn
    reason: Annotated[uint8, Range(RUNNING, NO_CARDS)]
    hands: Annotated[uint8[MAX_SEATS], Range(0, QUEEN)]  # the held card; 0: this player is out
    letters: Annotated[uint8[MAX_SEATS], Range(0, QUEEN)]  # the card that the letter names; 0: not sealed yet
    guarded: Annotated[uint8[MAX_SEATS], Range(0, 1)]  # 1: cannot be chosen
    knows: Annotated[uint8[MAX_SEATS, MAX_SEATS], Range(0, 1)]  # 1: the first seat knows the held card of the second
    ruled_out: Annotated[uint8[MAX_SEATS], Range(0, 127)]  # bit k: all players know that this seat does not hold card k
    shown: uint8[MAX_SEATS, KINDS]  # cards that a seat has played or shown, by kind
    face_down: uint8[KINDS]  # cards on the pile, by kind: they have no order


def load(options):
    data = GameData.zeros()
    data["seats"], data["copies"] = options.seats, COPIES
    return Content(data, options)


@rule
def start(data, state, seed):
    state.stream = seed_stream(seed)
    state.seats = data.seats
    for card in range(KINDS):
        state.face_down[card] = data.copies[card]
    for seat in range(data.seats):
        state.hands[seat] = draw(state)
        state.knows[seat, seat] = 1


@rule
def draw(state):
    """Take a random card from the pile."""
    left = random_below(state, pile_size(state))
    card = 0
    while left >= state.face_down[card]:
        left -= state.face_down[card]
        card += 1
    state.face_down[card] -= 1
    return card


@rule
def pile_size(state):
    size = 0
    for card in range(KINDS):
        size += state.face_down[card]
    return size


@rule
def current_player(state):
    return state.turn


@rule
def phase(state):
    return int(state.decision != SEAL)


@rule
def legal_moves(data, state, moves):
    n = 0
    if state.decision == PLAY:
        moves[0], moves[1] = PLAY + HELD, PLAY + DRAWN
        n = 2
    elif state.decision == CHOOSE:
        for seat in range(state.seats):
            if can_be_chosen(state, seat):
                moves[n] = CHOOSE + seat
                n += 1
    else:
        first = CLERK if state.decision == SEAL else SPY  # a clerk may not name a clerk
        for card in range(first, KINDS):
            moves[n] = state.decision + card
            n += 1
    return n


@rule
def can_be_chosen(state, seat):
    return seat != state.turn and state.hands[seat] > 0 and state.guarded[seat] == 0


@rule
def apply(data, state, move):
    choice = move - state.decision
    if state.decision == SEAL:
        state.letters[state.turn] = choice
        state.turn += 1
        if state.turn == state.seats:
            begin_turn(state, 0)
    elif state.decision == PLAY:
        play(state, choice)
    elif state.decision == CHOOSE:
        state.target = choice
        if state.played == CLERK:
            state.decision = NAME
        else:
            take_effect(state, choice)
            end_turn(state)
    else:
        guess(state, choice)
        end_turn(state)


@rule
def begin_turn(state, seat):
    state.turn, state.decision = seat, PLAY
    state.guarded[seat] = 0
    state.drawn = draw(state)


@rule
def play(state, place):
    """Play one of the two cards; everyone sees which one, so they know whether the held card is still the same."""
    seat = state.turn
    card = state.drawn
    if place == HELD:
        card, state.hands[seat] = state.hands[seat], state.drawn
        state.ruled_out[seat] = 0
        for other in range(state.seats):
            state.knows[other, seat] = int(other == seat)
    state.drawn = 0
    state.shown[seat, card] += 1
    if card == QUEEN:
        put_out(state, seat)
    elif card == GUARD:
        state.guarded[seat] = 1
    elif anyone_can_be_chosen(state):
        state.played, state.decision = card, CHOOSE
        return
    end_turn(state)


@rule
def anyone_can_be_chosen(state):
    for seat in range(state.seats):
        if can_be_chosen(state, seat):
            return True
    return False


@rule
def take_effect(state, target):
    """Carry out spy, judge or thief."""
    seat = state.turn
    if state.played == SPY:
        state.knows[seat, target] = 1
    elif state.played == JUDGE:
        loser = target if state.hands[target] < state.hands[seat] else seat
        winner = seat + target - loser
        least = state.hands[loser] + int(loser == target)  # all players now know: the winner holds at least this
        state.ruled_out[winner] |= (1 << least) - 1
        state.knows[loser, winner] = 1
        put_out(state, loser)
    else:
        state.hands[seat], state.hands[target] = state.hands[target], state.hands[seat]
        state.ruled_out[seat], state.ruled_out[target] = state.ruled_out[target], state.ruled_out[seat]
        for other in range(state.seats):  # what a player knows about a card moves with the card
            mine, theirs = state.knows[other, seat], state.knows[other, target]
            state.knows[other, seat], state.knows[other, target] = theirs, mine
        state.knows[seat, seat], state.knows[seat, target] = 1, 1
        state.knows[target, seat], state.knows[target, target] = 1, 1


@rule
def guess(state, card):
    """Carry out a clerk."""
    if state.hands[state.target] == card:
        put_out(state, state.target)
    else:
        state.ruled_out[state.target] |= 1 << card


@rule
def put_out(state, seat):
    state.shown[seat, state.hands[seat]] += 1
    state.hands[seat] = 0
    state.guarded[seat] = 0
    state.ruled_out[seat] = 0
    for other in range(state.seats):
        state.knows[other, seat] = 0


@rule
def end_turn(state):
    """Find the next player who is still in, or end the game. The last card of the pile is never drawn."""
    state.played, state.target, state.decision = 0, 0, PLAY
    following = state.turn
    for step in range(state.seats, 0, -1):
        seat = (state.turn + step) % state.seats
        if state.hands[seat] > 0:
            following = seat
    players = 0
    for seat in range(state.seats):
        players += int(state.hands[seat] > 0)
    if players == 1:
        state.reason = ONE_LEFT
    elif pile_size(state) == 1:
        state.reason = NO_CARDS
    else:
        begin_turn(state, following)


@rule
def end_reason(state):
    return state.reason


@rule
def score(state, seat):
    """The worth of the held card; 0 if this player is out."""
    card = state.hands[seat]
    return card + LETTER_WORTH * int(card > 0 and state.letters[seat] == card)


@rule
def payoff(state, seat):
    winners = 0
    for other in range(state.seats):
        if score(state, other) > score(state, seat):
            return 0.0
        winners += int(score(state, other) == score(state, seat))
    return 1.0 / winners


@rule
def resample_hidden(data, state, seat, seed):
    """Deal the hidden cards anew: the same cards for a seat to know, everything else by chance."""
    state.stream = seed_stream(seed)
    if state.reason != RUNNING:
        return  # all cards and letters are shown at the end
    drawn_is_hidden = state.drawn > 0 and state.turn != seat
    if drawn_is_hidden:
        state.face_down[state.drawn] += 1
    return_hidden_cards(state, seat)
    while not deal_hidden_cards(state, seat):
        return_hidden_cards(state, seat)
    if drawn_is_hidden:
        state.drawn = draw(state)
    for other in range(state.seats):
        if other != seat and state.letters[other] > 0:
            state.letters[other] = CLERK + random_below(state, QUEEN)


@rule
def is_hidden(state, seat, other):
    return state.hands[other] > 0 and state.knows[seat, other] == 0


@rule
def return_hidden_cards(state, seat):
    for other in range(state.seats):
        if is_hidden(state, seat, other):
            state.face_down[state.hands[other]] += 1


@rule
def deal_hidden_cards(state, seat):
    """Deal a card for each hidden one; return whether no player got a card that is ruled out."""
    fits = True
    for other in range(state.seats):
        if is_hidden(state, seat, other):
            state.hands[other] = draw(state)
            if state.ruled_out[other] >> state.hands[other] & 1:
                fits = False
    return fits


WORDS = {SEAL: "seal", PLAY: "play", CHOOSE: "choose player", NAME: "name"}


def write_move(content, state, move):
    choice = move - state.decision
    if state.decision == PLAY:
        return f"play held {CARDS[state.hands[state.turn]]}" if choice == HELD else f"play drawn {CARDS[state.drawn]}"
    if state.decision == CHOOSE:
        return f"choose player {choice + 1}"
    return f"{WORDS[state.decision]} {CARDS[choice]}"


def read_move(content, state, text):
    options = {SEAL: range(CLERK, KINDS), PLAY: (HELD, DRAWN), CHOOSE: range(state.seats), NAME: range(SPY, KINDS)}
    texts = {write_move(content, state, state.decision + choice): choice for choice in options[state.decision]}
    if text not in texts:
        raise NotationError(f"the move now is one of {', '.join(texts)}; not {text!r}")
    return state.decision + texts[text]


def explain_illegal(content, state, text):
    seat = read_move(content, state, text) - CHOOSE  # all other moves that can be read are legal
    if seat == state.turn:
        return "you cannot choose yourself"
    return "this player is out" if state.hands[seat] == 0 else "this player is guarded"


EFFECTS = {
    CLERK: "name a player's card; a player who holds it is out",
    SPY: "look at a player's card",
    JUDGE: "compare cards with a player; the lower one is out",
    GUARD: "no player can choose you until your next turn",
    THIEF: "swap cards with a player",
    QUEEN: "you are out",
}


def describe_move(content, state, move):
    if state.decision == PLAY:
        return EFFECTS[state.hands[state.turn] if move == PLAY + HELD else state.drawn]
    if state.decision == SEAL:
        return f"worth {LETTER_WORTH + move - SEAL} at the end"
    return ""


def is_move_visible(content, state, move, seat):
    return state.decision != SEAL or seat == state.turn


def observation(content, state, seat):
    over = state.reason != RUNNING
    mine = [state.hands[seat]] + ([state.drawn] if state.turn == seat else [])
    return {
        "seat": seat,
        "decision": None if over else WORDS[state.decision],
        "card_in_effect": CARDS[state.played] or None,
        "chosen_player": f"player {state.target + 1}" if state.decision == NAME else None,
        "your_cards": [CARDS[card] for card in mine if card],
        "your_letter": CARDS[state.letters[seat]] or None,
        "cards_on_the_pile": sum(state.face_down),
        "players": [player(state, seat, other, over) for other in range(state.seats)],
    }


def player(state, seat, other, over):
    """What a seat knows about another one, or about itself."""
    seen = over or state.knows[seat, other]
    letter = CARDS[state.letters[other]]
    return {
        "in": state.hands[other] > 0,
        "card": (CARDS[state.hands[other]] or None) if seen else "?" if state.hands[other] else None,
        "letter": (letter if over or seat == other else "?") if letter else None,
        "guarded": bool(state.guarded[other]),
        "seen_by": [f"player {k + 1}" for k in range(state.seats) if k != other and state.knows[k, other]],
        "cannot_hold": [CARDS[k] for k in range(1, KINDS) if state.ruled_out[other] >> k & 1],
        "shown": [CARDS[k] for k in range(1, KINDS) for _ in range(state.shown[other, k])],
    }


def validate(content, state):
    """Refuse positions that no game can reach, as far as the rules rely on it."""
    seats, over = range(state.seats), state.reason != RUNNING
    players = [seat for seat in seats if state.hands[seat]]
    empty = range(state.seats, MAX_SEATS)
    checks = {
        "seats": state.seats == GameData.over(content.data).seats
        and not any(state.hands[k] or state.letters[k] or state.guarded[k] or state.ruled_out[k] for k in empty),
        "turn": state.turn < state.seats and (over or state.turn in players),
        "cards": [count_cards(state, card) for card in range(KINDS)] == [*COPIES] and sum(state.face_down) > 0,
        "letters": all(bool(state.letters[k]) == (state.decision != SEAL or k < state.turn) for k in seats),
        "ruled_out": not any(state.ruled_out[k] >> state.hands[k] & 1 for k in players),
        "knows": all(state.knows[k, k] for k in players),
        "reason": state.reason == end_reason_of(state, players),
        "decision": over or decision_fits(state),
    }
    for name, holds in checks.items():
        if not holds:
            raise NotationError(f"{name}: no game of Sealed Letters can reach this position")


def count_cards(state, card):
    """Cards of a kind on the table; for kind 0, fields that should be empty."""
    held = [*state.hands, state.drawn].count(card) if card else 0
    return state.face_down[card] + held + sum(state.shown[seat, card] for seat in range(MAX_SEATS))


def end_reason_of(state, players):
    if len(players) == 1:
        return ONE_LEFT
    between_turns = state.drawn == 0 and state.decision == PLAY
    return NO_CARDS if players and between_turns and sum(state.face_down) == 1 else RUNNING


def decision_fits(state):
    if state.decision == CHOOSE:
        return state.played in (CLERK, SPY, JUDGE, THIEF) and not state.drawn and plain(anyone_can_be_chosen)(state)
    if state.decision == NAME:
        return state.played == CLERK and not state.drawn and plain(can_be_chosen)(state, state.target)
    known = state.decision in (SEAL, PLAY)
    return known and state.played == 0 and bool(state.drawn) == (state.decision == PLAY)


game = Game(
    name="letter",
    title="Sealed Letters",
    summary="Guess, compare and swap hidden cards; at the end a sealed letter may count ten",
    version="1",
    seats=(2, MAX_SEATS),
    end_reasons=("running", "one player left", "no cards left"),
    max_moves=KINDS,
    largest_move=NAME + QUEEN,
    data=GameData,
    state=State,
    rules=sys.modules[__name__],
    load=load,
    observation=observation,
    options=LetterOptions,
    is_move_visible=is_move_visible,
    validate=validate,
    phases=("letters", "turns"),
    notation=Notation(write_move, read_move, explain_illegal=explain_illegal),
    rendering=Rendering(describe_move=describe_move),
)


FEATURES = ("in", "card", "letter", "others_in", "guarded", "seen_by", "sees")


@rule
def features(data, state, seat, values):
    """Numbers from which an evaluation judges a position for a seat."""
    card = state.hands[seat]
    values[0] = int(card > 0)
    values[1] = card
    values[2] = int(card > 0 and state.letters[seat] == card)
    values[4] = state.guarded[seat]
    for other in range(state.seats):
        if other != seat and state.hands[other] > 0:
            values[3] += 1
            values[5] += int(card > 0 and state.knows[other, seat])
            values[6] += state.knows[seat, other]


game = replace(
    game,
    rules=sys.modules[__name__],  # collect the rules once more: now with `features`
    features=Features(FEATURES, hints=EvaluationHints(weights=Path(__file__).parent / "letter.json")),
)


@rule
def begin(data, state, seed, params, memory, scratch):
    """Start a game: this bot remembers nothing."""


@rule
def choose(data, state, seat, params, memory, scratch):
    """Decide for a seat, from what it knows alone."""
    if state.decision == SEAL:
        return SEAL + max(state.hands[seat], GUARD)
    if state.decision == PLAY:
        return PLAY + place_to_play(state, seat)
    if state.decision == NAME:
        unseen = local_ints(KINDS)
        count_unseen(data, state, seat, unseen)
        return NAME + likely_card(state, seat, state.target, unseen)
    best, most = 0, -1
    for other in range(state.seats):
        if can_be_chosen(state, other):
            worth = target_worth(state, seat, other)
            if worth > most:
                best, most = other, worth
    return CHOOSE + best


@rule
def place_to_play(state, seat):
    """Never the queen; a clerk that hits, else a guard, else the lower card."""
    held, drawn = state.hands[seat], state.drawn
    if held == QUEEN or drawn == QUEEN:
        return DRAWN if held == QUEEN else HELD
    if (held == CLERK or drawn == CLERK) and knows_target_of_clerk(state, seat):
        return HELD if held == CLERK else DRAWN
    if held == GUARD or drawn == GUARD:
        return HELD if held == GUARD else DRAWN
    return HELD if held <= drawn else DRAWN


@rule
def knows_target_of_clerk(state, seat):
    for other in range(state.seats):
        if can_be_chosen(state, other) and state.knows[seat, other] and state.hands[other] != CLERK:
            return True
    return False


@rule
def count_unseen(data, state, seat, unseen):
    """Count the cards that this seat does not see, by kind."""
    for card in range(1, KINDS):
        unseen[card] = data.copies[card]
        for other in range(state.seats):
            unseen[card] -= state.shown[other, card]
    for other in range(state.seats):
        if state.hands[other] > 0 and state.knows[seat, other]:
            unseen[state.hands[other]] -= 1


@rule
def likely_card(state, seat, other, unseen):
    """The card that a player most likely holds, except the clerk, which may not be named."""
    if state.knows[seat, other] and state.hands[other] != CLERK:
        return int(state.hands[other])
    likely = SPY
    for card in range(SPY, KINDS):
        possible = not state.ruled_out[other] >> card & 1
        if possible and (unseen[card] >= unseen[likely] or state.ruled_out[other] >> likely & 1):
            likely = card
    return likely


@rule
def target_worth(state, seat, other):
    """How good it is to choose a player, in hundredths."""
    if not state.knows[seat, other]:
        return 50
    card = int(state.hands[other])
    if state.played == SPY:
        return 0  # this card is known already
    if state.played == CLERK:
        return 100 if card != CLERK else 0
    if state.played == JUDGE:
        return 100 if card < state.hands[seat] else 0
    return 10 * (card + 1)  # a thief wants a high card


def bots():
    rules = SimpleNamespace(begin=begin, choose=choose)
    return (BotSpec("counter", "counts cards, and names the most likely one", rules, moves_scratch(1)),)


game = replace(game, bots=GameBots(compiled=bots))


def picture(content, state, seat):
    """Draw a position as a seat sees it; with seat None, everything is shown."""
    views = [observation(content, state, one) for one in range(state.seats)]
    shown = views[0 if seat is None else seat]
    parts = [svg.text_line(svg.MARGIN, 38, f"Cards on the pile: {shown['cards_on_the_pile']}", 20, bold=True)]
    width = (svg.WIDTH - svg.MARGIN) / state.seats
    for other in range(state.seats):
        view = views[other if seat is None else seat]["players"][other]
        second = CARDS[state.drawn] if state.turn == other else ""
        if second and seat not in (None, other):
            second = "?"
        parts.append(svg.group(svg.MARGIN + other * width, 60, draw_player(other, view, second, width - svg.MARGIN)))
    return svg.document("Sealed Letters", f"A game of {state.seats} players", 380, *parts)


def draw_player(other, view, second, width):
    notes = [
        "guarded" if view["guarded"] else "",
        f"letter: {view['letter']}" if view["letter"] else "",
        f"seen by {', '.join(view['seen_by'])}" if view["seen_by"] else "",
        f"not {', '.join(view['cannot_hold'])}" if view["cannot_hold"] else "",
        f"shown {', '.join(view['shown'])}" if view["shown"] else "",
    ]
    lines = [line for line in notes if line]
    texts = [svg.text_line(14, 204 + 22 * k, line, 15, svg.FAINT, max_width=width - 28) for k, line in enumerate(lines)]
    return "".join(
        [
            svg.rect(0, 0, width, 300, svg.FELT, svg.EDGE, rx=10),
            svg.text_line(14, 28, f"Player {other + 1}" + ("" if view["in"] else " is out"), 18, bold=True),
            draw_card(14, view["card"]) if view["card"] else "",
            draw_card(112, second) if second else "",
            *texts,
        ]
    )


def draw_card(x, name):
    fill = svg.EDGE if name == "?" else svg.FACE
    worth = "" if name == "?" else str(CARDS.index(name))
    return svg.group(
        x,
        44,
        svg.rect(0, 0, 88, 130, fill, svg.INK, rx=8),
        svg.text_line(10, 28, worth, 22, bold=True),
        svg.text_line(44, 80, name, 19, anchor="middle", bold=True, max_width=76),
    )


game = replace(game, rendering=replace(game.rendering, svg=picture))
