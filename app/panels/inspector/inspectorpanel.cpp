// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inspector/inspectorpanel.h"

#include "app/models/tablemodel.h"
#include "app/panels/inspector/charts.h"
#include "app/panels/inspector/facts.h"
#include "app/panels/inspector/tensorslice.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/headerlabel.h"
#include "app/sdk/widgets/pilllabel.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/tensor/tensorprint.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {

class InspectorPanel : public Panel {
    Q_OBJECT
public:
    InspectorPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_pages(new QStackedLayout(this)) {
        m_pages->addWidget(new EmptyState(QStringLiteral("inspector"), tr("Nothing is selected"),
                                          tr("Click a node, an operator, a source line or a slice; its tensor's values "
                                             "and statistics appear here.")));
        m_pages->addWidget(buildPage());
        connect(&context.selection, &Selection::changed, this, &InspectorPanel::show);
        connect(&context.document, &Document::replaced, this, [this] { show(m_context.selection.current()); });
        show(context.selection.current());
    }

    bool isReady() const override { return !m_computing; }
    QString contentAsText() const override { return m_asText; }

private:
    QWidget *buildPage() {
        auto *page = new QWidget;
        auto *column = new QVBoxLayout(page);
        column->setContentsMargins(12, 10, 12, 10);
        column->setSpacing(metrics::grid);
        column->addLayout(buildHead());
        column->addLayout(buildAxes());
        column->addWidget(buildValues(), 1);
        m_statistics = new QLabel;
        m_statistics->setObjectName(QStringLiteral("tensorStatistics"));
        m_statistics->setFont(codeFont());
        m_statistics->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_statistics->setWordWrap(true);
        column->addWidget(m_statistics);
        m_histogram = new HistogramView;
        column->addWidget(m_histogram);
        m_operandsHead = new HeaderLabel(tr("Operands"));
        column->addWidget(m_operandsHead);
        m_operands = new QGridLayout;
        m_operands->setHorizontalSpacing(16);
        m_operands->setVerticalSpacing(2);
        column->addLayout(m_operands);
        column->addWidget(new HeaderLabel(tr("Facts")));
        m_facts = new QGridLayout;
        m_facts->setHorizontalSpacing(16);
        m_facts->setVerticalSpacing(3);
        m_facts->setColumnStretch(1, 1);
        column->addLayout(m_facts);
        auto *scroll = new QScrollArea;
        scroll->setWidget(page);
        scroll->setWidgetResizable(true);
        page->setAutoFillBackground(false);
        scroll->viewport()->setAutoFillBackground(false); // the dock's own ground shows
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        return scroll;
    }

    QLayout *buildHead() {
        auto *row = new QHBoxLayout;
        m_title = new QLabel;
        m_title->setObjectName(QStringLiteral("inspectorTitle"));
        m_title->setFont(boldUiFont());
        m_title->setMinimumWidth(1); // a long name is cut before it widens the panel
        m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        row->addWidget(m_title, 1);
        m_form = new SegmentedControl(tr("Show values as"),
                                      {{QStringLiteral("table"), tr("Table"), {}},
                                       {QStringLiteral("heat"), tr("Heat"),
                                        tr("A heat map: viridis, or blue to red around zero when both signs occur")}});
        connect(m_form, &SegmentedControl::changed, this, [this] { showForm(); });
        row->addWidget(m_form);
        return row;
    }

    QLayout *buildAxes() {
        auto *row = new QHBoxLayout;
        m_type = new QLabel;
        m_type->setFont(codeFont());
        m_type->setProperty("role", QStringLiteral("secondary"));
        row->addWidget(m_type);
        m_axes = new QHBoxLayout;
        m_axes->setSpacing(4);
        row->addLayout(m_axes);
        row->addStretch(1);
        m_hover = new PillLabel;
        m_hover->hide();
        row->addWidget(m_hover);
        return row;
    }

    QWidget *buildValues() {
        m_forms = new QStackedWidget;
        m_model = new TensorSliceModel(this);
        m_table = new QTableView;
        m_table->setObjectName(QStringLiteral("tensorValues"));
        m_table->setAccessibleName(tr("Values of the tensor"));
        m_table->setModel(m_model);
        m_table->setFont(codeFont());
        m_table->setFrameShape(QFrame::NoFrame);
        m_table->setShowGrid(false);
        m_table->horizontalHeader()->setDefaultSectionSize(84);
        m_table->verticalHeader()->setDefaultSectionSize(metrics::rowHeight - 2);
        m_table->setMinimumHeight(150);
        m_forms->addWidget(m_table);
        m_heat = new HeatMapView;
        connect(m_heat, &HeatMapView::hovered, this, &InspectorPanel::showHovered);
        m_forms->addWidget(m_heat);
        m_missing = new EmptyState(QStringLiteral("info"), {}, {});
        m_forms->addWidget(m_missing);
        return m_forms;
    }

