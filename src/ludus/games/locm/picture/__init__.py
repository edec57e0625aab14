"""What the picture of a position is made of: ink (colours), glyphs (pictograms), cards, battle, picking.

Pictures carry no ids, styles or scripts, so any number of them can stand in one page.
"""
