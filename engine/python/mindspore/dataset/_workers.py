# SPDX-License-Identifier: Apache-2.0
"""
Workers: threads and processes that make rows ahead of their reader, for every operation that has num_parallel_workers.

Work is parallel only where a script asks for it: by a number of workers above 1, by config.set_num_parallel_workers, or by
python_multiprocessing of `map` and `batch`. Everything else runs in the thread that reads, when it asks for a row: a
program that is stepped through does one thing after the other then, and breakpoints are met in its order.

Row i is always made by worker i % count, and rows come in the order of one worker; what a worker draws at random depends
on its number and the seed alone. Each worker makes up to config.get_prefetch_size() rows ahead, and one in hand.
"""
import functools
import importlib
import threading

from mindspore.dataset import config


class _Here(threading.local):
    """What holds in one thread: its number as a worker; for pipelines that it opens, whether they have no workers, and the
    list of their pools."""

    number = 0
    is_alone = False
    pools = None


_here = _Here()


def number():
    """The number of the worker that calls, from 0 on; 0 outside of workers and in processes, which have seeds of their
    own."""
    return _here.number


def set_number(worker):
    """Tells that the calling thread is that worker."""
    _here.number = worker


class alone:
    """A `with` in which pipelines are opened without workers: to look at a row, or to count."""

    def __enter__(self):
        self._before, _here.is_alone = _here.is_alone, True

    def __exit__(self, *_):
        _here.is_alone = self._before


class collected:
    """A `with` in which pipelines are opened; gives the list of their pools."""

    def __enter__(self):
        self._before, _here.pools = _here.pools, []
        return _here.pools

    def __exit__(self, *_):
        _here.pools = self._before


def asked(workers, processes=False):
    """How many workers a dataset has that was given `workers` (int or None): 1 unless a script asks for more."""
    if workers is not None:
        return workers
    return config.get_num_parallel_workers() if processes or config.asks_for_workers() else 1


def spread(begin, workers, name, processes=False, around=None):
    """
    A function that gives an iterator over results, in the order of the tasks of an iterable: made in the calling thread,
    or, where workers are asked for, ahead of it. Processes begin here, threads with the first task.

    Args:
        begin (Callable): called once in each worker, gives the function task -> result.
        workers (int): how many; see asked.
        name (str): what the work is called in the names of threads: "map worker 2".
        processes (bool): each worker is a forked process, even a single one; what goes there and back is pickled.
        around (Callable): where only a part of a task is worked on: around(function, task) calls the function with that
            part and gives the result. It is called in this process, the function runs in the worker's.
    """
    if (workers > 1 or processes) and _may_have_workers():
        return _pool(begin, workers, name, processes, around)
    return functools.partial(map, wrapped(begin(), around))


def ahead(workers, name):
    """A function that gives the elements of an iterable, which only one can draw: a thread does so ahead of the reader where
    workers are asked for."""
    return _pool(None, 0, name, False, None) if workers > 1 and _may_have_workers() else iter


def _may_have_workers():
    return not _here.is_alone and not config.get_debug_mode()


def _pool(*arguments):
    module = importlib.import_module("mindspore.dataset._pool")  # who needs no workers needs nothing that it imports
    pool = module.Pool(*arguments)
    if _here.pools is not None:
        _here.pools.append(pool)
    return pool.results


def wrapped(work, around):
    """The function task -> result with what is around it."""
    return work if around is None else functools.partial(around, work)
