"""The sentences in the code, read from its syntax trees: what is said with a translator, and what `msgid` marks.

A translator is called `t` everywhere. What it says is written out where it says it, or comes from a table in which
every sentence is marked; anything put together at run time could not be in a catalogue, and is refused.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "cogs")
PASSING_ON = {"next", "iter", "enumerate"}  # give what they are given
VIEWS = {"items", "values"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Message(NamedTuple):
    """A key of the catalogues: a sentence, with another form for many where there is one."""

    one: str
    many: str | None = None


class UnclearSentence(Exception):
    """A sentence that is not written out anywhere; says where it is said."""


def messages(root: Path = ROOT, *, within: str = "") -> set[Message]:
    """Every message of the code below a folder, or of the modules whose names begin so. Raises UnclearSentence."""
    house = House(root)
    modules = [module for name, module in house.modules.items() if name.startswith(within)]
    found = {message for module in modules for message in Reading(house, module).messages()}
    assert len({message.one for message in found}) == len(found), "one sentence with and without a form for many"
    return found


class House:
    """The modules that say something, by their dotted names."""

    def __init__(self, root: Path) -> None:
        files = [file for package in PACKAGES for file in sorted((root / package).rglob("*.py"))]
        modules = [Module(_dotted(file.relative_to(root)), file) for file in files]
        self.modules = {module.name: module for module in modules}


@dataclass(frozen=True)
class Module:
    """One module, and what its names stand for."""

    name: str
    file: Path

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.file.read_text(encoding="utf-8"))

    @cached_property
    def values(self) -> dict[str, ast.expr]:
        """What is assigned at its top level."""
        return dict(_assigned(self.tree.body))

    @cached_property
    def imports(self) -> dict[str, tuple[str, str]]:
        """The module and the name there, for each name that it imports."""
        found = [node for node in ast.walk(self.tree) if isinstance(node, ast.ImportFrom) and node.module]
        return {alias.asname or alias.name: (str(node.module), alias.name) for node in found for alias in node.names}

    @cached_property
    def calls(self) -> list[ast.Call]:
        """All calls in it."""
        return [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """What each node is a part of."""
        return {part: whole for whole in ast.walk(self.tree) for part in ast.iter_child_nodes(whole)}

    def function_round(self, node: ast.AST) -> Function | None:
        """The function that a node is in."""
        above = self.parents.get(node)
        while above is not None and not isinstance(above, Function):
            above = self.parents.get(above)
        return above


class Reading:
    """Reads the sentences of one module."""

    def __init__(self, house: House, module: Module) -> None:
        self._house = house
        self._module = module

    def messages(self) -> Iterator[Message]:
        """What it says and marks. Raises UnclearSentence."""
        self._check_names()
        for call in self._module.calls:
            match call.func:
                case ast.Name("msgid"):
                    yield Message(self._written_out(call.args[0]))
                case ast.Attribute(teller, "plural") if _is_translator(teller):
                    yield Message(self._written_out(call.args[0]), self._written_out(call.args[1]))
                case teller if _is_translator(teller):
                    yield from self._said(call.args[0])

    def _said(self, sentence: ast.expr) -> Iterator[Message]:
        if isinstance(sentence, ast.Constant):
            yield Message(self._written_out(sentence))
        elif not self._is_marked(sentence):
            raise self._unclear(sentence)

    def _check_names(self) -> None:
        """No translator has another name, under which nobody would look for what it says."""
        for node in ast.walk(self._module.tree):
            match node:
                case ast.arg(name, ast.Name("Translator")) if name != "t":
                    raise self._unclear(node)
                case ast.Assign([ast.Name(name)], value) if name != "t" and _is_translator(value):
                    raise self._unclear(node)

    def _written_out(self, sentence: ast.expr) -> str:
        if not (isinstance(sentence, ast.Constant) and isinstance(sentence.value, str)):
            raise self._unclear(sentence)
        return sentence.value

    def _is_marked(self, node: ast.expr) -> bool:
        """Whether every sentence that an expression may give, itself or as a value of a table, is marked."""
        match node:
            case ast.Call(ast.Name("msgid")):
                return True
            case ast.Attribute(_, field):
                return self._is_marked_field(field)
            case ast.Name(name):
                return self._is_marked_name(name, self._module.function_round(node))
        sources = _sources(node)
        return bool(sources) and all(map(self._is_marked, sources))

    def _is_marked_name(self, name: str, function: Function | None) -> bool:
        if function is not None:
            sources = [*_looped_over(name, function), *self._given(name, function)]
            if sources:
                return all(map(self._is_marked, sources))
        if name in self._module.values:
            return self._is_marked(self._module.values[name])
        if name in self._module.imports:
            module, original = self._module.imports[name]
            there = self._house.modules.get(module)
            return there is not None and Reading(self._house, there)._is_marked_name(original, None)  # noqa: SLF001 - another of its own kind
        return False

    def _given(self, name: str, function: Function) -> Iterator[ast.expr]:
        """What a private function is given for a parameter, call by call."""
        parameters = [parameter.arg for parameter in function.args.args]
        if name not in parameters:
            return
        if not function.name.startswith("_"):
            raise self._unclear(function)
        calls = [call for call in self._module.calls if _name(call.func) == function.name]
        for call in calls:
            yield call.args[parameters.index(name)]

    def _is_marked_field(self, field: str) -> bool:
        """Whether a field of a class of the module is given marked sentences wherever one is made."""
        classes = [node for node in self._module.tree.body if isinstance(node, ast.ClassDef)]
        owners = {owner.name for owner in classes if field in _fields(owner)}
        made = [call for call in self._module.calls if _name(call.func) in owners]
        return bool(made) and all(map(self._is_marked, [argument for call in made for argument in call.args]))

    def _unclear(self, node: ast.expr | ast.stmt | ast.arg) -> UnclearSentence:
        return UnclearSentence(f"{self._module.name}, line {node.lineno}: {ast.unparse(node)[:80]}")


def _is_translator(node: ast.expr) -> bool:
    match node:
        case ast.Name("t") | ast.Attribute(_, "t") | ast.Call(ast.Name("translator")):
            return True
    return False


def _sources(node: ast.expr) -> list[ast.expr]:
    """What an expression may give, or has as its values; nothing for one that is not known."""
    match node:
        case ast.Call(ast.Name(name), args) if name in PASSING_ON:
            return args
        case ast.Call(ast.Attribute(table, name), []) if name in VIEWS:
            return [table]
        case ast.Subscript(whole) | ast.GeneratorExp(whole):
            return [whole]
        case ast.IfExp(_, one, other):
            return [one, other]
        case ast.Dict(_, parts) | ast.Tuple(parts) | ast.List(parts):
            return parts
    return []


def _assigned(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        match node:
            case ast.Assign([ast.Name(name)], value):
                yield name, value
            case ast.AnnAssign(ast.Name(name), _, value) if value is not None:
                yield name, value


def _looped_over(name: str, function: Function) -> Iterator[ast.expr]:
    """What loops give a name from, where it comes last: of the items of a table it is the value."""
    for node in ast.walk(function):
        if isinstance(node, ast.For):
            *_, last = [part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)]
            if last == name:
                yield node.iter


def _fields(owner: ast.ClassDef) -> set[str]:
    annotated = [node.target for node in owner.body if isinstance(node, ast.AnnAssign)]
    return {target.id for target in annotated if isinstance(target, ast.Name)}


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _dotted(file: Path) -> str:
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")
