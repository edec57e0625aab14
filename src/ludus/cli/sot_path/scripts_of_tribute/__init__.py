"""The package that training scripts import: importing it puts the modules of Ludus in its place."""

from ludus.cli.tribute_training import provide_modules

provide_modules()
