"""Report: quality of the methods, play with their trees, verdicts on the hypotheses of the thesis."""

from __future__ import annotations

from collections import Counter

from ludus.design.delve.tree_writer import tree_text
from ludus.lab import Command, File, Report, RunContext, Section, Verdict
from ludus.lab.config import run_command
from ludus.report.report_model import VERDICT_STATES, ReportPart
from ludus.studies.claims import Claim, claims_sentence, judgement_text, verdict_part
from ludus.studies.delve_trees import figures, tables
from ludus.studies.delve_trees import tables as played_tables
from ludus.studies.delve_trees.claims import (
    CLAIM_FORMAT,
    HypothesisTest,
    combined_verdicts,
    compare_with_random,
    deciding_tests,
    make_claims,
    run_tests,
)
from ludus.studies.delve_trees.config import HAND_MADE, PARTS, RANDOM, DelveTreesConfig, needs_trees
from ludus.studies.delve_trees.experiment import DECK_SETS, best_tree_number, load_tree
from ludus.studies.delve_trees.results import (
    DECK_TOTAL,
    HELD_OUT,
    TITLES,
    DelveTreesResults,
    mean_over_decks,
    mean_over_runs,
    rating_over_decks,
)
from ludus.studies.delve_trees.tree_maker import TreeMaker

METHODS_TITLE, CROSSOVER_TITLE = "Methods", "Crossover"
TITLE = "Skill trees by five methods and more: the thesis's experiments again"
FRONT_METHODS = ("nsga2", "nsga3", "nsga2-four")


