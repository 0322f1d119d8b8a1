# Datasets of every kind of source, read in every way.
import numpy as np
import mindspore as ms
import mindspore.dataset as ds

images = np.arange(12, dtype=np.float32).reshape(6, 2)
labels = np.arange(6)


class Pairs:
    def __len__(self):
        return 6

    def __getitem__(self, index):
        return images[index], labels[index]


class Countdown:
    def __iter__(self):
        self.left = 4
        return self

    def __next__(self):
        self.left -= 1
        if self.left == 0:
            raise StopIteration
        return np.array([self.left]),


def numbers():
    for i in range(3):
        yield i, float(i)


def show(title, dataset):
    print(title, dataset.get_dataset_size(), dataset.get_col_names(), dataset.output_shapes(),
          [str(dtype) for dtype in dataset.output_types()])
    for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True):
        print("  ", {name: value.tolist() for name, value in row.items()})


show("function", ds.GeneratorDataset(numbers, ["a", "b"]))
show("generator", ds.GeneratorDataset(numbers(), ["a", "b"]))
show("object", ds.GeneratorDataset(Pairs(), ["image", "label"], shuffle=False))
show("iterable", ds.GeneratorDataset(Countdown(), ["a"]))
show("zip", ds.GeneratorDataset(zip(images, labels), ["image", "label"], shuffle=False))
show("zip of tensors", ds.GeneratorDataset(zip(ms.Tensor(images), ms.Tensor(labels)), ["i", "l"], shuffle=False))
show("list", ds.GeneratorDataset([1, 2, 3], "a", shuffle=False))
show("list of rows", ds.GeneratorDataset([[1, 2], [3, 4]], ["a", "b"], shuffle=False))
show("array", ds.GeneratorDataset(images, ["a"], shuffle=False))
print([row[0].tolist() for row in ds.GeneratorDataset(["ab", "c"], ["a"], shuffle=False).batch(2)])
show("mixed", ds.GeneratorDataset([([1, 2], True, np.float16(2), ms.Tensor([1, 2]))], ["a", "b", "c", "d"]))
show("types", ds.GeneratorDataset([np.int32(1)], ["a"], column_types=[ms.int32]))
show("first two", ds.GeneratorDataset(Pairs(), ["image", "label"], num_samples=2, shuffle=False))
show("first two of a function", ds.GeneratorDataset(numbers, ["a", "b"], num_samples=2))
show("slices of a list", ds.NumpySlicesDataset([[1, 2], [3, 4]], shuffle=False))
show("slices of a tuple", ds.NumpySlicesDataset(([1, 2], [3, 4]), ["q", "w"], shuffle=False))
show("slices of a dict", ds.NumpySlicesDataset({"a": [1, 2], "b": [3.5, 4.5]}, shuffle=False))
show("slices of an array", ds.NumpySlicesDataset(images, shuffle=False).take(2))

dataset = ds.GeneratorDataset(numbers, ["a", "b"])
print([[(value.shape, str(value.dtype)) for value in row] for row in dataset][1])
print([[int(value) for value in row] for row in dataset.create_tuple_iterator(columns=["b"], num_epochs=1)])
generator = ds.GeneratorDataset(numbers(), ["a", "b"])
print([sum(1 for _ in generator) for _ in range(2)])
iterator = dataset.create_dict_iterator(num_epochs=2)
print([[int(row["a"]) for row in iterator] for _ in range(2)])
for row in ds.GeneratorDataset(["ab"], ["a"]):
    print(type(row[0]).__name__, row[0])


def spoil(row):
    row[:] = -1
    return row


print([row[0].asnumpy().tolist() for row in ds.NumpySlicesDataset(images, ["a"], shuffle=False).map(spoil).take(1)])
print("source unchanged", images.min())
