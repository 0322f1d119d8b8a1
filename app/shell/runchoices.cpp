// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runchoices.h"

#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace jitscope {
inline namespace shell {

namespace {

std::string infoOf(const Session &session, const std::string &key) {
    const auto found = session.info.find(key);
    return found == session.info.end() ? std::string() : found->second;
}

std::vector<std::string> unlessEmpty(const std::string &word) {
    return word.empty() ? std::vector<std::string>() : std::vector<std::string>{word};
}

/** The recording says "PYNATIVE_MODE" or "pynative", whichever its producer uses. */
std::vector<std::string> modeInForce(const Session &session) {
    std::string mode = infoOf(session, "mode");
    std::transform(mode.begin(), mode.end(), mode.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    if (mode.starts_with("graph")) return {"graph"};
    return unlessEmpty(mode.starts_with("pynative") ? "pynative" : "");
}

std::vector<std::string> levelInForce(const Session &session) {
    std::set<std::string> levels;
    for (const Compilation &compilation : session.compilations)
        if (!compilation.jitLevel.empty()) levels.insert(compilation.jitLevel);
    return {levels.begin(), levels.end()};
}

std::vector<std::string> deviceInForce(const Session &session) {
    return unlessEmpty(infoOf(session, "device"));
}

} // namespace

const QList<RunChoice> &runChoices() {
    static const QList<RunChoice> all = {
        {"mode",
         QT_TRANSLATE_NOOP("RunChoices", "Mode"),
         QT_TRANSLATE_NOOP("RunChoices", "Mode"),
         "mode",
         {{"pynative", QT_TRANSLATE_NOOP("RunChoices", "PyNative"),
           QT_TRANSLATE_NOOP("RunChoices", "Run operator by operator")},
          {"graph", QT_TRANSLATE_NOOP("RunChoices", "Graph"),
           QT_TRANSLATE_NOOP("RunChoices", "Compile cells and run them as graphs")}},
         &RunOptions::mode,
         modeInForce},
        {"level",
         QT_TRANSLATE_NOOP("RunChoices", "Graph level"),
         QT_TRANSLATE_NOOP("RunChoices", "Level"),
         "jit_level",
         {{"O0", "O0", QT_TRANSLATE_NOOP("RunChoices", "Graph optimizations and pattern fusions only")},
          {"O1", "O1", QT_TRANSLATE_NOOP("RunChoices", "Also fuse element-wise operators into compiled kernels")}},
         &RunOptions::jitLevel,
         levelInForce},
        {"device",
         QT_TRANSLATE_NOOP("RunChoices", "Device"),
         QT_TRANSLATE_NOOP("RunChoices", "Device"),
         "device_target",
         {{"CPU", "CPU", QT_TRANSLATE_NOOP("RunChoices", "Compute on this machine")},
          {"Ascend", QT_TRANSLATE_NOOP("RunChoices", "Ascend · simulated"),
           QT_TRANSLATE_NOOP("RunChoices", "Compute on this machine and simulate the timeline of an Ascend device")}},
         &RunOptions::device,
         deviceInForce},
    };
    return all;
}

RunChoiceOption scriptsWord() {
    return {"", QT_TRANSLATE_NOOP("RunChoices", "As the script says"),
            QT_TRANSLATE_NOOP("RunChoices", "Force nothing")};
}

const RunChoiceOption *optionOf(const RunChoice &choice, const std::string &value) {
    const auto found = std::find_if(choice.options.begin(), choice.options.end(),
                                    [&value](const RunChoiceOption &option) { return value == option.value; });
    return found == choice.options.end() ? nullptr : &*found;
}

QStringList forcedSettings(const RunOptions &options) {
    QStringList words;
    for (const RunChoice &choice : runChoices())
        if (const std::string &value = options.*choice.field; !value.empty())
            words.append(QLatin1String(choice.setting) + QLatin1Char('=') + QString::fromStdString(value));
    return words;
}

} // namespace shell
} // namespace jitscope
