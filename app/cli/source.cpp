// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/source.h"

#include "app/cli/command.h"
#include "app/sdk/devicemodels.h"
#include "app/sdk/pluginswitches.h"
#include "engine/ascend/runprofile.h"
#include "engine/ascend/simulator.h"
#include "engine/base/text.h"
#include "engine/python/host.h"
#include "engine/python/interpreter.h"
#include "engine/session/compilation.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace jitscope {
inline namespace cli {

namespace {

bool isScript(const std::string &path) {
    return path.size() > 3 && path.compare(path.size() - 3, 3, ".py") == 0 && !std::filesystem::is_directory(path);
}

void writeThrough(bool isError, const std::string &text) {
    std::FILE *stream = isError ? stderr : stdout;
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fflush(stream);
}

std::optional<int> asIndex(const std::string &text) {
    if (text.empty() || text.size() > 9) return std::nullopt;
    if (!std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); })) return std::nullopt;
    return std::stoi(text);
}

/** "1.5:2.25", in seconds. */
std::optional<TimeWindow> asWindow(const std::string &text) {
    constexpr double nsPerSecond = 1e9, mostSeconds = 9e9;
    double from = 0, to = 0;
    int used = 0;
    if (std::sscanf(text.c_str(), "%lf:%lf%n", &from, &to, &used) != 2 || size_t(used) != text.size())
        return std::nullopt;
    if (!(from >= 0 && to > from && to < mostSeconds)) return std::nullopt;
    return TimeWindow{int64_t(from * nsPerSecond), int64_t(to * nsPerSecond)};
}

std::string lastPart(const std::string &name) {
    return name.substr(name.rfind('.') + 1);
}

} // namespace

void loadAllPlugins(const Arguments &arguments) {
    QStringList asked;
    for (const std::string &each : arguments.values("--plugins"))
        asked << QString::fromStdString(each);
    for (const QString &problem : loadWantedPlugins({}, asked))
        tell("plugin not loaded: " + problem.toStdString());
    for (const QString &message : loadUserDeviceModels())
        tell("device model not loaded: " + message.toStdString());
}

Result<void> chooseModel(const Arguments &arguments) {
    return arguments.has("--device-model") ? chooseDeviceModel(arguments.value("--device-model")) : Result<void>();
}

Result<std::string> placeToSave(const std::string &path) {
    if (path.empty()) return path;
    std::error_code failed;
    const std::filesystem::path whole = std::filesystem::absolute(path, failed);
    if (failed) return Error{path + ": cannot be found from here: " + failed.message()};
    const std::filesystem::path folder = whole.parent_path();
    if (!std::filesystem::is_directory(folder, failed)) return Error{folder.string() + ": no such folder to save in"};
    if (const auto possible = checkSavePath(whole.string()); !possible) return possible.error();
    return whole.string();
}

Source runScript(const std::string &path, const RunOptions &options, ScriptOutput output) {
    Source source;
    Recorder::instance().restart();
    ProgramEvents events;
    events.output = [output](bool isError, const std::string &text) {
        writeThrough(isError || output == ScriptOutput::ToStderr, text);
    };
    Interpreter interpreter(std::move(events));
    python::setLastScript();
    interpreter.runScript(path, options);
    source.outcome = interpreter.wait();
    source.session = Recorder::instance().take();
    if (source.session.info["device"] == "Ascend") {
        const DeviceModel model = currentDeviceModel();
        const SimulatedRun simulated = simulateWhole(model, source.session, simulationOptions(source.session.info));
        source.session.trace.append(simulated.trace);
        source.session.profiles.push_back(std::make_shared<const Profile>(profileOfRun(model, simulated.run)));
    }
    return source;
}

Result<Source> loadSource(const std::string &path, const RunOptions &options, const ImportOptions &reading) {
    if (!std::filesystem::exists(path)) return Error{path + ": no such file or directory"};
    if (isScript(path)) return runScript(path, options, ScriptOutput::ToStderr);
    auto session = openPath(path, reading);
    if (!session) return session.error();
    Source source;
    source.session = std::move(*session);
    return source;
}

