# SPDX-License-Identifier: Apache-2.0
"""DynamicProfilerMonitor: which steps are measured, by a file that changes while a script runs."""
from mindspore.profiler.profiler import tell_that_nothing_is_written

__all__ = ["DynamicProfilerMonitor"]


class DynamicProfilerMonitor:
    """
    Measures the steps that a JSON file in a folder names. Each step is recorded here anyway: no file is read or written.

    Args:
        cfg_path (str): the folder of the file. output_path (str), poll_interval (int): accepted.

    Raises TypeError for a folder that is no str.
    """

    def __init__(self, cfg_path=None, output_path="./dyn_profile_data", poll_interval=2, **kwargs):
        if not isinstance(cfg_path, str):
            raise TypeError("If you set 'MSMONITOR_USE_DAEMON' to not 1, The cfg_path must be a string.")
        tell_that_nothing_is_written()

    def step(self):
        """Ends a step."""
