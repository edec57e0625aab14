"""A scenario as the rules read it: the kinds of cards in the deck, the encounters, the skill tree."""

from ludus.core import Record, int16, int32, uint8, uint16, uint64
from ludus.games.delve.kinds import CLASSES, ENCOUNTERS, ENEMIES, KINDS, NODES

WORDS = NODES // 64  # of a set of nodes


class Card(Record):
    category: uint8
    resource: uint8
    cost: uint8
    group: uint8  # its class: category * 2 + resource
    damage: int16
    copies: uint8  # in the deck


class Encounter(Record):
    size: uint8  # enemies
    attack: int16[ENEMIES]
    health: int16[ENEMIES]


class Node(Record):
    first: uint16  # of its children in the tree's list of children
    children: uint16  # how many
    price: uint8
    root: uint8  # 1: it can be had from the beginning
    bonus: uint8[CLASSES]  # what it adds to the damage of each class of cards


class Table(Record):
    kinds: uint8  # different cards in the deck; equal cards are one kind
    encounters: uint8
    first: uint8  # the encounter that the game begins with, from 0
    last: uint8  # the one that it ends after
    points: uint8  # skill points at the beginning
    nodes: uint16
    priced: uint8  # 1: some node costs more than one point, so points may be saved
    energy: uint8  # refilled every turn
    mana: uint8
    health: int16  # of the player at the beginning of an encounter
    had: uint64[WORDS]  # nodes that the player has from the beginning, a bit each
    cards: Card[KINDS]
    foes: Encounter[ENCOUNTERS]
    tree: Node[NODES]
    children: int32[4 * NODES]  # see Node
