// SPDX-License-Identifier: Apache-2.0
// What all tests share: reading test data, comparing texts readably, results as checks.
#pragma once

#include "engine/base/file.h"
#include "engine/base/result.h"
#include "engine/base/text.h"

#include <QtTest>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>

namespace jitscope::testing {

/** tests/data/<name>. */
inline std::string dataPath(const std::string &name) {
    return std::string(JITSCOPE_SOURCE_DIR "/tests/data/") + name;
}

/** Whether this is a test of the label `shared`: its samples are then the reference material beside the checkout. */
inline bool isOnReference() {
    return std::getenv("JITSCOPE_SHARED") != nullptr;
}

/** A file of the reference material. Only for tests of the label `shared`, which fail where it is absent. */
inline std::string sharedPath(const std::string &name) {
    const char *folder = std::getenv("JITSCOPE_SHARED");
    return std::string(folder == nullptr ? "JITSCOPE_SHARED is not set" : folder) + "/" + name;
}

/** What other programs write: made for this project (tests/data/samples), or the real thing with the label `shared`. */
inline std::string samplePath(const std::string &name) {
    return isOnReference() ? sharedPath("data/" + name) : dataPath("samples/" + name);
}

/** How long to wait for what takes at most `ms` on a busy machine: sanitized programs take many times longer. */
constexpr int scaledTimeout(int ms) {
#ifdef JITSCOPE_SANITIZED
    return 15 * ms;
#else
    return ms;
#endif
}

/**
 * What this thread computed since it was made, in ms of its own processor time: what a busy machine does beside counts
 * little. Limits on it catch work that grows with the wrong power and are many times what is needed; speed is measured
 * in tests/bench.
 */
class CpuTime {
public:
    CpuTime()
        : m_beginNs(threadNs()) {}
    double ms() const { return double(threadNs() - m_beginNs) * 1e-6; }
    bool isBelow(int limitMs) const { return ms() < scaledTimeout(limitMs); }

private:
    static int64_t threadNs() {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
    }

    int64_t m_beginNs;
};

inline std::string readText(const std::string &path) {
    auto text = readFile(path);
    return text ? *text : "cannot read " + path + ": " + text.error().message;
}

/** The first differing line with its neighbours, for messages. */
inline std::string firstDifference(const std::string &actual, const std::string &expected) {
    const auto a = split(actual, '\n'), b = split(expected, '\n');
    for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        const std::string left = i < a.size() ? a[i] : "<end>", right = i < b.size() ? b[i] : "<end>";
        if (left != right)
            return format("line %zu\n  actual:   %s\n  expected: %s", i + 1, left.c_str(), right.c_str());
    }
    return {};
}

/** True if JITSCOPE_REWRITE_EXPECTED=1: expected files are written anew and reviewed in the diff. */
inline bool rewriteExpected() {
    return std::getenv("JITSCOPE_REWRITE_EXPECTED") != nullptr;
}

/** Compares with tests/data/<name>, or rewrites it (see rewriteExpected). */
inline std::string differenceToFile(const std::string &actual, const std::string &name) {
    if (rewriteExpected()) {
        std::filesystem::create_directories(std::filesystem::path(dataPath(name)).parent_path());
        const auto written = writeFile(dataPath(name), actual);
        return written ? std::string() : written.error().message;
    }
    return firstDifference(actual, readText(dataPath(name)));
}

} // namespace jitscope::testing

#define COMPARE_TEXT(actual, expected)                                                                                 \
    do {                                                                                                               \
        const std::string difference_ = jitscope::testing::firstDifference(actual, expected);                          \
        QVERIFY2(difference_.empty(), difference_.c_str());                                                            \
    } while (false)

#define COMPARE_FILE(actual, name)                                                                                     \
    do {                                                                                                               \
        const std::string difference_ = jitscope::testing::differenceToFile(actual, name);                             \
        QVERIFY2(difference_.empty(), difference_.c_str());                                                            \
    } while (false)

#define VERIFY_RESULT(result)                                                                                          \
    do {                                                                                                               \
        QVERIFY2((result).ok(), (result).ok() ? "" : (result).error().message.c_str());                                \
    } while (false)
