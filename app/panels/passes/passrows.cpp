// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/passrows.h"

#include "app/models/kernelwords.h"
#include "app/models/labwords.h"
#include "app/models/nodecountwords.h"
#include "app/models/tablecell.h"
#include "app/models/wordmatch.h"
#include "app/sdk/plaintext.h"
#include "engine/ir/diff.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace passespanel {

namespace {

struct PassRowWords {
    Q_DECLARE_TR_FUNCTIONS(Passes)
};

QString mergedText(int constants) {
    return PassRowWords::tr("%1 merged").arg(constants);
}

QString countText(const PassCounts &counts) {
    QStringList parts;
    if (counts.removed) parts << QStringLiteral("−%1").arg(counts.removed);
    if (counts.changed) parts << QStringLiteral("~%1").arg(counts.changed);
    if (counts.added) parts << QStringLiteral("+%1").arg(counts.added);
    if (counts.merged) parts << mergedText(counts.merged);
    return parts.join(QLatin1Char(' '));
}

QString spentText(int64_t ns) {
    return durationText(ns, QString());
}

QString headingOf(PassPhase phase) {
    switch (phase) {
    case PassPhase::FrontEnd:
        return PassRowWords::tr("front end");
    case PassPhase::HardwareOptimization:
        return PassRowWords::tr("hwopt");
    case PassPhase::GraphKernel:
        return PassRowWords::tr("graph kernels");
    }
    return {};
}

bool hasCycles(const Compilation &compilation, const PassRecord &of) {
    return std::ranges::any_of(compilation.passes, [&](const PassRecord &pass) {
        return pass.phase == of.phase && pass.stage == of.stage && pass.cycle > 1;
    });
}

QString cycleText(int cycle) {
    return PassRowWords::tr("cycle %1").arg(cycle);
}

/** "front end · opt_a": what stands over the passes of one stage, "front end · opt_a, cycle 1" of its only cycle. */
QString stageHeading(const PassRecord &pass, bool isAlone) {
    const QString phase = headingOf(pass.phase);
    if (pass.stage.empty() || pass.stage == pass.name) return phase;
    const QString stage = phase + QStringLiteral(" · ") + QString::fromStdString(pass.stage);
    return pass.cycle > 0 && isAlone ? stage + QStringLiteral(", ") + cycleText(pass.cycle) : stage;
}

int64_t stageTime(const Compilation &compilation, std::string_view name) {
    int64_t total = -1;
    for (const StageTime &stage : compilation.stages)
        if (stage.name == name) total = std::max<int64_t>(total, 0) + stage.durationNs;
    return total;
}

QString arrow(const QString &before, const QString &after) {
    return before == after ? after : before + QStringLiteral(" → ") + after;
}

QString arrow(int before, int after) {
    return arrow(QString::number(before), QString::number(after));
}

/** "43 → " before the number now, where it is another. */
QString from(int before, int after) {
    return before == after ? QString() : QString::number(before) + QStringLiteral(" → ");
}

QString nodesText(const PassRow &row) {
    const int before = row.counts.before.total(), after = row.counts.after.total();
    return before == 0 && after == 0 ? QString() : arrow(before, after);
}

QString bytesText(const PassFigures &figures) {
    if (!figures.bytesBefore || !figures.bytesAfter) return {};
    return arrow(sizeText(double(*figures.bytesBefore)), sizeText(double(*figures.bytesAfter)));
}

/** "−12.3 %" of run time, "within the noise", "cannot run". */
QString gainText(const PassFigures &figures) {
    if (!figures.gain) return {};
    if (!figures.gain->error.empty()) return PassRowWords::tr("cannot run");
    const PairedTimes &times = figures.gain->times;
    if (!times.isDifferent) return PassRowWords::tr("within the noise");
    const double percent = 100 * (times.ratio - 1);
    return (percent < 0 ? QChar(0x2212) : QLatin1Char('+')) + QString::number(std::abs(percent), 'f', 1) +
           QStringLiteral(" %");
}

QString wrongText(const StageVerdict &verdict) {
    if (verdict.check.verdict == VariantVerdict::Broken) return PassRowWords::tr("cannot run");
    if (!verdict.title.empty()) return PassRowWords::tr("differs at %1").arg(QString::fromStdString(verdict.title));
    return verdict.since >= 0 ? PassRowWords::tr("still differs") : PassRowWords::tr("differs");
}

/** "equal", "within 3 ulp", "differs at Mul %12". */
QString verdictText(const PassFigures &figures) {
    if (!figures.verdict) return {};
    const VariantCheck &check = figures.verdict->check;
    if (check.verdict == VariantVerdict::Equal) return PassRowWords::tr("equal");
    if (check.verdict != VariantVerdict::Close) return wrongText(*figures.verdict);
    if (!check.maxUlps || *check.maxUlps > 100) // where values are near 0, steps of the dtype say little
        return PassRowWords::tr("within %1").arg(QString::number(check.maxAbsolute, 'g', 2));
    return PassRowWords::tr("within %1 ulp").arg(QString::number(*check.maxUlps, 'g', 3));
}

QColor verdictColour(const StageVerdict &verdict) {
    const bool isGood =
        verdict.check.verdict == VariantVerdict::Equal || verdict.check.verdict == VariantVerdict::Close;
    return isGood ? currentTheme().good : currentTheme().error;
}

QColor gainColour(const PassGain &gain) {
    const Theme &theme = currentTheme();
    if (!gain.error.empty()) return theme.error;
    if (!gain.times.isDifferent) return theme.text3;
    return gain.times.ratio < 1 ? theme.good : theme.warning;
}

QString touchedText(const PassFigures &figures) {
    return figures.isTouched ? PassRowWords::tr("chosen node") : QString();
}

QString toolTipOf(const PassRecord &pass, const PassCounts &counts) {
    const QString text = QString::fromStdString(fullName(pass)) + QLatin1Char('\n') + brokenLines(passSummary(pass));
    if (!pass.changed || counts.before.total() == 0) return text;
    const auto listed = [](const NodeCounts &each) { return nodeCountList(each).join(QStringLiteral(", ")); };
    const QString merged =
        counts.merged == 0
            ? QString()
            : QLatin1Char('\n') + PassRowWords::tr("Equal constants of which one is left: %1").arg(counts.merged);
    return text + QLatin1Char('\n') +
           PassRowWords::tr("Before: %1\nAfter: %2").arg(listed(counts.before), listed(counts.after)) + merged;
}

/** What was worked out, in whole sentences. */
QString figuresToolTip(const PassFigures &figures) {
    QStringList lines;
    if (const QString bytes = bytesText(figures); !bytes.isEmpty())
        lines << PassRowWords::tr("Most bytes of intermediate values alive at once: %1").arg(bytes);
    if (figures.gain)
        lines << PassRowWords::tr("Run time of the graph after it against before: %1")
                     .arg(figures.gain->error.empty() ? timesSentence(figures.gain->times)
                                                      : QString::fromStdString(figures.gain->error));
    if (figures.verdict) lines << verdictSentence(figures.verdict->check);
    if (figures.isTouched) lines << PassRowWords::tr("It touched the chosen node.");
    return lines.isEmpty() ? QString() : QLatin1Char('\n') + brokenLines(lines.join(QLatin1Char('\n')));
}

const PassFigures &figuresOf(const FiguresByPass &figures, int pass) {
    static const PassFigures none;
    const auto found = figures.find(pass);
    return found == figures.end() ? none : found->second;
}

/** Puts rows below one another, with headings over them. */
class RowLister {
public:
    RowLister(const Compilation &compilation, const std::vector<PassCounts> &counts, const FiguresByPass &figures,
              const PassView &view)
        : m_compilation(compilation)
        , m_counts(counts)
        , m_figures(figures)
        , m_view(view) {}

