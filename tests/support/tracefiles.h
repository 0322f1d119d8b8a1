// SPDX-License-Identifier: Apache-2.0
// Trace files for tests: written with ' for ", read back as text.
#pragma once

#include "engine/reading/tracejson.h"
#include "tests/support/testing.h"

#include <QTemporaryDir>

#include <algorithm>

namespace jitscope::testing {

/** JSON with its quotes written as ', which neither C++ nor moc stumbles over. */
inline std::string json(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

/** A folder for one test with trace files in it. */
class TraceFolder {
public:
    std::string write(const std::string &text, const std::string &name = "trace.json") const {
        const std::string path = m_folder.filePath(QString::fromStdString(name)).toStdString();
        if (const auto written = writeFile(path, text); !written) qFatal("%s", written.error().message.c_str());
        return path;
    }
    std::string path(const std::string &name) const {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }
    Result<TraceJson> read(const std::string &text, const TraceJsonOptions &options = {}) const {
        return readTraceJson({write(text)}, options);
    }

private:
    QTemporaryDir m_folder;
};

/** The sentences of all diagnostics, one a line. */
inline std::string sentences(const Diagnostics &diagnostics) {
    std::string text;
    for (const Diagnostic &each : diagnostics.all())
        text += std::string(toString(each.kind)) + ": " + sentence(each) + "\n";
    return text;
}

/** A trace and its diagnostics, or why there is none. */
inline std::string printed(const Result<TraceJson> &read) {
    return read ? printTrace(read->trace) + sentences(read->diagnostics) : "error: " + read.error().message + "\n";
}

} // namespace jitscope::testing
