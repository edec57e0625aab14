"""Patron drafts of the bots: at random, or the first available patron of a preference list.

`patrons=apriori` uses the list that a bot has learned from games it won, by association rules: content/patrons.toml,
produced by the study tribute-cards. Any other list consists of names separated by /, in order of preference:
`patrons=ansei/pelin`. Patrons that are not listed are drafted at random. With a custom card file the names are those of
its patrons; patrons of a learned list that the file lacks are skipped.
"""

# mypy: ignore-errors

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from ludus.core import Record, rule, uint8
from ludus.games.tribute.card_file import BASE, read_cards
from ludus.games.tribute.move_bits import thing_of
from ludus.games.tribute.state import DECKS
from ludus.util.errors import ContentError, OptionError
from ludus.util.text import closest_match

RANDOM, APRIORI = "random", "apriori"
LEARNED_FILE = Path(__file__).parents[1] / "content" / "patrons.toml"
VERSION = 1
UNRANKED = 0
NONE = -1

PatronsOption = Annotated[
    str,
    Meta(description="draft: random, apriori (a learned list), or names in order of preference, separated by /"),
]


class DraftRanks(Record):
    rank: uint8[DECKS]  # 1 for the preferred patron; UNRANKED: drafted at random


def fill_drafting(text, drafting, bot="") -> None:
    """Write a draft preference into a plain view of the record, for the patrons of the base game.

    Unknown names are skipped here and checked by `fit_drafting`.

    Args:
        text: value of the option `patrons`.
        drafting: plain view of a Drafting record.
        bot: name of the bot whose learned list applies.
    """
    _write_ranks(_names(text, bot), _numbers(read_cards(BASE).patrons), drafting)


def fit_drafting(content, bot, options, params) -> None:
    """Rank the patrons of a content in the params that a bot's `fill` wrote; None means the base game.

    Raises:
        OptionError: the option names an unknown patron, or one twice.
    """
    if "drafting" not in bot.params.fields:
        return
    own = _numbers(read_cards(BASE).patrons)
    known = own if content is None else _numbers(content.labels.file.patrons)
    text, drafting = getattr(options, "patrons", None), params.drafting
    if text is not None and text.strip().lower() not in (RANDOM, APRIORI):
        names = _names(text, "")
        _check(names, known)
    else:
        ranked = [name for name in own if drafting.rank[own[name]] != UNRANKED]
        names = sorted(ranked, key=lambda name: drafting.rank[own[name]])
    _write_ranks(names, known, drafting)


def _numbers(patrons) -> dict[str, int]:
    """Numbers of the patrons that can be drafted, by name."""
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
            close = closest_match(name, known)
            hint = f"; did you mean {close}?" if close else f"; there are {', '.join(known)}"
            raise OptionError(f"patrons: there is no patron {name!r} to draft{hint}")
        if name in names[:k]:
            raise OptionError(f"patrons: {name} is named twice")


@cache
def learned_preferences() -> dict[str, list[str]]:
    """Learned preference lists, by bot."""
    data = tomllib.loads(LEARNED_FILE.read_text(encoding="utf-8"))
    if data.get("version") != VERSION:
        raise ContentError(f"version is {data.get('version')!r}; this release reads version = {VERSION}", LEARNED_FILE)
    return data[APRIORI]


def _names(text: str, bot: str) -> list[str]:
    mode = text.strip().lower()
    if mode == RANDOM:
        return []
    if mode == APRIORI:
        if bot not in learned_preferences():
            raise OptionError(
                f"patrons: {bot or 'this bot'} has learned nothing; {', '.join(learned_preferences())} have"
            )
        return learned_preferences()[bot]
    return [_name(word) for word in text.split("/")]


def _name(word: str) -> str:
    return word.strip().lower().replace(" ", "_").replace("-", "_")


@rule
def preferred_draft(drafting, moves, n):
    """Index of the draft with the best rank among n moves; NONE if no listed patron is available."""
    best, index = 0, NONE
    for k in range(n):
        rank = drafting.rank[thing_of(moves[k])]
        if rank != UNRANKED and (index == NONE or rank < best):
            best, index = rank, k
    return index
