"""The power calculation of the study on card sets."""

import csv

from tools.plan_dominion_runs import main, plan_runs


def pilot(experiment, spread):
    return {"experiment": experiment, "form": "paper", "runs": "30", "first_sd": spread, "last_sd": spread}


def test_more_spread_needs_more_runs_and_plans_are_the_papers():
    few, many, lead = plan_runs(
        [pilot("max-earl-drew", "0.05"), pilot("max-earl-drew", "0.2"), pilot("lead-fn", "0.05")]
    )
    assert few["effect"] == "0.3700"
    assert few["needed"] < many["needed"]
    assert (few["planned"], lead["planned"]) == (30, 5)


def test_the_plan_is_its_own_pilot(tmp_path):
    file = tmp_path / "plan.csv"
    with file.open("w", newline="") as out:
        writer = csv.DictWriter(out, ("experiment", "form", "runs", "first_sd", "last_sd"))
        writer.writeheader()
        writer.writerow(pilot("min-earl-fn", "0.01"))
    main(["--pilot", str(file), "--to", str(file)])
    first = file.read_text()
    main(["--pilot", str(file), "--to", str(file)])
    assert file.read_text() == first
