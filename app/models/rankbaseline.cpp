// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/rankbaseline.h"

#include "app/sdk/document.h"
#include "engine/session/session.h"

#include <QSignalBlocker>

namespace jitscope {
inline namespace models {

QString rankLabel(const Profile &profile) {
    return profile.label.empty() ? RankBaseline::tr("rank %1").arg(profile.rank)
                                 : QString::fromStdString(profile.label);
}

RankBaseline &RankBaseline::of(Document &document) {
    if (auto *known = document.findChild<RankBaseline *>({}, Qt::FindDirectChildrenOnly)) return *known;
    return *new RankBaseline(document);
}

/** Ranks of another session are other ranks. */
RankBaseline::RankBaseline(Document &document)
    : QObject(&document) {
    connect(&document, &Document::replaced, this, [this] { set(std::nullopt); });
}

void RankBaseline::set(std::optional<size_t> profile) {
    if (profile == m_profile) return;
    m_profile = profile;
    Q_EMIT changed();
}

RankBaselineBox::RankBaselineBox(Document &document, QWidget *parent)
    : QComboBox(parent)
    , m_document(document)
    , m_baseline(RankBaseline::of(document)) {
    setObjectName(QStringLiteral("rankBaseline"));
    setAccessibleName(tr("Baseline rank"));
    setToolTip(tr("A rank to compare with: the tables of all panels then have columns of differences"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setMaximumWidth(200);
    connect(&document, &Document::replaced, this, &RankBaselineBox::fill);
    connect(&document, &Document::appended, this, [this] { // many times a second while a script runs
        if (count() != int(m_document.session().profiles.size()) + 1) fill();
    });
    connect(&m_baseline, &RankBaseline::changed, this, &RankBaselineBox::fill);
    connect(this, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_baseline.set(index > 0 ? std::optional(size_t(index - 1)) : std::nullopt); });
    fill();
}

void RankBaselineBox::fill() {
    const QSignalBlocker quiet(this);
    const std::vector<ProfilePtr> &profiles = m_document.session().profiles;
    clear();
    addItem(tr("no baseline"));
    for (const ProfilePtr &profile : profiles)
        addItem(tr("baseline: %1").arg(rankLabel(*profile)));
    const std::optional<size_t> pinned = m_baseline.profile();
    setCurrentIndex(pinned && *pinned < profiles.size() ? int(*pinned) + 1 : 0);
    setVisible(profiles.size() > 1);
}

} // namespace models
} // namespace jitscope

#include "moc_rankbaseline.cpp"
