// SPDX-License-Identifier: Apache-2.0
#include "engine/eager/tape.h"

#include "engine/eager/dispatch.h"
#include "engine/eager/eagergradient.h"
#include "engine/eager/eagerthread.h"
#include "engine/eager/optracer.h"
#include "engine/ops/complexuse.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/overwrite.h"
#include "engine/tensor/distinct.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <stdexcept>

namespace jitscope::inline eager {

namespace {

thread_local std::vector<Tape *> openTapes;

template<class Visit> void visitTensors(const Value &value, Visit visit) {
    if (const Tensor *tensor = value.asTensor()) visit(*tensor);
    if (const Sequence *sequence = value.asSequence())
        for (const Value &item : sequence->items)
            visitTensors(item, visit);
}

/** Grows whenever one of the value's tensors is written to. */
uint64_t versionOf(const Value &value) {
    uint64_t version = 0;
    visitTensors(value, [&](const Tensor &tensor) { version += tensor.storage()->version(); });
    return version;
}

/** The same value whose tensors have identities of their own, or none. */
Value identified(const Value &value, bool isTaken) {
    if (const Tensor *tensor = value.asTensor()) return tensor->withIdentity(isTaken ? newIdentity() : 0);
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    for (const Value &item : sequence->items)
        items.emplace_back(identified(item, isTaken));
    return sequence->kind == SequenceKind::Tuple ? Value::tuple(std::move(items)) : Value::list(std::move(items));
}

/** The same value, whose tensors are followed by nobody where they are constants of the graph that is called. */
Value visible(const Value &value) {
    const EagerThread &thread = eagerThread();
    if (const Tensor *tensor = value.asTensor()) {
        const uint64_t identity = tensor->identity();
        const bool isSeen = identity == 0 || identity > thread.graphFrom || thread.graphWeights->contains(identity);
        return isSeen ? value : Value(tensor->withIdentity(0));
    }
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    std::ranges::transform(sequence->items, std::back_inserter(items), visible);
    return sequence->kind == SequenceKind::Tuple ? Value::tuple(std::move(items)) : Value::list(std::move(items));
}

std::vector<Value> allVisible(std::span<const Value> values) {
    std::vector<Value> seen;
    std::ranges::transform(values, std::back_inserter(seen), visible);
    return seen;
}

/** The tapes that follow one of the arguments. */
std::vector<Tape *> followersOf(std::span<const Value> arguments) {
    std::vector<Tape *> followers;
    if (eagerThread().pauses > 0) return followers;
    for (Tape *tape : openTapes)
        if (std::ranges::any_of(arguments, [&](const Value &argument) { return tape->follows(argument); }))
            followers.push_back(tape);
    return followers;
}

/** The items of a result that gradients flow to: those of a tuple, or the one tensor. */
std::vector<Value> itemsOf(const Value &result) {
    if (const Sequence *sequence = result.asSequence()) return sequence->items;
    return {result};
}

[[noreturn]] void refuseMissing(const OpDef &op) {
    throw std::invalid_argument("For '" + op.name +
                                "', the gradient is not yet part of JitScope's engine; use ops.stop_gradient on its "
                                "arguments, or compute it from other operators.");
}

/** While it lives, the operators of this thread belong to a gradient walk. */
class GradientWalk {
public:
    GradientWalk()
        : m_before(eagerThread()) {
        ++eagerThread().gradientWalks;
    }
    ~GradientWalk() {
        eagerThread().gradientWalks = m_before.gradientWalks;
        eagerThread().walkedForward = m_before.walkedForward;
    }
    GradientWalk(const GradientWalk &) = delete;
    GradientWalk &operator=(const GradientWalk &) = delete;
    void at(int64_t forward) { eagerThread().walkedForward = forward; }

private:
    EagerThread m_before;
};

const OpDef &needed(const char *primitive) {
    const OpDef *op = findOp(primitive);
    assert(op);
    return *op;
}

} // namespace

bool isInGraphCall() {
    return eagerThread().graphWeights != nullptr;
}

uint64_t newIdentity() {
    static std::atomic<uint64_t> last = 0;
    return ++last;
}

Tape::~Tape() {
    if (m_isOpen) close();
}

void Tape::open() {
    assert(!m_isOpen);
    m_isOpen = true;
    openTapes.push_back(this);
    ++eagerThread().openTapes;
    ++detail::watchers;
}

void Tape::close() {
    const auto place = std::ranges::find(openTapes, this);
    if (!m_isOpen || place == openTapes.end()) return;
    m_isOpen = false;
    openTapes.erase(place);
    --eagerThread().openTapes;
    --detail::watchers;
}

Tensor Tape::watch(const Tensor &tensor) {
    // For the tapes outside, the watched tensor is the same as the one that they follow.
    const auto passOn = [](const std::vector<Value> &gradients) { return gradients; };
    const Value arguments[] = {tensor};
    Tensor watched = *recordCustom(arguments, tensor, passOn).asTensor();
    if (watched.identity() == tensor.identity()) watched = tensor.withIdentity(newIdentity());
    if (OpTracer *tracer = currentTracer()) tracer->renamed(tensor, watched);
    follow(watched.identity());
    return watched;
}

bool Tape::follows(const Value &value) const {
    if (const Tensor *tensor = value.asTensor()) return tensor->identity() && m_followed.contains(tensor->identity());
    const Sequence *sequence = value.asSequence();
    return sequence && std::ranges::any_of(sequence->items, [this](const Value &item) { return follows(item); });
}

void Tape::add(const OpDef *op, std::span<const Value> arguments, const Value &result, CustomGradient custom) {
    Entry &entry = m_entries.emplace_back();
    entry.op = op;
    entry.arguments.assign(arguments.begin(), arguments.end());
    for (const Value &argument : arguments)
        entry.versions.push_back(versionOf(argument));
    entry.result = result;
    entry.resultVersion = versionOf(result);
    if (const Sequence *items = result.asSequence())
        for (const Value &item : items->items)
            entry.versions.push_back(versionOf(item));
    entry.custom = std::move(custom);
    m_isLastNamed = entry.op == nullptr;
    visitTensors(result, [this](const Tensor &tensor) {
        if (tensor.identity()) follow(tensor.identity(), tensor.storage()->version());
    });
}

void Tape::nameLast(int64_t number) {
    if (m_isLastNamed || m_entries.empty()) return;
    m_entries.back().number = number;
    m_isLastNamed = true;
}

void Tape::checkFresh(const OpDef &op, const Value &argument) const {
    visitTensors(argument, [&](const Tensor &tensor) {
        const auto followed = m_followed.find(tensor.identity());
        const auto rewritten = m_rewritten.find(tensor.storage()->serial());
        if (followed == m_followed.end() || rewritten == m_rewritten.end() || followed->second >= rewritten->second)
            return;
        throw std::invalid_argument("For '" + op.name + "', the gradient cannot follow a Tensor of shape " +
                                    toString(tensor.shape()) +
                                    ": its elements were changed in place through another tensor over the same memory "
                                    "(a view of it, or what it "
                                    "is a view of). Write to the tensor itself, as in x[0] = y, take views after the "
                                    "write, or work on a copy.");
    });
}

/** Of arguments of which the constants of a graph that is called have no identities. */
Value evaluateVisible(const OpDef &op, std::span<const Value> arguments);

Value evaluateFollowed(const OpDef &op, std::span<const Value> arguments) {
    if (openTapes.empty()) return evaluate(op, arguments);
    return isInGraphCall() ? evaluateVisible(op, allVisible(arguments)) : evaluateVisible(op, arguments);
}

Value evaluateVisible(const OpDef &op, std::span<const Value> arguments) {
    for (Tape *tape : openTapes)
        tape->m_isLastNamed = true; // what was taken down before and has no number yet gets none
    const std::vector<Tape *> followers = followersOf(arguments);
    for (const Tape *tape : followers)
        for (const Value &argument : arguments)
            tape->checkFresh(op, argument);
    if (op.effect != Effect::Writes) {
        // What was not taken down is not followed either, even where an operator gives its argument back.
        const Value evaluated = evaluate(op, arguments);
        const bool isTaken = !followers.empty() && passesGradient(op, Abstract::of(evaluated));
        const Value result = identified(evaluated, isTaken);
        if (isTaken)
            for (Tape *tape : followers)
                tape->add(&op, arguments, result);
        return result;
    }
    if (followers.empty() || op.functional.empty()) return evaluate(op, arguments);
    // A write is the operator without it, whose result then takes the place of the old elements. The rule may need the
    // old ones, so it gets a copy.
    const OpDef &functional = needed(op.functional.c_str());
    std::vector<Value> kept(arguments.begin(), arguments.begin() + std::ptrdiff_t(functional.params.size()));
    const Tensor &target = *arguments[op.written[0]].asTensor();
    kept[op.written[0]] = target.clone().withIdentity(target.identity());
    const Value result = identified(evaluate(functional, kept), true);
    for (Tape *tape : followers)
        tape->add(&functional, kept, result);
    const Tensor &changed = *result.asTensor();
    overwrite(target, changed);
    if (op.leavesVariable) return target.withIdentity(changed.identity());
    for (Tape *tape : followers) {
        tape->m_rewritten[target.storage()->serial()] = target.storage()->version();
        tape->follow(changed.identity(), target.storage()->version());
    }
    return target.withIdentity(changed.identity());
}

Value recordCustom(std::span<const Value> given, const Value &result, CustomGradient custom) {
    const std::vector<Value> arguments =
        isInGraphCall() ? allVisible(given) : std::vector<Value>(given.begin(), given.end());
    const std::vector<Tape *> followers = followersOf(arguments);
    if (followers.empty()) return result;
    const Value followed = identified(result, true);
    if (OpTracer *tracer = currentTracer()) tracer->renamed(result, followed);
    for (Tape *tape : followers)
        tape->add(nullptr, arguments, followed, custom);
    return followed;
}

void hookGradient(const Tensor &tensor, const CustomGradient &hook) {
    const Value values[] = {isInGraphCall() ? visible(tensor) : tensor};
    for (Tape *tape : followersOf(values))
        tape->hook(tensor.identity(), hook);
}

void nameTakenDown(int64_t number) {
    if (eagerThread().openTapes == 0) return;
    for (Tape *tape : openTapes)
        tape->nameLast(number);
}

bool isFollowed(const Value &value) {
    const Value seen = isInGraphCall() ? visible(value) : value;
    return !followersOf({&seen, 1}).empty();
}

void Tape::accumulate(const Value &argument, const Value &gradient, Flowing &flowing) const {
    if (const Sequence *sequence = argument.asSequence()) {
        const Sequence *gradients = gradient.asSequence();
        for (size_t i = 0; gradients && i < sequence->items.size() && i < gradients->items.size(); ++i)
            accumulate(sequence->items[i], gradients->items[i], flowing);
        return;
    }
    if (gradient.isNone() || !follows(argument)) return;
    Value &sum = flowing[argument.asTensor()->identity()];
    if (sum.isNone()) {
        sum = gradient;
    } else {
        const Value terms[] = {sum, gradient};
        sum = dispatch(needed("Add"), terms);
    }
    OpListener *listener = opListener();
    if (listener && sum.asTensor()) listener->gradientOf(*argument.asTensor(), *sum.asTensor());
}

std::vector<Value> Tape::argumentGradients(const Entry &entry, const std::vector<Value> &incoming) const {
    if (entry.custom) return entry.custom(incoming);
    const OpDef &op = *entry.op;
    if (op.gradient == nullptr) refuseMissing(op);
    std::vector<bool> wanted, isFresh;
    for (size_t i = 0; i < entry.arguments.size(); ++i) {
        wanted.push_back(follows(entry.arguments[i]));
        isFresh.push_back(versionOf(entry.arguments[i]) == entry.versions[i]);
    }
    isFresh.push_back(versionOf(entry.result) == entry.resultVersion);
    if (const Sequence *items = entry.result.asSequence())
        for (size_t i = 0; i < items->items.size(); ++i)
            isFresh.push_back(versionOf(items->items[i]) == entry.versions[entry.arguments.size() + i]);
    EagerGradient gradient(op, entry.arguments, entry.result, incoming, wanted, isFresh);
    std::vector<Term> terms = op.gradient(gradient);
    assert(terms.size() <= entry.arguments.size());
    std::vector<Value> values;
    for (size_t i = 0; i < terms.size(); ++i) {
        Term term = wanted[i] ? terms[i] : Term();
        if (term && entry.arguments[i].asTensor()) term = gradient.fittedTo(i, term);
        values.emplace_back(term ? gradient.valueOf(term) : Value());
    }
    return values;
}

void Tape::changeByHooks(const Tensor &tensor, Value &gradient) const {
    const auto hooks = m_hooks.find(tensor.identity());
    if (hooks == m_hooks.end()) return;
    for (const CustomGradient &hook : hooks->second)
        gradient = hook({gradient}).at(0);
}

void Tape::passBack(const Entry &entry, Flowing &flowing) const {
    std::vector<Value> incoming;
    bool any = false;
    for (const Value &item : itemsOf(entry.result)) {
        const Tensor *tensor = item.asTensor();
        const auto found = tensor ? flowing.find(tensor->identity()) : flowing.end();
        const bool comes = tensor && tensor->identity() && found != flowing.end();
        if (comes) changeByHooks(*tensor, found->second);
        incoming.emplace_back(comes ? found->second : Value());
        any = any || comes;
    }
    if (!any) return;
    const std::vector<Value> gradients = argumentGradients(entry, incoming);
    for (size_t i = 0; i < gradients.size() && i < entry.arguments.size(); ++i)
        accumulate(entry.arguments[i], gradients[i], flowing);
}

std::vector<size_t> Tape::usedOf(std::span<const Value> tensors) const {
    std::unordered_map<uint64_t, size_t> unused;
    for (size_t i = 0; i < tensors.size(); ++i)
        unused.emplace(tensors[i].asTensor()->identity(), i);
    std::vector<size_t> used;
    const auto note = [&](const Tensor &tensor) {
        const auto found = unused.find(tensor.identity());
        if (found == unused.end()) return;
        used.push_back(found->second);
        unused.erase(found);
    };
    for (const Entry &entry : m_entries)
        for (const Value &argument : entry.arguments)
            visitTensors(argument, note);
    return used;
}

namespace {

/** A gradient that somebody may write to: each of its elements stands at one place (that of a sum is one element,
    broadcast). */
Value asResult(const Value &gradient) {
    const Tensor *tensor = gradient.asTensor();
    if (!tensor || !tensor->defined() || tensor->isContiguous() || distinct(*tensor).repeats == 1) return gradient;
    return dispatch(*findOp("Contiguous"), std::array{gradient});
}

} // namespace

std::vector<Value> Tape::gradients(std::span<const Value> outputs, std::span<const Value> seeds,
                                   std::span<const Tensor> sources) {
    assert(outputs.size() == seeds.size());
    Flowing flowing;
    GradientWalk walk;
    for (size_t i = 0; i < outputs.size(); ++i)
        accumulate(outputs[i], seeds[i], flowing);
    std::unordered_set<uint64_t> kept;
    for (const Tensor &source : sources)
        kept.insert(source.identity());
    // Entries go as they are used, and so do gradients that arrived: memory falls while the walk goes on.
    while (!m_entries.empty()) {
        const Entry entry = std::move(m_entries.back());
        m_entries.pop_back();
        walk.at(entry.number);
        passBack(entry, flowing);
        visitTensors(entry.result, [&](const Tensor &tensor) {
            if (!kept.contains(tensor.identity())) flowing.erase(tensor.identity());
        });
    }
    std::vector<Value> result;
    for (const Tensor &source : sources) {
        const auto found = flowing.find(source.identity());
        result.push_back(found == flowing.end() ? Value() : asResult(found->second));
    }
    return result;
}

bool isTapeOpen() {
    const EagerThread &thread = eagerThread();
    return thread.openTapes > 0 && thread.pauses == 0;
}

GraphCall::GraphCall(uint64_t before, std::unordered_set<uint64_t> weights)
    : m_weights(std::move(weights))
    , m_before(eagerThread()) {
    eagerThread().graphWeights = &m_weights;
    eagerThread().graphFrom = before;
}

GraphCall::~GraphCall() {
    eagerThread().graphWeights = m_before.graphWeights;
    eagerThread().graphFrom = m_before.graphFrom;
}

GradientPause::GradientPause() {
    ++eagerThread().pauses;
}

GradientPause::~GradientPause() {
    --eagerThread().pauses;
}

} // namespace jitscope::inline eager
