// SPDX-License-Identifier: Apache-2.0
#include "engine/session/recorder.h"

#include "engine/base/text.h"
#include "engine/tensor/tensorprint.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <unistd.h>
#include <unordered_map>

namespace jitscope {

namespace {

using Stack = std::vector<StackFrame>;

struct StackHash {
    size_t operator()(const Stack &stack) const noexcept {
        size_t hash = stack.size();
        for (const StackFrame &frame : stack)
            hash = hash * 1099511628211u ^ std::hash<std::string>{}(frame.span.file) ^ size_t(frame.span.line) << 20 ^
                   size_t(frame.span.column);
        return hash;
    }
};

/** One view of a storage that has an id already. */
struct KnownView {
    uint64_t version = 0;
    int64_t offset = 0;
    DType dtype = DType::Float32;
    Dims shape, strides;
    int64_t id = -1;
};

bool isView(const KnownView &known, const Tensor &tensor) {
    return known.version == tensor.storage()->version() && known.offset == tensor.offset() &&
           known.dtype == tensor.dtype() && known.shape == tensor.shape() && known.strides == tensor.strides();
}

/** All views seen of one storage, and the name its tensors go by. */
struct KnownStorage {
    std::vector<KnownView> views;
    std::string name;
    std::optional<uint64_t> keptVersion; ///< the last one of which the recording keeps the values
};

int64_t defaultValueBudget() {
    return int64_t(::sysconf(_SC_PHYS_PAGES)) * int64_t(::sysconf(_SC_PAGESIZE)) / 4;
}

/** A node of a compilation: the key for what is worked out once and holds for each run of it. */
struct NodeKey {
    int compilation = -1;
    int64_t node = -1;
    bool operator==(const NodeKey &) const = default;
};
struct NodeKeyHash {
    size_t operator()(const NodeKey &key) const noexcept {
        return std::hash<int64_t>{}(key.node * 8191 + key.compilation);
    }
};
struct NodeFacts {
    OpCost cost;
    int stack = -1;
};

/** What is kept of a compilation after its record was handed over. */
struct CompilationFacts {
    std::string function;
    std::unordered_map<std::string, double> kernelFlops;      ///< by sub-graph
    std::unordered_map<std::string, std::string> kernelNames; ///< by sub-graph
};

void appendTensors(const Value &value, std::vector<const Tensor *> &tensors) {
    if (const Tensor *tensor = value.asTensor()) {
        if (tensor->defined()) tensors.push_back(tensor);
    } else if (const Sequence *sequence = value.asSequence()) {
        for (const Value &item : sequence->items)
            appendTensors(item, tensors);
    }
}

std::vector<const Tensor *> tensorsOf(std::span<const Value> values) {
    std::vector<const Tensor *> tensors;
    for (const Value &value : values)
        appendTensors(value, tensors);
    return tensors;
}

/** As a person would write it in a call, tensors by their type. */
std::string shortText(const Value &value) {
    if (const Tensor *tensor = value.asTensor())
        return tensor->defined() ? brief(tensor->dtype(), tensor->shape()) : std::string("undefined");
    if (value.isNone()) return "None";
    if (const bool *truth = value.asBool()) return *truth ? "True" : "False";
    if (const int64_t *integer = value.asInt()) return std::to_string(*integer);
    if (const double *number = value.asDouble()) return shortestNumber(*number);
    if (const std::string *text = value.asString()) return "'" + *text + "'";
    if (const DType *dtype = value.asDType()) return std::string(info(*dtype).python);
    if (const Sequence *sequence = value.asSequence()) {
        std::vector<std::string> items;
        for (const Value &item : sequence->items)
            items.push_back(shortText(item));
        return sequence->kind == SequenceKind::List ? "[" + join(items, ", ") + "]" : "(" + join(items, ", ") + ")";
    }
    return toString(value);
}

bool holdsTensor(const Value &value) {
    return !tensorsOf({&value, 1}).empty();
}

/** "f32[2,3], f32[3], axis=-1": constants carry the name of their parameter. */
std::string operandText(const OpDef *op, std::span<const Value> arguments) {
    std::string text;
    for (size_t i = 0; i < arguments.size(); ++i) {
        if (i > 0) text += ", ";
        if (op != nullptr && i < op->params.size() && !holdsTensor(arguments[i])) text += op->params[i].name + "=";
        text += shortText(arguments[i]);
    }
    return text;
}

OpCost eagerCost(const OpDef &op, std::span<const Value> arguments, const Value &result) {
    std::vector<Abstract> types;
    types.reserve(arguments.size());
    for (const Value &argument : arguments)
        types.push_back(Abstract::of(argument));
    return costOf(op, types, Abstract::of(result));
}

OpCost nodeCost(const Node &node) {
    const OpDef *op = findOp(node.op);
    if (op == nullptr) return {};
    std::vector<Abstract> types;
    for (const NodePtr &input : node.inputs)
        types.push_back(input->abstract);
    return costOf(*op, types, node.abstract);
}

/** A fused kernel computes what its members do, but only its own inputs and outputs travel through memory. */
OpCost kernelCost(const Node &node, double memberFlops) {
    OpCost cost{memberFlops, double(node.abstract.bytes())};
    for (const NodePtr &input : node.inputs)
        cost.bytes += double(input->abstract.bytes());
    return cost;
}

CompilationFacts compilationFacts(const Compilation &compilation) {
    CompilationFacts facts{compilation.function, {}, {}};
    for (const GraphPtr &graph : compilation.final.graphs) {
        if (!graph->isKernel()) continue;
        double flops = 0;
        for (const NodePtr &node : graph->nodes)
            flops += nodeCost(*node).flops;
        facts.kernelFlops.emplace(graph->name, flops);
    }
    for (const KernelRecord &kernel : compilation.kernels)
        facts.kernelNames.emplace(kernel.graph, kernel.name);
    return facts;
}

/** The lines that a node came from, in the form of a stack; dumps and graphs know no function names. */
Stack stackOf(const SpanList &spans) {
    Stack stack;
    if (spans)
        for (const SourceSpan &span : *spans)
            stack.push_back({"", span});
    return stack;
}

/** All that a restart forgets. */
struct Recording {
    RecordLevel level = RecordLevel::None;
    int64_t valueBudget = defaultValueBudget();
    int64_t keptBytes = 0;
    bool isOverBudget = false;
    Session part; ///< what is new since the last take
    int64_t nextOp = 1, nextTensor = 0, nextCall = 1;
    int nextStack = 0, nextCompilation = 0;
    std::vector<int64_t> inputsBeforeWrite;
    std::unordered_map<Stack, int, StackHash> stacks;
    std::unordered_map<uint64_t, KnownStorage> storages; ///< by serial: an address is soon another tensor's
    std::unordered_map<NodeKey, NodeFacts, NodeKeyHash> nodes;
    std::unordered_map<int, CompilationFacts> compilations;
    std::unordered_map<int64_t, GraphCall> openCalls;
    std::unordered_map<std::string, std::string> sources;

