// SPDX-License-Identifier: GPL-3.0-or-later
// The longest common run of words between the common beginning and end of both lines.
#include "app/graphview/wordmarks.h"

#include <QStringView>
#include <algorithm>

namespace jitscope {
inline namespace graphview {

namespace {

/** Beyond it what lies between beginning and end is one mark: the table grows with the square. */
constexpr size_t mostWords = 300;

bool isWordPart(QChar character) {
    return character.isLetterOrNumber() || character == QLatin1Char('_') || character == QLatin1Char('%') ||
           character == QLatin1Char('.') || character == QLatin1Char('@');
}

/** Names and numbers as a whole, all else character by character. */
std::vector<TextMark> wordsOf(const QString &text) {
    std::vector<TextMark> words;
    for (int at = 0; at < text.size();) {
        int end = at + 1;
        if (isWordPart(text[at]))
            while (end < text.size() && isWordPart(text[end]))
                ++end;
        words.push_back({at, end - at});
        at = end;
    }
    return words;
}

using Words = std::vector<TextMark>;

class Comparison {
public:
    Comparison(const QString &left, const QString &right)
        : m_texts{&left, &right}
        , m_words{wordsOf(left), wordsOf(right)} {}

    std::pair<Words, Words> marks() {
        const size_t shorter = std::min(m_words[0].size(), m_words[1].size());
        size_t begin = 0, end = 0;
        while (begin < shorter && isSame(begin, begin))
            ++begin;
        while (end < shorter - begin && isSame(m_words[0].size() - 1 - end, m_words[1].size() - 1 - end))
            ++end;
        markBetween(begin, m_words[0].size() - end, m_words[1].size() - end);
        return {m_marks[0], m_marks[1]};
    }

private:
    QStringView word(int side, size_t at) const {
        const TextMark &place = m_words[side][at];
        return QStringView(*m_texts[side]).mid(place.from, place.length);
    }
    bool isSame(size_t left, size_t right) const { return word(0, left) == word(1, right); }

    void mark(int side, size_t at) {
        const TextMark &place = m_words[side][at];
        Words &marks = m_marks[side];
        if (!marks.empty() && marks.back().from + marks.back().length == place.from)
            marks.back().length += place.length;
        else
            marks.push_back(place);
    }

    void markBetween(size_t begin, size_t leftEnd, size_t rightEnd) {
        const size_t n = leftEnd - begin, m = rightEnd - begin;
        std::vector<std::vector<int>> common;
        const bool isComparable = n <= mostWords && m <= mostWords;
        if (isComparable) common = commonCounts(begin, n, m);
        size_t i = 0, j = 0;
        while (i < n || j < m) {
            if (isComparable && i < n && j < m && isSame(begin + i, begin + j)) {
                ++i, ++j;
            } else if (j == m || (i < n && (!isComparable || common[i + 1][j] >= common[i][j + 1]))) {
                mark(0, begin + i++);
            } else {
                mark(1, begin + j++);
            }
        }
    }

    /** Of the words from i and from j on. */
    std::vector<std::vector<int>> commonCounts(size_t begin, size_t n, size_t m) const {
        std::vector<std::vector<int>> common(n + 1, std::vector<int>(m + 1, 0));
        for (size_t i = n; i-- > 0;)
            for (size_t j = m; j-- > 0;)
                common[i][j] = isSame(begin + i, begin + j) ? common[i + 1][j + 1] + 1
                                                            : std::max(common[i + 1][j], common[i][j + 1]);
        return common;
    }

    const QString *m_texts[2];
    Words m_words[2], m_marks[2];
};

} // namespace

std::pair<std::vector<TextMark>, std::vector<TextMark>> wordMarks(const QString &left, const QString &right) {
    return Comparison(left, right).marks();
}

} // namespace graphview
} // namespace jitscope
