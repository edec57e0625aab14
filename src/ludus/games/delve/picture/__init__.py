"""Parts of the picture of a position."""
