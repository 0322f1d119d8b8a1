// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the element that is picked in Values, searches in a job while it is in view, and shows list and picture.
#include "app/panels/origin/originpanel.h"

#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/panels/origin/originrows.h"
#include "app/sdk/jumps.h"
#include "app/sdk/playhead.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/headerlabel.h"
#include "app/sdk/widgets/numberedit.h"
#include "app/tensorview/heatview.h"
#include "app/tensorview/numberformat.h"
#include "app/tensorview/tensorcut.h"
#include "engine/session/session.h"

#include <QMenu>
#include <QFrame>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace originpanel {

namespace {

constexpr double presetLimit = 1e6; ///< magnitudes above count as too large
constexpr int heatCells = 256;
const QString originTag = QStringLiteral("origin"), maskTag = QStringLiteral("origin.mask");

} // namespace

class OriginPanel : public Panel {
    Q_OBJECT
public:
    OriginPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_pages(new QStackedLayout(this))
        , m_rows(originColumns()) {
        m_pages->addWidget(new EmptyState(
            QStringLiteral("search"), tr("No element is chosen"),
            tr("Choose an element in Values (click one, or \"Next NaN\"); what it depends on appears here.")));
        m_pages->addWidget(buildPage());
        connect(&context.selection, &Selection::elementChanged, this, [this](QObject *source) {
            if (source != this) follow();
        });
        connect(&context.document, &Document::replaced, this, &OriginPanel::follow);
        follow();
    }

    bool isReady() const override { return !m_isComputing; }
    QString contentAsText() const override {
        if (m_pages->currentIndex() == 0) return {};
        return m_title->text() + QLatin1Char('\n') + m_bad->text() + QLatin1Char('\n') + m_summary->text() +
               QLatin1Char('\n') + m_view->allAsText();
    }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        if (m_isStale) follow();
    }

private:
    QWidget *buildPage();
    QLayout *buildBad();
    QWidget *buildProgress();
    QWidget *buildMask();
    const Session &session() const { return m_context.document.session(); }
    double limit() const;
    void follow();
    void compute();
    void showOrigin(Origin origin);
    void showRow();
    void showMask(const OriginRow &row);
    void goToBad();
    void goToRow();

    PanelContext m_context;
    QStackedLayout *m_pages;
    TableModel<OriginRow> m_rows;
    QLabel *m_title = nullptr, *m_bad = nullptr, *m_summary = nullptr, *m_maskText = nullptr;
    NumberEdit *m_limit = nullptr;
    QPushButton *m_goToBad = nullptr;
    QWidget *m_progress = nullptr;
    RecordView *m_view = nullptr;
    HeatView *m_mask = nullptr;
    Origin m_origin;
    int64_t m_tensor = -1, m_element = -1;
    bool m_isComputing = false, m_isStale = false;
};

QWidget *OriginPanel::buildPage() {
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(metrics::grid);
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("originTitle"));
    m_title->setFont(boldUiFont());
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    column->addWidget(m_title);
    column->addLayout(buildBad());
    column->addWidget(buildProgress());
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("originSummary"));
    m_summary->setProperty("role", QStringLiteral("secondary"));
    m_summary->setWordWrap(true);
    column->addWidget(m_summary);
    m_view = new RecordView;
    m_view->setObjectName(QStringLiteral("originList"));
    m_view->setAccessibleName(tr("What the element depends on"));
    m_view->setRecords(&m_rows);
    m_view->sortByColumn(-1, Qt::AscendingOrder);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { showRow(); });
    connect(m_view, &QAbstractItemView::activated, this, [this] { goToRow(); });
    RowMenu::of(*m_view).addPart([this](QMenu &menu, const QModelIndex &) {
        const int row = m_view->currentSourceRow();
        if (row < 0) return;
        const LineageTensor &part = m_rows.row(row).part;
        Anchor anchor;
        anchor.op = part.op;
        anchor.tensor = part.tensor;
        addJumps(menu, m_context, anchor, objectName());
    });
    column->addWidget(m_view, 3);
    column->addWidget(buildMask(), 2);
    return page;
}

