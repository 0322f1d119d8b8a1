// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/journey/journeypanel.h"

#include "app/panels/journey/journeyview.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/jumps.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/variants/namedecision.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QMenu>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <utility>

namespace jitscope {
inline namespace journeypanel {

namespace {

const QString wholeLine = QStringLiteral("line"), oneNode = QStringLiteral("node");

struct Followed {
    Journey journey;
    JourneyTexts texts;
};

bool isEditor(QObject *source) {
    for (QObject *each = source; each; each = each->parent())
        if (qobject_cast<Panel *>(each)) return panels::editor == each->objectName();
    return false;
}

JourneyTexts textsOf(const Compilation &compilation, const Journey &journey) {
    JourneyTexts texts;
    for (const JourneyKernel &kernel : journey.kernels) {
        const auto [place, isNew] = texts.try_emplace(kernel.graph);
        const GraphPtr graph = compilation.final.find(kernel.graph);
        if (!isNew || !graph) continue;
        const auto made = kernelTexts(*graph);
        if (made)
            place->second = {kernelLines(made->optimizedIr), kernelLines(made->assembly), {}};
        else
            place->second.error = made.error().message;
    }
    return texts;
}

} // namespace

class JourneyPanel : public Panel {
    Q_OBJECT
public:
    JourneyPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_stack(new QStackedLayout(this))
        , m_view(new JourneyView) {
        m_stack->addWidget(new EmptyState(
            QStringLiteral("search"), tr("No value is followed"),
            tr("Select a source line or a node of a compiled graph: what each pass made of it appears here, down to "
               "the assembly of its kernel."),
            this));
        m_stack->addWidget(buildPage());
        connect(&context.selection, &Selection::changed, this, &JourneyPanel::followSelection);
        connect(&context.document, &Document::replaced, this, [this] {
            m_followed = {};
            m_compilations = 0;
            follow();
        });
        connect(&context.document, &Document::appended, this, [this] {
            const size_t now = m_context.document.session().compilations.size();
            if (std::exchange(m_compilations, now) != now && m_followed.journey.empty()) follow();
        });
        follow();
    }

    bool isReady() const override { return !m_isWorking; }
    QString contentAsText() const override {
        return m_stack->currentIndex() == 0 ? QString() : m_title->text() + QLatin1Char('\n') + m_view->asText();
    }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        if (m_isStale) follow();
    }

private:
    QWidget *buildPage();
    const Compilation *compilation(int index) const {
        const auto &all = m_context.document.session().compilations;
        return index >= 0 && size_t(index) < all.size() ? &all[size_t(index)] : nullptr;
    }
    void followSelection(const Anchor &anchor, QObject *source);
    bool showKnown(const Anchor &anchor);
    std::vector<NodeId> nodesOnLineOf(const Compilation &of, const Anchor &anchor) const;
    bool isLineOfKernel(const Anchor &anchor) const;
    void follow();
    void showFollowed(Followed followed);
    void showGrid();
    void choose(int64_t cell);
    void show(int64_t cell);
    void openMenu(int64_t cell, const QPoint &place);

    PanelContext m_context;
    QStackedLayout *m_stack;
    JourneyView *m_view;
    SegmentedControl *m_what = nullptr;
    ElidedLabel *m_title = nullptr;
    Followed m_followed;
    std::set<int> m_unfolded;
    size_t m_compilations = 0; ///< that were there when it was looked last
    bool m_isWorking = false, m_isStale = false;
    bool m_isFromEditor = false; ///< what is selected: a line rather than a node
};

QWidget *JourneyPanel::buildPage() {
    m_what = new SegmentedControl(tr("What is followed"),
                                  {{oneNode, tr("The value"), tr("The selected node alone")},
                                   {wholeLine, tr("Its whole line"), tr("All that was captured on its source line")}});
    m_what->setObjectName(QStringLiteral("journeyWhat"));
    connect(m_what, &SegmentedControl::changed, this, &JourneyPanel::follow);
    m_title = new ElidedLabel;
    m_title->setObjectName(QStringLiteral("journeyTitle"));
    m_title->setProperty("role", "secondary");
    m_view->setObjectName(QStringLiteral("journeyStrip"));
    m_view->setAccessibleName(tr("From the source line to the assembly"));
    connect(m_view, &PickView::picked, this, &JourneyPanel::choose);
    connect(m_view, &JourneyView::activated, this, &JourneyPanel::show);
    connect(m_view, &JourneyView::menuWanted, this, &JourneyPanel::openMenu);
    auto *page = new QWidget(this);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(8, 4, 10, 4);
    row->setSpacing(10);
    row->addWidget(m_what);
    row->addWidget(m_title, 1);
    column->addLayout(row);
    column->addWidget(m_view, 1);
    return page;
}

/** Who moves along the strip in another panel stays on it. */
bool JourneyPanel::showKnown(const Anchor &anchor) {
    if (!anchor.node.valid() || anchor.compilation != m_followed.journey.compilation) return false;
    const int cell = cellOfNode(m_view->grid(), anchor.pass, anchor.node);
    if (cell < 0 || m_view->grid().cells[size_t(cell)].pass != anchor.pass) return false;
    m_view->setCurrent(cell);
    return true;
}

void JourneyPanel::followSelection(const Anchor &anchor, QObject *source) {
    if (source == this) return;
    m_isFromEditor = isEditor(source);
    const bool isOne = m_context.selection.together().empty();
    if (isVisible() && !m_isWorking && isOne && showKnown(anchor)) return;
    follow();
}

/** A line that ran in a fused kernel was selected: its node is the call of the kernel, of which the line is a part. */
bool JourneyPanel::isLineOfKernel(const Anchor &anchor) const {
    const Compilation *of = compilation(anchor.compilation);
    const NodePtr node = of && anchor.line > 0 ? findNode(moduleAt(*of, anchor.pass), anchor.node) : nullptr;
    const GraphPtr callee = node && !node->callee.empty() ? of->final.find(node->callee) : nullptr;
    if (!callee || !callee->isKernel()) return false;
    const SourceSpan *span = userSpan(m_context.document.session(), node->spans);
    return m_isFromEditor || !span || span->line != anchor.line || span->file != anchor.file;
}

/** A weight has no line; that of who takes it is meant. */
std::vector<NodeId> JourneyPanel::nodesOnLineOf(const Compilation &of, const Anchor &anchor) const {
    const Session &session = m_context.document.session();
    if (anchor.line > 0) return nodesOnLine(session, of, anchor.file, anchor.line);
    const auto &lines = m_followed.journey.lines;
    if (lines.empty() || m_followed.journey.compilation != of.index) return {};
    return nodesOnLine(session, of, lines.front().span.file, lines.front().span.line);
}

void JourneyPanel::follow() {
    m_isStale = !isVisible();
    if (m_isStale) return;
    const Anchor anchor = m_context.selection.current();
    const Compilation *of = compilation(anchor.compilation);
    const std::vector<NodeId> &together = m_context.selection.together();
    const bool isLine = m_what->current() == wholeLine || !anchor.node.valid() || isLineOfKernel(anchor);
    std::vector<NodeId> several; // of the captured graph
    if (of && !together.empty()) several = capturedNodes(*of, together);
    if (of && several.empty() && isLine) several = nodesOnLineOf(*of, anchor);
    if (!of || (several.empty() && !anchor.node.valid())) {
        m_context.jobs.cancel(QStringLiteral("journey"));
        m_isWorking = false;
        m_followed = {};
        m_stack->setCurrentIndex(0);
        return;
    }
    m_isWorking = true;
    m_context.jobs.run(
        QStringLiteral("journey"), tr("Following a value"), this,
        [compilation = *of, anchor, several](const CancelFlag &) {
            Followed followed;
            followed.journey =
                several.empty() ? followNode(compilation, anchor.pass, anchor.node) : followNodes(compilation, several);
            followed.texts = textsOf(compilation, followed.journey);
            return followed;
        },
        [this](Followed followed) { showFollowed(std::move(followed)); });
}

void JourneyPanel::showFollowed(Followed followed) {
    m_isWorking = false;
    m_followed = std::move(followed);
    m_unfolded.clear();
    const Compilation *of = compilation(m_followed.journey.compilation);
    if (!of || m_followed.journey.empty()) return m_stack->setCurrentIndex(0);
    m_followed.journey.lines = linesOf(m_context.document.session(), *of, m_followed.journey);
    m_stack->setCurrentIndex(1);
    int changed = 0;
    for (const JourneyStage &stage : m_followed.journey.stages)
        changed += stage.isChanged && stage.pass != -2;
    m_title->setText(tr("%1: %2 of %3 stages changed it")
                         .arg(QString::fromStdString(of->function))
                         .arg(changed)
                         .arg(m_followed.journey.stages.size() - 1));
    showGrid();
}

void JourneyPanel::showGrid() {
    m_view->setGrid(journeyGrid(m_followed.journey, m_followed.texts, m_unfolded));
    const Anchor &anchor = m_context.selection.current();
    const int cell = cellOfNode(m_view->grid(), anchor.pass, anchor.node);
    if (cell >= 0) m_view->setCurrent(cell);
}

/** Selects the form of a cell everywhere. */
void JourneyPanel::choose(int64_t at) {
    const JourneyCell cell = m_view->grid().cells[size_t(at)];
    const int compilation = m_followed.journey.compilation;
    Selection &selection = m_context.selection;
    switch (cell.kind) {
    case JourneyCell::Kind::Line:
        return selection.selectLine(QString::fromStdString(cell.file), cell.line, this);
    case JourneyCell::Kind::Node:
    case JourneyCell::Kind::Removed:
        return selection.selectNode(compilation, cell.pass, cell.node, this);
    case JourneyCell::Kind::Kernel:
        selection.lookAtKernel(compilation, cell.kernel, this);
        return selection.selectNode(compilation, -1, cell.node, this);
    case JourneyCell::Kind::Code:
        selection.lookAtKernelText(compilation, cell.kernel, cell.text, this);
        return selection.selectNode(compilation, -1, cell.node, this);
    case JourneyCell::Kind::Fold:
        return;
    }
}

/** Brings the panel of a cell's form to the front; opens and closes a fold. */
void JourneyPanel::show(int64_t at) {
    const JourneyCell cell = m_view->grid().cells[size_t(at)];
    if (cell.kind == JourneyCell::Kind::Fold) {
        if (m_unfolded.erase(cell.foldBegin) == 0) m_unfolded.insert(cell.foldBegin);
        showGrid();
        for (int64_t each = 0; each < m_view->count(); ++each) {
            const JourneyCell &now = m_view->grid().cells[size_t(each)];
            if (now.kind == JourneyCell::Kind::Fold && now.foldBegin == cell.foldBegin) m_view->setCurrent(each);
        }
        return;
    }
    const bool isKernel = cell.kind == JourneyCell::Kind::Kernel || cell.kind == JourneyCell::Kind::Code;
    m_context.show(cell.kind == JourneyCell::Kind::Line ? panels::editor
                   : isKernel                           ? panels::kernel
                   : cell.pass == -1                    ? panels::graph
                                                        : panels::passes);
    choose(at);
}

void JourneyPanel::openMenu(int64_t at, const QPoint &place) {
    QMenu menu(this);
    const JourneyCell cell = m_view->grid().cells[size_t(at)];
    const QString text = m_view->textOf(at);
    menu.addAction(cell.kind == JourneyCell::Kind::Fold ? tr("Open or close") : tr("Show it in its panel"), &menu,
                   [this, at] { show(at); });
    if (cell.node.valid())
        addJumps(menu, m_context,
                 anchorOfNode(m_context.document.session(), m_followed.journey.compilation, cell.pass, cell.node),
                 objectName());
    menu.addAction(tr("Copy the cell"), &menu, [text] { QApplication::clipboard()->setText(text); });
    menu.addAction(tr("Copy the whole strip"), &menu, [this] { QApplication::clipboard()->setText(contentAsText()); });
    menu.exec(place);
}

PanelDef journeyPanel() {
    return {.id = QStringLiteral("journey"),
            .title = QT_TRANSLATE_NOOP("Panels", "Follow a value"),
            .summary = QT_TRANSLATE_NOOP("Panels", "The selected value from its source line through every pass to the "
                                                   "assembly of its kernel"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new JourneyPanel(context, parent);
            }};
}

} // namespace journeypanel
} // namespace jitscope

#include "journeypanel.moc"
