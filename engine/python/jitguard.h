// SPDX-License-Identifier: Apache-2.0
// Conditions on what a function reads besides its arguments: globals, attributes, cells, the elements of containers.
#pragma once

#include "engine/python/jitkey.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jitscope::inline python {

/** A way to an object: from an argument or a known object over attributes, elements and cells. */
class GuardSource {
public:
    /** Of (root, step, ...): root is the index of an argument or any object; steps are ("attr", name), ("item", key),
        ("cell",), ("method",), ("own",). Nothing with an exception set for anything else. */
    static std::optional<GuardSource> from(PyObject *description);

    int traverse(visitproc visit, void *arg) const;
    /** What stands there now; null, with no exception set, if the way does not lead anywhere. */
    Ref follow(std::span<PyObject *const> arguments) const;

private:
    enum class Step : uint8_t { Attribute, Item, Cell, Method, Own };
    struct Move {
        Step step;
        Ref operand;
    };

    static Ref moved(const Move &move, PyObject *object);

    Py_ssize_t m_argument = -1;
    Ref m_object;
    std::vector<Move> m_moves;
};

/** One condition; what an entry holds for. */
class Guard {
public:
    /** Of (kind, source, expected, text); kind: "is", "equals", "type", "tensor", "len", "true", or "dict": a
       dictionary with the very objects of `expected` under its names, and no others. */
    static std::optional<Guard> from(PyObject *description);

    bool holds(std::span<PyObject *const> arguments) const;
    int traverse(visitproc visit, void *arg) const;
    /** What a message calls the object. */
    const std::string &text() const { return m_text; }

private:
    enum class Kind : uint8_t { Is, Equals, Type, Tensor, Length, True, Dictionary };
    static std::optional<Kind> kindOf(const char *name);

    Guard(Kind kind, GuardSource source, PyObject *expected, std::string text);
    bool fits(PyObject *object) const;
    bool hasSameItems(PyObject *dictionary) const;

    Kind m_kind;
    GuardSource m_source;
    Ref m_expected;
    std::optional<ArgumentKey> m_key; ///< Kind::Tensor
    mutable uint64_t m_version = 0;   ///< Kind::Dictionary: of the dictionary when its items were last compared
    std::string m_text;
};

} // namespace jitscope::inline python
