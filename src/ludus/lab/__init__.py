"""Studies: experiments that can be stopped and resumed at any time and end with a report.

A study is a `Study`: a name, a configuration, an experiment that plays games, and a report of the stored results. It
is found by its entry point in the group `ludus.studies`; in a notebook or a test, `registered(study)` registers one
for a while.

    class WhoWinsConfig(Config, frozen=True, kw_only=True):
        games: Annotated[int, Meta(ge=2, description="games of each pair")] = 1000

    def run_experiment(config: WhoWinsConfig, context: RunContext) -> None:
        context.plan_stages({"evolve": 5000, "tournament": config.games})  # optional: time left of the whole run
        context.begin_stage("tournament", config.games)                 # a planned stage needs no number
        context.cached("tournament", lambda: play(context.backend, context.advance))  # plain data, bytes, arrays

    def report(config: WhoWinsConfig, context: RunContext) -> Report:
        payoffs = context.result("tournament")                          # plays nothing: reads stored results only
        table = Table("agents", [Column.text("agent"), Column.estimate("share", "wins", percent=True)], rows)
        return Report("Who wins?", ["The answer."], [Section("Tournament", ["Some text.", table])])

    study = Study("who-wins", "One line", WhoWinsConfig, run_experiment, report, presets={"quick": {"games": 100}})

The `check=` of a study rejects a configuration that its types cannot reject, such as unknown bots, before a run
folder is created.

The run context (see `run_context`):

    context.backend                               where games run: pass it to run_matches and similar functions
    context.cached(name, make) -> data            computed once, stored atomically, then always read back
    context.result(name) -> data; context.has_result(name) -> bool
    context.evolve(name, space, make_optimiser, score, generations, note=None) -> list of notes
                                                  score(generation, genomes) -> numbers; note(generation, genomes,
                                                  scores) -> data; writes a checkpoint after every generation;
                                                  context.result(name) returns the notes again,
                                                  context.generation_notes(name) those so far; until=... may end
                                                  the evolution early
    context.plan_stages({title: games}), context.begin_stage(title, games=None), context.advance(games, **facts)
    context.warn(text)                            a warning for the user, also written to the event log

Names of results: letters, digits, blanks, . _ + - and / between parts.

The report (see `ludus.report.report_model`): Report(title, answer, sections), Section(title, parts); a part is one of

    "a paragraph"
    Table(name, columns, rows, caption="", rerun_commands=one command for each row)
                                                  Column.text/integer/number/boolean/estimate/share(name, title)
    Figure(name, svg, caption)                    ludus.report.charts: heat_map, line_chart, bar_chart
    Verdict(claim, "holds" | "fails" | "undecided" | "calibration" | "not testable", reason)
    Command("ludus match ... {run}/agents/best.json")               {run} is the run folder
    File("agents/best.json", data, caption)       written into the run folder and linked; may be a Replay

Running (see `runner`): run(study, config, folder=None, backend=None), resume(folder), write_report(folder).
Afterwards, run_comparison.compare_runs(first, second) lists the settings and numbers in which two runs differ, and
event_log.learning_curves(events) the numbers that evolutions reported in each generation.
"""

from ludus.lab.run_context import ResultMissing, RunContext
from ludus.lab.runner import FinishedRun, resume, run, write_report
from ludus.lab.study import Config, Study, find_study, register, registered, study_names
from ludus.report.report_model import Command, Figure, File, Report, Section, Verdict
from ludus.report.table_model import Column, Table

__all__ = [
    "Column",
    "Command",
    "Config",
    "Figure",
    "File",
    "FinishedRun",
    "Report",
    "ResultMissing",
    "RunContext",
    "Section",
    "Study",
    "Table",
    "Verdict",
    "find_study",
    "register",
    "registered",
    "resume",
    "run",
    "study_names",
    "write_report",
]
