"""Tests of the hook of mkdocs: what a reader of the web site gets of references and table blocks."""

from types import SimpleNamespace

from tools.doc_numbers import mkdocs_hook
from tools.doc_numbers.check import ROOT


def rendered(markdown, url="games/page.html", source="docs/games/page.md"):
    page = SimpleNamespace(file=SimpleNamespace(abs_src_path=str(ROOT / source)), url=url)
    return mkdocs_hook.on_page_markdown(markdown, page)


def test_a_reference_becomes_a_number_with_its_source(tmp_path):
    target = "../../benchmarks/platformer-dial/tables/targets.csv"
    html = rendered(f'It is [0.3 [0.2, 0.4]]({target} "asked=0.3:\nfailure, failure_low, failure_high") and [x](y.md).')
    assert html == (
        'It is <a class="kept" href="../kept/platformer-dial/tables/targets.csv" '
        'title="platformer-dial/tables/targets.csv, asked=0.3: failure, failure_low, failure_high">0.3 [0.2, 0.4]</a> '
        "and [x](y.md)."
    )
    mkdocs_hook.on_post_build({"site_dir": str(tmp_path)})
    assert (tmp_path / "kept" / "platformer-dial" / "tables" / "targets.csv").is_file()


def test_a_table_is_followed_by_its_source_and_comments_vanish():
    block = (
        "<!-- table: ../benchmarks/platformer-dial/tables/targets.csv; columns: asked -->\n| asked |\n| ---: |\n| 3 |\n"
    )
    html = rendered(f"{block}<!-- /table -->\n\ntext", "page.html", "docs/page.md")
    assert "<!--" not in html
    assert html.startswith("| asked |\n| ---: |\n| 3 |\n\n<p")
    assert 'href="kept/platformer-dial/tables/targets.csv"' in html
