// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/journey/journeycells.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>
#include <algorithm>

namespace jitscope {
inline namespace journeypanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Journey)
};

QString text(const std::string &value) {
    return QString::fromStdString(value);
}

QString joinedNames(const std::vector<NodeId> &nodes) {
    QStringList names;
    for (const NodeId id : nodes)
        names << text(nodeName(id));
    return names.join(QStringLiteral(", "));
}

/** What happened to a form, in the words of a cell: short, as the column says the pass. */
QString changeText(const JourneyForm &form) {
    const QString rule = text(form.rule);
    switch (form.change) {
    case FormChange::First:
        return rule;
    case FormChange::Same:
        return Words::tr("unchanged");
    case FormChange::Rewired:
        return Words::tr("other inputs");
    case FormChange::Changed:
        return Words::tr("type or attributes changed");
    case FormChange::Moved:
        return Words::tr("moved to @%1").arg(text(form.graph));
    case FormChange::Became:
    case FormChange::Expanded:
        return form.joined.empty() ? rule : Words::tr("%1, with %2").arg(rule, joinedNames(form.joined));
    case FormChange::Merged:
        return Words::tr("stands for it: %1").arg(rule);
    }
    return {};
}

QString sentenceOf(const JourneyForm &form, const JourneyStage &stage, const JourneyStage *before) {
    const QString name = text(nodeTitle(*form.node)) + QLatin1Char(' ') + text(brief(form.node->abstract));
    QStringList was;
    for (const int place : form.from)
        if (const Node &node = *before->forms[size_t(place)].node; node.id != form.node->id)
            was << text(nodeName(node));
    const QString rule = form.rule.empty() ? Words::tr("no rule was logged") : text(form.rule);
    const bool isNew = form.change == FormChange::Became || form.change == FormChange::Expanded;
    if (isNew || (form.change == FormChange::Merged && !was.isEmpty())) {
        const QString pattern = form.change == FormChange::Expanded ? Words::tr("%1 expanded by %2, rule %3: became %4")
                                : isNew                             ? Words::tr("%1 removed by %2, rule %3: became %4")
                                        : Words::tr("%1 removed by %2, rule %3: %4 stands for it");
        const QString all = pattern.arg(was.join(QStringLiteral(", ")), text(stage.name), rule, name);
        return form.joined.empty() ? all : Words::tr("%1, with %2").arg(all, joinedNames(form.joined));
    }
    if (form.change == FormChange::First && form.rule.empty()) return name;
    return Words::tr("%1: %2 (%3)").arg(name, changeText(form), text(stage.name));
}

/** Puts cells of a column below each other, each as near as it gets to what it comes from. */
class GridBuilder {
public:
    GridBuilder(const Journey &journey, const JourneyTexts &texts, const std::set<int> &unfolded)
        : m_journey(journey)
        , m_texts(texts)
        , m_unfolded(unfolded) {}

    JourneyGrid build() && {
        if (m_journey.empty()) return {};
        addLines();
        addStage(0);
        for (size_t i = 1; i < m_journey.stages.size();)
            i = addFrom(i);
        addFinal();
        addKernels();
        addCode(Words::tr("LLVM IR"), QStringLiteral("after"));
        addCode(Words::tr("Assembly"), QStringLiteral("assembly"));
        for (const JourneyCell &cell : m_grid.cells)
            m_grid.rows = std::max(m_grid.rows, cell.row + 1);
        return std::move(m_grid);
    }

private:
    void beginColumn(const QString &title, const QString &toolTip = {}) {
        m_grid.columns.push_back({title, toolTip, {}});
        m_nextRow = 0;
    }

    int add(JourneyCell cell) {
        int wanted = m_nextRow;
        if (!cell.from.empty()) {
            wanted = m_grid.cells[size_t(cell.from.front())].row;
            for (const int from : cell.from)
                wanted = std::min(wanted, m_grid.cells[size_t(from)].row);
        }
        cell.row = std::max(m_nextRow, wanted);
        m_nextRow = cell.row + 1;
        const int place = int(m_grid.cells.size());
        m_grid.cells.push_back(std::move(cell));
        m_grid.columns.back().cells.push_back(place);
        return place;
    }

    void addLines() {
        if (m_journey.lines.empty()) return;
        beginColumn(Words::tr("Source"));
        m_lineCells.assign(m_journey.stages.front().forms.size(), -1);
        for (const JourneyLine &line : m_journey.lines) {
            JourneyCell cell;
            cell.kind = JourneyCell::Kind::Line;
            cell.title = QStringLiteral("%1:%2").arg(QFileInfo(text(line.span.file)).fileName()).arg(line.span.line);
            cell.detail = text(std::string(trimmed(line.span.text)));
            cell.sentence = cell.title + QStringLiteral(": ") + cell.detail;
            cell.file = line.span.file;
            cell.line = line.span.line;
            const int place = add(std::move(cell));
            for (const int form : line.forms)
                m_lineCells[size_t(form)] = place;
        }
    }

