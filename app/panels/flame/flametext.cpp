// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/flame/flametext.h"

#include "engine/base/csv.h"
#include "engine/base/text.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace flamepanel {

namespace {

struct FlameTextWords {
    Q_DECLARE_TR_FUNCTIONS(jitscope::flamepanel::FlamePanel)
};

QString csvOf(const FlameTree &tree) {
    std::string text = "depth,frame,file,line,total_ns,self_ns,calls\r\n";
    for (const FlameFrame &frame : tree.frames)
        text +=
            format("%d,", int(frame.depth)) + csvField(titleOf(frame)) + "," + csvField(frame.file.str()) +
            (frame.line > 0 ? format(",%d", frame.line) : ",") +
            format(",%lld,%lld,%lld\r\n", (long long)frame.totalNs, (long long)frame.selfNs, (long long)frame.count);
    return QString::fromStdString(text);
}

/** "Default/net-Net/fc-Dense" of the cells from the outermost one to this frame, whichever way the tree hangs. */
std::string scopeOf(const FlameTree &tree, int64_t item) {
    std::string scope;
    for (; item > 0; item = tree.frames[size_t(item)].parent) {
        if (tree.frames[size_t(item)].kind != FlameKind::Scope) continue;
        const std::string &name = tree.frames[size_t(item)].name.str();
        scope = scope.empty() ? name : name + "/" + scope;
    }
    return scope;
}

} // namespace

QString flameTitle(const FlameFrame &frame) {
    if (frame.kind == FlameKind::Unknown) return FlameTextWords::tr("(unknown)");
    if (frame.kind == FlameKind::All) return FlameTextWords::tr("all");
    if (frame.kind == FlameKind::Graph)
        return FlameTextWords::tr("%1 (graph)").arg(QString::fromStdString(frame.name.str()));
    return QString::fromStdString(titleOf(frame));
}

QString flameText(const FlameTree &tree, TextFormat format) {
    if (format == TextFormat::Csv) return csvOf(tree);
    QString text = FlameTextWords::tr("total\tself\tcalls\tframe") + QLatin1Char('\n');
    for (const FlameFrame &frame : tree.frames)
        text += QStringLiteral("%1\t%2\t%3\t")
                    .arg(QString::fromStdString(humanTime(frame.totalNs)),
                         QString::fromStdString(humanTime(frame.selfNs)), QString::number(frame.count)) +
                QString(2 * frame.depth, QLatin1Char(' ')) + flameTitle(frame) + QLatin1Char('\n');
    return text;
}

std::optional<OpCondition> conditionOf(const FlameTree &tree, int64_t item) {
    const FlameFrame &frame = tree.frames[size_t(item)];
    OpCondition condition;
    switch (frame.kind) {
    case FlameKind::Operator:
    case FlameKind::Kernel:
        condition.text = frame.name.str();
        return condition;
    case FlameKind::Function:
        condition.kind = OpCondition::Kind::CalledFrom;
        condition.text = frame.file.str().substr(frame.file.str().rfind('/') + 1) + format(":%d", frame.line);
        return condition;
    case FlameKind::Scope:
        if (tree.order == FlameOrder::BottomUp) return std::nullopt; // it stands for a part of what ran in the cell
        condition.kind = OpCondition::Kind::ScopeBelow;
        condition.text = scopeOf(tree, item);
        return condition;
    default:
        return std::nullopt;
    }
}

} // namespace flamepanel
} // namespace jitscope
