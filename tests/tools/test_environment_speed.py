"""Tests of tools/environment_speed.py."""

from tools.environment_speed import ENVIRONMENTS, KINDS, main


def test_every_environment_and_kind_of_game_has_a_speed(capsys):
    assert main(["--seconds", "0"]) == 0
    _, *lines = capsys.readouterr().out.splitlines()
    names = [line.rpartition(",")[0] for line in lines]
    assert names == [*(f"{name}: {kind}" for kind in KINDS for name in ENVIRONMENTS), "LudusEnv-view"]
