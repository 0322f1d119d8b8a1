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
import itertools
import os
import pickle
import random
import threading
import time
import traceback
import weakref
from queue import SimpleQueue

import numpy as np

from mindspore.dataset import config
from mindspore.dataset.errors import pipeline_error

_END = object()
_PATIENCE = 5.0  # seconds that workers have to finish the row in hand when nobody reads any more
_PROCESS_PATIENCE = 1.0  # a process can be ended from outside, where a thread cannot


class _Here(threading.local):
    """What holds in one thread: its number as a worker, and whether pipelines that it opens have no workers."""

    number = 0
    is_alone = False


_here = _Here()


def number():
    """The number of the worker that calls, from 0 on; 0 outside of workers and in processes, which have seeds of their
    own."""
    return _here.number


class alone:
    """A `with` in which pipelines are opened without workers: to look at a row, or to count."""

    def __enter__(self):
        self._before, _here.is_alone = _here.is_alone, True

    def __exit__(self, *_):
        _here.is_alone = self._before


def spread(begin, workers, name, processes=False, given=None):
    """
    A function that gives pairs (task, result) for an iterable of tasks, in their order: in the calling thread, or, where
    workers are asked for, made ahead by them. Processes begin here, threads with the first task.

    Args:
        begin (Callable): called once in each worker, gives the function task -> result.
        workers (int): how many; see asked.
        name (str): what the work is called in the names of threads: "map worker 2".
        processes (bool): each worker is a forked process, even a single one; tasks and results are pickled.
        given (Callable): what of a task the function gets; the task itself for None.
    """
    if _here.is_alone or config.get_debug_mode():
        workers, processes = 1, False
    if workers > 1 or processes:
        return _Pool(begin, workers, name, processes, given).pairs
    work = begin()
    if given is None:
        return lambda tasks: ((task, work(task)) for task in tasks)
    return lambda tasks: ((task, work(given(task))) for task in tasks)


def asked(workers, processes=False):
    """How many workers a dataset has that was given `workers` (int or None): 1 unless a script asks for more."""
    if workers is not None:
        return workers
    return config.get_num_parallel_workers() if processes or config.asks_for_workers() else 1


class _Failure:
    """What a worker raised, in place of a result."""

    def __init__(self, error, place=""):
        self.error = error
        if place:
            error.add_note(place)


class _Pass:
    """One pass over the tasks, with a queue to and from each worker; tasks come in turn, and so do results."""

    def __init__(self, tasks, given, workers, ahead):
        self.given, self.is_over = given, False
        self.inputs, self.outputs = ([SimpleQueue() for _ in range(workers)] for _ in range(2))
        self._room = SimpleQueue()
        self._handing = self._handed_out(tasks)
        # Drawing a task from another operation may take long, or run a user's code: that is a thread's work.
        self.needs_feeder = not isinstance(tasks, (list, range))
        if self.needs_feeder:
            for _ in range(ahead):
                self._room.put(True)
        else:
            for _ in itertools.islice(self._handing, ahead):
                pass

    def _handed_out(self, tasks):
        turns = itertools.cycle(self.inputs)
        try:
            for task in tasks:
                next(turns).put(task)
                yield
                if self.is_over:
                    return
        except GeneratorExit:
            raise
        except BaseException as error:  # whatever it is, the reader must hear of it
            next(turns).put(_Failure(error))
        for waiting in self.inputs:
            waiting.put(_END)

    def feed(self):
        """Hands out tasks while there is room; in the thread for that."""
        while self._room.get() and not self.is_over:
            if next(self._handing, _END) is _END:
                break
        self._handing = None  # what the tasks come from may go now

    def taken(self):
        """A result was taken: there is room for one task more."""
        if self.needs_feeder:
            self._room.put(True)
        else:
            next(self._handing, None)

    def work_off(self, worker, work):
        """Makes results of the tasks of one worker; in its thread."""
        inputs, outputs = self.inputs[worker], self.outputs[worker]
        for count in itertools.count():
            task = inputs.get()
            if task is _END or self.is_over:
                outputs.put(_END)
                return
            if isinstance(task, _Failure):
                outputs.put(task)
                continue
            try:
                outputs.put((task, work(task if self.given is None else self.given(task))))
            except BaseException as error:  # as above
                outputs.put(_Failure(error, _place(worker + count * len(self.inputs), task)))

    def end(self):
        """Nobody reads any more: everybody who waits is woken, and stops."""
        self.is_over = True
        self._room.put(False)
        for waiting in self.inputs:
            waiting.put(_END)


