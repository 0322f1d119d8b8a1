// SPDX-License-Identifier: Apache-2.0
// Advice about kernels: what they run on, how large they are, what stands between them.
#include "engine/analysis/advice/advicerules.h"

#include "engine/analysis/links/slicefinder.h"
#include "engine/analysis/taskkinds.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <string_view>

namespace jitscope::inline analysis {

namespace {

constexpr size_t shownRows = 200, shownSlices = 50;

/** The rows of the kernels table that a rule is about, with what they take of all. */
class Kernels {
public:
    explicit Kernels(const AdviceInput &input)
        : m_input(input)
        , table(*input.profile->table("kernels"))
        , name(table.column("name"))
        , type(table.column("type"))
        , core(table.column("core"))
        , start(table.column("start"))
        , duration(table.column("duration"))
        , stream(table.column("stream"))
        , blocks(table.column("blocks"))
        , shapes(table.column("input_shapes"))
        , m_kinds(taskKinds(table)) {}

    /** All kernels that are no communication and for which `holds`, the longest first. */
    Measured where(const std::function<bool(int64_t row)> &holds) const {
        Measured measured;
        int64_t all = 0;
        for (int64_t row = 0; row < table.rowCount(); ++row) {
            if (m_kinds[size_t(row)] == TaskKind::Communication) continue;
            const int64_t length = std::max<int64_t>(table.integer(row, duration), 0);
            all += length;
            if (!holds(row)) continue;
            measured.gainNs += length;
            measured.rows.push_back(row);
        }
        measured.table = "kernels";
        measured.value = 100 * shareOf(measured.gainNs, all);
        std::stable_sort(measured.rows.begin(), measured.rows.end(),
                         [&](int64_t a, int64_t b) { return table.integer(a, duration) > table.integer(b, duration); });
        measured.rowCount = int64_t(measured.rows.size());
        if (measured.rows.size() > shownRows) measured.rows.resize(shownRows);
        findSlices(measured);
        return measured;
    }

private:
    void findSlices(Measured &measured) const {
        const SliceFinder finder(m_input.session.trace);
        for (const int64_t row : measured.rows) {
            if (measured.slices.size() == shownSlices) break;
            const int64_t of = table.integer(row, stream);
            const SliceId slice = finder.at(m_input.device.rank, LaneKind::Stream, of == missingInteger ? -1 : of,
                                            table.integer(row, start));
            if (slice.valid()) measured.slices.push_back(slice);
        }
    }

