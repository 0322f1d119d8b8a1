# SPDX-License-Identifier: Apache-2.0
"""Cases about loops on values of the graph: the same eagerly and as a graph at both levels.
Run with the name of one case; prints "ok"."""
import os
import sys

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from both import both, refuses, same  # noqa: E402

one, three = Tensor(1.0, ms.float32), Tensor(3.0, ms.float32)
x = Tensor(np.array([1.0, -2.0, 3.0], np.float32))


def case_shapes_that_grow():
    """A tensor whose shape a loop changes, and what is computed from it, Python keeps."""
    def doubled(a):
        rows, total, rounds = a, a.sum(), 0
        while total < 100:
            rows = ops.cat((rows, rows))
            total, rounds = total + rows.sum(), rounds + 1
        return rows.sum() * 2, rows.shape, rounds, ops.relu(rows)[:3]

    def in_rounds(a):
        for _ in range(2):
            k = Tensor(0, ms.int32)
            while k < 2:
                a, k = ops.cat((a, a[:1])), k + 1
        return a

    def squares(a):
        rows = a
        while rows.sum() < 10:
            rows = ops.cat((rows, a))
        return (rows * rows).sum()
    def with_branches(a):
        rows = a
        for _ in range(2):
            k = Tensor(0, ms.int32)
            while k < 2:
                part = rows[:1] if rows.sum() > 5 else rows
                if part.sum() > 1:
                    part = ops.cat((part, a))
                rows, k = ops.cat((rows, part * 0.5)), k + 1
        return rows
    def first_none(a):
        found, i = None, Tensor(0)
        while i < 2:
            if a.sum() > 0:
                found = a
            else:
                found = a[:1]
            i += 1
        return found

    def summed(a):
        total, i = 0, Tensor(0)
        while i < 3:
            part = a[:1] if i > 0 else a
            total, i = total + part.sum(), i + 1
        return total

    def in_a_dictionary(a):
        found = {}
        for k in range(2):
            if a.sum() > k:
                found["it"] = a
            else:
                found["it"] = a[:1]
        return found["it"]
    given = Tensor(np.float32([1, 2]))
    for function in (first_none, summed, in_a_dictionary):
        both(function, -given)
    for function in (doubled, in_rounds, squares, with_branches, first_none, summed, in_a_dictionary):
        both(function, given)
    same(ms.grad(ms.jit(squares))(given), ms.grad(squares)(given))
    same(ms.jit(ms.grad(squares))(given), ms.grad(squares)(given))
    refuses(TypeError, "Shape Join Failed", lambda: ms.jit(squares, fullgraph=True)(given))


def case_a_sequence_is_decoded():
    class Model(nn.Cell):
        def __init__(self):
            super().__init__()
            self.table, self.head = nn.Embedding(7, 4), nn.Dense(4, 7)
            random = np.random.RandomState(0)
            for parameter in self.get_parameters():
                parameter.set_data(Tensor(random.randn(*parameter.shape).astype(np.float32)))

        def construct(self, ids):
            count, last = Tensor(0, ms.int32), ids[0, -1]
            while count < 4 and last != 6:
                last = ops.argmax(self.head(self.table(ids).mean(1)), -1).reshape(())
                ids = ops.cat((ids, last.reshape(1, 1).astype(ids.dtype)), 1)
                count += 1
            return ids, count
    model, ids = Model(), Tensor([[1, 2]], ms.int32)
    expected = model(ids)
    assert expected[0].shape == (1, 6)
    same(ms.jit(model)(ids), expected)


def case_while():
    def function(a, b):
        while a < 10:
            a = a + 1
            b = b * 2
        return a, b
    both(function, three, x)
    both(function, Tensor(20.0, ms.float32), x)


def case_values_from_outside():
    def function(a, b, c):
        d = c + 1
        while a < 10:
            a = a + d.sum()
            b = b + c * a
        return b
    both(function, one, x, x)


def case_three_thousand_rounds():
    def function(a, n):
        while n > 0:
            a = a + 1
            n = n - 1
        return a, n
    both(function, Tensor(0, ms.int64), Tensor(3000, ms.int64))


