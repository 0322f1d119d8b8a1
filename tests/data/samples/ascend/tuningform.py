# SPDX-License-Identifier: Apache-2.0
"""A kernel as operator tuning (msprof op) writes it: what was measured on a board, and logs of the simulator."""
import json
import os

from textform import write

#: Bytes of a request on the paths of memory of the 910B, by their numbers, from which its bandwidths follow.
REQUEST = {0: 128, 1: 128, 2: 256, 3: 128, 4: 256, 5: 128, 6: 512, 7: 512, 8: 1024, 9: 128, 10: 128, 11: 1024, 12: 128,
           13: 128, 14: 256, 15: 256, 16: 128, 17: 128, 18: 256, 19: 256}
MICROSECONDS = 31.25


def block(kind, text):
    padding = -len(text) % 4
    return (len(text) + padding).to_bytes(8, "little") + bytes([kind, padding, 0x5A, 0x5A]) + text + bytes(padding)


def write_tuning(path):
    cores = 3
    base = {"name": "MatmulLeakyRelu", "soc": "Ascend910B4", "op_type": "mix", "block_dim": str(cores),
            "mix_block_dim": str(2 * cores), "device_id": "0", "pid": "4321", "duration": MICROSECONDS,
            "cur_freq": "1650", "rated_freq": "1650", "advice": [],
            "mix_block_detail": {"head_name": ["Block ID", "Cube0 Duration (us)", "Vector0 Duration (us)"],
                                 "size": [cores, 3],
                                 "row": [{"value": [str(core), str(28.5 + core / 4), str(9.25 + core)]}
                                         for core in range(cores)]}}
    graph = []
    for core in range(cores):
        paths = []
        for number, size in REQUEST.items():
            requests = 100 * (number + 1) + 7 * core
            bandwidth = requests * size / (MICROSECONDS * 1e-6) / (1 << 30)
            paths.append({"bandwidth": f"{bandwidth:.7f}", "display": 1, "memory_path": number, "peak_ratio": "NA",
                          "request": str(requests)})
        graph.append({"core_no": str(core), "op_type": "mix", "soc": "910B", "memory_unit": paths,
                      "L2cache": {"hit": "90", "hit_ratio": "90.0", "miss": "10", "total_request": "100"}})
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(block(5, json.dumps(base).encode()) + block(8, json.dumps({"core_memory_map": graph}).encode()))


def write_logs(folder):
    """Two kernels, the second of them on two cores."""
    for kernel, cores in (("dump/first", 1), ("dump/second", 2)):
        for core in range(cores):
            name = f"{folder}/{kernel}/core{core}.veccore0."
            begins = ends = ""
            work = [("SCALAR", "MOV XD:X0"), ("MTE2", "DMA_MOV Src:OUT"), ("VEC", "VADD"), ("MTE3", "DMA_MOV Dst:OUT")]
            for number, (pipe, text) in enumerate(work * 5):
                tick = 100 + 50 * number
                line = "(PC: 0x%x) %s   : (Binary: 0x073a7f80) %s\n" % (16 + 8 * number, pipe, text)
                begins += f"[info] [{tick:08d}] " + line
                ends += f"[info] [{tick + 30 + core:08d}] " + line
            write(name + "instr_popped_log.dump", begins)
            write(name + "instr_log.dump", ends)
            write(name + "ifu.icache_log.dump", "[info] 120: icache read address is 0x10f86a80, size is 0x00000080, "
                                                "type:1, last:0, status is MISS\n")
