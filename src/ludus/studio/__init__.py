"""Studio: play, watch, inspect and generate games in the browser. The source of the page is in `studio/`.

    ludus studio            serves the page on this machine only and opens it

`guard` authenticates requests, `sight` decides what a connection may see, and `protocol` defines the messages.
"""
