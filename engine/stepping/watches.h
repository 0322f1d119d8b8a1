// SPDX-License-Identifier: Apache-2.0
// The watchpoints of a run: which tensors of an operator they are about, and what these held one step earlier.
#pragma once

#include "engine/inspect/query.h"
#include "engine/inspect/watchpoint.h"
#include "engine/session/recorder.h"
#include "engine/stepping/operatorview.h"

#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline stepping {

/** With the GIL held. */
class Watches {
public:
    struct Finding {
        WatchHit hit;
        bool stops = true;
        std::string message;
    };

    Watches() = default;
    /** Those that cannot be understood find nothing; whoever set them asked checkWatchpoint(). */
    explicit Watches(std::vector<Watchpoint> watchpoints);

    bool isEmpty() const { return m_entries.empty(); }
    /** What is about to be overwritten is kept for the rules that compare. */
    void beforeWrite(const OpDef &op, std::span<const Value> arguments);
    /** `gradient` is what flows to `tensor` so far; checked when the walk is over. */
    void gradientOf(const Tensor &tensor, const Tensor &gradient);
    std::vector<Finding> after(const OperatorView &sight, const Place &place);
    /** Of a run before. From the begin of a run on it is known which tensors are new. */
    void beginRun();
    /** Goes on with what the watchpoints that were set before have seen. */
    void takeValues(Watches &&before);

private:
    struct Entry {
        Watchpoint watchpoint;
        const WatchRule *rule = nullptr;
        OpQuestion filter;
    };
    /** The latest states of a weight. */
    struct Weight {
        Tensor lastStep; ///< when the step before was over
        Tensor present;
        int64_t writer = -1;
    };
    /** One tensor at an operator. */
    struct Watched {
        Tensor tensor;
        WatchedTensor facts;
        size_t place = 0; ///< among the results
    };

    std::vector<Watched> tensorsAt(const OperatorView &sight);
    std::vector<Finding> endedStep(const OperatorView &sight, const Place &place);
    std::vector<Finding> endedGradients(const OperatorView &sight, const Place &place);
    bool isWanted(const Entry &entry, const OperatorView &sight, const Place &place) const;
    std::optional<Finding> check(const Entry &entry, int64_t op, std::string_view name, const Tensor &tensor,
                                 const Tensor &previous) const;
    bool isNewcomer(const Tensor &tensor);

    std::vector<Entry> m_entries;
    bool m_needsPrevious = false, m_isInOptimizer = false, m_sawBegin = false;
    std::unordered_map<std::string, Tensor> m_previous; ///< results of the same place one round earlier
    std::unordered_map<uint64_t, Weight> m_weights;     ///< written by optimizers, by storage
    std::unordered_map<uint64_t, Tensor> m_gradients;   ///< of the walk under way, by the storage that they are of
    std::unordered_set<uint64_t> m_seen;                ///< storages that operators took or gave
};

} // namespace jitscope::inline stepping
