// SPDX-License-Identifier: Apache-2.0
// Where in the user's files something came from.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace jitscope::inline base {

/** A range of source text. Lines count from 1, columns from 0 (as in Python's ast and in MindSpore's `# In file`). */
struct SourceSpan {
    std::string file;
    int line = 0;
    int endLine = 0;
    int column = 0;
    int endColumn = 0;
    std::string text; ///< the first line of the range as written, for dumps that must show it without the file

    bool operator==(const SourceSpan &) const = default;
};

/** A call chain of spans, innermost first; shared because thousands of nodes carry the same one. Null means none. */
using SpanList = std::shared_ptr<const std::vector<SourceSpan>>;

} // namespace jitscope::inline base
