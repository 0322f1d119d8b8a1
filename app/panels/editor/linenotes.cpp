// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors come from the operators of the line, so that they follow the playhead; other values from the frame's names.
#include "app/panels/editor/linenotes.h"

#include "app/models/tensortext.h"
#include "app/sdk/document.h"
#include "app/sdk/playhead.h"
#include "app/sdk/runner.h"
#include "engine/base/text.h"
#include "engine/session/session.h"
#include "engine/tensor/tensorprint.h"

#include <limits>

namespace jitscope {
inline namespace editorpanel {

namespace {

constexpr qsizetype longestValue = 24;

Coverage coverageOf(const LineStat &stat) {
    const bool isEager = stat.count > stat.inGraphs, isGraph = stat.inGraphs > 0 || stat.isCaptured;
    if (isEager) return isGraph ? Coverage::Both : Coverage::Eager;
    return isGraph ? Coverage::Graph : Coverage::None;
}

QString totals(const LineStat &stat) {
    QStringList parts;
    if (!stat.result.empty()) parts.append(QString::fromStdString(stat.result));
    const int64_t timed = stat.count - stat.untimed;
    if (timed > 0) parts.append(QString::fromStdString(humanTime(stat.totalNs)));
    if (timed > 1) parts.append(QStringLiteral("%1×").arg(timed));
    if (stat.untimed > 0) parts.append(CodeEditor::tr("%1 failed").arg(stat.untimed));
    return parts.join(QStringLiteral(" · "));
}

} // namespace

LineNotes::LineNotes(const PanelContext &context, const LineStats &stats, const FrameSource &frames)
    : m_context(context)
    , m_stats(stats)
    , m_frames(frames) {}

void LineNotes::enter(const CodeEditor *editor) {
    m_file.clear();
    m_function = {};
    m_assigned.clear();
    const FrameView *frame = m_frames.chosen();
    if (!editor || !frame) return;
    m_file = editor->path();
    m_function =
        functionAround([editor](int line) { return editor->lineText(line); }, editor->lines(), frame->frame.span.line);
    for (int line = m_function.first; line <= m_function.last; ++line)
        for (const QString &name : assignedNames(editor->lineText(line)))
            ++m_assigned[name];
}

/** A run that is over, or goes on, is looked at as a whole. */
bool LineNotes::showsTotals() const {
    return m_context.playhead.isLive() && m_context.runner.state() != RunState::Paused;
}

int64_t LineNotes::playhead() const {
    const bool isLive = m_context.playhead.isLive();
    return isLive ? std::numeric_limits<int64_t>::max() : m_context.playhead.viewed();
}

bool LineNotes::isNear(const CodeEditor &editor, int line) const {
    return editor.path() == m_file && m_function.contains(line);
}

LineFacts LineNotes::factsOf(const CodeEditor &editor, int line) const {
    LineFacts facts;
    const std::string path = editor.path().toStdString();
    const LineStat *stat = m_stats.at(path, line);
    facts.isNear = !showsTotals() && isNear(editor, line);
    facts.note = note(editor, line, stat, facts.isNear);
    if (!stat) return facts;
    facts.coverage = coverageOf(*stat);
    const int64_t longest = m_stats.longestNs(path);
    if (stat->count > 0 && longest > 0) facts.heat = double(stat->totalNs) / double(longest);
    return facts;
}

QString LineNotes::note(const CodeEditor &editor, int line, const LineStat *stat, bool isNear) const {
    if (showsTotals()) return stat && stat->count > 0 ? totals(*stat) : QString();
    const QString ran = stat ? opNote(*stat) : QString();
    if (!isNear) return ran;
    const QStringList names = assignedNames(editor.lineText(line));
    if (!ran.isEmpty() && names.size() < 2) return ran;
    const QString values = valueNote(names);
    return values.isEmpty() ? ran : values;
}

QString LineNotes::opNote(const LineStat &stat) const {
    const Session &session = m_context.document.session();
    const auto op = session.op(stat.lastUpTo(playhead()));
    if (!op) return {};
    if (!op->error.empty())
        return QStringLiteral("✗ ") + QString::fromStdString(op->error).section(QLatin1Char('\n'), 0, 0);
    const auto tensor = op->outputs.size() == 1 ? session.tensor(op->outputs[0]) : std::nullopt;
    return tensor ? tensorText(*tensor) : QString::fromStdString(op->result);
}

/** Only names that no other line of the function assigns to: of those the frame's value is this line's. */
QString LineNotes::valueNote(const QStringList &names) const {
    if (!m_frames.hasVariables()) return {};
    const Session &session = m_context.document.session();
    QStringList parts, types;
    for (const QString &name : names) {
        const Variable *variable = m_assigned.value(name) == 1 ? m_frames.find(name.toStdString()) : nullptr;
        if (!variable) continue;
        const auto tensor = session.tensor(variable->tensor);
        const QString text = tensor ? tensorText(*tensor) : QString::fromStdString(variable->text);
        if (text.size() > longestValue && !tensor) continue;
        parts.append(name + QStringLiteral(" = ") + text);
        if (tensor) types.append(text);
    }
    const bool areAlike =
        types.size() == names.size() && types.size() > 1 && types.count(types.front()) == types.size();
    if (areAlike) return QStringLiteral("%1 × %2").arg(types.size()).arg(types.front());
    return parts.join(QStringLiteral(" · "));
}

QString LineNotes::recordedValue(const CodeEditor &editor, const QString &name) const {
    const Session &session = m_context.document.session();
    if (const Variable *variable = m_frames.hasVariables() ? m_frames.find(name.toStdString()) : nullptr) {
        const auto tensor = session.tensor(variable->tensor);
        return tensor ? tensorText(*tensor) : QString::fromStdString(variable->text);
    }
    if (editor.path() != m_file || m_assigned.value(name) != 1) return {};
    for (int line = m_function.first; line <= m_function.last; ++line) {
        if (assignedNames(editor.lineText(line)) != QStringList{name}) continue;
        const LineStat *stat = m_stats.at(editor.path().toStdString(), line);
        const int64_t op = stat ? stat->lastUpTo(playhead()) : -1;
        if (op >= 0) return CodeEditor::tr("%1 (what #%2 on line %3 gave)").arg(opNote(*stat)).arg(op).arg(line);
    }
    return {};
}

} // namespace editorpanel
} // namespace jitscope
