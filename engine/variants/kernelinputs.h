// SPDX-License-Identifier: Apache-2.0
// What a fused kernel is run with when it is measured on its own: its last recorded run, else drawn values.
#pragma once

#include "engine/session/compilation.h"
#include "engine/session/recordedvalue.h"
#include "engine/session/sessionfwd.h"

#include <string>
#include <vector>

namespace jitscope::inline variants {

/** What an input of a kernel can be made of. */
struct KernelInputSource {
    std::string name;
    Abstract type;
    RecordedValue recorded; ///< of the last run that has a tensor for each input; not defined where there is none
};

/** One for each parameter of `graph`, the kernel's. Cheap: no values are read. */
std::vector<KernelInputSource> kernelInputSources(const Session &session, const Compilation &compilation,
                                                  const KernelRecord &kernel, const Graph &graph);

struct KernelInputs {
    std::vector<Tensor> tensors;       ///< one for each source
    std::vector<std::string> recorded; ///< the names of those with recorded values
    std::vector<std::string> drawn;    ///< of the others
};

/** Values in files are read: for a background thread. The error says which input no value can be made for. */
Result<KernelInputs> loadInputs(const std::vector<KernelInputSource> &sources);

/** "inputs as recorded", "2 inputs as recorded, 1 random". */
std::string toString(const KernelInputs &inputs);

} // namespace jitscope::inline variants
