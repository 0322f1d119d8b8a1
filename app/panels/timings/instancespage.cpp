// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timings/instancespage.h"

#include "app/models/operatorsource.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/session/session.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace jitscope {
inline namespace timingspanel {

namespace {

const QString gridTag = QStringLiteral("timings.instances");
constexpr int timeColumns = 240, durationBinCount = 60;

} // namespace

InstancesPage::InstancesPage(const PanelContext &context, QWidget *parent)
    : QFrame(parent)
    , m_context(context)
    , m_source(OperatorSource::of(context))
    , m_title(new ElidedLabel)
    , m_chart(new InstanceChart) {
    setObjectName(QStringLiteral("instancesPage"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
    column->setSpacing(2);
    auto *row = new QHBoxLayout;
    m_title->setObjectName(QStringLiteral("instancesTitle"));
    row->addWidget(m_title, 1);
    m_axis = new SegmentedControl(
        tr("Single calls"), {{QStringLiteral("duration"), tr("By duration"), tr("How many took how long")},
                             {QStringLiteral("time"), tr("Over time"), tr("When each ran and how long it took")}});
    row->addWidget(m_axis);
    auto *close = flatButton(QStringLiteral("closeInstances"), QStringLiteral("✕"), tr("Close the single calls"));
    connect(close, &QToolButton::clicked, this, &InstancesPage::closed);
    row->addWidget(close);
    column->addLayout(row);
    column->addWidget(m_chart, 1);
    connect(m_axis, &SegmentedControl::changed, this, [this](const QString &id) {
        m_chart->setAxis(id == QStringLiteral("time") ? InstanceChart::Axis::Time : InstanceChart::Axis::Duration);
    });
    connect(m_chart, &InstanceChart::rangeChosen, &m_source, &OperatorSource::add);
    connect(&context.jobs, &Jobs::ended, this, [this](const QString &tag) {
        if (tag == gridTag) m_isWorking = false;
    });
}

void InstancesPage::show(OpGrouping grouping, uint32_t group, const QString &title) {
    m_title->setText(title);
    m_context.jobs.run(
        gridTag, tr("Counting calls"), this,
        [view = m_source.view(), grouping, group](const CancelFlag &) {
            const auto places = instancesOf(*view->columns, grouping, group, view->timed);
            return instanceGrid(*view->columns, places, timeColumns, durationBinCount);
        },
        [this](InstanceGrid grid) {
            m_isWorking = false;
            m_chart->setInstances(std::move(grid), m_context.document.session().trace.beginNs());
        });
    m_isWorking = true;
}

void InstancesPage::showNothing() {
    m_context.jobs.cancel(gridTag);
    m_title->setText(tr("Choose a row: its single calls are drawn here."));
    m_chart->setInstances({}, 0);
}

QString InstancesPage::asText() const {
    return m_title->text() + QLatin1Char('\n') + m_chart->asText();
}

} // namespace timingspanel
} // namespace jitscope

#include "moc_instancespage.cpp"
