"""Games that are played or watched in the browser: one session per game, its observers and its file."""