    const AdviceInput &m_input;

public:
    const DataTable &table;
    int name, type, core, start, duration, stream, blocks, shapes;

private:
    std::vector<TaskKind> m_kinds;
};

std::optional<Measured> told(Measured measured, double threshold, std::vector<std::string> arguments) {
    if (measured.rows.empty() || measured.value < threshold) return std::nullopt;
    arguments.insert(arguments.begin(), percentText(measured.value / 100));
    measured.arguments = std::move(arguments);
    return measured;
}

std::optional<Measured> onAiCpu(const AdviceInput &input, double threshold) {
    const Kernels kernels(input);
    Measured measured =
        kernels.where([&](int64_t row) { return kernels.table.text(row, kernels.core).starts_with("AI_CPU"); });
    if (measured.rows.empty()) return std::nullopt;
    const std::string longest = kernels.table.text(measured.rows.front(), kernels.type);
    const std::string count = std::to_string(measured.count());
    return told(std::move(measured), threshold, {count, longest});
}

/** The share of kernels of some types. */
std::optional<Measured> ofTypes(const AdviceInput &input, double threshold,
                                std::initializer_list<std::string_view> types) {
    const Kernels kernels(input);
    Measured measured = kernels.where([&](int64_t row) {
        return std::find(types.begin(), types.end(), kernels.table.text(row, kernels.type)) != types.end();
    });
    const std::string count = std::to_string(measured.count());
    return told(std::move(measured), threshold, {count});
}

std::optional<Measured> conversions(const AdviceInput &input, double threshold) {
    return ofTypes(input, threshold, {"TransData", "TransDataRNN"});
}
std::optional<Measured> transposes(const AdviceInput &input, double threshold) {
    return ofTypes(input, threshold, {"Transpose", "TransposeD", "AsStrided", "ViewCopy"});
}
std::optional<Measured> casts(const AdviceInput &input, double threshold) {
    return ofTypes(input, threshold, {"Cast"});
}

/** Chips by their full names: those of one series differ, so "Ascend910B" alone tells nothing. */
struct ChipCores {
    std::string_view chip;
    int64_t cube;
};
constexpr ChipCores cubeCores[] = {
    {"Ascend910A", 32}, {"Ascend910B1", 24}, {"Ascend910B2", 24}, {"Ascend910B3", 20}, {"Ascend910B4", 20}};

/** 0 where the chip is not known. */
int64_t cubeCoresOf(const Profile &profile) {
    const auto soc = profile.info.find("soc");
    if (soc == profile.info.end()) return 0;
    for (const ChipCores &each : cubeCores)
        if (each.chip == soc->second) return each.cube;
    return 0;
}

/** Kernels of the cube unit: mixed ones that it leads, and matrix products; "AI_CORE" alone is said of vector kernels
 *  as well. */
bool isCube(std::string_view core, std::string_view type) {
    if (core == "MIX_AIC") return true;
    if (core != "AI_CORE") return false;
    constexpr std::string_view products[] = {"MatMul", "Matmul", "Conv2D", "Conv3D", "Gemm"};
    return std::any_of(std::begin(products), std::end(products),
                       [&](std::string_view each) { return type.find(each) != std::string_view::npos; });
}

/** Cube kernels with at most half as many blocks as the chip has cube cores. */
std::optional<Measured> fewBlocks(const AdviceInput &input, double threshold) {
    const Kernels kernels(input);
    const int64_t cores = cubeCoresOf(*input.profile);
    Measured measured = kernels.where([&](int64_t row) {
        const int64_t blocks = kernels.table.integer(row, kernels.blocks);
        return isCube(kernels.table.text(row, kernels.core), kernels.table.text(row, kernels.type)) && blocks > 0 &&
               blocks * 2 <= cores;
    });
    return told(std::move(measured), threshold, {std::to_string(cores)});
}

/** The dimensions of the last two axes of each input. */
std::vector<int64_t> matrixDims(std::string_view shapes) {
    std::vector<int64_t> dims;
    for (const std::string &shape : split(shapes, ';')) {
        const std::vector<std::string> parts = split(shape, ',');
        if (parts.size() < 2) continue;
        for (size_t i = parts.size() - 2; i < parts.size(); ++i) {
            int64_t dim = 0;
            std::from_chars(parts[i].data(), parts[i].data() + parts[i].size(), dim);
            dims.push_back(dim);
        }
    }
    return dims;
}

std::optional<Measured> unaligned(const AdviceInput &input, double threshold) {
    const Kernels kernels(input);
    Measured measured = kernels.where([&](int64_t row) {
        if (kernels.table.text(row, kernels.type).find("MatMul") == std::string::npos) return false;
        const auto dims = matrixDims(kernels.table.text(row, kernels.shapes));
        return std::any_of(dims.begin(), dims.end(), [](int64_t dim) { return dim > 0 && dim % 16 != 0; });
    });
    if (measured.rows.empty()) return std::nullopt;
    const std::string shapes = kernels.table.text(measured.rows.front(), kernels.shapes);
    return told(std::move(measured), threshold, {shapes});
}

std::optional<Measured> scalarBound(const AdviceInput &input, double threshold) {
    const Kernels kernels(input);
    const int ratio = kernels.table.column("aiv_scalar_ratio"), other = kernels.table.column("aic_scalar_ratio");
    if (ratio < 0 && other < 0) return std::nullopt;
    constexpr double high = 0.8;
    Measured measured = kernels.where(
        [&](int64_t row) { return kernels.table.real(row, ratio) >= high || kernels.table.real(row, other) >= high; });
    return told(std::move(measured), threshold, {});
}

/** Whether any kernel that is no communication has a value there; the lowest level records names and times alone. */
bool isRecorded(const AdviceInput &input, std::initializer_list<const char *> columns) {
    const DataTable *table = input.profile ? input.profile->table("kernels") : nullptr;
    if (table == nullptr) return true; // the table itself is what is missing
    const std::vector<TaskKind> kinds = taskKinds(*table);
    for (const char *name : columns) {
        const int column = table->column(name);
        if (column < 0) continue;
        for (int64_t row = 0; row < table->rowCount(); ++row) {
            const std::string value = table->cell(row, column);
            if (kinds[size_t(row)] != TaskKind::Communication && !value.empty() && value != "N/A") return true;
        }
    }
    return table->rowCount() == 0;
}

constexpr const char *noTypes = "types of kernels are not recorded (level 1 on has them)";
constexpr const char *noCores = "what kernels ran on is not recorded (level 1 on has it)";
constexpr const char *chipUnknown = "the exact chip is not recorded, so that its number of cube cores is not known";
constexpr const char *noShapes = "shapes of kernels are not recorded (level 1 on has them)";
constexpr const char *noScalarRatios =
    "how busy the scalar unit was is not recorded (aic_metrics PipeUtilization has it)";

Phrase lacksTypes(const AdviceInput &input) {
    return isRecorded(input, {"type"}) ? Phrase() : Phrase{noTypes, {}};
}
Phrase lacksCores(const AdviceInput &input) {
    return isRecorded(input, {"core"}) ? Phrase() : Phrase{noCores, {}};
}
Phrase lacksCubeCores(const AdviceInput &input) {
    const DataTable *table = input.profile ? input.profile->table("kernels") : nullptr;
    if (table == nullptr || cubeCoresOf(*input.profile) > 0) return lacksCores(input);
    const int core = table->column("core"), type = table->column("type"), blocks = table->column("blocks");
    for (int64_t row = 0; row < table->rowCount(); ++row)
        if (isCube(table->text(row, core), table->text(row, type)) && table->integer(row, blocks) > 0)
            return {chipUnknown, {}};
    return lacksCores(input);
}
Phrase lacksShapes(const AdviceInput &input) {
    return isRecorded(input, {"input_shapes"}) ? Phrase() : Phrase{noShapes, {}};
}
Phrase lacksScalarRatios(const AdviceInput &input) {
    return isRecorded(input, {"aiv_scalar_ratio", "aic_scalar_ratio"}) ? Phrase() : Phrase{noScalarRatios, {}};
}

} // namespace

std::vector<AdviceRule> kernelAdvice() {
    static constexpr const char *own = "our own choice";
    return {
        {"ai_cpu",
         "Kernels on the AI CPU",
         "%1 of the kernel time is spent on the AI CPU (%2 kernels, the longest %3).",
         "These operators have no AI Core kernel for their types: another dtype (int64 to int32, float64 to float32) "
         "or another operator often has one.",
         0.5,
         "%",
         own,
         "kernels",
         onAiCpu,
         lacksCores,
         {noCores}},
        {"transdata",
         "Format conversions",
         "%1 of the kernel time converts memory formats (%2 TransData kernels).",
         "Keep weights in the private format, or disable it for networks that gain nothing (jit level, enable NZ).",
         5,
         "%",
         own,
         "kernels",
         conversions,
         lacksTypes,
         {noTypes}},
        {"transpose",
         "Transposes",
         "%1 of the kernel time transposes or copies views (%2 kernels).",
         "Choose layouts that fit the consumer; transposed operands of a matrix product cost nothing.",
         5,
         "%",
         own,
         "kernels",
         transposes,
         lacksTypes,
         {noTypes}},
        {"cast",
         "Casts",
         "%1 of the kernel time casts between types (%2 kernels).",
         "Keep neighbours in one precision; keep fp32 copies only where the optimizer needs them.",
         5,
         "%",
         own,
         "kernels",
         casts,
         lacksTypes,
         {noTypes}},
        {"occupancy",
         "Cube kernels that use few cores",
         "%1 of the kernel time runs on at most half of the %2 cube cores of this chip.",
         "Larger or otherwise split matrices fill more cores; batch small products.",
         5,
         "%",
         own,
         "kernels",
         fewBlocks,
         lacksCubeCores,
         {chipUnknown}},
        {"unaligned",
         "Matrix sizes that do not fill the cube unit",
         "%1 of the kernel time multiplies matrices of which a side is no multiple of 16, for instance %2.",
         "Pad hidden sizes and vocabularies to multiples of 16 (of 128 where it can be).",
         5,
         "%",
         "the cube unit multiplies 16 x 16 blocks",
         "kernels",
         unaligned,
         lacksShapes,
         {noShapes}},
        {"scalar_bound",
         "Kernels bound by their scalar unit",
         "%1 of the kernel time goes to kernels whose scalar unit is busy for at least 80 %.",
         "Small or oddly shaped inputs make kernels compute addresses: batch them, or align their inner axis.",
         5,
         "%",
         "scalar ratio above 0.8: bound by control",
         "kernels",
         scalarBound,
         lacksScalarRatios,
         {noScalarRatios}},
    };
}

} // namespace jitscope::inline analysis
