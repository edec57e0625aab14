"""`ludus doctor` shows what this machine offers and which protections hold."""

import json

import pytest

from ludus.bots.external import protection_report
from ludus.bots.external.protection_report import ProtectionCheck


@pytest.fixture
def found(monkeypatch):
    """Replaces the attacks, which take a second, by given results."""

    def set_checks(*checks):
        monkeypatch.setattr(protection_report, "check_protections", lambda: [*checks])
        monkeypatch.setattr(protection_report, "active_mechanisms", lambda: ["mounts", "filter"])

    return set_checks


def test_a_protection_that_does_not_hold_is_named_and_costs_the_exit_code(ludus, found):
    found(ProtectionCheck("no network", 2), ProtectionCheck("no locks", 3, ("lock a file: flock",), advice="do this"))
    result = ludus("doctor")
    assert result.exit_code == 1
    for word in ("OPEN   no locks", "holds  no network", "lock a file", "do this", "5 attacks"):
        assert word in result.output


def test_the_same_as_data(ludus, found):
    found(ProtectionCheck("no network", 2))
    result = ludus("doctor", "--json")
    data = json.loads(result.stdout)
    assert data["all_hold"] is True
    assert result.exit_code == (1 if data["missing"] else 0)
    assert data["protections"][0]["guarantee"] == "no network"
    assert data["machine"]["cores"] >= 1
    assert any("time" in hole for hole in data["stays_open"])


@pytest.mark.slow
def test_the_attacks_are_really_tried(ludus):
    data = json.loads(ludus("doctor", "--json").stdout)
    assert sum(row["attacks"] for row in data["protections"]) > 50
    assert all(row["holds"] == (not row["succeeded"] and not row["not_tried"]) for row in data["protections"])


def test_a_folder_for_results_that_holds_the_bots_is_refused(refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("import ludus\n\n\nclass First(ludus.Bot):\n    pass\n")
    bots = ("bot.py:First", "random", "-n", 2)
    assert "--out ." in refused("tournament", "locm", *bots, "--out", ".")
    assert "--logs" in refused("match", "locm", *bots, "--logs", tmp_path)
    assert "--hide" in refused("match", "locm", *bots, "--hide", "bot.py")
    assert "LUDUS_NOT_SET" in refused("match", "locm", *bots, "--pass-env", "LUDUS_NOT_SET")
