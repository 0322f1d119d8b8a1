// SPDX-License-Identifier: Apache-2.0
// Which tensor of the step before a tensor corresponds to, found in one walk over the operators.
#pragma once

#include "engine/session/sessionfwd.h"

#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace jitscope::inline inspect {

/** A weight over one step: its state at the end of it and at the end of the step before. */
struct WeightStep {
    int64_t tensor = -1, previous = -1;
    int64_t op = -1; ///< that wrote it last; of one that was not written, the last of the step
};

/** Operators are told in order: before() each, then of() for its results, then note(). */
class PreviousValues {
public:
    explicit PreviousValues(const Session &session);

    /** The weights of the step that ended before this operator, if one did. */
    std::vector<WeightStep> before(const OpEvent &op);
    /** The same for a step that ended with the recording. */
    std::vector<WeightStep> atEnd();
    /** The result of the operator that stood at the same place a step earlier, or -1. */
    int64_t of(const OpEvent &op, int64_t tensor) const;
    void note(const OpEvent &op);

private:
    /** A place in the program: where an operator's result comes from. */
    struct Place {
        int stack = -1, compilation = -1;
        int64_t node = -1;
        const void *op = nullptr;
        size_t output = 0;
        bool operator==(const Place &) const = default;
    };
    struct PlaceHash {
        size_t operator()(const Place &place) const noexcept;
    };
    struct Weight {
        int64_t present = -1, lastStep = -1, writer = -1;
        bool isTrained = false;
    };
    using Results = std::unordered_map<Place, std::vector<int64_t>, PlaceHash>;

    static Place placeOf(const OpEvent &op, size_t output);
    std::vector<WeightStep> endStep();
    void noteWeight(const OpEvent &op, int64_t tensor, bool isResult);

    const Session &m_session;
    bool m_hasSteps = false, m_inOptimizer = false;
    int64_t m_last = -1;
    Results m_step, m_lastStep;
    std::unordered_map<const void *, Weight> m_weights; ///< by their names
    std::unordered_set<const void *> m_trained;
};

} // namespace jitscope::inline inspect
