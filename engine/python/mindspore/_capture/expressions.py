# SPDX-License-Identifier: Apache-2.0
"""Values of expressions: Python objects where they are constant, symbols of the graph where they are not."""
import ast
import functools
import inspect
import operator

import numpy as np

import _jitscope
from _jitscope import External, Scalar, Tensor
from mindspore._capture.chosen import Chosen, chosen_by
from mindspore._capture.errors import holds_symbol, holds_variable, unsupported_syntax
from mindspore._capture.functions import CapturedFunction
from mindspore._capture.numbers import as_index
from mindspore._capture.mistakes import check_compared, check_slice, computed, item_of, super_of
from mindspore._capture.scope import parameters_of
from mindspore._capture.state import Poison
from mindspore._capture.texts import Text


def _is_in(item, container):
    if isinstance(item, Tensor) and item.size > 1 and isinstance(container, (tuple, list)):
        return _is_among(item, container)
    return item in container


def _is_not_in(item, container):
    found = _is_in(item, container)
    return _jitscope.primitives["LogicalNot"](found) if isinstance(found, Tensor) else not found


def _is_among(tensor, items):
    """Whether an item has the shape and the elements of a tensor, which has several; known when the graph runs."""
    if any(item is tensor for item in items):
        return True
    equal = _jitscope.primitives["Equal"]
    every, either = _jitscope.primitives["ReduceAll"], _jitscope.primitives["LogicalOr"]
    others = [item if isinstance(item, Tensor) else Tensor(item) for item in items if isinstance(item, (Tensor, np.ndarray))]
    found = [every(equal(tensor, other)) for other in others if other.shape == tensor.shape]
    return functools.reduce(either, found) if found else False


_BINARY = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
           ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.MatMult: operator.matmul,
           ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.LShift: operator.lshift,
           ast.RShift: operator.rshift}
_UNARY = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}
_COMPARISONS = {ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
                ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
                ast.In: _is_in, ast.NotIn: _is_not_in}


