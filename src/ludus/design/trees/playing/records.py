"""Fights as CSV, one row per fight, with the columns of the thesis's Table 9.

    text = "".join(rows(played, bots=[0]))

`AISeed` and `CardOrderSeed` are the seeds of a game of the match. `NodeIds` are names separated by |, and each of
`EncounterEnemies` is attack:health before>health after.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ludus.design.trees.picking.ways import BuildBits, build_nodes
from ludus.design.trees.playing.fights import FightResults
from ludus.games.delve.scenario import Encounter
from ludus.games.delve.tree import SkillTree

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


def fight_csv_lines(played: FightResults, bots: Sequence[int] | None = None) -> Iterator[str]:
    """Yield the header, then a line per fight: by bot, encounter, deck, build and card order."""
    yield ",".join(FIGHT_COLUMNS) + "\n"
    tree = played.builds.tree
    for bot in range(len(played.bots)) if bots is None else bots:
        for encounter, foes in enumerate(played.encounters):
            fought = played.fight_rows(bot, encounter)
            names = [_node_names(tree, build) for build in played.builds.builds[encounter]]
            for deck in range(len(played.decks)):
                head = f"{_csv_cell(played.decks[deck].name)},{encounter + 1},{_csv_cell(played.bots[bot])}"
                for build, nodes in enumerate(names):
                    for order, row in enumerate(fought[deck, build]):
                        deal, dice = (int(seed) & (1 << 64) - 1 for seed in played.seeds[deck, order])
                        yield (
                            f"{head},{dice},{deal},{_csv_cell(tree.name)},{nodes},{row['won']},{row['health']},"
                            f"{row['turns']},{row['played']},{_enemies(foes, row['enemies'])}\n"
                        )


def _node_names(tree: SkillTree, build: BuildBits) -> str:
    return _csv_cell("|".join(tree.nodes[node].name for node in build_nodes(build)))


def _enemies(foes: Encounter, left: np.ndarray) -> str:
    return "|".join(f"{attack}:{health}>{left[k]}" for k, (attack, health) in enumerate(foes.enemies))


def _csv_cell(text: str) -> str:
    """Quote a CSV cell if necessary."""
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\n\r') else text
