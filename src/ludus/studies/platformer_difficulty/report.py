"""Report: chapter 5 of the thesis, number by number."""

from __future__ import annotations

from ludus.lab import Command, File, Report, RunContext, Section
from ludus.lab.config import run_command
from ludus.studies.claims import Claim, ClaimFormat, claims_sentence, count_verdicts, judgement_text, verdict_part
from ludus.studies.platformer_difficulty import figures, tables
from ludus.studies.platformer_difficulty.claims import make_claims
from ludus.studies.platformer_difficulty.config import PARTS, DifficultyConfig
from ludus.studies.platformer_difficulty.experiment import PEOPLE
from ludus.studies.platformer_difficulty.published import PRINTED_NUMBERS
from ludus.studies.platformer_difficulty.results import DifficultyResults
from ludus.util.text import plural

TITLE = "How hard levels of the platformer are: Koens' study again"


def report(settings: DifficultyConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    results = DifficultyResults.read(settings, context)
    claims = make_claims(results)
    sections = [
        Section("Number by number", [_numbers_text(results), tables.printed_table(results)]),
        Section(
            "Claims",
            [
                f"{_CLAIMS_TEXT} {judgement_text(claims)}",
                *(verdict_part(claim, ClaimFormat(digits=3)) for claim in claims),
            ],
        ),
        Section(
            "Challenges",
            [
                _challenges_text(results),
                figures.histogram_figure(results, ours=True),
                figures.histogram_figure(results, ours=False),
                tables.cells_table(results),
                _MODELS_TEXT,
                tables.models_table(results),
                File(
                    "model.toml",
                    results.fitted.write(
                        f"{results.player_text}, {plural(results.records.sessions, 'session')}"
                    ).encode(),
                ),
            ],
        ),
        Section(
            "Levels",
            [
                _LEVELS_TEXT,
                figures.first_partition_figure(results),
                figures.mean_deaths_figure(results),
                figures.calibration_figure(results),
                tables.skills_table(results),
                tables.robustness_table(results),
            ],
        ),
        Section(
            "Players",
            [
                figures.learning_figure(results),
                figures.scores_figure(results),
                figures.levels_of_groups_figure(results),
                figures.groups_deaths_figure(results),
            ],
        ),
    ]
    if results.sizes:
        sections.append(Section("Sessions needed", [_SIZES_TEXT, figures.sizes_figure(results)]))
    if "transfer" in settings.parts:
        sections.append(Section("Traps that a model never saw", [_TRANSFER_TEXT, tables.transfers_table(results)]))
    if results.dial and results.dial_file:
        sections.append(
            Section(
                "The dial",
                [
                    _DIAL_TEXT,
                    figures.dial_figure(results),
                    tables.dial_table(results),
                    File("dial.toml", results.dial_file.encode()),
                ],
            )
        )
    return Report(
        TITLE, [_lead(results, claims)], [*sections, Section("How to repeat the study", _rerun_commands(settings))]
    )


def _lead(results: DifficultyResults, claims: list[Claim]) -> str:
    numbers = results.measures
    printed = count_verdicts(tables.printed_claims(results))
    return (
        f"Players: {results.player_text}, {plural(results.records.sessions, 'session')}, "
        f"{plural(len(results.records.session), 'level')}, "
        f"{len(results.records.success):,} event traces. Of {len(PRINTED_NUMBERS)} numbers that the thesis prints of "
        "its people, "
        f"{printed['holds']} are met, {printed['fails']} missed and {printed['undecided']} open; "
        f"{printed['calibration']} were fitted and {printed['not testable']} cannot be tested. Does difficulty tell in "
        f"which levels players die? AUC {numbers['auc ALL']:.2f} (0.5 is a guess), rank correlation "
        f"{numbers['rank ALL']:.2f}. "
        f"Deaths by difficulty: t = {numbers['t ALL']:.1f} (thesis: 4.4), accuracy "
        f"{numbers['accuracy ALL'].in_percent()} (82 %), which a model that knows nothing can have, too. "
        f"{claims_sentence(claims)}."
    )


def _numbers_text(results: DifficultyResults) -> str:
    people = (
        ""
        if results.player_text == PEOPLE
        else " Synthetic players are not people: agreement with them proves nothing about people."
    )
    return (
        f"The thesis had 53 people and ten levels each; here are {plural(results.records.sessions, 'session')} of "
        f"{results.player_text}."
        f"{people} Intervals come from drawing sessions again and again. Constants of the linear model are those that "
        "the thesis's printed histogram gives; its p-values are one-tailed, which it does not say."
    )


def _challenges_text(results: DifficultyResults) -> str:
    outside = results.measures["traces outside"]
    return (
        "Success by t_timing, jumps and t_cycle. Synthetic players were calibrated on every second of these cells. In "
        f"those, success is off by {results.measures['off in fitted cells']:.3f} from what is printed, in the others "
        "by "
        f"{results.measures['off in other cells']:.3f} (root mean square, weighted by traces). Outside all bins are "
        f"{outside.in_percent()} of the traces, most of them jumps over mines that take longer than 1.25 s."
    )


def _rerun_commands(settings: DifficultyConfig) -> list[Command]:
    command = run_command("platformer-difficulty", settings)
    return [
        Command(command, "All of it:"),
        Command(f"{command} --set sessions=FILE", "With recorded sessions of people instead:"),
        *(Command(f"{command} --set 'parts=[\"{part}\"]'", f"Beside the study only {part}:") for part in PARTS),
    ]


_CLAIMS_TEXT = (
    "What the thesis says, and what was asked of this study before it ran. Players are those of one session each."
)
_MODELS_TEXT = (
    "All have four constants. The thesis writes its exponential model as one of success, but its printed error is "
    "that of an exponential model of failure. `model.toml` is the model that levels were rated by; `by traces` "
    "counts every trace alike, the others every bin."
)
_LEVELS_TEXT = (
    "A model is fitted to some sessions and rates the levels of the others: 1 less the product of success along "
    "the easiest way. Accuracy compares mean deaths in six bins between the two sides; the thesis does not define "
    "its own, and a model that knows nothing can have a high one. Rank correlation, AUC, Brier score and "
    "calibration tell more."
)
_SIZES_TEXT = (
    "Models of some sessions against that of all. The sessions drawn are among all, so distances end at zero by "
    "themselves."
)
_TRANSFER_TEXT = (
    "The thesis asks what its model is worth for traps that it never saw. Here it is trained without the traces "
    "of one kind and predicts them; beside it the model that saw them. The last two columns rate all levels by "
    "it."
)
_DIAL_TEXT = (
    "`ludus make platformer --difficulty` sets the share of players who die at least once. This model takes the "
    "way that players usually go, and skill into account; it is fitted to synthetic players on levels of all "
    "sizes. `dial.toml` is the file as the package has it."
)
