"""`ludus inspect platformer`: difficulty of a level, its hardest parts, and where players die."""
