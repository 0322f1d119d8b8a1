// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/devicemodel/parameterspage.h"

#include "app/models/causetext.h"
#include "app/models/recordview.h"
#include "app/models/sortfiltermodel.h"
#include "engine/base/text.h"

#include <QHeaderView>
#include <QSplitter>
#include <QVBoxLayout>

namespace jitscope {
inline namespace devicemodelpanel {

namespace {

QString number(double value) {
    return QString::fromStdString(shortestNumber(value));
}

template<class Row> void showTable(RecordView *view, TableModel<Row> *model, const char *name, const QString &title) {
    view->setObjectName(QLatin1String(name));
    view->setAccessibleName(title);
    view->setRecords(model);
    view->sortByColumn(-1, Qt::AscendingOrder); // as they are listed, until somebody sorts
}

} // namespace

QString errorShareText(double share) {
    return QString::number(share * 100, 'f', 1) + QStringLiteral(" %");
}

QString errorText(const ModelError &error) {
    if (error.how.empty())
        return ParametersPage::tr("Never held against kernels of this chip: its error is not known.");
    return ParametersPage::tr(
               "Median error per kernel: matmul %1 (%2 kernels, p90 %3), vector %4 (%5 kernels, p90 %6).")
        .arg(errorShareText(error.matmulMedian))
        .arg(error.matmuls)
        .arg(errorShareText(error.matmulP90), errorShareText(error.vectorMedian))
        .arg(error.vectors)
        .arg(errorShareText(error.vectorP90));
}

ParametersPage::ParametersPage(QWidget *parent)
    : QWidget(parent)
    , m_parameterView(new RecordView)
    , m_vectorView(new RecordView) {
    using Parameter = TableColumn<ParameterRow>;
    m_parameters = new TableModel<ParameterRow>(
        {
            Parameter{.title = tr("Parameter"),
                      .text = [](const ParameterRow &row) { return row.name; },
                      .font = Parameter::Font::Strong,
                      .toolTip = [](const ParameterRow &row) { return row.meaning; }},
            Parameter{.title = tr("Value"),
                      .text = [](const ParameterRow &row) { return row.value; },
                      .key = [](const ParameterRow &row) { return QVariant(row.value.toDouble()); },
                      .alignment = Qt::AlignRight,
                      .font = Parameter::Font::Code},
            Parameter{.title = tr("Unit"), .text = [](const ParameterRow &row) { return row.unit; }},
            Parameter{.title = tr("Source"),
                      .text = [](const ParameterRow &row) { return row.source; },
                      .definition = tr("Where the value comes from: a tool's constants, a platform file, a recorded "
                                       "profile, a fit, or an assumption.")},
            Parameter{.title = tr("Meaning"), .text = [](const ParameterRow &row) { return row.meaning; }},
        },
        this);
    using Vector = TableColumn<VectorBandwidth>;
    const auto bandwidth = [](const QString &title, auto member, const QString &definition) {
        return Vector{.title = title,
                      .text =
                          [member](const VectorBandwidth &row) {
                              return row.*member > 0 ? number(row.*member) : QStringLiteral("\u2013");
                          },
                      .key = [member](const VectorBandwidth &row) { return QVariant(row.*member); },
                      .alignment = Qt::AlignRight,
                      .font = Vector::Font::Code,
                      .definition = definition};
    };
    m_vectors = new TableModel<VectorBandwidth>(
        {
            Vector{.title = tr("Vector operator"),
                   .text = [](const VectorBandwidth &row) { return QString::fromStdString(row.op); },
                   .font = Vector::Font::Strong,
                   .definition =
                       tr("A kernel type. A word in brackets is a class, for types without a row; [all] is for "
                          "what is in no class.")},
            bandwidth(tr("Launch \u00b5s"), &VectorBandwidth::smallUs,
                      tr("What every kernel of it takes, however small.")),
            bandwidth(tr("\u2264 48 MB GB/s"), &VectorBandwidth::medium,
                      tr("Bytes read and written by time, for kernels that fit the L2 cache.")),
            bandwidth(tr("\u2265 128 MB GB/s"), &VectorBandwidth::large,
                      tr("The same for kernels that go through the HBM; between the two it goes over.")),
        },
        this);
    showTable(m_parameterView, m_parameters, "deviceParameters", tr("Parameters of the device"));
    showTable(m_vectorView, m_vectors, "deviceVectorTable", tr("Bandwidths by operator"));
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_parameterView);
    splitter->addWidget(m_vectorView);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
}

void ParametersPage::show(const DeviceModel &model) {
    std::vector<ParameterRow> rows;
    for (const ModelParameter &each : modelParameters())
        rows.push_back({parameterText(each.name), number(each.get(model)), QString::fromUtf8(each.unit),
                        parameterText(each.meaning), parameterText(sourceOf(model, each).c_str())});
    m_parameters->setRows(std::move(rows));
    m_vectors->setRows(model.vectorTable);
    for (int column = 0; column < 3; ++column)
        m_parameterView->resizeColumnToContents(column);
    m_parameterView->setColumnWidth(3, 330);
    m_vectorView->setColumnWidth(0, 190);
    for (int column = 1; column < 4; ++column)
        m_vectorView->setColumnWidth(column, 122);
}

QString ParametersPage::asText() const {
    return m_parameterView->allAsText() + QLatin1Char('\n') + m_vectorView->allAsText();
}

void ParametersPage::setFilter(const QString &text) {
    m_parameterView->records()->setFilterText(text);
    m_vectorView->records()->setFilterText(text);
}

} // namespace devicemodelpanel
} // namespace jitscope

#include "moc_parameterspage.cpp"
