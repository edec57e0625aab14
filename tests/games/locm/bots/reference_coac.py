"""Coac once more, without thought for speed: from the text it is sent to the line it answers.

Written apart from the compiled bot and in another way: cards are objects, every scene is a whole copy, nothing is
skipped or pruned but what the original prunes. It shows that the compiled search takes its short cuts without
changing an answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

HAND, BOARD, FOES, GONE = 0, 1, -1, -2
CREATURE, GREEN, RED, BLUE = range(4)
LOWEST = -(1 << 31)
LOST = -100_000


@dataclass
class Card:
    number: int
    id: int
    place: int
    kind: int
    cost: int
    attack: int
    defense: int
    keywords: frozenset
    my_health: int
    opp_health: int
    draw: int
    lane: int
    attacked: bool = False
    able: bool = True
    passed: bool = False

    def worth(self):
        total = 9 if "G" in self.keywords else 0
        if self.attack > 0:
            ward, lethal = "W" in self.keywords, "L" in self.keywords
            total += 20 + 5 * (self.defense + 2 * self.attack + ward * self.attack + 4 * lethal)
        return total


@dataclass
class Scene:
    cards: list[Card]
    health: dict[int, int]  # by side: BOARD is Coac, FOES the opponent
    runes: dict[int, int]
    decks: dict[int, int]
    mana: int
    draws: int = 0

    def copy(self):
        return replace(self, cards=[replace(card) for card in self.cards], health=dict(self.health))

    def at(self, place, lane=None):
        return [card for card in self.cards if card.place == place and lane in (None, card.lane)]

    def worth(self):
        total = sum(card.worth() for card in self.at(BOARD)) - sum(card.worth() for card in self.at(FOES))
        total += 21 * sum(card.passed and card.kind != CREATURE for card in self.at(HAND))
        if len(self.at(HAND)) + self.draws <= 8:
            total += 5 * self.draws
        mine, theirs = self.health[BOARD], self.health[FOES]
        total += 2 * mine - 2 * theirs - (100 if mine < 5 else 0)
        return total + (-LOST if theirs <= 0 else LOST if mine <= 0 else 0)

    def can_kill(self, side):
        if any("G" in card.keywords for card in self.at(-side)):
            return False
        left = self.health[-side] - sum(card.attack for card in self.at(side) if card.able and not card.attacked)
        if left <= 0:
            return True
        runes = left // 5
        missing = 1 + max(0, self.runes[-side] - runes) - self.decks[-side]
        return missing > 0 and missing >= runes

    def moves(self, side):
        """(word, place in the list, target): a place in the list, a lane, or None for the player."""
        found = []
        for k, card in enumerate(self.cards):
            if card.passed:
                continue
            if card.place == side and card.attack > 0 and card.able and not card.attacked:
                found += [("ATTACK", k, target) for target in self.targets(side, card)]
            elif side == BOARD and card.place == HAND and card.cost <= self.mana:
                found += self.plays(k, card)
            else:
                continue
            found.append(("PASS", k, None))
        return found

    def targets(self, side, card):
        there = [k for k, other in enumerate(self.cards) if other.place == -side and other.lane == card.lane]
        guards = [k for k in there if "G" in self.cards[k].keywords]
        face = [None] if side == FOES and not guards else []
        return (guards or there) + face

    def plays(self, k, card):
        if card.kind == CREATURE:
            return [("SUMMON", k, lane) for lane in range(2) if len(self.at(BOARD, lane)) < 3]
        if card.kind == GREEN:
            return [("USE", k, j) for j, own in enumerate(self.cards) if own.place == BOARD and not own.attacked]
        found = [("USE", k, j) for j, foe in enumerate(self.cards) if foe.place == FOES and useful(card, foe)]
        return found + ([("USE", k, None)] if card.kind == BLUE else [])

    def play(self, side, move):
        word, k, target = move
        card = self.cards[k]
        if word == "PASS":
            card.passed = True
        elif word == "ATTACK":
            card.attacked = True
            if target is None:
                self.health[-side] -= card.attack
            else:
                self.attack(side, card, self.cards[target])
        else:
            self.mana -= card.cost
            self.draws += card.draw
            self.health[BOARD] += card.my_health
            self.health[FOES] += card.opp_health
            if word == "SUMMON":
                card.place, card.lane, card.able = BOARD, target, "C" in card.keywords
            else:
                card.place = GONE
                if target is None:
                    self.health[FOES] += card.defense
                else:
                    use(card, self.cards[target])

    def attack(self, side, card, other):
        hurt, other_hurt = "W" not in card.keywords, "W" not in other.keywords
        if not hurt and other.attack:
            card.keywords -= {"W"}
        if not other_hurt and card.attack:
            other.keywords -= {"W"}
        if hurt:
            card.defense -= other.attack
        if other_hurt:
            other.defense -= card.attack
            if "D" in card.keywords:
                self.health[side] += card.attack
        if hurt and (card.defense <= 0 or ("L" in other.keywords and other.attack > 0)):
            card.place = GONE
        if other_hurt and (other.defense <= 0 or "L" in card.keywords):
            other.place = GONE
            if "B" in card.keywords:
                self.health[-side] += max(0, -other.defense)


def useful(item, foe):
    if foe.attack == 0 and "G" not in foe.keywords:
        return False
    if item.kind == BLUE:
        return item.defense != 0
    if item.number in (142, 149):
        return bool(foe.keywords & set("BDGLW"))
    if item.number == 143:
        return "G" in foe.keywords
    if item.number == 151:
        return foe.attack >= 4 or foe.defense >= 4 or bool(foe.keywords & set("GLW"))
    return True


def use(item, target):
    if item.kind == GREEN:
        target.keywords |= item.keywords
        target.able |= "C" in target.keywords
    else:
        kept = target.keywords - item.keywords - {"B"}
        target.keywords = kept | (target.keywords & item.keywords & {"B"})
    target.attack = max(0, target.attack + item.attack)
    if "W" in target.keywords and item.defense < 0:
        target.keywords -= {"W"}
    else:
        target.defense += item.defense
    if target.defense <= 0:
        target.place = GONE


def look(scene, depth, floor):
    """The value of a scene in Coac's turn, and its best move."""
    moves = scene.moves(BOARD) if depth > 0 else []
    if not moves:
        return answer(scene.copy(), floor), None
    if len(moves) >= 35:
        depth -= 1
    best, best_move = LOWEST, None
    for move in moves:
        child = scene.copy()
        child.play(BOARD, move)
        value, _ = look(child, depth - 1, floor)
        floor = max(floor, value)
        if value > best:
            best, best_move = value, move
    return best, best_move


