# SPDX-License-Identifier: Apache-2.0
"""A step as torch_npu's profiler writes it into a database (schema 1.0)."""
import json
import os
import sqlite3

from step import GROUP, MB, NONE, PID, QUEUE, SHAPES
from textform import held, info, measured, write


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
            self.table("STRING_IDS", "id INTEGER PRIMARY KEY, value TEXT",
                       [(id, text) for text, id in self.texts.items()])
        self.file.commit()
        self.file.close()


API_TYPES = {"runtime": 5000, "hccl": 5500, "node": 10000, "acl": 20000}


def thread(tid):
    return (PID << 32) | tid


def milliseconds(*lengths):
    return [float(each) / 1e6 for each in lengths]


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
        collectives.append((id(each.name), each.start, round(each.end), each.connection, id(str(GROUP)), number, 0, 0,
                            4, id("MESH-RING"), 4_097_000, id("hcom_allReduce_")))
        for part in each.parts:
            parts.append((id(each.name), global_ids[part.start, 4, part.context], id(part.name), part.plane,
                          id(str(GROUP)), 84, 65535, part.source, part.target, 2 if part.name == "Notify_Wait" else 0,
                          part.size, 2 if part.name == "Reduce_Inline" else 65535, 1 if part.plane else 0, number))
    database.table("TASK", "startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER, globalTaskId "
                   "INTEGER, globalPid INTEGER, taskType INTEGER, contextId INTEGER, streamId INTEGER, taskId INTEGER, "
                   "modelId INTEGER", tasks)
    database.table("COMPUTE_TASK_INFO", "name INTEGER, globalTaskId INTEGER PRIMARY KEY, blockDim INTEGER, mixBlockDim "
                   "INTEGER, taskType INTEGER, opType INTEGER, inputFormats INTEGER, inputDataTypes INTEGER, "
                   "inputShapes INTEGER, outputFormats INTEGER, outputDataTypes INTEGER, outputShapes INTEGER, "
                   "attrInfo INTEGER",
                   computed)
    if level:
        database.table("TASK_PMU_INFO", "globalTaskId INTEGER, name INTEGER, value NUMERIC", measured_rows)
    database.table("COMMUNICATION_OP", "opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER, "
                   "groupName INTEGER, opId INTEGER PRIMARY KEY, relay INTEGER, retry INTEGER, dataType INTEGER, "
                   "algType INTEGER, count NUMERIC, opType INTEGER", collectives)
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
                   [(id(each.name), each.size, each.start,
                     *([each.end] * 2 + [each.length] * 2 if each.released else [None] * 4),
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
    analysis.table("CommAnalyzerTime", "hccl_op_name TEXT, group_name TEXT, start_timestamp NUMERIC, elapse_time "
                   "NUMERIC, transit_time NUMERIC, wait_time NUMERIC, synchronization_time NUMERIC, idle_time NUMERIC, "
                   "step TEXT, type TEXT",
                   [(each.name, str(GROUP), each.start / 1000,
                     *milliseconds(each.length, transit, wait, wait, each.length - transit - wait), "step50",
                     "collective")
                    for each, transit, wait in step.communication_parts()])
    analysis.close()
