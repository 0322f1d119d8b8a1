// SPDX-License-Identifier: Apache-2.0
// Writes and reads notes of compilations as lines of fields.
#include "engine/session/compiledetails.h"

#include "engine/base/text.h"
#include "engine/session/session.h"

#include <charconv>

namespace jitscope::inline session {

namespace {

constexpr std::string_view keyBegin = "compile notes ";

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\') result += "\\\\";
        if (c == '\t') result += "\\t";
        if (c == '\n') result += "\\n";
        if (c != '\\' && c != '\t' && c != '\n') result += c;
    }
    return result;
}

std::string unescaped(std::string_view text) {
    std::string result;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            result += text[i];
            continue;
        }
        const char c = text[++i];
        result += c == 't' ? '\t' : c == 'n' ? '\n' : c;
    }
    return result;
}

std::string field(const std::string &text) {
    return "\t" + escaped(text);
}
std::string field(int64_t number) {
    return "\t" + std::to_string(number);
}

/** The fields of one line; what is not there reads as empty or 0, and then isRecord() is false. */
class Fields {
public:
    explicit Fields(const std::string &line)
        : m_fields(split(line, '\t')) {}

    const std::string &kind() const { return m_fields.front(); }
    bool isRecord(size_t count) const { return m_isSound && m_fields.size() == count + 1; }
    std::string text(size_t place) const { return place < m_fields.size() ? unescaped(m_fields[place]) : ""; }
    int64_t number(size_t place) {
        int64_t value = 0;
        const std::string digits = place < m_fields.size() ? m_fields[place] : "";
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        m_isSound = m_isSound && error == std::errc() && end == digits.data() + digits.size();
        return value;
    }

private:
    std::vector<std::string> m_fields;
    bool m_isSound = true;
};

void readLine(Fields fields, CompileNotes &notes) {
    if (fields.kind() == "line") {
        CaptureLine line{fields.text(1),   int(fields.number(2)), fields.number(3),
                         fields.number(4), fields.number(5),      fields.number(6)};
        if (fields.isRecord(6)) notes.lines.push_back(std::move(line));
    } else if (fields.kind() == "fact") {
        const int64_t kind = fields.number(1);
        const bool isKnown = kind >= 0 && kind <= int64_t(CompileFact::Kind::Training);
        if (isKnown && fields.isRecord(3))
            notes.facts.push_back({CompileFact::Kind(kind), fields.text(2), fields.text(3)});
    } else if (fields.kind() == "rule") {
        RuleTime rule{int(fields.number(1)), fields.text(2), fields.number(3), fields.number(4)};
        if (fields.isRecord(4)) notes.rules.push_back(std::move(rule));
    } else if (fields.kind() == "front end") {
        if (fields.isRecord(1)) notes.frontEnd = fields.text(1);
    } else if (fields.kind() == "snapshots") {
        const int64_t timeNs = fields.number(1);
        if (fields.isRecord(1)) notes.snapshotNs = timeNs;
    } else if (fields.kind() == "llvm") {
        LlvmPart part{fields.text(1), fields.text(2), fields.number(3), fields.number(4)};
        if (fields.isRecord(4)) notes.llvm.push_back(std::move(part));
    } else if (fields.kind() == "run") {
        const int64_t kind = fields.number(1);
        const CompileRun run{CompileRun::Kind(kind), fields.number(2), fields.number(3), fields.number(4)};
        const bool isKnown = kind >= 0 && kind <= int64_t(CompileRun::Kind::LlvmPart);
        if (isKnown && fields.isRecord(4)) notes.runs.push_back(run);
    }
}

} // namespace

std::string compileNotesKey(int compilation) {
    return std::string(keyBegin) + std::to_string(compilation);
}

bool isCompileNotesKey(std::string_view key) {
    return key.starts_with(keyBegin);
}

int compilationOfNotesKey(std::string_view key) {
    if (!isCompileNotesKey(key)) return -1;
    key.remove_prefix(keyBegin.size());
    int compilation = -1;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), compilation);
    return error == std::errc() && end == key.data() + key.size() ? compilation : -1;
}

std::string compileNotesText(const CompileNotes &notes) {
    std::string text = "{}\n"; // as all that is kept with a session and is nothing to read
    if (!notes.frontEnd.empty()) text += "front end" + field(notes.frontEnd) + "\n";
    for (const CaptureLine &each : notes.lines)
        text += "line" + field(each.file) + field(each.line) + field(each.startNs) + field(each.timeNs) +
                field(each.inferenceNs) + field(each.turns) + "\n";
    for (const CompileFact &each : notes.facts)
        text += "fact" + field(int64_t(each.kind)) + field(each.name) + field(each.text) + "\n";
    for (const RuleTime &each : notes.rules)
        text += "rule" + field(each.pass) + field(each.rule) + field(each.timeNs) + field(each.count) + "\n";
    if (notes.snapshotNs > 0) text += "snapshots" + field(notes.snapshotNs) + "\n";
    for (const LlvmPart &each : notes.llvm)
        text += "llvm" + field(each.kernel) + field(each.name) + field(each.timeNs) + field(each.count) + "\n";
    for (const CompileRun &each : notes.runs)
        text += "run" + field(int64_t(each.kind)) + field(each.place) + field(each.startNs) + field(each.timeNs) + "\n";
    return text;
}

CompileNotes readCompileNotes(std::string_view text) {
    CompileNotes notes;
    while (!text.empty()) {
        const size_t end = text.find('\n');
        readLine(Fields(std::string(text.substr(0, end))), notes);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return notes;
}

CompileNotes compileNotes(const Session &session, int compilation) {
    const auto found = session.info.find(compileNotesKey(compilation));
    return found == session.info.end() ? CompileNotes() : readCompileNotes(found->second);
}

} // namespace jitscope::inline session
