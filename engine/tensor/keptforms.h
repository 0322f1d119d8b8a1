// SPDX-License-Identifier: Apache-2.0
// Other layouts of the elements of weights, which kernels would make again at each call: panels of a matrix, filters in
// another domain. They are kept while nobody writes to the elements, in memory that is not counted as tensors'.
#pragma once

#include "engine/tensor/dtype.h"
#include "engine/tensor/storage.h"

#include <array>
#include <functional>
#include <memory>

namespace jitscope::inline tensor {

enum class FormKind : uint8_t { Panels, PairPanels, WinogradFilters, TurnedWinogradFilters };

/** What the form of a storage's elements is made of, and how: everything that its bytes depend on. */
struct FormKey {
    FormKind kind = FormKind::Panels;
    DType dtype = DType::Float32;       ///< as which the elements are read
    int64_t offset = 0;                 ///< of the first, in elements
    std::array<int64_t, 4> layout = {}; ///< as the kind needs it: sizes and strides
    bool operator==(const FormKey &) const = default;
};

/** Aligned to 64 bytes; it stays as long as it is held, also when the table lets go of it. */
using KeptForm = std::shared_ptr<const std::byte>;

/** The form of so many bytes, made by `make` where it is not there yet. Null where none is to be kept, and the caller
    does without: the storage keeps none, its elements have not been asked for in this form since they were written (a
    form pays from the second time on; where writes followed soon upon forms, later), or the forms would take more than
    a quarter of the free memory. */
KeptForm keptForm(const Storage &storage, const FormKey &key, size_t bytes,
                  const std::function<void(std::byte *to)> &make);

/** Of a storage that has ended. */
void forgetForms(uint64_t serial);
/** Of one that somebody may write to without a word from now on. */
void invalidateForms(uint64_t serial);

/** Bytes that the table holds now. */
int64_t keptFormBytes();

} // namespace jitscope::inline tensor
