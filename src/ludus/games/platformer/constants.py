"""Constants of physics and buttons. All are whole numbers, so that every machine plays exactly the same game.

One unit is 1/3600 of a metre and one tick 1/60 of a second; all speeds and the gravity of the thesis are then whole.
"""

TICKS_PER_SECOND = 60  # a second
METRE = 3600
CELL = 2 * METRE
HALF_CELL = CELL // 2

# The body, whose position is the centre of its feet
HALF_WIDTH = 1188  # it is 0.66 m wide
HEIGHT = 5400  # 1.5 m

# Speeds in units per tick, gravity in units per tick squared
RUN_SPEED = 570  # 9.5 m/s
JUMP_SPEED = 960  # 16 m/s
GRAVITY = 40  # 40 m/s²
MAX_FALL_SPEED = 1800  # 30 m/s

GRAB_REACH = 900  # maximum distance to a ledge that hands can grab, horizontally and vertically: 0.25 m
LET_GO_TICKS = 7  # ticks in which a body that let go cannot grab; after them the ledge is out of reach

# Fraction of the horizontal speed that remains after a tick without left and right, rounded down to whole units
AIR_FRICTION = (4, 5)
GROUND_FRICTION = (1, 5)

LEFT, RIGHT, JUMP, DOWN = 1, 2, 4, 8  # the bits of a move
MOVES = tuple(buttons for buttons in range(16) if buttons & 3 != 3)  # without left and right together

# Stances of the body
AIR, GROUND, HANG_LEFT, HANG_RIGHT = range(4)  # hanging by a ledge on its left, on its right
STANCES = ("air", "ground", "hang left", "hang right")
