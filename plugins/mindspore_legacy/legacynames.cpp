// SPDX-License-Identifier: Apache-2.0
// The rank is the last number among the words of a name.
#include "plugins/mindspore_legacy/legacynames.h"

#include "engine/base/text.h"

#include <algorithm>
#include <vector>

namespace jitscope {
inline namespace mindspore_legacy {

namespace {

/** What names begin with. */
constexpr const char *tableStarts[] = {
    "aicore_intermediate",
    "aicpu_intermediate",
    "framework_raw",
    "step_trace_raw",
    "step_trace_point",
    "output_op_compute_time",
    "output_timeline_data",
    "output_format_data",
    "output_data_preprocess",
    "minddata_",
    "pipeline_profiling",
    "flops",
    "min_cycle_counter",
    "dataset_iterator",
    "device_queue_profiling",
    "ascend_cluster_analyse",
    "timeline_summary",
    "ascend_timeline_summary",
    "cpu_op_",
    "cpu_framework",
    "cpu_ms_memory",
    "hccl_raw",
    "host_info",
    "dynamic_shape_info",
    "parallel_strategy",
    "op_metric",
    "memory_usage",
};

bool isNumber(const std::string &word) {
    return !word.empty() && word.size() < 8 &&
           std::all_of(word.begin(), word.end(), [](unsigned char c) { return isdigit(c) != 0; });
}

} // namespace

LegacyName legacyName(const std::string &fileName) {
    const size_t dot = fileName.rfind('.');
    const std::string ending = dot == std::string::npos ? std::string() : fileName.substr(dot);
    if (ending != ".csv" && ending != ".json" && ending != ".txt") return {};
    std::vector<std::string> words = split(fileName.substr(0, dot), '_');
    LegacyName name;
    for (size_t i = words.size(); i-- > 1 && name.rank < 0;) {
        if (!isNumber(words[i])) continue;
        name.rank = std::stoi(words[i]);
        words.erase(words.begin() + int64_t(i));
    }
    name.subject = join(words, "_");
    const bool isTimeline = name.subject == "timeline_display" || name.subject == "ascend_timeline_display";
    const bool isTable = std::any_of(std::begin(tableStarts), std::end(tableStarts),
                                     [&](const char *start) { return name.subject.starts_with(start); });
    if (isTimeline && ending == ".json")
        name.kind = LegacyKind::Timeline;
    else if (name.subject.ends_with("marey_timeline") && ending == ".json")
        name.kind = LegacyKind::Marey; // its number is a step
    else if (isTable)
        name.kind = LegacyKind::Table;
    return name;
}

} // namespace mindspore_legacy
} // namespace jitscope
