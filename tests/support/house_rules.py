"""What may not stand in a module of this project; each rule gives the lines that break it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar, cast

Node = TypeVar("Node", bound=ast.AST)


@dataclass(frozen=True)
class Module:
    """One file, by its path from the root with forward slashes, and its text."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.text)

    def nodes(self, kind: type[Node]) -> list[Node]:
        """The nodes of exactly that kind in its syntax tree."""
        return cast("list[Node]", self._by_kind.get(kind, []))

    @cached_property
    def _by_kind(self) -> dict[type[ast.AST], list[ast.AST]]:
        """All nodes, so that each of many rules looks at those alone that it is about."""
        found: dict[type[ast.AST], list[ast.AST]] = {}
        for node in ast.walk(self.tree):
            found.setdefault(type(node), []).append(node)
        return found

    @property
    def is_of_program(self) -> bool:
        """Whether it ships."""
        return self.path.startswith("app/")


Rule = Callable[[Module], Iterator[int]]
Function = ast.FunctionDef | ast.AsyncFunctionDef

MOST_POSITIONAL = 5
_NESTED_LOOPS = {"exec", "exec_", "processEvents", "asyncSlot", "asyncClose"}
_DIALOGS = {"QColorDialog", "QFileDialog", "QFontDialog", "QInputDialog", "QMessageBox"}
_DOORS = {("follow_redirects", True), ("verify", False)}
_STATIC_DIALOG = re.compile(r"get[A-Z]|about|critical|information|question|warning")
_TASKS_ALLOWED = (
    "app/core/tasks.py",
    "app/lifecycle/event_loop.py",
    "app/desk/payment/payments.py",
    "app/practice/",
)
_OTHER_THREADS = {"run_in_executor", "QThread", "QThreadPool", "Thread", "ThreadPoolExecutor"}
_THREADS_ALLOWED = (
    "app/core/subprocesses.py",
    "app/core/tasks.py",
    "app/desk/office/office_sync.py",
    "app/lifecycle/event_loop.py",
    "app/practice/",
    "app/store/journal/rollback_guard.py",
)
_GUARDED = {"paintEvent", "data"}
_LEAVING_OUT = {"skip", "skipif", "xfail", "importorskip"}
_WITHOUT_EXTRA = "not is_installed()"
_TEXT_SINK = "app/ui/kit/basics/text.py"
_TABLE_OF_ACTIONS = "app/ui/kit/basics/actions.py"
_BEFORE_THE_LOOP = "app/lifecycle/first_paint.py"
_OF_PYTHON = "app/core/frozen.py"
"""Where `exec` is the one of Python, which runs a text."""
_ALONE = ("app/practice/", "app/lifecycle/event_loop.py", "app/lifecycle/ocr_process.py")
"""What imports nothing of the core."""
_OF_LIBRARIES = {
    "archive.comment",
    "connection.isolation_level",
    "context.minimum_version",
    "each.format",
    "each.length",
    "each.start",
    "entry.file_size",
    "options.inter_op_num_threads",
    "options.intra_op_num_threads",
    "own.exc_text",
    "piece.format",
    "setattr(state, name, True)",
    "piece.length",
    "piece.start",
    "plain.info",
    "selection.cursor",
    "timer.daemon",
}
"""Objects of Python, Qt and others, which are made in no other way."""
_OF_WALLET = re.compile(r"\b(wallet|Wallet|debited|Debited|Refund(ed)?|Net)\b")
_TEXTS = {"mark", "tr"}
_VAGUE = re.compile(r"(^|_)(utils?|helpers?|common|managers?|base)(_|\.py$|$)")
_EXCUSE = re.compile(r"noqa|type:\s*ignore|pyright:\s*ignore|no\s*cover|\bTODO\b|\bFIXME\b|\bXXX\b")


def nested_loops(module: Module) -> Iterator[int]:
    """Event loops inside the event loop lose the wake-ups of other tasks."""
    if module.path in {_BEFORE_THE_LOOP, _OF_PYTHON}:
        return
    yield from _lines_that_name(_NESTED_LOOPS, module)


def static_dialogs(module: Module) -> Iterator[int]:
    """`QMessageBox.question` and its like run a loop of their own."""
    for node in module.nodes(ast.Attribute):
        if _name(node.value) in _DIALOGS and _STATIC_DIALOG.match(node.attr):
            yield node.lineno


