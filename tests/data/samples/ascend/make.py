# SPDX-License-Identifier: Apache-2.0
"""Writes the profiles beside this file: one small training step as torch_npu's profiler writes it, as text and as a
database, at three levels, and the ranks 0, 1 and 3 of a group without a timeline.

    /usr/bin/python3 tests/data/samples/ascend/make.py

The step is made up (a seed gives each of the runs times of its own); the statistics that the producer writes beside its
events are counted here, from the same events, by code that shares nothing with the program under test.
"""
import json
import os
import random
import shutil
import sqlite3
from fractions import Fraction

here = os.path.dirname(os.path.abspath(__file__))
NONE = 4294967295
PID, MAIN, QUEUE, BACKWARD = 4321, 4321, 4400, 4500
DAY = 1_760_000_000_000_000_000
MB = 1 << 20
GROUP = 7702204950826225271
LAYERS = 2
PLANES = 3  # ranks of the group beside this one
SHAPES = {"MatMulV2": ('"""16,32;32,64"""', '"""16,64"""'), "Add": ('"""16,64;64"""', '"""16,64"""'),
          "TransData": ('"""16,3,8,8"""', '"""16,1,8,8,16"""')}


class Event(dict):
    """Times in ns; lengths are multiples of a quarter, as clocks of devices tick finer than the files tell."""
    __getattr__ = dict.__getitem__

    @property
    def end(self):
        return self.start + self.length


