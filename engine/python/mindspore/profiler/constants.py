# SPDX-License-Identifier: Apache-2.0
"""The names of what can be measured, with MindSpore's values."""
import enum

__all__ = ["AicoreMetrics", "ExportType", "HostSystem", "ProfilerActivity", "ProfilerLevel"]


def _named(name, members):
    """An enumeration whose values are the names of its members, or what stands behind "=" in the text."""
    pairs = [member.partition("=") for member in members.split()]
    return enum.Enum(name, [(key, value or key) for key, _, value in pairs], module="mindspore.profiler")


ProfilerLevel = _named("ProfilerLevel", "LevelNone Level0 Level1 Level2")
ProfilerActivity = _named("ProfilerActivity", "NPU GPU CPU")
AicoreMetrics = _named("AicoreMetrics", "PipeUtilization ArithmeticUtilization Memory MemoryL0 MemoryUB ResourceConflictRatio "
                                        "L2Cache MemoryAccess AiCoreNone=None")
ExportType = _named("ExportType", "Db=db Text=text")
HostSystem = _named("HostSystem", "CPU=cpu MEM=mem DISK=disk NETWORK=network OSRT=osrt")
