"""Writer of a report: tables, figures, linked files and the HTML page."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludus.arena.folder import file_errors, atomic_write
from ludus.lab.events import Event
from ludus.lab.folder import FIGURES, REPORT_PAGE, TABLES, check_folder_exists, make_subfolder, read_versions
from ludus.lab.page import report_page
from ludus.lab.report import Figure, File, Report
from ludus.lab.study import Study


def write_report_files(
    folder: Path,
    study: Study[Any],
    config: dict[str, Any],
    report: Report,
    games: dict[str, int],
    events: list[Event],
) -> bool:
    """Write all files of a report into the run folder.

    Returns:
        Whether tables were also written as Parquet.
    """
    parquet = find_spec("pyarrow") is not None
    tables: dict[str, bytes] = {}
    for table in report.tables():
        tables[f"{table.name}.csv"] = table.csv()
        if parquet:
            tables[f"{table.name}.parquet"] = table.parquet()
    figures = {f"{figure.name}.svg": figure.svg.encode() for figure in report.parts(Figure)}
    check_folder_exists(folder)
    _replace_files(folder / TABLES, tables, (".csv", ".parquet"))
    _replace_files(folder / FIGURES, figures, (".svg",))
    for file in report.parts(File):
        path = folder / file.path
        make_subfolder(folder, path.parent)
        atomic_write(path, file.content())
    page = report_page(folder, study, config, report, games, events, read_versions(folder)["versions"])
    atomic_write(folder / REPORT_PAGE, page.encode())
    return parquet


def _replace_files(folder: Path, files: dict[str, bytes], kinds: tuple[str, ...]) -> None:
    """Write files and remove those of an earlier report that this one does not have."""
    if not files and not folder.is_dir():
        return
    with file_errors(folder, "made"):
        folder.mkdir(parents=True, exist_ok=True)
        old = [file for file in folder.iterdir() if file.suffix in kinds and file.name not in files]
    for file in old:
        with file_errors(file, "removed"):
            file.unlink()
    for name, data in files.items():
        atomic_write(folder / name, data)