    JourneyCell cellOf(const JourneyForm &form, const JourneyStage &stage, const JourneyStage *before) const {
        JourneyCell cell;
        cell.title = text(nodeTitle(*form.node));
        cell.detail = text(brief(form.node->abstract));
        cell.note = changeText(form);
        cell.sentence = sentenceOf(form, stage, before);
        cell.pass = stage.pass;
        cell.node = form.node->id;
        return cell;
    }

    void addStage(size_t at) {
        const JourneyStage &stage = m_journey.stages[at];
        const JourneyStage *before = at > 0 ? &m_journey.stages[at - 1] : nullptr;
        beginColumn(at == 0 && stage.pass == -2 ? Words::tr("Captured") : text(stage.name), text(stage.name));
        std::vector<int> places;
        for (size_t i = 0; i < stage.forms.size(); ++i) {
            const JourneyForm &form = stage.forms[i];
            JourneyCell cell = cellOf(form, stage, before);
            for (const int from : form.from)
                cell.from.push_back(m_places[size_t(from)]);
            if (!before && !m_lineCells.empty() && m_lineCells[i] >= 0) cell.from = {m_lineCells[i]};
            places.push_back(add(std::move(cell)));
        }
        for (const JourneyEnd &end : stage.ends)
            addEnd(end, stage, at);
        m_places = std::move(places);
    }

    void addEnd(const JourneyEnd &end, const JourneyStage &stage, size_t at) {
        JourneyCell cell;
        cell.kind = JourneyCell::Kind::Removed;
        cell.title = Words::tr("removed");
        cell.detail = text(nodeName(end.node));
        cell.note = end.rule.empty() ? text(end.detail) : text(end.rule);
        cell.sentence = end.rule.empty()
                            ? Words::tr("%1 removed by %2: %3").arg(cell.detail, text(stage.name), cell.note)
                            : Words::tr("%1 removed by %2, rule %3").arg(cell.detail, text(stage.name), cell.note);
        cell.pass = m_journey.stages[at - 1].pass;
        cell.node = end.node;
        cell.from = {m_places[size_t(end.from)]};
        add(std::move(cell));
    }

    /** A stage that changed something, or a run of such as did not; the index behind it. */
    size_t addFrom(size_t begin) {
        size_t end = begin;
        while (end < m_journey.stages.size() && !m_journey.stages[end].isChanged)
            ++end;
        if (end == begin) {
            addStage(begin);
            return begin + 1;
        }
        addFold(begin, end);
        for (size_t i = begin; i < end && m_unfolded.contains(int(begin)); ++i)
            addStage(i);
        return end;
    }

    void addFold(size_t begin, size_t end) {
        beginColumn({});
        const bool isOpen = m_unfolded.contains(int(begin));
        QStringList names;
        for (size_t i = begin; i < end; ++i)
            names << text(m_journey.stages[i].name);
        JourneyCell cell;
        cell.kind = JourneyCell::Kind::Fold;
        cell.title = isOpen ? QStringLiteral("▾ %1").arg(end - begin) : QStringLiteral("▸ %1").arg(end - begin);
        cell.detail = Words::tr("unchanged");
        cell.sentence = Words::tr("%n stage(s) unchanged", nullptr, int(end - begin)) + QStringLiteral(": ") +
                        names.join(QStringLiteral(", "));
        cell.foldBegin = int(begin);
        add(std::move(cell));
    }

    /** Again at the end, where the stages before it did nothing more. */
    void addFinal() {
        const JourneyStage &last = m_journey.last();
        if (last.forms.empty()) return;
        beginColumn(Words::tr("Final graph"));
        std::vector<int> places;
        for (size_t i = 0; i < last.forms.size(); ++i) {
            const JourneyForm &form = last.forms[i];
            JourneyCell cell;
            cell.title = text(nodeTitle(*form.node));
            cell.detail = text(brief(form.node->abstract));
            cell.note = form.node->isConstant() ? Words::tr("a constant")
                        : form.graph.empty()    ? QString()
                                                : Words::tr("in @%1").arg(text(form.graph));
            cell.sentence = cell.title + QLatin1Char(' ') + cell.detail + QStringLiteral(", ") + cell.note;
            cell.node = form.node->id;
            cell.from = {m_places[i]};
            places.push_back(add(std::move(cell)));
        }
        m_places = std::move(places);
    }

