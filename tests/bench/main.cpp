// SPDX-License-Identifier: Apache-2.0
// Runs all benchmarks. Figures to quote are medians of repetitions: --benchmark_repetitions=9
// --benchmark_report_aggregates_only=true; ratios only between rows of one run.
#include "tests/bench/bench.h"

#include <benchmark/benchmark.h>

int main(int argc, char **argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    jitscope::bench::startPython();
    jitscope::bench::registerPythonRows();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
