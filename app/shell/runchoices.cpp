// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runchoices.h"

#include <QCoreApplication>

#include <algorithm>

namespace jitscope {

namespace {

std::string infoOf(const Session &session, const std::string &key) {
    const auto found = session.info.find(key);
    return found == session.info.end() ? std::string() : found->second;
}

/** The recording says "PYNATIVE_MODE" or "pynative", whichever its producer uses. */
std::string modeInForce(const Session &session) {
    std::string mode = infoOf(session, "mode");
    std::transform(mode.begin(), mode.end(), mode.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    if (mode.starts_with("graph")) return "graph";
    return mode.starts_with("pynative") ? "pynative" : "";
}

std::string levelInForce(const Session &session) {
    return session.compilations.empty() ? std::string() : session.compilations.back().jitLevel;
}

std::string deviceInForce(const Session &session) {
    return infoOf(session, "device");
}

} // namespace

const QList<RunChoice> &runChoices() {
    static const QList<RunChoice> all = {
        {"mode",
         QT_TRANSLATE_NOOP("RunChoices", "Mode"),
         {{"pynative", QT_TRANSLATE_NOOP("RunChoices", "PyNative"),
           QT_TRANSLATE_NOOP("RunChoices", "Run operator by operator")},
          {"graph", QT_TRANSLATE_NOOP("RunChoices", "Graph"),
           QT_TRANSLATE_NOOP("RunChoices", "Compile cells and run them as graphs")}},
         &RunOptions::mode,
         modeInForce},
        {"level",
         QT_TRANSLATE_NOOP("RunChoices", "Graph level"),
         {{"O0", "O0", QT_TRANSLATE_NOOP("RunChoices", "Graph optimizations and pattern fusions only")},
          {"O1", "O1", QT_TRANSLATE_NOOP("RunChoices", "Also fuse element-wise operators into compiled kernels")}},
         &RunOptions::jitLevel,
         levelInForce},
        {"device",
         QT_TRANSLATE_NOOP("RunChoices", "Device"),
         {{"CPU", "CPU", QT_TRANSLATE_NOOP("RunChoices", "Compute on this machine")},
          {"Ascend", QT_TRANSLATE_NOOP("RunChoices", "Ascend · simulated"),
           QT_TRANSLATE_NOOP("RunChoices", "Compute on this machine and simulate the timeline of an Ascend device")}},
         &RunOptions::device,
         deviceInForce},
    };
    return all;
}

} // namespace jitscope
