"""The room of kingdoms: what there is to pick from, and the games behind what was measured.

Measuring, swapping and making are the work of Dominion's designer, which the page orders as of every game; what it
tells while it works comes over the socket of the work. Only what the page cannot know by itself is here.
"""
