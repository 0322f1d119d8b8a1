# SPDX-License-Identifier: Apache-2.0
"""The threads and processes of _workers.spread."""
import contextlib
import functools
import itertools
import multiprocessing
import os
import pickle
import signal
import socket
import threading
import time
import traceback
import weakref
from queue import SimpleQueue

from mindspore.dataset import config
from mindspore.dataset._workers import set_number, wrapped
from mindspore.dataset.errors import pipeline_error

_END = object()
_PATIENCE = 5.0  # seconds that workers have to finish the row in hand when nobody reads any more
_PROCESS_PATIENCE = 1.0  # a process can be ended from outside, where a thread cannot


class _Failure:
    """What a worker raised, in place of a result."""

    def __init__(self, error, place=""):
        self.error = error
        if place:
            error.add_note(place)


class _Pass:
    """One pass over the tasks, with a queue to and from each worker; tasks come in turn, and so do results."""

    def __init__(self, tasks, workers, ahead):
        self.is_over = False
        self.inputs = [SimpleQueue() for _ in range(max(workers, 1))]
        # Without workers, tasks are the results.
        self.outputs = [SimpleQueue() for _ in range(workers)] or self.inputs
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
                outputs.put(work(task))
            except BaseException as error:  # as above
                outputs.put(_Failure(error, _place(worker + count * len(self.inputs), task)))

    def end(self):
        """Nobody reads any more: everybody who waits is woken, and stops."""
        self.is_over = True
        self._room.put(False)
        for waiting in itertools.chain(self.inputs, self.outputs):
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

    def leave(self):
        """Tells everybody to stop."""
        if os.getpid() != self.owner:
            return  # a fork of a user's own has copies of this, and none of the threads
        if self.one_pass is not None:
            self.one_pass.end()
        for passes in self.waiting:
            passes.put(None)

    def stop(self):
        """Leaves nobody behind."""
        if os.getpid() != self.owner:
            return
        self.leave()
        now = time.monotonic()
        if self.processes:
            # What a thread has begun to send must not be cut off; one that waits for its process is not waited for long.
            self._join(now + _PROCESS_PATIENCE)
            for process in self.processes:
                process.channel.finish()
            for process in self.processes:
                process.end(now + _PROCESS_PATIENCE)
        self._join(now + _PATIENCE)
        self.one_pass = None
        for kept in (self.threads, self.waiting, self.processes):
            kept.clear()

    def _join(self, until):
        for thread in self.threads:
            if thread is not threading.current_thread():
                thread.join(max(0, until - time.monotonic()))


class Pool:
    """The workers of one operation for one reader, over all of its passes; without workers, only a thread that draws what
    there is. They end with `end`, or when the reader lets the pool go."""

    def __init__(self, begin, workers, name, processes, around):
        self._begin, self._workers, self._name, self._around = begin, workers, name, around
        self._ahead = max(workers, 1) * (config.get_prefetch_size() + 1)
        self._parts = _Parts()
        # Also at the interpreter's exit: a thread that is in the middle of an operator would be torn out of it.
        self.leave, self.end = self._parts.leave, weakref.finalize(self, self._parts.stop)
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
        one_pass = parts.one_pass = _Pass(tasks, self._workers, self._ahead)
        if not parts.threads:
            for worker in range(self._workers):
                begin = self._begin if not parts.processes else parts.processes[worker].begin
                self._start(worker, f"{self._name} worker {worker}", functools.partial(_serve, begin, self._around))
        if one_pass.needs_feeder and len(parts.threads) == self._workers:
            what = "input" if self._workers else "ahead"
            self._start(self._workers, f"{self._name} {what}", _serve_input)
        for passes in parts.waiting[:None if one_pass.needs_feeder else self._workers]:
            passes.put(one_pass)
        return one_pass

    def results(self, tasks):
        """An iterator over the results of the tasks."""
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


def _at_first_call(begin):
    """The function that `begin` gives, which is called for the first task: what it raises is that task's error."""
    begun = functools.cache(begin)
    return lambda task: begun()(task)


def _tell_name():
    """Gives the thread its name for the system, too, where profilers and debuggers look; Python does that from 3.14 on."""
    try:
        with open("/proc/thread-self/comm", "w", encoding="utf-8") as name:
            name.write(threading.current_thread().name)
    except OSError:
        pass  # another system, or one that hides this


