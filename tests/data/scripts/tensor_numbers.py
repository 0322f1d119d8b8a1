# SPDX-License-Identifier: Apache-2.0
# Python's numbers beside tensors, and numbers of graphs. The values are MindSpore 2.10's.
import mindspore as ms
from mindspore import Tensor, mint, ops


def check(actual, expected, what):
    assert actual.asnumpy().tolist() == expected, (what, actual.asnumpy().tolist(), expected)


small, bytes_ = Tensor([1, 44, -56, 100], ms.int8), Tensor([1, 44, 200, 255], ms.uint8)
whole = Tensor([1, 2, -5], ms.int32)

# What is too large for the tensor's dtype keeps its last bits, as in C.
check(whole + 2**40, [1, 2, -5], "beyond 32 bits")
check(whole <= 2**40, [False, False, True], "2**40 is 0 there")
check(small + 100, [101, -112, 44, -56], "beyond 8 bits")
check(small == 300, [False, True, False, False], "300 is 44 there")

# Less takes numbers as they are.
for level in ("O0", "O1"):
    for run in (lambda f: f, lambda f: ms.jit(f, jit_level=level)):
        check(run(lambda a: a < 300)(small), [True] * 4, "int8 < 300")
        check(run(lambda a: 300 > a)(small), [True] * 4, "300 > int8")
        check(run(lambda a: a < 256)(bytes_), [True] * 4, "uint8 < 256")
        check(run(lambda a: a < -1)(bytes_), [False] * 4, "uint8 < -1")
        check(run(lambda a: ops.where(a + 1 < 2**40, a * 2, a))(whole), [2, 4, -10], "int32 < 2**40")

flags = Tensor([True, False, True])
added = mint.add(Tensor([1, 2, 3], ms.int32), flags, alpha=2)
check(added, [3, 2, 5], "bools with a factor")
assert added.dtype == ms.int32


@ms.jit
def bits(n):
    total = Tensor(0)
    found = i = 0
    while i < n:
        total = total + (i & 3)
        found = found | i
        i = i + 1
    return total, found


total, found = bits(Tensor(5))
check(total, 6, "& of a loop's number")
assert found == 7, found


@ms.jit
def shifts(n):
    total = i = 0
    while i < n:
        total = total + (~i) + (i << 1) + (i >> 1) + (i ^ 1)
        i = i + 1
    return total


expected = sum((~i) + (i << 1) + (i >> 1) + (i ^ 1) for i in range(5))
assert shifts(Tensor(5)) == expected, (shifts(Tensor(5)), expected)

print("done")
