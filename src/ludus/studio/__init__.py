"""Studio: play, watch, inspect and generate games in the browser. The source of the page is in `studio/`.

    ludus studio            serves the page on this machine only and opens it

`server` listens on a port, `auth` authenticates requests, `app` and the modules named `*_routes` respond to them, and
`protocol` defines the messages. `sessions` has the games that people play, `jobs` the background jobs, which run in
processes (`worker`).
"""
