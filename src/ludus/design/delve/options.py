"""Options of `ludus inspect delve` and `ludus make delve`, and their parsing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, structs

from ludus.design.base.designer import DesignOptions, DesignRequest
from ludus.design.base.option_value_parsers import check_game_options, find_mode, read_range, refuse_repeats
from ludus.games.delve.constants import DECK
from ludus.util.errors import OptionError, UnknownName
from ludus.util.text import plural

if TYPE_CHECKING:
    from ludus.games.delve.decks_and_encounters import Deck, Encounter, GameRules
    from ludus.games.delve.options import Scenario
    from ludus.games.delve.skill_tree import SkillTree

CONTENT = (
    "a skill tree: one of the game (`delver`, `hand-made`, `bad`, `wheel`, `talents`), a file (`tree.toml`, "
    "`tree.graphml`), or `rules` for the tree of -o rules; several are compared"
)
CONVERT_HELP = (
    "a skill tree: one of the game, a file, or `rules` for the tree of -o rules, written as .toml, .json, .csv, "
    ".graphml (for networkx) or .dot (for Graphviz), or drawn as .svg"
)
EXAMPLE = "bad --what-if Almighty=4 --to report"
DEFAULT_BOTS = "thesis-random roulette greedy-card best-turn lucky"
MAIN_BOT = "greedy-card"
DEFAULT_ZONE, DEFAULT_TURNS = "0.5-0.9", "3-5"
HELD_OUT_DECKS, REFERENCE_DECKS = "held-out", "reference"
# Options of the game that are allowed with a tree.
GAME_OPTIONS = tuple("rules encounters cards hit_points energy mana hand deck_size encounter_points".split())
CARDS_WITHOUT_DECKS = "-o cards: cards of one's own are for decks of one's own; it goes with --decks FILE"
CHANGE_PATTERN = re.compile(r"\s*(.+?)\s*=\s*([0-9]{1,9})\s*(?:,|$)")  # a name may have commas in it

# As in search/tree_evolution.py, which would be slow to import for a list of options.
METHOD_NAMES_TEXT = "hill-climbing, randomised-hill-climbing, evolutionary, weighted, nsga2, nsga3"
DEFAULT_LADDER = "thesis-random roulette greedy-card best-turn"
TUNING_BOT = "greedy-card"
DEFAULT_WIN_TURNS = "3-5"

# Options that apply to each mode; trees are made with all options that belong to no other mode.
MODE_OPTIONS = {
    "tune_encounters": "target_win turns generations ladder tree".split(),
    "online": "target_win decks ladder tree".split(),
    "map": "nodes target_win turns generations crossover weights formulas decks operators".split(),
}


class DelveInspectOptions(DesignOptions, frozen=True):
    """Options of `ludus inspect delve`."""

    players: Annotated[str, Meta(description="compiled bots to check the tree with, weak ones first")] = DEFAULT_BOTS
    player: Annotated[str, Meta(description="the bot whose encounters measure the value of each node")] = MAIN_BOT
    decks: Annotated[
        str | None,
        Meta(
            description="held-out (12 decks that no search and no tuning uses), reference (33 decks), or a file; "
            "default: the decks of -o rules, or held-out"
        ),
    ] = None
    zone: Annotated[str, Meta(description="the flow zone: smallest and largest share of encounters won")] = DEFAULT_ZONE
    turns: Annotated[str, Meta(description="turns that a won encounter should take: fewest-most")] = DEFAULT_TURNS
    what_if: Annotated[str, Meta(description="compare with changed values: NODE=VALUE, separated by commas")] = ""
    mend: Annotated[
        bool,
        Meta(
            description="suggest changes that make more nodes worth picking: nodes are moved, merged, removed, or get "
            "another target or value"
        ),
    ] = False
    rows: Annotated[
        bool,
        Meta(
            description="in the folder of --to, also a table of every encounter that --player played, as Table 9 of "
            "the thesis"
        ),
    ] = False


@dataclass(frozen=True)
class InspectionSettings:
    """What trees are measured with."""

    decks: tuple[Deck, ...]
    deck_names: tuple[str, ...]  # of the decks, as the option `deck` of the game takes them
    encounters: tuple[Encounter, ...]
    deck_description: str
    bots: tuple[str, ...]
    main_bot: str
    zone: tuple[float, float]
    turns: tuple[float, float]
    rules: GameRules
    deck_source: str = HELD_OUT_DECKS  # the option `decks`, or the file of rules


def read_inspection_settings(
    options: DelveInspectOptions, request: DesignRequest, trees: Iterable[SkillTree] = ()
) -> InspectionSettings:
    """Read it from the options of the command and of the game; own cards are for own decks or for nodes of `trees`.

    Raises:
        OptionError: an option does not apply or cannot be parsed.
        UnknownName: an unknown set of decks.
    """
    from ludus.games.delve.game_data import heldout_decks, reference_decks

    file = None if options.decks in (HELD_OUT_DECKS, REFERENCE_DECKS) else options.decks
    if file is not None and not Path(file).suffix:
        raise UnknownName("set of decks", file, [HELD_OUT_DECKS, REFERENCE_DECKS, "FILE.csv"])
    scenario, own_decks = read_game_options(request, "inspect delve", file, ("twins",), options.decks is not None)
    twins = request.game.parse_options(dict(request.options)).twins
    if own_decks is not None:
        decks, source = own_decks
        description, prefix = f"decks of {source}", f"{source}:" if file is not None else ""
    elif "cards" in request.options and not any(tree.added_cards for tree in trees):
        raise OptionError(CARDS_WITHOUT_DECKS)
    elif options.decks == REFERENCE_DECKS:
        decks, description, prefix = reference_decks(twins), "reference decks", ""
    else:
        decks, description, prefix = heldout_decks(twins), "held-out decks", ""
    encounters = scenario.encounters
    players = tuple(options.players.split())
    if len(set(players)) != len(players):
        raise OptionError(f"--players {options.players!r}: one is named twice")
    if options.player not in players:
        players = (*players, options.player)
    names = tuple(f"{prefix}{deck.name}" for deck in decks)
    zone = read_range(options.zone, "zone", 0.0, 1.0, DEFAULT_ZONE)
    turns = read_range(options.turns, "turns", 1.0, 50.0, DEFAULT_TURNS)
    return InspectionSettings(
        *(tuple(decks), names, tuple(encounters), f"{len(decks)} {description}", players, options.player, zone, turns),
        *(scenario.rules, (options.decks or HELD_OUT_DECKS) if own_decks is None else own_decks[1]),
    )


def read_game_options(
    request: DesignRequest,
    command: str,
    decks_file: str | None,
    more: tuple[str, ...] = (),
    decks_given: bool = False,
) -> tuple[Scenario, tuple[tuple[Deck, ...], str] | None]:
    """Read rules, cards and encounters from the options of the game, and own decks.

    Args:
        request: the request with the options.
        command: the command, for messages.
        decks_file: file of decks from an option of the command.
        more: further options of the game that the command takes.
        decks_given: decks were chosen by an option of the command, so those of the file of rules do not count.

    Returns:
        The scenario, and own decks with the file that they are from; None if there are none.

    Raises:
        OptionError: an option does not apply, there are fewer than two encounters, or cards without decks.
        ContentError: a file is invalid.
    """
    from ludus.games.delve.content_files import read_decks
    from ludus.games.delve.options import read_options

    check_game_options(request, command, (*GAME_OPTIONS, *more))
    scenario = read_options(request.game.parse_options(dict(request.options)))
    if len(scenario.encounters) < 2:
        raise OptionError(
            f"{plural(len(scenario.encounters), 'encounter')}: nodes are picked between encounters, so there are two "
            "at least"
        )
    size = scenario.rules.deck_size
    if decks_file is not None:
        decks = read_decks(decks_file, scenario.cards, size)
        if not decks:
            raise OptionError(f"--decks {decks_file}: no deck in it")
        return scenario, (decks, decks_file)
    if scenario.decks and not decks_given:
        return scenario, (scenario.decks, f"-o rules={request.options['rules']}")
    if size != DECK:
        raise OptionError(f"deck_size={size}: the decks of the game have {DECK} cards; give your own by --decks FILE")
    return scenario, None


def read_trees(words: list[str], request: DesignRequest | None = None) -> dict[str, SkillTree]:
    """Load trees, keyed by how they were named; their nodes may add cards of the options of the game.

    Raises:
        OptionError: a tree twice, or without nodes.
    """
    from ludus.games.delve.options import Options, choose_tree, read_options

    refuse_repeats(words, "tree")
    chosen = Options() if request is None else request.game.parse_options(dict(request.options))
    scenario = read_options(chosen)
    trees = {word: choose_tree(structs.replace(chosen, tree=word), scenario) for word in words}
    for word, tree in trees.items():
        if not len(tree):
            raise OptionError(f"{word}: a tree without nodes; there is nothing to pick")
    return trees


def apply_what_if(text: str, tree: SkillTree) -> SkillTree:
    """Return the tree with other values, as written by a user.

    Raises:
        OptionError: the text is no list of NODE=VALUE, or changes nothing.
        UnknownName: there is no such node.
    """
    numbers = {node.name.casefold(): k for k, node in enumerate(tree.nodes)}
    nodes, changed, rest = list(tree.nodes), set[int](), text
    while rest.strip() or not changed:
        match = CHANGE_PATTERN.match(rest)
        if match is None:
            usual = f"{nodes[0].name}={nodes[0].value + 1}"
            raise OptionError(f"--what-if {rest.strip()!r}: a node and a whole number, as {usual}")
        name, value = match.groups()
        rest = rest[match.end() :]
        if name.casefold() not in numbers:
            raise UnknownName(f"node of the tree {tree.name!r}", name, [node.name for node in tree.nodes])
        chosen = numbers[name.casefold()]
        if chosen in changed:
            raise OptionError(f"--what-if {text!r}: {nodes[chosen].name} is named twice")
        changed.add(chosen)
        nodes[chosen] = replace(nodes[chosen], value=int(value))
    if tuple(nodes) == tree.nodes:
        raise OptionError(f"--what-if {text!r}: the nodes have these values already")
    return replace(tree, nodes=tuple(nodes))


class DelveMakeOptions(DesignOptions, frozen=True):
    """Options of `ludus make delve`."""

    nodes: Annotated[int, Meta(ge=1, le=256, description="largest number of nodes of a tree, without the root")] = 15
    target_win: Annotated[
        float,
        Meta(
            gt=0,
            lt=1,
            description="target: share of encounters that players win, with any choice of nodes",
        ),
    ] = 0.7
    turns: Annotated[str, Meta(description="target: turns that a won encounter takes, fewest-most")] = DEFAULT_WIN_TURNS
    setup: Annotated[
        Literal["choices", "thesis"],
        Meta(
            description="choices: ratings, decks and tuning for choices that matter; thesis: those of the thesis, "
            "which rates wins, turns and shape alone"
        ),
    ] = "choices"
    method: Annotated[str, Meta(description=f"search method: {METHOD_NAMES_TEXT}")] = "nsga2"
    count: Annotated[int, Meta(ge=1, le=100, description="number of trees; each has its own search")] = 1
    generations: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)] | None,
        Meta(
            description="generations of a search; default: 20, 100 with --setup thesis and --map, 12 per encounter "
            "with --tune-encounters"
        ),
    ] = None
    survivors: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        Meta(description="trees that survive each generation; default: depends on the method"),
    ] = None
    objectives: Annotated[
        Literal["all", "four"] | None,
        Meta(
            description="objectives of nsga2 and nsga3: every rating, or four that combine similar ratings; default: "
            "four, all with --setup thesis"
        ),
    ] = None
    aggregate: Annotated[
        Literal["mean", "rms", "minimum"],
        Meta(
            description="how one number is made of all ratings: their weighted mean, 1 minus the root mean square of "
            "their distances from 1 (as in the thesis), or the lowest rating"
        ),
    ] = "mean"
    operators: Annotated[
        str,
        Meta(
            description="chances of variation operators (thesis, table 5), such as split=0.1,move=0; all others keep "
            "their defaults"
        ),
    ] = ""
    crossover: Annotated[
        Literal["recursive", "builds", "none"],
        Meta(description="crossover of two trees: node by node (recursive), by builds that win, or none"),
    ] = "recursive"
    weights: Annotated[
        str, Meta(description="weights of ratings, such as WinRate=3,Useful=0; all others keep their defaults")
    ] = ""
    formulas: Annotated[
        Literal["corrected", "printed"],
        Meta(description="formulas of the thesis: with errors corrected, or as printed"),
    ] = "corrected"
    player: Annotated[
        str, Meta(description="compiled bot for the final tuning, whose win ratio in real play must reach --target-win")
    ] = TUNING_BOT
    mend: Annotated[
        bool, Meta(description="mend flaws that are left after the tuning, with more drawn decks; says each change")
    ] = False
    untuned: Annotated[bool, Meta(description="skip the final tuning; return the tree as the search found it")] = False
    decks: Annotated[
        str | None,
        Meta(
            description="a file of decks to make trees for, instead of drawn decks (--setup thesis, --map: the 33 "
            "reference decks; --online: the 12 held-out decks); with nine or more, a third of them is held out, except "
            "with --setup thesis, --map and --online"
        ),
    ] = None
    map: Annotated[
        Literal["size", "picks", "patterns"] | None,
        Meta(
            description="make an archive: the best tree of every kind. size: kinds by size and branching; picks: by "
            "how evenly nodes are picked and how much builds differ in power; patterns: by specialised branches and "
            "clusters"
        ),
    ] = None
    tune_encounters: Annotated[
        bool, Meta(description="make encounters instead of trees; they separate weak and strong bots of --ladder")
    ] = False
    online: Annotated[bool, Meta(description="make trees that grow between encounters and adapt to the player")] = False
    ladder: Annotated[str, Meta(description="bots from weak to strong, for --tune-encounters and --online")] = (
        DEFAULT_LADDER
    )
    tree: Annotated[
        str | None,
        Meta(description="name or file of a tree: --tune-encounters uses it, --online is compared with it"),
    ] = None


def check_mode(options: DelveMakeOptions) -> None:
    """Raise OptionError for options without effect."""
    find_mode(options, MODE_OPTIONS, mode_only=("ladder", "tree"))
    if options.objectives is not None and options.method not in ("nsga2", "nsga3"):
        raise OptionError(f"--objectives changes nothing: --method {options.method} makes one number of all ratings")
    if options.formulas == "printed" and not uses_thesis_setup(options):
        raise OptionError("--formulas printed: these are formulas of the thesis; add --setup thesis")
    if options.mend and (options.untuned or uses_thesis_setup(options)):
        raise OptionError("--mend goes with the tuning of --setup choices, not with --untuned or --setup thesis")


def uses_thesis_setup(options: DelveMakeOptions) -> bool:
    """Return whether trees are made as in the thesis; the modes of their own always are."""
    return options.setup == "thesis" or any(getattr(options, mode) for mode in MODE_OPTIONS)


def read_turns(text: str) -> tuple[float, float]:
    """Parse the fewest and the most turns."""
    return read_range(text, "turns", 1, 50, DEFAULT_WIN_TURNS, allow_equal=True)


def read_weights(text: str, defaults: Mapping[str, float] | None = None) -> dict[str, float]:
    """Parse weights by rating; defaults, those of the thesis's set-up if not given, where none is named."""
    from ludus.design.delve.rating.tree_ratings import WEIGHTS

    chosen = dict(WEIGHTS if defaults is None else defaults)
    return _read_numbers(text, chosen, "rating", "--weights", 1e6, "a rating and a number of 0 or more, as WinRate=3")


def read_operators(text: str, defaults: Mapping[str, float]) -> dict[str, float]:
    """Parse the chances of operators; defaults where none is named, 0 for operators without a default."""
    from ludus.design.delve.variation.operators import OPERATORS

    chosen = {name: defaults.get(name, 0.0) for name in OPERATORS}
    example = "an operator and a chance from 0 to 1, as split=0.1"
    return _read_numbers(text, chosen, "operator on trees", "--operators", 1.0, example)


def _read_numbers(
    text: str, numbers: dict[str, float], thing: str, flag: str, most: float, example: str
) -> dict[str, float]:
    """Replace numbers by those of a list NAME=NUMBER."""
    known = {name.casefold(): name for name in numbers}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (text_part.strip() for text_part in part.partition("="))
        if name.casefold() not in known:
            raise UnknownName(thing, name, list(numbers))
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not equals or not 0 <= number <= most:
            raise OptionError(f"{flag} {part!r}: {example}")
        numbers[known[name.casefold()]] = number
    return numbers