class Expressions:
    """Evaluates expressions with the names of one scope."""

    def __init__(self, frontend, scope):
        self.frontend = frontend
        self.scope = scope

    def at(self, node, variable=""):
        self.frontend.at(self.scope.filename, node, variable)

    def value(self, node, variable=""):
        """The value; `variable` is the name that the user gives it, for the graph's node."""
        evaluate = _EXPRESSIONS.get(type(node))
        if evaluate is None:
            self.at(node)
            raise unsupported_syntax("expression", node)
        return evaluate(self, node, variable)

    def _constant(self, node, _):
        return node.value

    def _name(self, node, _):
        value = self.scope.values.get(node.id, self)
        if value is not self and not isinstance(value, Poison):
            return value
        self.at(node)
        value, module = self.scope.get(node.id), self.scope.module_of(node.id)
        if module is None or node.id not in module:
            return self.frontend.outside.seen(value)
        return self.frontend.outside.global_value(module, node.id, value)

    # -- operators ---------------------------------------------------------------------------------------------------

    def operate(self, kind, a, b):
        compute = _BINARY[type(kind)]
        if isinstance(a, str) and holds_symbol(b):
            return self.frontend.fallback.execute(compute, (a, b), reason="makes a text of a tensor")
        if isinstance(a, (int, float)) and isinstance(b, (int, float)):
            return computed(compute, a, b)
        return self.frontend.fallback.attempt(compute, (a, b))

    def _binary(self, node, variable):
        a, b = self.value(node.left), self.value(node.right)
        self.at(node, variable)
        result = self.operate(node.op, a, b)
        return self.frontend.own(result) if isinstance(result, list) else result

    def _unary(self, node, variable):
        if isinstance(node.op, ast.Not):
            return self.condition_of(node)
        operand = self.value(node.operand)
        self.at(node, variable)
        return _UNARY[type(node.op)](operand)

    def _compare(self, node, variable):
        return self._compared(node, variable, self.value(node.left), 0)

    def _compared(self, node, variable, left, index):
        """The comparison at `index` and, where it holds, those after it; each operand is evaluated once."""
        right = self.value(node.comparators[index])
        self.at(node, variable)
        compare = _COMPARISONS[type(node.ops[index])]
        is_identity = compare in (operator.is_, operator.is_not)
        in_python = (External, Scalar) if is_identity else External
        if isinstance(left, in_python) or isinstance(right, in_python):
            result = self.frontend.fallback.compute(compare, (left, right), reason="compares a Python object")
        else:
            check_compared(compare, left, right)
            result = self.frontend.fallback.attempt(compare, (left, right))
        if index + 1 == len(node.ops):
            return result

        def rest():
            value = self._compared(node, variable, right, index + 1)
            return Tensor(value) if isinstance(value, bool) and isinstance(result, Tensor) else value
        return self._short(node, result, rest, False)

    def _boolean(self, node, _, index=0):
        value = self.value(node.values[index])
        if index + 1 == len(node.values):
            return value
        return self._short(node, value, lambda: self._boolean(node, _, index + 1), isinstance(node.op, ast.Or))

    def _short(self, node, value, rest, end):
        """`value` if its truth is `end`, else what `rest` gives."""
        condition = self.condition(value)
        if isinstance(condition, bool):
            return value if condition is end else rest()
        sides = (lambda: value, rest) if end else (rest, lambda: value)
        return self.chosen(node, condition, *sides)

    def _conditional(self, node, variable):
        condition = self.condition_of(node.test)
        if isinstance(condition, bool):
            return self.value(node.body if condition else node.orelse, variable)
        return self.chosen(node, condition, lambda: self.value(node.body), lambda: self.value(node.orelse))

    # -- access ------------------------------------------------------------------------------------------------------

    def _attribute(self, node, variable):
        owner = self.value(node.value)
        self.at(node, variable)
        return self.frontend.outside.attribute(owner, node.attr)

    def _subscript(self, node, variable):
        container, index = self.value(node.value), self.value(node.slice)
        self.at(node, variable)
        chosen = chosen_by(container, index)
        if chosen is not None:
            return chosen
        if isinstance(container, Tensor):
            index = as_index(index)
        if isinstance(index, slice) and not isinstance(node.slice, ast.Slice):
            check_slice(index)
        is_plain = isinstance(index, (int, str)) or isinstance(index, float) and not isinstance(container, dict)
        if is_plain and isinstance(container, (str, tuple, list, dict)):
            return self.frontend.outside.item_seen(container, item_of(container, index))
        result = self.frontend.fallback.attempt(operator.getitem, (container, index))
        if isinstance(result, list) and isinstance(index, slice):
            return self.frontend.own(result)
        return self.frontend.outside.item_seen(container, result)

    def _slice(self, node, _):
        parts = [None if part is None else self.value(part) for part in (node.lower, node.upper, node.step)]
        wrong = next((part for part in parts if isinstance(part, (float, str))), None)
        if wrong is not None:
            raise TypeError("Slice indices must be integers or bool. But got a "
                            f"{'String' if isinstance(wrong, str) else 'Float32'} number.")
        if isinstance(parts[2], int) and parts[2] == 0:
            raise ValueError("Slice step cannot be zero.")
        return slice(*parts)

    # -- calls -------------------------------------------------------------------------------------------------------

    def _call(self, node, variable):
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args and not self.scope.binds("super"):
            return self._super()
        function = self.value(node.func)
        args, kwargs = [], {}
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                args.extend(self.iterated(argument.value))
            else:
                args.append(self.value(argument))
        for keyword in node.keywords:
            if keyword.arg is None:
                kwargs.update(self.value(keyword.value))
            else:
                kwargs[keyword.arg] = self.value(keyword.value)
        self.at(node, variable)
        if function is super:
            return super_of(*args)
        if isinstance(function, Chosen):
            return self.call_chosen(node, function, tuple(args), kwargs)
        return self.frontend.call(function, tuple(args), kwargs)

    def _super(self):
        """super() without arguments: the class is in the closure that Python makes for it, the object comes first."""
        return super(self.scope.get("__class__"), next(iter(self.scope.values.values())))

    def _lambda(self, node, _):
        return self.function(node)

    def function(self, node):
        """A function that is defined in captured code."""
        return CapturedFunction(self.frontend, node, self.scope, self._signature(node))

    def _signature(self, node):
        given = node.args
        positional = [*given.posonlyargs, *given.args]
        first_default = len(positional) - len(given.defaults)
        defaults = {argument.arg: self.value(default) for argument, default in zip(positional[first_default:], given.defaults)}
        defaults |= {argument.arg: self.value(default)
                     for argument, default in zip(given.kwonlyargs, given.kw_defaults) if default is not None}
        kinds = dict.fromkeys((a.arg for a in given.posonlyargs), inspect.Parameter.POSITIONAL_ONLY)
        kinds |= dict.fromkeys((a.arg for a in given.kwonlyargs), inspect.Parameter.KEYWORD_ONLY)
        if given.vararg is not None:
            kinds[given.vararg.arg] = inspect.Parameter.VAR_POSITIONAL
        if given.kwarg is not None:
            kinds[given.kwarg.arg] = inspect.Parameter.VAR_KEYWORD
        parameters = [inspect.Parameter(name, kinds.get(name, inspect.Parameter.POSITIONAL_OR_KEYWORD),
                                        default=defaults.get(name, inspect.Parameter.empty))
                      for name in parameters_of(node)]
        return inspect.Signature(sorted(parameters, key=lambda parameter: parameter.kind))

    # -- containers --------------------------------------------------------------------------------------------------

    def iterated(self, node):
        """The values that a loop or an unpacking goes over, one by one."""
        iterable = self.value(node)
        self.at(node)
        return self.frontend.outside.items_seen(iterable)

    def _items(self, nodes):
        items = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                items.extend(self.iterated(node.value))
            else:
                items.append(self.value(node))
        return items

    def _tuple(self, node, _):
        return tuple(self._items(node.elts))

    def _list(self, node, _):
        return self.frontend.own(self._items(node.elts))

    def _dict(self, node, _):
        result = {}
        for key, value in zip(node.keys, node.values):
            if key is None:
                result.update(self.value(value))
            else:
                result[self.value(key)] = self.value(value)
        return self.frontend.own(result)

    def _comprehended(self, node, evaluate):
        """evaluate(walker) for every round of a comprehension, whose names are its own."""
        if len(node.generators) > 1:
            kind = "DictComp" if isinstance(node, ast.DictComp) else "ListComp"
            raise TypeError(f"The 'generators' supports 1 'comprehension' in {kind}/GeneratorExp, but got "
                            f"{len(node.generators)} comprehensions.")
        names = {part.id for generator in node.generators for part in ast.walk(generator.target)
                 if isinstance(part, ast.Name)}
        walker = type(self)(self.frontend, self.scope.inner(frozenset(names)))
        walker.title = self.title
        results = []

        def rounds(generators):
            if not generators:
                results.append(evaluate(walker))
                return
            first = generators[0]
            if first.is_async:
                raise unsupported_syntax("expression", node)
            source = self if first is node.generators[0] else walker
            for item in source.iterated(first.iter):
                walker.assign(first.target, item)
                if all(walker.truth(condition) for condition in first.ifs):
                    rounds(generators[1:])
        rounds(node.generators)
        return results

    def _list_comprehension(self, node, _):
        return self.frontend.own(self._comprehended(node, lambda walker: walker.value(node.elt)))

    def _generator(self, node, _):
        return iter(self._comprehended(node, lambda walker: walker.value(node.elt)))

    def _dict_comprehension(self, node, _):
        pairs = self._comprehended(node, lambda walker: (walker.value(node.key), walker.value(node.value)))
        return self.frontend.own(dict(pairs))

    # -- text --------------------------------------------------------------------------------------------------------

    def _joined_text(self, node, _):
        """One call of Python's makes the whole text, however many values of the graph it has."""
        text = Text()
        for part in node.values:
            self._add_part(part, text)
        self.at(node)
        if not text.values:
            return text.known()
        return self.frontend.fallback.execute(text.function(), text.values, reason="makes a text of a value of the graph")

    def _add_part(self, part, text):
        if isinstance(part, ast.Constant):
            return text.add_known(part.value)
        value = self.value(part.value)
        form = self.value(part.format_spec) if part.format_spec is not None else None
        if holds_variable(value) or holds_symbol(form):
            return text.add_value(value, part.conversion, form)
        conversion = f"!{chr(part.conversion)}" if part.conversion >= 0 else ""
        return text.add_known(f"{{{conversion}:{{}}}}".format(value, form or ""))


_EXPRESSIONS = {
    ast.Constant: Expressions._constant,
    ast.Name: Expressions._name,
    ast.BinOp: Expressions._binary,
    ast.UnaryOp: Expressions._unary,
    ast.Compare: Expressions._compare,
    ast.BoolOp: Expressions._boolean,
    ast.IfExp: Expressions._conditional,
    ast.Attribute: Expressions._attribute,
    ast.Subscript: Expressions._subscript,
    ast.Slice: Expressions._slice,
    ast.Call: Expressions._call,
    ast.Lambda: Expressions._lambda,
    ast.Tuple: Expressions._tuple,
    ast.List: Expressions._list,
    ast.Dict: Expressions._dict,
    ast.ListComp: Expressions._list_comprehension,
    ast.GeneratorExp: Expressions._generator,
    ast.DictComp: Expressions._dict_comprehension,
    ast.JoinedStr: Expressions._joined_text,
}
