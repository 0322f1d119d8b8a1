// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the pass list: headings of stages and cycles, passes with what they changed, cost and saved.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/ir/nodecounts.h"
#include "engine/session/compilation.h"
#include "engine/variants/passgains.h"
#include "engine/variants/stageverdicts.h"

#include <QSet>
#include <map>
#include <optional>

namespace jitscope {
inline namespace passespanel {

/** What a pass did in numbers; see ModuleDiff. */
struct PassCounts {
    int added = 0, removed = 0, changed = 0;
    int merged = 0;           ///< equal constants
    NodeCounts before, after; ///< of what changed something
};
/** One entry a pass; large graphs take a while, so this runs as a job. */
std::vector<PassCounts> countChanges(const std::vector<PassRecord> &passes);

/** What is worked out about a pass beside its log. */
struct PassFigures {
    std::optional<int64_t> bytesBefore, bytesAfter; ///< of intermediate values, by the plan of that stage
    std::optional<StageVerdict> verdict;
    std::optional<PassGain> gain;
    bool isTouched = false; ///< the chosen node became what it is in it, or became something else
};
/** By the index of the pass, or kernelStage. */
using FiguresByPass = std::map<int, PassFigures>;

/** What the pass is for, in the user's language. */
QString passSummary(const PassRecord &pass);

/** The stages of a compilation that are no passes, as PassRow::pass and PassList::passChosen() have them. */
constexpr int capturedStage = -2, kernelStage = -1;

struct PassRow {
    enum class Kind : uint8_t { Heading, Stage, Pass };
    Kind kind = Kind::Heading;
    QString name, toolTip;
    int pass = kernelStage; ///< Pass: its index; Stage: which
    bool isEffective = false;
    PassCounts counts;
    int64_t timeNs = -1;
    PassFigures figures;
    QString fold;          ///< Heading: what is folded by it, "" for nothing
    int depth = 0;         ///< Heading: 1 for a cycle below its stage
    bool isFolded = false; ///< Heading
};

enum class PassFilter : uint8_t { All, Effective };

/** What of a compilation is listed. */
struct PassView {
    QString filter;
    PassFilter which = PassFilter::All;
    QSet<QString> folded; ///< as PassRow::fold
};

/** The rows for a list, in the order of the pipeline: headings stand only over passes that are left. */
std::vector<PassRow> passRows(const Compilation &compilation, const std::vector<PassCounts> &counts,
                              const FiguresByPass &figures, const PassView &view);

std::vector<TableColumn<PassRow>> passColumns();

/** What of a row is written in a colour of its own. */
struct RowPart {
    QString text;
    QColor colour;
};

/** The signs and numbers of what changed. */
QList<RowPart> countParts(const PassCounts &counts);
/** Nodes, bytes, time saved, verdict, and whether the chosen node is touched; each where it is known. */
QList<RowPart> figureParts(const PassRow &row);

} // namespace passespanel
} // namespace jitscope
