// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/wholerunnote.h"

#include "app/models/operatorsource.h"

#include <algorithm>

namespace jitscope {
inline namespace models {

WholeRunNote::WholeRunNote(const PanelContext &context, Follows follows, const QString &ofTimes, QWidget *parent)
    : SentenceLine(parent)
    , m_source(OperatorSource::of(context))
    , m_follows(follows)
    , m_ofTimes(ofTimes) {
    setObjectName(QStringLiteral("wholeRunNote"));
    hide();
    connect(&m_source, &OperatorSource::filterChanged, this, &WholeRunNote::tell);
    tell();
}

void WholeRunNote::tell() {
    const auto isTime = [](const OpCondition &condition) { return condition.kind == OpCondition::Kind::Time; };
    const bool hasRange = std::ranges::any_of(m_source.filter(), isTime);
    const bool isAllTimes = std::ranges::all_of(m_source.filter(), isTime);
    if (m_follows == Follows::Times) {
        QStringList sentences;
        if (hasRange) sentences << m_ofTimes;
        if (!isAllTimes) sentences << tr("Filters of operators do not count here.");
        return setText(sentences.join(QLatin1Char(' ')));
    }
    setText(m_source.filter().empty() ? QString()
            : hasRange                ? tr("Of the whole run: the marked range does not count here.")
                                      : tr("Of the whole run: the filters of operators do not count here."));
}

} // namespace models
} // namespace jitscope

#include "moc_wholerunnote.cpp"
