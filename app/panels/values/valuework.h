// SPDX-License-Identifier: GPL-3.0-or-later
// What the panel shows of a tensor, worked out off the GUI thread: read back, compared, counted, boiled down to a
// picture.
#pragma once

#include "app/panels/values/counterparts.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/tensorview/heatgrid.h"
#include "engine/tensor/tensorcomparison.h"
#include "engine/tensor/tensorsurvey.h"

#include <memory>
#include <optional>

namespace jitscope {
inline namespace valuespanel {

/** What a tensor is compared with. */
enum class CompareKind : uint8_t {
    Nothing,
    Before,    ///< an in-place write: what the memory held before
    Previous,  ///< one step earlier
    Pick,      ///< another operator's operand or result
    OtherFile, ///< the same line in another recording
    OtherMode, ///< eager against graph
};

struct CompareChoice {
    CompareKind kind = CompareKind::Nothing;
    TensorPick pick;                          ///< Pick
    std::shared_ptr<const Session> otherFile; ///< OtherFile
    bool operator==(const CompareChoice &) const = default;
};

/** Of a tensor and the one it is compared with, which is shown. */
enum class ValueSide : uint8_t { This, Other, Difference };

struct ValueRequest {
    int64_t tensor = -1;
    RecordedValue value;
    CompareChoice compare;
    ValueSide side = ValueSide::This;
    CutChoice choice;
    int histogramBins = 64;
    int heatCells = 512;
};

struct ShownValue {
    Tensor tensor; ///< what is shown; undefined when `error` says why
    std::string error;
    TensorStatistics statistics;
    Histogram histogram;
    HeatGrid grid;
    int64_t other = -1;       ///< the tensor compared with, or -1 (one of another recording has no id here)
    std::string compareError; ///< why there is nothing to compare with
    std::optional<TensorComparison> comparison;
    bool isWhole = true; ///< false: the recording was called in before it was searched, so it is to be asked again
};

/** A job's work: captured by it whole. */
class ValueWork {
public:
    ValueWork(ValueRequest request, std::shared_ptr<const SessionLease> lease);
    ShownValue operator()(const CancelFlag &cancelled) const;

private:
    Result<Tensor> loadOther(ShownValue &shown, const CancelFlag &cancelled) const;

    ValueRequest m_request;
    mutable std::shared_ptr<const SessionLease> m_lease; ///< given back as soon as both tensors are found
};

} // namespace valuespanel
} // namespace jitscope