def _place(row, task):
    element = f" (element {task})" if isinstance(task, int) else ""
    return f"At row {row} of the pass{element}, in '{threading.current_thread().name}'."


class _Parts:
    """What a pool leaves behind for its end; it does not know the pool, or the pool would never be let go."""

    def __init__(self):
        self.owner = os.getpid()
        self.threads, self.waiting, self.processes = [], [], []
        self.one_pass = None

    def stop(self):
        if os.getpid() != self.owner:
            return  # a fork of a user's own has copies of this, and none of the threads
        if self.one_pass is not None:
            self.one_pass.end()
        for passes in self.waiting:
            passes.put(None)
        for process in self.processes:
            process.leave()
        now = time.monotonic()
        for process in self.processes:
            process.join(now + _PROCESS_PATIENCE - time.monotonic())
        for thread in self.threads:
            if thread is not threading.current_thread():
                thread.join(max(0, now + _PATIENCE - time.monotonic()))
        self.one_pass = None
        for kept in (self.threads, self.waiting, self.processes):
            kept.clear()


class _Pool:
    """The workers of one operation for one reader, over all of its passes; they end when the reader lets it go."""

    def __init__(self, begin, workers, name, processes, given):
        self._begin, self._workers, self._name, self._given = begin, workers, name, given
        self._ahead = workers * (config.get_prefetch_size() + 1)
        self._parts = _Parts()
        # Also at the interpreter's exit: a thread that is in the middle of an operator would be torn out of it.
        self._end = weakref.finalize(self, self._parts.stop)
        if processes:
            for worker in range(workers):
                self._parts.processes.append(_Process(begin, worker, name, self._parts.processes))

    def _start(self, worker, name, serve):
        passes = SimpleQueue()
        self._parts.waiting.append(passes)
        thread = threading.Thread(target=serve, args=(worker, passes), name=name, daemon=True)
        self._parts.threads.append(thread)
        thread.start()

    def _started(self, tasks):
        """A pass that the workers are at."""
        parts = self._parts
        if parts.one_pass is not None:
            parts.one_pass.end()
        one_pass = parts.one_pass = _Pass(tasks, self._given, self._workers, self._ahead)
        if not parts.threads:
            for worker in range(self._workers):
                begin = self._begin if not parts.processes else parts.processes[worker].begin
                self._start(worker, f"{self._name} worker {worker}", functools.partial(_serve, begin))
        if one_pass.needs_feeder and len(parts.threads) == self._workers:
            self._start(self._workers, f"{self._name} input", _serve_input)
        for passes in parts.waiting[:None if one_pass.needs_feeder else self._workers]:
            passes.put(one_pass)
        return one_pass

    def pairs(self, tasks):
        one_pass = self._started(tasks)
        try:
            for outputs in itertools.cycle(one_pass.outputs):
                result = outputs.get()
                if result is _END:
                    return
                if isinstance(result, _Failure):
                    raise result.error
                one_pass.taken()
                yield result
        finally:
            one_pass.end()


def _tell_name():
    """Gives the thread its name for the system, too, where profilers and debuggers look; Python does that from 3.14 on."""
    try:
        with open("/proc/thread-self/comm", "w", encoding="utf-8") as name:
            name.write(threading.current_thread().name)
    except OSError:
        pass  # another system, or one that hides this


