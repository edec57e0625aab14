"""`ludus make platformer`: levels as hard as asked, with the proof of it.

`making` answers. `targets` are what is asked for, `dialling` makes and rejects levels until one is right, `finding`
does so for many of them wherever work runs, and `made` tells of those that are.
"""
