// SPDX-License-Identifier: GPL-3.0-or-later
// Which words of two lines differ.
#pragma once

#include <QString>
#include <utility>
#include <vector>

namespace jitscope {
inline namespace graphview {

/** A stretch of characters: where it begins, how long it is. */
struct TextMark {
    int from = 0, length = 0;
    bool operator==(const TextMark &) const = default;
};

/** The words of either line that the other one lacks; neighbours are one mark. */
std::pair<std::vector<TextMark>, std::vector<TextMark>> wordMarks(const QString &left, const QString &right);

} // namespace graphview
} // namespace jitscope