    std::vector<PassRow> run() {
        if (m_view.filter.isEmpty() && !m_compilation.captured.graphs.empty()) addCaptured();
        for (const PassRecord &pass : m_compilation.passes)
            if (isWanted(pass)) addPass(pass);
        if (m_view.filter.isEmpty() && !m_compilation.kernels.empty()) addKernels();
        return std::move(m_rows);
    }

private:
    bool isWanted(const PassRecord &pass) const {
        if (m_view.which == PassFilter::Effective && !pass.changed) return false;
        return matchesWords(m_view.filter, QString::fromStdString(pass.name)) ||
               QString::fromStdString(fullName(pass)).contains(m_view.filter, Qt::CaseInsensitive);
    }

    void addHeading(const QString &name, const QString &fold, int depth) {
        PassRow row;
        row.name = name;
        row.fold = fold;
        row.depth = depth;
        row.isFolded = m_view.folded.contains(fold);
        if (row.isFolded) row.name += foldedText(fold);
        m_rows.push_back(std::move(row));
    }

    /** " · 12 passes, 3 effective". */
    QString foldedText(const QString &fold) const {
        int all = 0, effective = 0;
        for (const PassRecord &pass : m_compilation.passes) {
            if (!isWanted(pass) || (stageFold(pass) != fold && cycleFold(pass) != fold)) continue;
            ++all;
            effective += pass.changed ? 1 : 0;
        }
        return QStringLiteral(" · ") + PassRowWords::tr("passes: %1, effective: %2").arg(all).arg(effective);
    }

