"""`ludus doctor`: what this machine offers, and which protections against bots of strangers hold on it."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludus.cli.console import facts_table, make_console, print_json, size_text

if TYPE_CHECKING:
    from ludus.bots.external.protection_report import ProtectionCheck

STEP_TEXTS = {
    "processes": "process namespace",
    "network": "network namespace",
    "mounts": "mounts of its own, read-only",
    "proc": "its own view of processes",
    "machine": "fixed numbers about the machine in /proc and /sys",
    "sysinfo": "fixed numbers of sysinfo",
    "nobody": "a user of its own",
    "landlock": "Landlock for writing",
    "landlock signals": "Landlock for signals",
    "landlock reading": "Landlock for reading",
    "filter": "filter of system calls",
    "counting": "counting of memory, time and processes",
    "memory group": "control group for memory",
    "cpu group": "control group that counts CPU time",
}


def doctor(
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show what Ludus finds on this machine, and try every protection against bots of strangers.

    Each line about a protection is the result of attacks that ran in a sandbox a moment ago. What no sandbox closes is
    listed at the end. The exit code is 1 if a protection does not hold or something that Ludus needs is missing.
    """
    from ludus.bots.external.protection_report import STAYS_OPEN, active_mechanisms, check_protections, report_data

    machine, missing = describe_machine()
    checks = check_protections()
    steps = [STEP_TEXTS[step] for step in active_mechanisms() if step in STEP_TEXTS]
    broken = [check for check in checks if not check.holds]
    if json:
        print_json(
            {
                "machine": machine,
                "missing": missing,
                "isolation": steps,
                "protections": report_data(checks),
                "stays_open": [*STAYS_OPEN],
                "all_hold": not broken,
            }
        )
    else:
        print_diagnosis(machine, missing, steps, checks, STAYS_OPEN)
    if broken or missing:
        raise typer.Exit(1)


def describe_machine() -> tuple[dict[str, Any], list[str]]:
    """Facts about this installation, and what is missing in it."""
    from ludus import __version__
    from ludus.core.compile.cache import cache_folder
    from ludus.studio.built_page import is_built

    missing: list[str] = []
    folder = cache_folder()
    writable = os.access(folder if folder.exists() else _existing_parent(str(folder)), os.W_OK)
    if not writable:
        missing.append(f"the folder of compiled rules cannot be written: {folder}; set LUDUS_CACHE_DIR")
    try:
        import numba

        numba_version = numba.__version__
    except ImportError as error:
        numba_version = ""
        missing.append(f"numba cannot be loaded: {error}")
    page = is_built()
    if not page:
        missing.append("the page of the Studio is not there; in a copy of the source, `make page` builds it")
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
    free = shutil.disk_usage(_existing_parent(str(folder))).free
    facts = {
        "ludus": __version__,
        "python": f"{platform.python_version()} ({sys.executable})",
        "numba": numba_version,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "user": "root" if hasattr(os, "geteuid") and os.geteuid() == 0 else "an ordinary user",
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        "memory": size_text(memory),
        "cache": f"{folder} ({size_text(free)} free)",
        "studio page": "there" if page else "missing",
    }
    return facts, missing


def print_diagnosis(
    machine: dict[str, Any],
    missing: list[str],
    steps: list[str],
    checks: list[ProtectionCheck],
    stays_open: tuple[str, ...],
) -> None:
    console = make_console()
    console.print(facts_table({name: str(value) for name, value in machine.items()}))
    for problem in missing:
        console.print(f"MISSING: {problem}", style="bold")
    broken = [check for check in checks if not check.holds]
    attacks = sum(check.attacks for check in checks)
    console.print(f"\nProtections against bots, after {attacks} attacks in the sandbox of this machine:", style="bold")
    for check in checks:
        console.print(f"  {'holds' if check.holds else 'OPEN ':5}  {check.guarantee}", soft_wrap=True)
        for success in check.succeeded:
            console.print(f"           an attack succeeded: {success}", soft_wrap=True)
        if check.not_tried:
            console.print(f"           not tried: {check.not_tried}", soft_wrap=True)
    for advice in dict.fromkeys(check.advice for check in broken if check.advice):
        console.print(f"\n{advice}.", soft_wrap=True)
    console.print(f"\nIsolation: {', '.join(steps) or 'none'}.", soft_wrap=True)
    if "control group for memory" not in steps:
        console.print(
            "There is no control group for memory that Ludus may use; memory is counted, and small amounts that the "
            "kernel needs for a program are not.",
            soft_wrap=True,
        )
    console.print("\nWhat stays open:", style="bold")
    for hole in stays_open:
        console.print(f"  - {hole}", soft_wrap=True)
    summary = "All protections hold." if not broken else f"{len(broken)} of {len(checks)} protections do not hold."
    console.print(f"\n{summary}", style="bold")


def _existing_parent(path: str) -> str:
    while not os.path.exists(path):
        path = os.path.dirname(path)
    return path
