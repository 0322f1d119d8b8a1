// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/csvreader.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cstring>

namespace jitscope::inline reading {

namespace {

constexpr size_t pieceBytes = size_t(1) << 20;
constexpr size_t longestRow = size_t(256) << 20; // nobody's call stack; a quote that is never closed
constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

std::string_view withoutBlanks(std::string_view text) {
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

} // namespace

CsvReader::CsvReader(std::shared_ptr<const InputFile> file, Progress *progress)
    : m_file(std::move(file))
    , m_progress(progress) {}

CsvReader::CsvReader(std::string text)
    : m_text(std::move(text))
    , m_isAll(true) {
    skipByteOrderMark();
}

Result<CsvReader> CsvReader::open(const std::string &path, Progress *progress) {
    auto file = InputFile::open(path);
    if (!file) return file.error();
    CsvReader reader(*std::move(file), progress);
    if (const auto read = reader.readMore(); !read) return read.error();
    reader.skipByteOrderMark();
    return reader;
}

void CsvReader::skipByteOrderMark() {
    if (m_text.starts_with(byteOrderMark)) m_at = byteOrderMark.size();
}

/** Lets go of the rows that were given and reads behind what is left; false at the end of the file. */
Result<bool> CsvReader::readMore() {
    if (m_progress != nullptr && m_progress->isCancelled()) return Error{"opening was cancelled"};
    m_text.erase(0, m_at);
    m_at = 0;
    const size_t kept = m_text.size();
    if (kept > longestRow)
        return Error{m_file->path() + format(": the row at line %lld does not end within 256 MB: a quote is not closed",
                                             (long long)m_line)};
    const size_t wanted = std::max(pieceBytes, kept); // a long row is looked at again: twice as much each time
    m_text.resize(kept + wanted);
    const auto read = m_file->read(m_text.data() + kept, int64_t(wanted), m_offset);
    if (!read) return read.error();
    m_text.resize(kept + size_t(*read));
    m_offset += *read;
    m_isAll = m_offset >= m_file->size() || *read == 0;
    if (m_progress != nullptr) m_progress->advance(*read);
    return *read > 0;
}

Result<bool> CsvReader::next() {
    for (;;) {
        if (m_at == m_text.size() && m_isAll) return false;
        if (!takeRow()) {
            if (const auto more = readMore(); !more) return more.error();
            continue;
        }
        m_rowLine = m_line;
        m_line += m_linesOfRow;
        showCells();
        if (m_cells.size() > 1 || !m_cells.front().empty()) return true;
    }
}

bool CsvReader::takeRow() {
    const size_t begin = m_at;
    m_stretches.clear();
    m_unescaped.clear();
    m_linesOfRow = 0;
    m_rowEnds = false;
    while (!m_rowEnds)
        if (!takeCell()) {
            m_at = begin;
            return false;
        }
    return true;
}

bool CsvReader::takeCell() {
    if (m_at < m_text.size() && m_text[m_at] == '"') return takeQuoted();
    const char *const begin = m_text.data() + m_at;
    const char *const all = m_text.data() + m_text.size();
    const char *end = begin;
    while (end < all && *end != ',' && *end != '\n')
        ++end;
    if (!endCell(size_t(end - m_text.data()))) return false;
    m_stretches.push_back({size_t(begin - m_text.data()), size_t(end - m_text.data()), false});
    return true;
}

/** Steps over what ends a cell at `end`; false when more text may belong to it. */
bool CsvReader::endCell(size_t end) {
    if (end == m_text.size()) {
        if (!m_isAll) return false;
        m_rowEnds = true;
        ++m_linesOfRow;
        m_at = end;
        return true;
    }
    m_rowEnds = m_text[end] == '\n';
    if (m_rowEnds) ++m_linesOfRow;
    m_at = end + 1;
    return true;
}

bool CsvReader::takeQuoted() {
    const size_t unescapedBegin = m_unescaped.size();
    size_t begin = m_at + 1;
    for (;;) {
        const void *found = std::memchr(m_text.data() + begin, '"', m_text.size() - begin);
        const size_t quote = found ? size_t(static_cast<const char *>(found) - m_text.data()) : m_text.size();
        if (quote + 1 >= m_text.size() && !m_isAll) return false;
        m_unescaped.append(m_text, begin, quote - begin);
        begin = quote + 1;
        if (quote == m_text.size()) m_endsInQuotes = true;
        if (begin >= m_text.size()) break;
        if (m_text[begin] != '"') break;
        m_unescaped += '"';
        ++begin;
    }
    // What stands behind the closing quote belongs to the cell: profilers write "..."TAB.
    begin = std::min(begin, m_text.size());
    const size_t end = std::min(m_text.find_first_of(",\n", begin), m_text.size());
    m_unescaped.append(m_text, begin, end - begin);
    m_linesOfRow += std::count(m_unescaped.begin() + int64_t(unescapedBegin), m_unescaped.end(), '\n');
    if (!endCell(end)) return false;
    m_stretches.push_back({unescapedBegin, m_unescaped.size(), true});
    return true;
}

void CsvReader::showCells() {
    m_cells.resize(m_stretches.size());
    for (size_t i = 0; i < m_stretches.size(); ++i) {
        const Stretch &stretch = m_stretches[i];
        const std::string &from = stretch.isUnescaped ? m_unescaped : m_text;
        m_cells[i] = withoutBlanks({from.data() + stretch.begin, stretch.end - stretch.begin});
    }
}

} // namespace jitscope::inline reading
