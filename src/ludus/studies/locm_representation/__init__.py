"""`ludus run locm-representation`: both experiments of Miernik, "Artificial Intelligence for Strategy Card Games:
Search and Content Generation".

Which representation of an evaluation function evolves best (Linear, BinaryTree, Tree), and against whom should it
train: the others of its population (progressive), a weak player (weak-op), a strong one (strong-op), or its own
population, starting from a finished Linear agent (from-linear)? The preset `thesis` is the complete study, 961 million
games; `quick` takes a minute and shows what the report looks like.

Where the thesis is silent: a turn is played move by move, each time the move with the best resulting position;
parents come from tournaments of three; Linear genomes cross gene by gene, trees exchange subtrees and have at most 64
nodes; drafts are new in every generation; the best of a generation is the one with the highest win rate in it.
"""

from ludus.lab import Study
from ludus.studies.locm_representation.config import PRESETS, RepresentationConfig, check_config
from ludus.studies.locm_representation.experiment import run_experiment
from ludus.studies.locm_representation.report import report

study = Study(
    "locm-representation",
    "which representation evolves best for LOCM: trees or vectors, progressive or fixed opponents",
    RepresentationConfig,
    run_experiment,
    report,
    PRESETS,
    check_config,
)
