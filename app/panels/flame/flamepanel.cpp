// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/flame/flamepanel.h"

#include "app/models/baseline.h"
#include "app/models/filterchips.h"
#include "app/models/nothingleft.h"
#include "app/models/operatorsource.h"
#include "app/models/operatorwords.h"
#include "app/models/sentenceline.h"
#include "app/panels/flame/flameshade.h"
#include "app/panels/flame/flametext.h"
#include "app/panels/flame/flameview.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/jumps.h"
#include "app/sdk/selection.h"
#include "app/sdk/tracefocus.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/analysis/operators/sliceflame.h"
#include "engine/session/session.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace jitscope {
inline namespace flamepanel {

namespace {

const QString treeTag = QStringLiteral("flame.tree");
enum Page { EmptyPage, GraphPage };

struct Grown {
    std::shared_ptr<const FlameTree> tree;
    std::shared_ptr<const FlameDifference> difference; ///< null without a baseline
    bool isBeyondBaseline = false;                     ///< which never was at the marked range
};

Grown grownOf(const Session &session, const OperatorView &view, const BaselineRun *baseline, FlameBy by,
              FlameOrder order) {
    // Of a session that was replaced since, the columns are not.
    static const std::vector<uint32_t> none;
    const std::vector<uint32_t> &places = view.columns->size() <= session.ops.size() ? view.timed : none;
    Grown grown;
    const auto before = baseline ? baseline->placesOf(view.filter, *view.columns) : std::nullopt;
    grown.isBeyondBaseline = baseline && !before;
    if (!before) {
        grown.tree = std::make_shared<const FlameTree>(flameTree(session, *view.columns, places, by, order));
        return grown;
    }
    auto [now, then] =
        flameTrees({session, *view.columns, places}, {*baseline->session, baseline->columns, *before}, by, order);
    grown.difference = std::make_shared<const FlameDifference>(
        compareFlames({then, baseline->columns, *before}, {now, *view.columns, places}));
    grown.tree = std::make_shared<const FlameTree>(std::move(now));
    return grown;
}

/** What is asked of a trace: the marked stretch, or all. */
SelectionQuery queryOf(const TraceFocus &focus) {
    const auto &marked = focus.marked();
    return {marked ? Interval{marked->first, marked->second} : everything, focus.lanes(), focus.shifts()};
}

} // namespace

class FlamePanel : public Panel {
    Q_OBJECT
public:
    FlamePanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_source(OperatorSource::of(context))
        , m_baseline(Baseline::of(context))
        , m_focus(TraceFocus::of(context.document))
        , m_pages(new QStackedLayout(this))
        , m_controls(new QWidget(this))
        , m_view(new FlameView) {
        m_empty = new EmptyState(QStringLiteral("timings"), {}, {});
        m_pages->addWidget(m_empty);
        auto *graph = new QWidget(this);
        auto *column = new QVBoxLayout(graph);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(new FilterChips(context, graph));
        m_sentence = new SentenceLine(graph);
        m_sentence->setObjectName(QStringLiteral("flameSentence"));
        m_sentence->hide();
        column->addWidget(m_sentence);
        column->addWidget(m_view, 1);
        m_nothing = new NothingLeft;
        m_nothing->hide();
        column->addWidget(m_nothing, 1);
        m_pages->addWidget(graph);
        connect(m_nothing, &NothingLeft::clearWanted, &m_source, &OperatorSource::removeAll);
        buildControls();
        connectView();
        connect(&m_source, &OperatorSource::changed, this, &FlamePanel::grow);
        connect(&m_baseline, &Baseline::changed, this, &FlamePanel::grow);
        connect(&m_focus, &TraceFocus::changed, this, [this] {
            if (isOfSlices()) grow();
        });
        connect(&context.document, &Document::replaced, this, &FlamePanel::begin);
        connect(&context.document, &Document::appended, this, [this] {
            tellWhatIsMissing();
            if (isVisible()) m_source.refresh();
        });
        connect(&context.jobs, &Jobs::ended, this, [this](const QString &tag) {
            if (tag == treeTag) m_isGrowing = false;
        });
        begin();
    }

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return !m_isGrowing && (!isVisible() || m_source.isReady()); }
    bool startFind() override {
        m_search->setFocus();
        return true;
    }
    QString contentAsText() const override {
        return m_pages->currentIndex() == GraphPage ? flameText(m_view->tree(), TextFormat::Aligned) : QString();
    }
    void fitView() override { m_view->zoomTo(0); }
    /** Edit > Undo. */
    Q_INVOKABLE void undo() { m_source.undo(); }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        m_source.refresh();
        if (m_isStale) grow();
    }

