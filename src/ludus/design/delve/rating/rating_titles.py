"""Names of ratings for people. Files and options have the short names of the thesis, such as `MfcWinTurn`."""

from __future__ import annotations

RATING_TITLES = {
    "WinRate": "win rate",
    "AverageWinTurn": "mean turns of a win",
    "MedianWinTurn": "median turns of a win",
    "MfcWinTurn": "most frequent turns of a win",
    "Balance": "even branches",
    "GraciousLoss": "close losses",
    "Useful": "useful nodes",
    "NodeCount": "number of nodes",
    "Turns": "turns of a win",
    "NoDominated": "no dominated nodes",
    "NoUnused": "no unused nodes",
    "NoRedundant": "no redundant nodes",
    "NoObvious": "no obvious picks",
    "NoForced": "no forced picks",
    "Variety": "variety of builds",
}
