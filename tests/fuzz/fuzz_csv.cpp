// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target for the readers of comma-separated tables and of the JSON beside them: no bytes may crash them,
// and a table read twice has the same rows whichever way its columns are told.
//
// Built and run by tests/fuzz/run.
#include "plugins/ascend_profiler/csvrules.h"
#include "plugins/ascend_profiler/sidejson.h"

#include <cstdlib>

using namespace jitscope;

namespace {

void readAsTable(const std::string &text) {
    const auto &rules = profilerCsvRules();
    const CsvTableRule &rule = rules[text.size() % rules.size()]; // one a run, which keeps runs short
    const auto any = readCsvText(text, nullptr, "any");
    const auto known = readCsvText(text, &rule, "");
    if (known.ok() != any.ok()) std::abort();
    if (any && known->table.rowCount() != any->table.rowCount()) std::abort();
}

void readAsJson(const std::string &text) {
    const auto document = JsonDocument::parse(text);
    if (!document) return;
    Profile profile;
    takeProfilerInfo(*document, profile);
    takeProfilerMetadata(*document, profile);
    takeDeviceInfo(*document, profile);
    (void)communicationTables(*document);
    (void)matrixTables(*document);
    (void)clusterCommunicationTables(*document);
    (void)clusterMatrixTables(*document);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const std::string text(reinterpret_cast<const char *>(bytes), size);
    readAsTable(text);
    readAsJson(text);
    return 0;
}