def case_counters():
    def function(a):
        i, scale = 0, 1.0
        while a < 100:
            a = a * 2 + i
            i += 1
            scale = scale * 0.5
        return a, i, scale
    both(function, three)


def case_a_counter_in_the_condition():
    def function(a):
        i = 0
        while a < 100 and i < 3:
            a = a + i
            i += 1
        return a, i
    both(function, three)


def case_constants_of_loops_unroll():
    def function(a):
        while a < 100:
            for i in range(3):
                a = a + i
            j = 0
            while j < 2:
                a = a * 2
                j += 1
        return a
    both(function, three)


def case_break():
    def function(a, b):
        while a < 10:
            a = a + 1
            if b.sum() > 6:
                break
            b = b + a
        return a, b
    both(function, three, x)


def case_continue():
    def function(a, b):
        while a < 10:
            a = a + 1
            if a == 5:
                continue
            b = b + a
        return a, b
    both(function, three, x)


def case_break_and_continue():
    def function(a, b):
        while a < 20:
            a = a + 1
            if a < 5:
                continue
            if a > 12:
                break
            b = b + a
        return a, b
    both(function, three, x)


def case_break_in_an_if_in_a_while():
    def function(a, b):
        while a < 10:
            if b.sum() > 0:
                b = b - 1
                if a > 6:
                    break
                b = b - 2
            else:
                b = b + 5
            a = a + 1
        return a, b
    both(function, three, x)


def case_return_from_a_loop():
    def function(a, b):
        while a < 10:
            a = a + 1
            b = b + a
            if b.sum() > 30:
                return b * 2
        b = b - 1
        return b
    both(function, three, x)
    both(function, Tensor(9.0, ms.float32), x)


def case_break_and_return_from_a_loop():
    def function(a, b):
        while a < 10:
            a = a + 1
            b = b + a
            if b.sum() > 30:
                return b * 2
            if a > 5:
                break
        b = b - 1
        return b
    both(function, three, x)
    both(function, one, x * 20)


def case_endless_loops():
    def broken(a, b):
        while True:
            a = a + 1
            if a > 10:
                break
            b = b + a
        return a, b

    def returned(a, b):
        while True:
            a = a + 1
            if a < 5:
                continue
            b = b + a
            if a > 10:
                return b
    both(broken, three, x)
    both(returned, three, x)


def case_else_of_a_loop():
    def function(a, b):
        while a < 10:
            a = a + 1
            if b.sum() > 8:
                break
            b = b + 1
        else:
            b = b * 100
        return a, b
    both(function, three, x)
    both(function, Tensor(9.0, ms.float32), x)


def case_nested_loops():
    def function(a, b, c):
        while a < 6:
            b = b * 0
            while b < a:
                b = b + 1
                c = c + b * a
            a = a + 1
        return a, b, c
    both(function, one, one, x)


def case_three_levels():
    def function(a, c):
        i = 0
        while a < 4:
            b = a * 0
            while b < a:
                d = b * 0
                while d < 2:
                    d = d + 1
                    c = c + d
                    i += 1
                b = b + 1
            a = a + 1
        return a, c, i
    both(function, one, x)


def case_break_of_the_inner_loop():
    def function(a, b, c):
        while a < 6:
            b = b * 0
            while b < a:
                b = b + 1
                if c.sum() > 40:
                    break
                c = c + b
            a = a + 1
        return a, b, c
    both(function, one, one, x)


def case_return_from_nested_loops():
    def function(a, b, c):
        while a < 6:
            b = b * 0
            while b < a:
                b = b + 1
                c = c + b
                if c.sum() > 40:
                    return c, a
            a = a + 1
        return c * 2, a
    both(function, one, one, x)
    both(function, Tensor(5.0, ms.float32), one, x)


def case_branches_in_loops():
    def function(a, b):
        while a < 10:
            if b.sum() > 3:
                b = b - 2
            elif b.sum() > 0:
                b = b - 1
            else:
                b = b + 3
            a = a + 1
        return b
    both(function, three, x)