def answer(scene, floor):
    """The opponent's whole turn, attack by attack."""
    while True:
        if scene.can_kill(FOES):
            return LOST
        move = worst(scene, floor)
        if move is None:
            return scene.worth()
        scene.play(FOES, move)


def worst(scene, floor):
    least, least_move = -LOWEST, None
    for move in scene.moves(FOES):
        child = scene.copy()
        child.play(FOES, move)
        if child.worth() < floor:
            return move
        if child.worth() < least:
            least, least_move = child.worth(), move
    return least_move


def read(text):
    lines = text.split("\n")
    numbers = [[int(word) for word in line.split()] for line in lines[:2]]
    cards = []
    for line in lines[4 + int(lines[2].split()[1]) :]:
        if line:
            row = line.split()
            values = [int(word) for word in row[:7]], [int(word) for word in row[8:]]
            cards.append(Card(*values[0], frozenset(row[7]) - {"-"}, *values[1]))
    health, mana, decks, runes, _ = zip(*numbers, strict=True)
    sides = (BOARD, FOES)
    by_side = [dict(zip(sides, values, strict=True)) for values in (health, [rune // 5 for rune in runes], decks)]
    return Scene(cards, *by_side, mana[0])


def reply(text):
    """The line that Coac answers."""
    scene = read(text)
    first = [card.id for card in scene.at(BOARD)]
    said = []
    killing = scene.can_kill(BOARD)
    while not killing:
        _, move = look(scene, 3, LOWEST)
        if move is None:
            break
        scene.play(BOARD, move)
        word, k, target = move
        if word != "PASS":
            number = target if word == "SUMMON" else -1 if target is None else scene.cards[target].id
            said.append(f"{word} {scene.cards[k].id} {number}")
        if scene.can_kill(BOARD):
            said += [f"ATTACK {number} -1" for number in first]
            for card in scene.cards:
                card.attacked |= card.id in first
            killing = True
    said += [f"ATTACK {card.id} -1" for card in scene.at(BOARD) if not card.attacked]
    return "".join(f"{command};" for command in said) or "PASS"
