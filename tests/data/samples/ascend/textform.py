# SPDX-License-Identifier: Apache-2.0
"""A step as torch_npu's profiler writes it as text: a timeline and tables at three levels."""
import json
import os

from step import BACKWARD, GROUP, MAIN, MB, NONE, PID, PLANES, QUEUE, SHAPES


def stamp(ns):
    return f"{int(ns) // 1000}.{int(ns) % 1000:03d}"


def us(ns, digits=3):
    return f"{float(ns) / 1000:.{digits}f}".rstrip("0").rstrip(".")


def number(ns):
    return round(float(ns) / 1000, 7)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def table(path, rows):
    write(path, "".join(",".join(map(str, row)) + "\n" for row in rows))


def pid_of(sort_index):
    return (PID << 10) | (sort_index << 5)


LANES = {"CANN": (pid_of(7), "CPU"), "Ascend Hardware": (pid_of(13), "NPU"), "HCCL": (pid_of(15), "NPU"),
         "Overlap Analysis": (pid_of(23), "NPU"), "Python": (PID, "CPU")}


def trace_view(step, level):
    events = []

    def lane(process, threads):
        pid, label = LANES[process]
        events.append({"ph": "M", "name": "process_name", "pid": pid, "tid": 0, "args": {"name": process}})
        events.append({"ph": "M", "name": "process_labels", "pid": pid, "tid": 0, "args": {"labels": label}})
        for tid, name in threads:
            events.append({"ph": "M", "name": "thread_name", "pid": pid, "tid": tid, "args": {"name": name}})

    def slice(process, tid, name, start, length, args=None, category=None):
        event = {"ph": "X", "name": name, "pid": LANES[process][0], "tid": tid, "ts": stamp(start),
                 "dur": number(length)}
        if category:
            event["cat"] = category
        event["args"] = args or {}
        events.append(event)

    def arrow(name, category, id, start, finish):
        for phase, (process, tid, time) in (("s", start), ("f", finish)):
            events.append({"ph": phase, "bp": "e", "name": name, "id": id, "pid": LANES[process][0], "tid": tid,
                           "ts": stamp(time), "cat": category})

    lane("Python", [(tid, f"Thread {tid}") for tid in (MAIN, QUEUE, BACKWARD)])
    lane("Ascend Hardware", [(stream, f"Stream {stream}") for stream in (2, 4)])
    planes = [(plane + 1, f"Plane {plane}") for plane in range(PLANES + 1)] if level else []
    lane("HCCL", [(0, "Group 0 Communication")] + planes)
    lane("Overlap Analysis", list(enumerate(step.overlap())))
    if level:
        lane("CANN", [(QUEUE, f"Thread {QUEUE}")])

    for each in step.calls:
        args = {}
        if each.category == "cpu_op":
            args = {"Sequence number": each.sequence, "Fwd thread id": each.forward, "Input Dims": "16,64",
                    "Input type": "float", "Call stack": "train.py(8): step;\r\ntrain.py(20): main"}
        slice("Python", each.thread, each.name, each.start, each.length, args, each.category)
    for each in step.queue:
        slice("Python", each.thread, each.name, each.start, each.length, {"correlation_id": each.correlation},
              each.category)
    taken = {each.correlation: each for each in step.queue if each.category == "dequeue"}
    for each in step.queue:
        if each.category == "enqueue":
            to = taken[each.correlation]
            arrow("enqueue_to_dequeue", "async_task_queue", each.correlation, ("Python", each.thread, each.start),
                  ("Python", to.thread, to.start))
    forward = {each.sequence: each for each in step.calls if each.forward == 0 and each.sequence > 0}
    for each in step.calls:
        if each.forward:
            to = forward[each.sequence]
            arrow("fwdbwd", "fwdbwd", each.sequence, ("Python", to.thread, to.start),
                  ("Python", each.thread, each.start))

    prefix = {"acl": "AscendCL@", "node": "Node@", "runtime": "Runtime@", "hccl": "Hccl@"}
    launches = {each.connection: each for each in step.apis}
    for each in step.apis:
        if level and (each.level != "runtime" or level == 2):
            slice("CANN", QUEUE, prefix[each.level] + each.name, each.start, each.length,
                  {"Thread Id": QUEUE, "level": each.level, "connection_id": each.connection})
    ends = {}
    for each in step.device_tasks():
        slice("Ascend Hardware", each.stream, each.name, each.start, each.length,
              {"Model Id": NONE, "Task Type": each.type, "Physic Stream Id": each.stream, "Task Id": each.task,
               "Batch Id": 0, "Subtask Id": each.context, "connection_id": each.connection})
        if each.kernel or each.name == "MEMCPY_ASYNC":
            ends[each.connection] = ("Ascend Hardware", each.stream, each.start)
    for each in step.collectives:
        slice("HCCL", 0, each.name, each.start, each.length,
              {"connection_id": each.connection, "model id": NONE, "data_type": "FP32", "alg_type": "MESH-RING",
               "count": 4_097_000})
        ends[each.connection] = ("HCCL", 0, each.start)
        for part in each.parts if level else []:
            slice("HCCL", part.plane + 1, part.name, part.start, part.length,
                  {"notify_id": "84", "stream id": 4, "task id": each.task, "context id": part.context,
                   "task type": part.name, "src rank": part.source, "dst rank": part.target,
                   "transport type": "SDMA" if part.name != "Notify_Wait" else "LOCAL", "size(Byte)": part.size,
                   "data type": "INT32" if part.name == "Reduce_Inline" else "INVALID_TYPE",
                   "link type": "HCCS" if part.plane else "ON_CHIP", "model id": NONE})
    for connection, end in ends.items():
        launch = launches[connection]
        arrow(f"HostToDevice{connection}", "HostToDevice", str(connection), ("CANN", QUEUE, launch.start), end)
    for each in step.calls:
        for connection in each.connections:
            end = ends[connection]
            arrow("torch_to_npu", "async_npu", end[2], ("Python", each.thread, each.start), end)
    for tid, (name, parts) in enumerate(step.overlap().items()):
        for begin, end in parts:
            slice("Overlap Analysis", tid, name, begin, end - begin)
    write_events = ",\n".join(json.dumps(each, separators=(",", ":")) for each in events)
    return "[" + write_events + "]\n"


