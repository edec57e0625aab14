"""Hostile programs are contained, as root and as an ordinary user; outside the sandbox, every attack succeeds."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from ludus.bots.bot import Fault
from ludus.bots.external import (
    Limits,
    ProgramBot,
    attack_probes,
    protection_report,
    sandbox_server_client,
    surroundings,
)
from ludus.bots.external.protection_report import CPU_TIME, GUARANTEES, check_protections, run_attacks
from ludus.bots.sandbox import control_groups, file_view, process_usage
from ludus.core.position import Position
from ludus.util.errors import OptionError
from tests.bots.external import sandbox_helpers
from tests.messages import missing

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sandboxes are built from what Linux offers")

HOSTILE = Path(__file__).with_name("hostile.py")
WITH_NAMESPACES = [mode for mode in sandbox_helpers.MODES if "without" not in mode]


def hostile(mode, attack, *arguments, **limits):
    words = [sandbox_helpers.python(mode), "-I", "-S", str(HOSTILE), attack, *map(str, arguments)]
    bot = ProgramBot(sandbox_helpers.GAME, shlex.join(words), Limits(**{"reply": 60.0, **limits}))
    bot._client = sandbox_helpers.sandbox_client_for(mode)
    return bot


def play(bot):
    try:
        return sandbox_helpers.play(bot, "random")
    finally:
        bot.close()


@pytest.fixture(params=sandbox_helpers.MODES)
def mode(request):
    if reason := sandbox_helpers.why_not(request.param):
        pytest.skip(reason)
    return request.param


def test_every_attack_belongs_to_a_guarantee():
    assert sorted(name for names in GUARANTEES.values() for name in names) == sorted(attack_probes.ATTACKS)


@pytest.mark.slow
def test_all_attacks_are_refused(mode):
    client = sandbox_helpers.sandbox_client_for(mode)
    try:
        results, steps = run_attacks(client, sandbox_helpers.python(mode))
    finally:
        client.stop()
    assert results.keys() == attack_probes.ATTACKS.keys()
    succeeded = {name for name, achieved in results.items() if achieved is not None}
    if "mounts" in steps and "proc" in steps and "filter" in steps:
        assert succeeded == set()
    elif "filter" in steps and "landlock reading" in steps:
        assert succeeded <= {
            "leave an access time",
            "read the load of the machine",
            "read the free memory",
            "read statistics of devices",
            "read the number of control groups",
            "read the speed of the processors",
            "see other processes",
            "keep a capability",  # of a program in root's home; Landlock restricts what it may read
        }
    else:
        pytest.skip("this kernel has neither namespaces nor Landlock")


@pytest.mark.slow
def test_most_attacks_succeed_outside_the_sandbox():
    """So an attack that is refused inside is refused by the sandbox."""
    with protection_report._bait("marker") as given, protection_report._process_with("marker") as owner:
        words = [sys.executable, "-I", "-S", attack_probes.__file__, json.dumps({**given, "owner": owner})]
        lines = subprocess.run(words, capture_output=True, text=True, timeout=120).stdout.splitlines()
    refused = {row["attack"] for row in map(json.loads, lines) if row["attack"] and row["achieved"] is None}
    if os.geteuid() == 0 and os.uname().release >= "6.5":
        assert len(refused) <= 10, refused  # containers refuse some
    assert not refused & {"lock a file", "lock an open file", "hold shared memory", "open a socket", "enlarge a pipe"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "attack",
    [
        *("sockets", "sockets_of_threads", "watches", "files", "page_tables", "mappings", "first_thread_ends"),
        *("sockets_of_a_process_that_hides", "sockets_of_a_program_that_hides"),
    ],
)
def test_memory_outside_the_processes_is_counted(mode, attack):
    if attack == "files" and "without" in mode:
        pytest.skip("the folder is on the disk")
    amount, limit = {"mappings": (150, 80), "watches": (60, 40)}.get(attack, (600, 200))
    episode = play(hostile(mode, attack, amount, memory=limit, folder=1000))
    assert (episode.reason, episode.culprit) == ("out of memory", 0)


@pytest.mark.slow
def test_pipes_of_a_bot_cannot_use_up_those_of_its_user(mode):
    episode = play(hostile(mode, "many_pipes", 1200))
    assert (episode.reason, episode.culprit) == ("out of memory", 0)
    assert not missing(episode.fault, str(process_usage.MAX_PIPES))


def cpu_seconds_between_turns(mode, attack, seconds, first=True, **limits):
    """CPU seconds of a bot and its children while others decide: for so many seconds, or until it is clear.

    `first`: it decides first; otherwise others do.
    """
    bot = hostile(mode, attack, 1, processes=200, **limits)
    position = Position.start(sandbox_helpers.GAME, sandbox_helpers.GAME.content(), 1)
    seated = bot.join(position, 0, 1)
    try:
        if first:
            seated.choose(position)
        time.sleep(0.3)  # its processes keep the machine busy until they are stopped
        before = seated._child.cpu_seconds()
        deadline = time.monotonic() + seconds
        while (used := seated._child.cpu_seconds() - before) < 0.2 and time.monotonic() < deadline:
            time.sleep(0.05)
        seated.choose(position)
        seated.end(None)
    except Fault as fault:
        if fault.reason != "too many processes":
            raise
        return 0.0  # who starts processes faster than they can be stopped is ended
    finally:
        bot.close()
    return used


FROZEN = {
    "count_in_the_background": 0.5,
    "resist": 0.5,
    "be_continued": 4.0,
    "continue_each_other": 1.5,
    "be_continued_as_orphans": 1.5,
}


@pytest.mark.slow
def test_children_stop_while_others_decide(mode):
    """Children in new sessions compute; their CPU time between two turns tells whether they were stopped."""
    for attack, seconds in FROZEN.items():
        if attack == "be_continued_as_orphans" and mode.endswith("without namespaces"):
            continue  # a storm of processes; without a namespace it would outlive tests that are killed
        assert cpu_seconds_between_turns(mode, attack, seconds, freeze=True) < 0.2, attack
    assert cpu_seconds_between_turns(mode, "resist", 60.0, freeze=False) >= 0.2


@pytest.mark.slow
def test_a_bot_does_not_compute_before_its_first_turn(mode):
    assert cpu_seconds_between_turns(mode, "count_in_the_background", 2.0, first=False, freeze=True) < 0.2
    assert cpu_seconds_between_turns(mode, "count_in_the_background", 60.0, first=False, freeze=False) >= 0.2


def stands_still_at_last(mode, attack, attempts=60):
    """Whether, while others decide, no process of a bot computes for half a second at some time."""
    bot = hostile(mode, attack, 1, processes=200, freeze=True)
    position = Position.start(sandbox_helpers.GAME, sandbox_helpers.GAME.content(), 1)
    seated = bot.join(position, 0, 1)
    try:
        seated.choose(position)
        for _ in range(attempts):
            before = seated._child.cpu_seconds()
            time.sleep(0.5)
            if seated._child.cpu_seconds() == before:
                return True
        return False
    finally:
        bot.close()


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user, who may make no control groups")
def test_children_that_may_continue_each_other_are_stopped_again_and_again_until_none_can():
    for mode in ("ordinary user who may continue", "ordinary user who may continue, without namespaces"):
        if reason := sandbox_helpers.why_not(mode):
            pytest.skip(reason)
        assert stands_still_at_last(mode, "continue_each_other")
    assert not stands_still_at_last("ordinary user that nobody stops", "continue_each_other", attempts=5)


@pytest.mark.slow
def test_two_bots_of_a_game_cannot_wake_each_other_while_they_are_stopped_in_turn():
    file = Path(sys.prefix, "pyvenv.cfg") if Path(sys.prefix, "pyvenv.cfg").exists() else HOSTILE
    most = {}
    for freeze in (True, False):
        bots = [hostile("ourselves", "futex", file, freeze=freeze) for _ in range(2)]
        episode = sandbox_helpers.play(*bots)
        for bot in bots:
            bot.close()
        woken = [int(line.split()[-1]) for log in episode.logs for line in log.splitlines() if "woken" in line]
        most[freeze] = max(woken[1:])
    assert most == {True: 1, False: 2}  # only its own waiter; without stopping, that of the other, too


@pytest.mark.slow
def test_a_frozen_program_plays_its_game_and_leaves_nothing(mode, monkeypatch):
    with sandbox_helpers.marked(monkeypatch):
        bot = sandbox_helpers.program("honest", mode=mode, freeze=True)
        assert play(bot).reason == "all sold"


@pytest.mark.slow
def test_a_folder_of_another_tournament_and_a_token_are_hidden(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if sandbox_helpers.why_not("ourselves", "no writing"):
        pytest.skip("nothing can be hidden here")
    old, studio, bots = tmp_path / "tournaments" / "old", tmp_path / "play" / "studio", tmp_path / "bots"
    for folder in (old, studio, bots):
        folder.mkdir(parents=True)
    (old / "tournament.json").write_text('{"seed": "secret"}')
    (studio / "token").write_text("secret")
    for secret in (old / "tournament.json", studio / "token"):
        episode = play(hostile("ourselves", "read", os.fsencode(secret).hex()))
        assert episode.reason == "crashed"
        assert "secret" not in episode.logs[0]
    named = bots / "notes"
    named.write_text("secret")
    assert "read secret" in play(hostile("ourselves", "read", os.fsencode(named).hex())).logs[0]
    assert (
        "read secret" not in play(hostile("ourselves", "read", os.fsencode(named).hex(), hidden=(str(named),))).logs[0]
    )


def read_in_sandbox(mode, file, folder):
    """What a bot whose working folder this is reads in a file; empty if nothing."""
    bot = hostile(mode, "read", os.fsencode(file).hex())
    bot._cwd = str(folder)
    logs = play(bot).logs[0]
    return next((line.partition("read ")[2] for line in logs.splitlines() if "read " in line), "")


@pytest.mark.slow
@pytest.mark.parametrize("rights", [0o755, 0o700])
def test_the_rules_of_a_contest_are_hidden_also_from_links_to_them(mode, rights, monkeypatch):
    if sandbox_helpers.why_not(mode, "no writing"):
        pytest.skip("nothing can be hidden here")
    if rights == 0o700 and mode.startswith("ordinary"):
        pytest.skip("the ordinary user may not enter the folder")
    monkeypatch.setattr(surroundings, "HIDDEN_PATHS", hidden := set())
    monkeypatch.setattr(sandbox_server_client, "HIDDEN_PATHS", hidden)
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = Path(name)
        folder.chmod(rights)
        rules, other, link = folder / "rules.toml", folder / "other.toml", folder / "link.toml"
        for file in (rules, other):
            file.write_text("seed = 4711")
        link.symlink_to("rules.toml")
        assert read_in_sandbox(mode, rules, folder) == "seed = 4711"
        surroundings.hide_file(link, [], "rules file")
        for file in (rules, link):
            assert "4711" not in read_in_sandbox(mode, file, folder), file
        assert read_in_sandbox(mode, other, folder) == "seed = 4711"


def test_a_file_with_a_second_name_or_of_a_bot_cannot_be_hidden(tmp_path):
    rules, bot = tmp_path / "rules.toml", tmp_path / "bot.py"
    for file in (rules, bot):
        file.write_text("")
    surroundings.hide_file(rules, [], "rules file")
    with pytest.raises(OptionError, match=r"bot\.py"):
        surroundings.hide_file(bot, [f"cmd:{sys.executable} {bot}"], "rules file")
    (tmp_path / "again.toml").hardlink_to(rules)
    with pytest.raises(OptionError, match="2 names"):
        surroundings.hide_file(rules, [], "rules file")
    surroundings.HIDDEN_PATHS.discard(str(rules.resolve()))


def test_a_bot_in_a_folder_that_only_its_user_may_enter_starts(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir()
    file = closed / "bot.py"
    file.write_text((sandbox_helpers.SET / "honest.py").read_text())
    file.chmod(0o600)
    closed.chmod(0o700)
    bot = ProgramBot(sandbox_helpers.GAME, shlex.join([sys.executable, "-I", "-S", str(file)]), Limits(reply=60.0))
    assert play(bot).reason == "all sold"


def test_a_folder_for_results_may_not_hold_the_bots(tmp_path, monkeypatch):
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "bot.py").write_text("")
    monkeypatch.chdir(inner)
    for folder in (Path("."), Path(".."), tmp_path):
        with pytest.raises(OptionError, match="--out"):
            surroundings.refuse_folder_with_bots(folder, [], "--out")
    monkeypatch.chdir("/")
    for text in (f"{tmp_path}/bot.py:Bot", f"cmd:{sys.executable} {tmp_path}/bot.py"):
        with pytest.raises(OptionError, match=r"bot\.py"):
            surroundings.refuse_folder_with_bots(tmp_path, [text], "--out")
        surroundings.refuse_folder_with_bots(tmp_path / "new", [text, "random"], "--out")


def test_a_variable_that_is_not_set_cannot_be_passed_on():
    with pytest.raises(OptionError, match="LUDUS_NOT_SET"):
        surroundings.passed_environment(["LUDUS_NOT_SET"])


@pytest.mark.slow
def test_the_checks_of_the_doctor_say_what_holds(mode):
    checks = check_protections(lambda: sandbox_helpers.sandbox_client_for(mode), sandbox_helpers.python(mode))
    assert {check.guarantee for check in checks} >= GUARANTEES.keys()
    assert not any(check.not_tried for check in checks)
    if "without" not in mode and not sandbox_helpers.why_not(mode, "no look"):
        counted_by_group = control_groups.own_hierarchies().cpu is not None and mode == "ourselves"
        open_here = [] if counted_by_group else [CPU_TIME]  # short children are counted by groups only
        assert [check.guarantee for check in checks if not check.holds] == open_here


def test_of_a_home_only_named_folders_and_entries_without_a_dot_are_shown(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in (".ssh", ".tools/python", "bots"):
        (tmp_path / name).mkdir(parents=True)
    needed = [str(tmp_path), str(tmp_path / ".tools/python"), str(tmp_path / "bots")]
    assert file_view.parts_to_show(needed) == [str(tmp_path / ".tools/python"), str(tmp_path / "bots")]
