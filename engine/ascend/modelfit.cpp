// SPDX-License-Identifier: Apache-2.0
#include "engine/ascend/modelfit.h"

#include "engine/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

namespace jitscope::inline ascend {

namespace {

constexpr double smallKernelBytes = 65536; ///< up to here the launch alone is seen
constexpr double bandwidthBytes = 200e3;   ///< from here on the bandwidth is
constexpr double cachedBytes = 64e6;       ///< parts the medium from the large
constexpr double priorWeight = 0.3;        ///< of a class against the shapes of a type
constexpr size_t worstCount = 50;

const std::vector<std::pair<std::string_view, DType>> &profilerTypes() {
    static const std::vector<std::pair<std::string_view, DType>> all{
        {"FLOAT", DType::Float32}, {"FLOAT16", DType::Float16},   {"DT_BF16", DType::BFloat16},
        {"BF16", DType::BFloat16}, {"BFLOAT16", DType::BFloat16}, {"INT32", DType::Int32},
        {"INT64", DType::Int64},   {"BOOL", DType::Bool},         {"UINT8", DType::UInt8},
        {"INT8", DType::Int8},     {"INT16", DType::Int16},       {"UINT16", DType::UInt16},
        {"UINT32", DType::UInt32}, {"UINT64", DType::UInt64},     {"DOUBLE", DType::Float64},
    };
    return all;
}

std::optional<DType> typeNamed(std::string_view name) {
    for (const auto &[text, dtype] : profilerTypes())
        if (text == name) return dtype;
    return std::nullopt;
}

/** A shape as profilers write it; none for what is no shape or has an absurd size. */
std::optional<Dims> shapeOf(std::string_view text) {
    Dims shape;
    double count = 1;
    for (const std::string &part : split(text, ',')) {
        if (part.empty()) continue;
        int64_t size = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), size);
        if (error != std::errc() || end != part.data() + part.size() || size < 0 || shape.rank() >= maxRank)
            return std::nullopt;
        count *= double(std::max<int64_t>(size, 1));
        if (count > 1e15) return std::nullopt;
        shape.push(size);
    }
    return shape;
}

std::string unquoted(std::string text) {
    std::erase(text, '"');
    return text == "N/A" ? std::string() : text;
}

std::vector<Abstract> tensorsOf(const std::string &shapes, const std::string &types) {
    std::vector<Abstract> tensors;
    if (types.empty()) return tensors;
    const std::vector<std::string> shapeTexts = split(shapes, ';'), typeTexts = split(types, ';');
    for (size_t i = 0; i < typeTexts.size(); ++i) {
        const auto dtype = typeNamed(trimmed(typeTexts[i]));
        const auto shape = i < shapeTexts.size() ? shapeOf(shapeTexts[i]) : std::optional<Dims>(Dims());
        if (dtype && shape) tensors.push_back(Abstract::tensor(*dtype, *shape));
    }
    return tensors;
}

std::optional<FitClass> classOf(const std::string &core, const KernelJob &work) {
    if (work.isAttention) return work.flops > 0 ? std::optional(FitClass::Attention) : std::nullopt;
    if (work.core == KernelCore::Cube) {
        // The gradients of convolutions are products of other sizes than their tensors tell.
        return work.type.find("Backprop") == std::string::npos ? std::optional(FitClass::Matmul) : std::nullopt;
    }
    if (core == "AI_VECTOR_CORE") return FitClass::Vector;
    if (core == "MIX_AIV") return FitClass::Mix;
    if (core == "AI_CORE") return FitClass::Vector; // chips with one kind of core
    return std::nullopt;
}

/** The middle of values that count as often as their weight says, in the middle of two by their ratio. */
struct Weighted {
    double value = 0, weight = 1;
};
double weightedMedian(std::vector<Weighted> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end(), [](const Weighted &a, const Weighted &b) { return a.value < b.value; });
    double half = 0, sum = 0;
    for (const Weighted &each : values)
        half += each.weight / 2;
    for (size_t i = 0; i < values.size(); ++i) {
        sum += values[i].weight;
        if (sum > half * (1 + 1e-9)) return values[i].value;
        if (sum > half * (1 - 1e-9) && i + 1 < values.size()) return std::sqrt(values[i].value * values[i + 1].value);
    }
    return values.back().value;
}

