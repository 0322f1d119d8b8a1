// SPDX-License-Identifier: Apache-2.0
// Variants as sessions keep them.
#pragma once

#include "engine/session/variantrecord.h"
#include "engine/variants/pairedtimes.h"
#include "engine/variants/variant.h"

#include <optional>

namespace jitscope::inline variants {

/** Without its stages. */
VariantRecord recordOf(const Variant &variant, int compilation, std::string name);

/** What compiles it again. */
VariantSpec specOf(const VariantRecord &record);

/** `record` with the run time that it had beside the program's own. */
VariantRecord withTimes(VariantRecord record, const PairedTimes &times);

/** The program's own, which others are measured against, with the shortest of its medians: what disturbs a measurement
    only adds to it. */
VariantRecord withOwnTime(VariantRecord record, const PairedTimes &times);

/** Against the program's own; none where it was not timed against it. */
std::optional<PairedTimes> timesOf(const VariantRecord &record);

} // namespace jitscope::inline variants
