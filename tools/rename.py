"""Rename and move Python names in the whole repository, by qualified name, from tables in tools/renames.

    python tools/rename.py names [TABLES]      rename names, members and parameters
    python tools/rename.py modules [TABLES]    move and merge modules
    python tools/rename.py check [TABLES]      check that everything in the tables exists

TABLES are names of files in tools/renames without `.toml`; by default all tables are used. A table has these sections,
with the old name on the left side:

    [[module]]  to = "ludus.a.b", from = ["ludus.c", "ludus.d"]     merge modules into one; a package moves as a whole
    [names]     "ludus.c.f" = "g"                                   classes, functions and constants of a module
    [members]   "ludus.c.Class.field" = "new"                       attributes, methods, fields
    [params]    "ludus.c.f.parameter" = "new"                       parameters, and keywords in calls
    [rules]     "old" = "new"                                       rules of every game, free names of templates

A member may move into a group ("group.new": only its uses are changed) or become a property ("new!": `()` is removed
from calls).

Names are resolved from imports and scopes in the syntax tree, members by the types that mypy infers. References that
neither can resolve are not changed; untyped attributes and cases that need an edit by hand are printed.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "ludus"
TABLES = ROOT / "tools" / "renames"
SCANNED = ("src/ludus", "tests", "tools", "benchmarks", "docs")
TEXTS = ("*.md", "*.toml", "*.yml", "*.cfg", "*.ts", "*.tsx", "*.mjs", "*.json")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass
class Table:
    """All renames and moves of the tables."""

    modules: list[tuple[str, list[str]]] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)
    params: dict[str, str] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)


@dataclass
class Scope:
    """Names bound in a module, class or function, each with the qualified name that it refers to."""

    kind: str  # module, class, function
    name: str  # qualified
    bound: dict[str, str]


class Module:
    """A source file with its syntax tree, bindings and pending edits."""

    def __init__(self, path: Path) -> None:
        self.path = path
        relative = path.relative_to(ROOT / "src" if "src" in path.relative_to(ROOT).parts[:1] else ROOT)
        parts = list(relative.with_suffix("").parts)
        self.is_package = parts[-1] == "__init__"
        self.name = ".".join(parts[:-1] if self.is_package else parts)
        self.source = path.read_bytes()
        self.tree = ast.parse(self.source, str(path))
        self.starts = [0]
        for line in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.edits: dict[tuple[int, int], str] = {}
        self.bound = collect_bindings(self.tree.body, self.name, self)

    def offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def replace(self, start: int, end: int, text: str) -> None:
        known = self.edits.get((start, end))
        if known is not None and known != text:
            print(f"{self.path}: two edits at {start}: {known} and {text}")
        self.edits[start, end] = text

    def replace_node(self, node: Any, old: str, new: str) -> None:
        """Replace a name at the start of a node, or at its end for an attribute."""
        if isinstance(node, ast.Attribute):
            end = self.offset(node.end_lineno or 0, node.end_col_offset or 0)
            start = end - len(old.encode())
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            begin = self.offset(node.lineno, node.col_offset)
            match = re.compile(rb"(?:async\s+)?(?:def|class)\s+").match(self.source, begin)
            assert match
            start, end = match.end(), match.end() + len(old.encode())
        else:
            start = self.offset(node.lineno, node.col_offset)
            end = start + len(old.encode())
        if self.source[start:end] != old.encode():
            print(f"{self.path}:{getattr(node, 'lineno', '?')}: expected {old}, found {self.source[start:end]!r}")
            return
        self.replace(start, end, new)

    def write(self) -> bool:
        if not self.edits:
            return False
        text = self.source
        for (start, end), new in sorted(self.edits.items(), reverse=True):
            text = text[:start] + new.encode() + text[end:]
        self.path.write_bytes(text)
        return True


def collect_bindings(
    body: list[ast.stmt] | list[ast.AST], name: str, module: Any, parameters: Any = None
) -> dict[str, str]:
    """Return the names that statements bind in their scope, not in nested functions, classes and comprehensions."""
    bound: dict[str, str] = {}
    package = module.name if module.is_package else module.name.rpartition(".")[0]
    outer_names: set[str] = set()
    if parameters is not None:
        arguments = [
            *parameters.posonlyargs,
            *parameters.args,
            *parameters.kwonlyargs,
            parameters.vararg,
            parameters.kwarg,
        ]
        for argument in arguments:
            if argument is not None:
                bound[argument.arg] = f"{name}.{argument.arg}"
    queue: list[Any] = list(body)
    while queue:
        node = queue.pop(0)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound[node.name] = f"{name}.{node.name}"
            queue += node.decorator_list
            continue
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, COMPREHENSIONS):
            queue += [inner for inner in ast.walk(node) if isinstance(inner, ast.NamedExpr)]
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.asname:
                    bound[alias.asname] = alias.name
                else:
                    bound[alias.name.split(".")[0]] = alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            base = import_base(node, package)
            for alias in node.names:
                bound[alias.asname or alias.name] = f"{base}.{alias.name}"
        elif isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            bound.setdefault(node.id, f"{name}.{node.id}")
        elif (isinstance(node, ast.ExceptHandler) and node.name) or (
            isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name
        ):
            bound[node.name] = f"{name}.{node.name}"
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            outer_names.update(node.names)
        queue += list(ast.iter_child_nodes(node))
    for outer_name in outer_names:
        bound.pop(outer_name, None)
    return bound


def import_base(node: ast.ImportFrom, package: str) -> str:
    """Return the absolute name of the module of a `from` import."""
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    above = parts[: len(parts) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])])


class Repository:
    """All Python files of the repository; resolves names through imports and re-exports."""

    def __init__(self) -> None:
        files = [file for folder in SCANNED for file in sorted((ROOT / folder).rglob("*.py"))]
        self.modules: dict[str, Module] = {}
        for file in files:
            if "node_modules" in file.parts:
                continue
            module = Module(file)
            self.modules[module.name] = module
        self.classes: dict[str, tuple[Module, ast.ClassDef]] = {}
        for module in self.modules.values():
            self._find_classes(module, module.tree.body, module.name)
        self._ancestors: dict[str, list[str]] = {}
        self.owners: dict[str, list[str]] = {}

    def _find_classes(self, module: Module, body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                self.classes[f"{prefix}.{node.name}"] = (module, node)
                self._find_classes(module, node.body, f"{prefix}.{node.name}")
            elif isinstance(node, (ast.If, ast.Try)):
                self._find_classes(module, node.body, prefix)

    def canonical(self, name: str) -> str:
        """Follow re-exports and return the name where it is defined."""
        for _ in range(20):
            above, _, last = name.rpartition(".")
            if above in self.modules and self.modules[above].bound.get(last) not in (None, name):
                name = self.modules[above].bound[last]  # a function hides a module with the same name
                continue
            head, rest = self.split(name)
            if head is None or not rest:
                return name
            first, _, more = rest.partition(".")
            target = self.modules[head].bound.get(first)
            if target is None or target == f"{head}.{first}":
                return name
            name = f"{target}.{more}" if more else target
        return name

    def split(self, name: str) -> tuple[str | None, str]:
        """Split a name into the longest known module and the rest."""
        parts = name.split(".")
        for cut in range(len(parts), 0, -1):
            head = ".".join(parts[:cut])
            if head in self.modules:
                return head, ".".join(parts[cut:])
        return None, name

    def ancestors(self, name: str) -> list[str]:
        """Return a class and its base classes in this repository."""
        if name not in self._ancestors:
            self._ancestors[name] = [name]
            if name in self.classes:
                module, node = self.classes[name]
                scope = Scope("module", module.name, module.bound)
                for base in node.bases:
                    target = self.resolve(base.value if isinstance(base, ast.Subscript) else base, (scope,))
                    if target:
                        self._ancestors[name] += self.ancestors(target)
        return self._ancestors[name]

    def resolve(self, node: ast.AST, stack: tuple[Scope, ...]) -> str | None:
        """Return the canonical qualified name of a name or a chain of attributes, or None."""
        if isinstance(node, ast.Name):
            innermost = stack[-1]
            for scope in reversed(stack):
                if scope.kind == "class" and scope is not innermost:
                    continue
                if node.id in scope.bound:
                    return self.canonical(scope.bound[node.id])
            return None
        if isinstance(node, ast.Attribute):
            value = self.resolve(node.value, stack)
            return self.canonical(f"{value}.{node.attr}") if value else None
        return None

    def walk(self, module: Module) -> Iterator[tuple[ast.AST, tuple[Scope, ...]]]:
        """Yield every node with its enclosing scopes."""
        yield from self._walk(module.tree, (Scope("module", module.name, module.bound),), module)

    def _walk(self, node: ast.AST, stack: tuple[Scope, ...], module: Module) -> Iterator[Any]:
        yield node, stack
        if isinstance(node, FUNCTIONS):
            name = f"{stack[-1].name}.{getattr(node, 'name', '<lambda>')}"
            body: list[Any] = node.body if isinstance(node.body, list) else [node.body]
            inner = (*stack, Scope("function", name, collect_bindings(body, name, module, node.args)))
            for child in getattr(node, "decorator_list", []):
                yield from self._walk(child, stack, module)
            for argument in ast.walk(node.args):
                if isinstance(argument, ast.arg):
                    yield argument, inner
                    if argument.annotation:
                        yield from self._walk(argument.annotation, stack, module)
            for child in [*node.args.defaults, *node.args.kw_defaults, getattr(node, "returns", None)]:
                if child is not None:
                    yield from self._walk(child, stack, module)
            for child in body:
                yield from self._walk(child, inner, module)
        elif isinstance(node, ast.ClassDef):
            name = f"{stack[-1].name}.{node.name}"
            inner = (*stack, Scope("class", name, collect_bindings(node.body, name, module)))
            for other in [*node.decorator_list, *node.bases, *node.keywords]:
                yield from self._walk(other, stack, module)
            for child in node.body:
                yield from self._walk(child, inner, module)
        elif isinstance(node, COMPREHENSIONS):
            bound: dict[str, str] = {}
            for generator in node.generators:
                for target in ast.walk(generator.target):
                    if isinstance(target, ast.Name):
                        bound[target.id] = f"{stack[-1].name}.<comp>.{target.id}"
            inner = (*stack, Scope("function", f"{stack[-1].name}.<comp>", bound))
            yield from self._walk(node.generators[0].iter, stack, module)
            for index, generator in enumerate(node.generators):
                yield from self._walk(generator.target, inner, module)
                if index:
                    yield from self._walk(generator.iter, inner, module)
                for test in generator.ifs:
                    yield from self._walk(test, inner, module)
            for part in ("elt", "key", "value"):
                if hasattr(node, part):
                    yield from self._walk(getattr(node, part), inner, module)
        else:
            for child in ast.iter_child_nodes(node):
                yield from self._walk(child, stack, module)

    def write(self) -> int:
        return sum(module.write() for module in self.modules.values())


def read_tables(only: list[str]) -> Table:
    """Read all tables, or only those with these names."""
    table = Table()
    for file in sorted(TABLES.glob("*.toml")):
        if only and file.stem not in only:
            continue
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        for entry in data.get("module", []):
            table.modules.append((entry["to"], list(entry["from"])))
        for section in ("names", "members", "params", "rules"):
            getattr(table, section).update(data.get(section, {}))
    return table


# --- names ---


class Types:
    """Types that mypy infers for names and attributes, by position in the source."""

    def __init__(self) -> None:
        from mypy import build
        from mypy.config_parser import parse_config_file
        from mypy.find_sources import create_source_list
        from mypy.options import Options
        from mypy.traverser import NameAndMemberCollector

        options = Options()
        parse_config_file(options, lambda: None, str(ROOT / "pyproject.toml"), sys.stdout, sys.stderr)
        options.export_types = options.preserve_asts = options.check_untyped_defs = True
        options.incremental = False
        options.namespace_packages = True
        sources = create_source_list([str(ROOT / "src/ludus"), str(ROOT / "tests"), str(ROOT / "tools")], options)
        result = build.build(sources, options)
        self.at: dict[str, dict[tuple[int, int, int, int], Any]] = defaultdict(dict)
        self.receivers: dict[str, dict[tuple[int | None, int | None], Any]] = defaultdict(dict)
        for tree in result.files.values():
            if not tree.path or not str(Path(tree.path).resolve()).startswith(str(ROOT)):
                continue
            path = str(Path(tree.path).resolve())
            collector = NameAndMemberCollector()
            tree.accept(collector)
            for name in collector.name_exprs:
                self.at[path][span(name)] = result.types.get(name)
            for member in collector.member_exprs:
                self.at[path][span(member)] = result.types.get(member)
                self.receivers[path][member.end_line, member.end_column] = result.types.get(member.expr)

    def classes(self, kind: Any) -> list[str]:
        """Return the qualified names of the classes of a type and of their bases; empty if the type is unknown."""
        import mypy.types as t

        kind = t.get_proper_type(kind) if kind is not None else None
        if kind is None:
            return []
        if isinstance(kind, t.Instance):
            extra = [c for a in kind.args for c in self.classes(a)] if kind.type.fullname == "builtins.type" else []
            return [base.fullname for base in kind.type.mro] + extra
        if isinstance(kind, t.UnionType):
            return [name for item in kind.items for name in self.classes(item)]
        if isinstance(kind, t.TypeType):
            return self.classes(kind.item)
        if isinstance(kind, t.CallableType) and kind.is_type_obj():
            return self.classes(kind.ret_type)
        if isinstance(kind, t.Overloaded):
            return self.classes(kind.items[0])
        if isinstance(kind, t.TupleType):
            return self.classes(kind.partial_fallback)
        if isinstance(kind, (t.TypeVarType,)):
            return self.classes(kind.upper_bound)
        return []


def span(node: Any) -> tuple[int, int, int, int]:
    return node.line, node.column, node.end_line, node.end_column


def rename_names(table: Table) -> int:
    """Rename names, members and parameters; return 1 if there are conflicts."""
    repository = Repository()
    types = Types() if table.members or table.params else None
    add_rules(table, repository)
    new_members = defaultdict(set)  # old attribute name -> new names
    for old, new in table.members.items():
        new_members[old.rpartition(".")[2]].add(new)
    conflicts = 0
    for module in repository.modules.values():
        path = str(module.path)
        for node, stack in repository.walk(module):
            conflicts += rename_node(node, stack, module, repository, table, types, new_members, path)
    changed = repository.write()
    print(f"{changed} files changed, {conflicts} conflicts")
    return 1 if conflicts else 0


def add_rules(table: Table, repository: Repository) -> None:
    """Add the rules of games with an old name to the names of the table."""
    for module in repository.modules.values():
        for node in module.tree.body:
            if not isinstance(node, ast.FunctionDef) or node.name not in table.rules:
                continue
            if any("rule" in ast.unparse(decorator) for decorator in node.decorator_list):
                table.names[f"{module.name}.{node.name}"] = table.rules[node.name]


def untyped_member(
    repository: Repository, table: Table, module: Module, attribute: str, choices: set[str]
) -> str | None:
    """Return the new name of an attribute of unknown type in a test, if all classes with it rename it the same way."""
    if module.name.split(".")[0] != "tests" or len(choices) != 1:
        return None
    if attribute not in repository.owners:
        repository.owners[attribute] = [
            name
            for name, (owner, node) in repository.classes.items()
            if owner.name.startswith(PACKAGE) and attribute in collect_bindings(node.body, name, owner)
        ]
    if any(member_name(repository, table, [owner], attribute) is None for owner in repository.owners[attribute]):
        return None
    return next(iter(choices))


def member_name(repository: Repository, table: Table, owners: list[str], attribute: str) -> str | None:
    """Return the new name of an attribute of one of these classes or their bases."""
    for owner in owners:
        for base in repository.ancestors(owner):
            if (new := table.members.get(f"{base}.{attribute}")) is not None:
                return new
    return None


def rename_node(
    node: ast.AST,
    stack: tuple[Scope, ...],
    module: Module,
    repository: Repository,
    table: Table,
    types: Any,
    new_members: Any,
    path: str,
) -> int:
    """Rename one node; return the number of conflicts."""
    conflicts = 0

    def rename(target: str, old: str, place: Any) -> bool:
        """Rename `old` at a node if the tables rename its target."""
        new = table.names.get(target) or table.params.get(target) or table.members.get(target)
        if new is None and "." in target:
            owner, _, attribute = target.rpartition(".")
            if owner in repository.classes:
                new = member_name(repository, table, [owner], attribute)
        if new is None or old == new:
            return False
        if old != target.rpartition(".")[2]:
            return False  # bound under another name by `as`
        if not isinstance(place, ast.Attribute):
            if "." in new:
                print(f"{module.path}:{place.lineno}: {old} becomes {new}: edit by hand")
                return False
            new = new.rstrip("!")
        rename_attribute(place, old, new) if isinstance(place, ast.Attribute) else module.replace_node(place, old, new)
        nonlocal conflicts
        if not isinstance(place, ast.Attribute):
            for scope in stack:
                if scope.kind == "class" and scope is not stack[-1]:
                    continue
                if (
                    new in scope.bound
                    and repository.canonical(scope.bound[new]) != target
                    and not renamed_away(scope.bound[new])
                ):
                    print(
                        f"{module.path}:{place.lineno}: {old} -> {new} collides with {scope.bound[new]} in {scope.name}"
                    )
                    conflicts += 1
        return True

    def rename_attribute(place: ast.Attribute, old: str, new: str) -> None:
        end = module.offset(place.end_lineno or 0, place.end_col_offset or 0)
        if new.endswith("!"):
            new = new[:-1]
            call = re.match(rb"\(\)", module.source[end:])
            if call:
                module.replace(end - len(old.encode()), end + 2, new)
                return
            print(f"{module.path}:{place.lineno}: {old} becomes the property {new}: edit by hand")
        module.replace_node(place, old, new)

    def renamed_away(target: str) -> bool:
        """Whether the tables rename a target, so that its old name becomes free."""
        target = repository.canonical(target)
        return (table.names.get(target) or table.params.get(target) or target.rpartition(".")[2]) != target.rpartition(
            "."
        )[2]

    if isinstance(node, ast.Name):
        target = repository.resolve(node, stack)
        if target:
            rename(target, node.id, node)
        elif node.id in table.rules and isinstance(node.ctx, ast.Load):
            module.replace_node(node, node.id, table.rules[node.id])
    elif isinstance(node, ast.arg):
        rename(f"{stack[-1].name}.{node.arg}", node.arg, node)
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        rename(f"{stack[-1].name}.{node.name}", node.name, node)
    elif isinstance(node, ast.Attribute):
        target = repository.resolve(node, stack)
        if not (target and rename(target, node.attr, node)) and types is not None and node.attr in new_members:
            receiver = types.receivers[path].get((node.end_lineno or 0, node.end_col_offset or 0))
            owners = types.classes(receiver)
            new = member_name(repository, table, owners, node.attr)
            if not owners and not new:
                new = untyped_member(repository, table, module, node.attr, new_members[node.attr])
            if new:
                rename_attribute(node, node.attr, new)
            elif not owners and not (target and repository.split(target)[0] is None):
                candidates = "/".join(sorted(new_members[node.attr]))
                print(f"{module.path}:{node.lineno}: untyped .{node.attr} (-> {candidates}?)")
    elif isinstance(node, ast.ImportFrom):
        package = module.name if module.is_package else module.name.rpartition(".")[0]
        base = import_base(node, package)
        for alias in node.names:
            target = repository.canonical(f"{base}.{alias.name}")
            if target in table.names and target.rpartition(".")[2] == alias.name:
                module.replace_node(alias, alias.name, table.names[target])
    elif isinstance(node, ast.Call):
        conflicts += rename_keywords(node, stack, module, repository, table, types, path)
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        for name in node.names:
            for scope in reversed(stack[:-1]):
                if name in scope.bound and (scope.bound[name] in table.names or scope.bound[name] in table.params):
                    new = table.names.get(scope.bound[name]) or table.params[scope.bound[name]]
                    start, end = (
                        module.offset(node.lineno, node.col_offset),
                        module.offset(node.end_lineno or 0, node.end_col_offset or 0),
                    )
                    match = re.search(rf"\b{name}\b".encode(), module.source[start:end])
                    if match:
                        module.replace(start + match.start(), start + match.end(), new)
    elif isinstance(node, ast.Assign) and is_export_list(node):
        for element in getattr(node.value, "elts", []):
            exported = str(getattr(element, "value", ""))
            target = repository.canonical(f"{module.name}.{exported}")
            if target in table.names and target.endswith(f".{exported}"):
                start = module.offset(element.lineno, element.col_offset) + 1
                module.replace(start, start + len(exported), table.names[target])
    return conflicts


def is_export_list(node: ast.Assign) -> bool:
    """Whether an assignment defines `__all__`."""
    return [getattr(target, "id", "") for target in node.targets] == ["__all__"]


def rename_keywords(
    node: ast.Call,
    stack: tuple[Scope, ...],
    module: Module,
    repository: Repository,
    table: Table,
    types: Any,
    path: str,
) -> int:
    """Rename the keywords of a call."""
    if not node.keywords:
        return 0
    callee = repository.resolve(node.func, stack)
    owners: list[str] = []  # classes whose fields the keywords name
    functions = [callee] if callee else []
    if callee in ("dataclasses.replace", "msgspec.structs.replace", "copy.replace") and node.args and types:
        first: Any = node.args[0]
        owners = types.classes(
            types.at[path].get((first.lineno, first.col_offset, first.end_lineno, first.end_col_offset))
        )
    elif callee in repository.classes:
        owners = repository.ancestors(callee or "")
    elif types is not None:
        func: Any = node.func
        kind = types.at[path].get((func.lineno, func.col_offset, func.end_lineno, func.end_col_offset))
        if kind is not None and getattr(kind, "is_type_obj", lambda: False)():
            owners = types.classes(kind)
        if isinstance(func, ast.Attribute):
            receivers = types.classes(types.receivers[path].get((func.end_lineno, func.end_col_offset)))
            functions += [f"{base}.{func.attr}" for owner in receivers for base in repository.ancestors(owner)]
    functions += [f"{base}.__init__" for owner in owners for base in repository.ancestors(owner)]
    for keyword in node.keywords:
        if keyword.arg is None:
            continue
        if callee in ("types.SimpleNamespace", f"{PACKAGE}.core.specialise.specialise") and keyword.arg in table.rules:
            module.replace_node(keyword, keyword.arg, table.rules[keyword.arg])
            continue
        new = member_name(repository, table, owners, keyword.arg)
        for function in functions:
            new = new or table.params.get(f"{function}.{keyword.arg}")
        if new and "." in new:
            print(f"{module.path}:{keyword.lineno}: keyword {keyword.arg} becomes {new}: edit by hand")
        elif new:
            module.replace_node(keyword, keyword.arg, new.rstrip("!"))
    return 0


# --- modules ---


def module_map(table: Table, repository: Repository) -> dict[str, str]:
    """Return the new name of every module; a package moves with all its modules."""
    explicit = {old: new for new, olds in table.modules for old in olds}
    result = {}
    for name in repository.modules:
        if not name.startswith(PACKAGE):
            continue
        parts = name.split(".")
        for cut in range(len(parts), 0, -1):
            head = ".".join(parts[:cut])
            if head in explicit and (
                cut == len(parts) or repository.modules.get(head) is None or repository.modules[head].is_package
            ):
                result[name] = ".".join([explicit[head], *parts[cut:]])
                break
        else:
            result[name] = name
    return result


def move_modules(table: Table) -> int:
    """Move and merge modules, and update all imports."""
    repository = Repository()
    mapping = module_map(table, repository)
    groups: dict[str, list[str]] = defaultdict(list)
    for new, olds in table.modules:
        groups[new] += [old for old in olds if old in repository.modules and old not in groups[new]]
    for old, new in mapping.items():
        if old not in groups[new]:
            groups[new].append(old)
    faults = 0
    for module in repository.modules.values():
        faults += rewrite_imports(module, repository, mapping)
    for module in repository.modules.values():
        module.write()
    faults += move_files(groups, repository, mapping)
    replace_in_texts({old: new for old, new in mapping.items() if old != new})
    print(f"{len(groups)} modules, {faults} faults")
    return 1 if faults else 0


def rewrite_imports(module: Module, repository: Repository, mapping: dict[str, str]) -> int:
    """Update imports of moved modules and references to modules by name; return the number of faults."""
    faults = 0
    here = mapping.get(module.name, module.name)
    own_names: dict[str, tuple[str, str]] = {}  # names imported with `as` from a module that is merged into this one
    aliases: dict[str, str] = {}  # bound name of a module -> its new name here ("" if it is merged into this module)
    for node, stack in repository.walk(module):
        if isinstance(node, ast.ImportFrom):
            package = module.name if module.is_package else module.name.rpartition(".")[0]
            base = import_base(node, package)
            if base.split(".")[0] != PACKAGE:
                continue
            lines, changed = [], False
            own_package = here if module.is_package else here.rpartition(".")[0]  # relative imports stay relative
            for alias in node.names:
                full = f"{base}.{alias.name}"
                if full in repository.modules and repository.canonical(full) == full:
                    new = mapping[full]
                    above, _, last = new.rpartition(".")
                    if new == here:
                        aliases[alias.asname or alias.name] = ""
                        changed = True
                        continue
                    if new != full:
                        changed = True
                    bound = alias.asname or alias.name
                    if last == alias.name or alias.asname:
                        line = f"from {above} import {last}" + (
                            f" as {alias.asname}" if alias.asname and alias.asname != last else ""
                        )
                        if alias.asname:
                            aliases[bound] = bound
                    else:
                        is_used = any(last in scope.bound for scope in stack) or is_local_name(module, last)
                        if is_used:
                            print(
                                f"{module.path}:{node.lineno}: module {full} is now {new}, "
                                f"but {last} is already used here: imported as {bound}"
                            )
                            line = f"from {above} import {last} as {bound}"
                        else:
                            line = f"from {above} import {last}"
                            aliases[bound] = last
                    if node.level == 1 and above == own_package:
                        line = line.replace(f"from {above} import", "from . import")
                    lines.append(line)
                else:
                    owner = base
                    new = mapping.get(owner, owner)
                    if new != base:
                        changed = True
                    if new == here and owner != module.name:
                        changed = True
                        if alias.asname:
                            own_names[alias.asname] = (full, alias.name)
                        continue
                    source = new
                    if node.level == 1 and new.rpartition(".")[0] == own_package:
                        source = "." + new.rpartition(".")[2]
                    lines.append(f"from {source} import {alias.name}" + (f" as {alias.asname}" if alias.asname else ""))
            if changed:
                start = module.offset(node.lineno, node.col_offset)
                end = module.offset(node.end_lineno or 0, node.end_col_offset or 0)
                indent = " " * node.col_offset
                module.replace(start, end, f"\n{indent}".join(lines) or f"pass  # {MERGED}")
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in mapping and mapping[alias.name] != alias.name:
                    module.replace_node(alias, alias.name, mapping[alias.name])
    if own_names:
        for node, stack in repository.walk(module):
            if isinstance(node, ast.Name) and node.id in own_names:
                full, name = own_names[node.id]
                if bound_target(node.id, stack) == full:
                    module.replace_node(node, node.id, name)
    if aliases:
        for node, stack in repository.walk(module):
            if isinstance(node, ast.Assign) and [getattr(target, "id", "") for target in node.targets] == ["__all__"]:
                for element in getattr(node.value, "elts", []):
                    if aliases.get(element.value, element.value) != element.value:
                        start = module.offset(element.lineno, element.col_offset) + 1
                        module.replace(start, start + len(element.value), aliases[element.value])
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
                value = node.value
                target = bound_target(value.id, stack)
                if target is None or repository.canonical(target) not in repository.modules:
                    continue
                new = aliases[value.id]
                start = module.offset(value.lineno, value.col_offset)
                if new == "":
                    end = module.offset(node.end_lineno or 0, node.end_col_offset or 0)
                    module.replace(start, end, node.attr)
                elif new != value.id:
                    module.replace(start, start + len(value.id.encode()), new)
            elif isinstance(node, ast.Name) and node.id in aliases and aliases[node.id] != node.id:
                target = bound_target(node.id, stack)
                if target is not None and repository.canonical(target) in repository.modules:
                    start = module.offset(node.lineno, node.col_offset)
                    end = start + len(node.id.encode())
                    inside = any(s <= start and end <= e and (s, e) != (start, end) for s, e in module.edits)
                    if (start, end) not in module.edits and not inside:
                        if aliases[node.id]:
                            module.replace(start, end, aliases[node.id])
                        else:
                            print(
                                f"{module.path}:{node.lineno}: the module {node.id} is used as a value "
                                "and is merged into this module"
                            )
                            faults += 1
    return faults


MERGED = "import from a module that is merged into this one"


def bound_target(name: str, stack: tuple[Scope, ...]) -> str | None:
    """Return the qualified name that a name is bound to in the innermost scope that binds it."""
    for scope in reversed(stack):
        if name in scope.bound and (scope.kind != "class" or scope is stack[-1]):
            return scope.bound[name]
    return None


def is_local_name(module: Module, name: str) -> bool:
    """Whether any scope of the module binds the name."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name:
            return True
        if isinstance(node, ast.arg) and node.arg == name:
            return True
    return False


