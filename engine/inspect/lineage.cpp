// SPDX-License-Identifier: Apache-2.0
// Walks back from an element over operators in the reverse of their order, so that every tensor is complete when its
// own operator is asked.
#include "engine/inspect/lineage.h"

#include "engine/inspect/dependence.h"
#include "engine/inspect/kerneldependence.h"
#include "engine/inspect/memoryviews.h"
#include "engine/inspect/navigation.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

namespace jitscope::inline inspect {

namespace {

constexpr int64_t mostPositions = int64_t(1) << 22; ///< of one tensor that are followed one by one

int64_t countOf(const Session &session, int64_t tensor) {
    const auto record = session.tensor(tensor);
    return record ? record->shape.product() : 0;
}

class LineageWalk {
public:
    LineageWalk(const Session &session, const LineageOptions &options)
        : m_session(session)
        , m_options(options)
        , m_views(session) {}

    Lineage from(int64_t tensor, int64_t element) {
        add(tensor, elementSet({element}, 2));
        while (!m_ops.empty() && shouldContinue()) {
            const int64_t number = m_ops.rbegin()->first;
            for (const int64_t view : std::exchange(m_ops[number].views, {}))
                passView(view, number);
            const std::vector<int64_t> results = std::move(m_ops[number].results);
            m_ops.erase(number);
            if (!results.empty()) passOp(*m_session.op(number), results);
            if (int64_t(m_lineage.tensors.size() + m_pending.size()) > m_options.maxTensors) return cut();
        }
        for (const int64_t input : m_inputs)
            close(input, -1);
        m_lineage.inputs = std::move(m_inputs);
        return std::move(m_lineage);
    }

private:
    bool shouldContinue() {
        if (!m_options.shouldContinue || m_options.shouldContinue()) return true;
        m_lineage.isCut = true;
        return false;
    }
    Lineage cut() {
        m_lineage.isCut = true;
        return std::move(m_lineage);
    }

    void add(int64_t tensor, ElementSet set) {
        const auto record = m_session.tensor(tensor);
        if (!record || (!set.all && set.elements.empty())) return;
        const auto [entry, isNew] = m_pending.try_emplace(tensor);
        entry->second = isNew ? std::move(set) : unionOf(entry->second, set, record->shape.product());
        if (!isNew) return;
        if (m_session.op(record->op))
            m_ops[record->op].results.push_back(tensor);
        else if (const int64_t writer = m_views.writerOf(*record); writer >= 0)
            m_ops[writer].views.push_back(tensor);
        else
            m_inputs.push_back(tensor);
    }
    /** Moves a tensor that nothing more is added to over to the result; `op` gave it. */
    const ElementSet &close(int64_t tensor, int64_t op) {
        m_lineage.tensors.push_back({tensor, op, std::move(m_pending.at(tensor))});
        m_pending.erase(tensor);
        return m_lineage.tensors.back().elements;
    }

    /** What a view of memory that `writer` wrote is part of. */
    void passView(int64_t view, int64_t writer) {
        const ElementSet elements = close(view, writer);
        for (const MemoryViews::Part &part : m_views.partsOf(*m_session.tensor(view), elements))
            if (part.tensor != view) add(part.tensor, part.elements);
    }

    void passOp(const OpEvent &op, const std::vector<int64_t> &results) {
        m_lineage.ops.push_back(op.number);
        for (const int64_t result : results) {
            const auto place = size_t(std::find(op.outputs.begin(), op.outputs.end(), result) - op.outputs.begin());
            const std::vector<ElementSet> sets = dependencies(m_session, op, place, close(result, op.number));
            for (size_t i = 0; i < sets.size(); ++i)
                add(op.inputs[i], sets[i]);
        }
    }

    const Session &m_session;
    const LineageOptions &m_options;
    Lineage m_lineage;
    std::unordered_map<int64_t, ElementSet> m_pending;
    /** An operator still to be passed: its results that matter, and other views of what it wrote. */
    struct Waiting {
        std::vector<int64_t> results, views;
    };
    std::map<int64_t, Waiting> m_ops;
    MemoryViews m_views;
    std::vector<int64_t> m_inputs;
};

// --- the first bad element ---

/** Whether a value is bad, and how. */
std::optional<BadKind> badness(double value, double limit) {
    if (std::isnan(value)) return BadKind::NaN;
    if (std::isinf(value)) return BadKind::Infinite;
    if (std::abs(value) > limit) return BadKind::TooLarge;
    return std::nullopt;
}

struct Place {
    int64_t tensor = -1, element = -1;
    double value = 0;
};

Tensor valueOf(const Session &session, int64_t tensor) {
    const auto record = session.tensor(tensor);
    const auto value = record ? record->value.load() : Result<Tensor>(Error{});
    return value ? *value : Tensor();
}

/** The element where an operator gave it, if others wrote to the memory through another view since. */
Place behindWrites(const Session &session, MemoryViews &views, Place place) {
    while (true) {
        const TensorRecord record = *session.tensor(place.tensor);
        if (views.writerOf(record) < 0) return place;
        ElementSet one;
        one.elements = {place.element};
        const auto parts = views.partsOf(record, one);
        const auto found = std::find_if(parts.begin(), parts.end(), [&](const MemoryViews::Part &part) {
            return part.elements.all || !part.elements.elements.empty();
        });
        if (found == parts.end() || found->tensor == place.tensor) return place;
        place.tensor = found->tensor;
        place.element = found->elements.all ? 0 : found->elements.elements.front();
    }
}

/** "-0.5 at in[0][3]" */
std::string placeText(const Session &session, const OpEvent &op, size_t input, int64_t element, double value) {
    const auto record = session.tensor(op.inputs[input]);
    return format("%.6g at in[%zu]", value, input) +
           (record->shape.empty() ? "" : coordinatesText(element, record->shape));
}

/** What an operator's bad result depended on: its first bad element, and the words for it. */
class Cause {
public:
    Cause(const Session &session, const OpEvent &op, const std::vector<ElementSet> &sets, double limit) {
        for (size_t input = 0; input < sets.size(); ++input) {
            if (!sets[input].all && sets[input].elements.empty()) continue;
            const Tensor value = valueOf(session, op.inputs[input]);
            if (!value.defined()) {
                m_unknown = true;
                continue;
            }
            look(session, op, input, value, sets[input], limit);
        }
    }

