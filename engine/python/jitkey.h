// SPDX-License-Identifier: Apache-2.0
// What a compiled graph depends on of one argument: compared with later arguments without making Python objects.
#pragma once

#include "engine/python/objects.h"

#include <vector>

namespace jitscope::inline python {

/** An object that somebody else keeps alive; what knows no weak references is held. */
class WeakRef {
public:
    WeakRef() = default;
    explicit WeakRef(PyObject *object);

    /** Borrowed; null when it is gone. */
    PyObject *get() const {
        PyObject *object = m_isWeak ? PyWeakref_GET_OBJECT(m_ref.get()) : m_ref.get();
        return object == Py_None ? nullptr : object;
    }
    int traverse(visitproc visit, void *arg) const {
        Py_VISIT(m_ref.get());
        return 0;
    }

private:
    Ref m_ref; ///< to the object, or to its weak reference
    bool m_isWeak = false;
};

/** Type and shape of a tensor and the hooks of its gradient, type and value of a constant, the items of a container; of
   numbers inside of mindspore.mutable the type alone. Objects of other classes count by identity, for as long as they
   live, and by whether they are in training. */
class ArgumentKey {
public:
    explicit ArgumentKey(PyObject *argument)
        : ArgumentKey(argument, isMutable(argument)) {}

    bool matches(PyObject *argument) const {
        return m_kind == Kind::Tensor ? matchesTensor(argument) : matchesOther(argument);
    }
    /** Shows Python's garbage collection the objects that it holds. */
    int traverse(visitproc visit, void *arg) const;
    /** From now on tensors of other shapes, with as many axes, match too. */
    void generalise();
    bool isOfTensor() const { return m_kind == Kind::Tensor; }
    /** What counts by identity, borrowed; null of any other argument, and when it is gone. */
    PyObject *object() const { return m_kind == Kind::Object ? m_instance.get() : nullptr; }
    /** Calls visit(object) for each variable (tensor or mutable number) of an argument that matches, in order. */
    template<class Visit> void visitVariables(PyObject *argument, Visit &visit) const;

private:
    enum class Kind : uint8_t { Tensor, Number, Float, Constant, Sequence, Dictionary, Object };

    /** `isVariable`: numbers in it count by their type. */
    ArgumentKey(PyObject *argument, bool isVariable);
    static bool isMutable(PyObject *object);
    bool matchesTensor(PyObject *argument) const {
        if (Py_TYPE(argument) != m_type) return false;
        const Tensor &tensor = tensorOf(argument);
        const bool fits = m_anyShape ? tensor.rank() == m_shape.rank() : tensor.shape() == m_shape;
        return tensor.defined() && tensor.dtype() == m_dtype && fits &&
               reinterpret_cast<PyTensor *>(argument)->isParameter == m_isParameter && matchesHooks(argument);
    }
    bool matchesOther(PyObject *argument) const;
    bool matchesHooks(PyObject *argument) const {
        if (!reinterpret_cast<PyTensor *>(argument)->attributes) return m_hooks.empty(); // as nearly all are
        return matchesEachHook(argument);
    }
    bool matchesEachHook(PyObject *argument) const;
    bool matchesItems(PyObject *argument) const;
    bool matchesDictionary(PyObject *argument) const;

    Kind m_kind = Kind::Object;
    bool m_isParameter = false;
    bool m_anyShape = false;
    DType m_dtype = DType::Float32;
    Dims m_shape;
    PyTypeObject *m_type = nullptr; ///< kept alive by m_typeHeld
    Ref m_constant;
    WeakRef m_instance; ///< Kind::Object
    Ref m_typeHeld;
    int m_training = -1; ///< -1: it has no such flag
    std::vector<ArgumentKey> m_items;
    std::vector<Ref> m_names; ///< a dictionary's, in order
    std::vector<Ref> m_hooks; ///< the handles of a tensor's, in order
};

template<class Visit> void ArgumentKey::visitVariables(PyObject *argument, Visit &visit) const {
    if (m_kind == Kind::Tensor || m_kind == Kind::Number) return visit(argument);
    if (m_kind == Kind::Sequence) {
        for (size_t i = 0; i < m_items.size(); ++i)
            m_items[i].visitVariables(PySequence_Fast_GET_ITEM(argument, Py_ssize_t(i)), visit);
    } else if (m_kind == Kind::Dictionary) {
        for (size_t i = 0; i < m_items.size(); ++i)
            m_items[i].visitVariables(PyDict_GetItem(argument, m_names[i].get()), visit);
    }
}

/** A tensor or a mutable number as a graph's argument. */
Value variableValue(PyObject *object);

/** The dictionary of the hooks of a tensor's gradient by their handles, borrowed; null without one. */
PyObject *hooksOf(PyObject *tensor);

/** 1 or 0 for a layer in training or not, -1 for what has no such flag. */
int trainingFlag(PyObject *object);

/** Of the same type and equal; floats by their bits, so that nan equals itself and 0.0 is not -0.0. False (with no
    exception set) where comparing fails. */
bool sameConstant(PyObject *a, PyObject *b);

} // namespace jitscope::inline python
