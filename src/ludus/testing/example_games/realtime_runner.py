"""Dash: one runner, 60 ticks a second, a course of trapdoors that open and close on a timetable.

A move is the set of buttons held for one tick: jump, brake, both or neither. The runner gains speed by itself, jumps
from the ground only, and falls when on the ground over an open trapdoor. The goal is to reach the end of the course in
time. Lengths are in sixteenths of a pixel, so that everything is an integer.

The course is generated from the seed before the start (`prepare`), in game data that belongs to one game only. Nothing
is hidden and nothing is random after that, so the state has no stream.
"""

import sys
from typing import Annotated

import msgspec

from ludus.core import Record, int16, int32, plain, rule, uint8, uint64
from ludus.core.game import Content, Game, Notation, Options, Rendering
from ludus.core.random import random_below, seed_stream
from ludus.util.errors import NotationError

MAX_DOORS = 12
PIXEL = 16
SPEED, GAIN, LEAP, GRAVITY = 2 * PIXEL, 4, 6 * PIXEL, 6  # a leap of 33 ticks, up to 66 pixels
PEAK = sum(range(0, LEAP + 1, GRAVITY))  # of a leap
ROOM = 160 * PIXEL  # from one trapdoor to the next
NARROW, SPREAD = 16 * PIXEL, 40 * PIXEL

RUNNING, ARRIVED, FELL, LATE = 0, 1, 2, 3
JUMP, BRAKE = 1, 2
BUTTONS = ("run", "jump", "brake", "brake+jump")


class DashOptions(Options, frozen=True):
    doors: Annotated[int, msgspec.Meta(ge=1, le=MAX_DOORS)] = 3
    seconds: Annotated[int, msgspec.Meta(ge=1, le=60)] = 8


class Trapdoor(Record):
    left: int32
    right: int32
    period: int16  # ticks
    open: int16  # ticks of each period
    offset: int16


class GameData(Record):
    stream: uint64  # used up by `prepare`
    ticks: int32  # time limit
    length: int32
    count: uint8
    doors: Trapdoor[MAX_DOORS]


class State(Record):
    tick: int32
    x: int32
    height: int32
    speed: int16
    climb: int16
    reason: uint8


def load(settings):
    data = GameData.zeros()
    data["ticks"], data["count"] = 60 * settings.seconds, settings.doors
    data["length"] = (settings.doors + 1) * ROOM
    return Content(data, settings)


# Rules


@rule
def prepare(data, seed):
    data.stream = seed_stream(seed)
    for k in range(data.count):
        door = data.doors[k]
        width = NARROW + random_below(data, SPREAD)
        door.left = (k + 1) * ROOM - random_below(data, ROOM - width)
        door.right = door.left + width
        door.period = 60 + random_below(data, 60)
        door.open = door.period // 3 + random_below(data, door.period // 3)
        door.offset = random_below(data, door.period)


@rule
def start(data, state, seed):
    pass  # a zeroed state is the beginning of the course


@rule
def current_player(state):
    return 0


@rule
def legal_moves(data, state, moves):
    for buttons in range(4):
        moves[buttons] = buttons
    return 4


@rule
def apply(data, state, move):
    state.tick += 1
    run(state, move)
    if state.height == 0 and over_open_door(data, state):
        state.reason = FELL
    elif state.x >= data.length:
        state.reason = ARRIVED
    elif state.tick >= data.ticks:
        state.reason = LATE


@rule
def run(state, buttons):
    if state.height == 0:
        if buttons & BRAKE:
            state.speed = max(0, state.speed - GAIN)
        else:
            state.speed = min(SPEED, state.speed + GAIN)
        if buttons & JUMP:
            state.climb = LEAP
    state.x += state.speed
    state.height += state.climb
    if state.height > 0:
        state.climb -= GRAVITY
    else:
        state.height = 0
        state.climb = 0


@rule
def over_open_door(data, state):
    for k in range(data.count):
        door = data.doors[k]
        if door.left <= state.x < door.right:
            return is_open(door, state.tick)
    return False


@rule
def is_open(door, tick):
    return (tick + door.offset) % door.period < door.open


@rule
def end_reason(state):
    return state.reason


@rule
def payoff(state, seat):
    return 1.0 if state.reason == ARRIVED else 0.0


@rule
def score(state, seat):
    return state.x // PIXEL


@rule
def resample_hidden(data, state, seat, seed):
    pass  # the runner sees everything


# Texts, views, pictures


def write_move(content, state, move):
    return BUTTONS[move]


def read_move(content, state, text):
    try:
        return BUTTONS.index(text.strip())
    except ValueError:
        raise NotationError(f"a move is one of {', '.join(BUTTONS)}, not {text!r}") from None


def validate(content, state):
    """Check a position from outside: within the course, the time limit and the physics."""
    data = GameData.over(content.data)
    _between("tick", state.tick, 0, data.ticks)
    _between("x", state.x, 0, data.length + SPEED)
    _between("height", state.height, 0, PEAK)
    _between("speed", state.speed, 0, SPEED)
    _between("climb", state.climb, -LEAP - GRAVITY if state.height else 0, LEAP if state.height else 0)
    _between("reason", state.reason, RUNNING, LATE)
    if state.reason == RUNNING and (state.x >= data.length or state.tick == data.ticks):
        raise NotationError("reason: the run is over")


def _between(name, value, low, high):
    if not low <= value <= high:
        raise NotationError(f"{name}: {value} is not between {low} and {high}")


def observation(content, state, seat):
    data = GameData.over(content.data)
    doors = [data.doors[k] for k in range(data.count)]
    return {
        "tick": state.tick,
        "x": state.x,
        "height": state.height,
        "speed": state.speed,
        "climb": state.climb,
        "length": data.length,
        "ticks left": data.ticks - state.tick,
        "doors": [
            {
                "left": door.left,
                "right": door.right,
                "period": door.period,
                "open for": door.open,
                "offset": door.offset,
            }
            for door in doors
        ],
    }


def svg(content, state, seat):
    data = GameData.over(content.data)
    shapes = [f'<rect y="60" width="{data.length // PIXEL}" height="20"/>']
    for k in range(data.count):
        door = data.doors[k]
        left, width = door.left // PIXEL, (door.right - door.left) // PIXEL
        colour = "white" if plain(is_open)(door, state.tick) else "grey"
        shapes.append(f'<rect x="{left}" y="60" width="{width}" height="20" fill="{colour}"/>')
    shapes.append(f'<circle cx="{state.x // PIXEL}" cy="{56 - state.height // PIXEL}" r="4" fill="red"/>')
    box = f"0 -40 {data.length // PIXEL} 120"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(shapes)}</svg>'


game = Game(
    name="dash",
    title="Dash",
    summary="One runner in real time over trapdoors that open and close",
    version="1",
    seats=(1, 1),
    end_reasons=("running", "arrived", "fell", "late"),
    max_moves=4,
    largest_move=JUMP | BRAKE,
    real_time=True,
    data=GameData,
    state=State,
    rules=sys.modules[__name__],  # this file
    load=load,
    observation=observation,
    options=DashOptions,
    validate=validate,
    notation=Notation(write_move=write_move, read_move=read_move),
    rendering=Rendering(svg=svg),
)
