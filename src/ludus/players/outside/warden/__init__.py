"""The warden: a small process that starts other people's programs, one cell a game, and ends all that is in them.

It knows the standard library only. As a process of its own it is loaded as a package named `warden`, without the
rest of Ludus, so that it starts fast and its forks are small; the host of Python bots is a warden too, one that has
Ludus in it. Whoever starts a warden holds a socket to it. When that is closed, by intent or because its owner died,
every cell is emptied and the warden ends.

    owner ── warden ── keeper ── first process of the cell ── the program
                       one for each game                      and whatever it starts

The keeper sets the cell up, watches what its inmates use, and at the end kills them and removes their folder.
"""
