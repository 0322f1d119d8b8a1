// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the selected thing besides its values, as rows of name and text.
#pragma once

#include "engine/session/provenance.h"

#include <QString>
#include <vector>

namespace jitscope {
inline namespace inspectorpanel {

struct Fact {
    QString name, text;
    bool code = false; ///< shown in the code font
};

/** Of the operator, node, kernel and slice of `anchor`, as far as each is known. */
std::vector<Fact> factsOf(const Session &session, const Anchor &anchor);

/** One tensor that the selected operator took or gave. */
struct OperandRow {
    QString role; ///< "input 1", "output"
    int64_t tensor = -1;
    int64_t producer = -1; ///< the operator that gave it, or -1
    QString type, producerText;
};
std::vector<OperandRow> operandsOf(const Session &session, const OpEvent &op);

} // namespace inspectorpanel
} // namespace jitscope
