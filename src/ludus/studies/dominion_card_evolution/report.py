"""Report: tables, figures 3 to 5 and claims of the paper, printed numbers next to ours, and cards that decide games."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np

from ludus.design.dominion.kingdom_numbering import Kingdom
from ludus.design.dominion.measured_card_effects import KingdomCardEffect, card_effects
from ludus.lab import Column, Figure, Report, RunContext, Section, Table
from ludus.report.charts import Series, line_chart
from ludus.stats import Estimate, difference, mean_of_runs, proportion
from ludus.stats.judgement import JudgedNumbers, exactly
from ludus.studies.claims import Claim, ClaimFormat, claims_sentence, judgement_text, verdict_part, within
from ludus.studies.dominion_card_evolution.claims import make_claims
from ludus.studies.dominion_card_evolution.config import ALL_EXPERIMENTS, OUTCOME_MEASURES, DominionCardsConfig
from ludus.studies.dominion_card_evolution.experiment import (
    BEST_PRINTED,
    RANDOM_BOT,
    matchup_pairs,
    random_card_sets,
)
from ludus.studies.dominion_card_evolution.published import PAPER_GAMES, published
from ludus.studies.dominion_card_evolution.results import (
    FITNESS_MARGINS,
    SPREAD_FACTOR,
    WIN_RATE_MARGIN,
    CardSetResults,
    ComparedNumber,
    ExperimentRuns,
    compare_numbers,
    mean_fitness,
    original_engine_sets,
    standard_deviation,
    student_t_test,
)
from ludus.util.text import plural

PAPER_FIGURES = {"max": 3, "min": 4, "lead": 5}
FITNESS_NAMES = {"max": "f_s", "min": "1 - f_s", "lead": "f"}
LINE_TITLES = {"best": "maximum", "mean": "average"}
NAMED_CARDS = 3  # cards named in the text at each end
TITLE = "Evolving card sets for Dominion"
ENGINE_MARGIN, ENGINE_TURNS_MARGIN = 0.03, 0.5  # within which two engines play alike


def report(settings: DominionCardsConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = CardSetResults(settings, context)
    claims, printed = make_claims(results, [engine_claim(results)]), compare_numbers(results)
    sections = [
        Section("The claims", [claims_text(settings, claims), *map(verdict_part, claims), claims_table(claims)]),
        Section("Every number", [numbers_table(printed)]),
        Section("The players", [players_table(results)]),
        losses_section(results),
        Section("Growth", [_forms_text(), growth_table(results), *growth_figures(results)]),
        Section(
            "The sets that were found",
            [
                best_sets_table(results),
                cards_table(results),
                cards_by_experiment_table(results),
                attacks_table(results),
                all_sets_table(results),
            ],
        ),
        Section("The sets that were printed", [printed_sets_table(results), readings_table(results)]),
    ]
    return Report(TITLE, [_lead(claims, printed)], sections)


def _lead(claims: list[Claim], printed: list[ComparedNumber]) -> str:
    return f"{claims_sentence(claims)} at this size. {numbers_sentence(printed)}"


def numbers_sentence(printed: list[ComparedNumber]) -> str:
    """How many printed numbers equal ours."""
    same = Counter(number.state for number in printed)
    return (
        f"Of {len(printed)} printed numbers: {same['holds']} equal to ours, {same['fails']} different, "
        f"{same['undecided']} undecided, {same['calibration']} calibration, {same['not testable']} not testable."
    )


def engine_claim(results: CardSetResults) -> Claim:
    """Claim that the printed sets play here as on the original engine."""
    compared = compare_with_original_engine(results)
    worst = max((z_score(theirs, ours) for *_, theirs, ours in compared), key=abs)
    gaps = [
        (difference(theirs, ours), within(0.0, ENGINE_TURNS_MARGIN if measure == "turns" else ENGINE_MARGIN))
        for *_, measure, theirs, ours in compared
    ]
    return Claim(
        f"the printed sets play here as on the paper's engine: measures to within {ENGINE_MARGIN:g}, turns to within "
        f"{ENGINE_TURNS_MARGIN:g}",
        "not of the paper: a check of this study",
        "Earl and Drew on the original engine",
        f"{len(compared)} numbers of nine sets, the furthest {worst:+.1f} standard errors away",
        sample_unit="deal",
        planned=results.settings.again_games,
        parts=tuple(gaps),
        number_format=ClaimFormat(digits=3),
    )


def claims_text(settings: DominionCardsConfig, claims: list[Claim]) -> str:
    """How the claims were judged."""
    formula = "the difference of mean points over the higher mean" if settings.fitness == "computed" else "as printed"
    return (
        "Mahlmann, Togelius and Yannakakis, Evolving Card Sets Towards Balancing Dominion. Claims "
        f"about card sets are judged by the sets of all runs. {judgement_text(claims)} Evolution took f_s for "
        f"{formula}; F-N is the player {settings.fn}. Numbers that are compared "
        f"with the paper's are of the {settings.main_form} form of the algorithm."
    )


def _forms_text() -> str:
    return (
        "In the paper's form a genome is ten independent cards; nearly nine of ten random ones hold a card twice and "
        "score 0. A score is measured once and kept as long as its owner lives, so that the maximum can only grow, and "
        "by luck as well; that the paper's maxima of f fall says that something was otherwise there. The rescored form "
        "is the same, but all members are measured again in every generation. In the set form a genome is a set of ten "
        "cards, and all sets are measured again in every generation. Fresh seeds were used by no evolution: on them "
        "the best sets of the first and of the last generation play again, and growth is judged by these games."
    )


def numbers_table(numbers: list[ComparedNumber]) -> Table:
    """All printed numbers, ours, and whether they agree."""
    rows = [
        [
            *(number.table, number.row, number.quantity, "yes" if number.involves_fn else "no"),
            *(number.published, number.measured, number.state, number.claim.sample_unit),
            number.claim.calibration or number.claim.not_testable,
        ]
        for number in numbers
    ]
    columns = [
        Column.text("table"),
        Column.text("row"),
        Column.text("quantity"),
        Column.text("fn", "with F-N"),
        Column.number("paper", shown_digits=4),
        Column.estimate("here", shown_digits=4),
        Column.text("verdict"),
        Column.text("sample_unit", "unit"),
        Column.text("reason", "why there is no verdict"),
    ]
    caption = (
        "A number holds if it surely equals ours to within a margin: of fitness "
        f"{FITNESS_MARGINS['max']:g} (1 - f_s: {FITNESS_MARGINS['min']:g}), of win rates {WIN_RATE_MARGIN:g}, of "
        f"standard deviations a factor of {SPREAD_FACTOR:g}; with the error of both studies, corrected for "
        f"{numbers[0].claim.comparisons} comparisons. First and last are generations, sd is the standard deviation "
        "over runs, p that of the t-test between the two."
    )
    return Table("numbers", columns, rows, caption, max_shown_rows=100)


def claims_table(claims: list[Claim]) -> Table:
    """All claims with their source and the numbers of both sides."""
    rows = [[claim.verdict, claim.statement, claim.source, claim.published, claim.measured_text()] for claim in claims]
    columns = [Column.text(name) for name in ("verdict", "statement", "source", "paper", "here")]
    return Table("statements", columns, rows, "The same claims as a table: what the paper says, and what was found.")


def growth_table(results: CardSetResults) -> Table:
    """Table I, for both forms of the algorithm."""
    rows = []
    for (name, form), runs in results.evolutions.items():
        p = student_t_test(runs.first_maxima_by_run, runs.last_maxima_by_run)
        settled, kind = runs.convergence_generations(), runs.experiment.objective_kind
        rows.append(
            [
                name,
                form,
                len(runs.notes),
                mean_fitness(kind, runs.first_maxima_by_run),
                mean_fitness(kind, runs.last_maxima_by_run),
                standard_deviation(runs.first_maxima_by_run).value,
                standard_deviation(runs.last_maxima_by_run).value,
                p,
                *_fresh_cells(results, runs),
                mean_of_runs([float(g) for g in settled]) if settled else None,
                sum(note["valid"] for notes in runs.notes for note in notes[:1]) / len(runs.notes),
            ]
        )
    columns = [
        Column.text("experiment"),
        Column.text("form"),
        Column.integer("runs"),
        Column.estimate("first", "⟨first⟩", shown_digits=4),
        Column.estimate("last", "⟨last⟩", shown_digits=4),
        Column.number("first_sd", "σ first", shown_digits=4),
        Column.number("last_sd", "σ last", shown_digits=4),
        Column.number("p", shown_digits=4, file_digits=10),
        Column.estimate("fresh_first", "⟨first⟩ on fresh seeds", shown_digits=4),
        Column.estimate("fresh_last", "⟨last⟩ on fresh seeds", shown_digits=4),
        Column.estimate("fresh_growth", "growth on fresh seeds", shown_digits=4),
        Column.estimate("settled", "generation with 95 % of the growth", shown_digits=1),
        Column.number("valid", "first generation without doubles", percent=True, shown_digits=0),
    ]
    caption = (
        "Table I: the maximum fitness of the first and of the last generation over runs, their standard deviations, "
        "and a two-tailed t-test. In the paper's form scores are never measured again, so the last holds luck as well. "
        "On fresh seeds: the best sets of both generations, played again."
    )
    return Table("growth", columns, rows, caption)


def _fresh_cells(results: CardSetResults, runs: ExperimentRuns) -> list[Estimate | None]:
    """Fitness of the first and the last generation on fresh seeds, and the growth."""
    pairs = results.fresh_fitness(runs)
    if not pairs:
        return [None, None, None]
    firsts, lasts = zip(*pairs, strict=True)
    kind = runs.experiment.objective_kind
    return [mean_fitness(kind, firsts), mean_fitness(kind, lasts), results.fresh_growth(runs)]


def players_table(results: CardSetResults) -> Table:
    """Table II, and the random player."""
    printed = {matchup.players: matchup.won for matchup in published().table_2}
    rows: list[list[Any]] = []
    for one, other in matchup_pairs(results.settings):
        played = results.matchup(one, other)
        first, second = ("fynbo-nellemann" if name == results.settings.fn else name for name in (one, other))
        won = printed.get((first, second))
        for player, name in enumerate((one, other)):
            theirs = won[player] / PAPER_GAMES if won is not None else None
            rival = (one, other)[1 - player]
            rows.append([name, rival, played.games, played.wins_with_draws(player), theirs, played.payoff(player)])
    columns = [
        Column.text("player"),
        Column.text("against"),
        Column.integer("games"),
        Column.estimate("won", "won, draws for both", percent=True),
        Column.number("paper", "paper", percent=True, shown_digits=1),
        Column.estimate("share", "won, draws half", percent=True),
    ]
    caption = (
        f"Table II: {results.settings.random_sets:,} random card sets, each played from both seats; ties by points."
    )
    return Table("players", columns, rows, caption)


def best_sets_table(results: CardSetResults) -> Table:
    """Table III: best set of each experiment and form, on fresh seeds."""
    rows, again = [], []
    for (name, form), runs in results.evolutions.items():
        best = results.best_set(runs)
        if best is None:
            continue
        kingdom, fitness = best
        evolved_fitness = max(notes[-1]["best"] for notes in runs.notes if tuple(notes[-1]["cards"]) == kingdom)
        theirs = results.printed_set(name)
        common = len(set(kingdom) & set(theirs))
        chance = _overlap_probability(results, common)
        attacks = len(results.attacks & set(kingdom))
        rows.append([name, form, results.card_names(kingdom), evolved_fitness, fitness, attacks, common, chance])
        again.append(_match_command(results, runs.experiment.players, kingdom))
    columns = [
        Column.text("experiment"),
        Column.text("form"),
        Column.text("kingdom"),
        Column.number("seen", "fitness in evolution", shown_digits=3),
        Column.estimate("fresh", "fitness on fresh seeds", shown_digits=3),
        Column.integer("attacks", "attack cards"),
        Column.integer("common", "cards in common with the paper's"),
        Column.number("chance", "chance of as many", shown_digits=2),
    ]
    caption = (
        "Table III: of the sets that the runs ended with, the best on fresh seeds. It is chosen by this number, so the "
        "number is slightly too high."
    )
    return Table("best-sets", columns, rows, caption, again)


def cards_table(results: CardSetResults) -> Table:
    """Share of all runs that end with each card, by objective and form, beside the printed sets."""
    rows = []
    forms = dict.fromkeys(form for _, form in results.evolutions)
    for kind in FITNESS_NAMES:
        printed = [set(results.printed_set(name)) for name in ALL_EXPERIMENTS if name.startswith(kind)]
        for form in forms:
            sets = [kingdom for runs in results.runs_of_objective(kind, form) for kingdom in runs.kingdoms if kingdom]
            for card, name in enumerate(results.pool.names if sets else ()):
                share = proportion(np.array([card in kingdom for kingdom in sets], float))
                rows.append([kind, form, name, sum(card in cards for cards in printed), len(sets), share])
    columns = [
        Column.text("objective"),
        Column.text("form"),
        Column.text("card"),
        Column.integer("printed", "printed sets with it, of 3"),
        Column.integer("runs"),
        Column.estimate("share", "runs that end with it", percent=True, shown_digits=0),
    ]
    chance = 100 * results.pool.piles / results.pool.size
    caption = f"How many runs of all three experiments of an objective end with each card; by chance {chance:.0f} %."
    return Table("cards", columns, rows, caption, max_shown_rows=30)


def cards_by_experiment_table(results: CardSetResults) -> Table:
    """Share of the runs of each experiment that end with each card."""
    rows = []
    for (experiment, form), runs in results.evolutions.items():
        sets = [kingdom for kingdom in runs.kingdoms if kingdom]
        for card, name in enumerate(results.pool.names if sets else ()):
            share = proportion(np.array([card in kingdom for kingdom in sets], float))
            rows.append([experiment, form, name, len(sets), share])
    columns = [
        Column.text("experiment"),
        Column.text("form"),
        Column.text("card"),
        Column.integer("runs"),
        Column.estimate("share", "runs that end with it", percent=True, shown_digits=0),
    ]
    caption = "How many runs of each experiment end with each card: pairs of players need different cards."
    return Table("cards-by-experiment", columns, rows, caption, max_shown_rows=25)


def attacks_table(results: CardSetResults) -> Table:
    """Attack cards in the final sets of each experiment."""
    rows = []
    for (experiment, form), runs in results.evolutions.items():
        counts = [float(len(results.attacks & set(kingdom))) for kingdom in runs.kingdoms if kingdom]
        if len(counts) > 1:
            rows.append([experiment, form, len(counts), mean_of_runs(counts)])
    columns = [
        Column.text("experiment"),
        Column.text("form"),
        Column.integer("runs"),
        Column.estimate("attacks", "attack cards in a set", shown_digits=2),
    ]
    chance = results.pool.piles * len(results.attacks) / results.pool.size
    return Table("attacks", columns, rows, f"Attack cards in the sets of each experiment; by chance {chance:.1f}.")


def all_sets_table(results: CardSetResults) -> Table:
    """Final set of every run, by both formulas of f_s."""
    rows = []
    for (name, form), runs in results.evolutions.items():
        for number, notes in enumerate(runs.notes, 1):
            kingdom = tuple(notes[-1]["cards"])
            if kingdom:
                worth = [results.remeasured(name, kingdom, measure) for measure in runs.experiment.measures]
                rows.append([name, form, number, results.card_names(kingdom), notes[-1]["best"], *worth])
    columns = [
        Column.text("experiment"),
        Column.text("form"),
        Column.integer("run"),
        Column.text("kingdom"),
        Column.number("seen", "fitness in evolution", shown_digits=3),
        Column.estimate("first_measure", "f_s as computed, or f", shown_digits=3),
        Column.estimate("second_measure", "f_s as printed, or L / T", shown_digits=3),
        Column.estimate("third_measure", "wins of the first player, or f_d", shown_digits=3),
    ]
    return Table("all-sets", columns, rows, "The last set of every run, measured on fresh seeds.", max_shown_rows=30)


def printed_sets_table(results: CardSetResults) -> Table:
    """The paper's nine sets played by Earl and Drew, here and on the original engine."""
    rows = []
    for name, kingdom, measure, theirs, ours in compare_with_original_engine(results):
        rows.append([name, results.card_names(kingdom), measure, theirs.value, ours, z_score(theirs, ours)])
    columns = [
        Column.text("experiment"),
        Column.text("kingdom"),
        Column.text("measure"),
        Column.number("original", "original engine", shown_digits=3),
        Column.estimate("here", shown_digits=3),
        Column.number("z", "z-score", shown_digits=1),
    ]
    caption = (
        "The nine printed sets, played by Earl and Drew here and on the engine that the paper used (2,000 games each). "
        "The z-score is the difference over its standard error."
    )
    return Table("printed-sets", columns, rows, caption)


