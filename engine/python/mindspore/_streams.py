# SPDX-License-Identifier: Apache-2.0
"""Streams, events and figures of device memory, where everything runs on the processor in the order of the program: a
stream is always finished, and no memory of a device is in use."""
import time

__all__ = ["Event", "Stream", "StreamCtx", "communication_stream", "current_stream", "default_stream", "set_cur_stream",
           "max_memory_allocated", "max_memory_reserved", "memory_allocated", "memory_reserved", "memory_stats",
           "memory_summary", "reset_max_memory_allocated", "reset_max_memory_reserved", "reset_peak_memory_stats",
           "set_memory"]


class Stream:
    """Stream(priority=0): what runs in it runs in the order of the program."""

    _count = 0

    def __init__(self, priority=0, **kwargs):
        if isinstance(priority, bool) or not isinstance(priority, int):
            raise TypeError(f"For 'Stream', the 'priority' must be an int, but got {type(priority).__name__}.")
        self.device_name, self.device_id = "CPU", 0
        self.id, Stream._count = Stream._count, Stream._count + 1

    def query(self):
        """Whether everything in it has finished: yes."""
        return True

    def synchronize(self):
        """Returns once everything in it has finished."""

    def wait_event(self, event):
        """What follows runs after the event, as it does anyway."""
        if not isinstance(event, Event):
            raise TypeError(f"For 'wait_event', the 'event' must be an Event, but got {type(event).__name__}.")

    def wait_stream(self, stream):
        """What follows runs after the other stream's work, as it does anyway."""
        if not isinstance(stream, Stream):
            raise TypeError(f"For 'wait_stream', the 'stream' must be a Stream, but got {type(stream).__name__}.")

    def record_event(self, event=None):
        """An event that stands for now."""
        event = Event() if event is None else event
        event.record(self)
        return event

    def __eq__(self, other):
        if not isinstance(other, Stream):
            raise TypeError(f"For '__eq__', the argument must be a Stream, but got {type(other).__name__}.")
        return self.id == other.id

    def __hash__(self):
        return hash(self.id)

    def __repr__(self):
        return f"Stream(device_name={self.device_name}, device_id:{self.device_id}, stream id:{self.id})"


_default = Stream()
_current = [_default]


class Event:
    """Event(enable_timing=False, blocking=False): a place in a stream, with its time if asked."""

    def __init__(self, enable_timing=False, blocking=False):
        self._times, self._moment = enable_timing, None

    def record(self, stream=None):
        """Stands for now from here on."""
        self._moment = time.perf_counter()

    def wait(self, stream=None):
        """Returns: what was before has run."""

    def synchronize(self):
        """Returns once what was before has finished."""

    def query(self):
        """Whether what was before has finished: yes."""
        return True

    def elapsed_time(self, other_event):
        """Milliseconds from here to another event. RuntimeError if one of them has no time."""
        if not (self._times and other_event._times) or None in (self._moment, other_event._moment):
            raise RuntimeError("Both events must be made with enable_timing=True and recorded before the time between them "
                               "is asked for.")
        return (other_event._moment - self._moment) * 1e3


class StreamCtx:
    """`with StreamCtx(stream):` makes it the current one inside; None changes nothing."""

    def __init__(self, ctx_stream):
        if ctx_stream is not None and not isinstance(ctx_stream, Stream):
            raise TypeError(f"For 'StreamCtx', the 'ctx_stream' must be a Stream, but got {type(ctx_stream).__name__}.")
        self._stream = ctx_stream

    def __enter__(self):
        self._before = _current[0]
        _current[0] = self._before if self._stream is None else self._stream

    def __exit__(self, *failure):
        _current[0] = self._before


def default_stream():
    """The stream that everything runs in unless told otherwise."""
    return _default


def communication_stream():
    """The stream of communication: the default one."""
    return _default


def current_stream():
    """The stream that was set last."""
    return _current[0]


def set_cur_stream(stream):
    """Makes a stream the current one."""
    if not isinstance(stream, Stream):
        raise TypeError(f"For 'set_cur_stream', the 'stream' must be a Stream, but got {type(stream).__name__}.")
    _current[0] = stream


def _nothing(name, text):
    def function(device_target=None):
        return 0
    function.__name__, function.__doc__ = name, text
    return function


memory_allocated = _nothing("memory_allocated", "Bytes of a device that tensors hold: 0, they are in the processor's memory.")
memory_reserved = _nothing("memory_reserved", "Bytes of a device that are set apart: 0.")
max_memory_allocated = _nothing("max_memory_allocated", "The most that memory_allocated has been: 0.")
max_memory_reserved = _nothing("max_memory_reserved", "The most that memory_reserved has been: 0.")


def memory_stats(device_target=None):
    """Figures of device memory by name: 0."""
    names = ("total_reserved_memory", "total_allocated_memory", "total_idle_memory", "total_eager_free_memory",
             "max_reserved_memory", "max_allocated_memory")
    return {**dict.fromkeys(names, 0),
            "common_mem_pool_stats": {"block_unit_size": 1073741824, "block_counts": 0, "blocks_info": {}},
            "persistent_mem_pool_stats": {"block_counts": 0, "block_unit_size": 1073741824, "blocks_info": {}}}


def memory_summary(device_target=None):
    """memory_stats as a text."""
    return "\n".join(f"{name}: {value}" for name, value in memory_stats().items() if not isinstance(value, dict))


def reset_max_memory_allocated(device_target=None):
    """Nothing is counted."""


def reset_max_memory_reserved(device_target=None):
    """Nothing is counted."""


def reset_peak_memory_stats(device_target=None):
    """Nothing is counted."""


def set_memory(init_size="2GB", increase_size="2GB", max_size="1024GB", optimize_level="O0", huge_page_reserve_size="0GB"):
    """Accepted: memory of the processor is taken as it is needed."""
