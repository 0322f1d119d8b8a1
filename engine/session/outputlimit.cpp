// SPDX-License-Identifier: Apache-2.0
#include "engine/session/outputlimit.h"

#include "engine/base/text.h"
#include "engine/session/records.h"

#include <algorithm>
#include <cstdio>

namespace jitscope::inline session {

namespace {

constexpr size_t outputLimit = 8 << 20; ///< characters of printed text that are kept
constexpr const char *letGoPattern = "[%lld earlier lines are not kept]\n";

/** How many lines a text that was put in their place speaks of; 0 for any other text. */
int64_t lettingGo(const std::string &text) {
    long long lines = 0;
    const bool isRead = std::sscanf(text.c_str(), letGoPattern, &lines) == 1;
    return isRead && text == format(letGoPattern, lines) ? lines : 0;
}

} // namespace

void boundOutput(std::vector<OutputChunk> &output) {
    size_t size = 0;
    for (const OutputChunk &chunk : output)
        size += chunk.text.size();
    if (size <= outputLimit + outputLimit / 4) return;
    int64_t lines = lettingGo(output.front().text);
    size_t first = lines > 0 ? 1 : 0;
    while (size > outputLimit && first + 1 < output.size()) {
        const std::string &text = output[first++].text;
        size -= text.size();
        lines += std::count(text.begin(), text.end(), '\n');
    }
    output.erase(output.begin(), output.begin() + ptrdiff_t(first));
    output.insert(output.begin(), {false, format(letGoPattern, static_cast<long long>(lines))});
}

} // namespace jitscope::inline session
