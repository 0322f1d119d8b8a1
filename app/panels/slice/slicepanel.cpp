// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the selected slice, gathers its facts in a job, and leads on to what they name.
#include "app/panels/slice/slicepanel.h"

#include "app/models/modeltext.h"
#include "app/panels/slice/slicerows.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/session/session.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QHeaderView>
#include <QStackedLayout>
#include <QTreeWidget>

namespace jitscope {
inline namespace slicepanel {

namespace {

const QString sliceTag = QStringLiteral("slice");
enum Column { NameColumn, ValueColumn, NoteColumn };

/** The facts and the indexes they were found with, which the next slice needs again. */
struct Gathered {
    std::shared_ptr<const SliceIndexes> indexes;
    SliceFacts facts;
};

} // namespace

class SlicePanel : public Panel {
    Q_OBJECT
public:
    SlicePanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_pages(new QStackedLayout(this))
        , m_empty(new EmptyState(QStringLiteral("timeline"), {}, {}))
        , m_tree(new QTreeWidget) {
        m_pages->addWidget(m_empty);
        buildTree();
        m_pages->addWidget(m_tree);
        connect(&context.selection, &Selection::changed, this, [this](const Anchor &anchor, QObject *source) {
            // The line or operator that a row leads to need not be a slice: what led there stays in view.
            if (source != this || anchor.slice.valid()) follow();
        });
        connect(&context.document, &Document::replaced, this, [this] {
            m_context.jobs.cancel(sliceTag);
            m_indexes.reset();
            m_isGathering = false;
            m_shown = {};
            follow();
        });
        follow();
    }

    bool isReady() const override { return !m_isGathering; }
    QString contentAsText() const override {
        return m_pages->currentIndex() == 0 ? QString() : modelText(*m_tree->model());
    }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        follow();
    }
    void changeEvent(QEvent *event) override {
        Panel::changeEvent(event);
        if (event->type() == QEvent::PaletteChange && m_shown.valid()) fill();
    }

private:
    void buildTree();
    void follow();
    void gather(SliceId slice);
    void fill();
    void go(const QTreeWidgetItem *item);
    void goToLine(const FactRow &row);
    const Session &session() const { return m_context.document.session(); }

    PanelContext m_context;
    QStackedLayout *m_pages;
    EmptyState *m_empty;
    QTreeWidget *m_tree;
    std::shared_ptr<const SliceIndexes> m_indexes;
    SliceFacts m_facts;
    std::vector<FactRow> m_rows; ///< by the number that an item holds
    SliceId m_shown;
    bool m_isGathering = false;
};

void SlicePanel::buildTree() {
    m_tree->setObjectName(QStringLiteral("sliceFacts"));
    m_tree->setAccessibleName(tr("Facts of the slice"));
    m_tree->setColumnCount(3);
    m_tree->setHeaderLabels({tr("What"), tr("Value"), tr("How it is known")});
    m_tree->headerItem()->setToolTip(
        NoteColumn,
        tr("Certain: a flow or the recording says so. Likely: what encloses or runs at that time. Possible: "
           "only type and order agree."));
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(metrics::grid);
    m_tree->header()->setStretchLastSection(true);
    auto *copy = new QAction(tr("Copy value"), m_tree);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [this] {
        if (const QTreeWidgetItem *item = m_tree->currentItem())
            QApplication::clipboard()->setText(item->text(ValueColumn));
    });
    m_tree->addAction(copy);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_tree, &QTreeWidget::itemClicked, this, [this](const QTreeWidgetItem *item) { go(item); });
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) { go(item); });
}

void SlicePanel::follow() {
    if (!isVisible()) return;
    const SliceId slice = m_context.selection.current().slice;
    if (!slice.valid() || slice.value >= session().trace.sliceCount()) {
        m_context.jobs.cancel(sliceTag);
        m_isGathering = false;
        m_shown = {};
        const bool isEmpty = session().trace.sliceCount() == 0;
        m_empty->setTexts(isEmpty ? tr("No timeline yet") : tr("No slice is selected"),
                          isEmpty
                              ? tr("Open a profiler's folder or a trace, or run a script.")
                              : tr("Click a slice in the timeline; its times, its arguments and where it comes from "
                                   "appear here."));
        m_pages->setCurrentIndex(0);
        return;
    }
    if (slice != m_shown) gather(slice);
}

