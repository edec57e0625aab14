"""Fights: single encounters, played by bots with given decks and builds.

    builds = build_probabilities(tree, encounters=6)
    played = play_encounters(builds, ["greedy-card"], reference_decks(), orders=10, seed=7, backend=Threads())
    played.win_rates(0, 3)       first bot, fourth encounter: one row per deck, one column per build
    text = "".join(fight_csv_lines(played, bots=[0]))

All bots and all builds get the same card orders. Order k of a deck is one game of a match, so it can be replayed:
`Match(game, content, [bot], seed).replay(first_game_number(deck) + k)`, where the content has that deck, the tree, that
encounter alone and the build. Builds that add the same to the cards of a deck are played once: the same damage to the
classes of its cards, the same effects, rules and cards.

The CSV file has one row per fight, with the columns of the thesis's Table 9. `AISeed` and `CardOrderSeed` are the seeds
of a game of the match. `NodeIds` are names separated by |, and each of `EncounterEnemies` is attack:health
before>health after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludus.arena.compiled_games import CompiledGames
from ludus.arena.runner import run_chunks
from ludus.backends import Backend
from ludus.bots import CompiledBot, load_compiled_bot
from ludus.core.game import Game
from ludus.core.game_registry import load_game
from ludus.core.random import derive, derived_seeds
from ludus.design.delve.builds.random_pick_probabilities import BuildBits, BuildProbabilities, build_nodes
from ludus.games.delve.constants import MAX_ENEMIES
from ludus.games.delve.decks_and_encounters import THESIS_RULES, Deck, Encounter, GameRules
from ludus.games.delve.game_data import NODE_WORDS, default_encounters, pack_scenario
from ludus.games.delve.game_stats import DelveGameStats
from ludus.games.delve.skill_tree import SkillTree
from ludus.games.delve.state import WON
from ludus.util.errors import OptionError

GAMES_PER_DECK = 1 << 20  # game numbers reserved for each deck
MAX_FIGHTS = 50_000_000  # fights in memory: a gigabyte
FightRow = np.dtype(
    [
        ("won", np.uint8),
        ("turns", np.uint16),
        ("played", np.uint16),  # cards
        ("health", np.int16),  # of the player at the end
        ("enemies", np.int16, MAX_ENEMIES),  # hit points left
    ]
)
FightCase = np.dtype([("deck", np.int64), ("encounter", np.uint8), ("had", np.uint64, NODE_WORDS)])
FIGHT_COLUMNS = (
    "ScenarioID",
    "EncounterNumber",
    "BotType",
    "AISeed",
    "CardOrderSeed",
    "TreeId",
    "NodeIds",
    "Won",
    "RemainingHp",
    "Turns",
    "CardsPlayed",
    "EncounterEnemies",
)


@dataclass(frozen=True)
class FightResults:
    """Results by bot, encounter, deck, build and card order."""

    builds: BuildProbabilities
    bots: tuple[str, ...]
    decks: tuple[Deck, ...]
    encounters: tuple[Encounter, ...]
    orders: int
    seed: int
    seeds: np.ndarray  # by deck, order and (deal, dice)
    rows: np.ndarray  # of Fought, by bot, case and order
    cases: tuple[np.ndarray, ...]  # by encounter: the case of each deck and build

    def without_deck(self, deck: int) -> FightResults:
        """Return the results of all other decks."""
        return replace(
            self,
            decks=self.decks[:deck] + self.decks[deck + 1 :],
            seeds=np.delete(self.seeds, deck, axis=0),
            cases=tuple(np.delete(cases, deck, axis=0) for cases in self.cases),
        )

    def fight_rows(self, bot: int, encounter: int) -> np.ndarray:
        """Return every fight of a bot in an encounter, by deck, build and card order."""
        rows: np.ndarray = self.rows[bot][self.cases[encounter]]
        return rows

    def won_fights(self, bot: int, encounter: int) -> np.ndarray:
        """Return 1 for every fight won, with the axes of `fought`."""
        rows: np.ndarray = self.rows[bot]["won"][self.cases[encounter]]
        return rows

    def win_rates(self, bot: int, encounter: int) -> np.ndarray:
        """Return the share of card orders in which a bot wins, by deck and build."""
        shares: np.ndarray = (self.rows[bot]["won"].mean(axis=1))[self.cases[encounter]]
        return shares


def play_encounters(
    builds: BuildProbabilities,
    bots: Sequence[str | CompiledBot],
    decks: Sequence[Deck],
    orders: int = 10,
    seed: int = 1,
    backend: Backend | None = None,
    progress: Callable[[int], None] | None = None,
    foes: Sequence[Encounter] | None = None,
    rules: GameRules = THESIS_RULES,
) -> FightResults:
    """Play every bot in each encounter with every deck, every build and `orders` card orders.

    Args:
        builds: builds of the tree by encounter.
        bots: bots or their names.
        decks: decks.
        orders: card orders per deck, encounter and build.
        seed: seed of the match.
        backend: backend; one thread by default.
        progress: called with the number of fights done, of `fights(...)` in all.
        foes: encounters; the game's own by default.
        rules: hit points, energy, mana and sizes of hand and deck.

    Raises:
        OptionError: too many fights, or builds for another number of encounters.
        ContentError: a deck does not fit the rules or the cards that nodes add.
    """
    game, foes = load_game("delve"), tuple(foes or default_encounters())
    if not 1 <= orders <= GAMES_PER_DECK:
        raise OptionError(f"orders={orders}: 1 to {GAMES_PER_DECK:,} orders of cards")
    if len(foes) != len(builds.by_encounter):
        raise OptionError(f"builds for {len(builds.by_encounter)} encounters, but there are {len(foes)}")
    cases, case_numbers = _distinct_cases(builds, decks)
    players = [load_compiled_bot(game, bot) if isinstance(bot, str) else bot for bot in bots]
    if (total := len(players) * len(cases) * orders) > MAX_FIGHTS:
        raise OptionError(
            f"{total:,} encounters to play with {orders:,} orders of cards for each deck, encounter and build; there "
            f"is room for {MAX_FIGHTS:,}: ask for fewer games, decks or players"
        )
    rows_by_bot = np.zeros((len(players), len(cases) * orders), FightRow)
    tables = np.concatenate([pack_scenario(deck, foes, builds.tree, rules=rules) for deck in decks])
    for bot, player in enumerate(players):
        work = FightWork(game, player, tables, cases, orders, seed)
        for part, rows in run_chunks(work, rows_by_bot.shape[1], backend, progress):
            rows_by_bot[bot, part.start : part.stop] = rows
    names = tuple(bot if isinstance(bot, str) else bot.name for bot in bots)
    seeds = _seeds(seed, np.arange(len(decks))[:, None] * GAMES_PER_DECK + np.arange(orders))
    return FightResults(
        builds,
        names,
        tuple(decks),
        foes,
        orders,
        seed,
        seeds,
        rows_by_bot.reshape(len(players), len(cases), orders),
        case_numbers,
    )


def count_fights(builds: BuildProbabilities, bots: int, decks: Sequence[Deck], orders: int) -> int:
    """Return how many fights `play_encounters` plays."""
    return bots * orders * len(_distinct_cases(builds, decks)[0])


def first_game_number(deck: int) -> int:
    """Return the number of the first game with a deck in a match of the seed."""
    return deck * GAMES_PER_DECK


class FightWork:
    """Work of the backend: the fights of one bot in sequence, case by case, order by order; any range is a unit."""

    def __init__(
        self, game: Game, player: CompiledBot, tables: np.ndarray, cases: np.ndarray, orders: int, seed: int
    ) -> None:
        self.game, self.player, self.tables = game, player, tables
        self.cases, self.orders, self.seed = cases, orders, seed
        without_picks = tables.copy()
        without_picks["points"], without_picks["tree"]["price"] = 0, 255
        # As bytes: numpy copies chosen records field by field, which takes seventy times as long.
        self._data_by_deck = without_picks.view(np.uint8).reshape(len(tables), tables.itemsize)
        self._compiled_games = CompiledGames(game, [player], stats_name="")

    def __reduce__(self) -> tuple[Any, ...]:
        return FightWork, (self.game, self.player, self.tables, self.cases, self.orders, self.seed)

    def __call__(self, part: range) -> np.ndarray:
        """Play a range; return the results."""
        row = np.arange(part.start, part.stop)
        first = part.start // self.orders
        case, order = row // self.orders - first, row % self.orders
        reached = self.cases[first : first + int(case[-1]) + 1]
        tables = self._game_data(reached)
        decks, deck = np.unique(reached["deck"], return_inverse=True)  # few: cases of a deck follow each other
        orders = np.arange(order.min(), order.max() + 1)
        seeds = _seeds(self.seed, decks[:, None] * GAMES_PER_DECK + orders)
        stats = DelveGameStats.zeros(len(part))
        outcomes = self._compiled_games.play(
            tables.ctypes.data + case * tables.itemsize,
            seeds[deck[case], order - orders[0]],
            np.zeros(len(part), np.int64),
            stats.ctypes.data,
        )
        rows = np.zeros(len(part), FightRow)
        rows["won"] = outcomes.end_reasons == WON
        for name in ("turns", "played", "health", "enemies"):
            rows[name] = stats[name]
        return rows

    def _game_data(self, cases: np.ndarray) -> np.ndarray:
        """Game data of each case: its deck, its encounter alone, its build, and nothing left to pick."""
        tables: np.ndarray = self._data_by_deck[cases["deck"]].view(self.tables.dtype).reshape(len(cases))
        tables["first"] = tables["last"] = cases["encounter"]
        tables["had"] = cases["had"]
        return tables


def fight_csv_lines(played: FightResults, bots: Sequence[int] | None = None) -> Iterator[str]:
    """Yield the header, then a line per fight: by bot, encounter, deck, build and card order."""
    yield ",".join(FIGHT_COLUMNS) + "\n"
    tree = played.builds.tree
    for bot in range(len(played.bots)) if bots is None else bots:
        for encounter, encounters in enumerate(played.encounters):
            fought = played.fight_rows(bot, encounter)
            names = [_node_names(tree, build) for build in played.builds.by_encounter[encounter]]
            for deck in range(len(played.decks)):
                head = f"{_csv_cell(played.decks[deck].name)},{encounter + 1},{_csv_cell(played.bots[bot])}"
                for build, nodes in enumerate(names):
                    for order, row in enumerate(fought[deck, build]):
                        deal, dice = (int(seed) & (1 << 64) - 1 for seed in played.seeds[deck, order])
                        yield (
                            f"{head},{dice},{deal},{_csv_cell(tree.name)},{nodes},{row['won']},{row['health']},"
                            f"{row['turns']},{row['played']},{_enemies(encounters, row['enemies'])}\n"
                        )


def _distinct_cases(builds: BuildProbabilities, decks: Sequence[Deck]) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
    """The distinct cases to play, and by encounter the case of each deck and build."""
    parts, case_numbers, count = [], [], 0
    added = {card.group for card in builds.tree.added_cards if card.deals_damage}
    for encounter, bonuses in enumerate(builds.bonuses):
        words = _build_words(builds.by_encounter[encounter])
        places = np.zeros((len(decks), len(bonuses)), np.int64)
        for number, deck in enumerate(decks):
            # only what a bonus adds to cards of this deck, or to cards that nodes add to it
            groups = sorted({card.group for card, _ in deck.cards if card.deals_damage} | added)
            relevant = bonuses[:, groups]
            if builds.tree.is_extended:
                relevant = np.concatenate([relevant, builds.gains[encounter]], axis=1)
            _, chosen, inverse = np.unique(relevant, axis=0, return_index=True, return_inverse=True)
            part = np.zeros(len(chosen), FightCase)
            part["deck"], part["encounter"], part["had"] = number, encounter, words[chosen]
            parts.append(part)
            places[number] = count + inverse.reshape(-1)
            count += len(chosen)
        case_numbers.append(places)
    return np.concatenate(parts), tuple(case_numbers)


def _build_words(builds: Sequence[int]) -> np.ndarray:
    """Builds in the format of the game data."""
    data = b"".join(build.to_bytes(NODE_WORDS * 8, "little") for build in builds)
    return np.frombuffer(data, "<u8").astype(np.uint64).reshape(-1, NODE_WORDS)


def _seeds(seed: int, numbers: np.ndarray) -> np.ndarray:
    """Seeds of a match for games of these numbers, see `Match.seed_roots`: the deal, and the bot's dice."""
    roots = np.array([derive(seed, "deal"), derive(seed, "player", 0)], np.uint64)
    wide = np.repeat(numbers.astype(np.uint64)[..., None], len(roots), axis=-1)
    return derived_seeds(roots, wide).view(np.int64)


def _node_names(tree: SkillTree, build: BuildBits) -> str:
    return _csv_cell("|".join(tree.nodes[node].name for node in build_nodes(build)))


def _enemies(foes: Encounter, left: np.ndarray) -> str:
    return "|".join(f"{attack}:{health}>{left[k]}" for k, (attack, health) in enumerate(foes.enemies))


def _csv_cell(text: str) -> str:
    """Quote a CSV cell if necessary."""
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\n\r') else text