def module_path(name: str, is_package: bool) -> Path:
    path = ROOT / "src" / Path(*name.split("."))
    return path / "__init__.py" if is_package else path.with_suffix(".py")


def move_files(groups: dict[str, list[str]], repository: Repository, mapping: dict[str, str]) -> int:
    """Move and merge the files of modules and the data files of packages; return the number of faults."""
    faults = 0
    data_moves: list[tuple[Path, Path]] = []
    planned: list[tuple[Path, str, list[Module]]] = []
    for new, olds in groups.items():
        members = [repository.modules[old] for old in olds]
        is_package = any(module.is_package for module in members) or any(
            other.startswith(new + ".") for other in groups
        )
        target = module_path(new, is_package)
        if len(members) == 1:
            if members[0].path != target:
                if b"__file__" in members[0].source and members[0].path.parent.name != target.parent.name:
                    print(f"{members[0].path}: uses __file__ and moves to {target}")
                planned.append((target, members[0].path.read_text(encoding="utf-8"), members))
            continue
        try:
            text, count = merge(sorted_by_imports(members, repository), new, [module.name for module in members])
            faults += count
        except ValueError as error:
            print(error)
            faults += 1
            continue
        planned.append((target, text, members))
    for module in repository.modules.values():
        if module.is_package and mapping.get(module.name, module.name) != module.name:
            for file in module.path.parent.iterdir():
                if file.is_file() and file.suffix != ".py":
                    data_moves.append((file, module_path(mapping[module.name], True).parent / file.name))
                if file.is_dir() and not any(file.rglob("*.py")) and file.name != "__pycache__":
                    data_moves.append((file, module_path(mapping[module.name], True).parent / file.name))
    for _, _, members in planned:
        for module in members:
            if module.path.exists():
                module.path.unlink()
    for target, text, _ in planned:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            print(f"{target} exists already")
            faults += 1
            continue
        target.write_text(text, encoding="utf-8")
    for old, new_path in data_moves:
        if old.exists() and old != new_path:
            new_path.parent.mkdir(parents=True, exist_ok=True)
            old.rename(new_path)
    for folder in sorted((ROOT / "src").rglob("*"), reverse=True):
        if folder.is_dir() and not any(inner.name != "__pycache__" for inner in folder.iterdir()):
            subprocess.run(["rm", "-rf", str(folder)], check=True)
    for folder in sorted((ROOT / "src" / PACKAGE).rglob("*")):
        if folder.is_dir() and any(folder.glob("*.py")) and not (folder / "__init__.py").exists():
            print(f"{folder} has no __init__.py")
    return faults


