// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/advice/advicecolumns.h"

#include "engine/analysis/links/slicefinder.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <map>

namespace jitscope {
inline namespace advicepanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::advicepanel::AdvicePanel)
};

template<class Row, class Text>
TableColumn<Row> textColumn(const QString &title, Text text,
                            typename TableColumn<Row>::Font font = TableColumn<Row>::Font::Text) {
    TableColumn<Row> column;
    column.title = title;
    column.text = text;
    column.font = font;
    return column;
}

template<class Row, class Text, class Key> TableColumn<Row> numberColumn(const QString &title, Text text, Key key) {
    TableColumn<Row> column = textColumn<Row>(title, text, TableColumn<Row>::Font::Code);
    column.key = key;
    column.alignment = Qt::AlignRight;
    return column;
}

} // namespace

std::vector<TableColumn<GapRow>> gapColumns() {
    auto length = numberColumn<GapRow>(
        Words::tr("Length"), [](const GapRow &row) { return durationText(row.gap.length()); },
        [](const GapRow &row) { return QVariant(qlonglong(row.gap.length())); });
    auto share = numberColumn<GapRow>(
        Words::tr("Share"), [](const GapRow &row) { return percentOf(row.share); },
        [](const GapRow &row) { return QVariant(row.share); });
    share.share = [](const GapRow &row) { return row.share; };
    share.definition = Words::tr("Of the time from the device's first task to its last");
    auto begin = numberColumn<GapRow>(
        Words::tr("Begin"), [](const GapRow &row) { return row.start; },
        [](const GapRow &row) { return QVariant(qlonglong(row.gap.span.beginNs)); });
    begin.definition = Words::tr("From the first event of the trace");
    auto cause = textColumn<GapRow>(
        Words::tr("Cause"), [](const GapRow &row) { return causeTitle(row.cause.kind); },
        TableColumn<GapRow>::Font::Strong);
    cause.toolTip = [](const GapRow &row) { return causeMeaning(row.cause.kind); };
    auto what =
        textColumn<GapRow>(Words::tr("What happened"), [](const GapRow &row) { return causeSentence(row.cause); });
    auto python = textColumn<GapRow>(
        Words::tr("Python"), [](const GapRow &row) { return QString::fromStdString(row.cause.python); },
        TableColumn<GapRow>::Font::Code);
    auto certainty = textColumn<GapRow>(Words::tr("Certainty"),
                                        [](const GapRow &row) { return certaintyText(row.cause.certainty); });
    certainty.key = [](const GapRow &row) { return QVariant(int(row.cause.certainty)); };
    certainty.definition = Words::tr("Certain: flows or waits cover at least 80 % of the gap. Likely: at least 50 %. "
                                     "Possible: less, or no flow says so and only the time agrees.");
    return {length, share, cause, what, python, begin, certainty};
}

std::vector<TableColumn<Finding>> findingColumns() {
    auto stake = numberColumn<Finding>(
        Words::tr("At stake"),
        [](const Finding &row) { return row.measured.gainNs > 0 ? durationText(row.measured.gainNs) : QString(); },
        [](const Finding &row) { return QVariant(qlonglong(row.measured.gainNs)); });
    stake.definition = Words::tr("Time that the finding is about: no more than this can be won");
    auto told = textColumn<Finding>(Words::tr("Told"), [](const Finding &row) { return thresholdText(*row.rule); });
    told.definition = Words::tr("From which value on this is told, and where that limit is from");
    return {textColumn<Finding>(
                Words::tr("Finding"), [](const Finding &row) { return findingTitle(*row.rule); },
                TableColumn<Finding>::Font::Strong),
            stake, textColumn<Finding>(Words::tr("Measured"), [](const Finding &row) { return findingSentence(row); }),
            textColumn<Finding>(Words::tr("What to do"), [](const Finding &row) { return findingAdvice(*row.rule); }),
            told};
}

