"""The reader of the code finds every sentence, and refuses what no catalogue could have."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.locale.sentences import ROOT, House, Message, Module, UnclearSentence, messages

SENTENCE = re.compile(r"[A-Za-z]+ [A-Za-z]+ [A-Za-z]+")
NOT_FOR_PEOPLE = {"debug", "info", "warning", "error", "exception"}  # the process log
SAYING = {"t", "plural", "msgid"}
OF_ERRORS = {"bot.ui.limits"}  # names what is too long, for whoever mends it


def read(folder: Path, code: str, **others: str) -> set[Message]:
    """The messages of a module with this code; `others` are modules beside it."""
    (folder / "bot").mkdir()
    for name, text in {"said": code, **others}.items():
        (folder / "bot" / f"{name}.py").write_text(text, encoding="utf-8")
    return messages(folder)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("t('a {b}', b=1)", Message("a {b}")),
        ("asking.t('a' 'b')", Message("ab")),
        ("translator('it')('a')", Message("a")),
        ("t.plural('one', 'many', 2)", Message("one", "many")),
        ("asking.t.plural('one', 'many', 2)", Message("one", "many")),
        ("A = msgid('a')", Message("a")),
    ],
)
def test_what_is_written_out_is_found(tmp_path: Path, code: str, found: Message) -> None:
    assert read(tmp_path, code) == {found}


@pytest.mark.parametrize(
    "code",
    [
        "A = {1: msgid('a')}\ndef f(t): t(A[1])",
        "A = {1: {2: msgid('a')}}\ndef f(t): t(A[1][2])",
        "A: str = msgid('a')\ndef f(t): t(A if 1 else A)",
        "A = {1: msgid('a')}\ndef f(t): t(next(A[b] for b in c))",
        "A = {1: msgid('a')}\ndef _f(b, t): t(b[1])\ndef g(t): _f(A, t)",
        "A = {1: msgid('a')}\ndef _f(b, t):\n  for c, d in b.items(): t(d)\ndef g(t): _f(A, t)",
        "class A:\n  b: str\nC = (A(msgid('a')),)\ndef f(t): t(C[0].b)",
    ],
)
def test_a_table_may_be_said_where_all_its_sentences_are_marked(tmp_path: Path, code: str) -> None:
    assert read(tmp_path, code) == {Message("a")}


def test_a_table_may_stand_in_another_module(tmp_path: Path) -> None:
    assert read(tmp_path, "from bot.words import A\nt(A[1])", words="A = {1: msgid('a')}") == {Message("a")}


@pytest.mark.parametrize(
    "code",
    [
        "t(f'a {b}', b=1)",
        "t('a' + b)",
        "t('a {}'.format(1))",
        "t(3)",
        "t(unknown)",
        "t.plural(A, 'many', 2)",
        "msgid(A)",
        "A = {1: 'a'}\ndef f(t): t(A[1])",
        "A = {1: msgid('a'), 2: 'b'}\ndef f(t): t(A[1])",
        "from discord import A\nt(A)",
        "A = {1: msgid('a')}\ndef public(b, t): t(b[1])",
        "A = {1: msgid('a')}\ndef _f(b, t): t(b[1])\ndef g(t): _f({1: 'b'}, t)",
        "A = {'b': msgid('a')}\ndef f(t):\n  for c, d in A.items(): t(c)",
        "class A:\n  b: str\nC = (A('a'),)\ndef f(t): t(C[0].b)",
        "def f(say: Translator): say('a')",
        "say = asking.t",
    ],
)
def test_what_is_not_written_out_is_refused(tmp_path: Path, code: str) -> None:
    with pytest.raises(UnclearSentence, match=r"^bot\.said, line"):
        read(tmp_path, code)


def unspoken(module: Module) -> Iterator[str]:
    """What is written in a module like a sentence, and is neither a message nor for whoever reads code and logs."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SENTENCE.search(node.value):
            whole = list(wholes(module, node))
            called = {ast.unparse(call.func).rpartition(".")[2] for call in whole if isinstance(call, ast.Call)}
            explains = isinstance(whole[0], ast.Expr) or any(isinstance(each, ast.Raise | ast.Assert) for each in whole)
            if not explains and not called & (NOT_FOR_PEOPLE | SAYING):
                yield f"{module.name}, line {node.lineno}: {node.value}"


def wholes(module: Module, node: ast.AST) -> Iterator[ast.AST]:
    """All that a node is a part of, from the inside out."""
    while node in module.parents:
        node = module.parents[node]
        yield node


def test_no_sentence_is_written_past_the_catalogue() -> None:
    modules = House(ROOT).modules
    shown = [module for name, module in modules.items() if name.startswith(("bot.ui", "cogs"))]
    assert [text for module in shown if module.name not in OF_ERRORS for text in unspoken(module)] == []
