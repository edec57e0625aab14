"""What holds for all tests."""

from hypothesis import settings

# The first call of a rule compiles it, and machines are shared: how long an example takes says nothing.
settings.register_profile("ludus", deadline=None)
settings.load_profile("ludus")
