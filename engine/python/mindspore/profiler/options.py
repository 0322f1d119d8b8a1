# SPDX-License-Identifier: Apache-2.0
"""Options of how devices are measured."""
from mindspore.profiler.constants import AicoreMetrics, ProfilerLevel


class _ExperimentalConfig:
    """What a device would be asked to measure; the arguments are kept, and nothing here goes by them."""

    def __init__(self, profiler_level=ProfilerLevel.Level0, aic_metrics=AicoreMetrics.AiCoreNone, l2_cache=False, mstx=False,
                 data_simplification=True, export_type=None, mstx_domain_include=None, mstx_domain_exclude=None, sys_io=False,
                 sys_interconnection=False, host_sys=None):
        given = dict(locals())
        del given["self"]
        vars(self).update((f"_{name}", value) for name, value in given.items())
