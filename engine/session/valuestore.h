// SPDX-License-Identifier: Apache-2.0
// The values that a recording keeps: in memory up to a budget, the oldest in a file beyond it.
#pragma once

#include "engine/session/recordedvalue.h"

#include <functional>
#include <memory>
#include <string>

namespace jitscope::inline session {

class Journal;

/** What recorded values take, for the status bar. */
struct ValueMemory {
    int64_t bytes = 0;   ///< in memory
    int64_t budget = 0;  ///< the most of them
    int64_t spilled = 0; ///< bytes in the file
    int64_t dropped = 0; ///< tensors whose values could not be kept
    bool operator==(const ValueMemory &) const = default;
};

/** For who keeps account of values elsewhere: told before their memory is given back, from any thread. */
struct ValueObserver {
    std::function<void(uint64_t storage, const FilePlace &place)> moved;
    std::function<void(uint64_t storage, const std::string &reason)> dropped;
};

/** From any thread. A thread of its own writes. */
class ValueStore {
public:
    /** `tell` gets the one sentence that values are being dropped, from which operator on and why. */
    explicit ValueStore(std::function<void(std::string)> tell);
    ~ValueStore();

    void setBudget(int64_t bytes);
    void setSpillLimit(int64_t bytes);
    ValueMemory memory() const;

    /** Values as they are now, shared with the program until it writes to them. `op` is the operator about which. They
        go under `serial` if they did before and were let go since; 0: they are new. */
    std::shared_ptr<RecordedStorage> keep(const Tensor &tensor, int64_t op, uint64_t serial = 0);
    /** Waits while memory is far beyond the budget. Not with locks held that readers of values need. */
    void waitForRoom();
    /** Waits until memory is within the budget. */
    void settle();
    /** Where values are written; without one, to a file that nobody else sees. */
    void setJournal(std::shared_ptr<Journal> journal);
    /** Once, before values are kept. */
    void setObserver(ValueObserver observer);
    /** Forgets all values; those who hold them keep them. Budgets stay. */
    void restart();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace jitscope::inline session
