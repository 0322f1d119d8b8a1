// SPDX-License-Identifier: Apache-2.0
// Names of exported files: a stem, perhaps a part of a file that was cut up, perhaps the time of the export. A folder
// may hold several exports; files of one differ by seconds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jitscope {
inline namespace ascend_profiler {

/** A path without its folders. */
std::string fileName(const std::string &path);

struct ExportName {
    std::string stem;      ///< "op_summary"
    std::string part;      ///< "slice_3"; "0_2_1": device, model and iteration of CANN 6; "" for a whole
    std::string stamp;     ///< "20260911105016", "" for none
    std::string extension; ///< "csv"
    bool operator==(const ExportName &) const = default;
};
ExportName exportName(std::string_view file);

/** The files of one stem that belong together, in the order of their parts. */
struct ExportGroup {
    std::string stem, extension;
    std::vector<std::string> paths;
    int older = 0; ///< files of earlier exports that are left aside
};

/** Groups the files of each folder, of several exports the newest. By stem, then by folder. */
std::vector<ExportGroup> newestExports(const std::vector<std::string> &paths);

} // namespace ascend_profiler
} // namespace jitscope
