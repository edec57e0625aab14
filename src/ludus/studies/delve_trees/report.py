"""Report: quality of the methods, play with their trees, verdicts on the hypotheses of the thesis."""

from __future__ import annotations

from collections import Counter

from ludus.design.trees.writing import tree_text
from ludus.lab import Command, Desk, File, Report, Section, Verdict
from ludus.lab.report import Part
from ludus.studies.again import run_command
from ludus.studies.claim import Claim
from ludus.studies.delve_trees import figures, played_tables, tables
from ludus.studies.delve_trees.claims import judge, not_worse
from ludus.studies.delve_trees.config import HAND_MADE, PARTS, RANDOM, Settings, needs_trees
from ludus.studies.delve_trees.fights import LOTS
from ludus.studies.delve_trees.findings import Findings, over
from ludus.studies.delve_trees.hypotheses import Tested, examine, together
from ludus.studies.delve_trees.making import Workshop
from ludus.studies.delve_trees.published import TITLES
from ludus.studies.delve_trees.work import best_of, tree_of

TITLE = "Skill trees by five methods and more: the thesis's experiments again"
FRONTS = ("nsga2", "nsga3", "nsga2-four")


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    results = Findings.read(settings, desk)
    claims, tests = judge(results), examine(results)
    sections: list[Section] = []
    if needs_trees(settings):
        sections += [_methods(results, desk)]
    if results.crossed:
        sections += [Section("Crossover", [_WORDS_ON_CROSSOVER, tables.crossover(results)])]
    if results.fights:
        sections += [_validation(results)]
    if tests:
        sections += [_hypotheses(tests)]
    if claims:
        sections += [Section("Claims", [_WORDS_ON_CLAIMS, *map(_verdict, claims), *not_worse(results)])]
    if results.held_out:
        sections += [Section("Held-out decks", [figures.held_out(results), tables.held_out(results)])]
    if results.dial:
        parts: list[Part] = [
            _WORDS_ON_DIAL,
            played_tables.dial(results),
            figures.dial(results),
            played_tables.dial_trees(results),
        ]
        sections += [Section("The dial", parts)]
    if results.agreement:
        parts = [figures.agreement(results), played_tables.agreement(results)]
        sections += [Section("The simulation and play", parts)]
    if results.maps:
        parts = [played_tables.maps(results), *(figures.atlas(results, name) for name in results.maps)]
        sections += [Section("Maps of trees", parts)]
    sections += [
        Section(
            "How to repeat the study", [Command(run_command("delve-trees", settings), "All of it:"), *_alone(settings)]
        )
    ]
    return Report(TITLE, _lead(results, claims, tests), sections)


def _methods(found: Findings, desk: Desk) -> Section:
    settings, shop = found.settings, Workshop(found.settings, desk.place)
    parts: list[Part] = [_words_on_methods(found), tables.methods(found), figures.totals(found)]
    parts += [figures.growth(found), tables.shapes(found)]
    files: list[Part] = []
    for kind in (*settings.methods, RANDOM, HAND_MADE):
        best = best_of(settings, desk, kind)
        tree = tree_of(settings, desk, kind, best)
        parts.append(figures.tree(kind, tree, found.total(kind)[best]))
        if kind != HAND_MADE:
            files.append(File(f"trees/{kind}.toml", tree_text(tree), f"the best tree of {TITLES[kind]}"))
    for kind in (kind for kind in FRONTS if kind in settings.methods):
        front = figures.front(kind, found.trees[kind][best_of(settings, desk, kind)])
        if front:
            parts.append(front)
            break
    look = Command(f"ludus inspect delve {{run}}/trees/{settings.methods[0]}.toml", "Look into one:")
    return Section("Methods", [*parts, tables.origins(found), tables.trees(found, shop), *files, look])


def _validation(found: Findings) -> Section:
    parts: list[Part] = [_words_on_validation(found), figures.everybody(found)]
    for lot in LOTS:
        parts += [figures.wins(found, lot), figures.turns(found, lot)]
        parts += [played_tables.wins(found, lot), played_tables.turns(found, lot)]
    parts += [played_tables.trends(found), played_tables.spreads(found), played_tables.choices(found)]
    parts += [File("rows/table_9.csv", found.rows, "some fights with the first method's best tree, as in Table 9")]
    method = found.settings.methods[0]
    for bot in found.settings.bots[-1:]:
        text = f"ludus inspect delve {{run}}/trees/{method}.toml --player {bot} --decks reference --rows --to rows"
        parts += [Command(text, "All fights of a bot with all builds:")]
    return Section("Validation", parts)


