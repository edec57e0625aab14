"""Effect grammar: what a designer may write under `do`, and the step of each clause.

A text is a list of sentences. The clauses of a sentence are separated by commas. The first of several clauses is your
choice to discard or to trash; the others are done only if that choice moved a card ("trash a Copper, +3 coins"). KIND
is a card, a type (an Action, a Treasure, a Victory) or a basic card (a Curse, a Gold).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ludus.games.dominion import game_data_records as t
from ludus.games.dominion.state import CARDS
from ludus.util.errors import ContentError
from ludus.util.text import most_similar

BASIC_CARDS = ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province", "Curse")
MAX_NUMBER = 20  # largest number in a text
NAMED_EXAMPLES = 5  # in the error message for an unknown clause

_KIND = r"an? (?P<kind>card|[A-Z][a-z]+)"
_KINDS = r"(?P<kind>card|[A-Z][a-z]+?)s?"
_N = r"(?P<n>\d+)"
_WORDS = {"once": 1, "twice": 2, "thrice": 3}


@dataclass(frozen=True)
class Clause:
    """A step of a card's text, with the fields of the Step record."""

    op: int
    who: int = t.YOU
    what: int = t.ANY
    how: int = 0
    to: int = t.TO_DISCARD
    n: int = 0


@dataclass(frozen=True)
class ClausePattern:
    """Pattern of one kind of clause, with an example."""

    example: str
    pattern: re.Pattern[str]
    clause: Callable[[re.Match[str]], Clause]


def _pattern(example: str, pattern: str, clause: Callable[[re.Match[str]], Clause]) -> ClausePattern:
    return ClausePattern(example, re.compile(pattern), clause)


def _number(match: re.Match[str], least: int = 1) -> int:
    n = int(match["n"])
    if not least <= n <= MAX_NUMBER:
        raise ContentError(f"{n} is not between {least} and {MAX_NUMBER}")
    return n


def _kind(match: re.Match[str]) -> int:
    name = match["kind"]
    if name == "card":
        return t.ANY
    if name in BASIC_CARDS:
        return t.THIS_CARD + BASIC_CARDS.index(name)
    if name in t.TYPES:
        return 1 << t.TYPES.index(name)
    raise ContentError(f"{name!r} is neither a type ({', '.join(t.TYPES)}) nor a basic card ({', '.join(BASIC_CARDS)})")


def _who(match: re.Match[str]) -> int:
    return t.OTHERS if match["who"] else t.YOU


def _may(match: re.Match[str]) -> int:
    return t.MAY if match["may"] else 0


def _gain(match: re.Match[str]) -> Clause:
    what, to = _kind(match), {"hand": t.TO_HAND, "deck": t.TO_DECK, None: t.TO_DISCARD}[match["to"]]
    if what >= t.THIS_CARD:
        if match["n"]:
            raise ContentError(f"a {match['kind']} has its cost; leave out 'up to'")
        return Clause(t.GAIN, _who(match), what, to=to)
    if not match["n"]:
        raise ContentError("say what it may cost: 'gain a card up to 4', or 'up to +2' after 'trash a card'")
    return Clause(t.GAIN, _who(match), what, t.RELATIVE if match["plus"] else 0, to, _number(match, 0))


def _discard(match: re.Match[str]) -> Clause:
    who, how = _who(match), _may(match)
    if match["any"]:
        return Clause(t.DISCARD, who, how=how | t.UP_TO, n=CARDS)
    if match["down"] and match["per"]:
        raise ContentError("cards are discarded to a number in hand or per empty pile, not both")
    extra = t.DOWN_TO if match["down"] else t.PER_PILE if match["per"] else 0
    return Clause(t.DISCARD, who, how=how | extra, n=_number(match))


def _draw_to(match: re.Match[str]) -> Clause:
    if match["kind"] == "card":
        raise ContentError("say which cards may be set aside: 'draw to 7 setting aside Actions'")
    return Clause(t.DRAW_TO, what=_kind(match) if match["kind"] else t.ANY, n=_number(match))


def _ransack(match: re.Match[str]) -> Clause:
    what = _kind(match)
    if match["but"] and what != t.TREASURE:
        raise ContentError(f"'but Copper' goes with a Treasure, not with {match['kind']}")
    return Clause(t.RANSACK, t.OTHERS, t.DEAR_TREASURE if match["but"] else what, t.MAY, n=_number(match))


def _bonus(match: re.Match[str]) -> Clause:
    op = {"coin": t.COINS, "action": t.ACTIONS, "buy": t.BUYS, "card": t.DRAW}[match["thing"]]
    return Clause(op, n=_number(match))


