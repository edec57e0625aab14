"""Report: results of the thesis and of this run."""

from __future__ import annotations

from typing import Any

from ludus.core.game_registry import load_game
from ludus.design.evaluation import describe, genome_to_data
from ludus.lab import Command, File, Report, RunContext, Section
from ludus.report.file_and_column_names import file_slug
from ludus.stats import Estimate, mean_of_runs, proportion
from ludus.studies.claims import Claim, ClaimFormat, claims_sentence, judgement_text, verdict_part
from ludus.studies.locm_representation import figures, tables
from ludus.studies.locm_representation.claims import STRONGEST, STRONGEST_KIND, make_claims
from ludus.studies.locm_representation.config import GAME, AgentEvolution, RepresentationConfig, all_evolutions
from ludus.studies.locm_representation.experiment import (
    example_games,
    has_strength,
    last_agent,
    play_self_play,
    play_strength,
    play_tournament,
    play_training_opponents,
    play_whole_turns,
    strength_opponents,
)
from ludus.studies.locm_representation.results import (
    SINGLE_RUN_NOTE,
    Evidence,
    SelfPlay,
    Strength,
    TournamentTable,
    percent_text,
    published_table,
)

CLAIM_FORMAT = ClaimFormat(no_interval=SINGLE_RUN_NOTE)
TITLE = "Evolving evaluation functions: trees against vectors, progressive against fixed opponents"


def report(settings: RepresentationConfig, context: RunContext) -> Report:
    """Build the report from stored results."""
    all_plans = all_evolutions(settings)
    notes = {evolution.name: context.result(evolution.name) for evolution in all_plans}
    played = {evolution.name: SelfPlay(play_self_play(context, settings, evolution)) for evolution in all_plans}
    strengths = {
        evolution.name: Strength(opponents, settings.generations, play_strength(context, settings, evolution))
        for evolution in all_plans
        if (opponents := strength_opponents(settings, evolution)) and has_strength(context, evolution)
    }
    table = TournamentTable(settings, play_tournament(context, settings))
    trained = {name: proportion(item.deals(0, 0)) for name, item in play_training_opponents(context, settings).items()}
    claims = make_claims(
        Evidence(
            all_plans,
            table,
            played,
            {name: [note["length"] for note in item] for name, item in notes.items()},
            {name: item.value for name, item in trained.items()},
            {name: item.curve() for name, item in strengths.items()},
        )
    )
    sections = [
        Section("The tournament", _tournament_parts(settings, table)),
        claims_section(claims),
        Section("Learning", _learning_parts(settings, table, played, notes)),
    ]
    if strengths:
        sections.append(Section("Strength of the generations", _strength_parts(settings, strengths)))
    if trained:
        groups = _payoffs_by_group(all_plans, trained)
        sections.append(
            Section("Against the own training opponent", [tables.training_table(settings, trained, groups)])
        )
    lengths = tables.lengths_table(settings, notes)
    sections += [
        Section("How long games are", [figures.lengths_figure(lengths), lengths]),
        Section("How many rounds a tournament needs", _round_parts(settings, table)),
        Section(
            "Whole turns instead of single moves",
            [_turns_text(), tables.turns_table(settings, play_whole_turns(context, settings))],
        ),
        Section("What the agents value", _agent_parts(settings, context, all_plans)),
    ]
    return Report(TITLE, [answer(claims, table)], sections)


def answer(claims: list[Claim], tournament: TournamentTable) -> str:
    """The answer of the study in sentences: how many claims hold, and the strongest kind of agents."""
    evolved = [row for row in tournament.rows if row.name not in tournament.settings.field]
    best = max(evolved, key=lambda row: tournament.weighted_mean(row).value)
    mean = mean_of_runs(list(tournament.base_means(best).values()))
    return (
        f"{claims_sentence(claims)} at this size. Of the evolved kinds of agents {best.name} has the highest mean: "
        f"{percent_text(mean)} of its games in a tournament of {len(tournament.names)} players"
        f"{_strongest_text(best.name, claims)}."
    )


def _strongest_text(kind: str, claims: list[Claim]) -> str:
    """What the claim about the strongest kind says of the kind with the highest mean."""
    verdict = next((claim.verdict for claim in claims if claim.statement == STRONGEST), None)
    if kind != STRONGEST_KIND or verdict is None:
        return ""
    return (
        ", surely more than every other kind" if verdict == "holds" else ", but not surely more than every other kind"
    )


def claims_section(claims: list[Claim]) -> Section:
    """The claims with their verdicts."""
    text = (
        "Miernik, Artificial Intelligence for Strategy Card Games: Search and Content Generation. A claim is about "
        "kinds of evolutions, so a run is an evolution, and a base an agent that others evolved from. "
        f"{judgement_text(claims)}"
    )
    return Section("The claims", [text, *(verdict_part(claim, CLAIM_FORMAT) for claim in claims)])