def report(settings: DelveTreesConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = DelveTreesResults.read(settings, context)
    claims, tests, compared = make_claims(results), run_tests(results), compare_with_random(results)
    sections: list[Section] = []
    if needs_trees(settings):
        sections += [_methods_section(results, context)]
    if results.crossed:
        sections += [crossover_section(results)]
    if results.fights:
        sections += [validation_section(results)]
    if tests:
        sections += [hypotheses_section(tests)]
    if claims:
        sections += [claims_section(claims, [test.claim for test in tests], list(compared.values()))]
    if results.held_out:
        sections += [held_out_section(results, compared)]
    if results.dial:
        parts: list[ReportPart] = [
            _DIAL_TEXT,
            played_tables.dial_table(results),
            figures.dial_figure(results),
            played_tables.dial_trees_table(results),
        ]
        sections += [Section("The dial", parts)]
    if results.agreement:
        parts = [figures.agreement_figure(results), played_tables.agreement_table(results)]
        sections += [Section("The simulation and play", parts)]
    if results.maps:
        parts = [played_tables.maps_table(results), *(figures.map_figure(results, name) for name in results.maps)]
        sections += [Section("Maps of trees", parts)]
    sections += [
        Section(
            "How to repeat the study",
            [Command(run_command("delve-trees", settings), "All of it:"), *_part_commands(settings)],
        )
    ]
    return Report(TITLE, [lead(results, claims, tests)], sections)


def _methods_section(results: DelveTreesResults, context: RunContext) -> Section:
    settings, shop = results.settings, TreeMaker(results.settings, context.backend)
    parts = [*methods_parts(results), figures.growth_figure(results), tables.shapes_table(results)]
    files: list[ReportPart] = []
    for kind in (*settings.methods, RANDOM, HAND_MADE):
        best = best_tree_number(settings, context, kind)
        tree = load_tree(settings, context, kind, best)
        parts.append(figures.tree_figure(kind, tree, float(results.total(kind)[best].mean())))
        if kind != HAND_MADE:
            files.append(File(f"trees/{kind}.toml", tree_text(tree), f"the best tree of {TITLES[kind]}"))
    for kind in (kind for kind in FRONT_METHODS if kind in settings.methods):
        front = figures.front_figure(kind, results.trees[kind][best_tree_number(settings, context, kind)])
        if front:
            parts.append(front)
            break
    look = Command(f"ludus inspect delve {{run}}/trees/{settings.methods[0]}.toml", "Look into one:")
    return Section(
        METHODS_TITLE, [*parts, tables.origins_table(results), tables.trees_table(results, shop), *files, look]
    )


def methods_parts(results: DelveTreesResults) -> list[ReportPart]:
    """The first parts of the section about methods, which need no histories of searches."""
    methods, bounds = tables.methods_table(results), tables.bounds_table(results)
    return [_methods_text(results), methods, figures.totals_figure(results), bounds]


def crossover_section(results: DelveTreesResults) -> Section:
    """What crossover adds."""
    return Section(CROSSOVER_TITLE, [_CROSSOVER_TEXT, tables.crossover_table(results)])


def validation_section(results: DelveTreesResults) -> Section:
    parts: list[ReportPart] = [_validation_text(results), figures.heat_figure(results)]
    for lot in DECK_SETS:
        parts += [figures.wins_figure(results, lot), figures.turns_figure(results, lot)]
        parts += [played_tables.wins_table(results, lot), played_tables.turns_table(results, lot)]
    parts += [
        played_tables.trends_table(results),
        played_tables.spreads_table(results),
        played_tables.choices_table(results),
    ]
    parts += [File("rows/table_9.csv", results.rows, "some fights with the first method's best tree, as in Table 9")]
    method = results.settings.methods[0]
    for bot in results.settings.bots[-1:]:
        text = f"ludus inspect delve {{run}}/trees/{method}.toml --player {bot} --decks reference --rows --to rows"
        parts += [Command(text, "All fights of a bot with all builds:")]
    return Section("Validation", parts)


def claims_section(claims: list[Claim], *other_families: list[Claim]) -> Section:
    """Claims with their verdicts, and the values of the units of all families."""
    judged = [claim for family in (claims, *other_families) for claim in family]
    parts: list[ReportPart] = [f"{_CLAIMS_TEXT} {judgement_text(claims)}", tables.claim_groups_table(claims)]
    parts += [*(verdict_part(claim, CLAIM_FORMAT) for claim in claims), tables.claim_units_table(judged)]
    return Section("Claims", parts)


def held_out_section(results: DelveTreesResults, compared: dict[tuple[str, str], Claim]) -> Section:
    """Made trees beside random ones of their size, with decks that no search has seen."""
    table = tables.held_out_table(results, compared)
    return Section("Held-out decks", [judgement_text(list(compared.values())), figures.held_out_figure(results), table])


def hypotheses_section(tests: list[HypothesisTest]) -> Section:
    """Hypotheses with their verdicts, and their tests."""
    verdicts = []
    for name, deciding in deciding_tests(tests).items():
        counts = Counter(test.verdict for test in tests if test.hypothesis == name)
        counts_text = ", ".join(
            f"{state} {counts[state]} of {counts.total()}" for state in VERDICT_STATES if counts[state]
        )
        tested = next(test.test for test in tests if test.hypothesis == name)
        reason = f"{tested}: {counts_text}. The numbers are those of {deciding.kind}, {deciding.decks}."
        verdicts.append(
            Verdict(f"Hypothesis {name}", deciding.verdict, reason, verdict_part(deciding.claim, CLAIM_FORMAT).basis)
        )
    text = f"{_HYPOTHESES_TEXT} {judgement_text([test.claim for test in tests])}"
    return Section("Hypotheses", [text, *verdicts, tables.hypotheses_table(tests)])


def lead(results: DelveTreesResults, claims: list[Claim], tests: list[HypothesisTest]) -> str:
    """The answer."""
    sentences = []
    if results.trees:
        totals = {kind: rating_over_decks(results.deck_total(kind)) for kind in results.trees}
        values = [totals[kind].value for kind in results.settings.methods]
        sentences.append(
            f"With held-out decks, trees of the methods have a {DECK_TOTAL} of {min(values):.3f} to {max(values):.3f} "
            f"on average, of at most {results.bounds(HELD_OUT)[DECK_TOTAL]:.3f}; random trees have "
            f"{totals[RANDOM]:.3f}, and the hand-made one {totals[HAND_MADE]:.3f}."
        )
    if tests:
        counts = Counter(combined_verdicts(tests).values())
        sentences.append(
            f"Of {sum(counts.values())} hypotheses {counts['holds']} hold for all methods, {counts['fails']} fail for "
            f"some, {counts['undecided']} are undecided for some and {counts['calibration']} are calibration."
        )
    if claims:
        sentences.append(f"{claims_sentence(claims)}.")
    if results.dial:
        got = (f"{mean_over_decks(results.dial_wins(target)):.2f} for {target:g}" for target in results.dial)
        sentences.append(f"Win ratios that trees were asked for and have on held-out decks: {', '.join(got)}.")
    if results.agreement:
        correlations = (f"{results.correlation(bot, 'wins'):.2f} with {bot}" for bot in results.agreement)
        sentences.append(f"Simulation and play rank random trees alike: correlation {', '.join(correlations)}.")
    if not sentences:
        filled = (
            f"{mean_over_runs([float(len(run['scores'])) for run in runs]):.0f} by {k}"
            for k, runs in results.maps.items()
        )
        sentences.append(f"Kinds of trees found: {', '.join(filled)}.")
    return " ".join(sentences)


def _methods_text(results: DelveTreesResults) -> str:
    settings = results.settings
    return (
        f"{settings.runs} runs of each method, {settings.generations} generations, trees of at most {settings.nodes} "
        f"nodes for a win ratio of {settings.target:g}. Hill climbing and the evolutionary method count all ratings "
        f"alike; here all are compared by the {DECK_TOTAL}, with decks that no search has seen: the weighted total "
        "without Balance and NodeCount, which depend on the tree alone, so that searches maximise them for all decks. "
        "Methods rate very different numbers of trees."
    )


def _validation_text(results: DelveTreesResults) -> str:
    settings = results.settings
    return (
        "The thesis's five bots with every tree, in all encounters: with the 33 reference decks that trees were made "
        f"for, and with 12 held-out ones. {settings.orders} orders of cards for each deck; all builds of an encounter "
        f"count alike, as in the thesis, and where there are more than {settings.builds} so many are drawn."
    )


def _part_commands(settings: DelveTreesConfig) -> list[Command]:
    """Commands that run each part of the study separately."""
    if settings.parts != PARTS:
        return []
    return [Command(f'ludus run delve-trees --set parts=["{part}"]', f"{part.capitalize()} alone:") for part in PARTS]


_CROSSOVER_TEXT = (
    "The thesis suspects that crossover had little impact, and lacks the number of trees that were selected after it."
)
_HYPOTHESES_TEXT = (
    "The five hypotheses of the thesis (8.1), each followed by a stronger or a weaker form, and further ones. A "
    "hypothesis holds here if it does for all methods and decks, and fails if it does for any; the table has each for "
    "itself. Encounters were calibrated so that fights are won about as often and as fast as hypotheses 1 to 3 say."
)
_CLAIMS_TEXT = (
    "What the thesis says of its results, and what is asked of generated trees here, all with held-out decks. The "
    "thesis has one tree a method; here intervals are over runs and decks."
)
_DIAL_TEXT = (
    "Trees made by `ludus make delve`: a search for good ratings, then steps that are judged by real play, with decks "
    "of their own. The win ratio is that of GreedyBot over the held-out decks and all encounters."
)