/** Drawn towards what is known of similar types, the less the more shapes there are. */
double pooled(const std::vector<Weighted> &values, double prior) {
    if (values.empty()) return prior;
    const double own = weightedMedian(values), count = double(values.size());
    if (prior <= 0) return own;
    return std::exp((count * std::log(own) + priorWeight * std::log(prior)) / (count + priorWeight));
}

/** All kernels of one shape as one. */
struct ShapeGroup {
    const KernelJob *work = nullptr;
    FitClass fitClass = FitClass::Vector;
    double us = 0; ///< median
    double count = 0;
};

double medianOf(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<ShapeGroup> groupsOf(const MeasuredKernels &measured) {
    std::vector<ShapeGroup> groups(size_t(measured.shapes));
    std::vector<std::vector<double>> times(groups.size());
    for (const MeasuredKernel &kernel : measured.kernels) {
        ShapeGroup &group = groups[size_t(kernel.shape)];
        group.work = &kernel.work;
        group.fitClass = kernel.fitClass;
        group.count += 1;
        times[size_t(kernel.shape)].push_back(kernel.us);
    }
    for (size_t i = 0; i < groups.size(); ++i)
        groups[i].us = medianOf(std::move(times[i]));
    return groups;
}

/** What was seen of each type and, from that, of each class and of all. */
class Table {
public:
    void add(const KernelJob &work, double value, double weight) {
        m_types[work.type].push_back({value, weight});
        m_classOf[work.type] = std::string(work.vectorClass);
    }
    void finish() {
        std::vector<Weighted> middles;
        std::map<std::string, std::vector<Weighted>> byClass;
        for (const auto &[type, values] : m_types) {
            const Weighted middle{weightedMedian(values), 1};
            middles.push_back(middle);
            byClass[m_classOf[type]].push_back(middle);
        }
        m_all = weightedMedian(middles);
        for (const auto &[name, values] : byClass)
            m_classes[name] = pooled(values, m_all);
    }
    double all() const { return m_all; }
    std::optional<double> ofClass(const std::string &name) const {
        const auto found = m_classes.find(name);
        return found == m_classes.end() ? std::nullopt : std::optional(found->second);
    }
    std::optional<double> ofType(const std::string &type) const {
        const auto found = m_types.find(type);
        if (found == m_types.end()) return std::nullopt;
        return pooled(found->second, m_classes.at(m_classOf.at(type)));
    }

private:
    std::map<std::string, std::vector<Weighted>> m_types;
    std::map<std::string, std::string> m_classOf;
    std::map<std::string, double> m_classes;
    double m_all = 0;
};

/** Fits the rows of the vector table. */
class VectorFit {
public:
    VectorFit(const DeviceModel &model, const std::vector<ShapeGroup> &groups)
        : m_model(model) {
        for (const ShapeGroup &group : groups)
            if (group.work != nullptr && (group.fitClass == FitClass::Vector || group.fitClass == FitClass::Mix))
                m_groups.push_back(group);
    }

    std::vector<VectorBandwidth> table() {
        fitLaunch();
        fitBandwidths();
        std::map<std::string, std::string> types; // with their classes
        for (const ShapeGroup &group : m_groups)
            types[group.work->type] = std::string(group.work->vectorClass);
        std::vector<VectorBandwidth> rows{rowOf("[all]", {})};
        std::vector<std::string> classes;
        for (const auto &[type, name] : types)
            if (std::find(classes.begin(), classes.end(), name) == classes.end()) classes.push_back(name);
        for (const std::string &name : classes)
            rows.push_back(rowOf("", name));
        for (const auto &[type, name] : types)
            rows.push_back(rowOf(type, name));
        keepOthers(rows);
        return rows;
    }

private:
    double extra(const KernelJob &work) const {
        // What every model adds besides the launch time of the type.
        DeviceModel bare = m_model;
        bare.vectorTable = {{"[all]", 1, 1, 0}};
        return estimate(bare, work).launchUs;
    }
    void fitLaunch() {
        for (ShapeGroup &group : m_groups)
            if (group.work->bytes() <= smallKernelBytes)
                m_launch.add(*group.work, std::max(0.5, group.us - extra(*group.work)), group.count);
        m_launch.finish();
    }
    double launch(const KernelJob &work) const {
        const double all = m_launch.all() > 0 ? m_launch.all() : 1.5;
        return m_launch.ofType(work.type).value_or(m_launch.ofClass(std::string(work.vectorClass)).value_or(all));
    }
    void fitBandwidths() {
        for (const ShapeGroup &group : m_groups) {
            const double bytes = group.work->bytes();
            const double rest = group.us - launch(*group.work) - extra(*group.work);
            if (bytes < bandwidthBytes || rest < 0.2 * group.us) continue;
            const double gain = bytes < 16e6 ? std::pow(16e6 / bytes, m_model.smallGain) : 1;
            (bytes < cachedBytes ? m_medium : m_large).add(*group.work, bytes / rest / 1e3 / gain, group.count);
        }
        m_medium.finish();
        m_large.finish();
    }
    /** Of a type, of a class when `type` is "", of all when both are. */
    VectorBandwidth rowOf(const std::string &type, const std::string &vectorClass) const {
        const double ratio = m_medium.all() > 0 && m_large.all() > 0 ? m_large.all() / m_medium.all() : 0.75;
        const auto pick = [&](const Table &table) {
            std::optional<double> found = table.ofType(type);
            return found ? found : table.ofClass(vectorClass);
        };
        VectorBandwidth row;
        row.op = type.empty() ? vectorClass : type;
        const auto medium = pick(m_medium), large = pick(m_large), small = pick(m_launch);
        const double all = m_medium.all() > 0 ? m_medium.all() : m_model.hbmEffectiveGBs;
        row.medium = medium ? *medium : large ? *large / ratio : all;
        row.large = large ? *large : row.medium * ratio;
        row.smallUs = small ? *small : m_launch.all() > 0 ? m_launch.all() : 1.5;
        return row;
    }
    void keepOthers(std::vector<VectorBandwidth> &rows) const {
        for (const VectorBandwidth &old : m_model.vectorTable) {
            const bool isFitted =
                std::any_of(rows.begin(), rows.end(), [&](const VectorBandwidth &row) { return row.op == old.op; });
            if (!isFitted) rows.push_back(old);
        }
    }

    const DeviceModel &m_model;
    std::vector<ShapeGroup> m_groups;
    Table m_launch, m_medium, m_large;
};

/** The efficiency with which the cubes run, from products that they and not the memory hold up. */
double fittedEfficiency(const DeviceModel &model, const std::vector<ShapeGroup> &groups) {
    std::vector<Weighted> seen;
    for (const ShapeGroup &group : groups) {
        if (group.work == nullptr || group.fitClass != FitClass::Matmul) continue;
        const KernelEstimate time = estimate(model, *group.work);
        const double rest = group.us - time.launchUs;
        if (time.computeUs < time.memoryUs || rest <= 0) continue;
        seen.push_back({time.computeUs * model.cubeEfficiency / rest, group.count});
    }
    return seen.empty() ? model.cubeEfficiency : std::clamp(weightedMedian(seen), 0.01, 1.0);
}

double fittedMatmulBandwidth(const DeviceModel &model, const std::vector<ShapeGroup> &groups) {
    std::vector<Weighted> seen;
    for (const ShapeGroup &group : groups) {
        if (group.work == nullptr || group.fitClass != FitClass::Matmul) continue;
        const KernelEstimate time = estimate(model, *group.work);
        const double rest = group.us - time.launchUs;
        if (time.computeUs >= time.memoryUs || rest <= 0) continue;
        seen.push_back({group.work->bytes() / rest / 1e3, group.count});
    }
    return seen.empty() ? model.hbmEffectiveGBs : weightedMedian(seen);
}

double fittedAttention(const DeviceModel &model, const std::vector<ShapeGroup> &groups, bool isGradient) {
    const double old = isGradient ? model.attentionGradEfficiency : model.attentionEfficiency;
    std::vector<Weighted> seen;
    for (const ShapeGroup &group : groups) {
        if (group.work == nullptr || group.fitClass != FitClass::Attention) continue;
        const KernelEstimate time = estimate(model, *group.work);
        if (group.work->isAttentionGradient != isGradient || group.us <= time.launchUs) continue;
        seen.push_back({time.computeUs * old / (group.us - time.launchUs), group.count});
    }
    return seen.empty() ? old : std::clamp(weightedMedian(seen), 0.001, 1.0);
}

DeviceModel fitGroups(const DeviceModel &model, const std::vector<ShapeGroup> &groups) {
    DeviceModel fitted = model;
    fitted.cubeEfficiency = fittedEfficiency(model, groups);
    fitted.hbmEffectiveGBs = fittedMatmulBandwidth(fitted, groups);
    fitted.attentionEfficiency = fittedAttention(model, groups, false);
    fitted.attentionGradEfficiency = fittedAttention(model, groups, true);
    fitted.vectorTable = VectorFit(model, groups).table();
    return fitted;
}

FitErrors summed(const std::string &name, const MeasuredKernels &measured, const std::vector<FitMatch> &matches,
                 const std::function<bool(const MeasuredKernel &)> &belongs) {
    FitErrors sum;
    sum.name = name;
    std::vector<double> errors;
    std::vector<int64_t> shapes;
    for (const FitMatch &match : matches) {
        const MeasuredKernel &kernel = measured.kernels[size_t(match.kernel)];
        if (!belongs(kernel)) continue;
        errors.push_back(match.error);
        shapes.push_back(kernel.shape);
        sum.measuredUs += kernel.us;
        sum.predictedUs += match.predictedUs;
    }
    if (errors.empty()) return sum;
    std::sort(errors.begin(), errors.end());
    std::sort(shapes.begin(), shapes.end());
    sum.count = int64_t(errors.size());
    sum.shapes = std::unique(shapes.begin(), shapes.end()) - shapes.begin();
    sum.median = errors[errors.size() / 2];
    sum.p90 = errors[std::min(errors.size() - 1, errors.size() * 9 / 10)];
    return sum;
}

FitReport reportOf(const MeasuredKernels &measured, std::vector<FitMatch> matches) {
    FitReport report;
    report.matches = std::move(matches);
    for (const FitClass each : {FitClass::Matmul, FitClass::Vector, FitClass::Mix, FitClass::Attention}) {
        FitErrors sum = summed(std::string(toString(each)), measured, report.matches,
                               [&](const MeasuredKernel &kernel) { return kernel.fitClass == each; });
        if (sum.count > 0) report.classes.push_back(std::move(sum));
    }
    std::map<std::string, std::vector<FitMatch>> byType;
    for (const FitMatch &match : report.matches)
        byType[measured.kernels[size_t(match.kernel)].work.type].push_back(match);
    for (const auto &[type, own] : byType)
        report.types.push_back(summed(type, measured, own, [](const MeasuredKernel &) { return true; }));
    std::stable_sort(report.types.begin(), report.types.end(),
                     [](const FitErrors &a, const FitErrors &b) { return a.measuredUs > b.measuredUs; });

    std::map<int64_t, int64_t> worstOfShape; // shape -> match
    const auto wrongUs = [&](int64_t match) {
        const FitMatch &each = report.matches[size_t(match)];
        return std::abs(each.predictedUs - measured.kernels[size_t(each.kernel)].us);
    };
    for (int64_t i = 0; i < int64_t(report.matches.size()); ++i) {
        const int64_t shape = measured.kernels[size_t(report.matches[size_t(i)].kernel)].shape;
        const auto [place, isNew] = worstOfShape.emplace(shape, i);
        if (!isNew && wrongUs(i) > wrongUs(place->second)) place->second = i;
    }
    for (const auto &[shape, match] : worstOfShape)
        report.worst.push_back(match);
    std::stable_sort(report.worst.begin(), report.worst.end(),
                     [&](int64_t a, int64_t b) { return wrongUs(a) > wrongUs(b); });
    if (report.worst.size() > worstCount) report.worst.resize(worstCount);
    for (int64_t &each : report.worst)
        each = report.matches[size_t(each)].kernel;
    return report;
}

FitMatch matchOf(const DeviceModel &model, const MeasuredKernels &measured, int64_t kernel) {
    const MeasuredKernel &each = measured.kernels[size_t(kernel)];
    const double predicted = estimate(model, each.work).totalUs;
    return {kernel, predicted, std::abs(predicted - each.us) / each.us};
}

} // namespace

