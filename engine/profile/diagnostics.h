// SPDX-License-Identifier: Apache-2.0
// What a reader skipped or mended: every event that is not shown as it stands in the file is counted here, with the
// first place of its kind, so that nothing is dropped in silence.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jitscope::inline profile {

enum class DiagnosticKind : uint8_t {
    Note,    ///< how the input was understood: "the database was read, not the text files"
    Mended,  ///< shown, but not as it is written: a missing bracket, an end without a duration
    Skipped, ///< not shown
    Missing, ///< a file, table or column that something needs
};
std::string_view toString(DiagnosticKind kind);

struct Diagnostic {
    DiagnosticKind kind = DiagnosticKind::Note;
    std::string file;    ///< as named to the user, "" for the input as a whole
    std::string place;   ///< of the first: "byte 1,234", "line 5", "row 3 of TASK"; "" for none
    std::string message; ///< a sentence of one such thing: "a flow ends without a beginning"
    int64_t count = 1;
    bool operator==(const Diagnostic &) const = default;
};

/** Gathers them: equal kind, file and message are counted together. */
class Diagnostics {
public:
    void add(DiagnosticKind kind, const std::string &file, const std::string &place, const std::string &message,
             int64_t count = 1);
    void append(const Diagnostics &other);
    const std::vector<Diagnostic> &all() const { return m_all; }
    int64_t count(DiagnosticKind kind) const;

private:
    std::vector<Diagnostic> m_all;
};

/** "trace_view.json: a flow ends without a beginning (5 times, first at byte 1,234)" */
std::string sentence(const Diagnostic &diagnostic);

} // namespace jitscope::inline profile
