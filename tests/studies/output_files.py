"""Output files of a run, for comparison with another run."""


def output_files(folder, *more):
    """Bytes of all tables, figures and stored results, and of further files of the folder."""
    files = [file for part in ("tables", "figures", "kept") for file in (folder / part).rglob("*") if file.is_file()]
    files += [folder / name for name in more]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
