"""Every text can be part of a file name or column name, and different texts stay different."""

from hypothesis import given
from hypothesis import strategies as st

from ludus.lab import Column, File, Table
from ludus.report.file_and_column_names import file_slug, unique_column_names


@given(st.lists(st.text(), unique=True, max_size=4))
def test_every_text_has_a_file_of_its_own(texts):
    files = [File(f"replays/won-against-{file_slug(text)}.json", {}) for text in texts]
    assert len({file.path for file in files}) == len(texts)
    assert all(len(file.path) < 200 for file in files)


def test_a_text_that_can_be_a_name_is_left_as_it_is():
    assert [file_slug(text) for text in ("coac", "won-against-coac", "coac+greedy")] == [
        "coac",
        "won-against-coac",
        "coac+greedy",
    ]
    assert file_slug("mcts:iterations=10").startswith("mcts-iterations-10-")


@given(st.lists(st.text("a:=_", max_size=4) | st.sampled_from(["x", "x_low", "x_2", "x=low"]), max_size=6))
def test_columns_of_any_texts_do_not_collide(texts):
    columns = [Column.estimate(name) for name in unique_column_names(texts, "against_")]
    assert len(Table("turns", columns, []).columns) == len(texts)


def test_a_column_is_named_after_its_text():
    assert unique_column_names(["coac", "mcts:iterations=10"], "against_") == [
        "against_coac",
        "against_mcts_iterations_10",
    ]
