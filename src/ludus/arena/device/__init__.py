"""Batches of games on a graphics card, by the very rules that a processor plays by.

A thread of the card plays one game after another (play.py) with the bots that meet in it (bots.py). Both are bound to
a game and its bots (bound.py) and compiled into a kernel (launch.py); matches that need the same kernel are laid out
together (pack.py), whatever their content, their parameters and their seeds.
"""

from ludus.arena.device.batch import count_on_card, play_on_card

__all__ = ["count_on_card", "play_on_card"]
