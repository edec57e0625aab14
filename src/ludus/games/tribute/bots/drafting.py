"""How a bot drafts patrons: at random, or the first of a list that is still there.

`patrons=apriori` is the list that a bot has learned from games it won, by association rules: content/patrons.toml,
which the study tribute-cards makes. Any other list is names with / between them, in order of preference:
`patrons=ansei/pelin`. Patrons that are not in it are left to chance. Names are those of the game's own card file; with
another file a name stands for the patron in its place.
"""

# mypy: ignore-errors

import difflib
import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, rule, uint8
from ludus.core.errors import ContentError, OptionError
from ludus.games.tribute.cards import BASE, read_cards
from ludus.games.tribute.moves import THING
from ludus.games.tribute.state import DECKS

RANDOM, LEARNED = "random", "apriori"
LISTS = Path(__file__).parents[1] / "content" / "patrons.toml"
VERSION = 1
UNRANKED = 0
NONE = -1

Patrons = Annotated[
    str,
    Meta(description="how it drafts: random, apriori (as learned), or names in order of preference, / between them"),
]


class Drafting(Record):
    rank: uint8[DECKS]  # of each patron, 1 for the one liked best; UNRANKED: left to chance


def fill_drafting(text, drafting, bot="") -> None:
    """Write a way to draft into a plain view of the record; `bot` is whose learned list counts."""
    names = _names(text, bot)
    whole = read_cards(BASE).patrons
    known = {name: number for number, (name, patron) in enumerate(whole.items()) if patron.selectable}
    for rank, name in enumerate(names, 1):
        if name not in known:
            close = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(known)}"
            raise OptionError(f"patrons: there is no patron {name!r} to draft{hint}")
        if drafting.rank[known[name]] != UNRANKED:
            raise OptionError(f"patrons: {name} is named twice")
        drafting.rank[known[name]] = rank


@cache
def learned() -> dict[str, list[str]]:
    """The lists that bots have learned, by bot."""
    whole = tomllib.loads(LISTS.read_text(encoding="utf-8"))
    if whole.get("version") != VERSION:
        raise ContentError(f"version is {whole.get('version')!r}; this release reads version = {VERSION}", LISTS)
    return whole[LEARNED]


def _names(text: str, bot: str) -> list[str]:
    way = text.strip().lower()
    if way == RANDOM:
        return []
    if way == LEARNED:
        if bot not in learned():
            raise OptionError(f"patrons: {bot or 'this bot'} has learned nothing; {', '.join(learned())} have")
        return learned()[bot]
    return [_name(word) for word in text.split("/")]


def _name(word: str) -> str:
    return word.strip().lower().replace(" ", "_").replace("-", "_")


@rule
def preferred(drafting, moves, n):
    """Which of n drafts in a list of moves takes the patron liked best; NONE: no patron of the list is there."""
    best, found = 0, NONE
    for k in range(n):
        rank = drafting.rank[moves[k] & THING]
        if rank != UNRANKED and (found == NONE or rank < best):
            best, found = rank, k
    return found
