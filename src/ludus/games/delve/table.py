"""Game data of a scenario, as the rules read it: kinds of cards in the deck, encounters, skill tree."""

from ludus.core import Record, int16, int32, uint8, uint16, uint64
from ludus.games.delve.kinds import CLASSES, MAX_ENCOUNTERS, MAX_ENEMIES, MAX_KINDS, MAX_NODES

NODE_WORDS = MAX_NODES // 64  # machine words of a bit set of nodes


class CardKind(Record):
    category: uint8
    resource: uint8
    cost: uint8
    group: uint8  # the card class: category * 2 + resource
    damage: int16
    copies: uint8  # in the deck


class EnemyGroup(Record):
    size: uint8  # number of enemies
    attack: int16[MAX_ENEMIES]
    health: int16[MAX_ENEMIES]


class SkillNodeRecord(Record):
    first: uint16  # index of its first child in GameData.children
    children: uint16  # number of children
    price: uint8
    root: uint8  # 1: available from the beginning
    bonus: uint8[CLASSES]  # added to the damage of each card class


class GameData(Record):
    kinds: uint8  # number of different cards in the deck; cards with equal values are one kind
    encounters: uint8
    first: uint8  # the first encounter to be played, from 0
    last: uint8  # the last one
    points: uint8  # skill points at the beginning
    nodes: uint16
    priced: uint8  # 1: some node costs more than one point, so points may be saved
    energy: uint8  # refilled every turn
    mana: uint8
    health: int16  # of the player at the beginning of an encounter
    had: uint64[NODE_WORDS]  # nodes that the player owns at the beginning, one bit each
    cards: CardKind[MAX_KINDS]
    foes: EnemyGroup[MAX_ENCOUNTERS]
    tree: SkillNodeRecord[MAX_NODES]
    children: int32[4 * MAX_NODES]  # see Node
