"""What the picture of a position is made of: svg (ink), glyphs (pictograms), cards, battle, picking.

Pictures carry no ids, styles or scripts, so any number of them can stand in one page.
"""
