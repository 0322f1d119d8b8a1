# The operations that make datasets of datasets.
import numpy as np
import mindspore.dataset as ds

images = np.arange(12, dtype=np.float32).reshape(6, 2)
labels = np.arange(6)


def count(n=6):
    return ds.GeneratorDataset(list(range(n)), ["a"], shuffle=False)


def pairs():
    return ds.NumpySlicesDataset((images, labels), ["x", "y"], shuffle=False)


def longer():
    return ds.GeneratorDataset(lambda: ((np.ones(i + 1),) for i in range(4)), ["a"])


def show(title, dataset):
    print(title, dataset.get_dataset_size(), dataset.get_batch_size(), dataset.get_repeat_count(),
          dataset.output_shapes())
    for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True):
        print("  ", {name: (value.tolist(), str(value.dtype)) for name, value in row.items()})


show("batch", pairs().batch(4))
show("full batches", pairs().batch(4, drop_remainder=True))
show("more than there is", pairs().batch(40, True))
show("repeated batches", count(5).batch(3).repeat(2))
show("batches of repetitions", count(5).repeat(2).batch(3))
show("map of a batch", pairs().batch(2, per_batch_map=lambda x, y, info: (x, y, [info.get_batch_num()] * len(y)),
                                     input_columns=["x", "y"], output_columns=["x", "y", "n"]))
show("growing batches", count().batch(lambda info: info.get_batch_num() + 1))
show("padded", longer().padded_batch(2, pad_info={}))
show("padded to", longer().padded_batch(2, pad_info={"a": ([5], -1)}))
show("by length", ds.GeneratorDataset(lambda: ((np.ones(i % 4 + 1),) for i in range(10)), ["a"])
     .bucket_batch_by_length(["a"], [2, 3], [2, 2, 1]))

show("map", count(3).map(lambda a: a + 1))
show("two maps", count(3).map([lambda a: a + 1, lambda a: a * 2], input_columns="a"))
show("one to two", pairs().map(lambda x: (x, x.sum()), ["x"], ["x", "s"]).take(2))
show("two to one", pairs().map(lambda x, y: x[0] + y, ["x", "y"], ["z"]).take(2))
show("renamed", pairs().map(lambda y: y, ["y"], ["z"]).take(1))
show("exchanged", pairs().map(lambda x, y: (y, x), ["x", "y"], ["y", "x"]).take(1))
show("of three", ds.NumpySlicesDataset(([1, 2], [3, 4], [5, 6]), ["x", "y", "w"], shuffle=False)
     .map(lambda y: (y, y + 1), ["y"], ["p", "q"]))
show("python values", count(2).map(lambda a: float(a)).map(lambda a: [1, 2]))

show("repeat", count(2).repeat(2))
show("take", count().take(2))
show("skip", count().skip(4))
show("take all", count(2).take(-1))
show("zip", ds.zip((count(3).rename("a", "b"), count(5))))
show("zip method", count(3).rename(["a"], ["b"]).zip(count(4)))
show("concat", count(2) + count(3))
show("concat several", count(2).concat([count(1), count(1)]))
show("project", pairs().project(["y", "x"]).take(1))
show("filter", count().filter(lambda a: a % 2 == 0))
show("filter by a column", pairs().filter(predicate=lambda y: y > 3, input_columns="y"))
show("apply", count(3).apply(lambda dataset: dataset.batch(2)))
show("split", count(10).split([0.33, 0.33, 0.34], randomize=False)[1])

endless = iter(count(2).repeat().create_tuple_iterator(output_numpy=True))
print([int(next(endless)[0]) for _ in range(7)])


def with_epoch(values, info):
    return [value * 10 + info.get_batch_num() + 100 * info.get_epoch_num() for value in values],


iterator = count().batch(2, per_batch_map=with_epoch).create_tuple_iterator(num_epochs=2, output_numpy=True)
print([[row[0].tolist() for row in iterator] for _ in range(2)])

# Dictionaries in rows: batches of their arrays, what a function makes of a batch, nested values.
def described(n):
    for i in range(n):
        yield {"number": i, "row": np.array([i, 2.5])}, i


def gathered(values, info):
    return {"values": values, "where": (np.arange(2), "here", None)}, {"size": len(values)}


for output_numpy in (True, False):
    for row in ds.GeneratorDataset(lambda: described(3), ["a", "b"]).batch(2).create_dict_iterator(1, output_numpy):
        print({key: np.asarray(value).tolist() for key, value in row["a"].items()}, np.asarray(row["b"]).tolist())
made = count(4).batch(2, per_batch_map=gathered, output_columns=["a", "b"])
for row in made.create_dict_iterator(1, True):
    print([value.tolist() for value in row["a"]["values"]], row["a"]["where"], row["b"])
try:
    list(ds.GeneratorDataset(lambda: iter([({"a": 1},), ({"b": 2},)]), ["a"]).batch(2))
except RuntimeError as problem:
    print(str(problem)[:38])