def case_loops_in_branches():
    def function(a, b):
        if a > 2:
            while a < 10:
                a = a + 1
                b = b + a
        else:
            while b.sum() < 10:
                b = b + 1
        return a, b
    both(function, three, x)
    both(function, one, x)


def case_loops_in_called_functions():
    def inner(a, b):
        while a < 5:
            a = a + 1
            if b.sum() > 20:
                return b
            b = b * 2
        return b + a

    def function(a, b):
        total = inner(a, b)
        while a < 3:
            total = total + inner(a, total)
            a = a + 1
        return total
    both(function, one, x)


def case_temporary_names():
    def function(a, b):
        c = b[1:]
        while a < 10:
            c = b * 2
            b = c + 1
            a = a + 1
        return b
    both(function, three, x)


def case_tuples_lists_and_dictionaries():
    def function(a, b):
        pair, items, names = (b, 0), [b, b], {"k": b, "n": 1}
        while a < 10:
            pair = (pair[0] + 1, pair[1] + 2)
            items = [items[1], items[0] + 1]
            names = {"k": names["k"] * 2, "n": names["n"] + 1}
            a = a + 1
        return pair, items, names
    both(function, three, x)


def case_containers_changed_in_place():
    def function(a, b):
        items, names = [b, b], {"n": 1}
        while a < 10:
            items[0] = items[0] + items[1]
            names["n"] += 1
            a = a + 1
        return items, names
    both(function, three, x)


def case_loops_over_tensors_and_ranges():
    def function(a, b):
        while a < 10:
            for item in b:
                if item > a:
                    break
                a = a + item * item
            for i in range(3):
                a = a + i
        return a
    both(function, one, x)


def case_writes_in_loops():
    weight = Parameter(Tensor([1.0, 2.0, 3.0], ms.float32), name="weight")

    def function(a, b):
        while a < 5:
            before = weight * 1
            ops.assign_add(weight, b)
            a = a + before.sum()
            if a > 3:
                ops.assign(weight, weight * 2)
        return a, weight + 0
    results = []
    for run in (function, ms.jit(function), ms.jit(function, jit_level="O1")):
        weight.set_data(Tensor([1.0, 2.0, 3.0], ms.float32))
        given = run(Tensor(-20.0, ms.float32), x)
        results.append([item.asnumpy().copy() for item in (*given, weight)])
    for graph in results[1:]:
        for actual, expected in zip(graph, results[0]):
            np.testing.assert_allclose(actual, expected)


def case_many_rounds_that_write():
    counter = Parameter(Tensor(0, ms.int32), name="counter")

    def function(n):
        while counter < n:
            ops.assign_add(counter, Tensor(1, ms.int32))
            if counter % 2 == 0:
                continue
            if counter > 100000:
                break
        return counter + 0
    for level in ("O0", "O1"):
        counter.set_data(Tensor(0, ms.int32))
        assert int(ms.jit(function, jit_level=level)(Tensor(3000, ms.int32))) == 3000


def case_a_loop_on_a_parameter():
    counter = Parameter(Tensor(0, ms.int32), name="counter")

    def function():
        while counter < 5:
            ops.assign_add(counter, Tensor(1, ms.int32))
        return counter + 0
    for level in ("O0", "O1"):
        counter.set_data(Tensor(0, ms.int32))
        assert int(ms.jit(function, jit_level=level)()) == 5
        assert int(counter) == 5


def case_layers_with_loops():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(3, 3)

        def construct(self, a, b):
            while a < 4:
                b = self.dense(b)
                a = a + 1
            return b
    net = Net()
    rows = Tensor(np.ones((2, 3), np.float32))
    eager = net(one, rows)
    np.testing.assert_allclose(ms.jit(net.construct)(one, rows).asnumpy(), eager.asnumpy(), rtol=1e-5)


def case_lambdas_and_comprehensions_in_loops():
    def function(a, b):
        while a < 5:
            b = sum([b * i for i in range(3)], a)
            a = (lambda c: c + 1)(a)
        return a, b
    both(function, one, x)


