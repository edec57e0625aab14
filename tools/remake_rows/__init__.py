"""Rows of kept tables, drawn by a seed, two for each of the five papers, made again and compared number by number.

    python -m tools.remake_rows --seed 24                       # draw two rows for each paper
    python -m tools.remake_rows --seed 24 --paper delve         # of one paper
    python -m tools.remake_rows --row delve-trees/tables/trees.csv "nsga2, 3"      # one row by its name
    python -m tools.remake_rows --list                          # all tables: drawn from, or why not

For each paper, the seed draws two tables, then a row of each. `tables.py` lists all tables of results of the five
papers: those whose rows can be made again in at most about 20 minutes on one core, and all others, with the reason. A
row is made from the configuration of its run: the study runs again, with only what the row needs, or the row's games
are played again. Agents of LOCM are not evolved again for rows of games between them, but for rows of their evolution.
A number is equal if it is the same to the last digit that the table has.
"""
