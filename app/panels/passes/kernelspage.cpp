// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/kernelspage.h"

#include "app/models/kernelwords.h"
#include "app/models/recordview.h"
#include "app/sdk/widgets/hairline.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

namespace jitscope {
inline namespace passespanel {

namespace {
constexpr int widestName = 280; ///< names of kernels have those of all their members
}

KernelsPage::KernelsPage(QWidget *parent)
    : QWidget(parent)
    , m_summary(new QLabel)
    , m_view(new RecordView)
    , m_model(kernelColumns()) {
    m_summary->setObjectName(QStringLiteral("kernelsSummary"));
    m_summary->setProperty("role", "secondary");
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(12, 8, 12, 8);
    m_view->setObjectName(QStringLiteral("kernelTable"));
    m_view->setAccessibleName(tr("Compiled kernels"));
    m_view->setRecords(&m_model);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // as they stand in the graph
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_summary);
    column->addWidget(new Hairline);
    column->addWidget(m_view, 1);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const int at = m_view->currentSourceRow();
        if (at >= 0) Q_EMIT kernelChosen(QString::fromStdString(m_model.row(at).name));
    });
    connect(m_view, &RecordView::activated, this, [this] {
        const int at = m_view->currentSourceRow();
        if (at >= 0) Q_EMIT kernelActivated(QString::fromStdString(m_model.row(at).name));
    });
}

void KernelsPage::setKernels(const Session &session, const Compilation &compilation) {
    const QSignalBlocker quiet(m_view->selectionModel());
    m_model.setRows(kernelRows(session, compilation));
    m_view->fitColumns(widestName);
    m_summary->setText(
        tr("What code generation made of the final graph: %1. The operators outside of kernels run one by one.")
            .arg(kernelCountText(compilation.kernels)));
}

void KernelsPage::showKernel(const std::string &kernel) {
    const auto &rows = m_model.rows();
    int found = -1;
    for (size_t i = 0; i < rows.size(); ++i)
        if (rows[i].name == kernel) found = int(i);
    const QSignalBlocker quiet(m_view->selectionModel());
    m_view->selectSourceRow(found);
    m_view->viewport()->update();
}

QString KernelsPage::asText() const {
    return m_summary->text() + QLatin1Char('\n') + m_view->allAsText();
}

} // namespace passespanel
} // namespace jitscope

#include "moc_kernelspage.cpp"
