// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/graphtitle.h"

#include "app/sdk/savefile.h"
#include "engine/session/compilation.h"
#include "engine/session/forcedsettings.h"
#include "engine/session/session.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCoreApplication>
#include <QSignalBlocker>
#include <QStringList>
#include <algorithm>
#include <ranges>
#include <map>

namespace jitscope {
inline namespace models {

namespace {

constexpr int widestList = 900;

struct GraphTitleWords {
    Q_DECLARE_TR_FUNCTIONS(GraphTitle)
};

QString text(const std::string &value) {
    return QString::fromStdString(value);
}

QString joined(QStringList parts) {
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString kernelText(const Compilation &compilation) {
    if (compilation.imported) return {};
    if (compilation.kernels.empty()) return GraphTitleWords::tr("no kernels");
    if (compilation.kernels.size() == 1) return GraphTitleWords::tr("1 kernel");
    return GraphTitleWords::tr("%1 kernels").arg(compilation.kernels.size());
}

/** "O1", "O1 (forced)". */
QString levelOf(const Compilation &compilation) {
    const QString level = text(compilation.jitLevel);
    const bool isForced = !compilation.script.jitLevel.empty() && compilation.script.jitLevel != compilation.jitLevel;
    return isForced ? GraphTitleWords::tr("%1 (forced)").arg(level) : level;
}

GraphTitle titleOf(const Compilation &compilation, int calls) {
    GraphTitle title;
    const QString mode = compilation.imported ? GraphTitleWords::tr("from a file") : text(compilation.captureMode);
    title.brief = joined({text(compilation.function), levelOf(compilation), mode});
    const QString called = compilation.imported ? QString()
                           : calls == 1         ? GraphTitleWords::tr("1 call")
                                                : GraphTitleWords::tr("%1 calls").arg(calls);
    title.full = joined({title.brief, graphOptionsText(compilation), text(compilation.device), called,
                         kernelText(compilation), text(compilation.key)});
    title.toolTip = title.full;
    for (const ForcedSetting &forced : forcedSettings(compilation))
        title.toolTip += QLatin1Char('\n') + GraphTitleWords::tr("%1 %2 is forced; the script says %3")
                                                 .arg(text(forced.name), text(forced.used), text(forced.script));
    if (!compilation.reason.empty())
        title.toolTip += QLatin1Char('\n') + GraphTitleWords::tr("compiled because: %1").arg(text(compilation.reason));
    return title;
}

} // namespace

std::vector<GraphTitle> graphTitles(const Session &session) {
    std::map<int, int> calls;
    for (const GraphCall &call : session.graphCalls)
        ++calls[call.compilation];
    std::vector<GraphTitle> titles;
    std::map<QString, int> known;
    for (const Compilation &compilation : session.compilations) {
        titles.push_back(titleOf(compilation, calls[compilation.index]));
        const int which = ++known[titles.back().full];
        if (which > 1) titles.back().full += QStringLiteral(" · ") + GraphTitleWords::tr("no. %1").arg(which);
    }
    return titles;
}

GraphTitle graphTitle(const Session &session, const Compilation &compilation) {
    const std::vector<GraphTitle> titles = graphTitles(session);
    const size_t place = size_t(compilation.index - session.compilations.front().index);
    return place < titles.size() ? titles[place] : GraphTitle();
}

/** The engine's own word for it stands in front of what jit() was given. */
QString graphOptionsText(const Compilation &compilation) {
    static const std::string ours = "for a gradient";
    const std::string &options = compilation.options;
    const bool isOurs = options == ours || options.starts_with(ours + ", ");
    return isOurs ? GraphTitleWords::tr("for a gradient") + text(options.substr(ours.size())) : text(options);
}

/** A method of the user's may be called grad, too. */
bool isBackwardHalf(const Compilation &compilation) {
    return compilation.function.ends_with(".grad") && compilation.reason == "a gradient goes through the call";
}

int newestCalled(const Session &session) {
    const auto &all = session.compilations;
    const auto called = std::ranges::find_if_not(all | std::views::reverse, isBackwardHalf);
    return called == all.rend() ? int(all.size()) - 1 : int(all.rend() - called) - 1;
}

QString stageFileName(const Compilation &compilation, int pass, const QString &suffix) {
    QString name = QString::fromStdString(compilation.function);
    if (pass >= 0 && size_t(pass) < compilation.passes.size())
        name += QStringLiteral("-after-") + QString::fromStdString(compilation.passes[size_t(pass)].name);
    else
        name += pass == -2 ? QStringLiteral("-captured") : QStringLiteral("-final");
    return fileNameOf(name) + QLatin1Char('.') + suffix;
}

void fillGraphChoices(QComboBox &box, const Session &session, const std::vector<int> &graphs) {
    const std::vector<GraphTitle> titles = graphTitles(session);
    const QSignalBlocker quiet(&box);
    const QVariant chosen = box.currentData();
    while (box.count() > int(graphs.size()))
        box.removeItem(box.count() - 1);
    while (box.count() < int(graphs.size()))
        box.addItem(QString());
    for (int i = 0; i < box.count(); ++i) {
        const int graph = graphs[size_t(i)];
        const size_t place = size_t(graph - session.compilations.front().index);
        box.setItemData(i, graph);
        if (box.itemText(i) != titles[place].full) box.setItemText(i, titles[place].full);
        box.setItemData(i, titles[place].toolTip, Qt::ToolTipRole);
    }
    const int at = box.findData(chosen);
    if (at >= 0) box.setCurrentIndex(at);
    box.setToolTip(box.currentIndex() < 0 ? QString() : box.itemData(box.currentIndex(), Qt::ToolTipRole).toString());
    widenList(box);
}

void widenList(QComboBox &box) {
    box.view()->setMinimumWidth(std::min(box.view()->sizeHintForColumn(0) + 24, widestList));
}

} // namespace models
} // namespace jitscope
