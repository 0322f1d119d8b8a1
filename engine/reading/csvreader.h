// SPDX-License-Identifier: Apache-2.0
// Rows of comma-separated text of any length, one after the other, with what profilers do to it: quoted cells of
// several lines, TAB behind time stamps, byte order mark, CRLF, a comma at the end of every line.
#pragma once

#include "engine/base/progress.h"
#include "engine/base/result.h"
#include "engine/reading/inputfile.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline reading {

class CsvReader {
public:
    /** Of a file that is read by pieces. */
    static Result<CsvReader> open(const std::string &path, Progress *progress = nullptr);
    /** Of text in memory. */
    explicit CsvReader(std::string text);

    /** The next row that is not empty; false at the end, fails where the file cannot be read. The cells are valid until
        the next call, unquoted and without white space at their ends. */
    Result<bool> next();
    const std::vector<std::string_view> &cells() const { return m_cells; }
    int64_t line() const { return m_rowLine; } ///< on which the row begins, from 1

    bool endsInQuotes() const { return m_endsInQuotes; } ///< the last cell was never closed: the file was cut off
    int64_t bytes() const { return m_file ? m_file->size() : int64_t(m_text.size()); }

private:
    /** A cell as a stretch of m_text; unquoted ones with quotes in them stand in m_unescaped. */
    struct Stretch {
        size_t begin = 0, end = 0;
        bool isUnescaped = false;
    };
    explicit CsvReader(std::shared_ptr<const InputFile> file, Progress *progress);
    Result<bool> readMore();
    void skipByteOrderMark();
    /** One row from m_at on; false when it does not end in the text that is there. */
    bool takeRow();
    bool takeCell();
    bool takeQuoted();
    bool endCell(size_t end);
    void showCells();

    std::shared_ptr<const InputFile> m_file;
    Progress *m_progress = nullptr;
    std::string m_text; ///< the piece of the file at hand
    size_t m_at = 0;
    int64_t m_offset = 0; ///< up to which the file was read
    bool m_isAll = false; ///< nothing comes behind m_text
    bool m_endsInQuotes = false;
    bool m_rowEnds = false;
    int64_t m_line = 1, m_rowLine = 1, m_linesOfRow = 0;
    std::vector<Stretch> m_stretches;
    std::string m_unescaped;
    std::vector<std::string_view> m_cells;
};

} // namespace jitscope::inline reading
