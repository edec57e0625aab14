"""Report: chapter 5 of the thesis, number by number."""

from __future__ import annotations

from collections import Counter

from ludus.lab import Command, Desk, File, Report, Section, Verdict
from ludus.studies.again import run_command
from ludus.studies.claim import Claim
from ludus.studies.platformer_difficulty import figures, tables
from ludus.studies.platformer_difficulty.claims import judge
from ludus.studies.platformer_difficulty.config import PARTS, Settings
from ludus.studies.platformer_difficulty.findings import Findings
from ludus.studies.platformer_difficulty.published import NUMBERS, verdict

TITLE = "How hard levels of the platformer are: Koens' study again"


def report(settings: Settings, desk: Desk) -> Report:
    """Build the report from stored results."""
    results = Findings.read(settings, desk)
    claims = judge(results)
    sections = [
        Section("Number by number", [_words_on_numbers(results), tables.printed(results)]),
        Section("Claims", [_WORDS_ON_CLAIMS, *(_verdict(claim) for claim in claims)]),
        Section(
            "Challenges",
            [
                _words_on_challenges(results),
                figures.histogram(results, ours=True),
                figures.histogram(results, ours=False),
                tables.cells(results),
                _WORDS_ON_MODELS,
                tables.models(results),
                File(
                    "model.toml", results.fitted.write(f"{results.who}, {results.records.sessions} sessions").encode()
                ),
            ],
        ),
        Section(
            "Levels",
            [
                _WORDS_ON_LEVELS,
                figures.first_partition(results),
                figures.mean_deaths(results),
                figures.calibrated(results),
                tables.skills(results),
                tables.otherwise(results),
            ],
        ),
        Section(
            "Players",
            [
                figures.learning(results),
                figures.scores(results),
                figures.levels_of_groups(results),
                figures.groups_deaths(results),
            ],
        ),
    ]
    if results.sizes:
        sections.append(Section("Sessions needed", [_WORDS_ON_SIZES, figures.sizes(results)]))
    if "transfer" in settings.parts:
        sections.append(Section("Traps that a model never saw", [_WORDS_ON_TRANSFER, tables.transfers(results)]))
    if results.dial and results.dial_file:
        sections.append(
            Section(
                "The dial",
                [
                    _WORDS_ON_DIAL,
                    figures.dial(results),
                    tables.dials(results),
                    File("dial.toml", results.dial_file.encode()),
                ],
            )
        )
    return Report(TITLE, _lead(results, claims), [*sections, Section("How to repeat the study", _again(settings))])


def _lead(found: Findings, claims: list[Claim]) -> str:
    numbers, counts = found.numbers, Counter(claim.verdict for claim in claims)
    printed = Counter(verdict(numbers[printed_number.name], printed_number.value) for printed_number in NUMBERS)
    return (
        f"Players: {found.who}, {found.records.sessions} sessions, {len(found.records.session)} levels, "
        f"{len(found.records.success):,} event traces. Of {len(NUMBERS)} numbers that the thesis prints of its people, "
        f"{printed['holds']} are met, {printed['fails']} missed and {printed['undecided']} open. Deaths by difficulty: "
        f"t = {numbers['t ALL']:.1f} (thesis: 4.4), accuracy {numbers['accuracy ALL'].in_percent()} (82 %), rank "
        f"correlation {numbers['rank ALL']:.2f}. Of {len(claims)} claims {counts['holds']} hold, {counts['fails']} "
        f"fail and {counts['undecided']} are undecided."
    )


def _words_on_numbers(found: Findings) -> str:
    people = (
        ""
        if found.who == "people"
        else " Synthetic players are not people: agreement with them proves nothing about people."
    )
    return (
        f"The thesis had 53 people and ten levels each; here are {found.records.sessions} sessions of {found.who}."
        f"{people} Intervals come from drawing sessions again and again. Constants of the linear model are those that "
        "the thesis's printed histogram gives; its p-values are one-tailed, which it does not say."
    )


def _words_on_challenges(found: Findings) -> str:
    outside = found.numbers["traces outside"]
    return (
        "Success by t_timing, jumps and t_cycle. Synthetic players were calibrated on every second of these cells. In "
        f"those, success is off by {found.numbers['off in fitted cells']:.3f} from what is printed, in the others by "
        f"{found.numbers['off in other cells']:.3f} (root mean square, weighted by traces). Outside all bins are "
        f"{outside.in_percent()} of the traces, most of them jumps over mines that take longer than 1.25 s."
    )


def _again(settings: Settings) -> list[Command]:
    command = run_command("platformer-difficulty", settings)
    return [
        Command(command, "All of it:"),
        Command(f"{command} --set sessions=FILE", "With recorded sessions of people instead:"),
        *(Command(f"{command} --set 'parts=[\"{part}\"]'", f"Beside the study only {part}:") for part in PARTS),
    ]


def _verdict(claim: Claim) -> Verdict:
    ours = claim.ours
    if ours is None:
        return Verdict(claim.statement, claim.verdict, f"{claim.source}: {claim.theirs}. {claim.unit.capitalize()}.")
    numbers = f"{ours.value:+.3f} [{ours.low:+.3f}, {ours.high:+.3f}]"
    return Verdict(claim.statement, claim.verdict, f"{claim.source}: {claim.theirs}. Here: {numbers} {claim.unit}.")


_WORDS_ON_CLAIMS = (
    "What the thesis says, and what was asked of this study before it ran. A claim holds or fails if the whole 95 "
    "% interval over sessions is on one side of zero."
)
_WORDS_ON_MODELS = (
    "All have four constants. The thesis writes its exponential model as one of success, but its printed error is "
    "that of an exponential model of failure. `model.toml` is the model that levels were rated by; `by traces` "
    "counts every trace alike, the others every bin."
)
_WORDS_ON_LEVELS = (
    "A model is fitted to some sessions and rates the levels of the others: 1 less the product of success along "
    "the easiest way. Accuracy compares mean deaths in six bins between the two sides; the thesis does not define "
    "its own, and a model that knows nothing can have a high one. Rank correlation, AUC, Brier score and "
    "calibration tell more."
)
_WORDS_ON_SIZES = (
    "Models of some sessions against that of all. The sessions drawn are among all, so distances end at zero by "
    "themselves."
)
_WORDS_ON_TRANSFER = (
    "The thesis asks what its model is worth for traps that it never saw. Here it is trained without the traces "
    "of one kind and predicts them; beside it the model that saw them. The last two columns rate all levels by "
    "it."
)
_WORDS_ON_DIAL = (
    "`ludus make platformer --difficulty` sets the share of players who die at least once. This model takes the "
    "way that players usually go, and skill into account; it is fitted to synthetic players on levels of all "
    "sizes. `dial.toml` is the file as the package has it."
)