void SlicePanel::gather(SliceId slice) {
    m_shown = slice;
    m_isGathering = true;
    m_context.jobs.run(
        sliceTag, tr("Facts of a slice"), this,
        [lease = m_context.document.lend(), known = m_indexes, slice](const CancelFlag &) {
            const Session &session = lease->session();
            auto indexes = known && known->slices == session.trace.sliceCount()
                               ? known
                               : std::make_shared<const SliceIndexes>(session);
            SliceFacts facts = sliceFacts(session, *indexes, slice);
            return Gathered{std::move(indexes), std::move(facts)};
        },
        [this](Gathered gathered) {
            m_isGathering = false;
            m_indexes = std::move(gathered.indexes);
            m_facts = std::move(gathered.facts);
            fill();
        });
}

void SlicePanel::fill() {
    m_tree->clear();
    m_rows.clear();
    const Theme &theme = currentTheme();
    for (const FactSection &section : sliceSections(session(), m_facts)) {
        auto *head = new QTreeWidgetItem(m_tree, {section.title});
        head->setFirstColumnSpanned(true);
        head->setFont(NameColumn, boldUiFont());
        head->setFlags(Qt::ItemIsEnabled);
        for (const FactRow &row : section.rows) {
            auto *item = new QTreeWidgetItem(head, {row.name, row.value, row.note});
            item->setToolTip(ValueColumn, row.toolTip.isEmpty() ? row.value : row.toolTip);
            item->setToolTip(NoteColumn, row.note);
            item->setFont(ValueColumn, codeFont());
            item->setForeground(NoteColumn, theme.text2);
            if (row.leadsOn()) {
                item->setForeground(ValueColumn, theme.accent);
                QFont font = codeFont();
                font.setUnderline(true);
                item->setFont(ValueColumn, font);
            }
            item->setData(NameColumn, Qt::UserRole, int(m_rows.size()));
            m_rows.push_back(row);
        }
        head->setExpanded(true);
    }
    constexpr int widestName = 190, widestValue = 420;
    m_tree->resizeColumnToContents(NameColumn);
    m_tree->resizeColumnToContents(ValueColumn);
    m_tree->setColumnWidth(NameColumn, std::min(m_tree->columnWidth(NameColumn), widestName));
    m_tree->setColumnWidth(ValueColumn, std::min(m_tree->columnWidth(ValueColumn), widestValue));
    m_pages->setCurrentIndex(1);
}

void SlicePanel::go(const QTreeWidgetItem *item) {
    const QVariant number = item->data(NameColumn, Qt::UserRole);
    if (!number.isValid() || size_t(number.toInt()) >= m_rows.size()) return;
    const FactRow row = m_rows[size_t(number.toInt())]; // filling anew would take it away
    if (row.slice.valid())
        m_context.selection.selectSlice(row.slice, this);
    else if (row.line > 0)
        goToLine(row);
    else if (row.op >= 0)
        m_context.selection.selectOp(row.op, this);
    else if (row.node.valid()) {
        m_context.selection.selectNode(row.compilation, -1, row.node, this);
        m_context.show(panels::graph);
    }
}

/** Files of another machine are not here: then the path is all there is. */
void SlicePanel::goToLine(const FactRow &row) {
    const bool isHere = session().source(row.file.toStdString()) != nullptr || QFileInfo(row.file).isFile();
    if (!isHere) {
        m_context.notify(tr("%1 is not on this machine; line %2 was meant.").arg(row.file).arg(row.line));
        return;
    }
    m_context.show(panels::editor);
    m_context.selection.selectLine(row.file, row.line, this);
}

PanelDef slicePanel() {
    return {.id = QStringLiteral("slice"),
            .title = QT_TRANSLATE_NOOP("Panels", "Slice"),
            .summary =
                QT_TRANSLATE_NOOP("Panels", "The selected slice: times, arguments, flows, and where it comes from"),
            .area = PanelArea::Right,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new SlicePanel(context, parent);
            }};
}

} // namespace slicepanel
} // namespace jitscope

#include "slicepanel.moc"