    void addKernels() {
        if (m_journey.kernels.empty()) return;
        beginColumn(Words::tr("Kernel"));
        for (const JourneyKernel &kernel : m_journey.kernels) {
            const JourneyForm &form = m_journey.last().forms[size_t(kernel.form)];
            JourneyCell cell;
            cell.kind = JourneyCell::Kind::Kernel;
            cell.title = kernel.input >= 0    ? Words::tr("input %1").arg(kernel.input)
                         : kernel.member == 0 ? Words::tr("the kernel")
                                              : QStringLiteral("[%1] %2").arg(kernel.member).arg(text(form.node->op));
            cell.detail = text(kernel.kernel);
            cell.sentence = Words::tr("%1 of kernel %2").arg(cell.title, cell.detail);
            cell.kernel = kernel.kernel;
            cell.node = form.node->id;
            cell.from = {m_places[size_t(kernel.form)]};
            m_kernelCells.push_back(add(std::move(cell)));
        }
    }

    void addCode(const QString &title, const QString &id) {
        if (m_journey.kernels.empty()) return;
        beginColumn(title);
        for (size_t i = 0; i < m_journey.kernels.size(); ++i) {
            const JourneyKernel &kernel = m_journey.kernels[i];
            const auto found = m_texts.find(kernel.graph);
            JourneyCell cell;
            cell.kind = JourneyCell::Kind::Code;
            cell.text = id;
            cell.kernel = kernel.kernel;
            cell.node = m_journey.last().forms[size_t(kernel.form)].node->id;
            cell.from = {m_kernelCells[i]};
            if (found == m_texts.end() || !found->second.error.empty())
                describeMissing(cell, found == m_texts.end() ? std::string() : found->second.error);
            else
                describeCode(cell, found->second, {kernel.member, kernel.input});
            m_kernelCells[i] = add(std::move(cell));
        }
    }

    static void describeMissing(JourneyCell &cell, const std::string &error) {
        cell.title = Words::tr("no code");
        cell.note = error.empty() ? Words::tr("It was not compiled here.") : text(error);
        cell.sentence = cell.title + QStringLiteral(": ") + cell.note;
    }

    /** The list of members in front of the code does not count. */
    static void describeCode(JourneyCell &cell, const JourneyKernelTexts &texts, const KernelPart &part) {
        const bool isIr = cell.text == QLatin1String("after");
        const std::vector<KernelLine> &lines = isIr ? texts.ir : texts.assembly;
        std::vector<int> found;
        const auto isComment = [&](int line) {
            const std::string_view code = trimmed(lines[size_t(line)].code);
            return code.empty() || code.front() == ';' || code.front() == '#';
        };
        if (part.member == 0 && part.input < 0) {
            for (size_t i = 0; i < lines.size(); ++i)
                found.push_back(int(i));
        } else {
            found = isIr ? linesOf(lines, part) : assemblyLinesOf(lines, texts.ir, part);
        }
        std::erase_if(found, isComment);
        cell.title = Words::tr("%n line(s)", nullptr, int(found.size()));
        cell.detail = lineRanges(found);
        if (!found.empty()) cell.note = text(std::string(trimmed(lines[size_t(found.front())].code)));
        QStringList code;
        for (const int line : found)
            code << QStringLiteral("%1  %2").arg(line + 1).arg(text(lines[size_t(line)].code));
        cell.sentence =
            cell.title + QStringLiteral(": ") + cell.detail + QLatin1Char('\n') + code.join(QLatin1Char('\n'));
    }

    const Journey &m_journey;
    const JourneyTexts &m_texts;
    const std::set<int> &m_unfolded;
    JourneyGrid m_grid;
    int m_nextRow = 0;
    std::vector<int> m_lineCells, m_places, m_kernelCells; ///< the cells of the forms, of the kernels
};

} // namespace

JourneyGrid journeyGrid(const Journey &journey, const JourneyTexts &texts, const std::set<int> &unfolded) {
    return GridBuilder(journey, texts, unfolded).build();
}

int cellOfNode(const JourneyGrid &grid, int pass, NodeId node) {
    int found = -1;
    for (size_t i = 0; i < grid.cells.size(); ++i) {
        const JourneyCell &cell = grid.cells[i];
        if (cell.kind != JourneyCell::Kind::Node || cell.node != node) continue;
        found = int(i);
        if (cell.pass == pass) return found;
    }
    return found;
}

QString lineRanges(const std::vector<int> &lines) {
    QStringList ranges;
    for (size_t i = 0; i < lines.size();) {
        size_t end = i + 1;
        while (end < lines.size() && lines[end] == lines[end - 1] + 1)
            ++end;
        ranges << (end - i == 1 ? QString::number(lines[i] + 1)
                                : QStringLiteral("%1–%2").arg(lines[i] + 1).arg(lines[end - 1] + 1));
        i = end;
    }
    return ranges.join(QStringLiteral(", "));
}

} // namespace journeypanel
} // namespace jitscope
