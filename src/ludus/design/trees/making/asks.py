"""Options of `ludus make delve`, and their parsing."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludus.core.errors import OptionError, UnknownName
from ludus.design.contract import DesignOptions
from ludus.design.modes import find_mode
from ludus.design.reading import parse_number_range

# As in search/methods.py, which would be slow to import for a list of options.
METHOD_NAMES_TEXT = "hill-climbing, randomised-hill-climbing, evolutionary, weighted, nsga2, nsga3"
DEFAULT_LADDER = "thesis-random roulette greedy-card best-turn"
TUNING_BOT = "greedy-card"
DEFAULT_WIN_TURNS = "3-5"


class DelveMakeOptions(DesignOptions, frozen=True):
    """Options of `ludus make delve`."""

    nodes: Annotated[int, Meta(ge=1, le=256, description="nodes of a tree at most, the root not counted")] = 15
    target_win: Annotated[
        float, Meta(gt=0, lt=1, description="share of encounters that players are to win, with any nodes they pick")
    ] = 0.7
    turns: Annotated[str, Meta(description="turns that a won encounter is to take, fewest and most")] = (
        DEFAULT_WIN_TURNS
    )
    method: Annotated[str, Meta(description=f"how to look for trees: {METHOD_NAMES_TEXT}")] = "nsga2"
    count: Annotated[int, Meta(ge=1, le=100, description="trees to make, each by a search of its own")] = 1
    generations: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)] | None,
        Meta(description="generations of a search; 100, and 12 for each encounter to tune"),
    ] = None
    survivors: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        Meta(description="trees that live on from one generation to the next; as the method has it"),
    ] = None
    objectives: Annotated[
        Literal["all", "four"],
        Meta(description="objectives of nsga2 and nsga3: every rating, or four that combine similar ratings"),
    ] = "all"
    crossover: Annotated[
        Literal["recursive", "builds", "none"],
        Meta(description="how two trees become one: node by node, by builds that win, or not at all"),
    ] = "recursive"
    weights: Annotated[
        str, Meta(description="weights of ratings, as WinRate=3,Useful=0; the usual ones for those not named")
    ] = ""
    formulas: Annotated[
        Literal["corrected", "printed"],
        Meta(description="the thesis's formulas with their errors corrected, or as printed"),
    ] = "corrected"
    player: Annotated[
        str, Meta(description="whose real play the last steps aim at --target-win with; a compiled player")
    ] = TUNING_BOT
    untuned: Annotated[bool, Meta(description="leave out these last steps: the tree as the method found it")] = False
    decks: Annotated[
        str | None, Meta(description="a file of decks to make trees for, instead of the 33 reference decks")
    ] = None
    map: Annotated[
        Literal["size", "picks", "patterns"] | None,
        Meta(
            description="instead of one tree the best of every kind: by size and branching, by how evenly nodes are "
            "picked and how far builds differ in power, or by specialised branches and clusters"
        ),
    ] = None
    tune_encounters: Annotated[
        bool, Meta(description="instead of trees: encounters that separate the bots of --ladder")
    ] = False
    online: Annotated[
        bool, Meta(description="instead of fixed trees: trees that grow between encounters and adapt to the player")
    ] = False
    ladder: Annotated[str, Meta(description="players from weak to strong, for --tune-encounters and --online")] = (
        DEFAULT_LADDER
    )
    tree: Annotated[
        str | None,
        Meta(description="the tree that --tune-encounters is for, and --online is compared with: its name or a file"),
    ] = None


# Options that apply to each mode; trees are made with all options that belong to no other mode.
MODE_OPTIONS = {
    "tune_encounters": "target_win turns generations ladder tree".split(),
    "online": "target_win decks ladder tree".split(),
    "map": "nodes target_win turns generations crossover weights formulas decks".split(),
}


def check_mode(options: DelveMakeOptions) -> None:
    """Raise OptionError for options without effect."""
    find_mode(options, MODE_OPTIONS, mode_only=("ladder", "tree"))
    if options.objectives != "all" and options.method not in ("nsga2", "nsga3"):
        raise OptionError(f"--objectives changes nothing: --method {options.method} makes one number of all ratings")


def read_turns(text: str) -> tuple[float, float]:
    """Parse the fewest and the most turns."""
    bounds = parse_number_range(text)
    if bounds is None or not 1 <= bounds[0] <= bounds[1] <= 50:
        raise OptionError(f"--turns {text!r}: two numbers from 1 to 50, the smaller first, as {DEFAULT_WIN_TURNS}")
    return bounds


def read_weights(text: str) -> dict[str, float]:
    """Parse weights by rating; defaults where none is given."""
    from ludus.design.trees.rating.ratings import RATINGS, WEIGHTS

    weights = dict(WEIGHTS)
    known = {name.casefold(): name for name in RATINGS}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (text_part.strip() for text_part in part.partition("="))
        if name.casefold() not in known:
            raise UnknownName("rating", name, list(RATINGS))
        try:
            weight = float(value)
        except ValueError:
            weight = -1.0
        if not equals or not 0 <= weight <= 1e6:
            raise OptionError(f"--weights {part!r}: a rating and a number of 0 or more, as WinRate=3")
        weights[known[name.casefold()]] = weight
    return weights


def read_ladder(text: str) -> list[str]:
    """Parse bots from weak to strong."""
    names = text.split()
    if len(set(names)) != len(names) or len(names) < 2:
        raise OptionError(f"--ladder takes two or more different players with spaces between them, not {text!r}")
    return names
