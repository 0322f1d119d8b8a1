// SPDX-License-Identifier: Apache-2.0
// An owned reference to a Python object. No Python.h here.
#pragma once

#include <memory>

struct _object;

namespace jitscope::inline stepping {

/** With the GIL held. */
struct ReleaseObject {
    void operator()(_object *owned) const;
};

using ObjectRef = std::unique_ptr<_object, ReleaseObject>;

} // namespace jitscope::inline stepping
