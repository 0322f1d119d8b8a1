# SPDX-License-Identifier: Apache-2.0
"""Part of pytest (-p publiccases) for publictests.py: writes each case down as soon as it is known what became of it.

$PUBLICCASES_RESULTS gets a JSON object a line: {"case": id} as a case begins, {"case": id, "outcome": "passed", "failed"
or "skipped", "error": what it ended with} as it ends; {"case": "", ...} is the file itself, which could not be read. A
case without an end took the process with it. A case may take $PUBLICCASES_SECONDS."""
import json
import os
import signal

import pytest

_SECONDS = int(os.environ.get("PUBLICCASES_SECONDS", "60"))


def _write(record):
    with open(os.environ["PUBLICCASES_RESULTS"], "a", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")


def _last_words(report):
    """The line that says what went wrong: the last exception's, without those that pytest puts around it."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        return " ".join(line for line in crash.message.splitlines() if line.strip(" -"))[:600]
    told = [line[1:].strip() for line in str(report.longrepr).splitlines() if line.startswith("E ")]
    return told[-1][:600] if told else str(report.longrepr)[-600:]


def _name_of(node_id):
    return node_id.partition("::")[2]


def pytest_runtest_logstart(nodeid, location):
    _write({"case": _name_of(nodeid)})


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        error = _last_words(report) if report.outcome == "failed" else ""
        _write({"case": _name_of(report.nodeid), "outcome": report.outcome, "error": error})


def pytest_collectreport(report):
    if report.outcome == "failed":
        _write({"case": "", "outcome": "failed", "error": _last_words(report)})


def _stop(*_):
    raise TimeoutError(f"The case took longer than {_SECONDS} s")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    signal.signal(signal.SIGALRM, _stop)
    signal.alarm(_SECONDS)
    yield
    signal.alarm(0)
