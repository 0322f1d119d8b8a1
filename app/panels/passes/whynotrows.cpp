// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/whynotrows.h"

#include "app/models/labwords.h"
#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/variants/namedecision.h"

#include <QCoreApplication>
#include <algorithm>

namespace jitscope {
inline namespace passespanel {

namespace {

struct WhyNotWords {
    Q_DECLARE_TR_FUNCTIONS(Passes)
};

QString text(const std::string &value) {
    return QString::fromStdString(value);
}

QString bytesText(qint64 bytes) {
    return bytes < 0 ? QStringLiteral("\u2013") : text(humanBytes(bytes));
}

/** "= 1", "\u2264 64". */
QString needsText(const Predicate &failed) {
    const QString relation = relationText(failed);
    return relation.isEmpty() ? QString() : relation + QLatin1Char(' ') + requiredText(failed);
}

/** Rows of one compilation. */
class RowMaker {
public:
    explicit RowMaker(const Compilation &compilation)
        : m_compilation(compilation)
        , m_counterfactuals(compilation) {}

    WhyNotRow refused(const RefusedCandidate &candidate) {
        const Refusal &refusal = candidate.refusal;
        WhyNotRow row;
        row.predicate = predicateName(refusal.predicate);
        row.actual = actualText(refusal.predicate);
        row.needs = needsText(refusal.predicate);
        row.nodes = text(join(candidate.titles, ", "));
        row.rule = text(refusal.rule);
        row.pass = text(passNameOf(m_compilation, candidate));
        row.sentence = predicateSentence(refusal.predicate);
        row.bytes = candidate.bytesBetween.value_or(-1);
        row.counterfactual = m_counterfactuals.of(candidate);
        row.change = changeText(row.counterfactual, m_compilation.captured);
        row.candidate = candidate;
        return row;
    }

    /** What O1 makes of the whole function, where it was compiled at O0. */
    std::optional<WhyNotRow> atO0() {
        const auto made = m_counterfactuals.kernelsAtO1();
        if (!made) return {};
        WhyNotRow row;
        row.predicate = WhyNotWords::tr("level");
        row.actual = QStringLiteral("O0");
        row.needs = QStringLiteral("= O1");
        row.nodes = text(m_compilation.function);
        row.sentence = WhyNotWords::tr("No pass of O0 makes fused kernels. At O1 this function has %1 of %2 operators.")
                           .arg(made->kernels)
                           .arg(made->members);
        if (made->kernels > 0) row.counterfactual.level = JitLevel::O1;
        row.change = made->kernels > 0 ? changeText(row.counterfactual, m_compilation.captured) : QString();
        return row;
    }

    WhyNotRow joined(const JoinedNodes &by) const {
        WhyNotRow row;
        row.predicate = WhyNotWords::tr("joined");
        row.rule = text(by.rule);
        row.pass = text(fullName(m_compilation.passes[by.pass]));
        row.sentence = WhyNotWords::tr("They became one by this rule.");
        return row;
    }

private:
    const Compilation &m_compilation;
    Counterfactuals m_counterfactuals;
};

/** With the sums of all in front. */
std::vector<PredicateRow> predicatesOf(const std::vector<RefusedCandidate> &candidates) {
    std::vector<PredicateRow> rows(1);
    for (const RefusalGroup &group : groupsOf(candidates)) {
        const bool isKnown = group.unknown < group.members.size();
        rows.push_back({predicateName(candidates[group.members.front()].refusal.predicate), subjectText(group.subject),
                        int(group.members.size()), isKnown ? qint64(group.bytes) : -1});
        rows.front().count += rows.back().count;
        if (!isKnown) continue;
        rows.front().bytes = std::max<qint64>(0, rows.front().bytes) + rows.back().bytes;
    }
    return rows;
}

WhyNotAnswer answerOf(const Compilation &compilation, QString heading, const WhyNot &found) {
    WhyNotAnswer answer{std::move(heading), {}, predicatesOf(found.refused), true};
    RowMaker maker(compilation);
    for (const JoinedNodes &each : found.joined)
        answer.rows.push_back(maker.joined(each));
    for (const RefusedCandidate &each : found.refused)
        answer.rows.push_back(maker.refused(each));
    return answer;
}

QString titleOf(const Compilation &compilation, NodeId id) {
    NodePtr node = findNode(compilation.captured, id);
    for (auto pass = compilation.passes.begin(); !node && pass != compilation.passes.end(); ++pass)
        if (pass->changed) node = findNode(pass->after, id);
    return text(node ? nodeTitle(*node) : nodeName(id));
}

bool isAbout(const RefusedCandidate &candidate, const std::vector<NodeId> &captured) {
    return std::ranges::any_of(captured, [&](NodeId id) { return std::ranges::binary_search(candidate.captured, id); });
}

void addApart(const Compilation &compilation, WhyNot &found, const std::vector<NodeId> &captured) {
    if (auto apart = Counterfactuals(compilation).apart(found, captured)) found.refused.push_back(*std::move(apart));
}

WhyNotAnswer refusalsOfOne(const Compilation &compilation, NodeId node, const QString &heading) {
    WhyNot found{{}, refusedCandidates(compilation)};
    const std::vector<NodeId> captured = capturedNodes(compilation, {node});
    std::erase_if(found.refused, [&](const RefusedCandidate &each) { return !isAbout(each, captured); });
    addApart(compilation, found, captured);
    return answerOf(compilation, heading, found);
}

WhyNotAnswer refusalsOfTwo(const Compilation &compilation, NodeId a, NodeId b) {
    const QString first = titleOf(compilation, a), second = titleOf(compilation, b);
    WhyNot found = whyNotTogether(compilation, capturedNodes(compilation, {a}), capturedNodes(compilation, {b}));
    addApart(compilation, found, capturedNodes(compilation, {a, b}));
    if (!found.joined.empty() || !found.refused.empty())
        return answerOf(compilation, WhyNotWords::tr("%1 with %2").arg(first, second), found);
    return refusalsOfOne(
        compilation, a,
        WhyNotWords::tr("No rule has both %1 and %2 in its pattern. What was refused of %1:").arg(first, second));
}

} // namespace

WhyNotAnswer allRefusals(const Compilation &compilation) {
    WhyNotAnswer answer =
        answerOf(compilation, WhyNotWords::tr("All that the passes refused"), {{}, refusedCandidates(compilation)});
    if (auto row = RowMaker(compilation).atO0()) answer.rows.push_back(*std::move(row));
    return answer;
}

WhyNotAnswer refusalsOf(const Compilation &compilation, const std::vector<NodeId> &nodes) {
    if (nodes.size() > 1) return refusalsOfTwo(compilation, nodes[0], nodes[1]);
    if (nodes.empty()) return {WhyNotWords::tr("Choose a node in the graph; its menu asks about two."), {}, {}};
    return refusalsOfOne(compilation, nodes[0],
                         WhyNotWords::tr("What was refused of %1").arg(titleOf(compilation, nodes[0])));
}

WhyNotAnswer refusalsAtBorder(const Compilation &compilation, const std::string &kernel) {
    const auto border = borderOf(compilation, kernel);
    if (!border) return {WhyNotWords::tr("The chosen node is part of no kernel."), {}, {}};
    return answerOf(compilation, WhyNotWords::tr("What stopped %1 from growing").arg(text(kernel)), {{}, *border});
}

std::vector<TableColumn<WhyNotRow>> whyNotColumns() {
    using Column = TableColumn<WhyNotRow>;
    const auto sentence = [](const WhyNotRow &row) { return row.sentence; };
    return {
        Column{.title = WhyNotWords::tr("Predicate"),
               .text = [](const WhyNotRow &row) { return row.predicate; },
               .toolTip = sentence,
               .colour = [](const WhyNotRow &row) { return row.candidate ? QColor() : currentTheme().good; },
               .definition = WhyNotWords::tr("What the rule asked of them, and what did not hold")},
        Column{.title = WhyNotWords::tr("Seen"),
               .text = [](const WhyNotRow &row) { return row.actual; },
               .font = Column::Font::Code,
               .toolTip = sentence},
        Column{.title = WhyNotWords::tr("Needed"),
               .text = [](const WhyNotRow &row) { return row.needs; },
               .font = Column::Font::Code,
               .toolTip = sentence},
        Column{.title = WhyNotWords::tr("Calls"),
               .text = [](const WhyNotRow &row) { return row.nodes; },
               .font = Column::Font::Code},
        Column{.title = WhyNotWords::tr("Smallest change"),
               .text = [](const WhyNotRow &row) { return row.change; },
               .colour =
                   [](const WhyNotRow &row) { return row.counterfactual.exists() ? QColor() : currentTheme().text2; },
               .definition = WhyNotWords::tr("With which the predicate holds; Try it compiles a variant with it")},
        Column{.title = WhyNotWords::tr("Bytes between"),
               .text = [](const WhyNotRow &row) { return bytesText(row.bytes); },
               .key = [](const WhyNotRow &row) { return QVariant(row.bytes); },
               .alignment = Qt::AlignRight,
               .definition =
                   WhyNotWords::tr("Of values that one of the calls gives to another: they lie in memory for it")},
        Column{.title = WhyNotWords::tr("Rule"), .text = [](const WhyNotRow &row) { return row.rule; }},
        Column{.title = WhyNotWords::tr("Pass"),
               .text = [](const WhyNotRow &row) { return row.pass; },
               .font = Column::Font::Code},
    };
}

std::vector<TableColumn<PredicateRow>> predicateColumns() {
    using Column = TableColumn<PredicateRow>;
    return {
        Column{.title = WhyNotWords::tr("Predicate"),
               .text = [](const PredicateRow &row) { return row.name.isEmpty() ? WhyNotWords::tr("All") : row.name; },
               .toolTip =
                   [](const PredicateRow &row) {
                       return row.name.isEmpty() ? QString() : WhyNotWords::tr("About: %1").arg(row.about);
                   }},
        Column{.title = WhyNotWords::tr("Refusals"),
               .text = [](const PredicateRow &row) { return QString::number(row.count); },
               .key = [](const PredicateRow &row) { return QVariant(row.count); },
               .alignment = Qt::AlignRight},
        Column{.title = WhyNotWords::tr("Bytes between"),
               .text = [](const PredicateRow &row) { return bytesText(row.bytes); },
               .key = [](const PredicateRow &row) { return QVariant(row.bytes); },
               .alignment = Qt::AlignRight,
               .definition = WhyNotWords::tr("What each would have saved, where it is known")},
    };
}

} // namespace passespanel
} // namespace jitscope
