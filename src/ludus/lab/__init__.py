"""The lab: studies that run for seconds or for days, stop at any moment, go on, and end with a report.

A study is a `Study`: a name, a configuration, work that plays, and a report of what was kept. It is found by its entry
point in the group `ludus.studies`; for a notebook or a test, `registered(study)` makes one known for a while.

    class Settings(Config, frozen=True, kw_only=True):
        games: Annotated[int, Meta(ge=2, description="games of each pair")] = 1000

    def work(settings: Settings, desk: Desk) -> None:
        desk.plan({"evolve": 5000, "tournament": settings.games})       # optional: time left of the whole run
        desk.stage("tournament", settings.games)                        # a planned stage needs no number
        desk.keep("tournament", lambda: play(desk.place, desk.advance)) # plain data, bytes, NumPy arrays

    def report(settings: Settings, desk: Desk) -> Report:
        found = desk.kept("tournament")                                 # plays nothing: all from desk.kept
        table = Table("agents", [Column.text("agent"), Column.estimate("share", "wins", percent=True)], rows)
        return Report("Who wins?", "The answer.", [Section("Tournament", ["Some text.", table])])

    study = Study("who-wins", "One line about it", Settings, work, report, presets={"quick": {"games": 100}})

A `check=` of a study refuses what types cannot tell, such as unknown players, before a folder is made.

The desk (see `desk`):

    desk.place                                    where games run: hand it to play_batch and its kin
    desk.keep(name, make) -> data                 made once, kept atomically, read back ever after (also right away)
    desk.kept(name) -> data; desk.has(name) -> bool
    desk.evolve(name, space, make_optimiser, score, generations, note=None) -> list of notes
                                                  score(generation, genomes) -> numbers; note(generation, genomes,
                                                  scores) -> data; a checkpoint after every generation;
                                                  desk.kept(name) gives the notes again; desk.notes(name) has
                                                  those so far, and until=... may end it early
    desk.plan({title: games}), desk.stage(title, games=None), desk.advance(games, **told)
    desk.warn(text)                               a sentence to whoever runs it; also in the event log

Names of pieces: letters, digits, blanks, . _ + - and / between parts.

The report (see `report` and `table`): Report(title, lead, sections), Section(title, parts); a part is

    "a paragraph"
    Table(name, columns, rows, caption="", again=commands by row)   Column.text/whole/number/truth/estimate(name, title)
    Figure(name, svg, caption)                    ludus.lab.figures: heat_map, curves, bars
    Verdict(claim, "holds" | "fails" | "undecided", because)
    Command("ludus match ... {run}/agents/best.json")               {run} is the folder of the run
    File("agents/best.json", data, caption)       written beside the report and linked; a Replay is fine

Running (see `run`): run(study, config, folder=None, place=None), resume(folder), write_report(folder).
Afterwards: compare.compare_runs(first, second) tells which settings and which numbers of two runs differ, and
course.curves(events) what evolutions told from generation to generation.
"""

from ludus.lab.desk import Desk, NotKept
from ludus.lab.registry import find_study, register, registered, study_names
from ludus.lab.report import Command, Figure, File, Report, Section, Verdict
from ludus.lab.run import Finished, resume, run, write_report
from ludus.lab.study import Config, Study
from ludus.lab.table import Column, Table

__all__ = [
    "Column",
    "Command",
    "Config",
    "Desk",
    "Figure",
    "File",
    "Finished",
    "NotKept",
    "Report",
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
