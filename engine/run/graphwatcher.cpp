// SPDX-License-Identifier: Apache-2.0
// Keeps the watcher of this process.
#include "engine/run/graphwatcher.h"

#include <atomic>

namespace jitscope::inline run {

namespace {

std::atomic<GraphWatcher *> current = nullptr;

} // namespace

void setGraphWatcher(GraphWatcher *watcher) {
    current.store(watcher, std::memory_order_release);
}

GraphWatcher *graphWatcher() {
    return current.load(std::memory_order_acquire);
}

} // namespace jitscope::inline run