class Step:
    """What ran in one training step."""

    def __init__(self, seed, rank=0):
        self.random = random.Random(seed)
        self.rank = rank
        self.start = DAY + seed * 1_000_000_000
        self.host = self.start + 3_000
        self.queue_free = self.device = self.host
        self.calls, self.queue, self.apis, self.kernels, self.tasks, self.collectives = [], [], [], [], [], []
        self.memory = []
        self.connection = 900
        self.sequence = 40
        self.run_number = 100 + seed
        self.train()
        self.host = max(self.host, self.queue_free) + 5_000
        self.calls.append(Event(name="ProfilerStep#50", thread=MAIN, start=self.start, length=self.host - self.start,
                                category="cpu_op", sequence=-1, forward=0, connections=[], correlation=None))

    def time(self, least, most):
        return self.random.randrange(least, most, 10)

    def length(self, about):
        return int(about * self.random.uniform(0.97, 1.03)) + Fraction(self.random.randrange(4), 4)

    def train(self):
        self.copy_to_device()
        self.operator("aten::contiguous", [("trans_TransData_0", "TransData", "AI_VECTOR_CORE", 9_000)])
        forward = []
        for layer in range(LAYERS):
            forward.append(self.operator("aten::linear", [
                (f"MatMul{layer}", "MatMulV2", "AI_CORE", 60_000), (f"Add{layer}", "Add", "AI_VECTOR_CORE", 8_000)]))
            self.operator("aten::relu", [(f"aclnnRelu_{layer}", "Relu", "AI_VECTOR_CORE", 6_000)])
        self.operator("aten::cross_entropy", [("LogSoftmax0", "LogSoftmaxV2", "AI_VECTOR_CORE", 12_000),
                                              ("NLLLoss0", "NLLLoss", "MIX_AIV", 7_000)])
        for layer in reversed(range(LAYERS)):
            self.operator("ReluBackward0", [(f"ReluGrad{layer}", "ReluGrad", "AI_VECTOR_CORE", 7_000)], BACKWARD)
            self.operator("AddmmBackward0", [
                (f"MatMulGrad{layer}", "MatMulV2", "AI_CORE", 55_000),
                (f"MatMulGradW{layer}", "MatMulV2", "AI_CORE", 57_000),
                (f"ReduceSum{layer}", "ReduceSum", "AI_VECTOR_CORE", 11_000)], BACKWARD, forward[layer])
            self.all_reduce(waits=[150_000, 260_000, 2_400_000 if layer == 0 else 700_000])
        self.device = max(self.device, self.collectives[-1].end + 2_000)
        for part in range(3):
            self.operator("aten::_foreach_add_", [(f"ForeachAdd{part}", "ForeachAddList", "AI_VECTOR_CORE", 90_000)])
        self.operator("aten::to", [("Cast0", "Cast", "AI_VECTOR_CORE", 5_000)])

    def next_connection(self):
        self.connection += 1
        return self.connection

    def call(self, level, name, start, length, connection):
        self.apis.append(Event(level=level, name=name, start=start, length=length, connection=connection))

    def enqueued(self, name, thread, connection):
        """Puts something into the task queue and takes it out on the other thread: when that one begins."""
        begin = self.host + 2_000
        self.queue.append(Event(name="Enqueue", thread=thread, start=begin, length=1_500, category="enqueue",
                                correlation=connection))
        taken = max(begin + 4_000, self.queue_free)
        length = self.time(9_000, 14_000)
        self.queue.append(Event(name="Dequeue@" + name, thread=QUEUE, start=taken, length=length,
                                category="dequeue", correlation=connection))
        self.queue_free = taken + length + 500
        return taken

    def copy_to_device(self):
        connection = self.next_connection()
        taken = self.enqueued("acl_memcpy_host_to_device", MAIN, connection)
        self.call("acl", "aclrtMemcpyAsync", taken + 500, 6_000, connection)
        self.call("runtime", "MemcpyAsync", taken + 900, 5_000, self.next_connection())
        start = taken + 9_000
        self.tasks.append(Event(name="MEMCPY_ASYNC", type="PCIE_DMA_SQE", stream=2, task=100, context=NONE, start=start,
                                length=self.length(21_000), connection=connection))
        self.calls.append(Event(name="aten::copy_", thread=MAIN, start=self.host, length=8_000, category="cpu_op",
                                sequence=-1, forward=0, connections=[connection], correlation=None))
        self.device = self.tasks[-1].end + 1_000
        self.host += 10_000

    def operator(self, name, kernels, thread=MAIN, forward=None):
        begin = self.host
        sequence = -1
        if name == "aten::linear":
            self.sequence += 1
            sequence = self.sequence
        connections = []
        for kernel, type, core, about in kernels:
            connection = self.next_connection()
            connections.append(connection)
            taken = self.enqueued(type, thread, connection)
            self.call("acl", "aclnn" + type, taken + 300, 8_000, self.next_connection())
            self.call("node", "launch", taken + 2_000, self.time(3_000, 5_000), connection)
            self.call("runtime", "KernelLaunchWithHandle", taken + 2_400, 2_000, self.next_connection())
            start = int(max(self.device + self.time(1_000, 4_000), taken + 9_000))
            self.kernels.append(Event(name=kernel, type=type, core=core, start=start, length=self.length(about),
                                      stream=2, task=200 + len(self.kernels), connection=connection))
            self.device = self.kernels[-1].end
            self.host += self.time(4_000, 6_000)
        self.host += 3_000
        call = Event(name=name, thread=thread, start=begin, length=self.host - begin - 1_000, category="cpu_op",
                     sequence=forward.sequence if forward else sequence, forward=MAIN if forward else 0,
                     connections=connections, correlation=None)
        self.calls.append(call)
        self.calls.append(Event(name="train.py(%d): step" % (20 + len(self.calls) % 9), thread=thread, start=begin - 500,
                                length=call.length + 800, category="python_function", sequence=None, forward=None,
                                connections=[], correlation=None))
        size = 4096 * len(kernels)
        self.memory.append(Event(name=name, size=size, start=begin + 100, length=self.time(40_000, 90_000),
                                 released=len(self.memory) % 3 != 0))
        return call

    def all_reduce(self, waits):
        index = len(self.collectives)
        connection = self.next_connection()
        taken = self.enqueued("HcclAllreduce", BACKWARD, connection)
        self.call("hccl", "Launch_Ffts", taken + 1_000, 5_000, connection)
        self.tasks.append(Event(name="EVENT_WAIT", type="EVENT_WAIT_SQE", stream=4, task=800 + 2 * index, context=NONE,
                                start=int(taken + 6_000), length=4_000, connection=self.next_connection()))
        before = self.collectives[-1].end + 1_000 if self.collectives else 0
        start = int(max(self.device, taken + 12_000, before))
        parts, context = [], 0

        def part(kind, plane, begin, length, source, target, size=0):
            nonlocal context
            parts.append(Event(name=kind, plane=plane, start=int(begin), length=length, source=source, target=target,
                               size=size, context=context))
            context += 1
            return parts[-1].end

        free = part("Reduce_Inline", 0, start, 620, self.rank, NONE, 4)
        free = part("Memcpy", 0, free + 1_000, self.length(3_400), self.rank, self.rank, 65_536)
        for peer, wait in enumerate(waits, 1):
            told = part("Notify_Record", peer, free + 300 * peer, 700, self.rank, peer)
            there = part("Notify_Wait", peer, told + 1_000, self.length(wait), self.rank, peer)
            moved = part("Memcpy", peer, there + 500, self.length(70_000), peer, self.rank, 2_064_384)
            part("Notify_Wait", peer, moved + 800, self.length(5_000), self.rank, peer)
        end = int(max(each.end for each in parts)) + 1
        self.collectives.append(Event(name=f"hcom_allReduce__{self.run_number}_{index}_1", start=start,
                                      length=end - start + Fraction(self.random.randrange(4), 4), connection=connection,
                                      parts=parts, task=801 + 2 * index))
        self.calls.append(Event(name="c10d::allreduce_", thread=BACKWARD, start=self.host, length=6_000,
                                category="cpu_op", sequence=-1, forward=0, connections=[connection], correlation=None))
        self.host += 7_000

    # --- counted from it ---------------------------------------------------------------------------------------------

    def device_tasks(self):
        """All slices of streams: (name, type, stream, task, context, start, length, connection, kernel or None)."""
        on_stream = {"Notify_Record": "Write Value", "Notify_Wait": "Notify Wait", "Memcpy": "SDMA",
                     "Reduce_Inline": "SDMA"}
        for each in self.kernels:
            yield Event(name=each.name, type="AI_CORE", stream=2, task=each.task, context=NONE, start=each.start,
                        length=each.length, connection=each.connection, kernel=each)
        for each in self.tasks:
            yield Event(each, kernel=None)
        for each in self.collectives:
            for part in each.parts:
                name = on_stream[part.name]
                yield Event(name=name, type=name, stream=4, task=each.task, context=part.context, start=part.start,
                            length=part.length, connection=each.connection, kernel=None)

    def rows(self):
        """What kernel_details.csv lists, by start: kernels and collectives, lengths cut to whole ns."""
        both = [Event(each, collective=False) for each in self.kernels]
        both += [Event(each, collective=True, type="hcom_allReduce_", core="HCCL") for each in self.collectives]
        for each in both:
            each["length"] = int(each.length)
        return sorted(both, key=lambda each: each.start)

    def overlap(self):
        rows = self.rows()
        computing = union([(each.start, each.end) for each in rows if not each.collective])
        communication = union([(each.start, each.end) for each in rows if each.collective])
        both = union(computing + communication)
        free = minus([(both[0][0], both[-1][1])], both)
        return {"Computing": computing, "Communication": communication,
                "Communication(Not Overlapped)": minus(communication, computing), "Free": free}

    def step_time(self):
        lanes = {name: total(parts) for name, parts in self.overlap().items()}
        first = min(each.start for each in self.rows())
        last = max(each.end for each in self.rows())
        return {"Computing": lanes["Computing"], "Communication(Not Overlapped)": lanes["Communication(Not Overlapped)"],
                "Overlapped": lanes["Communication"] - lanes["Communication(Not Overlapped)"],
                "Communication": lanes["Communication"], "Free": lanes["Free"], "Stage": last - first, "Bubble": 0,
                "Communication(Not Overlapped and Exclude Receive)": lanes["Communication(Not Overlapped)"],
                "Preparing": first - self.start}

    def idle(self):
        """Extent, waits of collectives while nothing works, and time without any task, in ns."""
        working = union([(each.start, each.end) for each in self.device_tasks()
                         if each.kernel or each.name in ("MEMCPY_ASYNC", "SDMA")])
        running = union([(each.start, each.end) for each in self.collectives])
        both = union(working + running)
        return (both[-1][1] - both[0][0], total(minus(running, working)), total(minus([(both[0][0], both[-1][1])], both)))

    def communication_parts(self):
        for each in self.collectives:
            transit = max(sum(part.length for part in each.parts if part.name == "Memcpy" and part.plane == plane)
                          for plane in range(PLANES + 1))
            wait = sum(part.length for part in each.parts if part.name == "Notify_Wait" and part.plane == 1)
            yield each, transit, wait


