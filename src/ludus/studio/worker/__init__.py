"""Worker process for background jobs. It can be stopped at any time and runs at low priority.

    python -P -m ludus.studio.worker     one order on standard input, reports on standard output, one per line

The process ends when its standard input is closed, so that no job outlives its server.
"""
