"""The package for training scripts under the name of its early releases."""  # noqa: N999

from ludus.cli.tribute_training import provide_modules

provide_modules()