std::string_view toString(FitClass fitClass) {
    switch (fitClass) {
    case FitClass::Matmul:
        return "matmul";
    case FitClass::Vector:
        return "vector";
    case FitClass::Mix:
        return "mix";
    case FitClass::Attention:
        return "attention";
    }
    return "";
}

MeasuredKernels measuredKernels(const DataTable &table) {
    const int type = table.column("type"), name = table.column("name"), core = table.column("core");
    const int duration = table.column("duration");
    const int inShapes = table.column("input_shapes"), inTypes = table.column("input_types");
    const int outShapes = table.column("output_shapes"), outTypes = table.column("output_types");
    MeasuredKernels measured;
    std::map<std::string, int64_t> shapes;
    for (int64_t row = 0; row < table.rowCount(); ++row) {
        const int64_t ns = table.integer(row, duration);
        if (ns == missingInteger || ns <= 0) continue;
        const std::string inputs = unquoted(table.text(row, inShapes)), outputs = unquoted(table.text(row, outShapes));
        const std::string inputTypes = unquoted(table.text(row, inTypes));
        const std::string outputTypes = unquoted(table.text(row, outTypes));
        const std::vector<Abstract> in = tensorsOf(inputs, inputTypes), out = tensorsOf(outputs, outputTypes);
        MeasuredKernel kernel;
        kernel.work = kernelJob(table.text(row, type), in, out);
        const std::string &coreText = table.text(row, core);
        if (coreText == "COMMUNICATION" || coreText == "HCCL" || kernel.work.core == KernelCore::Collective) {
            ++measured.otherCores;
            continue;
        }
        if (in.empty()) {
            ++measured.withoutShapes;
            continue;
        }
        const auto fitClass = classOf(coreText, kernel.work);
        if (!fitClass) {
            ++measured.otherCores;
            continue;
        }
        kernel.fitClass = *fitClass;
        kernel.name = table.text(row, name);
        kernel.shapes = inputs + " \u2192 " + outputs;
        kernel.us = double(ns) / 1e3;
        kernel.row = row;
        const std::string key =
            kernel.work.type + '|' + coreText + '|' + kernel.shapes + '|' + inputTypes + '|' + outputTypes;
        kernel.shape = shapes.emplace(key, int64_t(shapes.size())).first->second;
        measured.kernels.push_back(std::move(kernel));
    }
    measured.shapes = int64_t(shapes.size());
    return measured;
}

