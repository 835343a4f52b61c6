"""What can be broken in a rule: one small change at a time, of the kind that a tired author makes."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

OPPOSITES: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
NEGATED_BY_THEIR_OPPOSITE = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
COUNTERPARTS = {"min": "max", "max": "min", "any": "all", "all": "any"}
LABELLED = {"d", "total", "pool", "keep", "count", "chance", "note", "roll", "thrown", "pick", "different"}
"""Calls whose text says what dice are for, or what is refused; what else they are given counts."""
WHY = "why"
WORDS = {"RuleError", "BadArguments", "ValueError", "cast"}
"""Calls whose text is for people or for the type checker; a rule error has its code before it."""


@dataclass(frozen=True)
class Break:
    """One change of one function: `old` stands in its tree, and `new` would take its place."""

    function: str
    old: ast.expr | ast.stmt
    new: ast.AST

    @property
    def line(self) -> int:
        return self.old.lineno

    def __str__(self) -> str:
        if isinstance(self.old, ast.Call) and isinstance(self.new, ast.Call):
            dropped = [ast.unparse(keyword) for keyword in self.old.keywords if keyword not in self.new.keywords]
            if dropped:
                return f"{ast.unparse(self.old.func)}(…) without {dropped[0]}"
        return f"{headline(self.old)}  →  {headline(self.new)}"


def headline(node: ast.AST) -> str:
    """A node as source; of a statement with a body, its first line."""
    return ast.unparse(node).partition("\n")[0]


def breaks_of(tree: ast.Module) -> Iterator[Break]:
    """Every break of every function of a module."""
    for name, function in functions_of(tree):
        for node in nodes_that_count(function):
            for new in changes(node):
                yield Break(name, node, ast.fix_missing_locations(ast.copy_location(new, node)))


def functions_of(tree: ast.Module | ast.ClassDef, within: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and of its classes, by qualified name; what stands inside one belongs to it."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield within + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions_of(node, f"{within}{node.name}.")


def nodes_that_count(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """What a function does: neither its signature, which was read when it was made, nor its texts for people."""
    for child in children_that_count(node):
        if isinstance(child, ast.expr | ast.stmt):
            yield child
        yield from nodes_that_count(child)


def children_that_count(node: ast.AST) -> list[ast.AST]:
    match node:
        case ast.FunctionDef(body=body):
            return [statement for statement in body if not is_text(statement)]
        case ast.AnnAssign(value=value):
            return [value] if value else []
        case ast.JoinedStr():
            return []
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in WORDS:
            return [*arguments[: 1 if name == "RuleError" else 0], *node.keywords]
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments) if name in LABELLED:
            named = [keyword.value for keyword in node.keywords if keyword.arg != WHY]
            return [node.func, *(argument for argument in arguments if not is_text(argument)), *named]
    return list(ast.iter_child_nodes(node))


def is_text(node: ast.AST) -> bool:
    value = node.value if isinstance(node, ast.Expr) else node
    return isinstance(value, ast.JoinedStr) or (isinstance(value, ast.Constant) and isinstance(value.value, str))


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What could stand in the place of a node and be wrong."""
    for kind in (other_values, other_operators, other_calls, other_questions):
        yield from kind(node)


def other_values(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str(value)):
            yield ast.Constant(f"{value}?")


def other_operators(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=operators):
            for place, operator in enumerate(operators):
                others = [*operators[:place], opposite(operator), *operators[place + 1 :]]
                yield ast.Compare(node.left, others, node.comparators)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPPOSITES:
            yield ast.BinOp(left, opposite(operator), right)
        case ast.AugAssign(target=target, op=operator, value=value) if type(operator) in OPPOSITES:
            yield ast.AugAssign(target, opposite(operator), value)
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(opposite(operator), values)
        case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
            yield operand


def other_calls(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Call(func=function, args=arguments, keywords=keywords):
            if isinstance(function, ast.Name) and function.id in COUNTERPARTS:
                yield ast.Call(ast.Name(COUNTERPARTS[function.id], ast.Load()), arguments, keywords)
            for place, keyword in enumerate(keywords):
                if keyword.arg and keyword.arg != WHY:
                    yield ast.Call(function, arguments, [*keywords[:place], *keywords[place + 1 :]])


def other_questions(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.IfExp(test=test) if not negated_already(test):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)
        case ast.If(test=test) | ast.While(test=test) if not negated_already(test):
            yield type(node)(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)


def opposite(operator: ast.AST) -> Any:
    return OPPOSITES[type(operator)]()


def negated_already(test: ast.expr) -> bool:
    """Whether another break turns this question round."""
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1 and isinstance(test.ops[0], NEGATED_BY_THEIR_OPPOSITE)
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
