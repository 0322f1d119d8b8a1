# SPDX-License-Identifier: Apache-2.0
"""Writing to tensors: what is written, who sees it, and what gradients make of it. Prints what differs, then "done"."""
import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor, ops

BASE = np.arange(1, 7, dtype=np.float32).reshape(2, 3)


def fresh():
    return Tensor(BASE)


def check(what, actual, expected):
    actual = actual.asnumpy() if isinstance(actual, Tensor) else np.asarray(actual)
    if actual.shape != np.shape(expected) or not np.allclose(actual, expected, rtol=1e-5):
        print(f"{what}: {actual!r} instead of {expected!r}")


# Every method gives the tensor itself and is seen by arrays that share its memory.
WRITES = [
    ("add_", (2,), {}, BASE + 2),
    ("add_", (Tensor(2.0),), {"alpha": 3}, BASE + 6),
    ("sub_", (1,), {"alpha": 2}, BASE - 2),
    ("mul_", (3,), {}, BASE * 3),
    ("div_", (2,), {}, BASE / 2),
    ("div_", (2,), {"rounding_mode": "floor"}, BASE // 2),
    ("floor_divide_", (2,), {}, BASE // 2),
    ("remainder_", (2,), {}, BASE % 2),
    ("pow_", (2,), {}, BASE**2),
    ("copy_", (Tensor([7, 8, 9]),), {}, np.broadcast_to([7, 8, 9], (2, 3))),
    ("fill_", (4,), {}, np.full((2, 3), 4)),
    ("fill_", (Tensor(4),), {}, np.full((2, 3), 4)),
    ("zero_", (), {}, np.zeros((2, 3))),
    ("clamp_", (2, 4), {}, np.clip(BASE, 2, 4)),
    ("exp_", (), {}, np.exp(BASE)),
    ("log_", (), {}, np.log(BASE)),
    ("tanh_", (), {}, np.tanh(BASE)),
    ("floor_", (), {}, BASE),
    ("sigmoid_", (), {}, 1 / (1 + np.exp(-BASE))),
    ("relu_", (), {}, BASE),
    ("sign_", (), {}, np.ones((2, 3))),
    ("masked_fill_", (Tensor([True, False, True]), 0.0), {}, BASE * [0, 1, 0]),
    ("index_fill_", (1, Tensor([0]), 0.0), {}, BASE * [0, 1, 1]),
    ("fill_diagonal_", (0.0,), {}, BASE * [[0, 1, 1], [1, 0, 1]]),
    ("put_", (Tensor([0, 5]), Tensor([9.0, 8.0])), {}, [[9, 2, 3], [4, 5, 8]]),
    ("addmm_", (Tensor(np.eye(2, dtype=np.float32)), Tensor(BASE)), {"beta": 2}, 3 * BASE),
]
for name, arguments, named, expected in WRITES:
    x = fresh()
    shared = x.asnumpy()
    result = getattr(x, name)(*arguments, **named)
    check(name, x, expected)
    check(name + ", seen by the array", shared, expected)
    if result is not x:
        print(f"{name} did not give the tensor itself")

# One that gives a copy, as in MindSpore.
for place in (4, (1, 1)):
    x = fresh()
    check("itemset", x.itemset(place, 50), [[1, 2, 3], [4, 50, 6]])
    check("after itemset", x, BASE)

# What follows `+=` is a new tensor, as in MindSpore; the old one keeps its elements.
x = y = fresh()
x += 1
x *= 2
check("+= makes a new tensor", x, (BASE + 1) * 2)
check("+= leaves the old one", y, BASE)

# Views see what is written, and write through.
x = fresh()
x[0].mul_(10)
x.T[2].zero_()
x.reshape(-1)[4:5].fill_(50)
check("views", x, [[10, 20, 0], [4, 50, 0]])

# A NumPy write is seen; parameters own their elements.
x = fresh()
x.asnumpy()[0, 0] = 100
check("NumPy writes", x[0, 0], 100)
p = Parameter(x, name="p")
p.zero_()
check("a parameter has elements of its own", x[0, 0], 100)
before = p.asnumpy()
ops.assign(p, fresh())
check("assign writes to the memory", before, BASE)
p.set_data(fresh() * 2)
check("set_data takes other memory", before, BASE)
check("set_data", p, BASE * 2)
check("assign_add", ops.assign_add(p, fresh()), BASE * 3)
p.assign_value(Tensor([1.0]))
check("assign_value", p, [1.0])


# Gradients: the new elements are what the computation makes of the old ones.
def gradient(function):
    return ms.grad(function)(fresh())


def scaled(x):
    y = x * 2
    y.add_(1)
    return (y * y).sum()


def saved(x):
    y = x * 2
    z = y.exp()
    y.mul_(x)
    return (y + z).sum()


def copied(x):
    y = ops.zeros((2, 3))
    y.copy_(x * 3)
    return (y * y).sum()


def assigned(x):
    y = x * 2
    y[0] = 5.0
    y[1] += x[0]
    return (y * y).sum()


def viewed(x):
    y = x * 2
    y.add_(1)
    z = y.view(-1)
    return (z * z).sum()


check("gradient of add_", gradient(scaled), 4 * (2 * BASE + 1))
check("gradient of mul_", gradient(saved), 4 * BASE + 2 * np.exp(2 * BASE))
check("gradient of copy_", gradient(copied), 18 * BASE)
both = 2 * (2 * BASE[1] + BASE[0])
check("gradient of an assignment", gradient(assigned), [both, 2 * both])
check("gradient of a view after the write", gradient(viewed), 4 * (2 * BASE + 1))


def behind(x):
    y = x * 2
    y[0].mul_(3)
    return (y * y).sum()


def aliased(x):
    y = x * 2
    z = y.view(-1)
    y.add_(1)
    return (z * z).sum()


for function in (behind, aliased):
    try:
        gradient(function)
        print(f"{function.__name__} was not refused")
    except ValueError as error:
        if "changed in place through another tensor over the same memory" not in str(error):
            print(f"{function.__name__}: {error}")


# Of several results a gradient needs some: the others may be written to.
IMAGES = ms.Tensor(np.random.RandomState(3).rand(2, 4, 2, 2).astype(np.float32))
MASK = ms.Tensor(np.array([1.0, 1.0, 0.0, 0.0], np.float32).reshape(1, 4, 1, 1))
WEIGHTS = ms.Tensor(np.random.RandomState(4).rand(2, 4, 2, 2).astype(np.float32))
norm = ms.nn.BatchNorm2d(4).set_train()


def normalised(x):
    y = norm(x)
    y[:, 0:2] += 1.0
    return (y * y * WEIGHTS).sum()


def normalised_copy(x):
    y = norm(x) + MASK
    return (y * y * WEIGHTS).sum()


check("behind a normalisation", ms.grad(normalised)(IMAGES), ms.grad(normalised_copy)(IMAGES).asnumpy())


def largest(x):
    values, places = ms.ops.topk(x.reshape(-1), 3)
    values[0] = 0.0
    return (values * values).sum()


def places_written(x):
    values, places = ms.ops.topk(x.reshape(-1), 3)
    places.add_(1)
    return values.sum()


kept = np.sort(IMAGES.asnumpy().reshape(-1))[-3:-1]
check("behind the largest", ms.grad(largest)(IMAGES).asnumpy().sum(), 2 * kept.sum())
try:
    ms.grad(places_written)(IMAGES)
    print("written places were not refused")
except ValueError as error:
    if "item 1 of its result" not in str(error):
        print(f"written places: {error}")


# In a graph a write is what follows from there on.
@ms.jit
def captured(x):
    y = x * 2
    z = y * 3
    y.add_(1)
    y.mul_(2)
    return y + z


check("in a graph", captured(fresh()), (2 * BASE + 1) * 2 + 6 * BASE)


# What a graph gives back is the caller's own: it can be written to, and nothing else changes.
RETURNED = {
    "rows of a transposed argument": lambda x: x.contiguous(),
    "an argument seen again": lambda x: x.reshape(-1),
    "elements that stand at many places": lambda x: (x * 2)[0].broadcast_to((3,) + x[0].shape),
    "a broadcast cast to its own dtype": lambda x: (x * 2)[0].broadcast_to((3,) + x[0].shape).astype(ms.float32),
    "a part of a broadcast": lambda x: (x * 2)[0].broadcast_to((3,) + x[0].shape)[1:],
}
for level in ("O0", "O1"):
    for what, function in RETURNED.items():
        for argument in (fresh(), fresh().T):
            before = argument.asnumpy().copy()
            expected = function(ms.Tensor(before)).asnumpy().copy()
            result = ms.jit(function, jit_level=level)(argument)
            check(f"{what} at {level}", result, expected)
            result.add_(1)
            check(f"{what} at {level}, written to", result, expected + 1)
            check(f"the argument of {what} at {level}", argument, before)

# So are gradients, though that of a sum is one element for all places.
for function in (lambda x: x.sum(), lambda x: x.mean(0).sum(), lambda x: ms.ops.concat((x, x)).sum(),
                 lambda x: ms.grad(lambda y: (y * x).sum())(x).sum()):
    gradient = ms.grad(function)(fresh())
    expected = gradient.asnumpy().copy()
    expected[0] = 5
    gradient[0] = 5
    check("a gradient, a row of it written to", gradient, expected)
    gradient.add_(1)
    check("a gradient written to", gradient, expected + 1)

# One element of a broadcast stands at several places: parts are written through, chosen places in a copy, as in MindSpore.
def row():
    return ms.Tensor(np.float32([1, 2, 3]))


for index, expected in ((ms.Tensor([0]), [[85, 85, 85], [1, 2, 3]]), ([0], [[85, 85, 85], [1, 2, 3]]),
                        ((0, ms.Tensor([1])), [[1, 85, 3], [1, 2, 3]]),
                        (ms.Tensor([[True, False, False], [False, False, True]]), [[85, 2, 3], [1, 2, 85]])):
    x = row()
    repeated = x.broadcast_to((2, 3))
    repeated[index] = 85.0
    check("chosen places of a broadcast", repeated, np.float32(expected))
    check("what was broadcast", x, np.float32([1, 2, 3]))
x = row()
x.broadcast_to((2, 3))[0] = 85.0
check("what was broadcast, a row written to", x, np.float32([85, 85, 85]))


def chosen(x):
    repeated = x.broadcast_to((2, 3))
    repeated[ms.Tensor([0])] = x * 2
    return (repeated * repeated).sum()


check("a gradient through chosen places", ms.grad(chosen)(row()), np.float32([10, 20, 30]))

# The value of a parameter is that of now.
parameter = ms.Parameter(row(), name="parameter")
value = parameter.value()
ms.ops.assign(parameter, row() * 5)
check("the value before", value, np.float32([1, 2, 3]))
gradients = ms.grad(lambda x: (parameter.value() * x).sum(), 0, [parameter])(row())
check("the gradient of a value", gradients[1][0], np.float32([1, 2, 3]))

# An order of axes is one, however many it has; two numbers swap.
square = ms.Tensor(np.float32([[1, 2], [3, 4]]))
check("an order that changes nothing", square.transpose((0, 1)), square.asnumpy())
check("a list of axes", square.transpose([1, 0]), square.asnumpy().T)
check("two axes swapped", square.transpose(0, 1), square.asnumpy().T)

# By infinity, as MindSpore: zeros with a sign.
for level in (None, "O0", "O1"):
    quotient = (lambda a, b: (a + 0) // b) if level is None else ms.jit(lambda a, b: (a + 0) // b, jit_level=level)
    for dtype in (np.float32, np.float64):
        found = quotient(ms.Tensor(dtype([-1, 1, -1, 1])), ms.Tensor(dtype([np.inf, np.inf, -np.inf, -np.inf]))).asnumpy()
        if found.any() or np.signbit(found).tolist() != [True, False, False, True]:
            print(f"by infinity at {level}: {found}")


# A gradient knows the elements of a broadcast view one by one: a write to a row changes that row.
def row_of_a_sum(x):
    rows = ops.broadcast_to(x.sum(), (2, 3))
    rows[0] = 1.0
    return rows


value, gradient = ms.value_and_grad(row_of_a_sum)(ms.Tensor(np.float32([1, 2, 3])))
if value.asnumpy().tolist() != [[1, 1, 1], [6, 6, 6]] or gradient.asnumpy().tolist() != [3, 3, 3]:
    print(f"a row of a broadcast sum: {value} {gradient}")
print("done")
