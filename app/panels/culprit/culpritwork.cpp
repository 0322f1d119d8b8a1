// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/culprit/culpritwork.h"

#include "engine/session/session.h"

namespace jitscope {
inline namespace culpritpanel {

namespace {

constexpr int progressSteps = 1000;

/** Tells how far it is, and asks whether it is still wanted. */
std::function<bool(const std::string &, double)> tellerOf(std::shared_ptr<Progress> progress, CancelFlag cancelled) {
    return [progress = std::move(progress), cancelled = std::move(cancelled)](const std::string &what, double share) {
        progress->begin(what, progressSteps);
        progress->advance(int64_t(share * progressSteps));
        return !cancelled->load();
    };
}

Result<CulpritTask> taskOf(const CulpritWish &wish, const Session &session, const Compilation &compilation) {
    if (!wish.variant) return culpritTask(session, compilation, wish.tolerance);
    auto base = variantBase(session, compilation);
    if (!base) return base.error();
    return culpritTask(*base, *wish.variant, wish.tolerance);
}

} // namespace

CulpritSearch::CulpritSearch(CulpritWish wish, std::shared_ptr<const SessionLease> lease,
                             std::shared_ptr<Progress> progress)
    : m_wish(std::move(wish))
    , m_lease(std::move(lease))
    , m_progress(std::move(progress)) {}

Result<FoundCulprit> CulpritSearch::operator()(const CancelFlag &cancelled) const {
    FoundCulprit found;
    found.wish = m_wish;
    {
        const auto lease = std::move(m_lease);
        const Compilation *compilation = lease->session().compilation(m_wish.compilation);
        if (!compilation) return Error{"The function is not there any more."};
        found.function = compilation->function;
        found.key = compilation->key;
        auto task = taskOf(m_wish, lease->session(), *compilation);
        if (!task) return task.error();
        found.task = *std::move(task);
    }
    found.task.bisect.progress = tellerOf(m_progress, cancelled);
    auto report = findCulprit(found.task);
    found.task.bisect.progress = nullptr;
    if (!report) return report.error();
    found.report = *std::move(report);
    if (found.report.divergence) found.tensors = differingTensors(*found.report.divergence, m_wish.tolerance);
    return found;
}

CulpritReduction::CulpritReduction(CulpritWish wish, std::string folder, std::shared_ptr<const SessionLease> lease,
                                   std::shared_ptr<Progress> progress)
    : m_wish(std::move(wish))
    , m_folder(std::move(folder))
    , m_lease(std::move(lease))
    , m_progress(std::move(progress)) {}

Result<WrittenReduction> CulpritReduction::operator()(const CancelFlag &cancelled) const {
    std::optional<ReduceTask> task;
    {
        const auto lease = std::move(m_lease);
        const Compilation *compilation = lease->session().compilation(m_wish.compilation);
        if (!compilation) return Error{"The function is not there any more."};
        const VariantSpec spec = m_wish.variant.value_or(VariantSpec{jitLevelOf(*compilation), {}});
        auto made = reduceTask(lease->session(), *compilation, spec, {ReduceProperty::Kind::Differs, {}});
        if (!made) return made.error();
        task = *std::move(made);
    }
    task->progress = tellerOf(m_progress, cancelled);
    auto reduction = reduce(*task);
    if (!reduction) return reduction.error();
    auto files = writeReduction(*reduction, *task, m_folder);
    if (!files) return files.error();
    return WrittenReduction{*std::move(reduction), *std::move(files)};
}

} // namespace culpritpanel
} // namespace jitscope