CLAUSE_PATTERNS = (
    _pattern("draw 2", rf"(?P<who>others )?draw {_N}", lambda m: Clause(t.DRAW, _who(m), n=_number(m))),
    _pattern("draw as many", r"draw as many", lambda m: Clause(t.DRAW, how=t.AS_MANY)),
    _pattern("+3 coins", rf"\+{_N} (?P<thing>coin|action|buy|card)s?", _bonus),
    _pattern(
        "discard 2; discard any; others discard to 3; discard 1 per empty pile",
        rf"(?P<may>may )?(?P<who>others )?discard (?:(?P<any>any)|(?P<down>to )?{_N}(?P<per> per empty pile)?)",
        _discard,
    ),
    _pattern("trash this", r"trash this", lambda m: Clause(t.TRASH_THIS)),
    _pattern(
        "trash up to 4 cards",
        rf"(?P<who>others )?trash up to {_N} {_KINDS}",
        lambda m: Clause(t.TRASH, _who(m), _kind(m), t.UP_TO, n=_number(m)),
    ),
    _pattern(
        "trash a KIND; may trash a KIND",
        rf"(?P<may>may )?(?P<who>others )?trash {_KIND}",
        lambda m: Clause(t.TRASH, _who(m), _kind(m), _may(m), n=1),
    ),
    _pattern(
        "gain a KIND; gain a KIND up to 4; gain a KIND up to +2 to hand; others gain a Curse to deck",
        rf"(?P<who>others )?gain {_KIND}(?: up to (?P<plus>\+)?{_N})?(?: to (?P<to>hand|deck))?",
        _gain,
    ),
    _pattern(
        "put a KIND on deck; others put a KIND on deck",
        rf"(?P<who>others )?put {_KIND} on deck",
        lambda m: Clause(t.PUT, _who(m), _kind(m)),
    ),
    _pattern("may put a discarded card on deck", r"may put a discarded card on deck", lambda m: Clause(t.RECALL)),
    _pattern("may discard deck", r"may discard deck", lambda m: Clause(t.DUMP)),
    _pattern(
        "draw to 7; draw to 7 setting aside KINDs",
        rf"draw to {_N}(?: setting aside {_KINDS})?",
        _draw_to,
    ),
    _pattern("dig 2 KINDs", rf"dig {_N} {_KINDS}", lambda m: Clause(t.DIG, what=_kind(m), n=_number(m))),
    _pattern(
        "discard or keep everyone's top card",
        r"discard or keep (?P<whose>everyone's|the others') top cards?",
        lambda m: Clause(t.JUDGE, t.EVERYONE if m["whose"] == "everyone's" else t.OTHERS),
    ),
    _pattern(
        "trash a KIND of the others' top 2",
        rf"trash {_KIND} of the others' top {_N}",
        lambda m: Clause(t.RANSACK, t.OTHERS, _kind(m), n=_number(m)),
    ),
    _pattern(
        "others trash a KIND of their top 2; others trash a Treasure but Copper of their top 2",
        rf"others trash {_KIND}(?P<but> but Copper)? of their top {_N}",
        _ransack,
    ),
    _pattern("may gain what was trashed", r"may gain what was trashed", lambda m: Clause(t.TAKE)),
    _pattern("look at top 2", rf"look at top {_N}", lambda m: Clause(t.SORT, n=_number(m))),
    _pattern("discard top card and may play it", r"discard top card and may play it", lambda m: Clause(t.FLIP)),
    _pattern(
        "play an Action twice; may play an Action twice",
        r"(?P<may>may )?play an Action (?P<times>twice|thrice)",
        lambda m: Clause(t.DOUBLE, how=_may(m), n=_WORDS[m["times"]]),
    ),
    _pattern("first Silver +1", rf"first Silver \+{_N}", lambda m: Clause(t.MERCHANT, n=_number(m))),
)


def read_sentence(sentence: str) -> list[Clause]:
    """Parse one sentence into steps.

    Raises:
        ContentError: the sentence is not in the grammar.
    """
    clauses = [_read_clause(part.strip()) for part in sentence.split(",")]
    chosen: set[int] = set()  # choices so far: cards to discard, to trash
    for k, clause in enumerate(clauses):
        if k > 0 and not chosen:
            raise ContentError(
                f"{sentence!r}: what follows a comma is done only if you discarded or trashed cards before it; "
                "write two sentences"
            )
        if clause.how & t.AS_MANY and not chosen:
            raise ContentError("'draw as many' follows a choice of cards: 'discard any, draw as many'")
        if clause.how & t.RELATIVE and t.TRASH not in chosen:
            raise ContentError("'up to +2' follows 'trash a card' in the same sentence: its cost and 2")
        if clause.who == t.YOU and clause.op in (t.DISCARD, t.TRASH):
            chosen.add(clause.op)
    return [clauses[0], *(_conditional(later_clause) for later_clause in clauses[1:])]


def _read_clause(text: str) -> Clause:
    for phrase in CLAUSE_PATTERNS:
        if match := phrase.pattern.fullmatch(text):
            return phrase.clause(match)
    known = [example for phrase in CLAUSE_PATTERNS for example in phrase.example.split("; ")]
    similar = ", ".join(map(repr, most_similar(text, known, NAMED_EXAMPLES)))
    raise ContentError(
        f"{text!r} is not in the vocabulary; the most similar of its {len(known)} examples are {similar} "
        "(all are in ludus/games/dominion/effect_grammar.py)"
    )


def _conditional(clause: Clause) -> Clause:
    if clause.how & t.AS_MANY:
        return clause
    return Clause(clause.op, clause.who, clause.what, clause.how | t.IF_DONE, clause.to, clause.n)
