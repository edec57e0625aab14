"""Studies, one folder each; some repeat the experiments of papers and theses. Each folder defines a `ludus.lab.Study`,
which is found by its entry point, as are studies of other packages.
"""
