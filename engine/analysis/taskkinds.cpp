// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/taskkinds.h"

#include <algorithm>
#include <array>

namespace jitscope::inline analysis {

namespace {

constexpr std::array<std::string_view, 2> communicationCores = {"COMMUNICATION", "HCCL"};
constexpr std::array<std::string_view, 2> helperEndings = {"AicpuKernel", "AivKernel"};
constexpr std::array<std::string_view, 4> transferWords = {"hcom_send__", "hcom_receive__", "Send-op", "Receive-op"};

bool isHelper(std::string_view name) {
    return std::any_of(helperEndings.begin(), helperEndings.end(),
                       [&](std::string_view ending) { return name.ends_with(ending); });
}

} // namespace

TaskKind taskKind(std::string_view core, std::string_view name) {
    if (std::find(communicationCores.begin(), communicationCores.end(), core) != communicationCores.end())
        return TaskKind::Communication;
    return isHelper(name) ? TaskKind::Helper : TaskKind::Computing;
}

std::vector<TaskKind> taskKinds(const DataTable &kernels) {
    const int core = kernels.column("core"), name = kernels.column("name");
    std::vector<TaskKind> kinds(size_t(kernels.rowCount()), TaskKind::Computing);
    for (size_t row = 0; row < kinds.size(); ++row)
        kinds[row] = taskKind(kernels.text(int64_t(row), core), kernels.text(int64_t(row), name));
    return kinds;
}

bool isStageTransfer(std::string_view name) {
    if (std::any_of(transferWords.begin(), transferWords.end(),
                    [&](std::string_view word) { return name.find(word) != std::string_view::npos; }))
        return true;
    const size_t both = name.find("SendRecv__"); // hcom_batchSendRecv__128_3_1
    return name.starts_with("hcom_") && both != std::string_view::npos && both > 5 && both + 10 < name.size() &&
           name[both + 10] >= '0' && name[both + 10] <= '9';
}

bool isReceive(std::string_view name) {
    return name.starts_with("hcom_receive");
}

} // namespace jitscope::inline analysis
