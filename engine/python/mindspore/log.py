# SPDX-License-Identifier: Apache-2.0
"""mindspore.log: messages at five levels on stderr, as GLOG_v asks: 0 all, 1 from info, 2 from warning (unless it is set),
3 from error, 4 critical ones alone."""
import logging
import os
import sys

from mindspore._missing import missing_names

__all__ = ["get_level", "get_log_config", "debug", "info", "warning", "error", "critical"]

_LEVELS = {"0": "DEBUG", "1": "INFO", "2": "WARNING", "3": "ERROR", "4": "CRITICAL"}
_LAYOUT = "[%(levelname)s] ME(%(process)d:%(thread)d,%(processName)s):%(asctime)s %(message)s"


class _Now:
    """stderr as it stands when something is written: programs may have put another in its place."""

    def write(self, text):
        sys.stderr.write(text)

    def flush(self):
        sys.stderr.flush()


def _made():
    logger = logging.getLogger("ME")
    if not logger.handlers:
        handler = logging.StreamHandler(_Now())
        handler.setFormatter(logging.Formatter(_LAYOUT))
        logger.addHandler(handler)
        logger.propagate = False
    return logger


_logger = _made()


_given = os.environ.get("GLOG_v", "2")  # when the package is imported; later changes are not looked at


def get_level():
    """The level as a text: "0" for debug to "4" for critical."""
    return _given if _given in _LEVELS else "2"


def get_log_config():
    """{"GLOG_v": the level, "GLOG_logtostderr": "1"}: messages go to stderr, not into files."""
    return {"GLOG_v": get_level(), "GLOG_logtostderr": "1"}


def _writer(name):
    level = getattr(logging, name.upper())

    def write(msg, *args, **kwargs):
        _logger.setLevel(_LEVELS[get_level()])
        _logger.log(level, msg, *args, **kwargs)
    write.__name__, write.__doc__ = name, "Writes a message of this level; args fill in its %s."
    return write


debug, info, warning, error, critical = map(_writer, ("debug", "info", "warning", "error", "critical"))

__getattr__ = missing_names("mindspore.log")
