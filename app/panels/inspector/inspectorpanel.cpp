// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inspector/inspectorpanel.h"

#include "app/panels/inspector/facts.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/headerlabel.h"
#include "app/sdk/widgets/pilllabel.h"
#include "app/sdk/widgets/wrappedlabel.h"
#include "app/tensorview/heatview.h"
#include "app/tensorview/numberformat.h"
#include "app/tensorview/rangehistogram.h"
#include "app/tensorview/statisticsline.h"
#include "engine/ir/nodename.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/tensor/tensorprint.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace inspectorpanel {

namespace {
constexpr int bins = 40;
constexpr int heatCells = 512;
} // namespace

class InspectorPanel : public Panel {
    Q_OBJECT
public:
    InspectorPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_pages(new QStackedLayout(this)) {
        m_pages->addWidget(new EmptyState(QStringLiteral("inspector"), tr("Nothing is selected"),
                                          tr("Click a node, an operator, a source line or a slice; its facts, its "
                                             "operands and its tensor at a glance appear here.")));
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
        column->addLayout(buildType());
        m_heat = new HeatView;
        connect(m_heat, &HeatView::hovered, this, &InspectorPanel::showHovered);
        connect(m_heat, &HeatView::picked, this,
                [this](qint64 element) { m_context.selection.setElement(m_tensorId, element, this); });
        column->addWidget(m_heat, 1);
        m_missing = new QLabel;
        m_missing->setObjectName(QStringLiteral("missingValue"));
        m_missing->setProperty("role", QStringLiteral("secondary"));
        m_missing->setWordWrap(true);
        column->addWidget(m_missing);
        m_statistics = new StatisticsLine;
        column->addWidget(m_statistics);
        m_histogram = new RangeHistogram;
        connect(m_histogram, &RangeHistogram::rangeChanged, this,
                [this](const ValueRange &range) { m_heat->setRange(range, ClipMarks::Hidden); });
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
        column->addStretch(0); // takes the room of the picture where there is none
        auto *scroll = new QScrollArea;
        scroll->setWidget(page);
        scroll->setWidgetResizable(true);
        page->setAutoFillBackground(false);
        scroll->viewport()->setAutoFillBackground(false); // the dock's own ground shows
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setAccessibleName(QCoreApplication::translate("Panels", "Details"));
        return scroll;
    }

    QLayout *buildHead() {
        auto *row = new QHBoxLayout;
        m_title = new ElidedLabel; // a long name does not widen the panel
        m_title->setObjectName(QStringLiteral("inspectorTitle"));
        m_title->setFont(boldUiFont());
        row->addWidget(m_title, 1);
        m_toValues = new QToolButton;
        m_toValues->setText(tr("All values"));
        m_toValues->setProperty("role", QStringLiteral("flat"));
        m_toValues->setToolTip(tr("Every element, in the Values panel"));
        connect(m_toValues, &QToolButton::clicked, this, [this] { m_context.show(panels::values); });
        row->addWidget(m_toValues);
        return row;
    }

    QLayout *buildType() {
        auto *row = new QHBoxLayout;
        m_type = new ElidedLabel;
        m_type->setFont(codeFont());
        m_type->setProperty("role", QStringLiteral("secondary"));
        row->addWidget(m_type, 1);
        m_hover = new PillLabel;
        m_hover->hide();
        row->addWidget(m_hover);
        return row;
    }

    const Session &session() const { return m_context.document.session(); }

    void show(const Anchor &anchor) {
        const auto facts = factsOf(session(), anchor);
        const auto tensor = session().tensor(anchor.tensor);
        m_pages->setCurrentIndex(facts.empty() && !tensor ? 0 : 1);
        m_asText.clear();
        showFacts(facts);
        const auto op = session().op(anchor.op);
        showOperands(op ? operandsOf(session(), *op) : std::vector<OperandRow>(), anchor.tensor);
        m_title->setText(titleOf(anchor, tensor));
        m_title->setToolTip(m_title->text());
        m_type->setText(tensor ? QString::fromStdString(brief(tensor->dtype, tensor->shape)) : QString());
        m_tensorId = anchor.tensor;
        showValue(tensor ? tensor->value : RecordedValue(weightOf(anchor)), tensor || op ? missingText(op) : QString());
    }

    QString titleOf(const Anchor &anchor, const std::optional<TensorRecord> &tensor) const {
        if (tensor && !tensor->name.empty()) return QString::fromStdString(tensor->name);
        if (const auto op = session().op(anchor.op))
            return QStringLiteral("#%1 ").arg(op->number) + QString::fromStdString(op->op);
        const Compilation *compilation = session().compilation(anchor.compilation);
        const Trace &trace = session().trace;
        const QString slice = anchor.slice.valid() && anchor.slice.value < trace.sliceCount()
                                  ? QString::fromStdString(std::string(trace.nameOf(anchor.slice)))
                                  : QString();
        if (compilation == nullptr) return slice;
        const NodePtr node = findNode(moduleAt(*compilation, anchor.pass), anchor.node);
        if (node) return QString::fromStdString(nodeTitle(*node));
        const bool isPass = anchor.pass >= 0 && size_t(anchor.pass) < compilation->passes.size();
        if (isPass) return QString::fromStdString(compilation->passes[size_t(anchor.pass)].name);
        return slice.isEmpty() ? QString::fromStdString(compilation->function) : slice;
    }

