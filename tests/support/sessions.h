// SPDX-License-Identifier: Apache-2.0
// A small session that holds something of everything, for the tests of files, provenance and importers.
#pragma once

#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/irmodules.h"

namespace jitscope::testing {

/** sin(x) * sin(x) + 0 in one compilation: CSE merges the two sines, the sum goes, the rest becomes a kernel. */
struct CompiledSample {
    Compilation compilation;
    NodePtr x, firstSin, secondSin, product, sum; ///< of the captured graph
    NodePtr kernelCall, kernelSin, kernelProduct; ///< of the final module
};

inline CompiledSample compiledSample() {
    NodeMaker make;
    CompiledSample sample;
    sample.x = make.parameter("x", matrix());
    const auto at = [](const std::shared_ptr<Node> &node, int line) {
        node->spans = spanAt("script.py", line, "y = ...");
        return node;
    };
    const auto first = at(make.call("Sin", {sample.x}, matrix()), 3);
    const auto second = at(make.call("Sin", {sample.x}, matrix()), 4);
    const auto product = at(make.call("Mul", {first, second}, matrix()), 5);
    const auto sum = at(make.call("Add", {product, make.constant(0.0)}, matrix()), 6);
    const GraphPtr captured = graphOf("f", {sample.x}, sum);
    sample.firstSin = first, sample.secondSin = second, sample.product = product, sample.sum = sum;

    const NodePtr squared = withInputs(*product, {first, first});
    const GraphPtr merged = graphOf("f", {sample.x}, squared);

    const NodePtr inner = make.parameter("p", matrix());
    const auto kernelSin = at(make.call("Sin", {inner}, matrix()), 3);
    kernelSin->origins = {first->id};
    const auto kernelProduct = at(make.call("Mul", {kernelSin, kernelSin}, matrix()), 5);
    kernelProduct->origins = {product->id};
    auto kernel = std::make_shared<Graph>(*graphOf("GraphKernel_Sin_Mul_fusion", {inner}, kernelProduct));
    kernel->attrs = {{"graph_kernel", Value(true)}};
    const auto call = make.call("", {sample.x}, matrix());
    call->callee = kernel->name;
    call->origins = {first->id, product->id};
    sample.kernelCall = call, sample.kernelSin = kernelSin, sample.kernelProduct = kernelProduct;

    Compilation &made = sample.compilation;
    made.index = 0;
    made.function = "f";
    made.key = "f32[2,3]";
    made.captureMode = "ast";
    made.jitLevel = "O1";
    made.script = {"graph", "O0", ""};
    made.device = "CPU";
    made.options = "backend GE";
    made.reason = "first call";
    made.spans = spanAt("script.py", 2, "def f(x):");
    made.captured.graphs = {captured};
    made.final.graphs = {graphOf("f", {sample.x}, call), kernel};
    made.final.attrs = {{"jit_level", Value("O1")}};
    Module afterMerge = made.captured;
    afterMerge.graphs = {merged};
    made.passes = {
        {0,
         PassPhase::FrontEnd,
         "cse",
         "Merges equal calls.",
         made.captured,
         afterMerge,
         true,
         4,
         2,
         1100,
         50,
         {{"equal calls", {second->id}, first->id}, {"x + 0 -> x", {sum->id}, product->id}},
         {}},
        {1,
         PassPhase::GraphKernel,
         "graph_kernel_cluster",
         "Fuses.",
         afterMerge,
         made.final,
         true,
         2,
         1,
         1150,
         40,
         {{"cluster", {first->id, product->id}, call->id}},
         {{"cluster", {sum->id}, statedReason("MatMul is opaque")}},
         "opt_a",
         2},
    };
    made.kernels = {{"kernel_sin_mul",
                     kernel->name,
                     {kernelSin->id, kernelProduct->id},
                     std::string("define void @k()"),
                     std::string("ret"),
                     900,
                     CodeOrigin::Disk,
                     48}};
    made.stages = {{"capture", 1000, 100}, {"passes", 1100, 90}, {"codegen", 1190, 10}};
    return sample;
}

/** One eager sine on line 10, one run of the compiled sample called from line 12, and all else that a session can hold.
 */
inline Session sampleSession() {
    Session session;
    session.info = {{"script", "script.py"}, {"mode", "graph"}};
    session.sources = {{"script.py", "import mindspore\n"}};
    session.output = {{false, "1.0\n"}, {true, "warning: \xC3\xA4\n"}};
    session.problems = {{Severity::Warning,
                         "portability",
                         "nn.Parameter is no name of MindSpore",
                         {"script.py", 7, 7, 0, 4, "nn.Parameter(x)"}}};
    const SourceSpan eager{"script.py", 10, 10, 4, 20, "y = ops.sin(x)"};
    const SourceSpan inner{"/usr/python/mindspore/ops.py", 99, 99, 0, 1, ""};
    const SourceSpan caller{"script.py", 20, 20, 0, 6, "main()"};
    session.stacks = {{{"sin", inner}, {"main", eager}, {"<module>", caller}},
                      {{"", {"script.py", 3, 3, 8, 15, "y = ..."}}},
                      {{"main", {"script.py", 12, 12, 4, 8, "f(x)"}}}};
    const Tensor value = Tensor::of({2, 3}, std::vector<float>{1, 2, 3, 4, 5, NAN});
    session.tensors = {{0, DType::Float32, {2, 3}, value, "x"},
                       {1, DType::Float32, {2, 3}, Tensor::full({2, 3}, 0.5, DType::Float32), ""},
                       {2, DType::Float32, {3, 2}, value.permuted({1, 0}), ""},
                       {3, DType::Int64, {}, Tensor(), ""},
                       {4, DType::Float16, {0, 4}, Tensor::zeros({0, 4}, DType::Float16), ""}};
    const CompiledSample sample = compiledSample();
    OpEvent first;
    first.number = 1;
    first.op = "Sin";
    first.inputs = {0};
    first.outputs = {1};
    first.operands = "f32[2,3]";
    first.result = "f32[2,3]";
    first.startNs = 500;
    first.durationNs = 20;
    first.scope = "Default";
    first.stack = 0;
    first.cost = {6, 48};
    OpEvent second = first;
    second.number = 2;
    second.op = "kernel_sin_mul";
    second.outputs = {2, 3};
    second.startNs = 1300;
    second.stack = 1;
    second.compilation = 0;
    second.node = sample.kernelCall->id;
    second.graphCall = 1;
    second.isKernel = true;
    second.cost.flops = 0.1;
    OpEvent failed = first;
    failed.number = 3;
    failed.outputs = {};
    failed.result = "";
    failed.error = "[Sin] bad dtype";
    failed.stack = -1;
    session.ops = {first, second, failed};
    session.graphCalls = {{1, "f", 0, 1250, 100, 2}};
    session.compilations = {sample.compilation};
    Compilation dense;
    dense.index = 1;
    dense.function = "dense";
    dense.captured = dense.final = denseModule();
    Compilation branches;
    branches.index = 2;
    branches.function = "branches";
    branches.imported = true;
    branches.captured = branchModule();
    branches.final = randomModule(7, 60);
    session.compilations.push_back(dense);
    session.compilations.push_back(branches);
    addRecordedLanes(session);
    const TrackId device = session.trace.addTrack("Ascend910B4 (simulated)", "Stream 3", 30, true);
    const SliceId kernel = session.trace.addSlice(device, "MatMul", "AI_CORE", -5, 9, {.op = 2, .node = 8});
    session.trace.addArgument(kernel, "Bound by", "launch");
    session.trace.addCounter({device, "HBM", "GB/s", {{1, 0.1}, {2, -0.0}}});
    session.trace.addFlow(SliceId{0}, kernel, "HostToDevice");
    return session;
}

/** The sample with all that steps, rules, importers and profilers add, each member of each record other than its
   default somewhere; what the kept files in tests/data/session hold. */
inline Session fullSession() {
    Session session = sampleSession();
    session.tensors.change(2, [&](TensorRecord &tensor) { tensor.memory = 0; });
    session.ops.change(1, [&](OpEvent &op) {
        op.phase = OpPhase::Optimizer;
        op.writes = true;
    });
    session.ops.change(2, [&](OpEvent &op) {
        op.phase = OpPhase::Backward;
        op.forward = 1;
    });
    session.gradients = {{0, 1}, {1, 2}};
    const StackFrame frame{"step", {"script.py", 3, 4, 0, 4, "x = 1"}};
    session.stops = {{2,
                      "a breakpoint",
                      {frame, {"main", {"script.py", 20, 20, 0, 6, "main()"}}},
                      {{{"x", "Tensor", "Tensor(...)", 1, false}, {"n", "int", "3", -1, true}}, {}}},
                     {3, "a step", {}, {}}};
    session.bookmarks = {{2, "here it goes wrong"}};
    session.watchHits = {{2, 1, "too_large", "max_gt", 3.5, 1.0}};
    session.compilations[1].options = "fullgraph";
    Profile profile;
    profile.rank = 3;
    profile.label = "rank 3";
    profile.info["level"] = "Level1";
    DataTable kernels = makeTable("kernels");
    const int64_t row = kernels.addRow();
    kernels.setText(row, kernels.column("name"), "MatMul");
    kernels.setInteger(row, kernels.column("start"), 1736412474714258990);
    profile.tables = {kernels};
    session.profiles = {std::make_shared<const Profile>(profile)};
    session.diagnostics = {{DiagnosticKind::Skipped, "trace_view.json", "byte 12", "a flow ends nowhere", 5}};
    session.linkTensors();
    return session;
}

/** What a journal has of it: machine code, profiles and what importers told are none of a recording's, lanes are made
    anew. */
inline Session journalSession() {
    Session session = fullSession();
    for (Compilation &compilation : session.compilations)
        for (KernelRecord &kernel : compilation.kernels)
            kernel.llvmIr = kernel.assembly = LazyText();
    session.profiles.clear();
    session.diagnostics.clear();
    session.trace = Trace();
    addRecordedLanes(session);
    return session;
}

} // namespace jitscope::testing
