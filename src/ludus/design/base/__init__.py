"""What the designers of all games share: options, search, held-out validation, reports."""
