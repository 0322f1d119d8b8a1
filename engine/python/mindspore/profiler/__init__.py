# SPDX-License-Identifier: Apache-2.0
"""mindspore.profiler: what scripts say of when and what to measure.

JitScope records and measures each run by itself, so nothing is collected a second time and no files are written; schedules
are kept to, and who waits for a trace is called when it would be there."""
from mindspore.profiler.constants import AicoreMetrics, ExportType, HostSystem, ProfilerActivity, ProfilerLevel
from mindspore.profiler.monitor import DynamicProfilerMonitor
from mindspore.profiler.options import _ExperimentalConfig
from mindspore.profiler.ranges import mstx
from mindspore.profiler.profiler import Profiler, profile, tensorboard_trace_handler
from mindspore.profiler.schedule import Schedule as schedule
from mindspore._missing import missing_names

__all__ = ["AicoreMetrics", "DynamicProfilerMonitor", "ExportType", "HostSystem", "Profiler", "ProfilerActivity",
           "ProfilerLevel", "_ExperimentalConfig", "mstx", "profile", "schedule", "tensorboard_trace_handler"]
__getattr__ = missing_names("mindspore.profiler")
