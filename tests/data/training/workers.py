# Workers of datasets: what they give, in which order, and what is random in their processes.
import random
import threading
import os

import numpy as np
import mindspore.dataset as ds

program = os.getpid()


class Source:
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return index, os.getpid() != program, threading.current_thread() is not threading.main_thread()


class Drawing:
    def __len__(self):
        return 6

    def __getitem__(self, index):
        return np.array([index, random.randrange(1000), np.random.randint(1000)])


class Stream:
    def __iter__(self):
        return iter([np.array([i]) for i in range(5)])


def rows(dataset, epochs=1):
    iterator = dataset.create_tuple_iterator(num_epochs=epochs, output_numpy=True)
    return [[value.tolist() for row in iterator for value in row] for _ in range(epochs)]


def read(column, processes):
    return ds.GeneratorDataset(Source(), ["x", "p", "t"], shuffle=False, num_parallel_workers=2,
                               python_multiprocessing=processes).project([column])


def mapped(processes):
    return read("x", processes).map(lambda x: (x, x * 10), ["x"], ["x", "y"], num_parallel_workers=2,
                                    python_multiprocessing=processes)


def batched(processes):
    return mapped(processes).batch(
        3, num_parallel_workers=2, python_multiprocessing=processes,
        per_batch_map=lambda x, y, info: ([v + 100 * info.get_batch_num() for v in x], y))


for processes in (False, True):
    print("processes" if processes else "threads")
    print(" order", rows(read("x", processes), 2))
    print(" in processes", rows(read("p", processes)), "on other threads", rows(read("t", processes)) if not processes else "")
    print(" map", rows(mapped(processes)))
    print(" repeat, skip, take", rows(mapped(processes).repeat(2).skip(3).take(8).project(["x"])))
    print(" batch", rows(batched(processes)))
    print(" batch without the rest", rows(mapped(processes).batch(3, drop_remainder=True, num_parallel_workers=2)))
    print(" filter", rows(mapped(processes).filter(lambda x, y: x % 2 == 0, num_parallel_workers=2)))
    print(" two at once", [[int(a), int(b)] for (a,), (b,) in zip(read("x", processes), read("x", processes))])
    print(" sizes", mapped(processes).get_dataset_size(), batched(processes).get_dataset_size(),
          batched(processes).output_shapes())

print("a stream", rows(ds.GeneratorDataset(Stream(), ["x"], num_parallel_workers=2), 2))

ds.config.set_seed(7)
drawing = ds.GeneratorDataset(Drawing(), ["x"], shuffle=False, num_parallel_workers=2)
print("drawn in processes", rows(drawing, 2))


def shuffled():
    return ds.GeneratorDataset(Source(), ["x", "p", "t"], num_parallel_workers=2).project(["x"])


def numbers(count=6):
    return ds.NumpySlicesDataset(np.arange(count), ["x"], shuffle=False)


print("shuffled", rows(shuffled(), 2), rows(shuffled().shuffle(4)))
print("left early", rows(numbers(200).shuffle(20).map(lambda x: x, num_parallel_workers=2).take(4), 3))
print("drawn by a map", rows(numbers().map(lambda x: np.array([x, random.randrange(1000), np.random.randint(1000)]),
                                           num_parallel_workers=2, python_multiprocessing=True)))


class Steps(ds.DSCallback):
    def __init__(self):
        super().__init__()
        self.begun, self.ended = [], []

    def ds_step_begin(self, context):
        self.begun.append((context.cur_epoch_num, context.cur_step_num_in_epoch, context.cur_step_num))

    def ds_step_end(self, context):
        self.ended.append((context.cur_epoch_num, context.cur_step_num_in_epoch, context.cur_step_num))


steps = Steps()
rows(numbers().take(3).map(lambda x: x, num_parallel_workers=2, callbacks=steps), 2)
print("steps", steps.begun, steps.ended)