QLayout *OriginPanel::buildBad() {
    auto *rows = new QVBoxLayout;
    rows->setSpacing(metrics::grid / 2);
    m_bad = new QLabel;
    m_bad->setObjectName(QStringLiteral("firstBad"));
    m_bad->setWordWrap(true);
    m_bad->setTextInteractionFlags(Qt::TextSelectableByMouse);
    rows->addWidget(m_bad);
    auto *row = new QHBoxLayout;
    m_goToBad = new QPushButton(tr("Go there"));
    m_goToBad->setObjectName(QStringLiteral("goToFirstBad"));
    connect(m_goToBad, &QPushButton::clicked, this, &OriginPanel::goToBad);
    row->addWidget(m_goToBad);
    row->addStretch(1);
    auto *label = new QLabel(tr("Too large above"));
    label->setProperty("role", QStringLiteral("secondary"));
    row->addWidget(label);
    m_limit = new NumberEdit(tr("Magnitude above which a value counts as too large"));
    m_limit->setObjectName(QStringLiteral("originLimit"));
    m_limit->setNumber(presetLimit, 6);
    label->setBuddy(m_limit);
    connect(m_limit, &QLineEdit::editingFinished, this, [this] {
        if (!m_limit->isModified()) return;
        m_limit->setModified(false);
        compute();
    });
    row->addWidget(m_limit);
    rows->addLayout(row);
    return rows;
}

QWidget *OriginPanel::buildProgress() {
    m_progress = new QWidget;
    auto *row = new QHBoxLayout(m_progress);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(new QLabel(tr("Following it back…")));
    auto *bar = new QProgressBar;
    bar->setRange(0, 0);
    bar->setTextVisible(false);
    row->addWidget(bar, 1);
    auto *stop = new QToolButton;
    stop->setObjectName(QStringLiteral("cancelOrigin"));
    stop->setText(tr("Cancel"));
    stop->setProperty("role", QStringLiteral("flat"));
    connect(stop, &QToolButton::clicked, this, [this] {
        m_context.jobs.cancel(originTag);
        m_isComputing = false;
        m_progress->hide();
        m_summary->setText(tr("Cancelled."));
    });
    row->addWidget(stop);
    m_progress->hide();
    return m_progress;
}

QWidget *OriginPanel::buildMask() {
    auto *room = new QWidget;
    auto *column = new QVBoxLayout(room);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::grid / 2);
    column->addWidget(new HeaderLabel(tr("Elements that matter")));
    m_maskText = new QLabel;
    m_maskText->setObjectName(QStringLiteral("originElements"));
    m_maskText->setProperty("role", QStringLiteral("secondary"));
    m_maskText->setWordWrap(true);
    column->addWidget(m_maskText);
    m_mask = new HeatView;
    m_mask->setObjectName(QStringLiteral("originMask"));
    m_mask->setAccessibleName(tr("Elements that matter"));
    m_mask->setRange({0, 1}, ClipMarks::Hidden);
    connect(m_mask, &HeatView::picked, this, [this](qint64 element) {
        const int row = m_view->currentSourceRow();
        if (row < 0) return;
        const int64_t tensor = m_rows.row(row).part.tensor;
        m_context.selection.selectTensor(tensor, this);
        m_context.selection.setElement(tensor, element, this);
    });
    column->addWidget(m_mask, 1);
    return room;
}

double OriginPanel::limit() const {
    bool isNumber = false;
    const double typed = m_limit->text().toDouble(&isNumber);
    return isNumber && typed > 0 ? typed : presetLimit;
}

void OriginPanel::follow() {
    m_isStale = !isVisible();
    if (m_isStale) return;
    m_tensor = m_context.selection.elementTensor();
    m_element = m_context.selection.element();
    const auto record = session().tensor(m_tensor);
    m_context.jobs.cancel(originTag);
    m_isComputing = false;
    m_progress->hide();
    m_rows.setRows({});
    m_mask->setGrid({}, {});
    m_maskText->clear();
    if (!record || m_element < 0 || m_element >= record->shape.product()) {
        m_pages->setCurrentIndex(0);
        return;
    }
    m_pages->setCurrentIndex(1);
    QString title = indexText(record->shape, m_element);
    if (const Tensor value = record->value.inMemory(); value.defined())
        title += QStringLiteral(" = ") + elementText(value, m_element);
    if (const auto op = session().op(record->op))
        title = QStringLiteral("#%1 %2 ").arg(op->number).arg(QString::fromStdString(op->op)) + title;
    else if (!record->name.empty())
        title = QString::fromStdString(record->name) + QLatin1Char(' ') + title;
    m_title->setText(title);
    compute();
}