def bare_tasks(module: Module) -> Iterator[int]:
    """Tasks belong to a scope or to the cashier; elsewhere their errors are lost."""
    if module.is_of_program and not module.path.startswith(_TASKS_ALLOWED):
        yield from _lines_that_name({"create_task", "ensure_future"}, module)


def other_threads(module: Module) -> Iterator[int]:
    """Work goes to a thread with `asyncio.to_thread`: with its context, and counted when the program ends."""
    if module.is_of_program and not module.path.startswith(_THREADS_ALLOWED):
        yield from _lines_that_name(_OTHER_THREADS, module)


def open_doors(module: Module) -> Iterator[int]:
    """Redirects carry the key to another host, and without verification there is no TLS."""
    for node in module.nodes(ast.keyword):
        if isinstance(node.value, ast.Constant) and (node.arg, node.value.value) in _DOORS:
            yield node.value.lineno


def guessing_labels(module: Module) -> Iterator[int]:
    """Qt guesses rich text: what is not written in the program goes through the one sink for text."""
    if module.is_of_program and module.path != _TEXT_SINK:
        yield from (node.lineno for node in _calls(module, {"QLabel"}) if not _is_literal(node))
        yield from (node.lineno for node in module.nodes(ast.Attribute) if node.attr == "setToolTip")


def ages_of_its_own(module: Module) -> Iterator[int]:
    """How old a reading may be stands in one table, by what it may still be used for."""
    if module.is_of_program:
        asked = (node for node in _calls(module, {"is_fresh"}) if len(node.args) > 1)
        yield from (node.lineno for node in asked if not _name(node.args[1]).startswith("TO_BE_"))


def wallet_in_sight(module: Module) -> Iterator[int]:
    """A column or a sum of the bar that is named after the wallet goes with it, where net is hidden."""
    if module.is_of_program:
        for node in _calls(module, {"Column", "ShownSum"}):
            words = "".join(ast.unparse(each) for each in _arguments(node) if _name_of_call(each) in _TEXTS)
            if _OF_WALLET.search(words) and "is_net" not in {each.arg for each in node.keywords}:
                yield node.lineno


def slow_values(module: Module) -> Iterator[int]:
    """A value is `frozen`: a dataclass that is frozen and slotted takes three times as long to define."""
    if module.is_of_program and not module.path.startswith(_ALONE):
        named = ((node, {each.arg for each in node.keywords}) for node in _calls(module, {"dataclass"}))
        yield from (node.lineno for node, names in named if names == {"frozen", "slots"})


def made_up_keys(module: Module) -> Iterator[int]:
    """A painted key is that of an action: the table of actions alone makes keys."""
    if module.is_of_program and module.path != _TABLE_OF_ACTIONS:
        made = _calls(module, {"Key"})
        yield from (node.lineno for node in made if isinstance(node.func, ast.Name))


def unguarded_calls(module: Module) -> Iterator[int]:
    """An exception that leaves a paint event or the data of a model ends the program."""
    if module.path.startswith("app/ui/"):
        events = (each for each in _functions(module) if each.name in _GUARDED)
        yield from (each.lineno for each in events if "guarded" not in map(_name, each.decorator_list))


def early_texts(module: Module) -> Iterator[int]:
    """What outlives a change of language is no text yet: nothing is said at import, and no notice is."""
    if module.is_of_program:
        notices = _calls(module, {"show_notice"})
        given = (part for node in notices for each in _arguments(node) for part in _at_once(each))
        loaded = (part for node in module.tree.body for part in _at_once(node))
        early = (node for node in (*given, *loaded) if isinstance(node, ast.Call))
        yield from (node.lineno for node in early if _name(node.func) in {"tr", "trn"})


def sleeps(module: Module) -> Iterator[int]:
    """A test waits for a condition, the program for an event."""
    for node in module.nodes(ast.Attribute):
        if node.attr == "sleep" and _name(node.value) == "time":
            yield node.lineno


def stand_ins(module: Module) -> Iterator[int]:
    """The one fake is the practice service."""
    for node in (*module.nodes(ast.ImportFrom), *module.nodes(ast.Import)):
        names = [getattr(node, "module", "") or "", *(each.name for each in node.names)]
        if any("mock" in each.casefold() for each in names):
            yield node.lineno


