"""What the picture of a position is made of: ink (colours), glyphs (pictograms), cards, supply, turn, players."""
