"""The experiments, one folder a study; the papers' own are among them. Each is a `ludus.lab.Study`, found by its entry
point, so that other people's studies are found too.
"""
