# SPDX-License-Identifier: Apache-2.0
"""Prints what graph mode costs and gains, as a table: medians of five rounds, ratios within one process.

usage: PYTHONPATH=build/python python3 tests/bench/graph_table.py [ROW...]

Nothing else should run meanwhile. Rows that need a process of their own (a cold or a warm disk cache, peak memory) start
it."""
import os
import statistics
import subprocess
import sys
import tempfile
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
ROUNDS = 5


def seconds(function, least=0.2):
    """The median time of one call over rounds that each take `least` seconds."""
    function()
    calls, spent = 1, 0.0
    while True:
        start = time.perf_counter()
        for _ in range(calls):
            function()
        spent = time.perf_counter() - start
        if spent > least / 2:
            break
        calls *= 2
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(calls):
            function()
        times.append((time.perf_counter() - start) / calls)
    return statistics.median(times)


def alternating(first, second):
    """Medians of two functions timed in turn, so that a change of the machine's speed meets both."""
    a, b = [], []
    for _ in range(ROUNDS):
        a.append(seconds(first, 0.05))
        b.append(seconds(second, 0.05))
    return statistics.median(a), statistics.median(b)


def microseconds(value):
    return f"{value * 1e6:.3f} us"


def milliseconds(value):
    return f"{value * 1e3:.3f} ms"


def _tensors():
    import numpy as np
    from mindspore import Tensor
    return lambda *shape: Tensor(np.random.randn(*shape).astype(np.float32))


def cached_calls():
    import mindspore as ms
    from bench_functions import mul_add
    randn = _tensors()
    a, b, c = (randn(2, 3) for _ in range(3))
    eager = seconds(lambda: mul_add(a, b, c))
    for mode in ("ast", "bytecode", "trace"):
        for level in ("O0", "O1"):
            graph = ms.jit(mul_add, capture_mode=mode, jit_level=level)
            graph(a, b, c)

            def many():
                for _ in range(100):
                    graph(a, b, c)
            yield f"cached call a*b+c 2x3, {mode} {level}", microseconds(seconds(many) / 100), "<= 0.4 us"
    yield "the same eagerly, with its Python call", microseconds(eager), ""


def prepare():
    with tempfile.TemporaryDirectory() as cache:
        for level, target in (("O0", "<= 15 ms"), ("O1", "<= 30 ms")):
            yield f"first call of it, {level}, nothing cached", milliseconds(_child_time(level, "")), target
        _child_time("O1", cache)
        yield "first call of it, O1, warm disk cache", milliseconds(_child_time("O1", cache)), "<= 3 ms"


def _child_time(level, cache):
    """Seconds of the first call, the median of five processes."""
    code = ("import time, numpy as np, mindspore as ms\nfrom bench_functions import mul_add\n"
            "t = [ms.Tensor(np.random.randn(2, 3).astype(np.float32)) for _ in range(3)]; mul_add(*t)\n"
            f"f = ms.jit(mul_add, jit_level='{level}')\n"
            "s = time.perf_counter(); f(*t); print(time.perf_counter() - s)\n")
    environment = {**os.environ, "PYTHONPATH": FOLDER + os.pathsep + os.environ.get("PYTHONPATH", "")}
    if cache:
        environment["MS_COMPILER_CACHE_PATH"] = cache
    else:
        environment["MS_COMPILER_CACHE_ENABLE"] = "0"
    runs = [float(subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True,
                                 check=True).stdout) for _ in range(ROUNDS)]
    return statistics.median(runs)


def rigid():
    import mindspore as ms
    from bench_functions import matmuls, rigid as chain
    randn = _tensors()
    m, n = randn(512, 512), randn(512, 512)
    for level in ("O0", "O1"):
        graph = ms.jit(chain, jit_level=level)
        products, whole = alternating(lambda: matmuls(m, n), lambda: graph(m, n))
        yield (f"s0_rigid_compute, graph {level} over its matmuls alone ({milliseconds(products)})",
               f"{milliseconds(whole)} = {whole / products:.3f} x", "<= 1.08 x")


def gelu():
    import mindspore as ms
    from bench_functions import written_gelu
    line = _tensors()(1000000)
    graph = ms.jit(written_gelu, jit_level="O1")
    fused, eager = alternating(lambda: graph(line), lambda: written_gelu(line))
    yield f"gelu written out, 1M floats, O1 (eager {milliseconds(eager)})", milliseconds(fused), "<= 0.35 ms"


