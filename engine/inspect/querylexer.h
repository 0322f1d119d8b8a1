// SPDX-License-Identifier: Apache-2.0
// The words of a query.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline inspect {

struct QueryToken {
    enum class Kind : uint8_t { Word, Number, Text, Key, Symbol, End };

    Kind kind = Kind::End;
    std::string text;  ///< Word, Text (without quotes), Symbol; Key: what stands before the colon
    std::string value; ///< Key: what stands behind it
    double number = 0; ///< Number; times in nanoseconds
    bool isTime = false;
    bool spaceBefore = false, spaceAfter = false;
    int column = 1; ///< from 1
};

/** The last token is End. The error names the column of what cannot be read. */
Result<std::vector<QueryToken>> queryTokens(std::string_view text);

/** The names that may stand before a colon: `scope:fc`. */
bool isQueryKey(std::string_view word);

/** The error of everything that reads queries. */
Error queryError(int column, const std::string &sentence);

} // namespace jitscope::inline inspect
