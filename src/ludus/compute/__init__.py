"""Where work runs. Work is a function of a range of numbers (of seeds, of games); it is cut into units,
done anywhere, and handed back in the order of the numbers, so the place and the cut never change a result.

    Threads(4)      threads of this process
    Processes(4)    worker processes on this machine; in `ludus.compute.processes`
    RayPlace(...)   a cluster; in `ludus.compute.cluster`
    Cuda()          a graphics card, for matches alone; in `ludus.compute.cuda`
    find_place      any of them from its text
"""

from ludus.compute.find import find_place
from ludus.compute.place import Place, PlaceError, Threads, units

__all__ = ["Place", "PlaceError", "Threads", "find_place", "units"]
