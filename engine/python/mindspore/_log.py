# SPDX-License-Identifier: Apache-2.0
"""Warnings of the package: on stderr as MindSpore's are, each text once, silenced by GLOG_v=3."""
import os
import sys

_told = set()


def warning(text):
    if text in _told or os.environ.get("GLOG_v", "2") >= "3":
        return
    _told.add(text)
    print(f"[WARNING] {text}", file=sys.stderr)
