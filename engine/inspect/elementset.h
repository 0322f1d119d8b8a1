// SPDX-License-Identifier: Apache-2.0
// Sets of elements of a tensor by their row-major positions, and the arithmetic of positions.
#pragma once

#include "engine/inspect/lineage.h"
#include "engine/tensor/tensor.h"

#include <array>

namespace jitscope::inline inspect {

/** Every element; `isExact` as the rule that says so. */
ElementSet allElements(bool isExact);
/** Gathers positions in any order, each as often as it comes: few as a list, many as a bit for each element. */
class ElementCollector {
public:
    explicit ElementCollector(int64_t count)
        : m_count(count) {}
    void add(int64_t position) {
        if (!m_bits.empty())
            m_bits[size_t(position)] = true;
        else if (m_positions.push_back(position); m_positions.size() > few)
            useBits();
    }
    ElementSet finish();

private:
    static constexpr size_t few = size_t(1) << 14;
    void useBits();

    int64_t m_count = 0;
    std::vector<int64_t> m_positions;
    std::vector<bool> m_bits;
};

/** Sorted and without repetitions; `all` when they are so many. */
ElementSet elementSet(std::vector<int64_t> positions, int64_t count);
ElementSet unionOf(const ElementSet &a, const ElementSet &b, int64_t count);
/** The positions of a set in a tensor of `count` elements. */
std::vector<int64_t> positionsOf(const ElementSet &set, int64_t count);

using Coordinates = std::array<int64_t, maxRank>;
Coordinates coordinatesOf(int64_t position, const Dims &shape);
int64_t positionOf(const Coordinates &coordinates, const Dims &shape);
std::vector<Coordinates> cornersOf(const std::vector<int64_t> &positions, const Dims &shape);

/** Which axes of a tensor are meant. */
using Axes = std::array<bool, maxRank>;
/** All elements of `shape` that have the coordinates of a corner on the axes that are not free. */
ElementSet boxesOf(std::vector<Coordinates> corners, const Dims &shape, const Axes &free);
/** Of `count` numbers, one for each place of `axis` of `shape`, those of the positions. */
ElementSet placesOnAxis(const std::vector<int64_t> &positions, const Dims &shape, int axis, int64_t count);

/** "[0,3]" */
std::string coordinatesText(int64_t position, const Dims &shape);

} // namespace jitscope::inline inspect