Result<const Compilation *> findCompilation(const Session &session, const std::string &name) {
    const auto &all = session.compilations;
    if (all.empty())
        return Error{"nothing was compiled: decorate a function with @jit, call a cell in GRAPH_MODE, or name a "
                     "function with --jit"};
    if (name.empty()) return &all.front();
    if (const auto index = asIndex(name)) {
        if (*index < int(all.size())) return &all[size_t(*index)];
        return Error{format("there is no graph %s; graphs are 0 to %zu", name.c_str(), all.size() - 1)};
    }
    for (const Compilation &compilation : all)
        if (compilation.function == name) return &compilation;
    for (const Compilation &compilation : all)
        if (lastPart(compilation.function) == name) return &compilation;
    std::vector<std::string> names;
    for (const Compilation &compilation : all)
        names.push_back(format("%d %s", compilation.index, compilation.function.c_str()));
    return Error{"there is no graph '" + name + "'; there are: " + join(names, ", ")};
}

Result<const PassRecord *> findPass(const Compilation &compilation, const std::string &name) {
    const auto &passes = compilation.passes;
    if (const auto index = asIndex(name)) {
        for (const PassRecord &pass : passes)
            if (pass.index == *index) return &pass;
    }
    const PassRecord *found = nullptr;
    for (const PassRecord &pass : passes)
        if (fullName(pass) == name) return &pass;
    for (const PassRecord &pass : passes)
        if (pass.name == name && (found == nullptr || pass.changed || !found->changed)) found = &pass;
    if (found != nullptr) return found;
    std::vector<std::string> names;
    for (const PassRecord &pass : passes)
        names.push_back(pass.name);
    return Error{"'" + compilation.function + "' has no pass '" + name + "'; it has: " + join(names, ", ")};
}

std::vector<OptionDef> sourceOptions(std::vector<OptionDef> own) {
    const std::vector<OptionDef> shared = {
        {"--mode", "MODE", "run a script in this mode", {"pynative", "graph"}},
        {"--jit", "NAME", "run this function of the script as a graph; may be given several times", {}},
        {"--device", "DEVICE", "run a script for this device; Ascend is simulated", {"CPU", "Ascend"}},
        {"--device-model", "NAME", "the chip that --device Ascend simulates; Ascend910B4 if not given", {}},
        {"--jit-level", "LEVEL", "compile with this level", {"O0", "O1"}},
        {"--window", "FROM:TO", "read only this stretch of a trace, in seconds from its first event", {}},
        {"--plugins", "WHAT", "also load this plugin (example_pass) or those of this folder", {}},
        {"--record", "WHAT", "what of a run is kept", {"none", "ops", "values"}},
    };
    own.insert(own.end(), shared.begin(), shared.end());
    return own;
}

RunOptions runOptions(const Arguments &arguments) {
    RunOptions options;
    options.mode = arguments.value("--mode");
    options.device = arguments.value("--device");
    options.jitLevel = arguments.value("--jit-level");
    options.jitFunctions = arguments.values("--jit");
    options.arguments = arguments.rest;
    const std::string record = arguments.value("--record", "ops");
    options.record = record == "none" ? RecordLevel::None : record == "values" ? RecordLevel::Values : RecordLevel::Ops;
    return options;
}

int withSource(const Arguments &arguments, const std::function<int(const Session &)> &use) {
    loadAllPlugins(arguments);
    if (const auto chosen = chooseModel(arguments); !chosen) return fail(exitUsage, chosen.error().message);
    ImportOptions reading;
    if (arguments.has("--window")) {
        reading.window = asWindow(arguments.value("--window"));
        if (!reading.window) return fail(exitUsage, "--window takes two times in seconds: --window 1.5:2.25");
    }
    const auto source = loadSource(arguments.positional.front(), runOptions(arguments), reading);
    if (!source) return fail(exitUnreadable, source.error().message);
    const int code = use(source->session);
    return code == exitGood && source->outcome.exitCode != 0 ? int(exitFinding) : code;
}

} // namespace cli
} // namespace jitscope
