# SPDX-License-Identifier: Apache-2.0
"""The kernels of a step as MindSpore's profiler wrote them up to 2.2."""
import json

from textform import table, us, write


def write_legacy(folder, step):
    rank = step.rank
    first = step.kernels[0].start
    events, timeline, details, raw, groups = [], [], [], [], {}
    for number, each in enumerate(step.kernels):
        name = f"{each.type}-op{number}"
        full = "Default/network/" + name
        operand = {"format": "DefaultFormat", "data_type": "NUMBER_TYPE_FLOAT32", "shape": "16,64"}
        operands = {"input_0": operand, "output_0": operand}
        length = float(each.length) / 1000
        events.append({"name": name, "ph": "X", "tid": 519, "ts": (each.start - first) / 1000, "dur": length,
                       "pid": rank, "args": {"type": each.type, "fullname": full, **operands}})
        timeline.append([full, 519, f"{(each.start - first) / 1e6 + 1000:.5f}", length / 1000])
        details.append([full, us(each.length)])
        raw.append([number + 4, 519, 8, full, name, each.type, "Default",
                    '"' + json.dumps(operands).replace('"', '""') + '"'])
        groups.setdefault(each.type, []).append(length)
    events.append({"name": "GetNext", "ph": "X", "tid": "0", "ts": 1.5, "dur": 4.0, "pid": 9000})
    whole = sum(map(sum, groups.values()))
    write(f"{folder}/timeline_display_{rank}.json", json.dumps(events))
    write(f"{folder}/timeline_summary_{rank}.json", json.dumps({"total_time": whole / 1000, "num_of_streams": 1}))
    table(f"{folder}/output_timeline_data_{rank}.txt",
          [["op_name", " stream_id", " start_time(ms)", " duration(ms)"]] + timeline)
    table(f"{folder}/aicore_intermediate_{rank}_detail.csv", [["full_op_name", "execution_time"]] + details)
    table(f"{folder}/aicore_intermediate_{rank}_type.csv",
          [["op_type", "execution_time", "execution_frequency", "percent"]] +
          [[type, round(sum(times), 6), len(times), round(100 * sum(times) / whole, 2)]
           for type, times in groups.items()])
    table(f"{folder}/framework_raw_{rank}.csv",
          [["task_id", "stream_id", "block_dim", "full_op_name", "op_name", "op_type", "subgraph", "op_info"]] + raw)
    write(f"{folder}/step_trace_point_info.json", json.dumps({"fp_start": details[0][0], "bp_end": details[-1][0]}))
    write(f"{folder}/output_op_compute_time_{rank}.txt",
          "====================op compute time====================\nop_name       compute_time(ms) stream_id\n"
          "------------  ---------------  ---------\n" +
          "".join(f"{name} {float(time) / 1000:.6f}  519\n" for name, time in details))
