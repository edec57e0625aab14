"""Reference implementation of Delve for tests: cards are objects, nothing is packed; it is given only the draws."""

from ludus.games.delve.constants import NODE_EFFECTS
from ludus.games.delve.decks_and_encounters import THESIS_RULES


class ReferenceGame:
    """Follows the moves of a game in notation; tests compare `facts` with the observation of the real game."""

    def __init__(self, deck, encounters, tree, points=0, rules=THESIS_RULES):
        self.rules, self.gained = rules, dict.fromkeys(NODE_EFFECTS, 0)
        self.deck = [card for card, copies in deck.cards for _ in range(copies)]
        self.deck += [node.card for node in tree.nodes if node.card]  # only to find cards by name
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
        self.turn, self.strength = 0, 0
        self.health = self.full = self.rules.hit_points + self.gained["max_hit_points"]
        self.enemies = [list(enemy) for enemy in self.encounters[self.number].enemies]
        self.status = [dict.fromkeys(("weak", "vulnerable", "poison"), 0) for _ in self.enemies]
        self.own = dict.fromkeys(("weak", "vulnerable", "poison"), 0)
        self.begin_turn()

    def begin_turn(self):
        self.turn += 1
        self.energy = self.rules.energy + self.gained["max_energy"]
        self.mana = self.rules.mana + self.gained["max_mana"]
        self.block = self.gained["turn_block"]
        self.health = min(self.full, self.health + self.gained["regeneration"])

    def open(self):
        unlocked = {self.names[k] for name in self.had for k in self.tree[name].unlocks}
        return [
            name
            for name, node in self.tree.items()
            if name not in self.had
            and (
                name in unlocked
                or (
                    len(self.had) >= node.gate
                    and (not node.parents or any(self.names[parent] in self.had for parent in node.parents))
                )
            )
        ]

    def amount(self, card, effect):
        printed = getattr(card.effects, effect)
        return printed + self.gained.get(effect, 0) if printed else 0

    def damage(self, card):
        if not card.deals_damage:
            return 0
        damage = self.node_damage(card) + self.strength
        return damage - -(-damage // 4) if self.own["weak"] else damage

    def node_damage(self, card):
        words = {("area", "targeted")[card.category], ("mana", "energy")[card.resource]}
        targets = ("area", "targeted", "mana", "energy", "area mana", "area energy", "targeted mana", "targeted energy")
        return card.damage + sum(
            self.tree[name].value
            for name in self.had
            if self.tree[name].effect == 0 and set(targets[self.tree[name].target].split()) <= words
        )

    def play(self, text):
        word, _, rest = text.partition(" ")
        if word == "PICK":
            self.had.append(rest)
            self.points -= self.tree[rest].price
            self.gained[NODE_EFFECTS[self.tree[rest].effect]] += self.tree[rest].value
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
        hit = [k for k, enemy in enumerate(self.enemies) if enemy[1]]
        if card is None:
            name, _, place = rest.rpartition(" ")
            card = next(card for card in self.deck if card.name == name)
            hit = [int(place) - 1]
            assert self.enemies[hit[0]][1] > 0
        assert (card.category == 1) == (card.name != rest)
        if card.category == 2:
            hit = []
        if card.resource == 0:
            self.mana -= card.cost
        else:
            self.energy -= card.cost
        assert min(self.mana, self.energy) >= 0
        for k in hit:
            self.hit(k, card)
        self.block = min(999, self.block + self.amount(card, "block"))
        self.health = min(self.full, self.health + self.amount(card, "heal"))
        self.strength = min(99, self.strength + self.amount(card, "strength"))
        for name in self.own:
            self.own[name] = min(99, self.own[name] + getattr(card.effects, f"self_{name}"))
        self.energy = min(99, self.energy + self.amount(card, "gain_energy"))
        self.mana = min(99, self.mana + self.amount(card, "gain_mana"))
        if not any(health for _, health in self.enemies):
            self.win()

    def hit(self, place, card):
        enemy, status, damage = self.enemies[place], self.status[place], self.damage(card)
        enemy[1] = max(0, enemy[1] - (damage + damage // 2 if status["vulnerable"] else damage))
        for name in status:
            status[name] = min(99, status[name] + self.amount(card, name)) if enemy[1] else 0

    def win(self):
        self.number += 1
        if self.number == len(self.encounters):
            self.over = "won"
        else:
            self.points += self.encounters[self.number - 1].points
            self.begin_or_pick()

    def end_turn(self):
        for enemy, status in zip(self.enemies, self.status, strict=True):
            enemy[1] = max(0, enemy[1] - status["poison"])
            status["poison"] = max(0, status["poison"] - 1)
        if not any(health for _, health in self.enemies):
            self.win()
            return
        self.health -= self.own["poison"]
        self.own["poison"] = max(0, self.own["poison"] - 1)
        struck = sum(self.strike(*pair) for pair in zip(self.enemies, self.status, strict=True) if pair[0][1])
        self.health -= max(0, struck - self.block)
        for status in (*self.status, self.own):
            for name in ("weak", "vulnerable"):
                status[name] = max(0, status[name] - 1)
        if self.health <= 0:
            self.over = "died"
        elif self.turn == 50:
            self.over = "turn cap"
        else:
            self.begin_turn()

    def strike(self, enemy, status):
        attack = int(enemy[0] * 0.75) if status["weak"] else enemy[0]
        return int(attack * 1.5) if self.own["vulnerable"] else attack

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

    def effect_facts(self):
        """Block, strength and statuses in a fight."""
        living = [status for status, enemy in zip(self.status, self.enemies, strict=True) if enemy[1]]
        return {"block": self.block, "strength": self.strength, **self.own, "statuses": living}
