// SPDX-License-Identifier: GPL-3.0-or-later
// The words and short forms of the event list.
#include "app/panels/events/eventtext.h"

#include "engine/session/session.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace jitscope {
inline namespace eventspanel {

namespace {

struct PhaseWords {
    const char *letter, *title;
};

constexpr std::array<PhaseWords, 3> phases = {{
    {"F", QT_TRANSLATE_NOOP("jitscope::eventspanel::EventModel", "forward")},
    {"B", QT_TRANSLATE_NOOP("jitscope::eventspanel::EventModel", "backward")},
    {"O", QT_TRANSLATE_NOOP("jitscope::eventspanel::EventModel", "optimizer")},
}};

QString words(const char *text) {
    return QCoreApplication::translate("jitscope::eventspanel::EventModel", text);
}

} // namespace

QString operandsText(const OpEvent &op) {
    const QString operands = QString::fromStdString(op.operands);
    if (!op.error.empty()) return operands + QStringLiteral(" → ✕ ") + QString::fromStdString(op.error);
    if (op.result.empty()) return operands;
    return (operands.isEmpty() ? QStringLiteral("→ ") : QString(operands + QStringLiteral(" → "))) +
           QString::fromStdString(op.result);
}

QString lineText(const Session &session, const OpEvent &op) {
    const StackFrame *frame = userFrame(session, op.stack);
    if (frame == nullptr || frame->span.line <= 0) return {};
    const std::string &file = frame->span.file;
    return QString::fromStdString(file.substr(file.rfind('/') + 1)) + QLatin1Char(':') +
           QString::number(frame->span.line);
}

QString phaseLetter(OpPhase phase) {
    return QString::fromLatin1(phases[size_t(phase)].letter);
}

QString phaseTitle(OpPhase phase) {
    return words(phases[size_t(phase)].title);
}

QString groupTitle(EventGroup::Kind kind, const std::string &name) {
    const QString text = QString::fromStdString(name);
    if (kind == EventGroup::Kind::Function) return text + QStringLiteral("()");
    if (kind == EventGroup::Kind::Phase) return words(text.toUtf8().constData());
    return text;
}

const Bookmark *bookmarkAt(const Session &session, int64_t op) {
    const auto found = std::lower_bound(session.bookmarks.begin(), session.bookmarks.end(), op,
                                        [](const Bookmark &each, int64_t wanted) { return each.op < wanted; });
    return found != session.bookmarks.end() && found->op == op ? &*found : nullptr;
}

} // namespace eventspanel
} // namespace jitscope