FitReport compareWith(const DeviceModel &model, const MeasuredKernels &measured) {
    std::vector<FitMatch> matches;
    matches.reserve(measured.kernels.size());
    for (int64_t i = 0; i < int64_t(measured.kernels.size()); ++i)
        matches.push_back(matchOf(model, measured, i));
    return reportOf(measured, std::move(matches));
}

FitErrors errorsOf(const FitReport &report, FitClass fitClass) {
    for (const FitErrors &each : report.classes)
        if (each.name == toString(fitClass)) return each;
    FitErrors none;
    none.name = toString(fitClass);
    return none;
}

DeviceModel refitted(const DeviceModel &model, const MeasuredKernels &measured) {
    return fitGroups(model, groupsOf(measured));
}

FitReport heldOut(const DeviceModel &model, const MeasuredKernels &measured, const Progress *progress) {
    std::vector<ShapeGroup> groups = groupsOf(measured);
    std::vector<std::vector<int64_t>> kernels(groups.size());
    for (int64_t i = 0; i < int64_t(measured.kernels.size()); ++i)
        kernels[size_t(measured.kernels[size_t(i)].shape)].push_back(i);
    std::vector<FitMatch> matches(measured.kernels.size());
    for (size_t shape = 0; shape < groups.size(); ++shape) {
        if (progress != nullptr && progress->isCancelled()) return {};
        const ShapeGroup kept = std::exchange(groups[shape], ShapeGroup());
        DeviceModel start = model;
        start.vectorTable.clear(); // rows of the model may have been fitted to this very shape
        const DeviceModel fitted = fitGroups(start, groups);
        for (const int64_t kernel : kernels[shape])
            matches[size_t(kernel)] = matchOf(fitted, measured, kernel);
        groups[shape] = kept;
    }
    return reportOf(measured, std::move(matches));
}

ModelError modelError(const std::string &what, const FitReport &check) {
    const FitErrors matmul = errorsOf(check, FitClass::Matmul), vector = errorsOf(check, FitClass::Vector);
    ModelError error;
    error.how = what;
    error.matmulMedian = matmul.median;
    error.matmulP90 = matmul.p90;
    error.matmuls = int(matmul.count);
    error.vectorMedian = vector.median;
    error.vectorP90 = vector.p90;
    error.vectors = int(vector.count);
    return error;
}

} // namespace jitscope::inline ascend
