"""Check of all intervals in the tables of a report."""

from ludus.stats import Estimate


def wrong_intervals(report):
    """Return the estimates of all tables whose interval does not contain the value or leaves its bounds."""
    wrong = []
    for table in report.tables():
        for row in table.rows:
            for column, cell in zip(table.columns, row, strict=True):
                if isinstance(cell, Estimate) and cell.value == cell.value:  # NaN is unknown
                    least, most = cell.bounds
                    if column.kind == "difference":
                        least, most = max(least, -1.0), min(most, 1.0)
                    if not least <= cell.low <= cell.value <= cell.high <= most:
                        wrong.append((table.name, column.name, row[0], cell))
    return wrong
