// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope fit`: a device model against the kernels of a real profile.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/ascend/modelfile.h"
#include "engine/ascend/modelfit.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <filesystem>

namespace jitscope {
inline namespace cli {

namespace {

/** The first real profile with kernels. */
const DataTable *kernelsOf(const Session &session) {
    for (const ProfilePtr &profile : session.profiles)
        if (const DataTable *kernels = profile->table("kernels"); kernels != nullptr && kernels->rowCount() > 0)
            return kernels;
    return nullptr;
}

void addErrors(JsonWriter &json, const char *key, const std::vector<FitErrors> &list) {
    json.key(key).beginArray();
    for (const FitErrors &each : list)
        json.beginObject()
            .member("name", each.name)
            .member("kernels", each.count)
            .member("shapes", each.shapes)
            .member("median_error", each.median)
            .member("p90_error", each.p90)
            .member("measured_us", each.measuredUs)
            .member("predicted_us", each.predictedUs)
            .endObject();
    json.endArray();
}

std::string asText(const char *title, const FitReport &report) {
    std::string text = format("%s\n  %-28s %8s %7s %9s %9s %12s %12s\n", title, "", "kernels", "shapes", "median",
                              "p90", "measured", "predicted");
    const auto lines = [&](const std::vector<FitErrors> &list, const char *indent) {
        for (const FitErrors &each : list)
            text += format("  %-28s %8lld %7lld %8.1f%% %8.1f%% %12s %12s\n", (indent + each.name).c_str(),
                           static_cast<long long>(each.count), static_cast<long long>(each.shapes), each.median * 100,
                           each.p90 * 100, humanTime(int64_t(each.measuredUs * 1e3)).c_str(),
                           humanTime(int64_t(each.predictedUs * 1e3)).c_str());
    };
    lines(report.classes, "");
    text += "  by type\n";
    lines(report.types, "  ");
    return text;
}

std::string worstText(const FitReport &report, const MeasuredKernels &measured) {
    std::string text = "worst, one a shape\n";
    for (size_t i = 0; i < std::min<size_t>(report.worst.size(), 10); ++i) {
        const MeasuredKernel &kernel = measured.kernels[size_t(report.worst[i])];
        text += format("  %-24s measured %10.1f us, predicted %10.1f us  %s\n", kernel.work.type.c_str(), kernel.us,
                       report.matches[size_t(report.worst[i])].predictedUs, kernel.shapes.c_str());
    }
    return text;
}

/** The name of a saved model: that of the file. */
DeviceModel named(DeviceModel model, const std::string &file, const std::string &source, const FitReport &check) {
    const std::string base = model.name;
    model.name = std::filesystem::path(file).stem().string();
    model.source = "fitted to " + source + ", starting from " + base;
    for (const char *key : {"cubeEfficiency", "hbmEffectiveGBs", "attentionEfficiency", "attentionGradEfficiency"})
        model.sources[key] = "fitted to " + source;
    model.error =
        modelError("each shape of " + source + " predicted by a model that was fitted to all other shapes", check);
    return model;
}

int fit(const Session &session, const Arguments &arguments) {
    const DataTable *kernels = kernelsOf(session);
    if (kernels == nullptr)
        return fail(exitUnreadable, "fit: " + arguments.positional.front() +
                                        " has no kernels: it takes a profiler directory or a kernel_details.csv");
    DeviceModel model = currentDeviceModel();
    if (arguments.has("--model")) {
        const auto found = deviceModelsNamed(arguments.value("--model"));
        if (found.empty()) return fail(exitUsage, chooseDeviceModel(arguments.value("--model")).error().message);
        model = found.front();
    }
    const MeasuredKernels measured = measuredKernels(*kernels);
    if (measured.kernels.empty())
        return fail(
            exitUnreadable,
            "fit: no kernel of " + arguments.positional.front() +
                " has shapes, without which nothing can be predicted: record with record_shapes and level 1 or 2");
    const FitReport before = compareWith(model, measured);
    const DeviceModel refit = refitted(model, measured);
    const FitReport after = compareWith(refit, measured), check = heldOut(model, measured);
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginObject().member("model", model.name).member("kernels", int64_t(measured.kernels.size()));
        json.member("shapes", measured.shapes).member("without_shapes", measured.withoutShapes);
        json.member("other_cores", measured.otherCores);
        addErrors(json, "classes", before.classes);
        addErrors(json, "types", before.types);
        addErrors(json, "refitted_classes", after.classes);
        addErrors(json, "held_out_classes", check.classes);
        print(json.endObject().text());
    } else {
        print(format("%zu kernels of %lld shapes; %lld rows have no shapes, %lld run elsewhere\n",
                     measured.kernels.size(), static_cast<long long>(measured.shapes),
                     static_cast<long long>(measured.withoutShapes), static_cast<long long>(measured.otherCores)));
        print(asText((model.name + " against what was measured").c_str(), before));
        print(worstText(before, measured));
        print(asText("fitted again, each shape predicted without it", check));
    }
    if (!arguments.has("--save")) return exitGood;
    const std::string path = arguments.value("--save");
    const auto saved = saveModelFile(named(refit, path, arguments.positional.front(), check), path);
    if (!saved) return fail(exitUnreadable, saved.error().message);
    tell("written to " + path);
    return exitGood;
}

} // namespace

Subcommand fitCommand() {
    return {
        .name = "fit",
        .operands = "SOURCE",
        .summary = "hold a device model against a real profile, and fit it",
        .details = "SOURCE is a profiler directory or a kernel_details.csv with shapes. Prints predicted against "
                   "measured times\n"
                   "by type, and the error that a fit to it has on shapes that it did not see.",
        .options = sourceOptions({{"--model", "NAME", "the model to begin with (default: the one that runs take)", {}},
                                  {"--save", "F", "write the fitted model as a model file", {}},
                                  {"--json", "", "as JSON", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return fit(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
