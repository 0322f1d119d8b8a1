// SPDX-License-Identifier: Apache-2.0
#include "engine/python/indexmeaning.h"

#include "engine/base/text.h"
#include "engine/python/captureobject.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace jitscope::inline python {

namespace {

enum class ItemKind : uint8_t { Int, Slice, NewAxis, Ellipsis, True, Indices, Mask };

/** One entry of the index. */
struct Item {
    ItemKind kind = ItemKind::Int;
    Ref object; ///< the int, the slice or the tensor
};

std::nullopt_t indexError(const char *message) {
    PyErr_SetString(PyExc_IndexError, message);
    return std::nullopt;
}

std::nullopt_t unsupported(PyObject *index) {
    if (PyFloat_Check(index))
        PyErr_Format(PyExc_IndexError,
                     "Only support integers, slices(`:`), ellipsis(`...`), None, bool, tensor, int, list and tuple as "
                     "index, but got %S with type %R",
                     index, (PyObject *)Py_TYPE(index));
    else
        PyErr_Format(PyExc_IndexError,
                     "Unsupported Python object type received: %R. Supported types for tensor indexing are: list, int, "
                     "float, tuple, slice, ellipsis, None, array, bool, or Tensor. Received value: %R",
                     (PyObject *)Py_TYPE(index), index);
    return std::nullopt;
}

std::optional<Item> truthItem(bool truth) {
    if (!truth) return indexError("When tensor is indexed by a bool object, the value only support 'True'.");
    return Item{ItemKind::True, {}};
}

std::optional<Item> tensorItem(Ref tensor) {
    const DType dtype = dtypeOfTensor(tensor.get());
    if (info(dtype).floating || isComplex(dtype)) {
        PyErr_Format(PyExc_IndexError, "The tensor index must be int or bool type, but got %S", tensor.get());
        return std::nullopt;
    }
    if (dtype != DType::Bool) return Item{ItemKind::Indices, std::move(tensor)};
    if (isSymbol(tensor.get())) {
        noValueYet("Indexing by a tensor of bools (its result has as many elements as there are bools)");
        return std::nullopt;
    }
    if (shapeOfTensor(tensor.get()).empty()) return truthItem(tensorOf(tensor.get()).at(0) != 0);
    return Item{ItemKind::Mask, std::move(tensor)};
}

/** A list, tuple or array of numbers as a tensor. */
std::optional<Item> arrayItem(PyObject *data) {
    if (PyList_Check(data) && PyList_GET_SIZE(data) == 0)
        return indexError("When tensor is indexed by list, the list can't be empty.");
    try {
        auto tensor = tensorFromPython(data, nullptr);
        if (!tensor) return std::nullopt;
        if (tensor->count() == 0 && PyTuple_Check(data)) tensor = tensor->cast(DType::Int64);
        Ref wrapped(wrap(*std::move(tensor)));
        if (!wrapped) return std::nullopt;
        return tensorItem(std::move(wrapped));
    } catch (...) {
        translateException();
        return std::nullopt;
    }
}

bool isArrayLike(PyObject *object) {
    return PyList_Check(object) || PyTuple_Check(object) || PyObject_HasAttrString(object, "__array__");
}

std::optional<Item> itemOf(PyObject *object) {
    if (isIntIndex(object)) return Item{ItemKind::Int, Ref::borrowed(object)};
    if (PySlice_Check(object)) return Item{ItemKind::Slice, Ref::borrowed(object)};
    if (object == Py_None) return Item{ItemKind::NewAxis, {}};
    if (object == Py_Ellipsis) return Item{ItemKind::Ellipsis, {}};
    if (PyBool_Check(object) || isNumpyBool(object)) return truthItem(PyObject_IsTrue(object) == 1);
    if (isTensor(object)) {
        if (isSymbol(object) || tensorOf(object).defined()) return tensorItem(Ref::borrowed(object));
        return indexError("The tensor that is the index was never initialised.");
    }
    if (isArrayLike(object)) return arrayItem(object);
    return unsupported(object);
}

/** MindSpore takes a list with slices, None or Ellipsis in it for a tuple. */
bool isTupleInDisguise(PyObject *list) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i) {
        PyObject *item = PyList_GET_ITEM(list, i);
        if (PySlice_Check(item) || item == Py_None || item == Py_Ellipsis) return true;
    }
    return false;
}

std::optional<std::vector<Item>> itemsOf(PyObject *index) {
    const bool isMany = PyTuple_Check(index) || (PyList_Check(index) && isTupleInDisguise(index));
    PyObject *const *objects = isMany ? PySequence_Fast_ITEMS(index) : &index;
    const Py_ssize_t count = isMany ? PySequence_Fast_GET_SIZE(index) : 1;
    std::vector<Item> items;
    for (Py_ssize_t i = 0; i < count; ++i) {
        auto item = itemOf(objects[i]);
        if (!item) return std::nullopt;
        items.push_back(*std::move(item));
    }
    return items;
}

