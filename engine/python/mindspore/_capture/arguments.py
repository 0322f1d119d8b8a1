# SPDX-License-Identifier: Apache-2.0
"""The lists and dictionaries among the arguments of a captured call: what the caller has is handed back as the object that it
is, and gets what the function changed in place."""
import operator


class ArgumentContainers:
    """What stands for the caller's containers in the graph, with where the caller's are found."""

    def __init__(self):
        self._known = {}  # id -> (what stands for it, where the caller's is, its contents at the begin)
        self._apart = set()  # ids of those that graphs change as values of their own
        self.sources = []  # of those that are needed when the graph has run

    def add(self, given, inside, source):
        """Notes all containers in one argument; those that are mutable are the graph's own."""
        if hasattr(type(given), "__ms_mutable__"):
            return
        if isinstance(inside, (list, dict)):
            self._known[id(inside)] = inside, source, _contents(inside)
        if isinstance(inside, (tuple, list, dict)):
            keys = inside if isinstance(inside, dict) else range(len(inside))
            for key in list(keys):
                self.add(given[key], inside[key], (*source, ("item", key)))

    def set_apart(self, container):
        """What graphs do as a value of its own (append, clear, an item of a list) leaves the caller's as it is."""
        self._apart.add(id(container))

    def place_of(self, container):
        """Its number among the sources that are needed; None for what is no argument, or another one by now."""
        if not self._is_the_callers(container):
            return None
        source = self._known[id(container)][1]
        if source not in self.sources:
            self.sources.append(source)
        return self.sources.index(source)

    def changed(self):
        """The containers with other contents than at the begin."""
        return [inside for inside, _, before in self._known.values()
                if self._is_the_callers(inside) and not _is_same(inside, before)]

    def _is_the_callers(self, container):
        if id(container) not in self._known or id(container) in self._apart:
            return False
        items = container.values() if isinstance(container, dict) else container
        return all(self._is_the_callers(item) for item in items if id(item) in self._known)


def _contents(container):
    return dict(container) if isinstance(container, dict) else list(container)


def _is_same(container, before):
    if len(container) != len(before):
        return False
    if isinstance(container, dict):
        return all(key in before and before[key] is value for key, value in container.items())
    return all(map(operator.is_, container, before))