def _turns_text() -> str:
    return (
        "The thesis does not say how an evaluation plays a turn. Above, agents take the best single move until ending "
        "the turn is best. Here the same agents follow the best lines through the whole turn: they draft as before, "
        "choose among the positions in which the turn ends, and look ahead no further. Where an agent loses by that, "
        "this may be why: evolution has only asked its evaluation to rank positions that are one move apart. The ends "
        "of whole turns lie further apart, a search finds among them what the evaluation takes to be too good, and "
        "nothing has punished that. This explanation was not tested. So the table says what a beam does to these "
        "evaluations, not what it would do to some that evolve inside of it."
    )


def _field_text(tournament: TournamentTable) -> str:
    """Sentence on how the field differs from the thesis's: payoffs against Coac, which both have."""
    coac, sentences = tournament.find_row("coac"), []
    for name in ("chad", "onelane"):
        row = tournament.find_row(name)
        if coac is not None and row is not None:
            ours, theirs = tournament.cell(row, coac), published_table()[name]["coac"]
            interval = f"[{100 * ours.low:.1f}, {100 * ours.high:.1f}]"
            sentences.append(f"our {name} wins {100 * ours.value:.1f} % {interval}, the thesis's {theirs:.1f} %")
    if not sentences:
        return ""
    return (
        f"The field is not quite the thesis's. Against Coac, {'; '.join(sentences)}. What the field wins more, the "
        "evolved agents win less."
    )


def _game_title(name: str, key: str) -> str:
    """Title of an example game from its key, such as `won-against-coac`."""
    word, _, rival = key.partition("-against-")
    return f"{name} {word} against {rival}"


def _tournament_parts(settings: RepresentationConfig, tournament: TournamentTable) -> list[Any]:
    return [
        "All evolved agents, each the best of its evolution's last generation, and the field, every two of them on "
        "the same deals from both seats, drafts included.",
        *filter(None, [_field_text(tournament)]),
        figures.averages_figure(tournament),
        tables.averages_table(settings, tournament),
        figures.matrix_figure(tournament),
        tables.cells_table(settings, tournament),
    ]


def _learning_parts(
    settings: RepresentationConfig,
    tournament: TournamentTable,
    played: dict[str, SelfPlay],
    notes: dict[str, list[Any]],
) -> list[Any]:
    return [
        *figures.progress_figures(settings, played),
        *figures.heat_map_figures(settings, played),
        tables.agents_table(settings, tournament, played),
        tables.generations_table(notes, played),
        tables.heat_table(played),
    ]


def _strength_parts(settings: RepresentationConfig, strengths: dict[str, Strength]) -> list[Any]:
    return [
        "Win rates against the own generations are one half on average, whatever an evolution achieves. So they cannot "
        "tell which of two evolutions is ahead. Here the best of every generation plays the final agents of all "
        "evolutions that do not go back to the same base.",
        *figures.strength_figures(settings, strengths),
        tables.strength_table(strengths),
    ]


def _round_parts(settings: RepresentationConfig, tournament: TournamentTable) -> list[Any]:
    table = tables.rounds_table(settings, tournament)
    return [figures.rounds_figure(table), table]


def _agent_parts(settings: RepresentationConfig, context: RunContext, everything: list[AgentEvolution]) -> list[Any]:
    game, examples = load_game(GAME), example_games(context, settings)
    parts: list[Any] = []
    for evolution in everything:
        genome = last_agent(context, evolution)
        description = describe(game, genome)
        parts.append(
            File(f"agents/{evolution.name}.json", genome_to_data(game, genome), f"{evolution.name}, to play with")
        )
        parts.append(File(f"agents/{evolution.name}.txt", description, f"what {evolution.name} values, in words"))
    name = examples["agent"]
    parts.append(f"The agent with the highest mean is {name}.")
    parts.append(Command(f"ludus match locm agent:genome={{run}}/agents/{name}.json coac -n 1000", "Let it play:"))
    for key, data in examples["replays"].items():
        parts.append(File(f"replays/{file_slug(key)}.json", data, _game_title(name, key)))
    return parts


def _payoffs_by_group(everything: list[AgentEvolution], trained: dict[str, Estimate]) -> dict[str, Estimate]:
    groups: dict[str, list[float]] = {}
    for evolution in everything:
        if evolution.name in trained:
            groups.setdefault(evolution.row_name, []).append(trained[evolution.name].value)
    return {name: mean_of_runs(values) for name, values in groups.items()}