    /** The value of a selected weight or constant of a graph: those need no recording. */
    Tensor weightOf(const Anchor &anchor) const {
        const Compilation *compilation = session().compilation(anchor.compilation);
        if (compilation == nullptr) return {};
        const NodePtr node = findNode(moduleAt(*compilation, anchor.pass), anchor.node);
        if (!node) return {};
        if (node->weight->defined()) return node->weight;
        return node->value->asTensor() != nullptr ? *node->value->asTensor() : Tensor();
    }

    static QString missingText(const std::optional<OpEvent> &op) {
        if (op && !op->error.empty()) return tr("This operator failed: it gave no value.");
        return tr("This value was not recorded. Choose Run > Record > Operators and values, then run again.");
    }

    /** `missing` is shown where there is none, "" where none was expected. */
    void showValue(const RecordedValue &value, const QString &missing) {
        m_hover->hide();
        m_toValues->setVisible(value.defined());
        m_missing->setVisible(!value.defined() && !missing.isEmpty());
        for (QWidget *part : {static_cast<QWidget *>(m_heat), static_cast<QWidget *>(m_statistics),
                              static_cast<QWidget *>(m_histogram)})
            part->setVisible(value.defined());
        m_computing = value.defined();
        if (!value.defined()) {
            m_context.jobs.cancel(QStringLiteral("inspector"));
            m_missing->setText(missing);
            return;
        }
        m_statistics->setText(tr("computing…"));
        m_context.jobs.run(
            QStringLiteral("inspector"), tr("Statistics"), this,
            [value](const CancelFlag &cancelled) { return glanceAt(value, cancelled); },
            [this](const Glance &found) { showGlance(found); });
    }

    struct Glance {
        Tensor tensor;
        std::string error;
        TensorStatistics statistics;
        Histogram histogram;
        HeatGrid grid;
    };
    static Glance glanceAt(const RecordedValue &value, const CancelFlag &cancelled) {
        Glance glance;
        const auto shouldContinue = [&cancelled] { return !*cancelled; };
        if (*cancelled) return glance;
        const auto tensor = value.load();
        if (!tensor) {
            glance.error = tensor.error().message;
            return glance;
        }
        glance.tensor = *tensor;
        glance.statistics = survey(*tensor, shouldContinue).value_or(TensorStatistics());
        if (finiteCount(glance.statistics) > 0)
            glance.histogram = histogram(*tensor, glance.statistics.min, glance.statistics.max, bins, shouldContinue)
                                   .value_or(Histogram());
        glance.grid = heatGrid(TensorCut(*tensor), heatCells, shouldContinue).value_or(HeatGrid());
        return glance;
    }

    void showGlance(const Glance &found) {
        m_computing = false;
        m_glance = found;
        if (!found.tensor.defined()) {
            m_missing->setText(QString::fromStdString(found.error));
            m_missing->show();
            m_statistics->setText({});
            return;
        }
        m_statistics->setStatistics(found.statistics, found.tensor.dtype());
        const ValueRange range{found.histogram.low, found.histogram.high};
        m_histogram->setHistogram(found.histogram);
        m_histogram->setRange(range);
        m_heat->setRange(range, ClipMarks::Hidden);
        m_heat->setGrid(TensorCut(found.tensor), found.grid);
        m_asText += m_statistics->text() + QStringLiteral("\n");
    }

    void showHovered(qint64 element) {
        m_hover->setVisible(element >= 0);
        if (element < 0) return;
        m_hover->setText(indexText(m_glance.tensor.shape(), element) + QStringLiteral(" = ") +
                         elementText(m_glance.tensor, element));
        m_hover->updateGeometry();
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
            auto *type = new ElidedLabel;
            type->setText(row.type);
            type->setFont(codeFont());
            m_operands->addWidget(type, line, 1);
            if (row.producer >= 0) {
                auto *producer = new QToolButton;
                producer->setText(fontMetrics().elidedText(row.producerText, Qt::ElideRight, widestProducer));
                producer->setProperty("role", QStringLiteral("flat"));
                producer->setToolTip(row.producerText + QLatin1Char('\n') + tr("Go to the operator that made it"));
                producer->setAccessibleName(row.producerText);
                connect(producer, &QToolButton::clicked, this,
                        [this, op = row.producer] { m_context.selection.selectOp(op); });
                m_operands->addWidget(producer, line, 2, Qt::AlignLeft);
            } else {
                auto *name = new ElidedLabel;
                name->setText(row.producerText);
                m_operands->addWidget(name, line, 2);
            }
            for (const int column : {1, 2})
                m_operands->setColumnStretch(column, 1);
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
            auto *text = new WrappedLabel;
            text->setText(fact.text);
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
    static constexpr int widestProducer = 110; ///< pixels

    QLabel *m_title = nullptr, *m_type = nullptr, *m_missing = nullptr;
    QToolButton *m_toValues = nullptr;
    PillLabel *m_hover = nullptr;
    HeatView *m_heat = nullptr;
    StatisticsLine *m_statistics = nullptr;
    RangeHistogram *m_histogram = nullptr;
    HeaderLabel *m_operandsHead = nullptr;
    QGridLayout *m_operands = nullptr, *m_facts = nullptr;
    int64_t m_tensorId = -1;
    Glance m_glance;
    QString m_asText;
    bool m_computing = false;
};

PanelDef inspectorPanel() {
    return {.id = QStringLiteral("inspector"),
            .title = QT_TRANSLATE_NOOP("Panels", "Details"),
            .summary = QT_TRANSLATE_NOOP("Panels", "Facts, operands and statistics of what is selected"),
            .area = PanelArea::Right,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new InspectorPanel(context, parent);
            }};
}

} // namespace inspectorpanel
} // namespace jitscope

#include "inspectorpanel.moc"
