"""Where work runs. Work is a function of a range of numbers (of seeds, of games); it is cut into units,
done anywhere, and handed back in the order of the numbers, so the place and the cut never change a result.
"""

from ludus.compute.place import Place, Threads, units

__all__ = ["Place", "Threads", "units"]