private:
    void buildControls() {
        m_controls->setProperty("ownRow", true);
        auto *row = new QHBoxLayout(m_controls);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(metrics::grid);
        m_back = flatButton(QStringLiteral("flameBack"), QStringLiteral("◀"), tr("Zoom as before (Backspace)"));
        m_forward = flatButton(QStringLiteral("flameForward"), QStringLiteral("▶"), tr("Zoom again (Shift+Backspace)"));
        m_whole = flatButton(QStringLiteral("flameWhole"), tr("All"), tr("Show all operators (Esc)"));
        for (QToolButton *button : {m_back, m_forward, m_whole})
            row->addWidget(button);
        m_by = new SegmentedControl(tr("Frames are"),
                                    {{QStringLiteral("stack"), tr("Calls"), tr("Functions of the Python stack")},
                                     {QStringLiteral("scope"), tr("Cells"), tr("Cells that operators ran in")}},
                                    m_controls);
        m_by->setObjectName(QStringLiteral("flameBy"));
        row->addWidget(m_by);
        m_order = new SegmentedControl(
            tr("Order"),
            {{QStringLiteral("topDown"), tr("Top down"), tr("Callers above what they call")},
             {QStringLiteral("bottomUp"), tr("Bottom up"), tr("Operators first, below each those who called it")}},
            m_controls);
        m_order->setObjectName(QStringLiteral("flameOrder"));
        row->addWidget(m_order);
        m_baselineBox = new BaselineBox(m_context, m_controls);
        row->addWidget(m_baselineBox);
        m_found = new QLabel(m_controls);
        m_found->setObjectName(QStringLiteral("flameFound"));
        m_found->setProperty("role", QStringLiteral("hint"));
        row->addWidget(m_found);
        m_search = new FilterEdit(tr("find"), m_controls);
        m_search->setObjectName(QStringLiteral("flameSearch"));
        m_search->setMaximumWidth(160);
        row->addWidget(m_search);
        connect(m_by, &SegmentedControl::changed, this, &FlamePanel::grow);
        connect(m_order, &SegmentedControl::changed, this, &FlamePanel::grow);
        connect(m_search, &FilterEdit::textChanged, this, &FlamePanel::search);
    }

    void connectView() {
        connect(m_back, &QToolButton::clicked, m_view, &FlameView::goBack);
        connect(m_forward, &QToolButton::clicked, m_view, &FlameView::goForward);
        connect(m_whole, &QToolButton::clicked, this, [this] { m_view->zoomTo(0); });
        connect(m_view, &FlameView::zoomChanged, this, &FlamePanel::updateButtons);
        connect(m_view, &PickView::picked, this, &FlamePanel::choose);
        connect(m_view, &FlameView::menuWanted, this, &FlamePanel::openMenu);
        updateButtons();
    }

    void updateButtons() {
        m_back->setEnabled(m_view->canGoBack());
        m_forward->setEnabled(m_view->canGoForward());
        m_whole->setEnabled(m_view->zoomed() != 0);
    }

    void begin() {
        m_context.jobs.cancel(treeTag);
        m_view->setTree(
            std::make_shared<const FlameTree>(flameTree(Session(), *m_source.view()->columns, {}, by(), order())));
        tellWhatIsMissing();
        if (isVisible()) m_source.refresh();
        if (isOfSlices()) grow();
    }

    /** What another program recorded has no operators of ours, but slices. */
    bool isOfSlices() const {
        const Session &session = m_context.document.session();
        return session.ops.empty() && session.trace.sliceCount() > 0;
    }

    void tellWhatIsMissing() {
        const bool isAnything = isOfSlices() || !m_context.document.session().ops.empty();
        m_pages->setCurrentIndex(isAnything ? GraphPage : EmptyPage);
        m_empty->setTexts(tr("No operator ran yet"),
                          tr("Run a script (F5); each operator's time hangs below what called it."));
        m_nothing->setText(isOfSlices() ? tr("No slice lies in the marked stretch.")
                                        : tr("No operator is left by the filters."));
        m_by->setVisible(!isOfSlices());
        m_baselineBox->setVisible(!isOfSlices());
    }

    FlameBy by() const { return m_by->current() == QStringLiteral("scope") ? FlameBy::Scope : FlameBy::Stack; }
    FlameOrder order() const {
        return m_order->current() == QStringLiteral("bottomUp") ? FlameOrder::BottomUp : FlameOrder::TopDown;
    }

    void grow() {
        m_isStale = !isVisible();
        if (m_isStale) return;
        if (isOfSlices()) return growOfSlices();
        m_context.jobs.run(
            treeTag, tr("Drawing the flame graph"), this,
            [lease = m_context.document.lend(), view = m_source.view(), baseline = m_baseline.run(), by = by(),
             order = order()](const CancelFlag &) {
                return grownOf(lease->session(), *view, baseline.get(), by, order);
            },
            [this](const Grown &grown) {
                m_isGrowing = false;
                m_view->setTree(grown.tree);
                const bool isEmpty = m_view->count() <= 1 && !m_source.filter().empty();
                m_view->setVisible(!isEmpty);
                m_nothing->setVisible(isEmpty);
                showDifference(grown.difference);
                QStringList sentences{m_difference ? differenceSentence(*grown.tree, *m_difference) : QString()};
                if (grown.isBeyondBaseline)
                    sentences
                        << tr("The baseline %1 never was at the marked range: no differences.").arg(m_baseline.name());
                const QString run = runTimeSentence(m_source.view()->columns->times.whole);
                if (m_source.filter().empty() && !isEmpty && !run.isEmpty())
                    sentences << run << tr("Frames have the operators' time alone.");
                sentences << coresSentence(m_context.document.session())
                          << recordingSentence(m_context.document.session());
                sentences.removeAll(QString());
                m_sentence->setText(sentences.join(QLatin1Char(' ')));
                search(m_search->text());
            });
        m_isGrowing = true;
    }

    void growOfSlices() {
        m_context.jobs.run(
            treeTag, tr("Drawing the flame graph"), this,
            [lease = m_context.document.lend(), query = queryOf(m_focus),
             order = order()](const CancelFlag &cancelled) {
                return std::make_shared<const FlameTree>(sliceFlame(
                    lease->session().trace, query, order, [&] { return cancelled->load() || !lease->isCurrent(); }));
            },
            [this](const std::shared_ptr<const FlameTree> &tree) {
                m_isGrowing = false;
                m_view->setTree(tree);
                const bool isEmpty = m_view->count() <= 1;
                m_view->setVisible(!isEmpty);
                m_nothing->setVisible(isEmpty);
                showDifference(nullptr);
                const QString what = tr("Slices stand below their lanes, as they are nested there.");
                m_sentence->setText(m_focus.marked() ? what + QLatin1Char(' ') + tr("Of the marked stretch alone.")
                                                     : what);
                search(m_search->text());
            });
        m_isGrowing = true;
    }

    void showDifference(std::shared_ptr<const FlameDifference> difference) {
        m_difference = std::move(difference);
        if (!m_difference) return m_view->setShading(nullptr);
        m_view->setShading([this](int64_t frame) { return shadeOf(m_view->tree(), *m_difference, frame); });
    }

    void search(const QString &text) {
        const FlameTree &tree = m_view->tree();
        const FlameMatches matches = searchFlame(tree, text.trimmed().toStdString());
        const bool isSearching = !text.trimmed().isEmpty();
        m_view->setMatches(isSearching ? matches.isMatch : std::vector<uint8_t>());
        const double share = tree.totalNs() > 0 ? 100 * double(matches.totalNs) / double(tree.totalNs()) : 0;
        m_found->setText(isSearching ? tr("%n frame(s), %1 %", nullptr, int(matches.count)).arg(share, 0, 'f', 1)
                                     : QString());
    }

    /** The longest operator stands for the frame: the same line may stand in other frames, and others may have run
        there last. Top down a function is looked at where it stands in that operator's stack; bottom up it is who
        called the operator, so that one's own line is meant. */
    void choose(qint64 item) {
        const FlameFrame &frame = m_view->tree().frames[size_t(item)];
        if (frame.kind == FlameKind::Slice) return m_context.selection.selectSlice(SliceId{frame.longest}, this);
        if (frame.kind == FlameKind::All || isOfTrace(m_view->tree())) return;
        const QString file = QString::fromStdString(frame.file.str());
        const bool isFunction = frame.kind == FlameKind::Function;
        if (isFunction && frame.longest < 0) return m_context.selection.selectLine(file, frame.line, this);
        if (isFunction && order() == FlameOrder::TopDown)
            return m_context.selection.selectOpFrom(frame.longest, file, frame.line, this);
        if (frame.longest >= 0) m_context.selection.selectOp(frame.longest, this);
    }

    void openMenu(qint64 item, const QPoint &place) {
        choose(item);
        QMenu menu(this);
        menu.addAction(tr("Zoom in"), m_view, [this, item] { m_view->zoomTo(item); });
        addFilters(menu, item);
        addJumps(menu, m_context, m_context.selection.current(), objectName());
        menu.addSeparator();
        const auto copy = [&](const QString &text, auto make) {
            menu.addAction(text, this, [this, make] { QApplication::clipboard()->setText(make(m_view->tree())); });
        };
        copy(tr("Copy as text"), [](const FlameTree &tree) { return flameText(tree, TextFormat::Aligned); });
        copy(tr("Copy as CSV"), [](const FlameTree &tree) { return flameText(tree, TextFormat::Csv); });
        copy(tr("Copy folded stacks"), [](const FlameTree &tree) { return QString::fromStdString(foldedFlame(tree)); });
        menu.exec(place);
    }

    void addFilters(QMenu &menu, qint64 item) {
        const std::optional<OpCondition> condition = conditionOf(m_view->tree(), item);
        if (!condition) return;
        const auto add = [&](const QString &text, OpCondition::Keep keep) {
            OpCondition kept = *condition;
            kept.keep = keep;
            menu.addAction(text, &m_source, [this, kept] { m_source.add(kept); });
        };
        add(tr("Only these"), OpCondition::Keep::Those);
        add(tr("Without these"), OpCondition::Keep::Others);
    }

    PanelContext m_context;
    OperatorSource &m_source;
    Baseline &m_baseline;
    TraceFocus &m_focus;
    QStackedLayout *m_pages;
    QWidget *m_controls;
    FlameView *m_view;
    EmptyState *m_empty = nullptr;
    NothingLeft *m_nothing = nullptr;
    QToolButton *m_back = nullptr, *m_forward = nullptr, *m_whole = nullptr;
    BaselineBox *m_baselineBox = nullptr;
    SegmentedControl *m_by = nullptr, *m_order = nullptr;
    QLabel *m_found = nullptr;
    SentenceLine *m_sentence = nullptr;
    std::shared_ptr<const FlameDifference> m_difference; ///< null without a baseline
    FilterEdit *m_search = nullptr;
    bool m_isGrowing = false;
    bool m_isStale = true; ///< it was out of sight when the operators changed
};

PanelDef flamePanel() {
    return {.id = QStringLiteral("flame"),
            .title = QT_TRANSLATE_NOOP("Panels", "Flame graph"),
            .summary = QT_TRANSLATE_NOOP("Panels", "Where the run's time went, by what called the operators"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new FlamePanel(context, parent);
            }};
}

} // namespace flamepanel
} // namespace jitscope

#include "flamepanel.moc"
