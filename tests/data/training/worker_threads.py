# Where work is done: by the thread that reads unless workers are asked for, and by nobody any more when reading has ended.
import gc
import multiprocessing
import threading
import time

import numpy as np
import mindspore as ms
import mindspore.dataset as ds
from mindspore import ops
from mindspore.dataset import transforms, vision

reader = threading.current_thread()


def here():
    current = threading.current_thread()
    return "reader" if current is reader else f"{multiprocessing.current_process().name} {current.name}" \
        if multiprocessing.parent_process() else current.name


class Source:
    def __len__(self):
        return 40

    def __getitem__(self, index):
        seen.add(here())
        return index


def stream():
    for i in range(40):
        seen.add(here())
        yield i


def mapped(x):
    seen.add(here())
    return x


def batched(x, info):
    seen.add(here())
    return (x,)


def left():
    return sorted(thread.name for thread in threading.enumerate() if "worker" in thread.name or "input" in thread.name), \
        len(multiprocessing.active_children())


def tell(title, dataset):
    seen.clear()
    total = sum(int(np.sum(x)) for (x,) in dataset.create_tuple_iterator(num_epochs=1, output_numpy=True))
    print(title, total, sorted(seen), left())


def pipeline(workers=None, processes=False):
    source = ds.GeneratorDataset(Source(), ["x"], shuffle=False, num_parallel_workers=workers or 1,
                                 python_multiprocessing=processes)
    return source.map(mapped, num_parallel_workers=workers, python_multiprocessing=processes).batch(
        2, per_batch_map=batched, num_parallel_workers=workers, python_multiprocessing=processes)


seen = set()
tell("one", pipeline())
tell("two", pipeline(2))
tell("filter", ds.GeneratorDataset(Source(), ["x"]).filter(lambda x: bool(mapped(x) >= 0), num_parallel_workers=2))
tell("stream", ds.GeneratorDataset(stream, ["x"]))
tell("stream ahead", ds.GeneratorDataset(stream, ["x"], num_parallel_workers=2))
tell("transforms only", ds.GeneratorDataset(Source(), ["x"], shuffle=False).map(
    transforms.TypeCast(ms.float32), num_parallel_workers=2, python_multiprocessing=True))
tell("behind sync_wait", ds.GeneratorDataset(Source(), ["x"]).sync_wait("s").map(mapped, num_parallel_workers=2))
ds.config.set_debug_mode(True)
tell("debug mode", pipeline(2))
ds.config.set_debug_mode(False)
ds.config.set_num_parallel_workers(3)
tell("by config", ds.GeneratorDataset(Source(), ["x"]).map(mapped))

print("-- how far ahead")
made = []
ds.config.set_prefetch_size(2)
iterator = iter(ds.GeneratorDataset(list(range(100)), ["x"], shuffle=False).map(
    lambda x: made.append(int(x)) or x, num_parallel_workers=2))
for _ in range(3):
    next(iterator)
    time.sleep(0.2)
    print(sorted(made)[-1] + 1, end=" ")
print()
del iterator
ds.config.set_prefetch_size(16)

print("-- ends")
for processes in (False, True):
    for row in pipeline(2, processes):
        break
    print("break", left())
    iterator = pipeline(2, processes).create_tuple_iterator()
    next(iterator)
    print("reading", left())
    iterator.stop()
    print("stop", left())
    iterator = pipeline(2, processes).create_tuple_iterator()
    next(iterator)
    held = [iterator]
    held.append(held)
    del iterator, held
    gc.collect()
    print("cycle", left())


def broken(x):
    if x == 5:
        raise ValueError("no fives")
    return x


class Leaving:
    def __len__(self):
        return 8

    def __getitem__(self, index):
        if index == 3:
            import os
            os._exit(4)
        return index


def numbers():
    return ds.NumpySlicesDataset(np.arange(10), ["x"], shuffle=False)


print("-- errors")
for dataset in (numbers().map(broken, num_parallel_workers=2),
                numbers().map(broken, num_parallel_workers=2, python_multiprocessing=True),
                ds.GeneratorDataset(Leaving(), ["x"], shuffle=False, num_parallel_workers=2)):
    got = []
    iterator = dataset.create_tuple_iterator(output_numpy=True)
    try:
        for (x,) in iterator:
            got.append(int(x))
    except RuntimeError as error:
        kept = error
        notes = [line for note in error.__notes__ for line in note.splitlines() if "At row" in line or "in broken" in line]
        text = " ".join("N" if word.isdigit() and len(word) > 1 else word for word in str(error).split())
        print(got, text, type(error.__cause__).__name__, [note.partition("line")[2] or note for note in notes], left())
    print("behind it", list(iterator))


def cropped(workers):
    ds.config.set_seed(3)
    pictures = ds.NumpySlicesDataset(np.arange(6 * 5 * 5 * 3, dtype=np.uint8).reshape(6, 5, 5, 3), ["x"], shuffle=False)
    dataset = pictures.map(vision.RandomCrop(2), num_parallel_workers=workers)
    return [int(x[0, 0, 0]) for (x,) in dataset.create_tuple_iterator(num_epochs=1, output_numpy=True)]


print("-- random transforms")
print(cropped(2) == cropped(2), cropped(1) == cropped(1), len({tuple(cropped(2)), tuple(cropped(1))}))

print("-- operators in workers")


@ms.jit
def scaled(x):
    return ops.relu(x) * 2 + 1


for processes in (False, True):
    dataset = ds.NumpySlicesDataset(np.ones((6, 4), np.float32), ["x"], shuffle=False)
    dataset = dataset.map(lambda x: ops.matmul(ms.Tensor(x).reshape(1, 4), ms.Tensor(x)), num_parallel_workers=2,
                          python_multiprocessing=processes).map(lambda x: scaled(ms.Tensor(x)), num_parallel_workers=2)
    print([x.tolist() for (x,) in dataset.create_tuple_iterator(num_epochs=1, output_numpy=True)])