def readings_table(results: CardSetResults) -> Table:
    """f_s of the best printed set by all readings of the formula."""
    printed = published().experiments[BEST_PRINTED].best
    rows = [[begins, name, measured, printed] for begins, name, measured in results.readings_of_best_printed()]
    columns = [
        Column.text("begins"),
        Column.text("reading"),
        Column.estimate("here", shown_digits=3),
        Column.number("paper", shown_digits=3),
    ]
    caption = (
        "The set that the paper prints with its highest f_s of Earl and Drew, by who begins and by ways to read the "
        "formula. It has no Thief, so lost cards of the original engine's Thief explain nothing."
    )
    return Table("readings", columns, rows, caption)


def compare_with_original_engine(results: CardSetResults) -> list[tuple[str, Kingdom, str, Estimate, Estimate]]:
    """Experiment, set, measure, number of the original engine with its interval, and ours."""
    original_rows = {results.pool.read(row["kingdom"]): row for row in original_engine_sets()}
    compared = []
    for name in published().experiments:
        kingdom = results.printed_set(name)
        row = original_rows[kingdom]
        for measure in (*OUTCOME_MEASURES, "turns"):
            ours = results.printed_by_reference_bots(name, measure)
            compared.append((name, kingdom, measure, _original_engine_estimate(row, measure, ours), ours))
    return compared


