"""Kills runs at every single thing they do to the disk, one after the other, resumes them and compares.

A program of its own, so that it can fork: python killing.py FOLDER STRIDE. Each child counts its writes and kills
itself, by SIGKILL, at one of them: before it, in the middle of it, or after it. A STRIDE of 1 leaves out none of these
moments, one of 4 takes every fourth. Prints how many deaths it took.
"""

import os
import signal
import sys
from pathlib import Path

from example_study import Breeding, Settings, study  # beside this file
from run_files import contents, differences

from ludus import lab
from ludus.backends import Threads
from ludus.core.game_registry import register_game
from ludus.lab import provenance
from ludus.testing.example_games import auction

SETTINGS = Settings(generations=2, games=2, names=("red",), breeding=Breeding(population=3), figures=False)


def main(root, stride):
    register_game(auction.game)
    lab.register(study)
    provenance.source_digests = lambda work: {"toy.py": "0"}  # somebody may edit the package while this goes on
    lab.run(study, SETTINGS, root / "whole", Threads(1))
    expected = contents(root / "whole")
    for number in range(0, 10_000, stride):
        folder = root / str(number)
        if sitting(folder, number) == 0:  # it did no more than that
            print(f"{number // stride} deaths, each survived")
            return
        lab.run(study, SETTINGS, folder, Threads(1))
        different = differences(expected, contents(folder))
        assert not different, f"killed at {number}: {different}"


def sitting(folder, death):
    """Run in a child that dies at its so-many-th step; how it ended."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    try:
        die_at(death)
        lab.run(study, SETTINGS, folder, Threads(1))
    except BaseException as error:
        print(f"{folder.name}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        os._exit(1)
    os._exit(0)


def die_at(number):
    """Let this process die at its so-many-th step on the disk."""
    steps = iter(range(10**9))

    def step():
        if next(steps) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    def dying(function, halves=False):
        def called(*arguments, **keywords):
            step()
            if halves:
                file, data = arguments
                function(file, data[: len(data) // 2])
                step()
                return len(data) // 2 + function(file, data[len(data) // 2 :])
            result = function(*arguments, **keywords)
            step()
            return result

        return called

    os.write, os.fsync, os.replace = dying(os.write, True), dying(os.fsync), dying(os.replace)
    os.unlink, os.rmdir, os.mkdir, os.ftruncate = map(dying, (os.unlink, os.rmdir, os.mkdir, os.ftruncate))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
