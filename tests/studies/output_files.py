"""What a run leaves behind, to be held against that of another run."""


def output_files(folder, *more):
    """All tables, figures and kept numbers, and files of the folder that are named besides, byte by byte."""
    files = [file for part in ("tables", "figures", "kept") for file in (folder / part).rglob("*") if file.is_file()]
    files += [folder / name for name in more]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