    int stackIndex(Stack stack);
    Tensor valueToKeep(const Tensor &tensor, KnownStorage &storage);
    int64_t tensorId(const Tensor &tensor);
    std::vector<int64_t> tensorIds(std::span<const Value> values);
    const NodeFacts &factsOf(int compilation, const Node &node, bool isKernel);
    void nameWeights(const Node &node, std::span<const Value> arguments);
};

int Recording::stackIndex(Stack stack) {
    if (stack.empty()) return -1;
    const auto [entry, isNew] = stacks.try_emplace(std::move(stack), nextStack);
    if (isNew) {
        ++nextStack;
        part.stacks.push_back(entry->first);
    }
    return entry->second;
}

/** The values as they are now: the memory is the user's until the user writes to it. None if values are not wanted or
   are too many. */
Tensor Recording::valueToKeep(const Tensor &tensor, KnownStorage &storage) {
    if (level != RecordLevel::Values || isOverBudget) return {};
    const uint64_t version = tensor.storage()->version();
    if (storage.keptVersion != version) {
        if (keptBytes + tensor.bytes() > valueBudget) {
            isOverBudget = true;
            const std::string message = "Values are no longer recorded: those kept so far take " +
                                        humanBytes(keptBytes) + " of the " + humanBytes(valueBudget) +
                                        " allowed. Operators still are.";
            part.problems.push_back({Severity::Warning, "memory", message, {}});
            return {};
        }
        keptBytes += tensor.bytes();
        storage.keptVersion = version;
    }
    const StoragePtr now(tensor.storage()->snapshot());
    return Tensor(now, tensor.shape(), tensor.strides(), tensor.offset(), tensor.dtype());
}

/** The same elements seen the same way keep their id for as long as nobody writes to them. */
int64_t Recording::tensorId(const Tensor &tensor) {
    KnownStorage &storage = storages[tensor.storage()->serial()];
    for (const KnownView &known : storage.views)
        if (isView(known, tensor)) return known.id;
    const int64_t id = nextTensor++;
    storage.views.push_back(
        {tensor.storage()->version(), tensor.offset(), tensor.dtype(), tensor.shape(), tensor.strides(), id});
    part.tensors.push_back({id, tensor.dtype(), tensor.shape(), valueToKeep(tensor, storage), storage.name});
    return id;
}

std::vector<int64_t> Recording::tensorIds(std::span<const Value> values) {
    std::vector<int64_t> ids;
    for (const Tensor *tensor : tensorsOf(values))
        ids.push_back(tensorId(*tensor));
    return ids;
}

const NodeFacts &Recording::factsOf(int compilation, const Node &node, bool isKernel) {
    const auto [entry, isNew] = nodes.try_emplace({compilation, node.id.value});
    if (!isNew) return entry->second;
    const CompilationFacts &known = compilations[compilation];
    if (isKernel) {
        const auto flops = known.kernelFlops.find(node.callee);
        entry->second.cost = kernelCost(node, flops == known.kernelFlops.end() ? 0 : flops->second);
    } else {
        entry->second.cost = nodeCost(node);
    }
    entry->second.stack = stackIndex(stackOf(node.spans));
    return entry->second;
}

/** Weights go by the names that the graph has for them. */
void Recording::nameWeights(const Node &node, std::span<const Value> arguments) {
    for (size_t i = 0; i < std::min(node.inputs.size(), arguments.size()); ++i) {
        const Tensor *tensor = arguments[i].asTensor();
        if (tensor == nullptr || !tensor->defined() || !node.inputs[i]->weight.defined()) continue;
        storages[tensor->storage()->serial()].name = node.inputs[i]->name;
    }
}

} // namespace

struct Recorder::State {
    mutable std::mutex mutex;
    std::atomic<RecordLevel> level = RecordLevel::None; ///< read without the lock to turn back early
    std::function<Place()> placeSource;
    Recording recording;
};

Recorder::Recorder()
    : m_state(std::make_unique<State>()) {}
Recorder::~Recorder() = default;

Recorder &Recorder::instance() {
    static Recorder recorder;
    return recorder;
}

void Recorder::setLevel(RecordLevel level) {
    const std::lock_guard lock(m_state->mutex);
    m_state->level = level;
    m_state->recording.level = level;
}

void Recorder::setValueBudget(int64_t bytes) {
    const std::lock_guard lock(m_state->mutex);
    m_state->recording.valueBudget = bytes;
}

RecordLevel Recorder::level() const {
    return m_state->level;
}

void Recorder::setPlaceSource(std::function<Place()> source) {
    const std::lock_guard lock(m_state->mutex);
    m_state->placeSource = std::move(source);
}

void Recorder::beforeWrite(std::span<const Value> arguments) {
    if (level() == RecordLevel::None) return;
    const std::lock_guard lock(m_state->mutex);
    m_state->recording.inputsBeforeWrite = m_state->recording.tensorIds(arguments);
}

int64_t Recorder::recordOp(const OpDef &op, std::span<const Value> arguments, const Value *result, int64_t startNs,
                           int64_t endNs, const std::string &error) {
    if (level() == RecordLevel::None) return -1;
    // All that needs no shared state comes first: asking for the place runs code of the Python layer, which may record
    // something itself.
    Place place = m_state->placeSource ? m_state->placeSource() : Place();
    OpEvent event;
    event.op = op.name;
    event.operands = operandText(&op, arguments);
    event.startNs = startNs;
    event.durationNs = endNs - startNs;
    event.scope = std::move(place.scope);
    event.error = error;
    if (result != nullptr) {
        event.result = shortText(*result);
        event.cost = eagerCost(op, arguments, *result);
    }

    const std::lock_guard lock(m_state->mutex);
    event.number = m_state->recording.nextOp++;
    std::vector<int64_t> before = std::exchange(m_state->recording.inputsBeforeWrite, {});
    event.inputs = op.written.empty() || before.empty() ? m_state->recording.tensorIds(arguments) : std::move(before);
    if (result != nullptr) event.outputs = m_state->recording.tensorIds({result, 1});
    event.stack = m_state->recording.stackIndex(std::move(place.stack));
    m_state->recording.part.ops.push_back(std::move(event));
    return m_state->recording.nextOp - 1;
}

void Recorder::recordNode(int compilation, int64_t graphCall, const Node &node, bool isKernel,
                          std::span<const Value> arguments, const Value &result, int64_t startNs, int64_t endNs) {
    if (level() == RecordLevel::None) return;
    OpEvent event;
    event.op = node.op.empty() ? node.callee : node.op;
    event.operands = operandText(isKernel ? nullptr : findOp(node.op), arguments);
    event.result = shortText(result);
    event.startNs = startNs;
    event.durationNs = endNs - startNs;
    event.scope = node.scope;
    event.compilation = compilation;
    event.node = node.id;
    event.graphCall = graphCall;
    event.isKernel = isKernel;

    const std::lock_guard lock(m_state->mutex);
    const NodeFacts &facts = m_state->recording.factsOf(compilation, node, isKernel);
    event.cost = facts.cost;
    event.stack = facts.stack;
    if (isKernel) {
        const auto &names = m_state->recording.compilations[compilation].kernelNames;
        if (const auto name = names.find(node.callee); name != names.end()) event.op = name->second;
    }
    m_state->recording.nameWeights(node, arguments);
    event.inputs = m_state->recording.tensorIds(arguments);
    event.outputs = m_state->recording.tensorIds({&result, 1});
    event.number = m_state->recording.nextOp++;
    m_state->recording.part.ops.push_back(std::move(event));
}

int64_t Recorder::beginGraphCall(int compilation) {
    if (level() == RecordLevel::None) return -1;
    Place place = m_state->placeSource ? m_state->placeSource() : Place();
    const std::lock_guard lock(m_state->mutex);
    const int64_t number = m_state->recording.nextCall++;
    const int stack = m_state->recording.stackIndex(std::move(place.stack));
    GraphCall &call = m_state->recording.openCalls[number];
    call.number = number;
    call.function = m_state->recording.compilations[compilation].function;
    call.compilation = compilation;
    call.stack = stack;
    return number;
}

void Recorder::endGraphCall(int64_t number, int64_t startNs, int64_t endNs) {
    const std::lock_guard lock(m_state->mutex);
    const auto open = m_state->recording.openCalls.find(number);
    if (open == m_state->recording.openCalls.end()) return; // begun before a restart, or while nothing was recorded
    GraphCall call = open->second;
    m_state->recording.openCalls.erase(open);
    call.startNs = startNs;
    call.durationNs = endNs - startNs;
    m_state->recording.part.graphCalls.push_back(call);
}

void Recorder::recordTensorName(const Tensor &tensor, const std::string &name) {
    const std::lock_guard lock(m_state->mutex);
    m_state->recording.storages[tensor.storage()->serial()].name = name;
}

int Recorder::nextCompilation() {
    const std::lock_guard lock(m_state->mutex);
    return m_state->recording.nextCompilation++;
}

void Recorder::recordCompilation(Compilation compilation) {
    const std::lock_guard lock(m_state->mutex);
    m_state->recording.compilations[compilation.index] = compilationFacts(compilation);
    m_state->recording.part.compilations.push_back(std::move(compilation));
}

void Recorder::recordSource(const std::string &path, const std::string &text) {
    const std::lock_guard lock(m_state->mutex);
    const auto [known, isNew] = m_state->recording.sources.try_emplace(path, text);
    if (!isNew && known->second == text) return;
    known->second = text;
    m_state->recording.part.sources.push_back({path, text});
}

void Recorder::recordProblem(Problem problem) {
    const std::lock_guard lock(m_state->mutex);
    m_state->recording.part.problems.push_back(std::move(problem));
}

void Recorder::recordOutput(OutputChunk chunk) {
    const std::lock_guard lock(m_state->mutex);
    m_state->recording.part.output.push_back(std::move(chunk));
}

void Recorder::recordInfo(const std::string &key, const std::string &value) {
    const std::lock_guard lock(m_state->mutex);
    m_state->recording.part.info[key] = value;
}

void Recorder::recordTrace(const Trace &trace) {
    const std::lock_guard lock(m_state->mutex);
    m_state->recording.part.trace.append(trace);
}

int64_t Recorder::nextOp() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->recording.nextOp;
}

Session Recorder::take() {
    Session taken;
    {
        const std::lock_guard lock(m_state->mutex);
        taken = std::exchange(m_state->recording.part, {});
    }
    // Appending to an empty session puts sources, calls and compilations into their order.
    Session part;
    part.append(std::move(taken));
    return part;
}

void Recorder::restart() {
    const std::lock_guard lock(m_state->mutex);
    const int64_t budget = m_state->recording.valueBudget;
    m_state->recording = {};
    m_state->recording.level = m_state->level;
    m_state->recording.valueBudget = budget;
}

} // namespace jitscope
