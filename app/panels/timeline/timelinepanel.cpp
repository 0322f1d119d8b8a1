// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timeline/timelinepanel.h"

#include "app/panels/timeline/timelinefind.h"
#include "app/panels/timeline/timelinememory.h"
#include "app/panels/timeline/timelinemenus.h"
#include "app/panels/timeline/timelinetext.h"
#include "app/sdk/document.h"
#include "app/sdk/icons.h"
#include "app/sdk/jobs.h"
#include "app/sdk/plaintext.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/tracefocus.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/infobar.h"
#include "app/sdk/widgets/pilllabel.h"
#include "app/timeline/timelinecommands.h"
#include "app/timeline/timelineoverview.h"
#include "app/timeline/timelinelanes.h"
#include "app/timeline/timelineview.h"
#include "app/timeline/timeruler.h"
#include "engine/analysis/selectionstats.h"
#include "engine/analysis/threads/threadtimes.h"
#include "engine/base/text.h"
#include "engine/profile/kernelprofile.h"
#include "engine/session/session.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QStackedLayout>
#include <QVariant>
#include <QVBoxLayout>
#include <functional>

namespace jitscope {
inline namespace timelinepanel {

namespace {

constexpr int pointerWidth = 330;
const std::string marksKey = "timeline"; ///< in the session's info
const QString rangeTag = QStringLiteral("marked range");

QString timeText(int64_t ns) {
    return QString::fromStdString(humanTime(ns));
}

} // namespace

class TimelinePanel : public Panel {
    Q_OBJECT
    Q_PROPERTY(QVariant viewState READ viewState WRITE setViewState)
public:
    TimelinePanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_focus(TraceFocus::of(context.document))
        , m_view(new TimelineView)
        , m_find(new TimelineFind(context, *m_view))
        , m_menus(new TimelineMenus(context, *m_view, this))
        , m_notice(new InfoBar)
        , m_details(new ElidedLabel)
        , m_pointer(new QLabel)
        , m_pages(new QStackedLayout(this))
        , m_controls(new QWidget(this)) {
        m_view->setBackground(&context.jobs, &context.document);
        buildPages();
        buildControls();
        buildActions();
        connectDocument();
        connectView();
        setFocusProxy(m_view);
        takeTrace();
    }

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override {
        return m_view->isReady() && m_view->isPaintedWhole() && !m_find->isSearching() && !m_isStale;
    }
    bool startFind() override {
        m_find->open();
        return true;
    }
    void findNext(FindDirection direction) override { m_find->step(direction == FindDirection::Forward ? 1 : -1); }
    void fitView() override { m_view->fitAll(); }
    QString contentAsText() const override { return visibleSlicesText(*m_view); }
    /** The stretch of time in view: for the panel that takes this one's place. Nothing while all is in view: a range of
        that moment would not grow with the next run. */
    QVariant viewState() const {
        if (m_view->isFitted()) return {};
        return QVariantList{qlonglong(m_view->visibleBegin()), qlonglong(m_view->visibleEnd())};
    }
    void setViewState(const QVariant &state) {
        const QVariantList range = state.toList();
        if (range.size() == 2 && range[0].toLongLong() < range[1].toLongLong())
            m_view->setVisibleRange(range[0].toLongLong(), range[1].toLongLong());
    }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        if (m_isStale) grow();
    }

private:
    void buildPages() {
        auto *page = new QWidget;
        auto *column = new QVBoxLayout(page);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(m_notice);
        column->addWidget(m_find);
        column->addWidget(new TimelineOverview(*m_view));
        column->addWidget(m_view, 1);
        auto *foot = new QHBoxLayout;
        foot->setContentsMargins(12, 4, 12, 4);
        m_details->setObjectName(QStringLiteral("timelineDetails"));
        m_pointer->setObjectName(QStringLiteral("timelinePointer"));
        m_pointer->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_pointer->setProperty("role", QStringLiteral("hint"));
        m_pointer->setFixedWidth(pointerWidth); // its text changes with every move and must not lay anything out again
        m_pointer->setTextFormat(Qt::PlainText);
        foot->addWidget(m_details, 1);
        foot->addWidget(m_pointer);
        column->addLayout(foot);
        m_find->hide();
        m_empty = new EmptyState(QStringLiteral("timeline"), {}, {});
        m_pages->addWidget(m_empty);
        m_pages->addWidget(page);
    }

    QToolButton *menuButton(const QString &id, const QString &text, const QString &toolTip,
                            void (TimelineMenus::*fill)(QMenu &)) {
        QToolButton *button = flatButton(id, text, toolTip, m_controls);
        auto *menu = new QMenu(button);
        button->setMenu(menu);
        button->setPopupMode(QToolButton::InstantPopup);
        connect(menu, &QMenu::aboutToShow, this, [this, menu, fill] {
            menu->clear();
            std::invoke(fill, m_menus, *menu); // g++ 12 with sanitizers gets ->* wrong here
        });
        return button;
    }

    void buildControls() {
        auto *row = new QHBoxLayout(m_controls);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(metrics::grid / 2);
        m_range = new PillLabel({}, Tone::Neutral, m_controls);
        m_range->setObjectName(QStringLiteral("timelineRange"));
        m_range->setToolTip(tr("The marked stretch of time. Union: the time during which at least one slice of its "
                               "lanes runs; slices that run at once or inside of another count once."));
        m_range->hide();
        row->addWidget(m_range);
        auto *find = flatButton(QStringLiteral("timelineFind"), {}, tr("Find slices (Ctrl+F)"), m_controls);
        find->setIcon(themedIcon(QStringLiteral("search")));
        connect(find, &QToolButton::clicked, m_find, &TimelineFind::open);
        row->addWidget(find);
        row->addWidget(menuButton(QStringLiteral("timelineFlows"), tr("Flows"), tr("Which arrows are drawn"),
                                  &TimelineMenus::fillFlows));
        row->addWidget(menuButton(QStringLiteral("timelineLanes"), tr("Lanes"), tr("Which lanes are shown, and how"),
                                  &TimelineMenus::fillLanes));
        row->addWidget(menuButton(QStringLiteral("timelineMarkers"), tr("Markers"), tr("Marked range and markers"),
                                  &TimelineMenus::fillMarkers));
        auto *hint = new QLabel(tr("W A S D \u00B7 M mark \u00B7 F fit"), m_controls);
        hint->setProperty("role", QStringLiteral("hint"));
        QString keys;
        for (const TimelineCommand &command : timelineCommands()) {
            QStringList names;
            for (const QKeySequence &key : command.keys)
                names.append(key.toString(QKeySequence::NativeText));
            keys += names.join(QStringLiteral(", ")) + QStringLiteral(" \u2014 ") +
                    menuText(command).section(QLatin1Char('\t'), 0, 0) + QLatin1Char('\n');
        }
        hint->setToolTip(
            keys +
            brokenLines(tr("Drag marks a range over the lanes that it crosses, in the ruler over all. Ctrl+drag moves, "
                           "Alt+drag zooms to a box, Ctrl+wheel zooms. Drag a lane's name to move the lane.")));
        row->addWidget(hint);
    }

    /** The same commands as actions, for the palette. Keys are the view's own business: they stand in the texts. */
    void buildActions() {
        for (const TimelineCommand &command : timelineCommands()) {
            auto *action = new QAction(menuText(command), this);
            action->setObjectName(QStringLiteral("timeline-") + QLatin1String(command.id));
            action->setStatusTip(tr("Timeline"));
            connect(action, &QAction::triggered, this, [this, &command] {
                if (m_view->store().trace()) command.run(*m_view);
            });
            addAction(action);
        }
        struct Extra {
            const char *id;
            QString text;
            void (TimelineMenus::*run)();
        };
        for (const Extra &extra :
             {Extra{"align-ranks", tr("Align ranks by matching collectives"), &TimelineMenus::alignRanks},
              Extra{"reset-shifts", tr("Take all time shifts back"), &TimelineMenus::resetShifts}}) {
            auto *action = new QAction(extra.text, this);
            action->setObjectName(QStringLiteral("timeline-") + QLatin1String(extra.id));
            action->setStatusTip(tr("Timeline"));
            connect(action, &QAction::triggered, m_menus, extra.run);
            addAction(action);
        }
    }

    void connectDocument() {
        connect(&m_context.document, &Document::replaced, this, &TimelinePanel::takeTrace);
        connect(&m_context.document, &Document::appended, this, [this] {
            m_isStale = true;
            if (isVisible()) grow();
        });
        connect(&m_context.selection, &Selection::changed, this, &TimelinePanel::follow);
        connect(&m_focus, &TraceFocus::changed, this, &TimelinePanel::followFocus);
        connect(&m_focus, &TraceFocus::revealWanted, this, &TimelinePanel::reveal);
        connect(&m_focus, &TraceFocus::changed, this, &TimelinePanel::remember);
    }

    void connectView() {
        connect(m_view, &TimelineView::sliceClicked, this,
                [this](SliceId slice) { m_context.selection.selectSlice(slice); });
        m_view->setSliceFacts([this](SliceId slice) { return factsOf(slice); });
        m_view->setLaneNames([this](const Track &track) { return nameOf(track); });
        connect(m_view, &TimelineView::rangeMarked, this, &TimelinePanel::tellRange);
        connect(m_view, &TimelineView::choicesChanged, this, &TimelinePanel::tellRange);
        connect(m_view, &TimelineView::choicesChanged, this, &TimelinePanel::remember);
        connect(m_view, &TimelineView::markersChanged, this, &TimelinePanel::remember);
        connect(m_view, &TimelineView::prepared, this, [this] {
            noticeOutliers();
            follow(m_context.selection.current());
        });
        connect(m_view, &TimelineView::pointerMoved, this, [this](const QString &text) {
            m_pointer->setText(m_pointer->fontMetrics().elidedText(text, Qt::ElideRight, pointerWidth));
        });
        connect(m_view, &TimelineView::menuWanted, this, [this](const QPoint &global, const QPoint &point) {
            QMenu menu(m_view);
            menu.setObjectName(QStringLiteral("timelineMenu"));
            m_menus->fillAt(menu, point);
            menu.exec(global);
        });
        const auto list = [this] { m_context.show(panels::slicelist); };
        connect(m_menus, &TimelineMenus::listWanted, this, list);
        connect(m_find, &TimelineFind::listWanted, this, list);
        const auto search = [this](const QString &text) {
            m_find->open();
            m_find->search(text);
        };
        connect(m_menus, &TimelineMenus::searchWanted, this, search);
        connect(&m_focus, &TraceFocus::searchWanted, this, search);
        connect(m_menus, &TimelineMenus::said, this,
                [this](const QString &text, const QString &undoText, const std::function<void()> &undo) {
                    if (undo)
                        m_notice->ask(text, {{undoText, undo}});
                    else
                        m_notice->showMessage(InfoBar::Kind::Warning, text);
                });
        connect(m_find, &TimelineFind::closed, this, [this] {
            m_find->hide();
            m_find->search({});
            m_view->setFocus(Qt::OtherFocusReason);
        });
    }

    void tellWhyItIsEmpty() {
        const std::vector<ProfilePtr> &profiles = m_context.document.session().profiles;
        const auto isKernel = [](const ProfilePtr &profile) { return isKernelProfile(*profile); };
        if (profiles.empty())
            m_empty->setTexts(tr("Nothing was timed yet"),
                              tr("Run a script (F5): its compile, its operators and, on Ascend, the simulated device "
                                 "appear here. Or open what a profiler wrote (Ctrl+O)."));
        else if (std::any_of(profiles.begin(), profiles.end(), isKernel))
            m_empty->setTexts(tr("This profile has no timeline"),
                              tr("It is about one kernel: see the panel Kernel details."));
        else
            m_empty->setTexts(tr("This profile has no timeline"),
                              tr("It has tables: see Statistics, Communication and Memory."));
    }

    /** Another session: everything anew. */
    void takeTrace() {
        m_isStale = false;
        const Trace &trace = m_context.document.session().trace;
        const bool isEmpty = trace.sliceCount() == 0 && trace.counters().empty();
        if (isEmpty) tellWhyItIsEmpty();
        m_pages->setCurrentIndex(isEmpty ? 0 : 1);
        m_notice->hide();
        m_identity.clear();
        m_view->setTrace(isEmpty ? nullptr : &trace);
        m_view->setShifts(m_focus.shifts());
        if (!isEmpty) m_view->lookAtDeviceFirst();
        m_find->forget();
        if (!isEmpty && m_view->store().isArranged()) recall(identityOf(trace));
        follow(m_context.selection.current());
        if (m_view->isReady()) noticeOutliers();
        showRange();
    }

    /** What the user made of the same trace before. */
    void recall(const QString &identity) {
        TimelineState state = rememberedTimeline(identity);
        const auto &info = m_context.document.session().info;
        if (const auto marks = info.find(marksKey); marks != info.end())
            state = withMarks(std::move(state), marks->second);
        if (!(state.choices == LaneChoices())) m_view->setChoices(state.choices);
        m_view->setMarkers(state.markers);
        m_focus.setShifts(state.shifts);
        m_remembered = state;
        m_identity = identity;
    }

    /** A live trace grows and is another one each time: only what was opened is remembered. */
    void remember() {
        if (m_identity.isEmpty()) return;
        const LaneChoices choices = m_view->isFirstLook() ? LaneChoices() : m_view->choices();
        TimelineState state{choices, m_view->markers(), m_focus.shifts()};
        state.choices.filter.clear();
        if (state == m_remembered) return;
        m_remembered = state;
        rememberTimeline(m_identity, state);
        m_context.document.setInfo(marksKey, marksAsText(state));
    }

    /** More of the same. */
    void grow() {
        m_isStale = false;
        if (m_view->store().trace() == nullptr)
            takeTrace();
        else
            m_view->traceGrew();
    }

    void noticeOutliers() {
        const auto robust = m_view->robustExtent();
        if (!robust) return;
        m_notice->ask(
            tr("%n slice(s) lie far away in time; the view shows the rest, %1 of %2.", nullptr,
               int(std::min<int64_t>(m_view->outliers(), INT_MAX)))
                .arg(timeText(robust->second - robust->first),
                     timeText(m_view->extent().second - m_view->extent().first)),
            {{tr("Show all"), [this] { m_view->setVisibleRange(m_view->extent().first, m_view->extent().second); }}});
    }

    void follow(const Anchor &anchor) {
        m_view->setSelected(anchor.slice);
        const QString text = detailsOf(anchor.slice);
        if (text != m_details->text()) m_details->setText(text);
        m_find->updateCount();
    }

    void followFocus() {
        m_view->setShifts(m_focus.shifts());
        if (m_telling || m_focus.marked() == m_view->markedRange()) return;
        const QScopedValueRollback telling(m_telling, true);
        m_view->setMarkedRange(m_focus.marked());
        showRange();
    }

    void tellRange() {
        if (m_telling) return;
        const QScopedValueRollback telling(m_telling, true);
        std::vector<int> lanes = m_view->markedLanes();
        if (lanes.empty() && m_view->bands().hidden > 0) lanes = m_view->bands().shown;
        std::vector<TrackId> tracks;
        for (const int lane : lanes)
            for (const TrackId track : m_view->lanes()[size_t(lane)].tracks)
                tracks.push_back(track);
        m_focus.setLanes(tracks);
        m_focus.setMarked(m_view->markedRange());
        showRange();
    }

    void reveal(const TraceFocus::Range &range, int rank) {
        const int64_t margin = std::max<int64_t>((range.second - range.first) / 8, 5);
        const int64_t shift = m_view->shiftOf(rank);
        m_view->setVisibleRange(range.first + shift - margin, range.second + shift + margin);
        if (rank < 0) return;
        for (size_t lane = 0; lane < m_view->lanes().size(); ++lane)
            if (m_view->lanes()[lane].rank == rank) {
                m_view->scrollToLane(int(lane));
                return;
            }
    }

    /** The range at once, what is in it as soon as it is counted. */
    void showRange() {
        const auto range = m_view->markedRange();
        m_range->setVisible(range.has_value());
        if (!range) {
            m_context.jobs.cancel(rangeTag);
            return;
        }
        const QString length = timeText(range->second - range->first);
        m_range->setText(tr("marked %1").arg(length));
        SelectionQuery query{{range->first, range->second}, m_focus.lanes(), m_focus.shifts()};
        m_context.jobs.run(
            rangeTag, tr("Counting slices"), this,
            [lease = m_context.document.lend(), query](const CancelFlag &cancelled) {
                return selectionStats(lease->session().trace, query,
                                      [&] { return cancelled->load() || !lease->isCurrent(); });
            },
            [this, length](const SelectionStats &stats) {
                m_range->setText(tr("marked %1 \u00B7 %n slice(s) \u00B7 union %2", nullptr, int(stats.count))
                                     .arg(length, timeText(stats.unionNs)));
            });
    }

    /** What the operator of a recorded slice was called with; the trace itself does not hold it. */
    std::vector<std::pair<std::string, std::string>> factsOf(SliceId id) const {
        const Session &session = m_context.document.session();
        const Trace &trace = session.trace;
        const auto op = session.op(trace.linkOf(id).op);
        if (!op || trace.trackAt(trace.trackOf(id)).simulated || !trace.argumentsOf(id).empty()) return {};
        return sliceFacts(*op);
    }

    QString nameOf(const Track &track) const {
        return QString::fromStdString(laneName(m_context.document.session(), track));
    }

    QString detailsOf(SliceId id) const {
        const Trace &trace = m_context.document.session().trace;
        if (!id.valid() || id.value >= trace.sliceCount()) return tr("Click a slice to see what it is.");
        const Track &track = trace.trackAt(trace.trackOf(id));
        const QString gap = QStringLiteral("   ");
        const TimelineView::SliceFacts facts = factsOf(id);
        QString text = sliceName(trace, id) + gap + TimelineView::lengthText(trace, id, facts) + gap;
        if (m_view->isReady()) // before that nobody knows what the ruler calls 0
            text +=
                tr("begins at %1").arg(exactTime(trace.startOf(id) + m_view->shiftOf(track.rank) - m_view->origin())) +
                gap;
        if (track.rank >= 0) text += tr("rank %1").arg(track.rank) + QStringLiteral(" \u00B7 ");
        text += timelineWord(QString::fromStdString(track.process)) + QStringLiteral(" \u00B7 ") +
                timelineWord(nameOf(track));
        for (const auto &[key, value] : facts)
            text += gap + timelineWord(QString::fromStdString(key)) + QLatin1Char(' ') + QString::fromStdString(value);
        if (track.simulated && !QString::fromStdString(track.process).contains(QStringLiteral("simulated")))
            text += gap + tr("simulated");
        return text;
    }

    PanelContext m_context;
    TraceFocus &m_focus;
    EmptyState *m_empty = nullptr;
    TimelineView *m_view;
    TimelineFind *m_find;
    TimelineMenus *m_menus;
    InfoBar *m_notice;
    ElidedLabel *m_details;
    QLabel *m_pointer;
    QStackedLayout *m_pages;
    QWidget *m_controls;
    PillLabel *m_range = nullptr;
    bool m_isStale = false; ///< more was recorded while it was out of sight
    QString m_identity;     ///< of the trace, if what is made of it is remembered
    TimelineState m_remembered;
    bool m_telling = false; ///< the focus changes by what happens here
};

PanelDef timelinePanel() {
    return {.id = QStringLiteral("timeline"),
            .title = QT_TRANSLATE_NOOP("Panels", "Timeline"),
            .summary = QT_TRANSLATE_NOOP("Panels", "Compile, host and device on one time axis"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new TimelinePanel(context, parent);
            }};
}

} // namespace timelinepanel
} // namespace jitscope

#include "timelinepanel.moc"