    QString stageFold(const PassRecord &pass) const { return stageHeading(pass, !hasCycles(m_compilation, pass)); }
    QString cycleFold(const PassRecord &pass) const {
        return stageFold(pass) + QLatin1Char('/') + QString::number(pass.cycle);
    }

    void addPass(const PassRecord &pass) {
        const QString stage = stageFold(pass);
        if (stage != m_stage) addHeading(stage, stage, 0);
        if (stage != m_stage) m_cycle = 0;
        m_stage = stage;
        if (m_view.folded.contains(stage)) return;
        if (pass.cycle > 0 && hasCycles(m_compilation, pass)) {
            if (pass.cycle != m_cycle) addHeading(cycleText(pass.cycle), cycleFold(pass), 1);
            m_cycle = pass.cycle;
            if (m_view.folded.contains(cycleFold(pass))) return;
        }
        m_rows.push_back(rowOf(pass));
    }

    PassRow rowOf(const PassRecord &pass) const {
        PassRow row;
        row.kind = PassRow::Kind::Pass;
        row.name = QString::fromStdString(pass.name);
        row.pass = pass.index;
        row.isEffective = pass.changed;
        row.timeNs = m_compilation.imported ? -1 : pass.timeNs; // a dump does not tell
        if (size_t(pass.index) < m_counts.size()) row.counts = m_counts[size_t(pass.index)];
        row.figures = figuresOf(m_figures, pass.index);
        row.toolTip = toolTipOf(pass, row.counts) + figuresToolTip(row.figures);
        return row;
    }

    void addStage(const QString &name, int pass, int64_t timeNs, const QString &toolTip) {
        PassRow row;
        row.kind = PassRow::Kind::Stage;
        row.name = name;
        row.pass = pass;
        row.timeNs = timeNs;
        row.figures = figuresOf(m_figures, pass);
        row.toolTip = toolTip + figuresToolTip(row.figures);
        m_rows.push_back(std::move(row));
    }

    void addCaptured() {
        const QString mode =
            m_compilation.imported ? PassRowWords::tr("first dump") : QString::fromStdString(m_compilation.captureMode);
        addHeading(PassRowWords::tr("capture"), {}, 0);
        addStage(mode + QStringLiteral(" · ") + QString::fromStdString(m_compilation.function), capturedStage,
                 stageTime(m_compilation, "capture"), PassRowWords::tr("The graph as it was captured"));
    }

    void addKernels() {
        const int64_t codegen = stageTime(m_compilation, "codegen");
        if (codegen < 0) return;
        addHeading(QStringLiteral("LLVM"), {}, 0);
        addStage(PassRowWords::tr("codegen · %1").arg(kernelCountText(m_compilation.kernels)), kernelStage, codegen,
                 PassRowWords::tr("The compiled kernels"));
    }

    const Compilation &m_compilation;
    const std::vector<PassCounts> &m_counts;
    const FiguresByPass &m_figures;
    const PassView &m_view;
    std::vector<PassRow> m_rows;
    QString m_stage;
    int m_cycle = 0;
};

} // namespace