def _original_engine_estimate(row: dict[str, Any], measure: str, ours: Estimate) -> Estimate:
    """Number of the original engine; the spread of its turns is not known and taken to be as here."""
    games = int(row["games"])
    if measure == "wins":
        draws = 1 - row["earl_win_rate"] - row["drew_win_rate"]
        value = row["earl_win_rate"] + draws / 2
        error = math.sqrt((row["earl_win_rate"] + draws / 4 - value**2) / games)
    elif measure == "skill":
        value, error = row["f_s"], row["f_s_se"]
    elif measure == "turns":
        value, error = row["mean_turns"], (ours.high - ours.value) / 1.96 * math.sqrt(ours.count / games)
    else:
        value, means = row["f_agg"], sorted((row["earl_mean_vp"], row["drew_mean_vp"]))
        spreads = [row["drew_sd_vp"], row["earl_sd_vp"]]
        error = math.hypot(spreads[0] / means[1], spreads[1] * means[0] / means[1] ** 2) / math.sqrt(games)
    return Estimate(value, value - 1.96 * error, value + 1.96 * error, games)


def z_score(theirs: Estimate, ours: Estimate) -> float:
    error = math.hypot(theirs.high - theirs.value, ours.high - ours.value) / 1.96
    return (ours.value - theirs.value) / error if error else 0.0


