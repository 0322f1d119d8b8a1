// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/runcompare.h"

#include "app/models/operatorwords.h"
#include "app/models/recordview.h"
#include "app/sdk/widgets/flatbutton.h"
#include "engine/base/text.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QShortcut>
#include <QVBoxLayout>

namespace jitscope {
inline namespace runspanel {

RunCompare::RunCompare(QWidget *parent)
    : QFrame(parent)
    , m_model(differenceColumns([this](const std::string &key) { return groupText(grouping(), key); }))
    , m_grouping(new QComboBox)
    , m_sides(new QLabel)
    , m_summary(new QLabel)
    , m_view(new RecordView) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, metrics::grid / 2, 0, 0);
    auto *row = new QHBoxLayout;
    m_sides->setProperty("role", "title");
    m_sides->setWordWrap(true);
    m_sides->setTextFormat(Qt::PlainText);
    m_sides->setObjectName(QStringLiteral("runSides"));
    row->addWidget(m_sides, 1);
    auto *copy = flatButton(QStringLiteral("copyRunComparison"), tr("Copy"), tr("Copy the comparison as text"));
    connect(copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(asText()); });
    auto *close = flatButton(QStringLiteral("closeRunComparison"), tr("Close"), tr("Close the comparison"));
    connect(close, &QToolButton::clicked, this, &RunCompare::closed);
    for (size_t i = 0; i < opGroupingCount; ++i) {
        m_grouping->addItem(groupingTitle(OpGrouping(i)));
        m_grouping->setItemData(int(i), groupingToolTip(OpGrouping(i)), Qt::ToolTipRole);
    }
    m_grouping->setObjectName(QStringLiteral("runComparisonBy"));
    m_grouping->setAccessibleName(tr("Compare by"));
    connect(m_grouping, &QComboBox::currentIndexChanged, this, &RunCompare::groupingChanged);
    row->addWidget(m_grouping);
    row->addWidget(copy);
    row->addWidget(close);
    column->addLayout(row);
    m_summary->setProperty("role", "secondary");
    m_summary->setObjectName(QStringLiteral("runSummary"));
    m_summary->setWordWrap(true);
    column->addWidget(m_summary);
    m_view->setObjectName(QStringLiteral("runDifferences"));
    m_view->setAccessibleName(tr("Differences of both runs"));
    m_view->setRecords(&m_model);
    m_view->sortByColumn(1, Qt::DescendingOrder);
    column->addWidget(m_view, 1);
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this, this, &RunCompare::closed);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
}

OpGrouping RunCompare::grouping() const {
    return OpGrouping(std::max(0, m_grouping->currentIndex()));
}

void RunCompare::begin(const RunRecord &a, const RunRecord &b) {
    m_sides->setText(tr("A: %1   B: %2").arg(shortName(a), shortName(b)));
    m_summary->setText(tr("Reading both runs…"));
    m_model.setRows({});
}

QString RunCompare::sumsText(const RunDifference &total) {
    const QString noise = QString::fromStdString(humanTime(int64_t(total.noiseNs)));
    switch (total.verdict) {
    case DeltaVerdict::Slower:
        return tr("in sum B is slower, beyond the noise of %1").arg(noise);
    case DeltaVerdict::Faster:
        return tr("in sum B is faster, beyond the noise of %1").arg(noise);
    case DeltaVerdict::Noise:
        return tr("the sums differ by no more than the noise of %1").arg(noise);
    case DeltaVerdict::TooFew:
        return tr("nothing ran often enough to know the noise, so whether the sums differ cannot be told");
    default:
        return tr("the sums are the same");
    }
}

void RunCompare::setComparison(const RunComparison &comparison) {
    const RunDifference &total = comparison.total;
    const auto time = [](int64_t ns) { return QString::fromStdString(humanTime(ns)); };
    m_summary->setText(tr("%1 → %2 operators, %3 → %4 in operators: %5")
                           .arg(QLocale().toString(qlonglong(total.countA)),
                                QLocale().toString(qlonglong(total.countB)), time(total.totalA), time(total.totalB),
                                sumsText(total)));
    m_model.setRows(comparison.rows);
    for (int i = 0; i < m_model.columnCount(); ++i)
        m_view->resizeColumnToContents(i);
}

QString RunCompare::asText() const {
    return m_sides->text() + QLatin1Char('\n') + m_summary->text() + QLatin1Char('\n') + m_view->allAsText();
}

} // namespace runspanel
} // namespace jitscope

#include "moc_runcompare.cpp"
