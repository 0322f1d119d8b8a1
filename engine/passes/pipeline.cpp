// SPDX-License-Identifier: Apache-2.0
// The list of all passes in their order, and the passes that plugins add to it.
#include "engine/passes/passes.h"

#include "engine/base/text.h"

#include <algorithm>
#include <mutex>

namespace jitscope {

namespace {

std::vector<PassDef> makeBuiltinPasses() {
    using enum PassPhase;
    return {
        {"inline", FrontEnd, "Puts the body of a called function in the place of the call.", inlineCalls},
        {"auto_monad", FrontEnd, "Orders what writes to parameters and what prints by tokens.", orderEffects},
        // Before all that rewrite: they carry over only what is needed, and would drop dead calls without a word.
        {"dead_node_eliminate", FrontEnd, "Drops operators whose results nobody uses, and functions nobody calls.",
         eliminateDeadNodes},
        {"tuple_list_get_item_eliminator", FrontEnd, "Takes the element itself where a tuple is built and taken apart.",
         eliminateTupleGetItem},
        {"constant_folding", FrontEnd, "Computes operators now whose arguments are all known.", foldConstants},
        {"arithmetic_simplify", FrontEnd, "Drops arithmetic that does nothing and merges neighbouring constants.",
         simplifyArithmetic},
        {"transpose_eliminate", FrontEnd, "Merges transposes in a row and drops those that move nothing.",
         eliminateTranspose},
        {"reshape_eliminate", FrontEnd, "Merges changes of shape in a row and drops those that change nothing.",
         eliminateReshape},
        {"cse", FrontEnd, "Computes once what is computed several times from the same inputs.",
         eliminateCommonSubexpressions},
        {"matmul_biasadd_fusion", HardwareOptimization,
         "Lets the matrix product add the bias and apply ReLU on its way out.", fuseMatMulBiasAdd},
        {"graph_kernel_expander", GraphKernel,
         "Writes composite operators as basic element-wise ones that can be fused.", expandGraphKernels, JitLevel::O1},
        {"graph_kernel_cluster", GraphKernel, "Groups connected element-wise operators into one compiled kernel each.",
         clusterGraphKernels, JitLevel::O1},
    };
}

/** The passes of loaded plugins; the window reads them while a script's thread compiles. */
struct Registry {
    std::mutex mutex;
    std::vector<PassDef> passes;
};

Registry &registry() {
    static Registry theRegistry;
    return theRegistry;
}

bool hasName(const std::vector<PassDef> &passes, const std::string &name) {
    return std::any_of(passes.begin(), passes.end(), [&](const PassDef &pass) { return pass.name == name; });
}

} // namespace

std::string_view toString(PassPhase phase) {
    constexpr std::string_view names[] = {"frontend", "hwopt", "graph_kernel"};
    return names[size_t(phase)];
}

const std::vector<PassDef> &builtinPasses() {
    static const std::vector<PassDef> passes = makeBuiltinPasses();
    return passes;
}

std::vector<PassDef> pipeline() {
    std::vector<PassDef> passes = builtinPasses();
    {
        const std::lock_guard lock(registry().mutex);
        passes.insert(passes.end(), registry().passes.begin(), registry().passes.end());
    }
    std::stable_sort(passes.begin(), passes.end(),
                     [](const PassDef &a, const PassDef &b) { return a.phase < b.phase; });
    return passes;
}

Result<void> registerPass(PassDef pass) {
    if (pass.name.empty() || !pass.run) return Error{"a pass needs a name and a function that runs it"};
    const std::lock_guard lock(registry().mutex);
    if (hasName(builtinPasses(), pass.name) || hasName(registry().passes, pass.name))
        return Error{format("there is a pass '%s' already; give the new one another name", pass.name.c_str())};
    registry().passes.push_back(std::move(pass));
    return {};
}

} // namespace jitscope