def _serve(begin, around, worker, passes):
    """The life of a worker's thread: pass after pass."""
    _tell_name()
    set_number(worker)
    work = wrapped(_at_first_call(begin), around)
    while (one_pass := passes.get()) is not None:
        one_pass.work_off(worker, work)
        del one_pass  # while this waits, nothing of the pass is kept alive


def _serve_input(_, passes):
    """The life of the thread that draws tasks from another operation."""
    _tell_name()
    while (one_pass := passes.get()) is not None:
        one_pass.feed()
        del one_pass


# -- processes ---------------------------------------------------------------------------------------------------------

_PROCESS_NAMES = {"read": "GeneratorWorkerProcess", "map": "MapWorker", "batch": "MapWorker"}


class _Channel:
    """One end of a connection between two processes, for messages of bytes; EOFError or ConnectionError when the other one
    is gone."""

    def __init__(self, end):
        self._end = end

    def send(self, data):
        # Who has no handler for SIGPIPE would be ended by it.
        self._end.sendall(len(data).to_bytes(8, "little"), socket.MSG_NOSIGNAL)
        self._end.sendall(data, socket.MSG_NOSIGNAL)

    def receive(self):
        return self._bytes(int.from_bytes(self._bytes(8), "little"))

    def _bytes(self, count):
        data = bytearray(count)
        left = memoryview(data)
        while left:
            got = self._end.recv_into(left)
            if got == 0:
                raise EOFError
            left = left[got:]
        return data

    def finish(self):
        """Nothing more is sent: the other end finds its end, whoever else has copies of this one."""
        with contextlib.suppress(OSError):  # the other one may be gone already
            self._end.shutdown(socket.SHUT_WR)

    def close(self):
        self._end.close()


class _Process:
    """A forked process that works for one thread of this one: it gets what a task gives, and sends the result."""

    def __init__(self, begin, worker, name, others):
        context = multiprocessing.get_context("fork")
        ours, theirs = map(_Channel, socket.socketpair())
        self.channel = ours
        # The child's copies of our ends would keep it and the others alive when this process dies.
        inherited = [other.channel for other in others] + [ours]
        self._process = context.Process(target=_serve_process, args=(theirs, inherited, begin, worker),
                                        name=f"{_PROCESS_NAMES[name]}{worker}", daemon=True)
        self._process.start()
        theirs.close()

    def begin(self):
        """The function task -> result, done over there."""
        return self._made

    def _made(self, given):
        process = self._process.pid
        task = pickle.dumps(given, pickle.HIGHEST_PROTOCOL)
        try:
            self.channel.send(task)
            answer = self.channel.receive()
        except (EOFError, ConnectionError):
            self._process.join(_PROCESS_PATIENCE)
            raise pipeline_error(f"Dataset worker process {process} exited unexpectedly with exit code "
                                 f"{self._process.exitcode}.") from None
        is_good, result = pickle.loads(answer)
        if is_good:
            return result
        error, cause, text = result
        error.__cause__ = cause
        error.add_note(f"In process {process}:\n{text}")
        raise error

    def end(self, until):
        """Lets it end, and ends it if that has not happened at a time of the monotonic clock."""
        self._process.join(max(0, until - time.monotonic()))
        for end in (self._process.terminate, self._process.kill):
            if self._process.exitcode is None:
                end()
                self._process.join(_PROCESS_PATIENCE)
        self.channel.close()


def _serve_process(channel, others, begin, worker):
    """The life of a worker's process: task after task."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the reader, who ends this process
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()
    for other in others:
        other.close()
    set_number(0)
    if config.has_seed():
        config.set_seed((config.get_seed() + worker) % 2**32)
    work = _at_first_call(begin)
    with contextlib.suppress(EOFError, ConnectionError):  # nobody has anything to do for it any more
        while True:
            channel.send(_answer(work, channel.receive()))


def _answer(work, task):
    """(True, result) or (False, what _packed gives), pickled."""
    try:
        return pickle.dumps((True, work(pickle.loads(task))), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:  # as above
        return pickle.dumps((False, _packed(error)))


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
