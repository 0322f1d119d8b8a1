// SPDX-License-Identifier: Apache-2.0
// Hands a node of the language above to whoever registered for it.
#include "engine/run/hostcall.h"

#include "engine/base/text.h"

#include <atomic>
#include <stdexcept>

namespace jitscope::inline run {

namespace {

std::atomic<HostCall> currentHost = nullptr;

} // namespace

void registerHostCall(HostCall call) {
    currentHost = call;
}

Value callHost(std::span<const Value *const> inputs) {
    const std::string *text = inputs[0]->asString();
    const Opaque *function = inputs[1]->asOpaque();
    const HostCall host = currentHost;
    if (!host || !function || !function->object)
        throw std::invalid_argument(format("Python computes `%s`, of which only the text is known here. The graph runs "
                                           "again where its script does: in the console, by %%variant and %%lockstep.",
                                           text ? text->c_str() : "PyExecute"));
    auto arguments = inputs.subspan(2);
    while (!arguments.empty() && arguments.back()->asMonad())
        arguments = arguments.first(arguments.size() - 1);
    return host(*function, arguments);
}

} // namespace jitscope::inline run