def union(parts):
    joined = []
    for begin, end in sorted(parts):
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        elif end > begin:
            joined.append((begin, end))
    return joined


def minus(parts, taken):
    left = []
    for begin, end in parts:
        for from_, to in taken:
            if to <= begin or from_ >= end:
                continue
            if from_ > begin:
                left.append((begin, from_))
            begin = max(begin, to)
        if begin < end:
            left.append((begin, end))
    return left


def total(parts):
    return sum(end - begin for begin, end in parts)


# --- text ------------------------------------------------------------------------------------------------------------

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
        event = {"ph": "X", "name": name, "pid": LANES[process][0], "tid": tid, "ts": stamp(start), "dur": number(length)}
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
            arrow("fwdbwd", "fwdbwd", each.sequence, ("Python", to.thread, to.start), ("Python", each.thread, each.start))

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
            arrow("torch_to_npu", "async_npu", ends[connection][2], ("Python", each.thread, each.start), ends[connection])
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
            rows.append([50, NONE, each.task, each.stream, each.name, each.type, "dynamic", each.core, *times, 8, 0, "NO",
                         inputs, types, types.replace("FLOAT", "ND"), outputs, "FLOAT", "ND", "N/A", *measured(each),
                         0])
    return rows


def op_statistic(step):
    groups = {}
    for each in step.kernels:
        groups.setdefault((each.type, each.core), []).append(each.length)
    whole = sum(each.length for each in step.kernels)
    rows = [["OP Type", "Core Type", "Count", "Total Time(us)", "Min Time(us)", "Avg Time(us)", "Max Time(us)",
             "Ratio(%)"]]
    for (type, core), times in sorted(groups.items(), key=lambda group: -sum(group[1])):
        rows.append([type, core, len(times), us(sum(times)), us(min(times)), us(sum(times) / len(times)), us(max(times)),
                     round(float(sum(times) / whole) * 100, 3)])
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
                "Start Timestamp(us)": each.start / 1000, "Elapse Time(ms)": elapse / 1e6, "Transit Time(ms)": transit / 1e6,
                "Wait Time(ms)": wait / 1e6, "Synchronization Time(ms)": wait / 1e6,
                "Idle Time(ms)": (elapse - transit - wait) / 1e6},
            "Communication Bandwidth Info": {
                "HCCS": {"Transit Size(MB)": 2.064384 * PLANES, "Transit Time(ms)": transit / 1e6,
                         "Bandwidth(GB/s)": round(2.064384e3 * PLANES / (transit / 1e3), 4), "Large Packet Ratio": 0.0,
                         "Size Distribution": sizes}}}
        for source, target in links:
            matrix.setdefault("allreduce-top1@%d" % GROUP, {})[f"{source}-{target}"] = {
                "Transport Type": "LOCAL" if source == target else "HCCS", "Transit Size(MB)": 2.064384,
                "Transit Time(ms)": transit / 1e6, "Bandwidth(GB/s)": 29.4912, "Op Name": each.name}
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