    const std::optional<Place> &bad() const { return m_bad; }
    std::string words(const OpEvent &op) const {
        std::string text = op.op.str();
        if (m_count > 0 && m_count <= int64_t(most)) text += " of " + join(m_few, ", ");
        if (m_count > int64_t(most)) text += format(" of %lld elements, the largest ", (long long)m_count) + m_largest;
        if (m_unknown) text += m_count > 0 ? " and others that were not recorded" : " of values that were not recorded";
        return text;
    }

private:
    static constexpr size_t most = 3; ///< elements that are named one by one

    void look(const Session &session, const OpEvent &op, size_t input, const Tensor &value, const ElementSet &set,
              double limit) {
        const int64_t count = set.all ? value.count() : int64_t(set.elements.size());
        for (int64_t i = 0; i < count; ++i) {
            const int64_t element = set.all ? i : set.elements[size_t(i)];
            const double number = value.at(element);
            const auto kind = badness(number, limit);
            if (kind && (!m_bad || *kind < m_kind)) { // NaN before infinities before large ones
                m_bad = Place{op.inputs[input], element, number};
                m_kind = *kind;
            }
            ++m_count;
            if (m_few.size() < most) m_few.push_back(placeText(session, op, input, element, number));
            if (std::abs(number) <= m_magnitude) continue;
            m_magnitude = std::abs(number);
            m_largest = placeText(session, op, input, element, number);
        }
    }

    std::optional<Place> m_bad;
    BadKind m_kind = BadKind::TooLarge;
    int64_t m_count = 0;
    std::vector<std::string> m_few;
    double m_magnitude = -1;
    std::string m_largest;
    bool m_unknown = false;
};

} // namespace

std::vector<ElementSet> dependencies(const Session &session, const OpEvent &op, size_t output, const ElementSet &of) {
    const std::vector<ElementSet> everything(op.inputs.size(), allElements(false));
    if (output >= op.outputs.size()) return everything;
    const int64_t count = countOf(session, op.outputs[output]);
    if (of.all && count > mostPositions) return everything;
    const std::vector<int64_t> positions = positionsOf(of, count);
    std::vector<ElementSet> sets;
    if (op.isKernel)
        sets = kernelDependencies(session, op, output, positions);
    else if (const auto call = callOf(session, op))
        sets = dependenciesOf(*call, output, positions);
    if (sets.size() != op.inputs.size()) return everything;
    for (ElementSet &set : sets)
        set.isExact = set.isExact && of.isExact;
    return sets;
}

Lineage lineageOf(const Session &session, int64_t tensor, int64_t element, const LineageOptions &options) {
    if (element < 0 || element >= countOf(session, tensor)) return {};
    return LineageWalk(session, options).from(tensor, element);
}

std::optional<FirstBad> firstBad(const Session &session, int64_t tensor, int64_t element, double limit,
                                 const LineageOptions &options) {
    const Tensor start = valueOf(session, tensor);
    if (!start.defined() || element < 0 || element >= start.count()) return std::nullopt;
    Place place{tensor, element, start.at(element)};
    if (!badness(place.value, limit)) return std::nullopt;
    MemoryViews views(session);
    for (int64_t steps = 0; steps < options.maxTensors; ++steps) {
        if (options.shouldContinue && !options.shouldContinue()) return std::nullopt;
        place = behindWrites(session, views, place);
        FirstBad found{-1, place.tensor, place.element, *badness(place.value, limit), place.value, ""};
        const auto op = session.op(session.tensor(place.tensor)->op);
        if (!op) return found; // it came in from outside
        const auto output =
            size_t(std::find(op->outputs.begin(), op->outputs.end(), place.tensor) - op->outputs.begin());
        ElementSet one;
        one.elements = {place.element};
        const Cause cause(session, *op, dependencies(session, *op, output, one), limit);
        if (!cause.bad()) {
            found.op = op->number;
            found.because = cause.words(*op);
            return found;
        }
        place = *cause.bad();
    }
    return std::nullopt;
}

} // namespace jitscope::inline inspect
