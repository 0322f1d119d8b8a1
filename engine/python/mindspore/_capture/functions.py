# SPDX-License-Identifier: Apache-2.0
"""Functions that captured code defines."""


class CapturedFunction:
    """A function or lambda that was defined inside of captured code."""

    def __init__(self, frontend, node, scope, signature):
        self.node, self.scope, self.signature = node, scope, signature
        self.__name__ = self.__qualname__ = getattr(node, "name", "lambda")
        self._frontend = frontend

    def __call__(self, *args, **kwargs):
        if not self._frontend.is_current():
            raise RuntimeError(f"The function '{self.__name__}' is defined inside of a graph, so Python cannot call it "
                               "when the graph runs. Define it outside of the captured function.")
        return self._frontend.call(self, args, kwargs)
