// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that a key does in the timeline, as records: the view looks keys up here, menus show the same list.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <functional>
#include <vector>

namespace jitscope {
inline namespace timeline {

class TimelineView;

struct TimelineCommand {
    const char *id;
    const char *menu; ///< "zoom", "slice", "range", "lanes": where it stands
    const char *text; ///< translated in the context "Timeline"
    QList<QKeySequence> keys;
    std::function<void(TimelineView &)> run;
};

const std::vector<TimelineCommand> &timelineCommands();

/** The command of a key, or null. */
const TimelineCommand *timelineCommand(const QKeySequence &key);
const TimelineCommand *timelineCommand(const QString &id);

/** The translated text of a command with its key behind a tab, as menus show it. */
QString menuText(const TimelineCommand &command);

} // namespace timeline
} // namespace jitscope
