# SPDX-License-Identifier: Apache-2.0
"""Summaries: files of numbers by step, as MindInsight reads them."""
from mindspore.train.summary.record import SummaryRecord
from mindspore._missing import missing_names

__all__ = ["SummaryRecord"]
__getattr__ = missing_names("mindspore.train.summary")
