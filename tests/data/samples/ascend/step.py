# SPDX-License-Identifier: Apache-2.0
"""A training step that is made up: what its host called, what ran on its device, and what a count of both gives.

The seed gives each run times of its own; nothing here is shared with the program under test.
"""
import random
from fractions import Fraction

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
        self.calls.append(Event(name="train.py(%d): step" % (20 + len(self.calls) % 9), thread=thread,
                                start=begin - 500, length=call.length + 800, category="python_function", sequence=None,
                                forward=None, connections=[], correlation=None))
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
        alone = lanes["Communication(Not Overlapped)"]
        return {"Computing": lanes["Computing"], "Communication(Not Overlapped)": alone,
                "Overlapped": lanes["Communication"] - alone,
                "Communication": lanes["Communication"], "Free": lanes["Free"], "Stage": last - first, "Bubble": 0,
                "Communication(Not Overlapped and Exclude Receive)": alone,
                "Preparing": first - self.start}

    def idle(self):
        """Extent, waits of collectives while nothing works, and time without any task, in ns."""
        working = union([(each.start, each.end) for each in self.device_tasks()
                         if each.kernel or each.name in ("MEMCPY_ASYNC", "SDMA")])
        running = union([(each.start, each.end) for each in self.collectives])
        both = union(working + running)
        extent = (both[0][0], both[-1][1])
        return total([extent]), total(minus(running, working)), total(minus([extent], both))

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