std::vector<TableColumn<PassRow>> passColumns() {
    using Column = TableColumn<PassRow>;
    return {
        Column{.title = PassRowWords::tr("Pass"),
               .text = [](const PassRow &row) { return row.name; },
               .toolTip = [](const PassRow &row) { return row.toolTip; }},
        Column{.title = PassRowWords::tr("Changes"), .text = [](const PassRow &row) { return countText(row.counts); }},
        Column{.title = PassRowWords::tr("Time"), .text = [](const PassRow &row) { return spentText(row.timeNs); }},
        Column{.title = PassRowWords::tr("Nodes"),
               .text = nodesText,
               .definition =
                   PassRowWords::tr("Calls in all graphs, also inside of kernels, plumbing (tuples, loads, order) "
                                    "included; parameters and constants are none")},
        Column{.title = PassRowWords::tr("Bytes"), .text = [](const PassRow &row) { return bytesText(row.figures); }},
        Column{.title = PassRowWords::tr("Run time"), .text = [](const PassRow &row) { return gainText(row.figures); }},
        Column{.title = PassRowWords::tr("Against eager"),
               .text = [](const PassRow &row) { return verdictText(row.figures); }},
        Column{.title = PassRowWords::tr("Touched"),
               .text = [](const PassRow &row) { return touchedText(row.figures); }},
    };
}

QList<RowPart> countParts(const PassCounts &counts) {
    const Theme &theme = currentTheme();
    QList<RowPart> parts;
    const auto add = [&](QChar sign, int count, const QColor &colour) {
        if (count > 0) parts.append({sign + QString::number(count), colour});
    };
    add(QChar(0x2212), counts.removed, theme.removed);
    add(QLatin1Char('~'), counts.changed, theme.changed);
    add(QLatin1Char('+'), counts.added, theme.added);
    if (counts.merged > 0) parts.append({mergedText(counts.merged), theme.changed});
    return parts;
}

QList<RowPart> figureParts(const PassRow &row) {
    const Theme &theme = currentTheme();
    QList<RowPart> parts;
    const auto add = [&](const QString &text, const QColor &colour) {
        if (!text.isEmpty()) parts.append({text, colour});
    };
    // As below the list: a sum of what is in kernels, outside of them and plumbing would say nothing.
    const NodeCounts &before = row.counts.before, &after = row.counts.after;
    if (before.operators + after.operators > 0)
        add(PassRowWords::tr("%n operator(s)", nullptr, after.operators)
                .prepend(from(before.operators, after.operators)),
            theme.text3);
    if (before.kernels + after.kernels > 0)
        add(PassRowWords::tr("%n kernel(s)", nullptr, after.kernels).prepend(from(before.kernels, after.kernels)),
            theme.text3);
    add(bytesText(row.figures), theme.text3);
    if (row.figures.gain) {
        const QString gain = gainText(row.figures);
        add(row.figures.gain->times.isDifferent ? PassRowWords::tr("run %1").arg(gain) : gain,
            gainColour(*row.figures.gain));
    }
    if (row.figures.verdict) add(QStringLiteral("● ") + verdictText(row.figures), verdictColour(*row.figures.verdict));
    if (row.figures.isTouched) add(QStringLiteral("◆ ") + touchedText(row.figures), theme.accent);
    return parts;
}

QString passSummary(const PassRecord &pass) {
    return QCoreApplication::translate("PassSummaries", pass.summary.c_str());
}

std::vector<PassCounts> countChanges(const std::vector<PassRecord> &passes) {
    std::vector<PassCounts> counts;
    for (const PassRecord &pass : passes) {
        if (!pass.changed) {
            counts.push_back({});
            continue;
        }
        const ModuleDiff diff = diffModules(pass.before, pass.after);
        counts.push_back(
            {diff.added, diff.removed, diff.changed, diff.merged, countNodes(pass.before), countNodes(pass.after)});
    }
    return counts;
}

std::vector<PassRow> passRows(const Compilation &compilation, const std::vector<PassCounts> &counts,
                              const FiguresByPass &figures, const PassView &view) {
    return RowLister(compilation, counts, figures, view).run();
}

} // namespace passespanel
} // namespace jitscope
