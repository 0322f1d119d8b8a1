// SPDX-License-Identifier: GPL-3.0-or-later
// What runs is looked up as the stepper does it; what became of the rest, by its journey through the passes.
#include "app/panels/editor/lostlines.h"

#include "app/panels/editor/linestats.h"
#include "engine/run/linenodes.h"
#include "engine/session/compilation.h"
#include "engine/session/journey.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace jitscope {
inline namespace editorpanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::editorpanel::LostLines)
};

constexpr qsizetype mostReasons = 4;

/** What a line is to one compilation. */
struct LineState {
    enum class Kind : uint8_t { Outside, Runs, Lost } kind = Kind::Outside;
    QString reason;
};

bool isRunEagerly(const LineStat &stat) {
    return stat.count > stat.inGraphs;
}

/** The lines of the function that was compiled, its head left out. */
bool isInside(const Compilation &compilation, const std::string &file, int line) {
    if (!compilation.spans || compilation.spans->empty()) return false;
    const SourceSpan &span = compilation.spans->front();
    return span.file == file && span.line < line && line <= span.endLine;
}

bool runsEagerly(const LineStats &stats, const Compilation &compilation, const std::string &file) {
    const auto &lines = stats.of(file);
    return std::any_of(lines.begin(), lines.end(), [&](const auto &each) {
        return isInside(compilation, file, each.first) && isRunEagerly(each.second);
    });
}

/** The sentences of what ended; the first few. */
QStringList endsIn(const Journey &journey) {
    QStringList reasons;
    for (size_t i = 1; i < journey.stages.size(); ++i) {
        const JourneyStage &stage = journey.stages[i];
        for (const JourneyForm &form : stage.forms)
            if (form.change == FormChange::Merged || (form.change == FormChange::Became && form.node->isConstant()))
                reasons.append(QString::fromStdString(textOf(form, stage, journey.stages[i - 1])));
        for (const JourneyEnd &end : stage.ends)
            reasons.append(QString::fromStdString(textOf(end, stage)));
    }
    if (reasons.size() <= mostReasons) return reasons;
    return reasons.mid(0, mostReasons) << QStringLiteral("…");
}

} // namespace

struct LostLines::Graphs {
    explicit Graphs(const Compilation &compilation)
        : nodes(compilation)
        , entry(compilation.final.entry()) {}

    LineState stateOf(const Compilation &compilation, const std::string &file, int line) const {
        if (!nodes.on(file, line).empty()) return {LineState::Kind::Runs, {}};
        const std::vector<NodeId> captured = nodes.capturedOn(file, line);
        const QString function = QString::fromStdString(compilation.function);
        if (!captured.empty())
            return {LineState::Kind::Lost,
                    Words::tr("Of this line nothing is left in the compiled graph of %1, so the program cannot stop "
                              "here:\n%2")
                        .arg(function, endsIn(followNodes(compilation, captured)).join(QLatin1Char('\n')))};
        // Other captures run the function in Python too.
        if (compilation.captureMode != "ast" || !isInside(compilation, file, line)) return {};
        return {LineState::Kind::Lost,
                Words::tr("No node of the compiled graph of %1 was captured on this line, so the "
                          "program cannot stop here.")
                    .arg(function)};
    }

    const LineState &known(const Compilation &compilation, const std::string &file, int line) {
        const auto [state, isNew] = states.try_emplace({file, line});
        if (isNew) state->second = stateOf(compilation, file, line);
        return state->second;
    }

    LineNodes nodes;
    GraphPtr entry; ///< kept, so that its address means it alone
    std::map<std::pair<std::string, int>, LineState> states;
};

LostLines::LostLines() = default;
LostLines::~LostLines() = default;

void LostLines::reset() {
    m_graphs.clear();
}

LostLines::Graphs &LostLines::graphsOf(const Compilation &compilation) {
    auto &graphs = m_graphs[compilation.final.entry().get()];
    if (!graphs) graphs = std::make_unique<Graphs>(compilation);
    return *graphs;
}

QString LostLines::reasonOf(const Session &session, const LineStats &stats, const std::string &file, int line) {
    const LineStat *stat = stats.at(file, line);
    if (stat && isRunEagerly(*stat)) return {};
    QString reason;
    for (const Compilation &compilation : session.compilations) {
        if (compilation.imported || compilation.final.graphs.empty()) continue;
        const LineState &state = graphsOf(compilation).known(compilation, file, line);
        if (state.kind == LineState::Kind::Runs) return {};
        if (state.kind == LineState::Kind::Lost && !runsEagerly(stats, compilation, file)) reason = state.reason;
    }
    return reason;
}

} // namespace editorpanel
} // namespace jitscope
