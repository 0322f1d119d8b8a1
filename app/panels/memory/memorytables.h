// SPDX-License-Identifier: GPL-3.0-or-later
// What the memory panel shows of a profile, worked out off the GUI thread.
#pragma once

#include "app/charts/curveview.h"
#include "app/models/datatablemodel.h"
#include "engine/analysis/comparison/rankdifference.h"
#include "engine/analysis/device/memorycurves.h"

#include <memory>
#include <vector>

namespace jitscope {
inline namespace memorypanel {

/** A profile's memory: curves ready to draw, allocations ready to ask. */
struct MemoryFigures {
    struct Entry {
        Curve curve;
        bool isModule = false;
        bool isShown = false;     ///< at first
        bool isOfTensors = false; ///< memory that tensors hold: whose peak matters
    };
    std::vector<Entry> curves;
    std::shared_ptr<const std::vector<Allocation>> allocations;
};
MemoryFigures memoryFigures(const Profile &profile);

/** "reserved" as shown. */
QString quantityTitle(const std::string &quantity);

enum class MemoryList : uint8_t { Held, ByOperator, NeverReleased, All };
struct MemoryQuestion {
    MemoryList list = MemoryList::Held;
    int64_t timeNs = 0, leastBytes = 0;
};
/** A table of allocations of `leastBytes` or more: those held at `timeNs`, the same summed by operator, those never
    released, or all. With those of a baseline rank it has columns of differences to the same table of that. */
ComparedTable memoryTable(const std::vector<Allocation> &all, const std::vector<Allocation> *baseline,
                          const MemoryQuestion &question);

} // namespace memorypanel
} // namespace jitscope
