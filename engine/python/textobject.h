// SPDX-License-Identifier: Apache-2.0
// `_jitscope.Text`: an f-string with values that only the running graph knows, as what a PyExecute node calls.
#pragma once

#include "engine/python/objects.h"

#include <optional>
#include <span>
#include <string>

namespace jitscope::inline python {

extern PyTypeObject textType;

/** The text of an object of that type with these values, made without Python's objects; nothing where that would not
    be what Python makes of it: a value is no tensor, or somebody follows who reads tensors. */
std::optional<std::string> textOfTensors(PyObject *text, std::span<const Value *const> values);

bool addTexts(PyObject *module);

} // namespace jitscope::inline python