def _serve(begin, worker, passes):
    """The life of a worker's thread: pass after pass."""
    _tell_name()
    _here.number = worker
    begun = functools.cache(begin)
    while (one_pass := passes.get()) is not None:
        one_pass.work_off(worker, lambda given: begun()(given))
        del one_pass  # while this waits, nothing of the pass is kept alive


def _serve_input(_, passes):
    """The life of the thread that draws tasks from another operation."""
    _tell_name()
    while (one_pass := passes.get()) is not None:
        one_pass.feed()
        del one_pass


# -- processes ---------------------------------------------------------------------------------------------------------

_PROCESS_NAMES = {"read": "GeneratorWorkerProcess", "map": "MapWorker", "batch": "MapWorker"}


class _Process:
    """A forked process that works for one thread of this one: it gets what a task gives, and sends the result."""

    def __init__(self, begin, worker, name, others):
        import multiprocessing  # takes longer to import than all of mindspore.dataset
        context = multiprocessing.get_context("fork")
        self._connection, theirs = context.Pipe()
        # The child's copies of our ends would keep it and the others alive when this process dies.
        ours = [other._connection for other in others] + [self._connection]
        self._process = context.Process(target=_serve_process, args=(theirs, ours, begin, worker),
                                        name=f"{_PROCESS_NAMES[name]}{worker}", daemon=True)
        self._process.start()
        theirs.close()

    def begin(self):
        """The function task -> result, done over there."""
        return self._made

    def _made(self, given):
        process = self._process.pid
        try:
            self._connection.send_bytes(pickle.dumps(given, pickle.HIGHEST_PROTOCOL))
            is_good, result = pickle.loads(self._connection.recv_bytes())
        except (EOFError, ConnectionError):
            self._process.join(_PROCESS_PATIENCE)
            raise pipeline_error(f"Dataset worker process {process} exited unexpectedly with exit code "
                                 f"{self._process.exitcode}.") from None
        if is_good:
            return result
        error, cause, text = result
        error.__cause__ = cause
        error.add_note(f"In process {process}:\n{text}")
        raise error

    def leave(self):
        """Tells it to end, behind what it has in hand: it finds nothing more to read, whoever has copies of our end."""
        import socket
        with socket.socket(fileno=os.dup(self._connection.fileno())) as ours:
            try:
                ours.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # it is gone already

    def join(self, patience):
        self._process.join(max(0, patience))
        if self._process.exitcode is None:
            self._process.terminate()
            self._process.join(_PROCESS_PATIENCE)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        self._connection.close()


def _serve_process(connection, others, begin, worker):
    """The life of a worker's process: task after task."""
    import signal
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the reader, who ends this process
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()
    for other in others:
        other.close()
    _here.number = 0
    if config.has_seed():
        config.set_seed((config.get_seed() + worker) % 2**32)
    begun = functools.cache(begin)
    while True:
        try:
            data = connection.recv_bytes()
        except (EOFError, ConnectionError):
            return
        try:
            answer = pickle.dumps((True, begun()(pickle.loads(data))), pickle.HIGHEST_PROTOCOL)
        except BaseException as error:  # whatever it is, the reader must hear of it
            answer = pickle.dumps((False, _packed(error)))
        connection.send_bytes(answer)


def _leave_with(parent):
    """Ends this process when its parent is gone, also in the middle of a task."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _packed(error):
    """(error, its cause or None, its traceback as text), with stand-ins for what cannot be pickled."""
    text = "".join(traceback.format_exception(error)).rstrip()
    return _picklable(error), error.__cause__ and _picklable(error.__cause__), text


def _picklable(error):
    try:
        pickle.loads(pickle.dumps(error))
        return error.with_traceback(None)
    except Exception:  # a class that pickles its errors in a way of its own may raise anything
        return RuntimeError(f"{type(error).__name__}: {error}")
