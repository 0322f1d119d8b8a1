// SPDX-License-Identifier: GPL-3.0-or-later
// Why calls were not joined, as rows of tables: each candidate with the predicate that failed, its operands and the
// smallest change; and the predicates with what each would have saved.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/variants/counterfactual.h"

namespace jitscope {
inline namespace passespanel {

struct WhyNotRow {
    QString predicate; ///< "users of MatMul"; of calls that were joined, what joined them
    QString actual, needs, nodes, rule, pass, change;
    QString sentence;
    qint64 bytes = -1;                         ///< -1: not known
    std::optional<RefusedCandidate> candidate; ///< none: the calls were joined, or all of a function is meant
    Counterfactual counterfactual;
};

struct PredicateRow {
    QString name;  ///< "" for all of them
    QString about; ///< "users", "shape"
    int count = 0;
    qint64 bytes = -1; ///< -1: not known of any of them
};

/** An answer, made in a job. */
struct WhyNotAnswer {
    QString heading;
    std::vector<WhyNotRow> rows;
    std::vector<PredicateRow> predicates; ///< of the rows
    bool isAsked = false;                 ///< there was something to ask about; else `heading` says what is missing
};

/** Of the whole compilation. */
WhyNotAnswer allRefusals(const Compilation &compilation);
/** Of two nodes of any stage, or of all that one of them was looked at with. */
WhyNotAnswer refusalsOf(const Compilation &compilation, const std::vector<NodeId> &nodes);
/** What stopped a kernel from growing. */
WhyNotAnswer refusalsAtBorder(const Compilation &compilation, const std::string &kernel);

std::vector<TableColumn<WhyNotRow>> whyNotColumns();
std::vector<TableColumn<PredicateRow>> predicateColumns();

} // namespace passespanel
} // namespace jitscope
