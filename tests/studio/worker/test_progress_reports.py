"""Progress reports of a worker process are rate-limited, but the last report of each step is always sent."""

import io

import msgspec

from ludus.lab.progress import ProgressMeter
from ludus.studio.jobs.job_manager import Job
from ludus.studio.jobs.job_store import JobStore
from ludus.studio.protocol.jobs import JobStep
from ludus.studio.worker import job_messages
from ludus.studio.worker.__main__ import Reporter
from ludus.studio.worker.job_messages import ResumeRunJob


def test_the_last_progress_of_a_finished_stage_is_reported():
    out = io.BytesIO()
    meter = ProgressMeter(Reporter(out).on_run_progress)
    meter.plan({"first": 100, "second": 50})
    meter.stage("first", None)
    meter.add_earlier_games("first", 80)
    meter.stage("second", None)
    reports = [msgspec.json.decode(line, type=job_messages.AnyReport) for line in out.getvalue().splitlines()]
    last = {report.step.what: report.step.done for report in reports}
    assert (last["first"], last["second"]) == (80, 0)


def test_a_study_that_plays_no_games_says_what_it_counts(tmp_path):
    out = io.BytesIO()
    meter = ProgressMeter(Reporter(out).on_run_progress, "step")
    meter.stage("rooms", 2000)
    steps = [msgspec.json.decode(line, type=job_messages.AnyReport).step for line in out.getvalue().splitlines()]
    assert [(step.what, step.thing) for step in steps] == [("", "step"), ("rooms", "")]
    job = Job("run", "toy", "toy-1", ResumeRunJob("x"), JobStore(tmp_path))
    for done in (0, 100):
        job._handle(job_messages.StepReport(0, JobStep("", done, 2000, "step", {"known": 0})))
    assert [done for _, done in job._pace] == [0, 100]


def test_games_of_an_earlier_process_do_not_count_for_the_speed(tmp_path):
    job = Job("run", "toy", "toy-1", ResumeRunJob("x"), JobStore(tmp_path))
    for done in (5000, 5100):
        job._handle(job_messages.StepReport(0, JobStep("", done, 9000, "game", {"known": 5000})))
    assert [games for _, games in job._pace] == [0, 100]
