"""The Studio: play, watch, inspect and generate in the browser. The page's source is in `studio/`.

    ludus studio            serves the page on this machine alone and opens it

Who may do what is decided in `guard`; what a connection may see in `sight`; what is said in `protocol`.
"""
