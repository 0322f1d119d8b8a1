# SPDX-License-Identifier: Apache-2.0
"""Cases about the fallback to Python inside of graphs: each function gives and prints the same eagerly and as a graph.
Run with the name of one case; prints "ok"."""
import contextlib
import io
import math
import sys
from collections import namedtuple

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops

x = Tensor(np.array([1.0, 2.0, 3.0], np.float32))
flag = Tensor(True)
calls = []
counted = 0
numbers = [1, 2, 3]
Pair = namedtuple("Pair", "first second")


def plain(value):
    """A result that can be compared: arrays as lists, with the classes of all that is in it."""
    if isinstance(value, Tensor):
        return ("Tensor", str(value.dtype), value.asnumpy().tolist())
    if isinstance(value, np.ndarray):
        return ("ndarray", str(value.dtype), value.tolist())
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return (type(value).__name__, *map(plain, value))
    return (type(value).__name__, value)


def outcome(function, args):
    """What a call gives, or how it fails, and what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            result = plain(function(*args))
        except (ValueError, TypeError, KeyError, AssertionError, ZeroDivisionError) as failure:
            result = (type(failure).__name__, str(failure).partition("\n")[0])
    return result, printed.getvalue()


def same(function, *args, prints=None):
    """The graph is called twice: what Python does must happen at every call, not at the capture."""
    wanted, text = outcome(function, args)
    for level in ("O0", "O1"):
        graph = ms.jit(function, jit_level=level)
        for _ in range(2):
            given, printed = outcome(graph, args)
            assert given == wanted, f"{level}: {given} instead of {wanted}"
            assert printed == (text if prints is None else prints), repr(printed)


def refuses(kind, text, action):
    try:
        action()
    except kind as failure:
        assert text in str(failure), str(failure)
        return
    raise AssertionError(f"no {kind.__name__}")


def noted(value):
    calls.append(value.tolist())
    return value


def case_numpy_of_a_tensor():
    same(lambda a: np.sin(a.asnumpy()), x)
    same(lambda a: Tensor(np.sin(a.asnumpy())) + a, x)
    same(lambda a: a + np.float32(2) * np.sum(a.asnumpy()), x)


def case_numbers_of_a_tensor():
    same(lambda a: (a.item(), float(a), int(a), a.tolist(), math.sqrt(a)), Tensor(4.0))


def case_values_of_python_compute_on():
    def function(a):
        y = a.asnumpy()
        z = y[0] + 1
        return y.shape, y[1:], z * 2, -z, y.T.sum(), y > 1, len(y)
    same(function, x)


def case_texts():
    def function(a):
        return f"{a} {a.shape} {a.asnumpy()[0]:.3f} {a!r}", str(a), repr(a), "%s" % a, "{}".format(a), "of " + str([a])
    same(function, x)


def case_fields_of_texts():
    class Wide:
        def __format__(self, form):
            return f"<{form}>"

    wide, forms = Wide(), ["{}", ".2f"]

    def function(a):
        n, first = a.asnumpy().size, a.asnumpy()[0]
        pair = (a, {"n": n})
        return (f"{{{first!s:>{n + 3}}}}", f"{first:{'*'}^+{n + 5}.{n}f}|{wide:{n}}|{wide:{{}}{n}}", f"{wide:a}{n}",
                f"{pair}{pair!r}{'é'!a}", f"{first:{forms[1]}}{wide:{forms[0]}}{n}", f"{n=} {n=:3d}", f"{n}", f"{a}")

    same(function, x)


def case_operators_whose_shape_depends_on_values():
    same(lambda a: (ops.nonzero(a > 1), a.masked_select(a > 1), a[a > 2]), x)
    same(lambda a: ops.unique(a), x)
    same(lambda a: a.nonzero().shape, x)


def case_builtins_that_look_at_values():
    same(lambda a, b: (max(a, b), min([a, b]), sorted([b, a]), sum([a, b]), round(2.6)), Tensor(2), Tensor(1))
    same(lambda a: (a in [2, 3], divmod(a.item(), 2), bin(a.item()), abs(a)), Tensor(2))


class Scaled:
    def __init__(self, factor):
        self.factor = factor
        self.seen = 0

    def of(self, value):
        self.seen = self.seen + 1
        return value * self.factor


def case_objects_made_of_tensors():
    def function(a):
        scaled = Scaled(a)
        return scaled.factor + 1, scaled.of(a), scaled.seen
    same(function, x)


def case_objects_from_outside():
    scaled = Scaled(3)
    same(lambda a: (scaled.of(a), scaled.factor), x)
    assert scaled.seen == 5, scaled.seen  # once eagerly, then four times in graphs


class Counting(nn.Cell):
    def __init__(self):
        super().__init__()
        self.count = 0
        self.weight = Parameter(Tensor(np.float32(1)), name="weight")

    def construct(self, a):
        self.count = self.count + 1
        self.last = a
        return self.last + self.count


def case_attributes_are_set_at_every_call():
    net = Counting()
    graph = ms.jit(net.construct)
    assert [float(graph(Tensor(1.0))) for _ in range(3)] == [2, 3, 4]
    assert net.count == 3 and float(net.last) == 1


class Weighted(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(np.float32(1)), name="weight")

    @ms.jit
    def construct(self, a):
        self.weight = a
        return self.weight + 1


def case_setting_a_parameter_assigns():
    net = Weighted()
    weight = net.weight
    assert float(net(Tensor(5.0))) == 6 and net.weight is weight and float(weight) == 5
    assert float(net(Tensor(7.0))) == 8 and float(weight) == 7


def case_globals_are_set_at_every_call():
    global counted
    counted = 0

    @ms.jit
    def function(a):
        global counted
        counted = counted + 1
        return a + counted
    assert [int(function(Tensor(1))) for _ in range(3)] == [2, 3, 4] and counted == 3


def case_lists_from_outside_are_changed_at_every_call():
    del numbers[3:]

    @ms.jit
    def function(a):
        numbers.append(len(numbers) + 1)
        return numbers, len(numbers)
    assert [function(x)[1] for _ in range(3)] == [4, 5, 6]
    assert numbers == [1, 2, 3, 4, 5, 6] and function(x)[0] is numbers


def case_lists_from_outside_are_handed_back_as_they_are():
    nested = [1, [2, 3], (4, [5])]

    @ms.jit
    def function(a):
        return nested, nested[1], [a, nested[2][1]]
    for _ in range(2):
        whole, inner, made = function(x)
        assert whole is nested and inner is nested[1] and made[1] is nested[2][1]


def case_items_of_lists_from_outside_are_changed_at_every_call():
    nested = [[1], [2, 3]]

    @ms.jit
    def function(a):
        for items in nested:
            items.append(len(items))
        return a
    function(x)
    function(x)
    assert nested == [[1, 1, 2], [2, 3, 2, 3]], nested


def case_attributes_set_to_lists():
    scaled = Scaled(1)

    @ms.jit
    def function(a):
        scaled.factor = [1, a]
        scaled.factor.append(3)
        return scaled.factor
    first, second = function(x), function(x)
    assert first is not second and second is scaled.factor and len(first) == len(second) == 3


def case_lists_of_the_packages_functions_can_be_changed():
    def function(a):
        parts = list(ops.split(a, 1))
        parts.append(a)
        rest = parts[1:]
        rest.append(a)
        return parts, rest, [item for item in rest], rest + parts
    same(function, x)


def case_a_list_argument_is_the_graphs_own():
    given = [1, 2]

    @ms.jit
    def function(items):
        items.append(3)
        return items
    assert function(given) == [1, 2, 3] and function(given) == [1, 2, 3] and given == [1, 2]


def case_a_called_function_changes_its_callers_list():
    def add(items, a):
        items.append(a * 2)

    def function(a):
        items = [a]
        add(items, a)
        return items
    same(function, x)


def case_effects_happen_once_a_call_and_in_order():
    def function(a):
        calls.append("first")
        y = noted(a.asnumpy())
        calls.append("last")
        return y.sum()
    del calls[:]
    function(x)
    wanted = list(calls)
    for level in ("O0", "O1"):
        graph = ms.jit(function, jit_level=level)
        for _ in range(2):
            del calls[:]
            graph(x)
            assert calls == wanted, calls


def case_prints_come_in_the_order_of_the_program():
    def function(a):
        print("tensor", a)
        print("sum", a.asnumpy().sum())
        print("text")
        return a
    same(function, Tensor(2), prints="tensor\n2\nsum 2\ntext\n")


def case_many_effects_in_a_row():
    weight = Parameter(Tensor(np.float32(0)), name="w")

    def function(a):
        for _ in range(60):
            ops.assign(weight, weight + a)
        return weight + a
    assert float(ms.jit(function)(Tensor(np.float32(1)))) == 61 and float(weight) == 60


def case_unused_calls_still_happen():
    def function(a):
        noted(a.asnumpy())
        noted(a.asnumpy())
        return a
    graph = ms.jit(function)
    del calls[:]
    graph(x)
    assert len(calls) == 2, calls


def case_writes_of_python_are_seen():
    weight = Parameter(Tensor(np.float32(1)), name="w")

    def doubled(array):
        ops.assign(weight, weight * 2)
        return array

    @ms.jit
    def function(a):
        before = weight + a
        y = np.apply_along_axis(doubled, 0, a.asnumpy())
        return before, weight + a, y
    for expected in (1, 2, 4):
        before, after, _ = function(Tensor(np.zeros(1, np.float32)))
        assert float(before) == expected and float(after) == 2 * expected, (before, after)


def case_reads_of_parameters_are_not_frozen():
    weight = Parameter(Tensor(np.float32(1)), name="w")
    function = ms.jit(lambda a: (float(weight.asnumpy()), f"{weight.asnumpy()}", a))
    assert function(x)[:2] == (1.0, "1.0")
    ops.assign(weight, Tensor(np.float32(3)))
    assert function(x)[:2] == (3.0, "3.0")


def case_raising_with_a_text_of_the_graph():
    def function(a):
        raise ValueError(f"bad {a}")
    same(function, x)


def case_conditions_on_values_of_python():
    def function(a):
        if np.sum(a.asnumpy()) > 4:
            return a + 1
        return a - 1
    same(function, x)
    same(function, x - 2)


def case_raising_under_a_condition():
    def function(a, b):
        if a <= b:
            raise ValueError("the first should be greater")
        return a + 1
    same(function, Tensor(3), Tensor(1))
    same(function, Tensor(1), Tensor(3))


def case_assertions_on_tensors():
    def function(a):
        assert a in [2, 3], "neither"
        return a
    same(function, Tensor(2))
    same(function, Tensor(5))


def case_attributes_set_on_one_side_of_a_branch():
    scaled = Scaled(1)

    @ms.jit
    def function(a):
        if a > 1:
            scaled.factor = 5
        return scaled.factor
    assert function(Tensor(0)) == 1 and function(Tensor(2)) == 5 and function(Tensor(0)) == 5


def case_results_are_handed_over_as_they_are():
    def function(a):
        array = a.asnumpy()
        return Pair(array, {"sum": array.sum(), "none": None, "text": "t"}), [array, (1, a)]
    same(function, x)
    assert isinstance(ms.jit(function)(x)[0], Pair)


def case_unpacking_what_python_gives():
    def function(a):
        first, (second, third) = np.split(a.asnumpy()[:2], 2)[0], np.split(a.asnumpy()[:2], 2)
        return first, second, third
    same(function, x)
    refuses(ValueError, "not enough values to unpack (expected 3, got 2)", lambda: ms.jit(_three_of_two)(x))


def _three_of_two(a):
    first, second, third = np.split(a.asnumpy()[:2], 2)
    return first, second, third


def case_layers_take_values_of_python():
    dense = nn.Dense(3, 2)
    same(lambda a: dense(Tensor(a.asnumpy() * 2)), x.reshape(1, 3))


def case_gradients_are_left_to_python():
    def function(a):
        return (a * Tensor(np.sin(a.asnumpy()))).sum()
    graph = ms.jit(lambda a: ms.grad(function)(a))
    np.testing.assert_allclose(graph(x).asnumpy(), np.sin(x.asnumpy()), rtol=1e-6)
    np.testing.assert_allclose(graph(x * 2).asnumpy(), np.sin(2 * x.asnumpy()), rtol=1e-6)


def case_objects_of_a_jit_class_live_in_the_graph():
    def function(a):
        scaled = Made(a)
        scaled.extra = 2
        return scaled.of(a) + scaled.extra
    same(function, x)


@ms.jit_class
class Made:
    def __init__(self, factor):
        self.factor = factor

    def of(self, value):
        return value * self.factor


def case_dictionaries():
    def function(a):
        made = {"a": a}
        made["b"] = 3
        made.update({"c": a + 1})
        return made, [key for key, _ in made.items()], "a" in made, made.get("zz"), len(made)
    same(function, x)
    views = ms.jit(lambda a: ({"a": a}.keys(), {"a": 1}.values(), {"a": 2}.items()))
    assert views(x) == (("a",), (1,), [("a", 2)])


def case_attributes_with_defaults():
    scaled = Scaled(2)
    same(lambda a: (hasattr(scaled, "factor"), hasattr(scaled, "none"), getattr(scaled, "none", 5), a.shape), x)


def case_errors_of_python_keep_their_class():
    same(lambda a: math.sqrt(a), Tensor(-1.0))
    same(lambda a: {"a": 1}[str(a)], Tensor(0))


def case_keys_and_identities_of_values_of_python():
    known = {"1": "one", "2": "two"}
    same(lambda a: (known[str(a)], str(a) in known, a.item() is None, a.item() is not None), Tensor(2))


def case_classes_of_values_of_python():
    def function(a):
        y = a.asnumpy()
        return isinstance(y, np.ndarray), isinstance(y, (int, str)), type(y).__name__, type(y) == list, hasattr(y, "T")
    same(function, x)


def case_arrays_are_made_anew_at_every_call():
    def function(a):
        y = np.zeros(3)
        y[0] = a.item()
        y[1:] += 2
        return y
    graph = ms.jit(function)
    for value in (4, 5):
        result = graph(Tensor(float(value)))
        assert result.tolist() == [value, 2, 2], result
        result[:] = 50
    same(function, Tensor(6.0))


def case_objects_are_made_anew_at_every_call():
    @ms.jit
    def function(a):
        scaled = Scaled(2)
        scaled.factor = a
        return scaled
    first, second = function(x), function(x + 1)
    assert first is not second and first.factor.asnumpy()[0] == 1 and second.factor.asnumpy()[0] == 2


def case_a_function_of_the_graph_cannot_go_to_python():
    def function(a):
        def inner(b):
            return b + 1
        return np.apply_along_axis(inner, 0, a.asnumpy())
    refuses(NotImplementedError, "'inner', which is defined inside of the graph", lambda: ms.jit(function)(x))


def case_going_through_a_value_of_python_is_refused():
    def function(a):
        return [item for item in a.asnumpy()]
    refuses(NotImplementedError, "Going through the items of 'a.asnumpy()'", lambda: ms.jit(function)(x))


def case_strict_takes_no_python():
    hint = "You can use os.environ['MS_DEV_JIT_SYNTAX_LEVEL'] = '2' to enable the JIT lax mode"
    for function, kind, text in (
            (lambda a: a.asnumpy(), AttributeError, "In JIT strict mode, cannot get attributes asnumpy or the "
             f"Tensor[Float32] object has no attribute: 'asnumpy'. {hint}"),
            (lambda a: str(a), AttributeError, "cannot get attributes __str__ or the Tensor[Float32] object"),
            (lambda a: sorted([a, a]), ValueError, "When handling script 'sorted([a, a]) in graph mode', the inputs "
             "should be constant, but found variable 'a' to be nonconstant. Try to set jit_syntax_level to LAX."),
            (lambda a: np.sin(a), ValueError, "should be constant, but found variable 'a' to be nonconstant")):
        refuses(kind, text, lambda: ms.jit(function, fullgraph=True)(x))
    same(lambda a: a + Tensor(np.ones(3, np.float32)), x)


def case_strict_sets_no_attributes():
    scaled = Scaled(2)

    def function(a):
        scaled.factor = 3
        return a
    refuses(TypeError, "In JIT strict mode, if need to modify a member attribute of a class with scaled.factor, the "
            "member attribute must be of the Parameter type. But got '2' with type 'int'.",
            lambda: ms.jit(function, fullgraph=True)(x))
    assert scaled.factor == 2


def case_strict_gives_dictionaries_as_tuples():
    result = ms.jit(lambda a: {"a": a, "b": (1, [2, a])}, fullgraph=True)(x)
    assert isinstance(result, tuple) and result[1][0] == 1 and isinstance(result[1][1], list)


def case_strict_takes_operators_whose_shape_depends_on_values():
    assert ms.jit(lambda a: ops.nonzero(a) + 1, fullgraph=True)(x).shape == (3, 1)


def case_missing_attributes_of_cells():
    class Net(nn.Cell):
        @ms.jit
        def construct(self, a):
            return a + self.nothing
    refuses(AttributeError, "External object has no attribute nothing", lambda: Net()(x))


def case_comprehensions_have_one_loop():
    refuses(TypeError, "The 'generators' supports 1 'comprehension' in ListComp/GeneratorExp, but got 2",
            lambda: ms.jit(lambda: [b for a in ((1,), (2,)) for b in a])())


def case_parameters_given_as_arguments_are_written_to():
    def add(p, b):
        ops.assign_add(p, b)

    @ms.jit
    def function(p, b, others, *, last):
        add(p, b)
        add(p, b)
        while b[0] > 0:
            ops.assign_add(others["a"][0], b)
            b = b - 1
        ops.assign(last, p * 2)
        return p + others["a"][0]
    b = Tensor([2.0], ms.float32)
    for start in (1.0, 10.0):  # each call writes to its own, though types and names are the same
        p, q, r = (Parameter(Tensor([start], ms.float32), name=name) for name in "pqr")
        for i in range(1, 3):
            result = function(p, b, {"a": (q, 1)}, last=r)
            values = [float(value.asnumpy()[0]) for value in (p, q, r, result)]
            assert values == [start + 4 * i, start + 3 * i, 2 * (start + 4 * i), 2 * start + 7 * i], values


def case_writes_to_arguments_reach_the_caller():
    def add_one(t):
        t.add_(1)

    def function(a):
        before = a * 2
        add_one(a)
        return before, a * 2

    def fails():
        ms.jit(function, fullgraph=True)(x.copy())
    refuses(NotImplementedError, "Writing in place to an argument ('InplaceAddExt')", fails)
    for level in ("O0", "O1"):
        graph = ms.jit(function, jit_level=level)
        for _ in range(2):  # such a function runs eagerly
            a = x.copy()
            before, after = graph(a)
            assert (a == x + 1).all() and (before == x * 2).all() and (after == a * 2).all()


def case_arrays_that_branches_and_loops_change():
    def branch(t):
        y = np.array([1, 2])
        if t > 0:
            y = y + 1
        return Tensor(y), np.sum(y)

    def loop(t):
        y, z = np.array([1, 2]), np.float32(2)
        while t > 0:
            y, z = y * 2, z + 1
            t = t - 1
        return y, z

    def unrolled(t):
        y = np.array([1, 2])
        for step in range(3):
            if t > step:
                y += step
        return Tensor(y)

    def of_kinds(t):
        y = [1, 2]
        if t > 0:
            y = np.array([3.0])
        return y, ms.int32 if t > 1 else ms.float32

    for function in (branch, loop, unrolled, of_kinds):
        for _ in range(2):
            for number in (2, -1, 1):
                same(function, Tensor(number))


def case_items_of_lists_at_indices_of_the_graph():
    def function(index, value):
        items = [x, x * 2, 5]
        items[index] = value
        return items
    for index in (1, -1, Tensor(0), Tensor([2])):
        found = ms.jit(function)(ms.mutable(index) if isinstance(index, int) else index, x + 1)
        assert plain(found) == plain(function(int(index), x + 1)), index
    refuses(ValueError, "idx is out of range: -3 <= idx < 3, but got 3.", lambda: ms.jit(function)(ms.mutable(3), x))


def case_ranges_of_numbers_of_the_graph_are_tuples():
    graph = ms.jit(lambda a, b, c: (range(a, b, c), range(b)))
    for bounds in ((1, 9, 3), (9, 1, -3), (2, 2, 1)):
        assert graph(*map(ms.mutable, bounds)) == (tuple(range(*bounds)), tuple(range(bounds[1])))


def case_containers_of_the_caller_are_handed_back():
    def inside(value):
        return value if isinstance(value, list) else value[0] if isinstance(value, tuple) else value["k"]

    def whole(value):
        return value

    def item(value, key):
        return value[key]

    def reversed_in_place(value, key):
        value[key].reverse()
        value[key].extend([7, x])
        return value

    for _ in range(2):
        for given in ([1, x], ([1, x], 2), {"k": [1, x]}):
            assert inside(ms.jit(whole)(given)) is inside(given)
        for level in ("O0", "O1"):
            given, own = {"k": [1, x, 2]}, [x, 1]
            found = ms.jit(reversed_in_place, jit_level=level)(given, key="k")
            assert found is given and plain(found["k"]) == plain([2, x, 1, 7, x])
            assert ms.jit(item)((own, 2), 0) is own
    given = [1, 2]
    assert ms.jit(lambda value: (value.append(3), value)[1])(given) == [1, 2, 3] and given == [1, 2]
    assert ms.jit(whole)(ms.mutable(given)) is not given


def case_tensors_of_numbers_of_the_graph():
    def function(a, b):
        return Tensor([a, b, 3]), Tensor((a, 1.5)), Tensor([a], ms.float16)
    found = ms.jit(function)(ms.mutable(4), ms.mutable(2))
    assert plain(found) == plain(function(4, 2)), plain(found)


class Five(nn.Cell):
    def five(self):
        return 5


class Below(Five):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def construct(self, t):
        if self.kind == "right":
            return t + super(Below, self).five()
        if self.kind == "many":
            return super(Below, self, 3).five()
        return super(2, self).five()


def case_super_and_slices_are_refused_as_in_graphs():
    assert (ms.jit(lambda t: Below("right")(t))(x) == x + 5).all()
    refuses(RuntimeError, "Arguments number of 'super()' should be 0 or 2, but got 3.", lambda: ms.jit(Below("many"))(x))
    refuses(ValueError, "The first argument of 'super()' must be a class type", lambda: ms.jit(Below("class"))(x))
    refuses(RuntimeError, "Attribute 'stop' of slice(1, 2.5, None) should be int or Tensor with Int type but got 2.5",
            lambda: ms.jit(lambda t: (1, 2, 3)[slice(1, 2.5)])(x))
    refuses(TypeError, "Cannot iterate over a scalar tensor.", lambda: ms.jit(lambda t: sum(t))(Tensor(1.0)))
    refuses(TypeError, "Cannot iterate over a scalar tensor.", lambda: ms.jit(lambda t: list(zip((1,), t)))(Tensor(1.0)))
    refuses(RuntimeError, "The zip operator must have at least 1 argument", lambda: ms.jit(lambda t: list(zip()))(x))
    refuses(IndexError, "list_getitem evaluator index should be an int64 number", lambda: ms.jit(lambda n: [1, 2][n])(1.0))


if __name__ == "__main__":
    globals()["case_" + sys.argv[1]]()
    print("ok")
