"""Proof that a level can be played: promises checked on its cells, then walked in the real physics, traps running.

`checks` are the promises. `agent` walks a level (rules in `walking`), each move in a manner that the physics has proven
(`manners`, `steering`), and `played` holds its key presses against the game itself. `hand_made` asks the same of levels
by others, and tells with file and line what is wrong with them.
"""