void OriginPanel::compute() {
    if (m_element < 0) return;
    m_isComputing = true;
    m_bad->clear();
    m_goToBad->setEnabled(false);
    m_summary->clear();
    m_progress->show();
    m_context.jobs.run(
        originTag, tr("Where from"), this,
        [tensor = m_tensor, element = m_element, limit = limit(), lease = m_context.document.lend()](
            const CancelFlag &cancelled) { return originOf(*lease, tensor, element, limit, cancelled); },
        [this](Origin origin) { showOrigin(std::move(origin)); });
}

void OriginPanel::showOrigin(Origin origin) {
    if (!origin.isWhole) return compute(); // the program stopped meanwhile; the recording is longer now
    m_isComputing = false;
    m_progress->hide();
    m_origin = std::move(origin);
    m_bad->setText((m_origin.bad ? QStringLiteral("✕ ") : QStringLiteral("✓ ")) + sentenceOf(m_origin));
    QPalette palette = m_bad->palette();
    palette.setColor(QPalette::WindowText, m_origin.bad ? currentTheme().nan : currentTheme().good);
    m_bad->setPalette(palette);
    m_goToBad->setEnabled(m_origin.bad.has_value());
    QString summary = tr("Depends on %1 operators and %2 inputs.").arg(m_origin.ops).arg(m_origin.inputs);
    if (m_origin.isCut) summary += QLatin1Char(' ') + tr("The oldest are left out: there are too many.");
    m_summary->setText(summary);
    m_rows.setRows(std::move(m_origin.rows));
    for (int section = 0; section < m_rows.columnCount(); ++section)
        m_view->resizeColumnToContents(section);
    if (!m_rows.rows().empty()) m_view->selectSourceRow(0);
}

void OriginPanel::showRow() {
    const int row = m_view->currentSourceRow();
    if (row >= 0) showMask(m_rows.row(row));
}

void OriginPanel::showMask(const OriginRow &row) {
    m_maskText->setText(row.tensor + QStringLiteral(": ") + elementsText(row));
    const auto record = session().tensor(row.part.tensor);
    if (!record) return;
    CutChoice choice = CutChoice::of(record->shape);
    if (!row.part.elements.all && !row.part.elements.elements.empty())
        choice = choice.showing(row.part.elements.elements.front());
    struct Drawn {
        TensorCut cut;
        HeatGrid grid;
    };
    m_context.jobs.run(
        maskTag, tr("Elements that matter"), this,
        [elements = row.part.elements, shape = record->shape, choice](const CancelFlag &cancelled) {
            const Tensor mask = maskOf(elements, shape);
            if (!mask.defined()) return Drawn();
            const TensorCut cut(mask, choice);
            return Drawn{cut, heatGrid(cut, heatCells, [&cancelled] { return !*cancelled; }).value_or(HeatGrid())};
        },
        [this](Drawn drawn) {
            m_mask->setVisible(!drawn.grid.empty());
            m_mask->setGrid(drawn.cut, std::move(drawn.grid));
        });
}

void OriginPanel::goToBad() {
    if (!m_origin.bad) return;
    const FirstBad &bad = *m_origin.bad;
    if (bad.op >= 0) m_context.playhead.goTo(bad.op, this);
    if (m_context.selection.current().tensor != bad.tensor) m_context.selection.selectTensor(bad.tensor, this);
    m_context.selection.setElement(bad.tensor, bad.element, this);
    m_context.show(panels::values);
}

void OriginPanel::goToRow() {
    const int row = m_view->currentSourceRow();
    if (row < 0) return;
    const LineageTensor &part = m_rows.row(row).part;
    if (part.op >= 0) m_context.playhead.goTo(part.op, this);
    if (m_context.selection.current().tensor != part.tensor) m_context.selection.selectTensor(part.tensor, this);
}

PanelDef originPanel() {
    return {.id = QStringLiteral("origin"),
            .title = QT_TRANSLATE_NOOP("Panels", "Where from"),
            .summary = QT_TRANSLATE_NOOP("Panels", "The operators and inputs that an element depends on"),
            .area = PanelArea::Right,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new OriginPanel(context, parent);
            }};
}

} // namespace originpanel
} // namespace jitscope

#include "originpanel.moc"