PMU = {"AI_CORE": (1, 0), "AI_VECTOR_CORE": (0, 1), "MIX_AIV": (1, 1)}


def measured(kernel):
    """aicore_time, aic_mac_ratio, aiv_time, aiv_vec_ratio of a kernel."""
    cube, vector = PMU[kernel.core]
    busy = round(float(kernel.length) * 0.9 / 1000, 3)
    return [busy * cube, 0.5 * cube, busy * vector, 0.25 * vector]


def kernel_details(step, level):
    if level == 0:
        rows = [["Step Id", "Name", "Type", "Accelerator Core", "Start Time(us)", "Duration(us)", "Wait Time(us)",
                 "Block Dim"]]
    else:
        rows = [["Step Id", "Model ID", "Task ID", "Stream ID", "Name", "Type", "OP State", "Accelerator Core",
                 "Start Time(us)", "Duration(us)", "Wait Time(us)", "Block Dim", "Mix Block Dim", "HF32 Eligible",
                 "Input Shapes", "Input Data Types", "Input Formats", "Output Shapes", "Output Data Types",
                 "Output Formats", "Context ID", "aicore_time(us)", "aic_mac_ratio", "aiv_time(us)", "aiv_vec_ratio",
                 "cube_utilization(%)"]]
    last = None
    for each in step.rows():
        wait = max(0, each.start - last) if last else 0
        last = each.end
        times = [stamp(each.start) + "\t", us(each.length), us(wait)]
        if level == 0:
            rows.append([50, each.name, "N/A", "N/A" if not each.collective else "HCCL", *times, 0])
        elif each.collective:
            rows.append([50, NONE, "N/A", "N/A", each.name, each.type, "N/A", each.core, *times, 0] + ["N/A"] * 14)
        else:
            inputs, outputs = SHAPES.get(each.type, ('"""16,64"""', '"""16,64"""'))
            types = ";".join(["FLOAT"] * (inputs.count(";") + 1))
            rows.append([50, NONE, each.task, each.stream, each.name, each.type, "dynamic", each.core, *times, 8, 0,
                         "NO", inputs, types, types.replace("FLOAT", "ND"), outputs, "FLOAT", "ND", "N/A",
                         *measured(each), 0])
    return rows


