// SPDX-License-Identifier: Apache-2.0
// DLPack both ways: memory shared with other array libraries (NumPy, PyTorch, CuPy) without a copy.
//
// The protocol passes a C structure inside a Python capsule named "dltensor". Whoever takes it renames the capsule to
// "used_dltensor" and calls the structure's deleter when it is done; a capsule that nobody took does that itself.
#include "engine/python/captureobject.h"
#include "engine/python/tensorvalues.h"

#include <algorithm>
#include <limits>
#include <memory>

namespace jitscope::inline python {

namespace {

// The structures of DLPack version 0, as its specification lays them out.
struct DlDevice {
    int32_t type;
    int32_t number;
};
struct DlDataType {
    uint8_t code;
    uint8_t bits;
    uint16_t lanes;
};
struct DlTensor {
    void *data;
    DlDevice device;
    int32_t rank;
    DlDataType dtype;
    int64_t *shape;
    int64_t *strides;
    uint64_t byteOffset;
};
struct DlManagedTensor {
    DlTensor tensor;
    void *context;
    void (*deleter)(DlManagedTensor *self);
};

constexpr int32_t cpu = 1;
enum DlCode : uint8_t { dlInt = 0, dlUnsigned = 1, dlFloat = 2, dlBFloat = 4, dlComplex = 5, dlBool = 6 };

constexpr const char *freshName = "dltensor";
constexpr const char *usedName = "used_dltensor";

DlDataType dlTypeOf(DType dtype) {
    const DTypeInfo &facts = info(dtype);
    const auto code = dtype == DType::Bool       ? dlBool
                      : dtype == DType::BFloat16 ? dlBFloat
                      : isComplex(dtype)         ? dlComplex
                      : facts.floating           ? dlFloat
                      : facts.isSigned           ? dlInt
                                                 : dlUnsigned;
    return {code, uint8_t(facts.bytes * 8), 1};
}

std::optional<DType> dtypeOfDl(DlDataType type) {
    for (int i = 0; i < dtypeCount; ++i) {
        const DlDataType ours = dlTypeOf(DType(i));
        if (type.lanes == 1 && ours.code == type.code && ours.bits == type.bits) return DType(i);
    }
    return std::nullopt;
}

/** What is given away, with what it points to. */
struct Exported {
    DlManagedTensor managed;
    Tensor tensor;
    Dims shape, strides;
};

void deleteExported(DlManagedTensor *managed) {
    auto *exported = static_cast<Exported *>(managed->context);
    exported->tensor.storage()->takeBack();
    delete exported;
}

void deleteUntaken(PyObject *capsule) {
    if (!PyCapsule_IsValid(capsule, freshName)) return;
    auto *managed = static_cast<DlManagedTensor *>(PyCapsule_GetPointer(capsule, freshName));
    if (managed->deleter) managed->deleter(managed);
}

/** Whether the sizes and strides are such that every element lies in memory that can be addressed. */
struct Extent {
    int64_t first = 0, last = 0; ///< the places of the elements farthest apart, in elements from the data pointer
};
std::optional<Extent> extentOf(const Dims &shape, const Dims &strides) {
    Extent extent;
    for (int i = 0; i < shape.rank(); ++i) {
        int64_t reach = 0, *end = strides[i] < 0 ? &extent.first : &extent.last;
        if (shape[i] > 0 && __builtin_mul_overflow(shape[i] - 1, strides[i], &reach)) return std::nullopt;
        if (__builtin_add_overflow(*end, reach, end)) return std::nullopt;
    }
    return extent;
}

PyObject *refuseImport(const char *why) {
    return PyErr_Format(PyExc_BufferError, "For 'from_dlpack', %s.", why);
}

/** Calls the deleter when the last tensor over the memory goes. */
void letGo(void *owner) {
    auto *managed = static_cast<DlManagedTensor *>(owner);
    if (managed->deleter) managed->deleter(managed);
}

PyObject *import(PyObject *capsule) {
    auto *managed = static_cast<DlManagedTensor *>(PyCapsule_GetPointer(capsule, freshName));
    if (managed == nullptr) return nullptr;
    const DlTensor &given = managed->tensor;
    if (given.device.type != cpu) return refuseImport("the memory is not the CPU's");
    const auto dtype = dtypeOfDl(given.dtype);
    if (!dtype) return refuseImport("the type of the elements is not one of MindSpore's");
    if (given.rank < 0 || given.rank > maxRank) return refuseImport("a tensor has at most eight axes");
    const std::span<const int64_t> sizes(given.shape, size_t(given.rank));
    if (!checkedCount(sizes)) return refuseImport("the shape is negative or too large");
    const Dims shape(sizes);
    const Dims strides = given.strides ? Dims({given.strides, size_t(given.rank)}) : contiguousStrides(shape);
    const auto extent = extentOf(shape, strides);
    const int64_t itemBytes = info(*dtype).bytes;
    if (!extent || extent->last - extent->first > std::numeric_limits<int64_t>::max() / itemBytes - 1)
        return refuseImport("the strides reach beyond what memory can be addressed");
    auto *data = static_cast<std::byte *>(given.data) + given.byteOffset;
    if (reinterpret_cast<uintptr_t>(data) % size_t(itemBytes) != 0)
        return refuseImport("the elements are not aligned to their size");
    if (PyCapsule_SetName(capsule, usedName) < 0) return nullptr;
    if (shape.product() == 0) {
        letGo(managed);
        return wrap(Tensor(shape, *dtype));
    }
    // The storage begins at the element with the lowest address: strides may be negative.
    const size_t bytes = size_t((extent->last - extent->first + 1) * itemBytes);
    StoragePtr storage(Storage::borrowed(data + extent->first * itemBytes, bytes, letGo, managed));
    return wrap(Tensor(std::move(storage), shape, strides, -extent->first, *dtype));
}

} // namespace

PyObject *toDlpack(PyObject *self, PyObject *const *, Py_ssize_t count, PyObject *) {
    if (!readable(self, "Sharing a tensor's elements")) return nullptr;
    if (count > 0) return PyErr_Format(PyExc_TypeError, "__dlpack__() takes no positional arguments");
    const Tensor &tensor = tensorOf(self);
    auto exported = std::make_unique<Exported>(Exported{{}, tensor, tensor.shape(), tensor.strides()});
    DlManagedTensor &managed = exported->managed;
    managed.tensor = {.data = exported->tensor.mutableRawData(),
                      .device = {cpu, 0},
                      .rank = tensor.rank(),
                      .dtype = dlTypeOf(tensor.dtype()),
                      .shape = const_cast<int64_t *>(exported->shape.data()),
                      .strides = const_cast<int64_t *>(exported->strides.data()),
                      .byteOffset = 0};
    managed.context = exported.get();
    managed.deleter = deleteExported;
    PyObject *capsule = PyCapsule_New(&managed, freshName, deleteUntaken);
    if (!capsule) return nullptr;
    tensor.storage()->lend();
    exported.release();
    return capsule;
}

PyObject *dlpackDevice(PyObject *, PyObject *) {
    return Py_BuildValue("(ii)", cpu, 0);
}

PyObject *fromDlpack(PyObject *, PyObject *given) {
    try {
        if (PyCapsule_CheckExact(given)) {
            if (PyCapsule_IsValid(given, usedName)) return refuseImport("the capsule was used already");
            return import(given);
        }
        if (!PyObject_HasAttrString(given, "__dlpack__"))
            return PyErr_Format(PyExc_TypeError,
                                "For 'from_dlpack', an object with __dlpack__ or a DLPack capsule is needed, but got "
                                "'%s'.",
                                Py_TYPE(given)->tp_name);
        Ref capsule(PyObject_CallMethod(given, "__dlpack__", nullptr));
        return capsule ? import(capsule.get()) : nullptr;
    } catch (...) {
        return translateException();
    }
}

} // namespace jitscope::inline python