def _overlap_probability(results: CardSetResults, common: int) -> float:
    """Probability that two random sets share at least `common` cards."""
    k, n = results.pool.piles, results.pool.size
    ways = [math.comb(k, shared) * math.comb(n - k, k - shared) for shared in range(common, k + 1)]
    return sum(ways) / math.comb(n, k)


def _match_command(results: CardSetResults, players: tuple[str, str], kingdom: Kingdom) -> str:
    cards = results.card_names(kingdom)
    return f'ludus match dominion {" ".join(players)} -n 1000 -o kingdom="{cards}" -o ties=points -o declining=true'


def growth_figures(results: CardSetResults) -> list[Figure]:
    """One figure for each experiment, with both forms of the algorithm."""
    figures = []
    for name in ALL_EXPERIMENTS:
        forms = [runs_of_form for runs_of_form in results.evolutions.values() if runs_of_form.experiment.name == name]
        if not forms:
            continue
        lines = []
        for look, runs in enumerate(forms):
            for key, word in LINE_TITLES.items():
                line = f"{word}, {runs.form} form"
                lines.append(Series.of(line, runs.curve(key), 2 * look + (key == "mean")))
        kind = forms[0].experiment.objective_kind
        title = f"Evolution of {FITNESS_NAMES[kind]}, {name}"
        generations = range(1, len(forms[0].notes[0]) + 1)
        svg = line_chart(
            generations, lines, title=title, x_title="generation", y_title=FITNESS_NAMES[kind], value_range=(0, 1)
        )
        caption = f"{title}, as in the paper's figure {PAPER_FIGURES[kind]}: means over runs with their 95 % intervals."
        figures.append(Figure(f"growth-{name}", svg, caption))
    return figures