# --- database --------------------------------------------------------------------------------------------------------

class Database:
    def __init__(self, path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self.file = sqlite3.connect(path)
        self.file.execute("PRAGMA page_size = 1024")
        self.texts = {}

    def id(self, text):
        return self.texts.setdefault(text, 1000 + len(self.texts))

    def table(self, name, columns, rows=()):
        names = [column.split()[0] for column in columns.split(", ")]
        self.file.execute(f"CREATE TABLE {name} ({columns})")
        self.file.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(names))})", rows)

    def close(self):
        if self.texts:
            self.table("STRING_IDS", "id INTEGER PRIMARY KEY, value TEXT", [(id, text) for text, id in self.texts.items()])
        self.file.commit()
        self.file.close()


API_TYPES = {"runtime": 5000, "hccl": 5500, "node": 10000, "acl": 20000}


def thread(tid):
    return (PID << 32) | tid


def write_database(folder, step, level):
    write(folder + f"/profiler_info_{step.rank}.json", json.dumps(info(step, level, "db"), indent=1))
    database = Database(folder + f"/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_{step.rank}.db")
    id = database.id
    none = id("N/A")
    detail = id if level else lambda text: none
    database.table("META_DATA", "name TEXT, value TEXT",
                   [("SCHEMA_VERSION_MAJOR", "1"), ("SCHEMA_VERSION_MINOR", "0"), ("SCHEMA_VERSION_MICRO", "0")])
    database.table("NPU_INFO", "id INTEGER, name TEXT", [(0, "Ascend910B")])
    database.table("HOST_INFO", "hostUid TEXT, hostName TEXT", [("1", "host")])
    database.table("RANK_DEVICE_MAP", "rankId INTEGER, deviceId INTEGER", [(step.rank, 0)])
    database.table("STEP_TIME", "id INTEGER, startNs INTEGER, endNs INTEGER", [(50, step.start, step.host)])
    for enum, names in (("API_TYPE", {number: name for name, number in API_TYPES.items()}),
                        ("HCCL_TRANSPORT_TYPE", {0: "SDMA", 2: "LOCAL"}), ("HCCL_LINK_TYPE", {0: "ON_CHIP", 1: "HCCS"}),
                        ("HCCL_DATA_TYPE", {2: "INT32", 4: "FP32", 65535: "INVALID_TYPE"})):
        database.table("ENUM_" + enum, "id INTEGER PRIMARY KEY, name TEXT", names.items())

    tasks, computed, measured_rows, parts, collectives = [], [], [], [], []
    global_ids = {}
    for number, each in enumerate(sorted(step.device_tasks(), key=lambda task: task.start)):
        global_ids[each.start, each.stream, each.context] = number
        kind = "KERNEL_AICORE" if each.kernel else each.name
        tasks.append((each.start, round(each.end), 0, each.connection, number, PID, id(kind), each.context, each.stream,
                      each.task, NONE))
        if each.kernel:
            inputs, outputs = SHAPES.get(each.kernel.type, ('"""16,64"""', '"""16,64"""'))
            types = ";".join(["FLOAT"] * (inputs.count(";") + 1))
            computed.append((id(each.name), number, 8 * bool(level), 0, detail(each.kernel.core),
                             detail(each.kernel.type) if level else id(each.name), detail(types.replace("FLOAT", "ND")),
                             detail(types), detail(inputs.replace('"""', '"')), detail("ND"), detail("FLOAT"),
                             detail(outputs.replace('"""', '"')), none))
            if level:
                core, mac, vector, ratio = measured(each.kernel)
                measured_rows += [(number, id("aic_total_time"), core * 1000), (number, id("aic_mac_ratio"), mac),
                                  (number, id("aiv_total_time"), vector * 1000), (number, id("aiv_vec_ratio"), ratio)]
    for number, each in enumerate(step.collectives, 1):
        collectives.append((id(each.name), each.start, round(each.end), each.connection, id(str(GROUP)), number, 0, 0, 4,
                            id("MESH-RING"), 4_097_000, id("hcom_allReduce_")))
        for part in each.parts:
            parts.append((id(each.name), global_ids[part.start, 4, part.context], id(part.name), part.plane,
                          id(str(GROUP)), 84, 65535, part.source, part.target, 2 if part.name == "Notify_Wait" else 0,
                          part.size, 2 if part.name == "Reduce_Inline" else 65535, 1 if part.plane else 0, number))
    database.table("TASK", "startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER, globalTaskId INTEGER, "
                   "globalPid INTEGER, taskType INTEGER, contextId INTEGER, streamId INTEGER, taskId INTEGER, "
                   "modelId INTEGER", tasks)
    database.table("COMPUTE_TASK_INFO", "name INTEGER, globalTaskId INTEGER PRIMARY KEY, blockDim INTEGER, mixBlockDim "
                   "INTEGER, taskType INTEGER, opType INTEGER, inputFormats INTEGER, inputDataTypes INTEGER, inputShapes "
                   "INTEGER, outputFormats INTEGER, outputDataTypes INTEGER, outputShapes INTEGER, attrInfo INTEGER",
                   computed)
    if level:
        database.table("TASK_PMU_INFO", "globalTaskId INTEGER, name INTEGER, value NUMERIC", measured_rows)
    database.table("COMMUNICATION_OP", "opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER, groupName "
                   "INTEGER, opId INTEGER PRIMARY KEY, relay INTEGER, retry INTEGER, dataType INTEGER, algType INTEGER, "
                   "count NUMERIC, opType INTEGER", collectives)
    database.table("COMMUNICATION_TASK_INFO", "name INTEGER, globalTaskId INTEGER, taskType INTEGER, planeId INTEGER, "
                   "groupName INTEGER, notifyId INTEGER, rdmaType INTEGER, srcRank INTEGER, dstRank INTEGER, "
                   "transportType INTEGER, size INTEGER, dataType INTEGER, linkType INTEGER, opId INTEGER", parts)
    database.table("CANN_API", "startNs INTEGER, endNs INTEGER, type INTEGER, globalTid INTEGER, connectionId INTEGER "
                   "PRIMARY KEY, name INTEGER",
                   [(each.start, each.end, API_TYPES[each.level], thread(QUEUE), each.connection, id(each.name))
                    for each in step.apis if each.level != "runtime" or level == 2])

    operators, connections, chain = [], [], 5
    launches = {each.connection for each in step.kernels + step.collectives}  # torch_npu looks for no others here
    for number, each in enumerate(step.calls + step.queue):
        type = {"cpu_op": 50001, "python_function": 50003}.get(each.category, 50002)
        listed = [each.correlation + 10_000] if type == 50002 else [one for one in each.connections if one in launches]
        connections += [(number, connection) for connection in listed]
        extra = (None,) * 5
        if type == 50001:
            extra = (each.sequence, each.forward, id("float"), id("16,64"), chain)
        operators.append((str(each.start), str(each.end), thread(each.thread), number if listed else None,
                          id(each.name), *extra, type))
    database.table("PYTORCH_API", "startNs TEXT, endNs TEXT, globalTid INTEGER, connectionId INTEGER, name INTEGER, "
                   "sequenceNumber INTEGER, fwdThreadId INTEGER, inputDtypes INTEGER, inputShapes INTEGER, callchainId "
                   "INTEGER, type INTEGER", operators)
    database.table("CONNECTION_IDS", "id INTEGER, connectionId INTEGER", connections)
    database.table("PYTORCH_CALLCHAINS", "id INTEGER, stack INTEGER, stackDepth INTEGER",
                   [(chain, id("train.py(20): main"), 1), (chain, id("train.py(8): step"), 0)])
    sizes = held(step)
    database.table("OP_MEMORY", "name INTEGER, size INTEGER, allocationTime INTEGER, releaseTime INTEGER, "
                   "activeReleaseTime INTEGER, duration INTEGER, activeDuration INTEGER, allocationTotalAllocated "
                   "INTEGER, allocationTotalReserved INTEGER, allocationTotalActive INTEGER, releaseTotalAllocated "
                   "INTEGER, releaseTotalReserved INTEGER, releaseTotalActive INTEGER, streamPtr INTEGER, deviceId "
                   "INTEGER",
                   [(id(each.name), each.size, each.start, *([each.end] * 2 + [each.length] * 2 if each.released else [None] * 4),
                     sizes[each.start], 64 * MB, sizes[each.start],
                     *([sizes[each.end], 64 * MB, sizes[each.end]] if each.released else [None] * 3), 1244527088, 0)
                    for each in step.memory])
    database.table("MEMORY_RECORD", "component INTEGER, timestamp INTEGER, totalAllocated INTEGER, totalReserved "
                   "INTEGER, totalActive INTEGER, streamPtr INTEGER, deviceId INTEGER",
                   [(id(component), time, size, 64 * MB, size, 1244527088, 0)
                    for time, size in sizes.items() for component in ("PTA", "PTA+GE")])
    database.close()

    analysis = Database(folder + "/ASCEND_PROFILER_OUTPUT/analysis.db")
    analysis.table("StepTraceTime", "step TEXT, computing NUMERIC, communication_not_overlapped NUMERIC, overlapped "
                   "NUMERIC, communication NUMERIC, free NUMERIC, stage NUMERIC, bubble NUMERIC, "
                   "communication_not_overlapped_and_exclude_receive NUMERIC, preparing NUMERIC",
                   [("50", *(number_ / 1000 for number_ in step.step_time().values()))])
    analysis.table("CommAnalyzerTime", "hccl_op_name TEXT, group_name TEXT, start_timestamp NUMERIC, elapse_time NUMERIC, "
                   "transit_time NUMERIC, wait_time NUMERIC, synchronization_time NUMERIC, idle_time NUMERIC, step TEXT, "
                   "type TEXT",
                   [(each.name, str(GROUP), each.start / 1000, *(float(part) / 1e6 for part in (each.length, transit, wait, wait,
                                                                                          each.length - transit - wait)), "step50", "collective")
                    for each, transit, wait in step.communication_parts()])
    analysis.close()


