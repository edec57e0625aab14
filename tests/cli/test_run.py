"""The commands of the lab: studies, run, resume, runs, report."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.cli.console import ProgressLines
from ludus.cli.progress_bars import SpeedEstimate, progress_text
from ludus.lab import Report, Study, registered
from ludus.lab.progress import ProgressMeter, ProgressUpdate
from ludus.report.report_model import Verdict
from tests.lab.example_study import study
from tests.lab.run_files import contents, differences
from tests.messages import missing

TINY = ("--preset", "tiny", "--place", "threads:1")


@pytest.fixture(autouse=True)
def known_study(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ludus.lab.provenance.source_digests", lambda work: {"toy.py": "0"})
    with registered(study):
        yield


def test_studies_are_listed(ludus):
    line = next(line for line in ludus("studies").stdout.splitlines() if line.startswith("toy"))
    assert re.split(" {3,}", line.strip()) == ["toy", "Do weights that cost something go to zero?", "tiny, whole"]


def test_a_study_tells_its_keys(ludus):
    text = ludus("studies", "toy").stdout
    assert re.search(r"^breeding.population +2 .. 100 +6 +individuals in a generation *$", text, re.MULTILINE)
    assert re.search(r"^label +text +not set +a word on the report *$", text, re.MULTILINE)
    assert re.search(r"^tiny +generations = 2, games = 2, figures = false, breeding = {population = 3} *$", text, re.M)
    assert "Example: ludus run toy --preset tiny --set seed=7" in text


def test_a_run_that_shows_nothing_for_long_says_where_it_is(ludus, monkeypatch):
    def wait(settings, context):
        context.begin_stage("thinking", 1)
        time.sleep(0.9)

    monkeypatch.setattr("ludus.cli.console.SILENCE_SECONDS", 0.1)
    monkeypatch.setattr("ludus.cli.console.FIRST_LINE_SECONDS", 0.1)
    with registered(replace(study, experiment=wait, report=lambda settings, context: Report("Done", ["-"], []))):
        lines = ludus("run", "toy", *TINY, "--out", "run").stderr.splitlines()
    assert any("thinking" in line and line.endswith("so far") for line in lines)


def test_changed_code_is_named_with_the_options_that_continue_or_begin_anew(ludus, refused, monkeypatch):
    ludus("run", "toy", *TINY, "--out", "run")
    monkeypatch.setattr("ludus.lab.provenance.source_digests", lambda work: {"toy.py": "1"})
    for command in (("run", "toy", *TINY, "--out", "run"), ("resume", "run")):
        assert not missing(refused(*command), "toy.py", "--anyway", "--out")


def test_the_list_says_which_runs_cannot_continue_and_which_continued_after_a_change(ludus, monkeypatch):
    ludus("run", "toy", *TINY, "--out", "runs/one")
    monkeypatch.setattr("ludus.lab.provenance.source_digests", lambda work: {"toy.py": "1"})
    listed = ludus("runs")
    assert "finished" in listed.stdout
    assert not missing(listed.stderr, "runs/one", "earlier version", "toy.py")
    Path("runs/one/report.html").unlink()  # not finished any more
    listed = ludus("runs")
    assert "stopped" in listed.stdout
    assert "To continue" not in listed.stdout
    assert not missing(listed.stderr, "toy.py", "resume runs/one --anyway", "--out")
    ludus("resume", "runs/one", "--anyway")
    listed = ludus("runs")
    assert "finished (--anyway)" in listed.stdout
    assert not missing(listed.stderr, "--anyway", "toy.py")


def test_the_list_offers_to_continue_a_run_that_can(ludus):
    ludus("run", "toy", *TINY, "--out", "runs/one")
    Path("runs/one/report.html").unlink()
    listed = ludus("runs")
    assert "ludus resume runs/one" in listed.stdout
    assert "runs/one" not in listed.stderr
    config = Path("runs/one/config.toml")
    config.write_text(config.read_text().replace("seed = 1", "seed = 2"))
    listed = ludus("runs")
    assert "To continue" not in listed.stdout
    assert "seed" in listed.stderr


def test_a_study_that_cannot_be_loaded_does_not_hide_the_others(ludus, monkeypatch):
    from importlib.metadata import EntryPoint

    from ludus.lab import study as registry
    from ludus.util import plugins

    points = [
        EntryPoint("broken", "no_such_module:study", registry.ENTRY_POINT_GROUP),
        EntryPoint("pi", "math:pi", registry.ENTRY_POINT_GROUP),
    ]
    monkeypatch.setattr(plugins, "entry_points", lambda group: points if group == registry.ENTRY_POINT_GROUP else [])
    result = ludus("studies")
    assert "toy" in result.stdout
    assert not missing(result.stderr, "'broken'", "no_such_module:study", "ModuleNotFoundError")
    assert "'math:pi' is not a ludus Study" in result.stderr


def test_a_run_is_made_reported_and_listed(ludus, tmp_path):
    result = ludus("run", "toy", *TINY)
    assert result.exit_code == 0
    (folder,) = Path("runs").iterdir()
    assert re.fullmatch("toy-[0-9a-f]{8}", folder.name)
    assert result.stdout.startswith("Does a toy evolve?\nWeights went to zero")
    assert f"3 tables are in {folder}/tables: generations, seats, claims (the verdicts)" in result.stdout
    assert "ludus: 1/3 evolve red: 0 of 12 games" in result.stderr
    listed = ludus("runs").stdout.splitlines()[1]
    assert re.fullmatch(rf"{folder} +toy +finished +44 games +1 +[\d.]+ KB", listed.strip())
    before = contents(folder)
    again = ludus("run", "toy", *TINY)  # the same command, the same folder
    assert again.exit_code == 0
    assert f"ludus: {folder}: all 44 games were there already; nothing was played" in again.stderr.splitlines()
    assert "0 of 12 games" not in again.stderr
    assert ludus("report", folder).exit_code == 0
    assert len(list(Path("runs").iterdir())) == 1
    assert differences(before, contents(folder)) == []


def test_the_verdicts_begin_with_their_summary_and_with_what_the_size_decides(ludus):
    lines = ludus("run", "toy", *TINY, "--out", "run").stdout.splitlines()
    counted = next(k for k, line in enumerate(lines) if "claim was tested" in line)
    assert counted < next(k for k, line in enumerate(lines) if "undecided: " in line)
    assert lines[counted + 1].startswith("No claim is decided at this size.")


def test_of_many_undecided_claims_the_first_are_printed_and_the_others_counted(ludus):
    def report(settings, context):
        claims = [Verdict(f"claim {number}", "undecided", "few games") for number in range(13)]
        return Report("Done", ["An answer."], [*claims, Verdict("a sure one", "holds", "many games")])

    with registered(replace(study, report=report)):
        printed = ludus("run", "toy", *TINY, "--out", "run").stdout
    assert printed.count("undecided: claim ") == 10
    assert "holds: a sure one" in printed
    assert "3 more undecided claims: see the report" in printed


def test_a_resumed_run_shows_only_the_stages_that_it_plays(ludus):
    ludus("run", "toy", *TINY, "--out", "run")
    Path("run/kept/blue.kept").unlink()
    again = ludus("resume", "run").stderr
    assert "2/3 evolve blue: " in again
    assert "evolve red" not in again
    assert "nothing was played" not in again


def test_the_configuration_of_a_run_repeats_it(ludus):
    ludus("run", "toy", *TINY, "--set", "seed=9", "--out", "first-run")
    ludus("run", "toy", "--config", "first-run/config.toml", "--out", "second-run")
    assert differences(contents("first-run"), contents("second-run")) == []


def test_errors_are_printed_in_one_line(refused):
    assert not missing(refused("run", "tyo"), "ludus: ", "study", "'tyo'", "'toy'", "known: ")
    assert "did you mean 'games'?" in refused("run", "toy", "--set", "gmes=3")
    assert "there is no backend named 'thread'" in refused("run", "toy", *TINY[:2], "--place", "thread")
    assert not missing(refused("resume", "nowhere"), "folder", "`ludus runs`")
    assert "there is no such folder" in refused("report", "nowhere")
    assert not Path("runs").exists()


def test_there_may_be_no_runs(ludus):
    assert "No runs in runs." in ludus("runs").stdout


def test_a_damaged_run_is_listed_with_its_fault(ludus):
    ludus("run", "toy", *TINY, "--out", "runs/one")
    Path("runs/one/kept/red.kept").write_bytes(b"")
    result = ludus("runs")
    assert "damaged" in result.stdout
    assert "ludus: runs/one/kept/red.kept: damaged" in result.stderr


@pytest.mark.parametrize("width", [40, 60, 80, 160])
def test_the_names_of_runs_are_whole_on_a_narrow_terminal(ludus, monkeypatch, width):
    ludus("run", "toy", *TINY, "--out", "runs/locm-representation-0123abcd")
    monkeypatch.setattr("ludus.cli.console.PIPE_WIDTH", width)
    lines = ludus("runs").stdout.splitlines()
    assert max(map(len, lines)) <= width
    text = "".join(line.split("   ")[0].strip() for line in lines[1:])
    assert text.startswith("runs/locm-representation-0123abcd")
    assert ("study" in lines[0], "state" in lines[0]) == (width > 60, True)


def test_a_run_whose_name_is_no_text_is_listed(ludus):
    ludus("run", "toy", *TINY, "--out", "runs/one")
    Path("runs/one").rename("runs/one\udcff")
    assert "runs/one\\xff" in ludus("runs").stdout


def test_a_run_without_pyarrow_says_how_to_get_parquet(ludus, monkeypatch):
    monkeypatch.setattr("ludus.lab.report_writer.find_spec", lambda name: None)
    result = ludus("run", "toy", *TINY, "--out", "one")
    assert not missing(result.stdout, "Parquet", "'.[analysis]'")
    assert not list(Path("one/tables").glob("*.parquet"))


RUN = """
import signal
import sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # the parent process may ignore it
from tests.lab.example_study import study
from ludus.core.game_registry import register_game
from ludus.lab import register as know
from ludus.testing.example_games import auction
from ludus.cli import main
register_game(auction.game), know(study)
sys.argv = ["ludus", "run", "toy", "--set", "generations=10000", "--out", {folder!r}, "--place", "threads:2"]
sys.exit(main())
"""


@pytest.mark.parametrize(("sent", "exit_code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_and_kill_stop_cleanly_and_print_how_to_continue(tmp_path, sent, exit_code):
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-c", RUN.format(folder=str(tmp_path / "run"))],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stderr=subprocess.PIPE,
        text=True,
    )
    log = tmp_path / "run" / "events.jsonl"
    while not (log.exists() and '"generation"' in log.read_text()):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(sent)
    _, told = process.communicate(timeout=60)
    assert process.returncode == exit_code
    assert f"ludus resume {tmp_path / 'run'}" in told
    assert "Traceback" not in told
    assert json.loads(log.read_text().splitlines()[-1])["what"] == "stopped"


def test_the_time_left_is_that_of_the_whole_run():
    now, told = 0.0, []
    meter, speed = ProgressMeter(told.append), SpeedEstimate(lambda: now)
    meter.plan({"a": 100, "b": 300})
    meter.stage("a", None)
    speed.record(told[-1])
    now = 10.0
    meter.advance(50, {"generation": 3, "best": 0.61234})
    assert speed.seconds_left(told[-1]) == 70
    assert progress_text(told[-1], speed) == "generation 3, best 0.612, 50 of 100 games, 5 a second, 1:10 min left"
    assert progress_text(told[-1], speed, 40) == "best 0.612, 5 a second, 1:10 min left"  # the time left comes first
    assert progress_text(told[-1], speed, 30) == "5 a second, 1:10 min left"
    meter.advance(50, {})
    meter.stage("b", None)
    speed.record(told[-1])
    now = 20.0
    meter.advance(200, {})
    assert speed.seconds_left(told[-1]) == 5  # the rest of b at b's own speed
    assert told[-1] == ProgressUpdate("b", 2, 2, 200, 300, 300, 400, 0, {})


def test_games_that_an_earlier_stage_did_not_need_are_not_left():
    now, told = 0.0, []
    meter, speed = ProgressMeter(told.append), SpeedEstimate(lambda: now)
    meter.plan({"evolution": 10_000, "measures": 300})
    meter.stage("evolution", None)
    meter.advance(4000, {})
    assert told[-1].games_planned == 10_300
    meter.stage("measures", None)
    speed.record(told[-1])
    now = 10.0
    meter.advance(100, {})
    assert (told[-1].games_done, told[-1].games_planned) == (4100, 4300)
    assert speed.seconds_left(told[-1]) == 20


def test_the_time_left_grows_slowly_when_the_machine_is_busy():
    now, told = 0.0, []
    meter, speed = ProgressMeter(told.append), SpeedEstimate(lambda: now)
    meter.plan({"a": 1000, "b": 1000})
    meter.stage("a", None)
    speed.record(told[-1])
    now = 10.0
    meter.advance(900, {})
    first = speed.seconds_left(told[-1])
    meter.advance(100, {})
    meter.stage("b", None)
    speed.record(told[-1])
    now = 13.0
    meter.advance(1, {})  # the first game of the stage took long
    assert speed.seconds_left(told[-1]) <= first
    now = 16.0
    assert speed.seconds_left(told[-1]) <= 2 * first + 10


def test_lines_of_progress_without_a_terminal(capsys):
    now = 0.0
    lines = ProgressLines("locm: 4,000 games", lambda: now)
    lines.show(10, 4000)
    now = 2.5
    lines.show(1000, 4000)
    now = 3.0
    lines.show(1200, 4000)
    now = 1000.0
    lines.show(2000, 4000)
    assert capsys.readouterr().err.splitlines() == [
        "ludus: locm: 4,000 games: 1,000 of 4,000, 8 s left",
        "ludus: locm: 4,000 games: 2,000 of 4,000, 16:40 min left",
    ]


def test_a_remark_is_between_the_share_and_the_time_left(capsys):
    now = 0.0
    lines = ProgressLines("checking mine: 10 games", lambda: now)
    now = 4.0
    lines.show(4, 10, remark="1 fault so far")
    assert capsys.readouterr().err == "ludus: checking mine: 10 games: 4 of 10, 1 fault so far, 6 s left\n"


def test_games_of_an_earlier_process_say_nothing_about_the_speed():
    now, told = 0.0, []
    meter, speed = ProgressMeter(told.append), SpeedEstimate(lambda: now)
    meter.stage("a", 1000)
    meter.add_earlier_games("a", 900)
    now = 1.0
    speed.record(told[-1])
    assert speed.seconds_left(told[-1]) is None
    now = 2.0
    meter.advance(10, {})
    assert (speed.games_per_second(told[-1]), told[-1].earlier_games) == (10, 900)


def test_a_name_that_cannot_be_is_refused():
    from ludus.util.errors import ContractError

    with pytest.raises(ContractError, match="small letters, digits and dashes"):
        Study("My study", "", study.config, print, print)
    with pytest.raises(ContractError, match=r"must be a ludus.lab.Config"):
        Study("my-study", "", dict, print, print)


def test_a_backend_that_does_not_work_is_found_before_a_folder_is_made(refused, tmp_path, monkeypatch):
    from ludus.backends import BackendError
    from ludus.backends.processes import Processes

    def broken(self, work, parts):
        raise BackendError("no process can be started here")

    monkeypatch.setattr(Processes, "run", broken)
    monkeypatch.chdir(tmp_path)
    for words in (
        ["run", "toy", *TINY, "--backend", "processes:1"],
        ["tournament", "auction", "random", "greedy", "-n", 2, "--backend", "processes:1", "--out", "cup"],
        ["make", "platformer", "--rooms", 4, "--backend", "processes:1", "--to", "levels"],
    ):
        assert "no process can be started here" in refused(*words)
    assert not [*tmp_path.iterdir()]
