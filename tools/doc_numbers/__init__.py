"""Numbers on documentation pages: references to cells of kept tables, their check, and how they are rendered.

    python -m tools.doc_numbers            # check all pages
    python -m tools.doc_numbers --write    # write the numbers of the tables into the pages

A result on a page is a link to the table it comes from. The title of the link names the row and the columns:

    [54.1](../../benchmarks/X/tables/y.csv "agent=tree-3: win_rate*100")

A whole table stands between two comments, and its rows are written from the file:

    <!-- table: ../benchmarks/X/y.csv; rows: kind=maze; columns: size as Size, {wins*100:.1f} % as Wins -->
    <!-- /table -->

Numbers that are no results (rules, options, sizes of set-ups) have a kind in tools/doc_numbers/kinds.toml.
"""
