"""The sandbox server: a small process that starts external programs, one sandbox per game, and kills everything in it.

It uses the standard library only. As a process of its own it is loaded as a top-level package, without the rest of
Ludus, so that it starts fast and its forks are small; the fork server of Python bots is one too, with Ludus loaded. Its
owner holds a socket to it. When that is closed, on purpose or because the owner died, all sandboxes are killed and the
server ends.

    owner ── server ── supervisor ── first process of the sandbox ── the program
                       one per game                                 and everything it starts

The supervisor sets the sandbox up, enforces the limits, and at the end kills all processes and removes their folder.
"""