/** How many axes of the tensor an entry uses up. */
int axesUsed(const Item &item) {
    switch (item.kind) {
    case ItemKind::Mask:
        return shapeOfTensor(item.object.get()).rank();
    case ItemKind::Int:
    case ItemKind::Slice:
    case ItemKind::Indices:
        return 1;
    default:
        return 0;
    }
}

/** The places of the bools of a mask, one tensor an axis. */
std::vector<Tensor> truePlaces(const Tensor &mask) {
    const Tensor packed = mask.contiguous();
    const auto *truth = packed.data<bool>();
    const int64_t count = std::count(truth, truth + packed.count(), true);
    std::vector<Tensor> places;
    for (int i = 0; i < mask.rank(); ++i)
        places.emplace_back(Dims{count}, DType::Int64);
    int64_t found = 0;
    for (int64_t k = 0; k < packed.count(); ++k) {
        if (!truth[k]) continue;
        int64_t rest = k;
        for (int i = mask.rank() - 1; i >= 0; --i) {
            places[size_t(i)].mutableData<int64_t>()[found] = rest % mask.shape()[i];
            rest /= mask.shape()[i];
        }
        ++found;
    }
    return places;
}

/** Goes through the entries from left to right. */
class Reader {
public:
    Reader(const Dims &shape, const std::vector<Item> &items)
        : m_shape(shape)
        , m_items(items)
        , m_hasTensors(std::ranges::any_of(
              items, [](const Item &item) { return item.kind == ItemKind::Indices || item.kind == ItemKind::Mask; })) {}

    std::optional<IndexMeaning> read() {
        if (!m_hasTensors && areTruthsApart()) addTruth();
        for (const Item &item : m_items)
            if (!take(item)) return std::nullopt;
        while (m_axis < m_shape.rank())
            passAll();
        return std::move(m_meaning);
    }

private:
    bool take(const Item &item) {
        switch (item.kind) {
        case ItemKind::Int:
            return takeInt(item.object.get());
        case ItemKind::Slice:
            return takeSlice(item.object.get());
        case ItemKind::NewAxis:
            addNewAxis();
            return true;
        case ItemKind::Ellipsis:
            takeEllipsis();
            return true;
        case ItemKind::True:
            // Beside tensors it broadcasts with them.
            if (!m_hasTensors) addTruth();
            return true;
        case ItemKind::Indices:
            addIndices(Ref::borrowed(item.object.get()));
            return true;
        case ItemKind::Mask:
            return takeMask(tensorOf(item.object.get()));
        }
        return false;
    }

    /** All True of an index are one axis of size 1: at the first of them, or in front where something but ints is
     * between. */
    void addTruth() {
        if (!std::exchange(m_hasTruth, true)) addNewAxis();
    }
    bool areTruthsApart() const {
        const auto isTrue = [](const Item &item) { return item.kind == ItemKind::True; };
        const auto first = std::ranges::find_if(m_items, isTrue);
        const auto last = std::find_if(m_items.rbegin(), std::make_reverse_iterator(first), isTrue).base();
        return std::any_of(first, last, [&](const Item &item) { return !isTrue(item) && item.kind != ItemKind::Int; });
    }

    void addEntry(int64_t begin, int64_t end, int64_t step) {
        m_meaning.part.begin.push(begin);
        m_meaning.part.end.push(end);
        m_meaning.part.strides.push(step);
    }
    int64_t nextBit() const { return int64_t(1) << m_meaning.part.begin.rank(); }

    /** The whole of the next axis, with an entry of its own. */
    void takeAll() {
        addEntry(0, m_shape[m_axis], 1);
        passAll();
    }
    void passAll() { m_meaning.partShape.push(m_shape[m_axis++]); }

    bool takeInt(PyObject *object) {
        const auto index = checkedInt(object, m_shape[m_axis]);
        if (!index) return false;
        // Beside tensors an int is one of them: NumPy has it so.
        if (m_hasTensors) {
            Tensor number(Dims(), DType::Int64);
            *number.mutableData<int64_t>() = *index;
            Ref wrapped(wrap(std::move(number)));
            if (!wrapped) return false;
            addIndices(std::move(wrapped));
            return true;
        }
        m_meaning.part.shrinkMask |= nextBit();
        addEntry(*index, *index + 1, 1);
        m_meaning.isWhole = false;
        ++m_axis;
        return true;
    }

    bool takeSlice(PyObject *slice) {
        const auto *parts = reinterpret_cast<PySliceObject *>(slice);
        for (PyObject *bound : {parts->start, parts->stop, parts->step})
            if (bound != Py_None && !PyIndex_Check(bound)) {
                // MindSpore's graphs and its eager mode say it differently.
                if (currentCapture())
                    PyErr_SetString(PyExc_TypeError, "Slice indices must be integers or bool.");
                else
                    PyErr_SetString(PyExc_RuntimeError, "Slice index type must be int, tensor or none.");
                return false;
            }
        Py_ssize_t begin = 0, end = 0, step = 0;
        if (PySlice_Unpack(slice, &begin, &end, &step) < 0) {
            if (PyErr_ExceptionMatches(PyExc_ValueError))
                PyErr_SetString(PyExc_ValueError, "For 'StridedSlice', 'strides' cannot contain 0");
            return false;
        }
        const int64_t size = m_shape[m_axis++];
        const Py_ssize_t count = PySlice_AdjustIndices(Py_ssize_t(size), &begin, &end, step);
        // Going backwards to the very first element ends before it, which as -1 would mean the last; and places beyond
        // an end are named in the same way.
        if (count == 0)
            addEntry(0, 0, 1);
        else
            addEntry(begin, end < 0 ? -size - 1 : end, step);
        m_meaning.partShape.push(count);
        m_meaning.isWhole = m_meaning.isWhole && begin == 0 && step == 1 && count == size;
        return true;
    }

