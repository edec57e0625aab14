"""How a bot drafts patrons: at random, or the first of a list that is still there.

`patrons=apriori` is the list that a bot has learned from games it won, by association rules: content/patrons.toml,
which the study tribute-cards makes. Any other list is names with / between them, in order of preference:
`patrons=ansei/pelin`. Patrons that are not in it are left to chance. With a card file of one's own the names are those
of its patrons; what a list that was learned names and the file does not have is passed over.
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
    """Write a way to draft into a plain view of the record, for the game's own patrons; names of others are passed over
    here, and looked at by `fit_drafting`. `bot` is whose learned list counts.
    """
    _write_ranks(_names(text, bot), _numbers(read_cards(BASE).patrons), drafting)


def fit_drafting(content, bot, options, params) -> None:
    """Rank the patrons of a content in what a bot's `fill` wrote; None: of the game's own."""
    if "drafting" not in bot.params.fields:
        return
    own = _numbers(read_cards(BASE).patrons)
    known = own if content is None else _numbers(content.labels.file.patrons)
    text, drafting = getattr(options, "patrons", None), params.drafting
    if text is not None and text.strip().lower() not in (RANDOM, LEARNED):
        names = _names(text, "")
        _check(names, known)
    else:
        ranked = [name for name in own if drafting.rank[own[name]] != UNRANKED]
        names = sorted(ranked, key=lambda name: drafting.rank[own[name]])
    _write_ranks(names, known, drafting)


def _numbers(patrons) -> dict[str, int]:
    """Of those that can be drafted."""
    return {name: number for number, (name, patron) in enumerate(patrons.items()) if patron.selectable}


def _write_ranks(names, known, drafting) -> None:
    for number in range(DECKS):
        drafting.rank[number] = UNRANKED
    for rank, name in enumerate(names, 1):
        if name in known:
            drafting.rank[known[name]] = rank


def _check(names, known) -> None:
    for k, name in enumerate(names):
        if name not in known:
            close = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(known)}"
            raise OptionError(f"patrons: there is no patron {name!r} to draft{hint}")
        if name in names[:k]:
            raise OptionError(f"patrons: {name} is named twice")


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