def _hypotheses(tests: list[Tested]) -> Section:
    verdicts = []
    for name, state in together(tests).items():
        counts = Counter(test.verdict for test in tests if test.hypothesis == name)
        counts_text = ", ".join(
            f"{word} {counts[word]} of {counts.total()}" for word in ("holds", "fails", "undecided") if counts[word]
        )
        tested = next(test.test for test in tests if test.hypothesis == name)
        verdicts.append(Verdict(f"Hypothesis {name}", state, f"{tested}: {counts_text}."))
    return Section("Hypotheses", [_WORDS_ON_HYPOTHESES, *verdicts, tables.hypotheses(tests)])


def _lead(found: Findings, claims: list[Claim], tests: list[Tested]) -> str:
    sentences = []
    if found.trees:
        best = max(found.settings.methods, key=lambda kind: over(found.total(kind)).value)
        sentences.append(
            f"The best method is {TITLES[best]} with a weighted total of {over(found.total(best)):.3f}; random trees "
            f"have {over(found.total(RANDOM)):.3f}, and the hand-made one {found.total(HAND_MADE)[0]:.3f}."
        )
    if tests:
        counts = Counter(together(tests).values())
        sentences.append(
            f"Of {sum(counts.values())} hypotheses {counts['holds']} hold for all methods, {counts['fails']} fail for "
            f"some, and {counts['undecided']} are undecided for some."
        )
    if claims:
        verdicts = Counter(claim.verdict for claim in claims)
        sentences.append(
            f"Of {len(claims)} claims {verdicts['holds']} hold, {verdicts['fails']} fail and "
            f"{verdicts['undecided']} are undecided."
        )
    if found.dial:
        got = (f"{over([run['wins'][0] for run in runs]):.2f} for {target:g}" for target, runs in found.dial.items())
        sentences.append(f"Win ratios that trees were asked for and have on held-out decks: {', '.join(got)}.")
    if found.agreement:
        correlations = (f"{found.correlation(bot, 'wins'):.2f} with {bot}" for bot in found.agreement)
        sentences.append(f"Simulation and play rank random trees alike: correlation {', '.join(correlations)}.")
    if not sentences:
        filled = (f"{over([float(len(run['scores'])) for run in runs]):.0f} by {k}" for k, runs in found.maps.items())
        sentences.append(f"Kinds of trees found: {', '.join(filled)}.")
    return " ".join(sentences)


def _words_on_methods(found: Findings) -> str:
    settings = found.settings
    return (
        f"{settings.runs} runs of each method, {settings.generations} generations, trees of at most {settings.nodes} "
        f"nodes for a win ratio of {settings.target:g}. Hill climbing and the evolutionary method count all ratings "
        "alike; here all are compared by the weighted total. Methods rate very different numbers of trees."
    )


def _words_on_validation(found: Findings) -> str:
    settings = found.settings
    return (
        "The thesis's five bots with every tree, in all encounters: with the 33 reference decks that trees were made "
        f"for, and with 12 held-out ones. {settings.orders} orders of cards for each deck; all builds of an encounter "
        f"count alike, as in the thesis, and where there are more than {settings.builds} so many are drawn."
    )


def _alone(settings: Settings) -> list[Command]:
    """Commands that run each part of the study separately."""
    if settings.parts != PARTS:
        return []
    return [Command(f'ludus run delve-trees --set parts=["{part}"]', f"{part.capitalize()} alone:") for part in PARTS]


def _verdict(claim: Claim) -> Verdict:
    ours = claim.ours
    assert ours is not None  # every claim of this study has a number
    numbers = f"{ours.value:+.3f} [{ours.low:+.3f}, {ours.high:+.3f}]"
    return Verdict(claim.statement, claim.verdict, f"{claim.source}: {claim.theirs}. Here: {numbers} {claim.unit}.")


_WORDS_ON_CROSSOVER = (
    "The thesis suspects that crossover had little impact, and lacks the number of trees that were selected after it."
)
_WORDS_ON_HYPOTHESES = (
    "The five hypotheses of the thesis (8.1), each followed by a stronger form, and further ones. A hypothesis holds "
    "here if it does for all methods and decks, and fails if it does for any; the table has each for itself."
)
_WORDS_ON_CLAIMS = (
    "What the thesis says of its results, on the reference decks, and what is asked of generated trees here. A claim "
    "holds or fails if the whole 95 % interval is on one side of zero. The thesis has one tree a method; here "
    "intervals are over runs."
)
_WORDS_ON_DIAL = (
    "Trees made by `ludus make delve`: a search for good ratings, then steps that are judged by real play, with decks "
    "of their own. The win ratio is that of GreedyBot over the held-out decks and all encounters."
)