def op_statistic(step):
    groups = {}
    for each in step.kernels:
        groups.setdefault((each.type, each.core), []).append(each.length)
    whole = sum(each.length for each in step.kernels)
    rows = [["OP Type", "Core Type", "Count", "Total Time(us)", "Min Time(us)", "Avg Time(us)", "Max Time(us)",
             "Ratio(%)"]]
    for (type, core), times in sorted(groups.items(), key=lambda group: -sum(group[1])):
        rows.append([type, core, len(times), us(sum(times)), us(min(times)), us(sum(times) / len(times)),
                     us(max(times)), round(float(sum(times) / whole) * 100, 3)])
    return rows


def api_statistic(step, level):
    groups = {}
    for each in step.apis:
        if each.level != "runtime" or level == 2:
            groups.setdefault((each.level, each.name), []).append(each.length / 1000)
    rows = [["Level", "API Name", "Time(us)", "Count", "Avg(us)", "Min(us)", "Max(us)", "Variance"]]
    for (api_level, name), times in groups.items():
        mean = sum(times) / len(times)
        variance = sum((time - mean) ** 2 for time in times) / len(times)
        rows.append([api_level, name, round(sum(times), 2), len(times), round(mean, 3), round(min(times), 2),
                     round(max(times), 2), round(variance, 3)])
    return rows


def communication(step, links, kind="collective"):
    times, matrix = {}, {}
    for each, transit, wait in step.communication_parts():
        elapse = each.length
        elapse, transit, wait = (float(part) for part in (elapse, transit, wait))
        sizes = {"2.064384": [PLANES, transit * PLANES / 1e6]}
        times[f"{each.name}@{GROUP}"] = {
            "Communication Time Info": {
                "Start Timestamp(us)": each.start / 1000, "Elapse Time(ms)": elapse / 1e6,
                "Transit Time(ms)": transit / 1e6,
                "Wait Time(ms)": wait / 1e6, "Synchronization Time(ms)": wait / 1e6,
                "Idle Time(ms)": (elapse - transit - wait) / 1e6},
            "Communication Bandwidth Info": {
                "HCCS": {"Transit Size(MB)": 2.064384 * PLANES, "Transit Time(ms)": transit / 1e6,
                         "Bandwidth(GB/s)": round(2.064384e3 * PLANES / (transit / 1e3), 4), "Large Packet Ratio": 0.0,
                         "Size Distribution": sizes}}}
        for source, target in links:
            matrix.setdefault("allreduce-top1@%d" % GROUP, {})[f"{source}-{target}"] = {
                "Transport Type": "LOCAL" if source == target else "HCCS", "Transit Size(MB)": 2.064384,
                "Transit Time(ms)": transit / 1e6, "Bandwidth(GB/s)": round(2.064384e6 / transit, 4),
                "Op Name": each.name}
    return ({"step50": {"p2p": {}, kind: times}}, {"step50": {"p2p": {}, kind: matrix}})


