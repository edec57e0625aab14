"""Mutation tests: change the source in one place, and check that a test fails.

    python tools/mutate.py draw --seed 19 --count 30 --to mutations.json
    python tools/mutate.py translate mutations.json --to renamed.json          use the names of tools/renames
    python tools/mutate.py run mutations.json --to results.json [--tree FOLDER] [--python FILE]

`draw` picks random places in the functions of the package: comparisons, arithmetic and logical operators, integers and
negations. Each is changed to a similar one. A place is identified by module, function and index within the function, so
the same list can be applied to a tree with other names. `translate` replaces old names by new ones. `run` applies each
mutation to a copy of the tree and runs the tests that import the module and the tests in the folder of the same name.
A mutation survives if no test fails; it is not judged if the test that fails does so without the mutation as well.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
TIMEOUT = 900  # seconds for the tests of one mutation; a mutation with which the tests hang counts as noticed


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield functions and methods with their names in the module; nested functions are part of the outer function."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    yield f"{node.name}.{method.name}", method


def places(function: ast.AST) -> list[ast.AST]:
    """Return the nodes of a function that can be mutated, in the order of the source."""
    nodes: list[ast.AST] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in SWAPS:
            nodes.append(node)
        elif isinstance(node, ast.BinOp) and type(node.op) in SWAPS and not isinstance(node.left, ast.JoinedStr):
            if not (isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)):
                nodes.append(node)
        elif (
            isinstance(node, ast.BoolOp)
            or (isinstance(node, ast.Constant) and type(node.value) is int and hasattr(node, "lineno"))
            or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        ):
            nodes.append(node)
    return sorted(nodes, key=lambda node: (node.lineno, node.col_offset, type(node).__name__))  # type: ignore[attr-defined]


def mutate(node: Any) -> ast.AST:
    """Return a copy of a node with one change."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare):
        new.ops[0] = SWAPS[type(new.ops[0])]()  # type: ignore[call-overload]
    elif isinstance(new, (ast.BinOp, ast.BoolOp)):
        new.op = SWAPS[type(new.op)]()  # type: ignore[assignment]
    elif isinstance(new, ast.Constant):
        assert isinstance(new.value, int)
        new.value = new.value + 1
    elif isinstance(new, ast.UnaryOp):
        return new.operand
    assert isinstance(new, ast.AST)
    return new


