// SPDX-License-Identifier: Apache-2.0
// Sets of elements: collected, merged, and named by their coordinates.
#include "engine/inspect/elementset.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace jitscope::inline inspect {

namespace {

/** Adds all elements of `shape` that have these coordinates on the axes that are not free. */
void addBox(ElementCollector &found, Coordinates at, const Dims &shape, const Axes &free) {
    for (int axis = 0; axis < shape.rank(); ++axis)
        if (free[size_t(axis)]) {
            if (shape[axis] == 0) return;
            at[size_t(axis)] = 0;
        }
    while (true) {
        found.add(positionOf(at, shape));
        int axis = shape.rank();
        while (axis-- > 0) {
            if (!free[size_t(axis)]) continue;
            if (++at[size_t(axis)] < shape[axis]) break;
            at[size_t(axis)] = 0;
        }
        if (axis < 0) return;
    }
}

} // namespace

ElementSet allElements(bool isExact) {
    ElementSet set;
    set.all = true;
    set.isExact = isExact;
    return set;
}

void ElementCollector::useBits() {
    m_bits.resize(size_t(m_count));
    for (const int64_t position : m_positions)
        m_bits[size_t(position)] = true;
    m_positions.clear();
}

ElementSet ElementCollector::finish() {
    for (size_t i = 0; i < m_bits.size(); ++i)
        if (m_bits[i]) m_positions.push_back(int64_t(i));
    return elementSet(std::move(m_positions), m_count);
}

ElementSet elementSet(std::vector<int64_t> positions, int64_t count) {
    if (!std::is_sorted(positions.begin(), positions.end())) std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    if (count > 1 && int64_t(positions.size()) == count) return allElements(true);
    ElementSet set;
    set.elements = std::move(positions);
    return set;
}

ElementSet unionOf(const ElementSet &a, const ElementSet &b, int64_t count) {
    if (a.all || b.all) return allElements((!a.all || a.isExact) && (!b.all || b.isExact));
    std::vector<int64_t> both;
    both.reserve(a.elements.size() + b.elements.size());
    std::set_union(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(),
                   std::back_inserter(both));
    ElementSet set = elementSet(std::move(both), count);
    set.isExact = a.isExact && b.isExact;
    return set;
}

std::vector<int64_t> positionsOf(const ElementSet &set, int64_t count) {
    if (!set.all) return set.elements;
    std::vector<int64_t> positions(static_cast<size_t>(count));
    std::iota(positions.begin(), positions.end(), 0);
    return positions;
}

Coordinates coordinatesOf(int64_t position, const Dims &shape) {
    Coordinates coordinates = {};
    for (int axis = shape.rank(); axis-- > 0;) {
        coordinates[size_t(axis)] = position % shape[axis];
        position /= shape[axis];
    }
    return coordinates;
}

int64_t positionOf(const Coordinates &coordinates, const Dims &shape) {
    int64_t position = 0;
    for (int axis = 0; axis < shape.rank(); ++axis)
        position = position * shape[axis] + coordinates[size_t(axis)];
    return position;
}

std::string coordinatesText(int64_t position, const Dims &shape) {
    const Coordinates coordinates = coordinatesOf(position, shape);
    std::string text = "[";
    for (int axis = 0; axis < shape.rank(); ++axis)
        text += (axis ? "," : "") + std::to_string(coordinates[size_t(axis)]);
    return text + "]";
}

std::vector<Coordinates> cornersOf(const std::vector<int64_t> &positions, const Dims &shape) {
    std::vector<Coordinates> corners;
    for (const int64_t position : positions)
        corners.push_back(coordinatesOf(position, shape));
    return corners;
}

ElementSet boxesOf(std::vector<Coordinates> corners, const Dims &shape, const Axes &free) {
    ElementCollector different(shape.product()); // places that lie in the same box are asked for once
    if (shape.product() == 0) return {};
    for (Coordinates &corner : corners) {
        for (int axis = 0; axis < shape.rank(); ++axis)
            if (free[size_t(axis)]) corner[size_t(axis)] = 0;
        different.add(positionOf(corner, shape));
    }
    ElementCollector found(shape.product());
    for (const int64_t corner : positionsOf(different.finish(), shape.product()))
        addBox(found, coordinatesOf(corner, shape), shape, free);
    return found.finish();
}

ElementSet placesOnAxis(const std::vector<int64_t> &positions, const Dims &shape, int axis, int64_t count) {
    ElementCollector found(count);
    for (const int64_t position : positions)
        found.add(coordinatesOf(position, shape)[size_t(axis)]);
    return found.finish();
}

} // namespace jitscope::inline inspect
