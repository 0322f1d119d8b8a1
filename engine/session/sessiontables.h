// SPDX-License-Identifier: Apache-2.0
// The tables of a session file, in the order in which they are written.
//
// Whatever is large or nested (tensors, graphs, the trace) stands in `blobs`, cut into parts and compressed; the other
// tables refer to it by its id. All else is in plain columns that any SQLite tool can query. Lists of numbers are text:
// "3,4,7". Real numbers are stored as the 64 bits of the double, so that every value comes back as it was.
#pragma once

#include "engine/base/result.h"
#include "engine/session/database.h"
#include "engine/session/session.h"

namespace jitscope {

constexpr int sessionApplicationId = 0x4A534350; // "JSCP"
/** Goes up whenever a table is added; a program reads its own version and older ones, in which that table is empty. */
constexpr int sessionFileVersion = 7;
/** Blobs are cut into parts of this size before they are compressed. */
constexpr int64_t blobPartBytes = int64_t(16) << 20;

#define JITSCOPE_SPAN_COLUMNS                                                                                          \
    "file TEXT, line INTEGER, end_line INTEGER, start_column INTEGER, end_column INTEGER, line_text TEXT"

inline const std::vector<TableDef> sessionTables{
    {"info", "key TEXT, value TEXT"},
    {"sources", "path TEXT, text TEXT"},
    {"output", "is_error INTEGER, text TEXT"},
    {"problems", "severity INTEGER, kind TEXT, message TEXT, " JITSCOPE_SPAN_COLUMNS},
    {"stacks", "frame_count INTEGER"},
    {"frames", "stack INTEGER, function TEXT, " JITSCOPE_SPAN_COLUMNS},
    {"tensors", "id INTEGER, dtype INTEGER, shape TEXT, name TEXT, value_blob INTEGER"},
    {"tensor_memories", "tensor INTEGER, memory INTEGER", 7}, // of those that stand in the memory of an earlier one
    {"ops", "number INTEGER, op TEXT, inputs TEXT, outputs TEXT, operands TEXT, result TEXT, start_ns INTEGER, "
            "duration_ns INTEGER, scope TEXT, stack INTEGER, compilation INTEGER, node INTEGER, graph_call INTEGER, "
            "is_kernel INTEGER, error TEXT, flops_bits INTEGER, bytes_bits INTEGER"},
    {"op_steps", "phase INTEGER, writes INTEGER, forward INTEGER", 3}, // a row for each of `ops`
    {"gradients", "tensor INTEGER, gradient INTEGER", 3},
    {"stops", "next_op INTEGER, reason TEXT, frame_count INTEGER", 3},
    {"stop_frames", "stop INTEGER, function TEXT, " JITSCOPE_SPAN_COLUMNS, 3},
    {"stop_variables",
     "stop INTEGER, frame INTEGER, name TEXT, type TEXT, value_text TEXT, tensor INTEGER, "
     "is_global INTEGER",
     3},
    {"bookmarks", "op INTEGER, note TEXT", 3},
    {"watch_hits",
     "op INTEGER, tensor INTEGER, rule TEXT, parameter TEXT, actual_bits INTEGER, "
     "threshold_bits INTEGER",
     3},
    {"graph_calls", "number INTEGER, function TEXT, compilation INTEGER, start_ns INTEGER, duration_ns INTEGER, "
                    "stack INTEGER"},
    {"compilations", "id INTEGER, function TEXT, compile_key TEXT, capture_mode TEXT, jit_level TEXT, device TEXT, "
                     "reason TEXT, imported INTEGER, pass_count INTEGER, graphs_blob INTEGER"},
    {"script_settings", "compilation INTEGER, mode TEXT, jit_level TEXT, device TEXT", 5}, // of forced ones alone
    {"jit_options", "compilation INTEGER, options TEXT", 6},                               // of those that have some
    {"passes", "compilation INTEGER, id INTEGER, phase INTEGER, name TEXT, summary TEXT, changed INTEGER, "
               "nodes_before INTEGER, nodes_after INTEGER, start_ns INTEGER, duration_ns INTEGER"},
    {"pass_stages", "compilation INTEGER, pass_place INTEGER, stage TEXT, cycle INTEGER", 2},
    {"rewrites", "compilation INTEGER, pass_place INTEGER, rule TEXT, nodes_before TEXT, node_after INTEGER"},
    {"refusals", "compilation INTEGER, pass_place INTEGER, rule TEXT, nodes TEXT, reason TEXT"},
    {"kernels", "compilation INTEGER, name TEXT, graph TEXT, members TEXT, llvm_ir TEXT, assembly TEXT, "
                "compile_ns INTEGER"},
    {"kernel_codes", "compilation INTEGER, kernel_place INTEGER, origin INTEGER, code_bytes INTEGER", 6},
    {"stages", "compilation INTEGER, name TEXT, start_ns INTEGER, duration_ns INTEGER"},
    {"trace", "column_name TEXT, values_blob INTEGER"},
    {"diagnostics", "kind INTEGER, file TEXT, place TEXT, message TEXT, event_count INTEGER", 4},
    {"profiles", "label TEXT, values_blob INTEGER", 4},
    {"blobs", "id INTEGER, total_bytes INTEGER, part_offset INTEGER, part_bytes INTEGER, data BLOB"},
};

/**
 * Whether everything in `session` that refers to something else refers to what is there. Asked before saving, so that
 * no file is written that could not be read again, and after loading. The error names the table and the record.
 */
Result<void> checkReferences(const Session &session);

} // namespace jitscope