def losses_section(results: CardSetResults) -> Section:
    """Effect of every card on the match-ups of Table II."""
    kingdoms = random_card_sets(results.settings, results.pool)
    pairs = [pair for pair in matchup_pairs(results.settings) if RANDOM_BOT not in pair]
    effects = {pair: card_effects(results.pool, kingdoms, results.matchup(*pair).payoffs_by_set(0)) for pair in pairs}
    differences = {(pair, effect.card): effect.difference for pair, cards in effects.items() for effect in cards}
    judged = JudgedNumbers(differences, exactly(0.0))
    texts = [_losses_text(pair, cards, judged) for pair, cards in effects.items()]
    how = f"Cards are named whose interval leaves out zero, corrected for {plural(judged.comparisons, 'comparison')}."
    return Section("What each player loses by", [*texts, how, _losses_table(effects)])


def _losses_text(
    pair: tuple[str, str], effects: list[KingdomCardEffect], judged: JudgedNumbers[tuple[tuple[str, str], str]]
) -> str:
    """Cards that hurt either player most, if their effect is sure."""
    one, other = pair
    ranked = sorted(effects, key=lambda effect: effect.difference.value)
    hurt_one = [effect for effect in ranked[:NAMED_CARDS] if judged.side((pair, effect.card)) == "below"]
    hurt_other = [effect for effect in ranked[::-1][:NAMED_CARDS] if judged.side((pair, effect.card)) == "above"]
    sentences = [
        f"{loser} loses most to {winner} by {_card_list(cards)}"
        for loser, winner, cards in ((one, other, hurt_one), (other, one, hurt_other))
        if cards
    ]
    return (
        f"{'; '.join(sentences)}."
        if sentences
        else f"No card certainly decides between {one} and {other} at this size."
    )


def _card_list(effects: list[KingdomCardEffect]) -> str:
    return ", ".join(f"{effect.card} ({_points_text(effect.difference)})" for effect in effects)


def _points_text(difference: Estimate) -> str:
    low, high = sorted((100 * abs(difference.low), 100 * abs(difference.high)))
    return f"{100 * abs(difference.value):.1f} points [{low:.1f}, {high:.1f}]"


def _losses_table(effects: dict[tuple[str, str], list[KingdomCardEffect]]) -> Table:
    columns, lists = [Column.text("card")], list(effects.values())
    for k, (one, other) in enumerate(effects, 1):
        columns.append(Column.estimate(f"pair_{k}", f"{one} against {other}", percent=True, shown_digits=1))
    order = np.argsort([effect.difference.value for effect in lists[0]], kind="stable")
    rows = [[lists[0][k].card, *(pair_effects[k].difference for pair_effects in lists)] for k in order]
    caption = (
        "The share that the first one named wins with the card in the kingdom, less its share without, over the random "
        "card sets of Table II, draws half; intervals are over card sets. What the one loses by, the other wins by."
    )
    return Table("losses", columns, rows, caption)