    const Session &session() const { return m_context.document.session(); }

    void show(const Anchor &anchor) {
        const auto facts = factsOf(session(), anchor);
        const TensorRecord *tensor = session().tensor(anchor.tensor);
        m_pages->setCurrentIndex(facts.empty() && tensor == nullptr ? 0 : 1);
        m_asText.clear();
        showFacts(facts);
        const OpEvent *op = session().op(anchor.op);
        showOperands(op != nullptr ? operandsOf(session(), *op) : std::vector<OperandRow>(), anchor.tensor);
        m_title->setText(titleOf(anchor, tensor));
        m_title->setToolTip(m_title->text());
        m_type->setText(tensor != nullptr ? QString::fromStdString(brief(tensor->dtype, tensor->shape)) : QString());
        showTensor(tensor != nullptr ? tensor->value : weightOf(anchor), tensor != nullptr || op != nullptr);
    }

    QString titleOf(const Anchor &anchor, const TensorRecord *tensor) const {
        if (tensor != nullptr && !tensor->name.empty()) return QString::fromStdString(tensor->name);
        if (const OpEvent *op = session().op(anchor.op))
            return QStringLiteral("#%1 ").arg(op->number) + QString::fromStdString(op->op);
        const Compilation *compilation = session().compilation(anchor.compilation);
        if (compilation == nullptr) return {};
        const NodePtr node = findNode(moduleAt(*compilation, anchor.pass), anchor.node);
        if (!node) return QString::fromStdString(compilation->function);
        return QString::fromStdString(node->isParameter() ? node->name : node->op.empty() ? node->callee : node->op);
    }

    /** The value of a selected weight or constant of a graph: those need no recording. */
    Tensor weightOf(const Anchor &anchor) const {
        const Compilation *compilation = session().compilation(anchor.compilation);
        if (compilation == nullptr) return {};
        const NodePtr node = findNode(moduleAt(*compilation, anchor.pass), anchor.node);
        if (!node) return {};
        if (node->weight.defined()) return node->weight;
        return node->value.asTensor() != nullptr ? *node->value.asTensor() : Tensor();
    }

    void showTensor(const Tensor &tensor, bool expected) {
        m_tensor = tensor;
        const bool known = tensor.defined();
        m_form->setVisible(known);
        m_statistics->setVisible(known);
        m_histogram->setVisible(known);
        m_hover->hide();
        clear(*m_axes);
        m_boxes.clear();
        m_forms->setVisible(known || expected);
        if (!known) {
            m_context.jobs.cancel(QStringLiteral("inspector"));
            m_computing = false;
            m_missing->setTexts(tr("This value was not recorded"),
                                tr("Choose Run > Record > Operators and values, then run again."));
            m_forms->setCurrentWidget(m_missing);
            return;
        }
        for (int axis = 0; axis + 2 < tensor.rank(); ++axis) {
            auto *box = new QSpinBox;
            box->setRange(0, int(std::max<int64_t>(tensor.shape()[axis] - 1, 0)));
            box->setAccessibleName(tr("Index on axis %1").arg(axis));
            box->setToolTip(tr("Index on axis %1 of %2").arg(axis).arg(tensor.rank()));
            connect(box, &QSpinBox::valueChanged, this, [this] { showSlice(); });
            m_axes->addWidget(box);
            m_boxes.push_back(box);
        }
        if (!m_boxes.empty()) m_axes->addWidget(new QLabel(QStringLiteral(": , :")));
        computeStatistics();
        showForm();
    }

    void computeStatistics() {
        m_statistics->setText(tr("computing…"));
        m_histogram->setStatistics({});
        m_computing = true;
        const Tensor tensor = m_tensor;
        m_context.jobs.run(
            QStringLiteral("inspector"), tr("Statistics"), this,
            [tensor](const CancelFlag &) { return statistics(tensor); },
            [this](const TensorStatistics &found) { showStatistics(found); });
    }

    void showStatistics(const TensorStatistics &found) {
        m_computing = false;
        m_found = found;
        const auto number = [](double value) { return QString::number(value, 'g', 4); };
        const int64_t inf = found.positiveInf + found.negativeInf;
        m_statistics->setText(
            tr("min %1  mean %2  max %3  σ %4  zero %5  NaN %6 · Inf %7")
                .arg(number(found.min), number(found.mean), number(found.max), number(found.deviation))
                .arg(found.zero)
                .arg(found.nan)
                .arg(inf));
        QPalette palette = m_statistics->palette();
        palette.setColor(QPalette::WindowText, found.nan + inf > 0 ? currentTheme().nan : currentTheme().text2);
        m_statistics->setPalette(palette);
        m_histogram->setStatistics(found);
        m_asText += m_statistics->text() + QStringLiteral("\n");
        if (m_form->current() == QLatin1String("heat")) showSlice();
    }

    void showForm() {
        m_forms->setCurrentWidget(m_form->current() == QLatin1String("heat") ? static_cast<QWidget *>(m_heat)
                                                                             : m_table);
        showSlice();
    }

