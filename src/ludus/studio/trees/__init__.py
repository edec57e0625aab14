"""The room of skill trees: drafts checked and written, what follows from an edit, and tables to play with a tree.

`catalogue` is what forms are built from, `checking` reads drafts, `keeping` makes files and games of them, `routes` are
its requests and `socket` its socket. Measuring goes on in a process of its own (`__main__`, its answers in `telling`),
which `process` starts, asks and ends. Making trees is the work of Delve's designer, as everywhere.
"""