# --- a group of ranks without timelines ------------------------------------------------------------------------------

class Ranks(Step):
    """Many collectives, whose tasks are not recorded."""

    def train(self):
        self.run_number = 764
        for turn in range(7):
            self.operator("aten::linear", [(f"MatMul{turn}", "MatMulV2", "AI_CORE", 60_000 + 1_000 * self.rank),
                                           (f"Add{turn}", "Add", "AI_VECTOR_CORE", 8_000)])
            self.all_reduce(waits=[30_000 + 9_000 * self.rank] * PLANES)
            if turn % 2 == 0:
                self.device = self.collectives[-1].end

    def least_waits(self):
        """Of what lies outside of kernels, what is longer than the whole of its transfers."""
        working = union([(each.start, each.start + int(each.length)) for each in self.kernels])
        least = 0
        for each, transit, _ in self.communication_parts():
            length = int(each.length)
            alone = total(minus([(each.start, each.start + length)], working))
            least += max(0, alone - round(transit))
        return least


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


def main():
    for folder in ("torch_npu_text", "torch_npu_db", "torch_npu_ranks"):
        shutil.rmtree(f"{here}/{folder}", ignore_errors=True)
    counts = [["sample", "extent", "waits", "free"]]
    for level in range(3):
        text, database = Step(seed=level), Step(seed=10 + level)
        write_text(f"{here}/torch_npu_text/level{level}/rank0_ascend_pt", text, level)
        write_database(f"{here}/torch_npu_db/level{level}/rank0_ascend_pt", database, level)
        counts.append([f"torch_npu_text/level{level}", *map(round, text.idle())])
        counts.append([f"torch_npu_db/level{level}", *map(round, database.idle())])
    for rank in (0, 1, 3):
        ranks = Ranks(seed=20, rank=rank)
        write_rank(f"{here}/torch_npu_ranks/rank_{rank}_ascend_pt", ranks)
        if rank == 0:
            overlap = ranks.step_time()
            counts.append(["torch_npu_ranks", overlap["Stage"], ranks.least_waits(), overlap["Free"]])
    write(f"{here}/idle.tsv", "".join("\t".join(map(str, row)) + "\n" for row in sorted(counts, key=lambda row: row[0] != "sample")))


main()