    void showSlice() {
        if (!m_tensor.defined()) return;
        Dims fixed;
        for (const QSpinBox *box : m_boxes)
            fixed.push(box->value());
        m_slice = TensorSlice(m_tensor, fixed);
        if (m_form->current() == QLatin1String("heat"))
            m_heat->setPicture(heatMap(m_slice, m_found.min, m_found.max), m_slice.rows(), m_slice.columns());
        else
            m_model->setSlice(m_slice);
    }

    void showHovered(qint64 row, qint64 column) {
        const bool inside = row >= 0 && row < m_slice.rows() && column >= 0 && column < m_slice.columns();
        m_hover->setVisible(inside);
        if (inside)
            m_hover->setText(QStringLiteral("[%1, %2] = %3").arg(row).arg(column).arg(m_slice.textAt(row, column)));
    }

    void showOperands(const std::vector<OperandRow> &rows, int64_t current) {
        clear(*m_operands);
        m_operandsHead->setVisible(!rows.empty());
        int line = 0;
        for (const OperandRow &row : rows) {
            auto *role = new QToolButton;
            role->setText(row.role);
            role->setProperty("role", QStringLiteral("flat"));
            role->setCheckable(true);
            role->setChecked(row.tensor == current);
            role->setToolTip(tr("Show the values of this tensor"));
            connect(role, &QToolButton::clicked, this,
                    [this, tensor = row.tensor] { m_context.selection.selectTensor(tensor); });
            m_operands->addWidget(role, line, 0);
            auto *type = new QLabel(row.type);
            type->setFont(codeFont());
            m_operands->addWidget(type, line, 1);
            if (row.producer >= 0) {
                auto *producer = new QToolButton;
                producer->setText(row.producerText);
                producer->setProperty("role", QStringLiteral("flat"));
                producer->setToolTip(tr("Go to the operator that made it"));
                connect(producer, &QToolButton::clicked, this,
                        [this, op = row.producer] { m_context.selection.selectOp(op); });
                m_operands->addWidget(producer, line, 2, Qt::AlignLeft);
            } else {
                auto *name = new QLabel(row.producerText);
                name->setToolTip(row.producerText);
                name->setMinimumWidth(1); // cut rather than widening the panel
                name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
                m_operands->addWidget(name, line, 2);
            }
            m_operands->setColumnStretch(2, 1);
            ++line;
        }
    }

    void showFacts(const std::vector<Fact> &facts) {
        clear(*m_facts);
        int line = 0;
        QString last;
        for (const Fact &fact : facts) {
            auto *name = new QLabel(fact.name == last ? QString() : fact.name);
            name->setProperty("role", QStringLiteral("secondary"));
            last = fact.name;
            auto *text = new QLabel(fact.text);
            text->setTextFormat(Qt::PlainText);
            text->setTextInteractionFlags(Qt::TextSelectableByMouse);
            text->setWordWrap(true);
            if (fact.code) text->setFont(codeFont());
            m_facts->addWidget(name, line, 0, Qt::AlignTop);
            m_facts->addWidget(text, line, 1);
            m_asText += fact.name + QStringLiteral(": ") + fact.text + QStringLiteral("\n");
            ++line;
        }
    }

    static void clear(QLayout &layout) {
        while (QLayoutItem *item = layout.takeAt(0)) {
            if (item->widget() != nullptr) {
                item->widget()->hide();
                item->widget()->deleteLater(); // it may be the sender of the click that brought us here
            }
            delete item;
        }
    }

    PanelContext m_context;
    QStackedLayout *m_pages;
    QLabel *m_title = nullptr, *m_type = nullptr, *m_statistics = nullptr;
    SegmentedControl *m_form = nullptr;
    QHBoxLayout *m_axes = nullptr;
    std::vector<QSpinBox *> m_boxes;
    PillLabel *m_hover = nullptr;
    QStackedWidget *m_forms = nullptr;
    TensorSliceModel *m_model = nullptr;
    QTableView *m_table = nullptr;
    HeatMapView *m_heat = nullptr;
    EmptyState *m_missing = nullptr;
    HistogramView *m_histogram = nullptr;
    HeaderLabel *m_operandsHead = nullptr;
    QGridLayout *m_operands = nullptr, *m_facts = nullptr;
    Tensor m_tensor;
    TensorSlice m_slice;
    TensorStatistics m_found;
    QString m_asText;
    bool m_computing = false;
};

PanelDef inspectorPanel() {
    return {.id = QStringLiteral("inspector"),
            .title = QT_TRANSLATE_NOOP("Panels", "Values"),
            .summary = QT_TRANSLATE_NOOP("Panels", "Values, statistics and facts of what is selected"),
            .area = PanelArea::Right,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new InspectorPanel(context, parent);
            }};
}

} // namespace jitscope

#include "inspectorpanel.moc"