std::vector<TableColumn<EvidenceRow>> evidenceColumns() {
    using Font = TableColumn<EvidenceRow>::Font;
    const auto text = [](const QString &title, QString EvidenceRow::*member, Font font) {
        return textColumn<EvidenceRow>(
            title, [member](const EvidenceRow &row) { return row.*member; }, font);
    };
    auto begin = text(Words::tr("Begin"), &EvidenceRow::start, Font::Code);
    auto duration = text(Words::tr("Duration"), &EvidenceRow::duration, Font::Code);
    begin.alignment = duration.alignment = Qt::AlignRight;
    return {text(Words::tr("Evidence"), &EvidenceRow::what, Font::Strong),
            text(Words::tr("Slice"), &EvidenceRow::name, Font::Code), duration, begin,
            text(Words::tr("Lane"), &EvidenceRow::lane, Font::Text)};
}

std::vector<TableColumn<LinkRow>> linkColumns() {
    using Font = TableColumn<LinkRow>::Font;
    const auto text = [](const QString &title, QString LinkRow::*member, Font font) {
        return textColumn<LinkRow>(
            title, [member](const LinkRow &row) { return row.*member; }, font);
    };
    auto certainty =
        textColumn<LinkRow>(Words::tr("Certainty"), [](const LinkRow &row) { return certaintyText(row.certainty); });
    certainty.key = [](const LinkRow &row) { return QVariant(int(row.certainty)); };
    certainty.definition =
        Words::tr("Certain: the node's full name stands in the kernel's. Likely: as many kernels of that "
                  "type and these shapes in a step as nodes in the graphs, taken in order. Possible: the "
                  "same by type alone.");
    return {certainty, text(Words::tr("Kernel"), &LinkRow::kernel, Font::Code),
            text(Words::tr("Type"), &LinkRow::type, Font::Text),
            text(Words::tr("Graph node"), &LinkRow::node, Font::Code),
            text(Words::tr("How it is known, or why not"), &LinkRow::how, Font::Text)};
}

std::vector<LinkRow> linkRows(const Session &session, int rank) {
    std::map<std::pair<int, int64_t>, QString> names;
    for (const Compilation &compilation : session.compilations)
        for (const GraphPtr &graph : compilation.final.graphs)
            for (const NodePtr &node : graph->nodes)
                names[{compilation.index, node->id.value}] =
                    QString::fromStdString(fullNodeName(*node).empty() ? node->name : fullNodeName(*node));
    std::vector<LinkRow> rows;
    const SliceFinder finder(session.trace);
    for (const ProfilePtr &profile : session.profiles) {
        const DataTable *kernels = profile->rank == rank ? profile->table("kernels") : nullptr;
        if (kernels == nullptr) continue;
        for (const KernelMatch &match : matchKernels(session, *kernels)) {
            if (rows.size() == mostLinks) return rows;
            const int64_t stream = kernels->integer(match.row, kernels->column("stream"));
            const auto node = names.find({match.node.compilation, match.node.node.value});
            rows.push_back({QString::fromStdString(kernels->text(match.row, kernels->column("name"))),
                            QString::fromStdString(kernels->text(match.row, kernels->column("type"))),
                            node == names.end() ? QString() : node->second, matchReasonText(match.how), match.certainty,
                            finder.at(rank, LaneKind::Stream, stream == missingInteger ? -1 : stream,
                                      kernels->integer(match.row, kernels->column("start"))),
                            match.node});
        }
    }
    return rows;
}

EvidenceRow evidenceRow(const Trace &trace, SliceId slice, const QString &what) {
    const Track &track = trace.trackAt(trace.trackOf(slice));
    return {what,
            QString::fromUtf8(trace.nameOf(slice).data(), int(trace.nameOf(slice).size())),
            QString::fromStdString(track.process + " · " + track.name),
            relativeTime(trace, trace.startOf(slice)),
            durationText(trace.durationOf(slice)),
            slice};
}

} // namespace advicepanel
} // namespace jitscope