def case_mutable_numbers():
    def function(n, b):
        while n > 0:
            b = b + n
            n = n - 1
        return b, n
    for level in ("O0", "O1"):
        graph = ms.jit(function, jit_level=level)
        for n in (4, 2, 0):
            b, rest = graph(ms.mutable(n), x)
            np.testing.assert_allclose(b.asnumpy(), x.asnumpy() + n * (n + 1) / 2)
            assert rest == 0 and type(rest) is int


def case_mutable_containers():
    def function(pair, names):
        return pair[0] + pair[1] * names["k"], pair[1] > 2
    graph = ms.jit(function)
    assert graph(ms.mutable((1, 2)), ms.mutable({"k": 3})) == (7, False)
    assert graph(ms.mutable((2, 3)), ms.mutable({"k": 4})) == (14, True)


def case_dtypes_that_change():
    def function(a, b):
        while a < 10:
            a = a + 1
            b = b.astype(ms.float16)
        return b
    refuses(TypeError, "Cannot join the return values of different branches, perhaps you need to make them equal.\n"
            "Type Join Failed: dtype1 = Float16, dtype2 = Float32.", lambda: ms.jit(function)(three, x))


def case_a_number_that_becomes_a_tensor():
    def function(a):
        total = 0
        while a < 10:
            total = total + a
            a = a + 1
        return total
    refuses(TypeError, "Type Join Failed: Abstract type AbstractTensor cannot join with AbstractScalar.",
            lambda: ms.jit(function)(three))


def case_a_name_of_the_loop_alone():
    def function(a):
        while a < 10:
            b = a * 2
            a = a + 1
        return b
    refuses(UnboundLocalError, "The local variable 'b' defined in the 'while' loop body cannot be used outside of the "
            "loop body. Please define variable 'b' before 'while'.", lambda: ms.jit(function)(three))


def case_lists_that_grow():
    def function(a):
        items = []
        while a < 10:
            items.append(a)
            a = a + 1
        return items
    refuses(TypeError, "a list has 0 items before a round of the loop and 1 after it", lambda: ms.jit(function)(three))


def case_elements_of_tensors():
    def filled(a, n):
        i = n * 0
        while i < n:
            a[i, 0:2] = a[i].max()
            i = i + 1
        return a
    result = ms.jit(filled)(Tensor(np.arange(6).reshape(2, 3), ms.float32), Tensor(2, ms.int32))
    assert (result.asnumpy() == [[2, 2, 2], [5, 5, 5]]).all()

    def added(a, n):
        items = [a, a]
        for i in range(2):
            if a[i] > 0:
                a[i] += n
            else:
                items[0][2] = n
        while n > 0:
            items[1][0] += n
            n -= 1
        return a, items
    a, items = ms.jit(added)(x, three)
    assert (a.asnumpy() == [4, -2, 3]).all()
    assert (items[0].asnumpy() == [1, -2, 3]).all() and (items[1].asnumpy() == [7, -2, 3]).all()
    assert (x.asnumpy() == [1, -2, 3]).all()


def case_elements_of_a_surrounding_functions_tensor():
    def function(a, n):
        b = a + 1
        def inner(n):
            while n > 0:
                b[0] += n
                n -= 1
            return b
        return inner(n), b
    changed, kept = ms.jit(function)(x, three)
    assert (changed.asnumpy() == [8, -1, 4]).all() and (kept.asnumpy() == [2, -1, 4]).all()


def case_gradients_through_elements():
    def function(a, n):
        b = a * 2
        c = b
        while n > 0:
            b[0] = b[0] * b[1]
            n -= 1
        return (b + c).sum()
    gradient = ms.jit(lambda a, n: ms.grad(function)(a, n))(x, Tensor(2.0, ms.float32))
    assert (gradient.asnumpy() == [2 * 16 + 2, 2 * 2 * 2 * -4 + 4, 4]).all(), gradient


if __name__ == "__main__":
    globals()[f"case_{sys.argv[1]}"]()
    print("ok")
