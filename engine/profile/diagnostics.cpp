// SPDX-License-Identifier: Apache-2.0
#include "engine/profile/diagnostics.h"

#include "engine/base/text.h"

namespace jitscope::inline profile {

std::string_view toString(DiagnosticKind kind) {
    switch (kind) {
    case DiagnosticKind::Note:
        return "note";
    case DiagnosticKind::Mended:
        return "mended";
    case DiagnosticKind::Skipped:
        return "skipped";
    case DiagnosticKind::Missing:
        return "missing";
    }
    return "";
}

void Diagnostics::add(DiagnosticKind kind, const std::string &file, const std::string &place,
                      const std::string &message, int64_t count) {
    for (Diagnostic &each : m_all)
        if (each.kind == kind && each.file == file && each.message == message) {
            each.count += count;
            return;
        }
    m_all.push_back({kind, file, place, message, count});
}

void Diagnostics::append(const Diagnostics &other) {
    for (const Diagnostic &each : other.m_all)
        add(each.kind, each.file, each.place, each.message, each.count);
}

int64_t Diagnostics::count(DiagnosticKind kind) const {
    int64_t sum = 0;
    for (const Diagnostic &each : m_all)
        if (each.kind == kind) sum += each.count;
    return sum;
}

std::string sentence(const Diagnostic &diagnostic) {
    std::string text = diagnostic.file.empty() ? diagnostic.message : diagnostic.file + ": " + diagnostic.message;
    std::string more;
    if (diagnostic.count != 1) more = format("%lld times", (long long)diagnostic.count);
    if (!diagnostic.place.empty()) more += (more.empty() ? "" : ", first at ") + diagnostic.place;
    return more.empty() ? text : text + " (" + more + ")";
}

} // namespace jitscope::inline profile