def chain():
    import mindspore as ms
    from bench_functions import chain_of_ten
    line = _tensors()(1000000)
    plain, fused = ms.jit(chain_of_ten, jit_level="O0"), ms.jit(chain_of_ten, jit_level="O1")
    slow, fast = alternating(lambda: plain(line), lambda: fused(line))
    yield (f"chain of 10 element-wise operators, 1M floats, O0 {milliseconds(slow)}, O1 {milliseconds(fast)}",
           f"{slow / fast:.2f} x", ">= 3 x")


def train_step():
    import mindspore as ms
    from mindspore import nn
    randn = _tensors()
    data, label = randn(32, 1024), randn(32, 1024)

    def step_of(level):
        net = nn.SequentialCell(nn.Dense(1024, 1024), nn.ReLU())
        loss_of, optimizer = nn.MSELoss(), nn.Momentum(net.trainable_params(), learning_rate=0.1, momentum=0.9)
        gradients = ms.value_and_grad(lambda x, y: loss_of(net(x), y), None, optimizer.parameters)

        def step(x, y):
            loss, grads = gradients(x, y)
            optimizer(grads)
            return loss
        return ms.jit(step, jit_level=level) if level else step
    eager = step_of("")
    for level in ("O0", "O1"):
        graph = step_of(level)
        slow, fast = alternating(lambda: eager(data, label), lambda: graph(data, label))
        yield f"training step of s1_jit_train_step, {level} (eager {milliseconds(slow)})", milliseconds(fast), "<= 1.0 ms"


def models():
    import numpy as np
    import mindspore as ms
    from mindspore import Tensor
    from graph_models import GroupedAttention, ResidualBlock
    randn = _tensors()
    mask = Tensor(np.triu(np.full((1, 1, 128, 128), -1e9, np.float32), 1))
    cases = (("BasicBlock", ResidualBlock(), (randn(1, 128, 28, 28),)),
             ("Llama attention", GroupedAttention(), (randn(1, 128, 512), mask, Tensor(np.arange(128, dtype=np.int32)))))
    for name, net, args in cases:
        both = ms.value_and_grad(net, None, net.trainable_params())
        for what, function in (("forward", lambda *given, net=net: net(*given)),
                               ("forward and backward", lambda *given, both=both: both(*given))):
            for level in ("O0", "O1"):
                graph = ms.jit(function, jit_level=level)
                eager, compiled = alternating(lambda: function(*args), lambda: graph(*args))
                yield (f"{name}, {what}, {level} (eager {milliseconds(eager)})",
                       f"{milliseconds(compiled)} = {compiled / eager:.2f} x", "< 1 x" if level == "O1" else "")


def memory():
    peaks = {level: _child_peak(level) for level in ("", "O0", "O1")}
    for level in ("O0", "O1"):
        yield (f"peak memory of a ViT training step, {level} (eager {peaks[''] / 2**20:.0f} MiB)",
               f"{peaks[level] / 2**20:.0f} MiB = {peaks[level] / peaks['']:.2f} x", "<= 0.7 x" if level == "O1" else "")


def _child_peak(level):
    """Bytes that three training steps need beyond what the process held before them."""
    code = ("import resource\nfrom graph_models import transformer_step\n"
            f"step, data = transformer_step('{level}')\n"
            "before = int(open('/proc/self/statm').read().split()[1]) * resource.getpagesize()\n"
            "for _ in range(3): step(*data)\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before)\n")
    environment = {**os.environ, "PYTHONPATH": FOLDER + os.pathsep + os.environ.get("PYTHONPATH", "")}
    return int(subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True,
                              check=True).stdout)


def big_compiles():
    """The C++ benchmark knows the passes alone."""
    program = os.path.join(os.path.dirname(os.path.dirname(FOLDER)), "build", "bin", "jitscope_bench")
    if not os.path.exists(program):
        return
    out = subprocess.run([program, "--benchmark_filter=passes_O1/(10000|100000)$", "--benchmark_format=csv"],
                         capture_output=True, text=True, check=True).stdout
    for line in out.splitlines():
        if line.startswith('"engine/passes_O1'):
            name, _, real, *_ = line.split(",")
            nodes = name.strip('"').rpartition("/")[2]
            yield f"all passes at O1, {nodes} nodes", f"{float(real):.0f} ms", "<= 2000 ms" if nodes == "10000" else "linear"


ROWS = (cached_calls, prepare, rigid, gelu, chain, train_step, models, memory, big_compiles)


def main():
    wanted = sys.argv[1:]
    print("| what | measured | target |\n|---|---|---|")
    for rows in ROWS:
        if wanted and rows.__name__ not in wanted:
            continue
        for what, measured, target in rows():
            print(f"| {what} | {measured} | {target} |", flush=True)


if __name__ == "__main__":
    main()