def memory_tables(step):
    operators = [["Name", "Size(KB)", "Allocation Time(us)", "Release Time(us)", "Active Release Time(us)",
                  "Duration(us)", "Active Duration(us)", "Allocation Total Allocated(MB)",
                  "Allocation Total Reserved(MB)", "Allocation Total Active(MB)", "Release Total Allocated(MB)",
                  "Release Total Reserved(MB)", "Release Total Active(MB)", "Stream Ptr", "Device Type"]]
    changes = held(step)
    for each in step.memory:
        times = [stamp(each.end) + "\t"] * 2 + [us(each.length)] * 2 if each.released else [""] * 4
        after = [changes[each.end] / MB, 64.0, changes[each.end] / MB] if each.released else [""] * 3
        operators.append([each.name, each.size / 1024, stamp(each.start) + "\t", *times, changes[each.start] / MB, 64.0,
                          changes[each.start] / MB, *after, 1244527088, f"NPU:{step.rank}"])
    records = [["Component", "Timestamp(us)", "Total Allocated(MB)", "Total Reserved(MB)", "Total Active(MB)",
                "Stream Ptr", "Device Type"]]
    for time, size in changes.items():
        for component in ("PTA", "PTA+GE"):
            records.append([component, stamp(time) + "\t", size / MB, 64.0, size / MB, 1244527088, f"NPU:{step.rank}"])
    for tick in range(4):
        records.append(["APP", stamp(step.start + tick * 100_000) + "\t", "", 128.0, "", "", f"NPU:{step.rank}"])
    return operators, records


def held(step):
    """Bytes that are allocated from a time on."""
    changes = [(each.start, each.size) for each in step.memory]
    changes += [(each.end, -each.size) for each in step.memory if each.released]
    sizes, now = {}, 30 * MB
    for time, size in sorted(changes):
        now += size
        sizes[time] = now
    return sizes


def info(step, level, form):
    return {"config": {"common_config": {"record_shapes": True, "profile_memory": True, "with_stack": True},
                       "experimental_config": {"_profiler_level": f"Level{level}", "_export_type": form}},
            "torch_npu_version": "2.1.0", "rank_id": step.rank}


def step_trace_time(step):
    parts = step.step_time()
    return [["Step", *parts], [50, *(number(each) for each in parts.values())]]


def write_text(folder, step, level):
    output = folder + "/ASCEND_PROFILER_OUTPUT/"
    write(folder + f"/profiler_info_{step.rank}.json", json.dumps(info(step, level, "text"), indent=1))
    write(folder + "/profiler_metadata.json", json.dumps({"ENV_VARIABLES": {"ASCEND_LAUNCH_BLOCKING": ""}}))
    write(output + "trace_view.json", trace_view(step, level))
    table(output + "kernel_details.csv", kernel_details(step, level))
    table(output + "step_trace_time.csv", step_trace_time(step))
    operators, records = memory_tables(step)
    table(output + "operator_memory.csv", operators)
    table(output + "memory_record.csv", records)
    if level == 0:
        return
    table(output + "op_statistic.csv", op_statistic(step))
    table(output + "api_statistic.csv", api_statistic(step, level))
    times, matrix = communication(step, [(0, 0), (0, 1), (0, 2), (0, 3)])
    write(output + "communication.json", json.dumps(times))
    write(output + "communication_matrix.json", json.dumps(matrix))


def write_rank(folder, step):
    output = folder + "/ASCEND_PROFILER_OUTPUT/"
    write(folder + f"/profiler_info_{step.rank}.json", json.dumps(info(step, 1, "text"), indent=1))
    write(folder + "/profiler_metadata.json", json.dumps({
        "distributed_args": {"world_size": 4, "rank": step.rank},
        "parallel_group_info": {str(GROUP): {"group_name": "mp", "global_ranks": [1, 3]}} if step.rank else {}}))
    times, matrix = communication(step, [(0, 0), (0, 1)] if step.rank == 1 else [(1, 1), (1, 0)])
    write(output + "communication.json", json.dumps(times))
    write(output + "communication_matrix.json", json.dumps(matrix))
    table(output + "step_trace_time.csv", step_trace_time(step))
    if step.rank:
        return
    table(output + "kernel_details.csv", kernel_details(step, 1))
    table(output + "op_statistic.csv", op_statistic(step))
    operators, records = memory_tables(step)
    table(output + "operator_memory.csv", operators)
    table(output + "memory_record.csv", records)
