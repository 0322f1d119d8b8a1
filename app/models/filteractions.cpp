// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/filteractions.h"

#include "app/models/operatorsource.h"

#include <QCoreApplication>
#include <QMenu>

namespace jitscope {
inline namespace models {

namespace {

struct FilterActions {
    Q_DECLARE_TR_FUNCTIONS(jitscope::models::FilterActions)
};

} // namespace

void addFilterActions(QMenu &menu, OperatorSource &source, OpGrouping grouping, const std::string &group) {
    const auto add = [&](const QString &id, const QString &text, OpCondition::Keep keep) {
        const OpCondition condition{.grouping = grouping, .text = group, .keep = keep};
        menu.addAction(text, &source, [&source, condition] { source.add(condition); })->setObjectName(id);
    };
    add(QStringLiteral("onlyThese"), FilterActions::tr("Only these"), OpCondition::Keep::Those);
    add(QStringLiteral("withoutThese"), FilterActions::tr("Without these"), OpCondition::Keep::Others);
}

} // namespace models
} // namespace jitscope
