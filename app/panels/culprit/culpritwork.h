// SPDX-License-Identifier: GPL-3.0-or-later
// The long work behind the panel, off the GUI thread: the search, the reduction, the test case.
#pragma once

#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "engine/extraction/reducer.h"
#include "engine/extraction/testcase.h"
#include "engine/variants/culprit.h"

#include <optional>

namespace jitscope {
inline namespace culpritpanel {

/** What is searched. */
struct CulpritWish {
    int compilation = -1;
    std::optional<VariantSpec> variant; ///< none: the passes as they were recorded
    double tolerance = 1e-3;
};

/** What a search found, with all that is shown of it. */
struct FoundCulprit {
    CulpritWish wish;
    std::string function, key;
    CulpritTask task;
    BisectReport report;
    std::optional<DifferingTensors> tensors;
};

/** Each is a job's work: captured by it whole. The lease is given back as soon as the recording was read. */
class CulpritSearch {
public:
    CulpritSearch(CulpritWish wish, std::shared_ptr<const SessionLease> lease, std::shared_ptr<Progress> progress);
    Result<FoundCulprit> operator()(const CancelFlag &cancelled) const;

private:
    CulpritWish m_wish;
    mutable std::shared_ptr<const SessionLease> m_lease;
    std::shared_ptr<Progress> m_progress;
};

/** Reduces the function of `found` while it differs and writes what is left into `folder`. */
struct WrittenReduction {
    Reduction reduction;
    std::vector<std::string> files;
};

class CulpritReduction {
public:
    CulpritReduction(CulpritWish wish, std::string folder, std::shared_ptr<const SessionLease> lease,
                     std::shared_ptr<Progress> progress);
    Result<WrittenReduction> operator()(const CancelFlag &cancelled) const;

private:
    CulpritWish m_wish;
    std::string m_folder;
    mutable std::shared_ptr<const SessionLease> m_lease;
    std::shared_ptr<Progress> m_progress;
};

} // namespace culpritpanel
} // namespace jitscope
