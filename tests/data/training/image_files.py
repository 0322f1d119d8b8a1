# Datasets of images in the files of MNIST and CIFAR, which are made up here.
import os
import struct
import tempfile
import numpy as np
import mindspore.dataset as ds

random = np.random.RandomState(0)


def some_bytes(*shape):
    return random.randint(0, 256, shape).astype(np.uint8)


def write_mnist(folder, prefix, count):
    with open(os.path.join(folder, prefix + "-images-idx3-ubyte"), "wb") as file:
        file.write(struct.pack(">IIII", 2051, count, 28, 28) + some_bytes(count, 28, 28).tobytes())
    with open(os.path.join(folder, prefix + "-labels-idx1-ubyte"), "wb") as file:
        file.write(struct.pack(">II", 2049, count) + (some_bytes(count) % 10).tobytes())


def write_cifar(folder, name, labels):
    rows = np.concatenate([some_bytes(10000, labels) % 10, np.resize(some_bytes(97, 3072), (10000, 3072))], axis=1)
    rows.tofile(os.path.join(folder, name + ".bin"))


def show(title, dataset):
    print(title, dataset.get_dataset_size(), dataset.get_col_names(), dataset.output_shapes(),
          [str(dtype) for dtype in dataset.output_types()])
    for row in dataset.take(3).create_tuple_iterator(num_epochs=1, output_numpy=True):
        print("  ", [int(value.astype(np.int64).sum()) for value in row], row[0].reshape(-1)[500:503].tolist())


ds.config.set_seed(3)
with tempfile.TemporaryDirectory() as folder:
    write_mnist(folder, "train", 5)
    write_mnist(folder, "t10k", 3)
    for kind in (ds.MnistDataset, ds.FashionMnistDataset, ds.KMnistDataset):
        for usage in ("train", "test", "all", None):
            show(f"{kind.__name__} {usage}", kind(folder, usage, shuffle=False))
    show("random order", ds.MnistDataset(folder))
    show("two", ds.MnistDataset(folder, num_samples=2, shuffle=False))
    show("second half", ds.MnistDataset(folder, num_shards=2, shard_id=1, shuffle=False))
    show("batches", ds.MnistDataset(folder, "train", shuffle=False).batch(2))
with tempfile.TemporaryDirectory() as folder:
    write_cifar(folder, "data_batch_1", 1)
    write_cifar(folder, "test_batch", 1)
    for usage in ("train", "test", "all"):
        show(f"CIFAR-10 {usage}", ds.Cifar10Dataset(folder, usage, shuffle=False))
with tempfile.TemporaryDirectory() as folder:
    write_cifar(folder, "test", 2)
    show("CIFAR-100", ds.Cifar100Dataset(folder, "test", shuffle=False))
