// SPDX-License-Identifier: GPL-3.0-or-later
// One after the other: find, load, compare, count, draw; each part asks whether it is still wanted.
#include "app/panels/values/valuework.h"

#include "engine/inspect/navigation.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace valuespanel {

namespace {

Result<int64_t> otherTensor(const Session &session, int64_t tensor, const CompareChoice &compare,
                            const ShouldContinue &shouldContinue) {
    switch (compare.kind) {
    case CompareKind::Pick:
        return pickedTensor(session, compare.pick);
    case CompareKind::OtherFile:
        return sameLineIn(*compare.otherFile, session, tensor, shouldContinue);
    case CompareKind::OtherMode:
        return otherMode(session, tensor, shouldContinue);
    default:
        break;
    }
    const int64_t previous = previousVersion(session, tensor);
    if (previous >= 0) return previous;
    return Error{compare.kind == CompareKind::Before ? "What the memory held before was not recorded."
                                                     : "It was not made before: there is no earlier step of it."};
}

} // namespace

ValueWork::ValueWork(ValueRequest request, std::shared_ptr<const SessionLease> lease)
    : m_request(std::move(request))
    , m_lease(std::move(lease)) {}

Result<Tensor> ValueWork::loadOther(ShownValue &shown, const CancelFlag &cancelled) const {
    const auto shouldContinue = [&] { return !*cancelled && m_lease->isCurrent(); };
    const auto id = otherTensor(m_lease->session(), m_request.tensor, m_request.compare, shouldContinue);
    shown.isWhole = m_lease->isCurrent();
    if (!id) return id.error();
    const bool isElsewhere = m_request.compare.kind == CompareKind::OtherFile;
    const Session &session = isElsewhere ? *m_request.compare.otherFile : m_lease->session();
    const auto record = session.tensor(*id);
    if (!record) return Error{"Nothing is recorded of the tensor to compare with."};
    if (!isElsewhere) shown.other = *id;
    const RecordedValue value = record->value;
    m_lease.reset(); // reading from a file may take long; the recording can go on
    auto loaded = value.load();
    if (!loaded) return Error{"The tensor to compare with: " + loaded.error().message};
    return loaded;
}

ShownValue ValueWork::operator()(const CancelFlag &cancelled) const {
    ShownValue shown;
    const auto shouldContinue = [&cancelled] { return !*cancelled; };
    if (*cancelled) return shown;
    const auto value = m_request.value.load();
    if (!value) {
        m_lease.reset();
        shown.error = value.error().message;
        return shown;
    }
    shown.tensor = *value;
    if (m_request.compare.kind != CompareKind::Nothing) {
        const auto other = loadOther(shown, cancelled);
        const auto compared =
            other ? compare(*value, *other, shouldContinue) : Result<TensorComparison>(Error(other.error()));
        if (compared)
            shown.comparison = *compared;
        else
            shown.compareError = compared.error().message;
        if (other && m_request.side == ValueSide::Other) shown.tensor = *other;
        if (compared && m_request.side == ValueSide::Difference)
            shown.tensor = differenceOf(*value, *other, shouldContinue);
    }
    m_lease.reset();
    if (const auto found = survey(shown.tensor, shouldContinue)) shown.statistics = *found;
    const auto &range = shown.statistics;
    if (finiteCount(range) > 0)
        if (auto bins = histogram(shown.tensor, range.min, range.max, m_request.histogramBins, shouldContinue))
            shown.histogram = std::move(*bins);
    const bool fits = m_request.choice.shape == shown.tensor.shape();
    const TensorCut cut(shown.tensor, fits ? m_request.choice : CutChoice::of(shown.tensor.shape()));
    if (auto grid = heatGrid(cut, m_request.heatCells, shouldContinue)) shown.grid = std::move(*grid);
    return shown;
}

} // namespace valuespanel
} // namespace jitscope
