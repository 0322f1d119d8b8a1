// SPDX-License-Identifier: Apache-2.0
#include "engine/variants/kernelinputs.h"

#include "engine/base/text.h"
#include "engine/session/session.h"
#include "engine/variants/drawnvalue.h"

namespace jitscope::inline variants {

namespace {

/** The last run of the kernel that has a tensor for each of its inputs. */
std::optional<OpEvent> lastRunOf(const Session &session, const Compilation &compilation, const KernelRecord &kernel,
                                 size_t inputs) {
    for (auto op = session.ops.rbegin(); op != session.ops.rend(); ++op)
        if (op->isKernel && op->compilation == compilation.index && op->op == kernel.name &&
            op->inputs.size() == inputs)
            return *op;
    return std::nullopt;
}

/** What was recorded of a tensor, if it fits the parameter. */
RecordedValue recordedFor(const Session &session, int64_t id, const Abstract &type) {
    const auto record = session.tensor(id);
    const bool fits = record && record->shape == type.shape && record->dtype == type.dtype;
    return fits ? record->value : RecordedValue();
}

Tensor loaded(const RecordedValue &value) {
    if (!value.defined()) return {};
    Result<Tensor> tensor = value.load();
    return tensor ? tensor->contiguous() : Tensor();
}

} // namespace

std::vector<KernelInputSource> kernelInputSources(const Session &session, const Compilation &compilation,
                                                  const KernelRecord &kernel, const Graph &graph) {
    const auto run = lastRunOf(session, compilation, kernel, graph.parameters.size());
    std::vector<KernelInputSource> sources;
    for (size_t i = 0; i < graph.parameters.size(); ++i) {
        const Node &parameter = *graph.parameters[i];
        sources.push_back({parameter.name, parameter.abstract,
                           run ? recordedFor(session, run->inputs[i], parameter.abstract) : RecordedValue()});
    }
    return sources;
}

Result<KernelInputs> loadInputs(const std::vector<KernelInputSource> &sources) {
    std::mt19937 random = drawing();
    KernelInputs inputs;
    for (const KernelInputSource &source : sources) {
        if (!source.type.isTensor()) return Error{"The kernel's input " + source.name + " is no tensor."};
        Tensor tensor = loaded(source.recorded);
        const bool isRecorded = tensor.defined();
        if (!isRecorded) tensor = drawnTensor(source.type.dtype, source.type.shape, random);
        (isRecorded ? inputs.recorded : inputs.drawn).push_back(source.name);
        inputs.tensors.push_back(std::move(tensor));
    }
    return inputs;
}

std::string toString(const KernelInputs &inputs) {
    if (inputs.drawn.empty()) return "inputs as recorded";
    if (inputs.recorded.empty()) return "random inputs (their values were not recorded)";
    return format("%zu inputs as recorded, %zu random", inputs.recorded.size(), inputs.drawn.size());
}

} // namespace jitscope::inline variants
