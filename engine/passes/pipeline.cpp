// SPDX-License-Identifier: Apache-2.0
// The list of all passes in their order, and the passes that plugins add to it.
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/passes/pluginpasses.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace jitscope::inline passes {

namespace {

/** The stages that run again while they change something, and how often at the most. */
constexpr std::pair<std::string_view, int> repeatedStages[] = {
    {"opt_a", 8},
    {"opt_after_cconv", 4},
    {"stage4_highlevelopt2", 4},
};

/** What a pass needs to have anything to do. */
template<class... Names> std::vector<OpName> anyOf(Names... names) {
    return {names...};
}

/** The front end: the stages of MindSpore that do something here, each pass with the stage it belongs to. */
std::vector<PassDef> frontEnd() {
    using enum PassPhase;
    constexpr JitLevel O0 = JitLevel::O0;
    return {
        {"cconv", FrontEnd, "Passes as arguments what a function uses of the functions around it.", convertClosures, O0,
         "cconv"},
        {"inline", FrontEnd, "Puts the body of a called function in the place of the call.", inlineCalls, O0, "inline"},
        {"auto_monad", FrontEnd, "Orders what writes to parameters and what prints by tokens.", orderEffects, O0,
         "auto_monad"},
        // Before all that rewrite: they carry over only what is needed, and would drop dead calls without a word.
        {"dead_node_eliminate", FrontEnd, "Drops operators whose results nobody uses, and functions nobody calls.",
         eliminateDeadNodes, O0, "opt_a"},
        {"switch_simplify", FrontEnd, "Takes the branch now where the condition is known.", simplifySwitch, O0,
         "opt_a"},
        {"specialize_transform", FrontEnd, "Puts into a function what all its calls pass for a parameter.",
         specializeGraphs, O0, "opt_a"},
        {"parameter_eliminate", FrontEnd, "Drops parameters of functions that nothing uses.", eliminateParameters, O0,
         "opt_a"},
        {"loop_unroll", FrontEnd, "Writes out the rounds of a loop whose number is known.", unrollLoops, O0, "opt_a"},
        {"inline", FrontEnd, "Puts the body of a called function in the place of the call.", inlineCalls, O0, "opt_a"},
        {"dead_node_eliminate", FrontEnd, "Drops operators whose results nobody uses, and functions nobody calls.",
         eliminateDeadNodes, O0, "opt_a"},
        {"tuple_list_get_item_eliminator", FrontEnd, "Takes the element itself where a tuple is built and taken apart.",
         eliminateTupleGetItem, O0, "opt_a", anyOf(op::TupleGetItem)},
        {"constant_folding", FrontEnd, "Computes operators now whose arguments are all known.", foldConstants, O0,
         "opt_a"},
        {"arithmetic_simplify", FrontEnd, "Drops arithmetic that does nothing and merges neighbouring constants.",
         simplifyArithmetic, O0, "opt_a"},
        {"cast_eliminate", FrontEnd, "Drops casts that change nothing and merges two where the first loses nothing.",
         eliminateCast, O0, "opt_a", anyOf(op::Cast)},
        {"transpose_eliminate", FrontEnd, "Merges transposes in a row and drops those that move nothing.",
         eliminateTranspose, O0, "opt_a", anyOf(op::Transpose)},
        {"reshape_eliminate", FrontEnd, "Merges changes of shape in a row and drops those that change nothing.",
         eliminateReshape, O0, "opt_a"},
        {"tile_eliminate", FrontEnd, "Drops Tile that repeats nothing and merges two in a row.", eliminateTile, O0,
         "opt_a", anyOf(op::Tile)},
        {"reduce_eliminate", FrontEnd, "Drops reductions over axes of size 1.", eliminateReduce, O0, "opt_a"},
        {"redundant_stop_gradient_eliminater", FrontEnd, "Keeps one StopGradient of several in a row.",
         eliminateRedundantStopGradient, O0, "opt_a", anyOf(op::StopGradient)},
        {"load_eliminater", FrontEnd, "Drops reads of parameters that need no moment of their own.", eliminateLoads, O0,
         "opt_a", anyOf(op::Load)},
        {"updatestate_useless_node_eliminater", FrontEnd, "Drops from the tokens what no order is needed for.",
         eliminateUselessUpdateState, O0, "opt_a", anyOf(op::UpdateState)},
        {"updatestate_pure_node_eliminater", FrontEnd, "Drops from the tokens what only computes.",
         eliminatePureUpdateState, O0, "opt_a", anyOf(op::UpdateState)},
        {"updatestate_depend_eliminate", FrontEnd,
         "Goes on with the last token of a body put in the place of its call.", eliminateUpdateStateDepend, O0, "opt_a",
         anyOf(op::UpdateState)},
        {"updatestate_assign_eliminate", FrontEnd, "Lets a write go by the same token as reads of other parameters.",
         eliminateUpdateStateAssign, O0, "opt_a", anyOf(op::UpdateState)},
        {"updatestate_loads_eliminate", FrontEnd, "Merges tokens that only come behind reads.",
         eliminateUpdateStateLoads, O0, "opt_a", anyOf(op::UpdateState)},
        {"depend_value_elim", FrontEnd, "Drops what a Depend need not wait for.", eliminateDependValue, O0, "opt_a",
         anyOf(op::Depend)},
        {"renormalize", FrontEnd, "Infers all types again, and checks them.", renormalize, O0, "opt_a"},
        {"cse", FrontEnd, "Computes once what is computed several times from the same inputs.",
         eliminateCommonSubexpressions, O0, "opt_a"},
        {"tuple_transform", FrontEnd, "Passes the items of a tuple where a function only takes it apart.",
         transformTuples, O0, "opt_after_cconv"},
        {"parameter_eliminate", FrontEnd, "Drops parameters of functions that nothing uses.", eliminateParameters, O0,
         "opt_after_cconv"},
        {"cse", FrontEnd, "Computes once what is computed several times from the same inputs.",
         eliminateCommonSubexpressions, O0, "opt_after_cconv"},
        {"dead_node_eliminate", FrontEnd, "Drops operators whose results nobody uses, and functions nobody calls.",
         eliminateDeadNodes, O0, "opt_after_cconv"},
        {"remove_dup_value", FrontEnd, "Keeps one of several equal constant tensors.", removeDuplicateValues, O0,
         "remove_dup_value"},
    };
}

/** The back end: patterns of the hardware, then graph kernels. */
std::vector<PassDef> backEnd() {
    using enum PassPhase;
    using enum JitLevel;
    return {
        {"softmax_fusion", HardwareOptimization, "Recognises softmax where it is written out.", fuseSoftmax, O0, "",
         anyOf(op::Exp)},
        {"softmax_grad_fusion", HardwareOptimization, "Recognises the gradient of softmax where it is written out.",
         fuseSoftmaxGrad, O0, "", anyOf(op::ReduceSum)},
        {"layer_norm_fusion", HardwareOptimization,
         "Recognises layer and root-mean-square normalisations where they are written out.", fuseLayerNorm, O0, "",
         anyOf(op::ReduceMean, op::Var)},
        {"strided_slice_grad_fusion", HardwareOptimization,
         "Joins the gradients of slices that lie side by side instead of adding tensors of zeros.",
         fuseStridedSliceGrads, O0, "", anyOf(op::StridedSliceGrad)},
        {"transpose_matmul_fusion", HardwareOptimization,
         "Lets the matrix product read an operand turned instead of turning it before.", fuseTransposeMatMul, O0, "",
         anyOf(op::Transpose)},
        {"flash_attention_fusion", HardwareOptimization, "Computes attention without a tensor of all its weights.",
         fuseAttention, O0, "", anyOf(op::Softmax)},
        {"matmul_biasadd_fusion", HardwareOptimization,
         "Lets the matrix product add the bias and apply the activation on its way out.", fuseMatMulBiasAdd, O0, "",
         anyOf(op::MatMul, op::BatchMatMul)},
        {"conv_bn_activation_fusion", HardwareOptimization,
         "Lets the convolution add the bias, normalise and apply the activation on its way out.", fuseConvolutions, O0,
         "", anyOf(op::Conv2D)},
        {"batchnorm_activation_fusion", HardwareOptimization,
         "Lets the batch normalisation apply the activation on its way out.", fuseBatchNormActivation, O0, "",
         anyOf(op::BatchNorm)},
        {"add_relu_fusion", HardwareOptimization, "Adds and cuts off in one walk.", fuseAddRelu},
        {"add_layernorm_fusion", HardwareOptimization, "Lets the layer normalisation add the residual before it.",
         fuseAddLayerNorm},
        {"combine_optimizer", HardwareOptimization, "Takes the steps of an optimizer on many variables in one call.",
         combineOptimizers, O0, "", anyOf(op::UpdateState)},
        {"transpose_eliminate", HardwareOptimization, "Merges transposes that fusions have brought together.",
         eliminateTranspose, O0, "final_opt", anyOf(op::Transpose)},
        {"reshape_eliminate", HardwareOptimization, "Merges changes of shape that fusions have brought together.",
         eliminateReshape, O0, "final_opt"},
        {"axis_normalizer", GraphKernel, "Writes the axes of reductions plainly and keeps those that are brought back.",
         normalizeAxes, O1, "stage0_preprocess"},
        {"reorder_ops", GraphKernel, "Moves casts and changes of shape out of the way of what computes.", reorderOps,
         O1, "stage0_preprocess"},
        {"graph_kernel_expander", GraphKernel, "Writes composite operators as basic ones that can be fused.",
         expandGraphKernels, O1, "stage1_cluster"},
        {"constant_folding", GraphKernel, "Computes now what expanded operators know.", foldConstants, O1,
         "stage1_cluster"},
        {"arithmetic_simplify", GraphKernel, "Drops arithmetic that does nothing, now in what was expanded.",
         simplifyArithmetic, O1, "stage1_cluster"},
        {"graph_kernel_cse", GraphKernel, "Computes once what several expanded operators compute alike.",
         eliminateCommonSubexpressions, O1, "stage1_cluster"},
        {"graph_kernel_cluster", GraphKernel,
         "Groups connected element-wise operators and reductions into one compiled kernel each.", clusterGraphKernels,
         O1, "stage1_cluster"},
        {"graph_kernel_splitter", GraphKernel, "Cuts kernels in pieces that are faster than the whole.",
         splitGraphKernels, O1, "stage3_split"},
        {"graph_kernel_recompute", GraphKernel,
         "Lets kernels compute again what another one would have to store for them.", recomputeInKernels, O1,
         "stage4_highlevelopt2"},
        {"eliminate_redundant_output", GraphKernel, "Drops results of kernels that nobody outside uses.",
         eliminateRedundantOutputs, O1, "stage4_highlevelopt2"},
    };
}

std::vector<PassDef> makeBuiltinPasses() {
    std::vector<PassDef> passes = frontEnd();
    for (PassDef &pass : backEnd())
        passes.push_back(std::move(pass));
    return passes;
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

/** Where a plugin's pass stands among `passes`. */
std::vector<PassDef>::iterator placeOf(const PassDef &added, std::vector<PassDef> &passes) {
    const auto isOfStage = [&](const PassDef &pass) { return pass.phase == added.phase && pass.stage == added.stage; };
    const auto lastOfStage = std::find_if(passes.rbegin(), passes.rend(), isOfStage);
    if (lastOfStage != passes.rend()) return lastOfStage.base();
    return std::upper_bound(passes.begin(), passes.end(), added,
                            [](const PassDef &a, const PassDef &b) { return a.phase < b.phase; });
}

void insert(std::vector<PassDef> &passes, PassDef added) {
    const auto neighbour =
        std::find_if(passes.begin(), passes.end(), [&](const PassDef &pass) { return pass.name == added.behind; });
    if (added.behind.empty() || neighbour == passes.end()) {
        passes.insert(placeOf(added, passes), std::move(added));
        return;
    }
    added.phase = neighbour->phase;
    added.stage = neighbour->stage;
    passes.insert(std::next(neighbour), std::move(added));
}

/** Takes a plugin's pass out of every later pipeline. */
void unregisterPass(const std::string &name) {
    const std::lock_guard lock(registry().mutex);
    std::erase_if(registry().passes, [&](const PassDef &each) { return each.name == name; });
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
    const std::lock_guard lock(registry().mutex);
    for (const PassDef &added : registry().passes)
        insert(passes, added);
    return passes;
}

int mostCycles(std::string_view stage) {
    for (const auto &[name, cycles] : repeatedStages)
        if (name == stage) return cycles;
    return 1;
}

Result<void> registerPass(PassDef pass) {
    if (pass.name.empty() || !pass.run) return Error{"a pass needs a name and a function that runs it"};
    const std::lock_guard lock(registry().mutex);
    if (hasName(builtinPasses(), pass.name) || hasName(registry().passes, pass.name))
        return Error{format("there is a pass '%s' already; give the new one another name", pass.name.c_str())};
    registry().passes.push_back(std::move(pass));
    return {};
}

Extension passExtension(PassDef pass) {
    return {.kind = PluginKind::Pass,
            .name = pass.name,
            .isTaken = [name = pass.name] { return hasName(pipeline(), name); },
            .add =
                [pass](const std::string &plugin) {
                    PassDef added = pass;
                    added.summary = "Plugin " + plugin + ": " + pass.summary;
                    return registerPass(std::move(added));
                },
            .takeBack = [name = pass.name] { unregisterPass(name); }};
}

} // namespace jitscope::inline passes
