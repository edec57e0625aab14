"""Legends of Code and Magic."""

from ludus.core.contract import Game
from ludus.games.locm import rules
from ludus.games.locm.options import Options, load
from ludus.games.locm.state import REASONS, State
from ludus.games.locm.table import Table
from ludus.games.locm.text import read_move, write_move
from ludus.games.locm.view import tell, view

game = Game(
    name="locm",
    title="Legends of Code and Magic",
    summary="A two-player card game made for bots: draft or construct a deck, then fight over one or two lanes",
    version="1",
    seats=(2, 2),
    reasons=REASONS,
    most_moves=256,
    table=Table,
    state=State,
    rules=rules,
    load=load,
    view=view,
    options=Options,
    write_move=write_move,
    read_move=read_move,
    tell=tell,
)
