"""Report: tables and claims of the paper, and every printed number next to ours."""

from __future__ import annotations

from collections import Counter

from ludus.lab import Desk, Report, Section, Verdict
from ludus.studies.dominion_cards import figures, tables
from ludus.studies.dominion_cards.claim import Claim
from ludus.studies.dominion_cards.claims import judge
from ludus.studies.dominion_cards.config import Settings
from ludus.studies.dominion_cards.findings import Findings
from ludus.studies.dominion_cards.losses import lost_by
from ludus.studies.dominion_cards.numbers import Number, numbers

TITLE = "Evolving card sets for Dominion"
FAR = 4.0  # z-score that 36 comparisons of equal engines hardly reach; as in `ludus check`
ENOUGH = 100  # minimum games per set; with fewer, standard errors are unreliable


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    results = Findings(settings, desk)
    claims, printed = judge(results), numbers(results)
    claims.append(_same_engine(results))
    sections = [
        Section("The claims", [_words_on_claims(settings), *map(_verdict, claims), tables.every_claim(claims)]),
        Section("Every number", [tables.every_number(printed)]),
        Section("The players", [tables.players(results)]),
        lost_by(results),
        Section("Growth", [_words_on_forms(), tables.growth(results), *figures.growth(results)]),
        Section("The sets that were found", [tables.best_sets(results), tables.all_sets(results)]),
        Section("The sets that were printed", [tables.printed_sets(results)]),
    ]
    return Report(TITLE, _lead(claims, printed), sections)


def _lead(claims: list[Claim], printed: list[Number]) -> str:
    states, same = Counter(claim.state for claim in claims), Counter(number.state for number in printed)
    return (
        f"Of {len(claims)} claims {states['holds']} hold, {states['fails']} fail and {states['undecided']} are "
        f"undecided at this size. Of {len(printed)} printed numbers {same['holds']} agree with ours, {same['fails']} "
        f"do not, and {same['undecided']} were not measured or not often enough."
    )


def _verdict(claim: Claim) -> Verdict:
    return Verdict(claim.statement, claim.state, f"{claim.source}: {claim.theirs}. Here: {claim.ours}.")


def _same_engine(found: Findings) -> Claim:
    scores = [tables.z_score(theirs, ours) for *_, theirs, ours in tables.compared_with_vdom(found)]
    worst = max(scores, key=abs)
    enough = found.settings.again_games >= ENOUGH
    return Claim(
        "the printed sets play here as on the paper's engine",
        "not of the paper: a check of this study",
        "Earl and Drew on the original engine",
        f"{len(scores)} numbers of nine sets, the furthest {worst:+.1f} standard errors away",
        "undecided" if not enough else "holds" if abs(worst) < FAR else "fails",
    )


def _words_on_claims(settings: Settings) -> str:
    formula = "the difference of mean points over the higher mean" if settings.fitness == "computed" else "as printed"
    return (
        "Mahlmann, Togelius and Yannakakis, Evolving Card Sets Towards Balancing Dominion. A claim about numbers holds "
        "or fails if the whole 95 % interval is on one side; a claim about card sets is judged by the best set of each "
        f"experiment. Evolution took f_s for {formula}; F-N is the player {settings.fn}. Numbers beside the paper's "
        f"are of the {settings.main_form} form of the algorithm."
    )


def _words_on_forms() -> str:
    return (
        "In the paper's form a genome is ten independent cards; nearly nine of ten random ones hold a card twice and "
        "score 0. A score is measured once and kept as long as its owner lives, so that the maximum can only grow, and "
        "by luck as well; that the paper's maxima of f fall says that something was otherwise there. In the set form a "
        "genome is a set of ten cards, and all sets are measured again in every generation."
    )
