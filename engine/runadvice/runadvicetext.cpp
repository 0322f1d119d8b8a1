// SPDX-License-Identifier: Apache-2.0
// Advice on a run for terminals and programs.
#include "engine/base/json.h"
#include "engine/base/phrase.h"
#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/runadvice/runadvice.h"

namespace jitscope::inline runadvice {

namespace {

void addKnown(JsonWriter &json, const char *name, int64_t number) {
    if (number >= 0)
        json.member(name, number);
    else
        json.key(name).null();
}

std::string lineOf(const RunEvidence &row) {
    std::string text = "    " + row.subject;
    if (!row.detail.empty()) text += "  " + row.detail;
    if (row.count >= 0) text += format("  x %lld", static_cast<long long>(row.count));
    if (row.ns >= 0) text += "  " + humanTime(row.ns);
    if (row.bytes >= 0) text += "  " + memorySize(row.bytes);
    if (row.op >= 0) text += format("  (#%lld)", static_cast<long long>(row.op));
    return text + "\n";
}

} // namespace

std::string sentence(const RunFinding &finding) {
    return filled(finding.rule->pattern, finding.measured.arguments);
}

std::string asText(const RunAdvice &advice) {
    std::string text;
    for (const RunFinding &finding : advice.findings) {
        text += std::string(finding.rule->title);
        if (finding.measured.concernsNs >= 0) text += " (at stake: " + humanTime(finding.measured.concernsNs) + ")";
        text += "\n  " + sentence(finding) + "\n  " + finding.rule->advice + "\n";
        for (const RunEvidence &row : finding.measured.evidence)
            text += lineOf(row);
        text += "\n";
    }
    if (advice.findings.empty()) text += "Nothing to advise.\n";
    text += "Looked at, nothing above the limit:\n";
    for (const RunFinding &passed : advice.passed)
        text += format("  %s: %.1f %% (limit %g %% %s)\n", passed.rule->title, passed.measured.value,
                       passed.rule->threshold, passed.rule->base);
    return text;
}

std::string asJson(const RunAdvice &advice) {
    JsonWriter json;
    json.beginObject().key("findings").beginArray();
    for (const RunFinding &finding : advice.findings) {
        json.beginObject().member("rule", finding.rule->id).member("title", finding.rule->title);
        json.member("sentence", sentence(finding)).member("advice", finding.rule->advice);
        json.member("percent", finding.measured.value).member("threshold_percent", finding.rule->threshold);
        addKnown(json, "at_stake_ns", finding.measured.concernsNs);
        json.key("evidence").beginArray();
        for (const RunEvidence &row : finding.measured.evidence) {
            json.beginObject().member("subject", row.subject).member("detail", row.detail);
            addKnown(json, "count", row.count);
            addKnown(json, "ns", row.ns);
            addKnown(json, "bytes", row.bytes);
            addKnown(json, "op", row.op);
            addKnown(json, "compilation", row.compilation);
            json.endObject();
        }
        json.endArray().endObject();
    }
    json.endArray().key("passed").beginArray();
    for (const RunFinding &passed : advice.passed)
        json.value(passed.rule->id);
    json.endArray().key("passed_percent").beginObject();
    for (const RunFinding &passed : advice.passed)
        json.member(passed.rule->id, passed.measured.value);
    return json.endObject().endObject().text();
}

} // namespace jitscope::inline runadvice
