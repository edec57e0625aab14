"""Work that takes a while, in a process of its own: it can be stopped at any moment, and it is nice to those who play.

    python -P -m ludus.studio.labour     one order on standard input, reports on standard output, a line each

The process ends itself when its standard input does: nothing goes on for a server that is gone.
"""
