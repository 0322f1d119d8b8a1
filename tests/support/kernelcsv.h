// SPDX-License-Identifier: Apache-2.0
// The kernels of a kernel_details.csv as the table that readers make of it, for tests below the importers.
#pragma once

#include "engine/profile/profile.h"
#include "engine/reading/csvreader.h"
#include "engine/base/exactdecimal.h"
#include "tests/support/testing.h"

namespace jitscope::testing {

/** The columns that a device model needs; an empty table where the file is absent. */
inline DataTable kernelsOf(const std::string &path) {
    DataTable table = makeTable("kernels");
    auto reader = CsvReader::open(path);
    if (!reader) return table;
    const std::vector<std::pair<const char *, const char *>> texts{
        {"Name", "name"},
        {"Type", "type"},
        {"Accelerator Core", "core"},
        {"Input Shapes", "input_shapes"},
        {"Input Data Types", "input_types"},
        {"Output Shapes", "output_shapes"},
        {"Output Data Types", "output_types"},
    };
    std::vector<std::string> headings;
    while (true) {
        const auto more = reader->next();
        if (!more || !*more) return table;
        if (headings.empty()) {
            headings.assign(reader->cells().begin(), reader->cells().end());
            continue;
        }
        const int64_t row = table.addRow();
        for (size_t i = 0; i < std::min(headings.size(), reader->cells().size()); ++i) {
            for (const auto &[heading, column] : texts)
                if (headings[i] == heading) table.setText(row, table.column(column), reader->cells()[i]);
            if (headings[i] == "Duration(us)")
                table.setInteger(row, table.column("duration"), scaledDecimal(reader->cells()[i], 1000).value_or(0));
        }
    }
}

} // namespace jitscope::testing