def draw(seed: int, count: int) -> list[dict[str, Any]]:
    """Draw mutations at random places, each with the same probability."""
    candidates = []
    for file in sorted((ROOT / "src" / "ludus").rglob("*.py")):
        module = ".".join(file.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
        for name, function in functions(ast.parse(file.read_text(encoding="utf-8"))):
            candidates += [(module, name, number, node) for number, node in enumerate(places(function))]
    sample = random.Random(seed).sample(candidates, count)
    return [
        {
            "module": module,
            "function": name,
            "number": number,
            "kind": type(node).__name__,
            "before": ast.unparse(node),
            "after": ast.unparse(mutate(node)),
        }
        for module, name, number, node in sample
    ]


def translate(mutations: list[dict[str, Any]], tables: Path) -> list[dict[str, Any]]:
    """Return the same mutations with the new names of the tables."""
    names: dict[str, str] = {}
    modules: dict[str, str] = {}
    for file in sorted(tables.glob("*.toml")):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        names.update(data.get("names", {}))
        names.update(data.get("members", {}))
        modules.update({old: entry["to"] for entry in data.get("module", []) for old in entry["from"]})
        rules = data.get("rules", {})
        for mutation in mutations:
            if mutation["function"] in rules:
                names[f"{mutation['module']}.{mutation['function']}"] = rules[mutation["function"]]
    result = []
    for mutation in mutations:
        module, function = mutation["module"], mutation["function"]
        owner, _, method = function.rpartition(".")
        new = names.get(f"{module}.{function}", method or function).split(".")[-1].rstrip("!")
        if owner:
            new = f"{names.get(f'{module}.{owner}', owner)}.{new}"
        for _ in tables.glob("*.toml"):  # several tables may have moved a module, one after the other
            module = new_module(module, modules)
        result.append({**mutation, "module": module, "function": new})
    return result


def new_module(module: str, modules: dict[str, str]) -> str:
    """Return the new name of a module that moved, alone or with its package."""
    parts = module.split(".")
    for cut in range(len(parts), 0, -1):
        head = ".".join(parts[:cut])
        if head in modules:
            return ".".join([modules[head], *parts[cut:]])
    return module


def file_of(tree: Path, module: str) -> Path:
    path = tree / "src" / Path(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def apply(tree: Path, mutation: dict[str, Any]) -> None:
    """Apply a mutation to the source of a tree.

    Raises:
        ValueError: the place does not exist in this tree.
    """
    file = file_of(tree, mutation["module"])
    if not file.exists():
        raise ValueError(f"there is no module {mutation['module']}")
    source = file.read_bytes()
    for name, function in functions(ast.parse(source)):
        if name != mutation["function"]:
            continue
        nodes: list[Any] = list(places(function))
        if mutation["number"] >= len(nodes) or type(nodes[mutation["number"]]).__name__ != mutation["kind"]:
            raise ValueError(f"{mutation['module']}.{name} has no {mutation['kind']} at place {mutation['number']}")
        node = nodes[mutation["number"]]
        lines = source.splitlines(keepends=True)
        start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
        end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
        file.write_bytes(source[:start] + f"({ast.unparse(mutate(node))})".encode() + source[end:])
        return
    raise ValueError(f"{mutation['module']} has no function {mutation['function']}")


def tests_for(tree: Path, module: str) -> list[str]:
    """Return test files that import the module, then other files in the test folder of the same name."""
    parts = module.split(".")[1:]
    folders = [tree / "tests" / Path(*parts[:cut]) for cut in range(len(parts), 0, -1)]
    files = {file for folder in folders[:2] if folder.is_dir() for file in folder.rglob("test_*.py")}
    if not files:
        files = set((tree / "tests" / parts[0]).rglob("test_*.py"))
    package_import = f"from {module.rpartition('.')[0]} import"
    importers = set()
    for file in (tree / "tests").rglob("test_*.py"):
        text = file.read_text(encoding="utf-8")
        if module in text or (package_import in text and parts[-1] in text):
            importers.add(file)
    ordered = [*sorted(importers), *sorted(files - importers)]
    return [str(file.relative_to(tree)) for file in ordered if "browser" not in file.parts]


def run(mutations: list[dict[str, Any]], tree: Path, python: Path, to: Path) -> int:
    """Test every mutation in a copy of the tree; results are written after each one, so a run can continue."""
    results: list[dict[str, Any]] = json.loads(to.read_text()) if to.exists() else []
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        work = Path(folder) / "tree"
        ignored = shutil.ignore_patterns(".venv", ".git", "node_modules", "__pycache__", ".mypy_cache")
        shutil.copytree(tree, work, ignore=ignored)
        for number, mutation in enumerate(mutations):
            if number < len(results):
                continue
            file, began = file_of(work, mutation["module"]), time.monotonic()
            original = file.read_bytes() if file.exists() else b""
            tests = tests_for(work, mutation["module"])
            try:
                apply(work, mutation)
                outcome = run_tests(work, python, tests)
            except ValueError as error:
                outcome = f"not applied: {error}"
            finally:
                if original:
                    file.write_bytes(original)
            if outcome.startswith("noticed: ") and fails_without_mutation(work, python, outcome, tests):
                outcome = f"not judged, the same without the mutation: {outcome.removeprefix('noticed: ')}"
            results.append({**mutation, "outcome": outcome})
            to.write_text(json.dumps(results, indent=1) + "\n")
            where = f"{mutation['module']}.{mutation['function']}"
            print(f"{number + 1} of {len(mutations)}: {where}: {outcome}, {time.monotonic() - began:.0f} s", flush=True)
    survivors = [result for result in results if result["outcome"] == "survived"]
    print(f"{len(results)} mutations, {len(survivors)} survived")
    return 0


def run_tests(tree: Path, python: Path, tests: list[str]) -> str:
    """Return "survived", or "noticed: " and the first test that failed."""
    try:
        result = pytest(tree, python, ["-x", "-m", "not slow", *tests])
    except subprocess.TimeoutExpired:
        return "noticed: the tests hang"
    if result.returncode == 0:
        return "survived"
    failed = [line for line in result.stdout.splitlines() if line.startswith(("FAILED tests", "ERROR tests"))]
    return "noticed: " + (failed[0].split(" - ")[0] if failed else f"pytest exited with {result.returncode}")


def fails_without_mutation(tree: Path, python: Path, outcome: str, tests: list[str]) -> bool:
    """Run the test that failed, or collect all tests, in the tree without a mutation."""
    test = outcome.partition(" tests/")[2]
    arguments = [f"tests/{test}"] if test else ["--collect-only", *tests]
    return pytest(tree, python, arguments).returncode != 0


def pytest(tree: Path, python: Path, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=TIMEOUT)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    draw_parser = commands.add_parser("draw", help="pick mutations at random")
    draw_parser.add_argument("--seed", type=int, required=True, help="seed of the random choice")
    draw_parser.add_argument("--count", type=int, default=30, help="number of mutations (30)")
    draw_parser.add_argument("--to", type=Path, required=True, help="JSON file to write")
    translate_parser = commands.add_parser("translate", help="replace old names by new ones")
    translate_parser.add_argument("mutations", type=Path, help="JSON file of `draw`")
    translate_parser.add_argument("--tables", type=Path, default=ROOT / "tools" / "renames", help="folder of tables")
    translate_parser.add_argument("--to", type=Path, required=True, help="JSON file to write")
    run_parser = commands.add_parser("run", help="apply each mutation and run the tests")
    run_parser.add_argument("mutations", type=Path, help="JSON file of `draw` or `translate`")
    run_parser.add_argument("--to", type=Path, required=True, help="JSON file of results")
    run_parser.add_argument("--tree", type=Path, default=ROOT, help="repository to test (this one)")
    run_parser.add_argument("--python", type=Path, default=Path(sys.executable), help="Python to run pytest with")
    options = parser.parse_args()
    if options.command == "draw":
        options.to.write_text(json.dumps(draw(options.seed, options.count), indent=1) + "\n")
        return 0
    mutations = json.loads(options.mutations.read_text())
    if options.command == "translate":
        options.to.write_text(json.dumps(translate(mutations, options.tables), indent=1) + "\n")
        return 0
    return run(mutations, options.tree.resolve(), options.python, options.to)


if __name__ == "__main__":
    sys.exit(main())
