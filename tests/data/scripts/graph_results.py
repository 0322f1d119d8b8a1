"""What a graph gives back is the caller's own: writing to it changes no argument, weight, other result or later call.
"done" where nothing is to be told."""
import contextlib
import io

import numpy as np
import mindspore as ms
from mindspore import Tensor, ops

WEIGHT = ms.Parameter(Tensor(np.ones(3, np.float32)), name="weight")


def in_order(x, y):
    print(f"{x}")
    return x * 1, WEIGHT + 0, ops.zeros((3,)), x[0].broadcast_to((3,)), y


def branch(x, y):
    return x * 1 if x.sum() > 0 else x - 1


def constant_of_branch(x, y):
    return ops.zeros((3,)) if x.sum() > 0 else x


def weight_of_branch(x, y):
    if x.sum() > 0:
        z = WEIGHT * 1
    else:
        z = y
    return z


def loaded_in_branch(x, y):
    WEIGHT[1] = 1.0
    return WEIGHT if x.sum() > 0 else y


def argument_in_tuple(x, y):
    return x, 3


def argument_in_dictionary(x, y):
    return {"a": y}


def weight_in_list(x, y):
    return [WEIGHT]


def loop_of_no_round(x, y):
    z = x * 1
    while z.sum() > 1e6:
        z = z + 1
    return z


def tuple_of_branch(x, y):
    if x.sum() > 0:
        a, b = x * 1, y
    else:
        a, b = y, x
    return a, b


def broadcast_of_branch(x, y):
    if x.sum() > 0:
        return x[0].broadcast_to((3,))
    return y


def dictionary_of_branch(x, y):
    return {"a": x * 1, "b": [y]} if x.sum() > 0 else {"a": y, "b": [x]}


PAIR = (Tensor(np.array([7, 8, 9], np.float32)), Tensor(np.array([0, 0, 1], np.float32)))


def pair_of_branch(x, y):
    return PAIR if x.sum() > 0 else (x, y)


def pair_beside(x, y):
    if x.sum() > 0:
        both = PAIR
    else:
        both = (y, x)
    return both, x


def parts(x, y):
    return ops.split(x, 1)


def one_part(x, y):
    return ops.split(x, 1)[0]


def unbound(x, y):
    return x.unbind(0), y


def twice(x, y):
    z = x + y
    print(f"{z}")
    return z, z * 1


def written(x, y):
    z = x * 1
    print("z", z)
    z.add_(1)
    return z, x * 1


def tensors(value):
    if isinstance(value, Tensor):
        return [value]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else ()
    return [tensor for item in items for tensor in tensors(item)]


def arrays(values):
    return [value.asnumpy().tolist() for value in values]


def check(function, level):
    graph = ms.jit(function, jit_level=level)
    x, y = Tensor(np.array([1, 2, 3], np.float32)), Tensor(np.array([4, 5, 6], np.float32))
    if any(result is given for result in tensors(graph(x, y)) for given in (x, y, WEIGHT)):
        return "an argument or the weight is given back"
    expected = arrays(tensors(function(x, y)))
    for call in range(3):
        results = tensors(graph(x, y))
        given = arrays(results)
        if given != expected:
            return f"call {call} gives {given} instead of {expected}"
        for place, result in enumerate(results):
            result.add_(100)
            for other in range(place + 1, len(results)):
                if arrays(results)[other] != given[other]:
                    return f"results {place} and {other} are one"
        if arrays((x, y, WEIGHT)) != [[1, 2, 3], [4, 5, 6], [1, 1, 1]]:
            return "an argument or the weight changed"
    return None


for function in (in_order, branch, constant_of_branch, weight_of_branch, loaded_in_branch, argument_in_tuple,
                 argument_in_dictionary, weight_in_list, loop_of_no_round, tuple_of_branch,
                 broadcast_of_branch, dictionary_of_branch, pair_of_branch, pair_beside, parts, one_part, unbound,
                 twice, written):
    for level in ("O0", "O1"):
        with contextlib.redirect_stdout(io.StringIO()):
            told = check(function, level)
        if told:
            print(f"{function.__name__} at {level}: {told}")


def itself(x, y):
    return y


def item(x, y):
    return y["pair"][1]


def weight_itself(x, y):
    return WEIGHT


x, y = Tensor([1.0]), Tensor([2.0])
for function, given, expected in ((itself, (x, y), y), (item, (x, {"pair": (x, y)}), y), (weight_itself, (x, y), WEIGHT)):
    graph = ms.jit(function)
    if any(graph(*given) is not expected for _ in range(3)):
        print(f"{function.__name__} gives another tensor")
gradient = ms.grad(lambda x: (ms.jit(itself)(x, x) * x).sum())(y)
if gradient.asnumpy().tolist() != [4.0]:
    print("the gradient of", itself.__name__, gradient)
print("done")
