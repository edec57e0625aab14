"""The package `ScriptsOfTribute`, as early releases named it; see `scripts_of_tribute`."""  # noqa: N999

from ludus.cli.tribute_training import provide_modules

provide_modules()
