// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/wholerunnote.h"

#include "app/models/operatorsource.h"

#include <algorithm>

namespace jitscope {
inline namespace models {

WholeRunNote::WholeRunNote(const PanelContext &context, QWidget *parent)
    : SentenceLine(parent)
    , m_source(OperatorSource::of(context)) {
    setObjectName(QStringLiteral("wholeRunNote"));
    hide();
    connect(&m_source, &OperatorSource::filterChanged, this, &WholeRunNote::tell);
    tell();
}

void WholeRunNote::tell() {
    const bool hasRange = std::ranges::any_of(
        m_source.filter(), [](const OpCondition &condition) { return condition.kind == OpCondition::Kind::Time; });
    setText(m_source.filter().empty() ? QString()
            : hasRange                ? tr("Of the whole run: the marked range does not count here.")
                                      : tr("Of the whole run: the filters of operators do not count here."));
}

} // namespace models
} // namespace jitscope
