"""Orders of few and of many elements, of all dtypes: equal ones by their places, NaN behind all numbers, -0 as 0."""
import numpy as np
from mindspore import Tensor, ops

DTYPES = np.float16, np.float32, np.float64, np.int8, np.int16, np.int32, np.int64, np.uint8, np.bool_


def elements(dtype, count):
    random = np.random.RandomState(count)
    values = random.randint(-50, 50, count).astype(dtype) if dtype is not np.bool_ else random.rand(count) > 0.5
    if np.issubdtype(dtype, np.floating) and count > 300:
        for place, value in enumerate((np.nan, -0.0, 0.0, np.inf, -np.inf, 1e-5)):
            values[place::97 + 2 * place] = value
    if dtype is np.int64:
        values = values * 2 ** 40 + random.randint(0, 3, count)
    return values


def sorted_places(values, is_descending):
    numbers, is_nan = values.astype(np.longdouble), values != values
    numbers[is_nan] = 0
    return np.lexsort((np.arange(len(values)), -numbers if is_descending else numbers, -1 * is_nan if is_descending else is_nan))


def met(values):
    """The different values as they are met, and which of them each element is."""
    numbers, different, places = {}, [], []
    for value in values.tolist():
        key = "NaN" if value != value else value
        if key not in numbers:
            numbers[key] = len(different)
            different.append(value)
        places.append(numbers[key])
    return np.array(different, values.dtype), places


for dtype in DTYPES:
    for count in (3, 600, 5000):
        values = elements(dtype, count)
        for is_descending in (False, True):
            order = sorted_places(values, is_descending)
            found, places = ops.sort(Tensor(values), descending=is_descending)
            if not np.array_equal(places.asnumpy(), order) or not np.array_equal(found.asnumpy(), values[order], equal_nan=dtype not in (
                    np.bool_, np.uint8)):
                print(f"sort of {count} {dtype.__name__}, descending {is_descending}")
        different, places = ops.unique(Tensor(values))
        expected, expected_places = met(values)
        if not np.array_equal(places.asnumpy(), expected_places) or len(different) != len(expected):
            print(f"unique of {count} {dtype.__name__}")
rows = np.random.RandomState(1).randn(7, 900).astype(np.float32)
found, places = ops.sort(Tensor(rows.T.copy()), axis=0)
if not np.array_equal(found.asnumpy(), np.sort(rows.T, 0)) or not np.array_equal(places.asnumpy(), np.argsort(rows.T, 0, "stable")):
    print("sort along the first axis")
# Floats of which only the upper bits differ.
different, places = ops.unique(Tensor((np.arange(200000) * 4096).astype(np.float32)))
if different.shape != (200000,) or not np.array_equal(places.asnumpy(), np.arange(200000)):
    print("unique of many")
for count in (0, 1, 3):
    for axis in (0, 1, None):
        found = ops.repeat_interleave(Tensor(rows[:, :5]), count, axis)
        if not np.array_equal(found.asnumpy(), np.repeat(rows[:, :5], count, axis)):
            print(f"repeat_interleave {count} {axis}")
if not np.array_equal(ops.repeat_interleave(Tensor(rows[:3]), [2, 0, 1], 0).asnumpy(), np.repeat(rows[:3], [2, 0, 1], 0)):
    print("repeat_interleave with counts")
print("done")
