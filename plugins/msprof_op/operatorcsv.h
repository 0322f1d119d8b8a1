// SPDX-License-Identifier: Apache-2.0
// The CSV files of msprof op and of its simulator.
#pragma once

#include "engine/base/progress.h"
#include "plugins/msprof_op/visualizetables.h"

#include <string>

namespace jitscope {
inline namespace msprof_op {

/** What such a file holds. */
enum class OperatorCsvKind : uint8_t { BaseInfo, Metric, Lines, Instructions };

struct OperatorCsv {
    OperatorCsvKind kind = OperatorCsvKind::Metric;
    std::string table; ///< its name as it is; "" for none of these files
    explicit operator bool() const { return !table.empty(); }
};

/** By the name of a file without its folder: OpBasicInfo.csv, PipeUtilization_20250101.csv, core0_instr_exe_2.csv. */
OperatorCsv operatorCsv(const std::string &fileName);
/** Whether the first line of a file is the heading of one of them. */
bool looksLikeOperatorCsv(std::string_view firstBytes);

/** Reads the file into the table of its kind; `core` is whose it is, for files of one core. */
Result<Diagnostics> addOperatorCsv(KernelTables &tables, const std::string &path, const OperatorCsv &csv,
                                   const std::string &core, Progress *progress);

/** Fills the tables of cores, compute load, memory graph and caches from the metrics, where visualize_data.bin did not
    bring them. */
void deriveFromMetrics(KernelTables &tables);

} // namespace msprof_op
} // namespace jitscope
