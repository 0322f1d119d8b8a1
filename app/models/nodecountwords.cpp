// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/nodecountwords.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace models {

namespace {

struct NodeCountWords {
    Q_DECLARE_TR_FUNCTIONS(NodeCounts)
};

QString operatorText(int count) {
    return count == 1 ? NodeCountWords::tr("1 operator") : NodeCountWords::tr("%1 operators").arg(count);
}

QString kernelText(int count) {
    return count == 1 ? NodeCountWords::tr("1 kernel") : NodeCountWords::tr("%1 kernels").arg(count);
}

} // namespace

QString nodeCountText(const NodeCounts &counts) {
    QStringList parts;
    if (counts.operators > 0 || counts.kernels == 0) parts << operatorText(counts.operators);
    if (counts.kernels > 0) parts << kernelText(counts.kernels);
    return parts.join(QStringLiteral(" + "));
}

QStringList nodeCountList(const NodeCounts &counts) {
    QStringList parts;
    if (counts.operators > 0 || counts.kernels == 0) parts << operatorText(counts.operators);
    if (counts.kernels > 0)
        parts << NodeCountWords::tr("%1 of %2").arg(kernelText(counts.kernels), operatorText(counts.members));
    if (counts.calls > 0) parts << NodeCountWords::tr("%1 calling graphs").arg(counts.calls);
    if (counts.plumbing > 0) parts << NodeCountWords::tr("%1 of plumbing (tuples, loads, order)").arg(counts.plumbing);
    parts << NodeCountWords::tr("%1 nodes in all").arg(counts.total());
    return parts;
}

} // namespace models
} // namespace jitscope