    void addNewAxis() {
        m_meaning.part.newAxisMask |= nextBit();
        addEntry(0, 1, 1);
        m_meaning.partShape.push(1);
        m_meaning.isWhole = false;
    }

    void takeEllipsis() {
        int used = 0;
        for (const Item &item : m_items)
            used += axesUsed(item);
        m_meaning.part.ellipsisMask |= nextBit();
        addEntry(0, 0, 1);
        for (const int end = m_axis + m_shape.rank() - used; m_axis < end;)
            passAll();
    }

    /** `indices` along the next axis, which the part takes whole. */
    void addIndices(Ref indices) {
        m_meaning.axes.push(m_meaning.partShape.rank());
        m_meaning.indices.push_back(std::move(indices));
        takeAll();
    }

    bool takeMask(const Tensor &mask) {
        for (int i = 0; i < mask.rank(); ++i)
            if (mask.shape()[i] != m_shape[m_axis + i]) {
                PyErr_Format(PyExc_ValueError,
                             "The shape of index %sdoes not match the shape of the indexed data %s at dim index%d",
                             listText(mask.shape()).c_str(), listText(m_shape).c_str(), i);
                return false;
            }
        for (Tensor &places : truePlaces(mask)) {
            Ref wrapped(wrap(std::move(places)));
            if (!wrapped) return false;
            addIndices(std::move(wrapped));
        }
        return true;
    }

    const Dims &m_shape;
    const std::vector<Item> &m_items;
    const bool m_hasTensors;
    IndexMeaning m_meaning;
    int m_axis = 0;
    bool m_hasTruth = false;
};

/** Entries that StridedSlice gets: those of a mask count as many as it has axes. */
bool checkCounts(const std::vector<Item> &items, int rank) {
    int used = 0, entries = 0, news = 0, ellipses = 0;
    for (const Item &item : items) {
        used += axesUsed(item);
        news += item.kind == ItemKind::NewAxis || item.kind == ItemKind::True;
        ellipses += item.kind == ItemKind::Ellipsis;
        entries += item.kind == ItemKind::Mask ? axesUsed(item) : 1;
    }
    if (ellipses > 1) {
        PyErr_SetString(PyExc_IndexError, "An index can only have a single ellipsis('...')");
        return false;
    }
    if (used > rank) {
        if (rank == 0)
            PyErr_SetString(PyExc_TypeError, "Cannot iterate over a scalar tensor.");
        else
            PyErr_Format(PyExc_IndexError, "too many indices for tensor of dimension%d", rank);
        return false;
    }
    if (entries > maxRank || rank + news > maxRank) {
        PyErr_Format(PyExc_IndexError, "The result would have more than %d axes.", maxRank);
        return false;
    }
    return true;
}

} // namespace

bool isIntIndex(PyObject *index) {
    if (PyBool_Check(index)) return false;
    return PyLong_Check(index) ||
           (PyIndex_Check(index) && !isTensor(index) && !PySequence_Check(index) && !isNumpyBool(index));
}

bool choosesNothing(PyObject *index) {
    if (PyTuple_Check(index)) {
        PyObject *const *objects = PySequence_Fast_ITEMS(index);
        return std::any_of(objects, objects + PyTuple_GET_SIZE(index),
                           [](PyObject *object) { return !PyTuple_Check(object) && choosesNothing(object); });
    }
    if (PyBool_Check(index) || isNumpyBool(index)) return PyObject_IsTrue(index) == 0;
    if (!isTensor(index) || isSymbol(index) || !tensorOf(index).defined()) return false;
    const Tensor &tensor = tensorOf(index);
    return tensor.dtype() == DType::Bool && tensor.rank() == 0 && tensor.at(0) == 0;
}

std::optional<int64_t> checkedInt(PyObject *index, int64_t size) {
    const Py_ssize_t at = PyNumber_AsSsize_t(index, PyExc_IndexError);
    if (at == -1 && PyErr_Occurred()) return std::nullopt;
    if (at < -size || at >= size) {
        PyErr_Format(PyExc_IndexError, "index %zd is out of bounds for dimension with size %lld", at, (long long)size);
        return std::nullopt;
    }
    return at < 0 ? at + size : at;
}

std::optional<IndexMeaning> meaningOf(PyObject *index, const Dims &shape) {
    const auto items = itemsOf(index);
    if (!items || !checkCounts(*items, shape.rank())) return std::nullopt;
    return Reader(shape, *items).read();
}

} // namespace jitscope::inline python
