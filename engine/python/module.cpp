// SPDX-License-Identifier: Apache-2.0
// The native module `_jitscope`: puts together what the other files of this folder define.
#include "engine/python/externalobject.h"
#include "engine/python/textobject.h"
#include "engine/python/graphbisect.h"
#include "engine/python/graphlockstep.h"
#include "engine/python/graphvariant.h"
#include "engine/python/objects.h"

namespace {

PyModuleDef moduleDefinition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_jitscope",
    .m_doc = "The engine of JitScope. Use the package `mindspore`.",
    .m_size = -1,
};

} // namespace

PyMODINIT_FUNC PyInit__jitscope() {
    using namespace jitscope::python;
    Ref module(PyModule_Create(&moduleDefinition));
    if (!module || !addNumpy()) return nullptr;
    for (const auto add :
         {addDTypes, addTensor, addCapture, addControlFlow, addTexts, addExternals, addOps, addGraphs, addBisect,
          addLockstep, addVariant, addRecording, addRandom, addTapes, addGradientCalls, addTraces, addJit})
        if (!add(module.get())) return nullptr;
    return module.release();
}
