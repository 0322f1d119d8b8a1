// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target for queries: no text may crash the reader or the asking, and what is read prints and reads again.
//
// Built and run by tests/fuzz/run.
#include "engine/inspect/querysyntax.h"

#include <cstdlib>

using namespace jitscope;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const std::string_view text(reinterpret_cast<const char *>(bytes), size);
    const auto query = Query::parse(text);
    queryCompletions(text);
    if (!query) return 0;
    static const Tensor tensor = Tensor::full({2, 3}, 0.5, DType::Float32);
    OpEvent op;
    op.op = "MatMul";
    op.scope = "Default/network-Net";
    query->ask({op, nullptr, {&tensor, 1}, {&tensor, 1}});
    query->explain();
    if (query->isEmpty()) return 0;
    const std::string once = printed(**parseQuery(text));
    const auto again = parseQuery(once);
    if (!again || printed(**again) != once) std::abort();
    return 0;
}
