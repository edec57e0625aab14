"""Report: tables and claims of the paper, and every printed number next to ours."""

from __future__ import annotations

from collections import Counter

from ludus.lab import RunContext, Report, Section, Verdict
from ludus.studies.dominion_cards import figures, tables
from ludus.studies.dominion_cards.claim import CardSetClaim
from ludus.studies.dominion_cards.claims import make_claims
from ludus.studies.dominion_cards.config import DominionCardsConfig
from ludus.studies.dominion_cards.findings import CardSetResults
from ludus.studies.dominion_cards.losses import losses_section
from ludus.studies.dominion_cards.numbers import ComparedNumber, compare_numbers

TITLE = "Evolving card sets for Dominion"
MAX_Z_SCORE = 4.0  # z-score that 36 comparisons of equal engines hardly reach; as in `ludus check`
MIN_GAMES = 100  # minimum games per set; with fewer, standard errors are unreliable


def report(settings: DominionCardsConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = CardSetResults(settings, context)
    claims, printed = make_claims(results), compare_numbers(results)
    claims.append(_engine_claim(results))
    sections = [
        Section("The claims", [_claims_text(settings), *map(_verdict, claims), tables.claims_table(claims)]),
        Section("Every number", [tables.numbers_table(printed)]),
        Section("The players", [tables.players_table(results)]),
        losses_section(results),
        Section("Growth", [_forms_text(), tables.growth_table(results), *figures.growth_figures(results)]),
        Section("The sets that were found", [tables.best_sets_table(results), tables.all_sets_table(results)]),
        Section("The sets that were printed", [tables.printed_sets_table(results)]),
    ]
    return Report(TITLE, _lead(claims, printed), sections)


def _lead(claims: list[CardSetClaim], printed: list[ComparedNumber]) -> str:
    states, same = Counter(claim.state for claim in claims), Counter(number.state for number in printed)
    return (
        f"Of {len(claims)} claims {states['holds']} hold, {states['fails']} fail and {states['undecided']} are "
        f"undecided at this size. Of {len(printed)} printed numbers {same['holds']} agree with ours, {same['fails']} "
        f"do not, and {same['undecided']} were not measured or not often enough."
    )


def _verdict(claim: CardSetClaim) -> Verdict:
    return Verdict(claim.statement, claim.state, f"{claim.source}: {claim.published}. Here: {claim.measured}.")


def _engine_claim(results: CardSetResults) -> CardSetClaim:
    scores = [tables.z_score(theirs, ours) for *_, theirs, ours in tables.compare_with_original_engine(results)]
    worst = max(scores, key=abs)
    enough = results.settings.again_games >= MIN_GAMES
    return CardSetClaim(
        "the printed sets play here as on the paper's engine",
        "not of the paper: a check of this study",
        "Earl and Drew on the original engine",
        f"{len(scores)} numbers of nine sets, the furthest {worst:+.1f} standard errors away",
        "undecided" if not enough else "holds" if abs(worst) < MAX_Z_SCORE else "fails",
    )


def _claims_text(settings: DominionCardsConfig) -> str:
    formula = "the difference of mean points over the higher mean" if settings.fitness == "computed" else "as printed"
    return (
        "Mahlmann, Togelius and Yannakakis, Evolving Card Sets Towards Balancing Dominion. A claim about numbers holds "
        "or fails if the whole 95 % interval is on one side; a claim about card sets is judged by the best set of each "
        f"experiment. Evolution took f_s for {formula}; F-N is the player {settings.fn}. Numbers beside the paper's "
        f"are of the {settings.main_form} form of the algorithm."
    )


def _forms_text() -> str:
    return (
        "In the paper's form a genome is ten independent cards; nearly nine of ten random ones hold a card twice and "
        "score 0. A score is measured once and kept as long as its owner lives, so that the maximum can only grow, and "
        "by luck as well; that the paper's maxima of f fall says that something was otherwise there. In the set form a "
        "genome is a set of ten cards, and all sets are measured again in every generation."
    )
