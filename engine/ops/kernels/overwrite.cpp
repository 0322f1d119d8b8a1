// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/kernels/overwrite.h"

#include "engine/tensor/stridedcopy.h"

#include <cassert>
#include <cstring>

namespace jitscope::inline ops {

Tensor overwrite(Tensor target, const Tensor &source) {
    assert(source.shape() == target.shape());
    // Writing while reading the same memory would read what was already written.
    const bool mayOverlap = source.storage() == target.storage() && source.dtype() == target.dtype();
    const Tensor packed = mayOverlap ? source.clone() : source.cast(target.dtype()).contiguous();
    target.storage()->beforeWrite();
    if (target.isContiguous())
        std::memcpy(target.mutableRawData(), packed.rawData(), size_t(target.bytes()));
    else
        unpackStrided(target.mutableRawData(), packed.rawData(), target.shape(), target.strides(),
                      int(target.itemBytes()));
    return target;
}

} // namespace jitscope::inline ops
