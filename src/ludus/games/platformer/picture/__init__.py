"""Parts of the picture of a level."""