def sorted_by_imports(members: list[Module], repository: Repository) -> list[Module]:
    """Return the modules in their order, but a module after the modules that it imports at its top."""
    names = [module.name for module in members]
    imported = {}
    for module in members:
        imported[module.name] = {
            head
            for node in module.tree.body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if (head := repository.split(f"{node.module}.{alias.name}")[0]) in names and head != module.name
        }
    ordered: list[str] = []
    while len(ordered) < len(names):
        ready = [name for name in names if name not in ordered and imported[name] <= set(ordered)]
        if not ready:
            raise ValueError(f"{', '.join(names)} import each other at their top")
        ordered.append(ready[0])
    return [repository.modules[name] for name in ordered]


def merge(members: list[Module], new: str, order: list[str]) -> tuple[str, int]:
    """Merge modules: imports first, then the bodies one after the other.

    Returns:
        The source text and the number of faults.
    """
    faults = 0
    imports: list[str] = []
    checking: list[str] = []
    bodies: list[str] = []
    exports: list[str] = []
    named_docs: dict[str, str] = {}
    assigned: list[str] = []
    repeated: set[str] = set()
    bound: dict[str, tuple[str, str]] = {}
    future = {any(is_future(node) for node in module.tree.body) for module in members}
    if len(future) > 1:
        print(f"{new}: only some of the merged modules have `from __future__ import annotations`")
    for module in members:
        source = module.path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        lines = source.splitlines(keepends=True)
        drop: set[int] = set()
        for index, node in enumerate(tree.body):
            span_lines = range(node.lineno - 1, node.end_lineno or 0)
            if (
                index == 0
                and isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                named_docs[module.name] = node.value.value.strip()
                drop.update(span_lines)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                segment = "".join(lines[node.lineno - 1 : node.end_lineno])
                if segment not in imports and not is_future(node):
                    imports.append(segment)
                drop.update(span_lines)
            elif isinstance(node, ast.Pass) and MERGED in lines[node.lineno - 1]:
                drop.update(span_lines)
            elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                for inner in node.body:
                    if not isinstance(inner, ast.Pass):
                        checking.append("".join(lines[inner.lineno - 1 : inner.end_lineno]))
                drop.update(span_lines)
            elif isinstance(node, ast.Assign) and [getattr(t, "id", "") for t in node.targets] == ["__all__"]:
                exports += [name for name in ast.literal_eval(node.value) if name not in exports]
                drop.update(span_lines)
            elif isinstance(node, ast.Assign) and any(ast.unparse(node) == other for other in assigned):
                drop.update(span_lines)
                repeated.update(getattr(target, "id", "") for target in node.targets)
            if isinstance(node, ast.Assign):
                assigned.append(ast.unparse(node))
        for name, target in module.bound.items():
            if name in ("__all__", "annotations") or name in repeated:
                continue
            own = target == f"{module.name}.{name}"
            if name in bound:
                other, where = bound[name]
                same = (other == target and not own) or target.rpartition(".")[2] == other.rpartition(".")[2] != name
                same = same or (
                    not own and other != f"{where}.{name}" and target.rpartition(".")[2] == other.rpartition(".")[2]
                )
                merged_here = {f"{m.name}.{name}" for m in members}
                if (
                    not same
                    and not (target in merged_here and other in merged_here and len({target, other}) == 1)
                    and not (
                        (own and other == target) or (other == f"{module.name}.{name}") or (target == f"{where}.{name}")
                    )
                ):
                    print(f"{new}: {name} is {other} in {where} and {target} in {module.name}")
                    faults += 1
            else:
                bound[name] = (target, module.name)
        body = "".join(line for number, line in enumerate(lines) if number not in drop).strip("\n")
        bodies.append(body)
    docs = [named_docs[name] for name in order if name in named_docs]
    text = ""
    if docs:
        rest = "".join(f"\n\n{doc}" for doc in docs[1:])
        quote = 'r"""' if any("\\" in doc for doc in docs) else '"""'
        text += f'{quote}{docs[0]}{rest}\n"""\n\n' if rest or "\n" in docs[0] else f'{quote}{docs[0]}"""\n\n'
    if True in future:
        text += "from __future__ import annotations\n\n"
    text += "".join(imports)
    if checking:
        text += "\nif TYPE_CHECKING:\n" + "".join(dict.fromkeys(checking))
    if exports:
        text += "\n__all__ = [\n" + "".join(f'    "{name}",\n' for name in sorted(exports)) + "]\n"
    text += "\n\n" + "\n\n\n".join(body for body in bodies if body) + "\n"
    return text, faults


def is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def replace_in_texts(mapping: dict[str, str]) -> None:
    """Replace dotted names of modules in strings, documents and settings."""
    files = [file for folder in (*SCANNED, "studio") for file in (ROOT / folder).rglob("*") if file.is_file()]
    files += [file for pattern in TEXTS for file in ROOT.glob(pattern)]
    names = sorted((name for name in mapping if name.count(".") >= 2 or name != PACKAGE), key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<![\w.]){re.escape(name)}(?!\w)" for name in names)) if names else None
    for file in files:
        if (
            pattern is None
            or "node_modules" in file.parts
            or "renames" in file.parts
            or file.suffix not in {".py", ".md", ".toml", ".yml", ".mjs"}
        ):
            continue
        text = file.read_text(encoding="utf-8")
        new = pattern.sub(lambda match: mapping[match.group(0)], text)
        if new != text:
            file.write_text(new, encoding="utf-8")


# --- check ---


def check_tables(table: Table) -> int:
    """Print all names of the tables that do not exist; return 1 if there are any."""
    repository = Repository()
    faults = 0

    def fault(text: str) -> None:
        nonlocal faults
        faults += 1
        print(text)

    targets: dict[str, str] = {}
    for new, olds in table.modules:
        for old in olds:
            if old not in repository.modules and not any(name.startswith(old + ".") for name in repository.modules):
                fault(f"module {old} does not exist")
            if old in targets:
                fault(f"module {old} goes to {targets[old]} and to {new}")
            targets[old] = new
    for name in table.names:
        head, rest = repository.split(name)
        if head is None or rest not in repository.modules[head].bound:
            fault(f"name {name} does not exist")
        elif repository.modules[head].bound[rest] != name:
            fault(f"name {name} is imported there from {repository.modules[head].bound[rest]}")
    for name in table.members:
        owner, _, attribute = name.rpartition(".")
        if owner not in repository.classes:
            fault(f"class {owner} does not exist (for {attribute})")
            continue
        module, definition = repository.classes[owner]
        if (
            attribute not in collect_bindings(definition.body, owner, module)
            and f"self.{attribute}" not in module.source.decode()
            and attribute not in module.source.decode()
        ):
            fault(f"member {name} does not exist")
    functions = set()
    for module in repository.modules.values():
        for node, stack in repository.walk(module):
            if isinstance(node, ast.arg):
                functions.add(f"{stack[-1].name}.{node.arg}")
    for name in table.params:
        if name not in functions:
            fault(f"parameter {name} does not exist")
    print(f"{faults} faults in the tables")
    return 1 if faults else 0


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in ("names", "modules", "check"):
        print(__doc__)
        return 2
    sys.setrecursionlimit(10_000)
    table = read_tables(arguments[1:])
    return {"names": rename_names, "modules": move_modules, "check": check_tables}[arguments[0]](table)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
