// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/kernelwords.h"

#include "engine/base/text.h"
#include "engine/session/compilation.h"

#include <QCoreApplication>
#include <algorithm>

namespace jitscope {
inline namespace models {

namespace {

struct ListingWords {
    Q_DECLARE_TR_FUNCTIONS(KernelWords)
};

} // namespace

QString originText(CodeOrigin origin) {
    switch (origin) {
    case CodeOrigin::Compiled:
        return ListingWords::tr("compiled");
    case CodeOrigin::Memory:
        return ListingWords::tr("from cache (memory)");
    case CodeOrigin::Disk:
        return ListingWords::tr("from cache (disk)");
    case CodeOrigin::NotCompiled:
        return ListingWords::tr("not compiled: its operators run one by one");
    case CodeOrigin::Unknown:
        break;
    }
    return ListingWords::tr("not known");
}

QString kernelCountText(const std::vector<KernelRecord> &kernels) {
    const QString all =
        kernels.size() == 1 ? ListingWords::tr("1 kernel") : ListingWords::tr("%1 kernels").arg(kernels.size());
    const auto cached =
        std::count_if(kernels.begin(), kernels.end(), [](const KernelRecord &each) { return isCached(each.origin); });
    return cached == 0 ? all : ListingWords::tr("%1, %2 from cache").arg(all).arg(cached);
}

QString kernelTimeText(const KernelRecord &kernel) {
    const QString origin = originText(kernel.origin);
    if (kernel.origin == CodeOrigin::NotCompiled || kernel.compileNs <= 0) return origin;
    const QString time = QString::fromStdString(humanTime(kernel.compileNs));
    if (kernel.origin == CodeOrigin::Unknown) return ListingWords::tr("ready in %1").arg(time);
    return isCached(kernel.origin) ? ListingWords::tr("%1, ready in %2").arg(origin, time)
                                   : ListingWords::tr("compiled in %1").arg(time);
}

QString durationText(int64_t ns, const QString &unknown) {
    return ns > 0 ? QString::fromStdString(humanTime(ns)) : unknown;
}

} // namespace models
} // namespace jitscope
