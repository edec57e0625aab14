"""Work for worker processes, which import it from here."""

import os
import time


def square(part):
    return [number * number for number in part]


def square_slowly(part):
    """Squares, and who did it: long enough that somebody can be killed over it."""
    time.sleep(0.05)
    return os.getpid(), square(part)


def divide_by_what_is_left_to_seven(part):
    return 1 / (7 - part.start)


class Deadly:
    """Kills whoever does part 3."""

    def __call__(self, part):
        if part.start == 3:
            os.kill(os.getpid(), 9)
        return part.start


class Long:
    """Parts that take an hour."""

    def __call__(self, part):
        time.sleep(3600)


class Loud:
    """Prints, as somebody's rules might while they run as plain Python."""

    def __call__(self, part):
        print("hello from a worker")
        return part.start
