// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timeline/timelinemenus.h"

#include "app/models/slicemenu.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/jumps.h"
#include "app/sdk/tracefocus.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/timeline/timelinecommands.h"
#include "app/timeline/timeruler.h"
#include "engine/analysis/ranks/rankalignment.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QMenu>
#include <QWidgetAction>
#include <algorithm>
#include <set>

namespace jitscope {
inline namespace timelinepanel {

namespace {

constexpr size_t mostListed = 30; ///< lanes or markers in a menu

QString timeText(int64_t ns) {
    return QString::fromStdString(humanTime(ns));
}

std::set<int> ranksOf(const TimelineView &view) {
    std::set<int> ranks;
    for (const TimelineLane &lane : view.lanes())
        if (lane.rank >= 0) ranks.insert(lane.rank);
    return ranks;
}

/** In menus an ampersand marks a key. */
QString plain(QString text) {
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace

TimelineMenus::TimelineMenus(const PanelContext &context, TimelineView &view, QWidget *parent)
    : QObject(parent)
    , m_context(context)
    , m_view(view) {
    connect(&context.document, &Document::replaced, this, [this] { m_shiftHistory.clear(); });
}

QWidget *TimelineMenus::dialogParent() const {
    return m_view.window();
}

void TimelineMenus::addCommands(QMenu &menu, const char *group) {
    for (const TimelineCommand &command : timelineCommands()) {
        if (std::string_view(command.menu) != group) continue;
        QString text = menuText(command);
        if (std::string_view(command.id) == "undo-zoom" && m_view.zoomUndoCount() > 0)
            text = tr("Undo zoom (%1)").arg(m_view.zoomUndoCount()) + QLatin1Char('\t') +
                   text.section(QLatin1Char('\t'), 1);
        QAction *action = menu.addAction(text, this, [this, &command] { command.run(m_view); });
        if (std::string_view(command.id) == "undo-zoom") action->setEnabled(m_view.zoomUndoCount() > 0);
        if (std::string_view(command.id) == "undo-lanes") action->setEnabled(m_view.canUndoChoices());
    }
}

void TimelineMenus::change(const std::function<void(LaneChoices &)> &how) {
    LaneChoices choices = m_view.choices();
    how(choices);
    m_view.setChoices(choices);
}

void TimelineMenus::fillFlows(QMenu &menu) {
    const Trace &trace = m_context.document.session().trace;
    const auto &categories = m_view.store().flows().categories();
    menu.addSection(tr("Arrows from launch to kernel"));
    if (categories.empty()) {
        menu.addAction(m_view.isReady() ? tr("This timeline has no flows") : tr("Flows are being counted"))
            ->setEnabled(false);
    } else {
        menu.addAction(tr("Those of the selected slice are always shown"))->setEnabled(false);
    }
    for (const FlowCategory &category : categories) {
        QString text = plain(QString::fromStdString(trace.texts().text(category.category))) +
                       QStringLiteral("  (%1)").arg(m_view.locale().toString(qlonglong(category.count)));
        if (category.negative > 0)
            text += QStringLiteral("  ") + tr("%n end before they begin", nullptr, int(category.negative));
        QAction *action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(m_view.shownFlows().count(category.category) > 0);
        connect(action, &QAction::toggled, this, [this, id = category.category](bool on) {
            auto shown = m_view.shownFlows();
            on ? void(shown.insert(id)) : void(shown.erase(id));
            m_view.setShownFlows(shown);
        });
    }
    for (const Diagnostic &each : m_context.document.session().diagnostics)
        if (each.message.find("flow") != std::string::npos)
            menu.addAction(plain(QString::fromStdString(sentence(each))))->setEnabled(false);
    if (categories.empty()) return;
    menu.addSeparator();
    menu.addAction(tr("Show all categories"), this, [this] {
        std::set<TextId> all;
        for (const FlowCategory &each : m_view.store().flows().categories())
            all.insert(each.category);
        m_view.setShownFlows(all);
    });
    menu.addAction(tr("Show none"), this, [this] { m_view.setShownFlows({}); });
}

void TimelineMenus::fillLanes(QMenu &menu) {
    auto *filter = new FilterEdit(tr("filter lanes"), &menu);
    filter->setObjectName(QStringLiteral("timelineLaneFilter"));
    filter->setText(m_view.choices().filter);
    connect(filter, &FilterEdit::textChanged, this,
            [this](const QString &text) { change([&](LaneChoices &choices) { choices.filter = text; }); });
    auto *filterAction = new QWidgetAction(&menu);
    filterAction->setDefaultWidget(filter);
    menu.addAction(filterAction);
    if (const int hidden = m_view.bands().hidden; hidden > 0)
        menu.addAction(tr("%n hidden: show all", nullptr, hidden), this, [this] {
            change([](LaneChoices &choices) {
                choices.hidden.clear();
                choices.filter.clear();
            });
        });
    if (!m_view.choices().hidden.empty()) {
        QMenu *hidden = menu.addMenu(tr("Show again"));
        size_t listed = 0;
        for (const TimelineLane &lane : m_view.lanes())
            if (m_view.choices().hidden.count(lane.key) > 0 && ++listed <= mostListed)
                hidden->addAction(
                    plain(lane.heading + QStringLiteral(" \u00B7 ") + lane.name), this,
                    [this, key = lane.key] { change([&](LaneChoices &choices) { choices.hidden.erase(key); }); });
    }
    menu.addSeparator();
    addCommands(menu, "lanes");
    menu.addSeparator();
    QAction *stack = menu.addAction(tr("Hide the Python call stack"));
    stack->setCheckable(true);
    stack->setChecked(m_view.choices().hidesStack);
    connect(stack, &QAction::toggled, this,
            [this](bool on) { change([on](LaneChoices &choices) { choices.hidesStack = on; }); });
    std::vector<std::pair<QString, QString>> headings; // key and text of those with several lanes
    std::map<QString, int> counts;
    for (const TimelineLane &lane : m_view.lanes()) {
        if (lane.counter >= 0) continue;
        const QString key = headingKey(lane, m_view.choices().grouping);
        const bool isMerged = m_view.choices().merged.count(key) > 0;
        if ((counts[key] += isMerged ? 2 : 1) == 2)
            headings.emplace_back(key, (lane.rank >= 0 ? rankKey(lane.rank) + QStringLiteral(" \u00B7 ") : QString()) +
                                           lane.heading);
    }
    if (!headings.empty()) {
        QMenu *merge = menu.addMenu(tr("Merge the lanes of a heading into one"));
        for (const auto &[key, text] : headings) {
            QAction *action = merge->addAction(plain(text));
            action->setCheckable(true);
            action->setChecked(m_view.choices().merged.count(key) > 0);
            connect(action, &QAction::toggled, this, [this, key = key](bool on) {
                change([&](LaneChoices &choices) {
                    on ? void(choices.merged.insert(key)) : void(choices.merged.erase(key));
                });
            });
        }
    }
    if (ranksOf(m_view).size() < 2) return;
    menu.addSeparator();
    struct Choice {
        QString text;
        LaneGrouping grouping;
    };
    auto *group = new QActionGroup(&menu);
    for (const Choice &choice :
         {Choice{tr("Group by rank"), LaneGrouping::Rank}, Choice{tr("Group by kind of lane"), LaneGrouping::Kind}}) {
        QAction *action = menu.addAction(choice.text, this, [this, grouping = choice.grouping] {
            change([grouping](LaneChoices &choices) { choices.grouping = grouping; });
        });
        action->setCheckable(true);
        action->setChecked(m_view.choices().grouping == choice.grouping);
        group->addAction(action);
    }
    addShifts(menu, -1);
}

/** What moves ranks against each other; `rank` as well if it is one. */
void TimelineMenus::addShifts(QMenu &menu, int rank) {
    if (rank >= 0) menu.addAction(tr("Shift rank %1 in time\u2026").arg(rank), this, [this, rank] { editShift(rank); });
    menu.addAction(tr("Align ranks by matching collectives"), this, &TimelineMenus::alignRanks);
    menu.addAction(tr("Take all time shifts back"), this, &TimelineMenus::resetShifts)
        ->setEnabled(!TraceFocus::of(m_context.document).shifts().empty());
    menu.addAction(tr("Undo the last time shift"), this, &TimelineMenus::undoShift)->setEnabled(canUndoShift());
}

void TimelineMenus::fillMarkers(QMenu &menu) {
    addCommands(menu, "range");
    const std::vector<TimelineMarker> &markers = m_view.markers();
    if (markers.empty()) return;
    menu.addSection(tr("Markers"));
    for (size_t i = 0; i < std::min(markers.size(), mostListed); ++i) {
        const TimelineMarker &marker = markers[i];
        QString text = plain(marker.name) + QStringLiteral("   ") + exactTime(marker.beginNs - m_view.origin());
        if (marker.endNs > marker.beginNs)
            text += QStringLiteral("   ") + tr("lasts %1").arg(exactTime(marker.endNs - marker.beginNs));
        if (i > 0) text += QStringLiteral("   +") + exactTime(marker.beginNs - markers[i - 1].beginNs);
        QMenu *each = menu.addMenu(text);
        each->addAction(tr("Go there"), this, [this, marker] {
            const int64_t span = m_view.visibleEnd() - m_view.visibleBegin();
            if (marker.endNs > marker.beginNs)
                m_view.setVisibleRange(marker.beginNs, marker.endNs);
            else
                m_view.setVisibleRange(marker.beginNs - span / 2, marker.beginNs + (span - span / 2));
        });
        if (i + 1 < markers.size())
            each->addAction(tr("Mark the range to the next one"), this, [this, marker, next = markers[i + 1]] {
                m_view.setMarkedRange(TimelineView::Range{marker.beginNs, next.beginNs});
            });
        each->addAction(tr("Rename\u2026"), this, [this, i] { renameMarker(i); });
        each->addAction(tr("Delete"), this, [this, i] {
            auto left = m_view.markers();
            if (i < left.size()) left.erase(left.begin() + ptrdiff_t(i));
            m_view.setMarkers(left);
        });
    }
    if (markers.size() > 1)
        menu.addAction(
                tr("From the first to the last: %1").arg(exactTime(markers.back().beginNs - markers.front().beginNs)))
            ->setEnabled(false);
    menu.addAction(tr("Delete all markers"), this, [this] { m_view.setMarkers({}); });
}

void TimelineMenus::renameMarker(size_t index) {
    if (index >= m_view.markers().size()) return;
    bool accepted = false;
    const QString name = QInputDialog::getText(dialogParent(), tr("Rename the marker"), tr("Name"), QLineEdit::Normal,
                                               m_view.markers()[index].name, &accepted);
    if (!accepted || index >= m_view.markers().size()) return;
    auto markers = m_view.markers();
    markers[index].name = name;
    m_view.setMarkers(markers);
}

void TimelineMenus::addColours(QMenu &menu, const QString &name) {
    QMenu *colours = menu.addMenu(tr("Colour of all \u201C%1\u201D").arg(plain(name.left(40))));
    const QString chosen = chosenRole(name);
    const auto add = [&](const QString &text, const QString &id) {
        QAction *action = colours->addAction(text, this, [this, name, id] {
            chooseRole(name, id);
            m_view.refreshColours();
        });
        action->setCheckable(true);
        action->setChecked(id == chosen);
        return action;
    };
    add(tr("By its name"), {});
    for (const SliceRole &role : sliceRoles()) {
        QPixmap sample(14, 14);
        sample.fill(currentTheme().*role.colour);
        add(QCoreApplication::translate("Timeline", role.name), QLatin1String(role.id))->setIcon(QIcon(sample));
    }
}

void TimelineMenus::addSlicePart(QMenu &menu, SliceId slice) {
    const Trace &trace = m_context.document.session().trace;
    const QString name = QString::fromUtf8(trace.nameOf(slice).data(), qsizetype(trace.nameOf(slice).size()));
    menu.addSection(plain(name.left(60)));
    addJumps(menu, m_context, anchorOfSlice(m_context.document.session(), slice), QStringLiteral("timeline"));
    menu.addSeparator();
    menu.addAction(tr("Find all of this name"), this, [this, name] { Q_EMIT searchWanted(name); });
    addColours(menu, name);
    menu.addAction(tr("Copy as JSON"), this, [this, slice] {
        const Trace &of = m_context.document.session().trace;
        if (slice.value < of.sliceCount())
            QApplication::clipboard()->setText(QString::fromStdString(sliceJson(of, slice)));
    });
    menu.addAction(tr("Copy the name"), this, [name] { QApplication::clipboard()->setText(name); });
    const auto start = trace.startOf(slice), duration = trace.durationOf(slice);
    menu.addAction(tr("Copy name, begin and duration"), this, [name, start, duration] {
        QApplication::clipboard()->setText(QStringLiteral("%1\t%2 ns\t%3 ns").arg(name).arg(start).arg(duration));
    });
    menu.addSeparator();
    addCommands(menu, "slice");
}

void TimelineMenus::addLanePart(QMenu &menu, const TimelineBand &band) {
    menu.addSection(plain(band.text));
    const QString key = band.key;
    if (band.lane >= 0) {
        const TimelineLane lane = m_view.lanes()[size_t(band.lane)];
        const QString heading = headingKey(lane, m_view.choices().grouping);
        menu.addAction(band.isPinned ? tr("Unpin") : tr("Pin on top"), this, [this, key, isPinned = band.isPinned] {
            change([&](LaneChoices &choices) {
                if (isPinned)
                    std::erase(choices.pinned, key);
                else
                    choices.pinned.push_back(key);
            });
        });
        menu.addAction(tr("Hide this lane"), this,
                       [this, key] { change([&](LaneChoices &choices) { choices.hidden.insert(key); }); });
        menu.addAction(tr("Hide all lanes but this"), this, [this, key] {
            change([&](LaneChoices &choices) {
                for (const int shown : m_view.bands().shown)
                    if (m_view.lanes()[size_t(shown)].key != key)
                        choices.hidden.insert(m_view.lanes()[size_t(shown)].key);
            });
        });
        const bool isMerged = m_view.choices().merged.count(heading) > 0;
        if (lane.counter < 0)
            menu.addAction(
                isMerged ? tr("Take the merged lanes apart") : tr("Merge all lanes of %1").arg(plain(lane.heading)),
                this, [this, heading, isMerged] {
                    change([&](LaneChoices &choices) {
                        isMerged ? void(choices.merged.erase(heading)) : void(choices.merged.insert(heading));
                    });
                });
    } else {
        menu.addAction(tr("Hide everything below this"), this, [this, band] {
            change([&](LaneChoices &choices) {
                for (const TimelineLane &lane : m_view.lanes())
                    if (band.key == headingKey(lane, choices.grouping) || band.key == rankKey(lane.rank))
                        choices.hidden.insert(lane.key);
            });
        });
    }
    if (band.lane < 0 || band.rows > 1 || band.isFolded)
        menu.addAction(band.isFolded ? tr("Unfold") : tr("Fold"), this, [this, key] {
            change([&](LaneChoices &choices) {
                if (choices.folded.erase(key) == 0) choices.folded.insert(key);
            });
        });
    if (const bool isTall = m_view.choices().tall.count(key) > 0; isTall || band.hasLowRows)
        menu.addAction(isTall ? tr("Low rows, so that other lanes stay in sight") : tr("Full height for all its rows"),
                       this, [this, key] {
                           change([&](LaneChoices &choices) {
                               if (choices.tall.erase(key) == 0) choices.tall.insert(key);
                           });
                       });
    if (const int hidden = m_view.bands().hidden; hidden > 0)
        menu.addAction(tr("%n hidden: show all", nullptr, hidden), this, [this] {
            change([](LaneChoices &choices) {
                choices.hidden.clear();
                choices.filter.clear();
            });
        });
    menu.addAction(tr("Undo the last change of lanes"), this, [this] { m_view.undoChoices(); })
        ->setEnabled(m_view.canUndoChoices());
    if (ranksOf(m_view).size() > 1) {
        menu.addSeparator();
        addShifts(menu, band.rank);
    }
}

void TimelineMenus::fillAt(QMenu &menu, const QPoint &point) {
    if (const SliceId slice = m_view.sliceAt(point); slice.valid()) addSlicePart(menu, slice);
    if (m_view.markedRange()) {
        menu.addSection(tr("Marked range"));
        menu.addAction(tr("List its slices"), this, &TimelineMenus::listWanted);
        addCommands(menu, "range");
    }
    menu.addSeparator();
    addCommands(*menu.addMenu(tr("Zoom and move")), "zoom");
    if (const TimelineBand *band = m_view.bandAt(point)) addLanePart(menu, *band);
}

void TimelineMenus::setShifts(const std::map<int, int64_t> &shifts) {
    TraceFocus &focus = TraceFocus::of(m_context.document);
    if (shifts == focus.shifts()) return;
    m_shiftHistory.push_back(focus.shifts());
    focus.setShifts(shifts);
}

void TimelineMenus::undoShift() {
    if (m_shiftHistory.empty()) return;
    TraceFocus::of(m_context.document).setShifts(m_shiftHistory.back());
    m_shiftHistory.pop_back();
}

void TimelineMenus::resetShifts() {
    setShifts({});
}

void TimelineMenus::editShift(int rank) {
    auto shifts = TraceFocus::of(m_context.document).shifts();
    QString text = exactTime(shifts[rank]);
    while (true) {
        bool accepted = false;
        text = QInputDialog::getText(dialogParent(), tr("Shift rank %1").arg(rank),
                                     tr("Added to all of its times, with unit (s, ms, us, ns):"), QLineEdit::Normal,
                                     text, &accepted);
        if (!accepted) return;
        if (const auto ns = timeOfText(text)) {
            shifts[rank] = *ns;
            std::erase_if(shifts, [](const auto &each) { return each.second == 0; });
            setShifts(shifts);
            return;
        }
    }
}

void TimelineMenus::alignRanks() {
    m_context.jobs.run(
        QStringLiteral("align ranks"), tr("Matching collectives"), this,
        [lease = m_context.document.lend()](const CancelFlag &) {
            return jitscope::alignRanks(lease->session().trace);
        },
        [this](const RankAlignment &alignment) {
            const auto undo = [this] { undoShift(); };
            if (alignment.ranks.size() < 2) {
                Q_EMIT said(tr("The ranks could not be aligned: they have no communication operators in common."), {},
                            {});
                return;
            }
            int64_t matched = 0, spread = 0;
            for (const RankShift &rank : alignment.ranks) {
                matched += rank.matched;
                spread = std::max(spread, rank.spreadNs);
            }
            setShifts(alignment.shifts());
            QString text = tr("%1 ranks aligned by %2 matching collectives; nine of ten end within %3 of each other.")
                               .arg(alignment.ranks.size())
                               .arg(matched)
                               .arg(timeText(spread));
            if (!alignment.unmatched.empty()) {
                QStringList left;
                for (const int rank : alignment.unmatched)
                    left.append(QString::number(rank));
                text += QLatin1Char(' ') +
                        tr("Nothing in common with them have ranks %1.").arg(left.join(QStringLiteral(", ")));
            }
            Q_EMIT said(text, tr("Undo"), undo);
        });
}

} // namespace timelinepanel
} // namespace jitscope

#include "moc_timelinemenus.cpp"
