# SPDX-License-Identifier: Apache-2.0
"""profile and Profiler: they keep to their schedule, and leave what they would measure to JitScope's own recording."""
from mindspore import _log
from mindspore.profiler.schedule import ProfilerAction

__all__ = ["Profiler", "analyse", "profile", "tensorboard_trace_handler"]


def tell_that_nothing_is_written():
    """Warns that there will be no files."""
    _log.warning("mindspore.profiler writes no files here: JitScope records and measures each run by itself.")


class profile:
    """
    Measures steps: between start() and stop(), or in a `with`. JitScope records all of a run, so this one but follows its
    schedule.

    Args:
        activities, with_stack, profile_memory, data_process, parallel_strategy, hbm_ddr, pcie, sync_enable, record_shapes,
            experimental_config: what to measure; accepted.
        start_profile (bool): whether it starts at once.
        schedule (function): step -> ProfilerAction; each step is measured without one.
        on_trace_ready (function): is called with this object when measured steps would have been written: after the last
            step of a round, and by stop() within one.
    """

    def __init__(self, activities=None, with_stack=False, profile_memory=False, data_process=False, parallel_strategy=False,
                 start_profile=True, hbm_ddr=False, pcie=False, sync_enable=True, record_shapes=False, schedule=None,
                 on_trace_ready=None, experimental_config=None):
        self.schedule = schedule if callable(schedule) else lambda step: ProfilerAction.RECORD
        self.step_num = 0
        self.current_action = ProfilerAction.NONE
        self._on_trace_ready = on_trace_ready if callable(on_trace_ready) else None
        self._is_started = False
        if start_profile:
            self.start()

    def start(self):
        """Begins to measure; nothing where it has begun."""
        if not self._is_started:
            tell_that_nothing_is_written()
            self._is_started = True
            self.current_action = self.schedule(self.step_num)

    def stop(self):
        """Ends to measure; nothing where it has not begun."""
        if not self._is_started:
            return
        if self.current_action in (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE):
            self._hand_over()
        self._is_started = False
        self.current_action = ProfilerAction.NONE

    def step(self):
        """Ends a step; nothing before start()."""
        if not self._is_started:
            return
        ended = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        if ended is ProfilerAction.RECORD_AND_SAVE:
            self._hand_over()

    def _hand_over(self):
        if self._on_trace_ready is not None:
            self._on_trace_ready(self)

    def add_metadata(self, key, value):
        """A text to be written beside what is measured; nothing is written."""

    def add_metadata_json(self, key, value):
        """A text of JSON to be written beside what is measured; nothing is written."""

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, value, trace):
        self.stop()


class Profiler(profile):
    """
    profile as older scripts have it.

    Args:
        start_profile (bool), schedule, on_trace_ready: as in profile. The others, as output_path and profiler_level, are
            accepted.
    """

    def __init__(self, **kwargs):
        super().__init__(start_profile=kwargs.get("start_profile", True), schedule=kwargs.get("schedule"),
                         on_trace_ready=kwargs.get("on_trace_ready"))

    def analyse(self, *args, **kwargs):
        """Makes tables of what was measured; there is nothing to make them of."""

    @classmethod
    def offline_analyse(cls, *args, **kwargs):
        """Makes tables of what was measured before; as analyse()."""
        analyse(*args, **kwargs)


def tensorboard_trace_handler(dir_name=None, worker_name=None, analyse_flag=True, async_mode=False):
    """What on_trace_ready is given for files in a folder: a function that writes none here. The arguments are accepted."""
    return lambda profiler: None


def analyse(profiler_path, max_process_number=1, pretty=False, step_list=None, data_simplification=True):
    """Makes tables of what was measured into a folder. Nothing is: File > Open, and `jitscope`, read such a folder."""
    tell_that_nothing_is_written()
