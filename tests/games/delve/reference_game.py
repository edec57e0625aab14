"""Reference implementation of Delve for tests: cards are objects, nothing is packed; it is given only the draws."""


class ReferenceGame:
    """Follows the moves of a game in notation; tests compare `facts` with the observation of the real game."""

    def __init__(self, deck, encounters, tree, points=0):
        self.deck = [card for card, copies in deck.cards for _ in range(copies)]
        self.encounters, self.tree = encounters, {node.name: node for node in tree.nodes}
        self.names = [node.name for node in tree.nodes]
        self.dear = any(node.price > 1 for node in tree.nodes)
        self.had, self.points, self.number, self.over = [], points, 0, None
        self.begin_or_pick()

    def begin_or_pick(self):
        self.picking = any(self.tree[name].price <= self.points for name in self.open())
        if not self.picking:
            self.begin()

    def begin(self):
        self.picking = False
        self.health, self.turn = 50, 1
        self.enemies = [list(enemy) for enemy in self.encounters[self.number].enemies]
        self.drawn, self.energy, self.mana = [], 20, 10

    def open(self):
        return [
            name
            for name, node in self.tree.items()
            if name not in self.had
            and (not node.parents or any(self.names[parent] in self.had for parent in node.parents))
        ]

    def damage(self, card):
        words = {("area", "targeted")[card.category], ("mana", "energy")[card.resource]}
        targets = ("area", "targeted", "mana", "energy", "area mana", "area energy", "targeted mana", "targeted energy")
        return card.damage + sum(
            self.tree[name].value for name in self.had if set(targets[self.tree[name].target].split()) <= words
        )

    def play(self, text):
        word, _, rest = text.partition(" ")
        if word == "PICK":
            self.had.append(rest)
            self.points -= self.tree[rest].price
            self.begin_or_pick()
        elif word == "SAVE":
            assert self.dear
            self.begin()
        elif word == "END":
            self.end_turn()
        else:
            self.play_card(rest)

    def play_card(self, rest):
        card = next((card for card in self.deck if card.name == rest), None)
        hit = self.enemies
        if card is None:
            name, _, place = rest.rpartition(" ")
            card = next(card for card in self.deck if card.name == name)
            hit = [self.enemies[int(place) - 1]]
            assert hit[0][1] > 0
        assert (card.category == 0) == (hit is self.enemies)
        if card.resource == 0:
            self.mana -= card.cost
        else:
            self.energy -= card.cost
        assert min(self.mana, self.energy) >= 0
        for enemy in hit:
            enemy[1] = max(0, enemy[1] - self.damage(card))
        if not any(health for _, health in self.enemies):
            self.win()

    def win(self):
        self.number += 1
        if self.number == len(self.encounters):
            self.over = "won"
        else:
            self.points += 1
            self.begin_or_pick()

    def end_turn(self):
        self.health -= sum(attack for attack, health in self.enemies if health)
        if self.health <= 0:
            self.over = "died"
        elif self.turn == 50:
            self.over = "turn cap"
        else:
            self.turn += 1
            self.energy, self.mana = 20, 10

    def facts(self):
        if self.over:
            return {"reason": self.over, "won": self.number}
        facts = {"reason": "running", "won": self.number, "points": self.points}
        if self.picking:
            able = {name for name in self.open() if self.tree[name].price <= self.points}
            return facts | {"asked": "pick", "able": able}
        enemies = [health for _, health in self.enemies]
        fight = {"turn": self.turn, "health": self.health, "energy": self.energy, "mana": self.mana, "enemies": enemies}
        return facts | {"asked": "fight"} | fight
