#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a large Chrome trace of a small real one, by repeating its events with shifted times and flow ids.

    make_trace.py TRACE.json OUT.json --bytes 2000000000
    make_trace.py TRACE.json OUT.json --copies 100
"""
import argparse
import json
import re
import sys
from decimal import Decimal


def events_of(path):
    with open(path, "rb") as file:
        content = json.loads(file.read(), parse_float=Decimal)
    return content if isinstance(content, list) else content["traceEvents"]


def time_of(event):
    return Decimal(event["ts"])


def template_of(events):
    """Each event as (text before the time, time in ns, text behind it); flow ids stay apart likewise."""
    parts = []
    for event in events:
        text = json.dumps(event, default=lambda number: float(number), ensure_ascii=False)
        match = re.search(r'"ts": ("?)([-0-9.eE+]+)("?)', text)
        if match is None:
            continue
        ns = int(time_of(event) * 1000)
        identity = re.search(r'"id": ("?)([^",}]+)("?)', text) if event["ph"] in "stf" else None
        parts.append((text, ns, match.span(2), identity.span(2) if identity else None))
    return parts


def shifted(parts, by_ns, copy):
    for text, ns, (begin, end), identity in parts:
        time = ns + by_ns
        pieces = [(begin, end, f"{time // 1000}.{time % 1000:03d}")]
        if identity:
            pieces.append((*identity, new_id(text[identity[0]:identity[1]], by_ns, copy)))
        for start, stop, new in sorted(pieces, reverse=True):
            text = text[:start] + new + text[stop:]
        yield text


def new_id(text, by_ns, copy):
    """Another id of the same shape in each copy."""
    if re.fullmatch(r"\d+", text):
        number = int(text)
        return str(number + by_ns if number > 1 << 60 else number + (copy << 44))
    return f"{text}{copy}" if copy else text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trace")
    parser.add_argument("out")
    parser.add_argument("--copies", type=int, default=0)
    parser.add_argument("--bytes", type=int, default=0)
    options = parser.parse_args()
    events = events_of(options.trace)
    metadata = [event for event in events if event["ph"] == "M"]
    parts = template_of([event for event in events if event["ph"] != "M"])
    times = [ns for _, ns, _, _ in parts]
    length = max(times) - min(times) + 1_000_000
    with open(options.out, "w", encoding="utf-8", newline="") as out:
        out.write("[" + ", ".join(json.dumps(event) for event in metadata))
        copy = 0
        while (copy < options.copies) if options.copies else (out.tell() < options.bytes):
            out.write(", " + ", ".join(shifted(parts, copy * length, copy)))
            copy += 1
        out.write("]")
    print(f"{copy} copies, {copy * len(parts) + len(metadata)} events", file=sys.stderr)


main()
