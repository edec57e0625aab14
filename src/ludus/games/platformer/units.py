"""Lengths, speeds and buttons: everything is a whole number, so that every machine plays the same game bit for bit.

One unit is 1/3600 of a metre and one tick 1/60 of a second; then all speeds and the gravity of the thesis are whole.
"""

TICKS = 60  # a second
METRE = 3600
CELL = 2 * METRE
HALF_CELL = CELL // 2

# Of the body, which is held by the middle of its feet
HALF_WIDTH = 1188  # it is 0.66 m wide
TALL = 5400  # 1.5 m

# Units a tick, and for gravity units a tick a tick
RUN = 570  # 9.5 m/s
LEAP = 960  # 16 m/s
GRAVITY = 40  # 40 m/s²
FASTEST_FALL = 1800  # 30 m/s

REACH = 900  # hands grab a ledge that is at most so far off, to the side and in height: 0.25 m
LET_GO = 7  # ticks in which a body that let go cannot grab: then the ledge is out of reach

# The share of the sideways speed that stays after a tick without left and right; what is left over a whole unit is lost
AIR_KEEPS = (4, 5)
GROUND_KEEPS = (1, 5)

LEFT, RIGHT, JUMP, DOWN = 1, 2, 4, 8  # the bits of a move
MOVES = tuple(buttons for buttons in range(16) if buttons & 3 != 3)  # nobody holds left and right at once

# How the body is held up
AIR, GROUND, HANG_LEFT, HANG_RIGHT = range(4)  # hanging by a ledge on its left, on its right
STANCES = ("air", "ground", "hang left", "hang right")
