// SPDX-License-Identifier: Apache-2.0
// Follows elements from view to view by where they lie in the memory.
#include "engine/inspect/memoryviews.h"

#include "engine/session/session.h"

#include <algorithm>
#include <utility>

namespace jitscope::inline inspect {

namespace {

const RecordedMemory &memoryOf(const TensorRecord &tensor) {
    return tensor.value.memory();
}

/** Where an element lies in the memory, in elements of the dtype. */
int64_t placeOf(const TensorRecord &tensor, int64_t element) {
    const Coordinates at = coordinatesOf(element, tensor.shape);
    int64_t place = tensor.value.offset();
    for (int axis = 0; axis < tensor.shape.rank(); ++axis)
        place += at[size_t(axis)] * tensor.value.strides()[axis];
    return place;
}

bool isSameView(const TensorRecord &a, const TensorRecord &b) {
    return a.dtype == b.dtype && a.shape == b.shape && a.value.offset() == b.value.offset() &&
           a.value.strides() == b.value.strides();
}

/** The elements of one view by their places. */
std::unordered_map<int64_t, int64_t> elementsByPlace(const TensorRecord &view) {
    std::unordered_map<int64_t, int64_t> elements;
    const int64_t count = view.shape.product();
    elements.reserve(size_t(count));
    for (int64_t element = 0; element < count; ++element)
        elements.emplace(placeOf(view, element), element);
    return elements;
}

/** Moves those of `positions` (of `tensor`) that lie in `view` over to it; the rest stays. */
ElementSet moved(const TensorRecord &tensor, const TensorRecord &view, std::vector<int64_t> &positions) {
    const int64_t count = view.shape.product();
    if (tensor.dtype != view.dtype) return {}; // bytes seen as other numbers
    if (isSameView(tensor, view)) return elementSet(std::exchange(positions, {}), count);
    const auto known = elementsByPlace(view);
    ElementCollector found(count);
    std::erase_if(positions, [&](int64_t position) {
        const auto element = known.find(placeOf(tensor, position));
        if (element == known.end()) return false;
        found.add(element->second);
        return true;
    });
    return found.finish();
}

} // namespace

/** One walk over all operators and tensors; each write gives the memory a new state, which only it wrote. */
void MemoryViews::findAll() {
    if (std::exchange(m_isReady, true)) return;
    for (const OpEvent &op : m_session.ops) {
        if (!op.writes) continue;
        for (size_t i = 0; i < op.outputs.size(); ++i) {
            const auto record = m_session.tensor(op.outputs[i]);
            if (!record || !memoryOf(*record)) continue;
            const auto before = m_session.tensor(heldBefore(m_session, op, i));
            m_writes[memoryOf(*record)] = {op.number, record->id, before ? before->id : -1};
            if (before && memoryOf(*before)) m_views[memoryOf(*before)] = {};
        }
    }
    for (const TensorRecord &tensor : m_session.tensors)
        if (const auto views = m_views.find(memoryOf(tensor)); views != m_views.end())
            views->second.push_back(tensor.id);
}

int64_t MemoryViews::writerOf(const TensorRecord &tensor) {
    if (tensor.op >= 0 || !memoryOf(tensor)) return -1;
    findAll();
    const auto write = m_writes.find(memoryOf(tensor));
    return write == m_writes.end() || write->second.op >= tensor.firstUse ? -1 : write->second.op;
}

/** The largest first: most elements are found in it. */
std::vector<TensorRecord> MemoryViews::viewsBefore(const Write &write) const {
    std::vector<TensorRecord> views;
    const auto before = m_session.tensor(write.before);
    const auto known = before ? m_views.find(memoryOf(*before)) : m_views.end();
    if (known == m_views.end()) return views;
    for (const int64_t id : known->second)
        views.push_back(*m_session.tensor(id));
    std::stable_sort(views.begin(), views.end(), [](const TensorRecord &a, const TensorRecord &b) {
        return a.shape.product() > b.shape.product();
    });
    return views;
}

std::vector<MemoryViews::Part> MemoryViews::partsOf(const TensorRecord &tensor, const ElementSet &elements) {
    constexpr size_t mostViews = 8;
    findAll();
    const Write &write = m_writes.at(memoryOf(tensor));
    std::vector<int64_t> positions = positionsOf(elements, tensor.shape.product());
    std::vector<Part> parts = {{write.result, moved(tensor, *m_session.tensor(write.result), positions)}};
    const std::vector<TensorRecord> views = viewsBefore(write);
    for (size_t i = 0; i < std::min(views.size(), mostViews) && !positions.empty(); ++i)
        parts.push_back({views[i].id, moved(tensor, views[i], positions)});
    for (Part &part : parts)
        part.elements.isExact = elements.isExact;
    if (positions.empty()) return parts;
    parts.push_back({tensor.id, elementSet(std::move(positions), tensor.shape.product())});
    parts.back().elements.isExact = false;
    return parts;
}

} // namespace jitscope::inline inspect
