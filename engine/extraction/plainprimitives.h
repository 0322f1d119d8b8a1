// SPDX-License-Identifier: Apache-2.0
// Operators that MindSpore cannot call by the name of their primitive and with our arguments, in words that it has:
// some take attributes where they are made, some are fused ones that only compiled graphs of ours have.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace jitscope::inline extraction {

/** Whether a script calls a function of its own for that operator, which has its name. */
bool hasPlainForm(std::string_view op);

/** These functions, and those that they call, as Python. */
std::string plainForms(const std::set<std::string> &ops);

} // namespace jitscope::inline extraction
