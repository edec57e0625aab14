"""Tests of tools/blind_pairs.py: pictures that do not tell the set-ups, and the score of judgements."""

import csv

import pytest

from tools.blind_pairs import describe_scores, draw_pairs, main, read_key, score

KEY = {"01": {"A": "after", "B": "before"}, "02": {"A": "before", "B": "after"}, "03": {"A": "after", "B": "before"}}


def judgements(*choices):
    return [{"pair": pair, "choice": choice, "reason": "clearer"} for pair, choice in choices]


def test_pairs_are_the_units_of_the_score():
    scores = score(KEY, judgements(("01", "A"), ("01", "a"), ("01", "B"), ("2", "B"), ("03", "B")))
    assert scores.share.value == pytest.approx((2 / 3 + 1 + 0) / 3)
    assert scores.share.count == 3
    assert (scores.judgements, scores.won_pairs, scores.lost_pairs) == (5, 2, 1)
    thrice = score(KEY, judgements(*[("01", "A"), ("02", "B"), ("03", "B")] * 3))
    assert thrice.share == score(KEY, judgements(("01", "A"), ("02", "B"), ("03", "B"))).share
    assert "9 judgements of 3 pairs" in describe_scores(thrice)


@pytest.mark.parametrize(
    ("row", "word"),
    [
        ({"pair": "09", "choice": "A", "reason": "x"}, "'09'"),
        ({"pair": "01", "choice": "C", "reason": "x"}, "'C'"),
        ({"pair": "01", "choice": "A", "reason": " "}, "reason"),
    ],
)
def test_a_wrong_judgement_is_named_with_its_number(row, word):
    with pytest.raises(ValueError, match=f"judgement 2.*{word}"):
        score(KEY, [*judgements(("01", "A")), row])
    with pytest.raises(ValueError, match="no judgements"):
        score(KEY, [])


def test_the_key_may_not_be_beside_the_pictures(tmp_path):
    with pytest.raises(ValueError, match=r"key\.csv"):
        draw_pairs(tmp_path, tmp_path / "key.csv", 1, 1)
    assert main(["draw", str(tmp_path), str(tmp_path / "key.csv"), "--seed", "1"]) == 1


@pytest.mark.slow
def test_pictures_and_key_are_written_and_judgements_are_scored(tmp_path, capsys):
    pictures, key, chosen = tmp_path / "pictures", tmp_path / "key.csv", tmp_path / "judgements.csv"
    assert main(["draw", str(pictures), str(key), "--pairs", "2", "--seed", "8"]) == 0
    assert sorted(file.name for file in pictures.iterdir()) == ["pair_01.png", "pair_02.png"]
    for picture in pictures.iterdir():
        data = picture.read_bytes()
        assert data.startswith(b"\x89PNG")
        assert not any(word in data for word in (b"thesis", b"designed", b"Seed"))
    sides = read_key(key)
    assert {side for labels in sides.values() for side in labels.values()} == {"before", "after"}
    with chosen.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["pair", "choice", "reason"])
        writer.writeheader()
        for pair, labels in sides.items():
            choice = next(label for label, side in labels.items() if side == "after")
            writer.writerow({"pair": pair, "choice": choice, "reason": "clearer"})
    assert main(["score", str(key), str(chosen)]) == 0
    assert "100 %" in capsys.readouterr().out
