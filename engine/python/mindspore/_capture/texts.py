# SPDX-License-Identifier: Apache-2.0
"""f-strings with values that only the running graph knows: code that makes the whole text of them in one call."""
import ast

import _jitscope


class Text:
    """Collects the parts of a text; `values` are what `function()` takes when the graph runs, in this order."""

    def __init__(self):
        self.values = []
        self._parts = []

    def add_known(self, text):
        self._parts.append(ast.Constant(text))

    def add_value(self, value, conversion=-1, form=None):
        """`value` with a conversion as ast.FormattedValue has it and a format: text, a value of the graph, or None."""
        name = self._named(value)
        self._parts.append(ast.FormattedValue(name, conversion, self._spec(form)))

    def known(self):
        """The text itself, where no value of the graph is in it."""
        return "".join(part.value for part in self._parts)

    def function(self):
        pieces = self._pieces()
        return self._code() if pieces is None else _jitscope.Text(tuple(pieces))

    def _pieces(self):
        """What stands around the values; None where one has a conversion or a format."""
        pieces = [""]
        for part in self._parts:
            if isinstance(part, ast.Constant):
                pieces[-1] += part.value
            elif part.conversion != -1 or part.format_spec is not None:
                return None
            else:
                pieces.append("")
        return pieces

    def _code(self):
        names = [ast.arg(_name_of(place)) for place in range(len(self.values))]
        arguments = ast.arguments(posonlyargs=[], args=names, kwonlyargs=[], kw_defaults=[], defaults=[])
        tree = ast.Expression(ast.Lambda(arguments, ast.JoinedStr(self._parts)))
        return eval(compile(ast.fix_missing_locations(tree), "<f-string>", "eval"), {})  # names and formats only

    def _spec(self, form):
        if form is None:
            return None
        part = ast.Constant(form) if isinstance(form, str) else ast.FormattedValue(self._named(form), -1)
        return ast.JoinedStr([part])

    def _named(self, value):
        self.values.append(value)
        return ast.Name(_name_of(len(self.values) - 1), ast.Load())


def _name_of(place):
    return f"value_{place}"