def left_out_tests(module: Module) -> Iterator[int]:
    """A test runs; alone what needs the optional packages may be without them."""
    allowed = {
        node.func for node in _calls(module, {"skipif"}) if ast.unparse(node.args[0]) == _WITHOUT_EXTRA
    }
    for node in module.nodes(ast.Attribute):
        if node.attr in _LEAVING_OUT and node not in allowed:
            yield node.lineno


def excuses(module: Module) -> Iterator[int]:
    """Nothing is hidden from a check or put off in a comment."""
    if not _EXCUSE.search(module.text):
        return
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type == tokenize.COMMENT and _EXCUSE.search(token.string):
            yield token.start[0]


def many_parameters(module: Module) -> Iterator[int]:
    """More than five positional parameters are hard to remember; keywords name them."""
    for node in _functions(module):
        names = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
        if len([each for each in names if each not in {"self", "cls"}]) > MOST_POSITIONAL:
            yield node.lineno


def set_from_outside(module: Module) -> Iterator[int]:
    """What an object needs stands in its `__init__`; later it changes by its own methods."""
    if not module.is_of_program:
        return
    owners, new = _owners(module), _in_new(module)
    for node in module.nodes(ast.Attribute):
        if not isinstance(node.ctx, ast.Load):
            is_owned = isinstance(node.value, ast.Name) and node.value.id in owners
            if not is_owned and node not in new and ast.unparse(node) not in _OF_LIBRARIES:
                yield node.lineno
    for node in _calls(module, {"setattr", "__setattr__"}):
        is_own = ast.unparse(node.args[0]) == "self"
        if not is_own and ast.unparse(node) not in _OF_LIBRARIES:
            yield node.lineno


def _owners(module: Module) -> set[str]:
    """The names whose attributes may be set: one's own, classes of the module, and modules such as `sys`."""
    modules = {each.asname or each.name for node in module.nodes(ast.Import) for each in node.names}
    return {"self", "cls"} | modules | {node.name for node in module.nodes(ast.ClassDef)}


def _in_new(module: Module) -> set[ast.AST]:
    """What stands in a `__new__`, where the object is not `self` yet."""
    return {each for node in _functions(module) if node.name == "__new__" for each in ast.walk(node)}


def vague_names(module: Module) -> Iterator[int]:
    """A drawer for everything fills up."""
    if any(_VAGUE.search(part) for part in module.path.split("/")):
        yield 1


RULES: tuple[Rule, ...] = (
    nested_loops,
    static_dialogs,
    bare_tasks,
    other_threads,
    open_doors,
    guessing_labels,
    ages_of_its_own,
    wallet_in_sight,
    slow_values,
    made_up_keys,
    unguarded_calls,
    early_texts,
    sleeps,
    stand_ins,
    left_out_tests,
    excuses,
    many_parameters,
    set_from_outside,
    vague_names,
)


def lengths(module: Module) -> list[int]:
    """The length in lines of each of its functions."""
    return [length(each) for each in _functions(module)]


def length(function: Function) -> int:
    """From its first line to its last, without decorators."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def _functions(module: Module) -> tuple[Function, ...]:
    return (*module.nodes(ast.FunctionDef), *module.nodes(ast.AsyncFunctionDef))


def _calls(module: Module, names: set[str]) -> list[ast.Call]:
    return [each for each in module.nodes(ast.Call) if _name(each.func) in names]


def _lines_that_name(names: set[str], module: Module) -> Iterator[int]:
    """Where one of these is meant, as an attribute or by itself."""
    meant = (*module.nodes(ast.Attribute), *module.nodes(ast.Name))
    return (node.lineno for node in meant if _name(node) in names)


def _arguments(call: ast.AST) -> list[ast.expr]:
    return [*call.args, *(each.value for each in call.keywords)] if isinstance(call, ast.Call) else []


def _at_once(node: ast.AST) -> Iterator[ast.AST]:
    """The node and what is in it, without the bodies of functions, which run later."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        yield node
        for each in ast.iter_child_nodes(node):
            yield from _at_once(each)


def _name_of_call(node: ast.AST) -> str:
    return _name(node.func) if isinstance(node, ast.Call) else ""


def _is_literal(call: ast.Call) -> bool:
    return all(isinstance(each, ast.Constant) for each in call.args)


def _name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
