# SPDX-License-Identifier: Apache-2.0
"""What each instruction of CPython 3.11 does to a frame, in terms of a Machine."""
import operator
import types

from mindspore._bytecode.values import NULL, UNBOUND

_BINARY = (operator.add, operator.and_, operator.floordiv, operator.lshift, operator.matmul, operator.mul, operator.mod,
           operator.or_, operator.pow, operator.rshift, operator.sub, operator.truediv, operator.xor, operator.iadd,
           operator.iand, operator.ifloordiv, operator.ilshift, operator.imatmul, operator.imul, operator.imod,
           operator.ior, operator.ipow, operator.irshift, operator.isub, operator.itruediv, operator.ixor)
_COMPARE = {"<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt,
            ">=": operator.ge}
_UNARY = {"UNARY_NEGATIVE": operator.neg, "UNARY_POSITIVE": operator.pos, "UNARY_INVERT": operator.invert}
_CONVERSIONS = (None, str, repr, ascii)
RETURNED = object()


class CannotRun(Exception):
    """The instruction is none that a machine carries out."""


def _nothing(machine, frame, instruction):
    """Preparations that are done elsewhere."""


def _make_cell(machine, frame, instruction):
    value = frame.slots[instruction.arg]
    frame.slots[instruction.arg] = types.CellType() if value is UNBOUND else types.CellType(value)


def _push_null(machine, frame, instruction):
    frame.stack.append(NULL)


def _pop_top(machine, frame, instruction):
    frame.stack.pop()


def _copy(machine, frame, instruction):
    frame.stack.append(frame.stack[-instruction.arg])


def _swap(machine, frame, instruction):
    stack, depth = frame.stack, instruction.arg
    stack[-1], stack[-depth] = stack[-depth], stack[-1]


def _load_const(machine, frame, instruction):
    frame.stack.append(instruction.value)


def _load_fast(machine, frame, instruction):
    value = frame.slots[instruction.arg]
    if value is UNBOUND:
        raise CannotRun("an unbound local")
    frame.stack.append(value)


def _store_fast(machine, frame, instruction):
    frame.slots[instruction.arg] = frame.stack.pop()


def _delete_fast(machine, frame, instruction):
    if frame.slots[instruction.arg] is UNBOUND:
        raise CannotRun("an unbound local")
    frame.slots[instruction.arg] = UNBOUND


def _load_closure(machine, frame, instruction):
    frame.stack.append(frame.slots[instruction.arg])


def _load_deref(machine, frame, instruction):
    value = machine.cell_value(frame.slots[instruction.arg])
    if value is UNBOUND:
        raise CannotRun("an unbound variable")
    frame.stack.append(value)


def _store_deref(machine, frame, instruction):
    machine.set_cell(frame, instruction.arg, frame.stack[-1])
    frame.stack.pop()


def _load_global(machine, frame, instruction):
    value = machine.global_value(frame, instruction.value)
    if instruction.arg & 1:
        frame.stack.append(NULL)
    frame.stack.append(value)


def _store_global(machine, frame, instruction):
    machine.set_global(frame, instruction.value, frame.stack.pop())


def _delete_global(machine, frame, instruction):
    machine.delete_global(frame, instruction.value)


def _load_attr(machine, frame, instruction):
    frame.stack.append(machine.attribute(machine.take(frame), instruction.value))


def _load_method(machine, frame, instruction):
    found = machine.method(frame.stack.pop(), instruction.value)
    frame.stack += (NULL, found)


def _store_attr(machine, frame, instruction):
    owner = machine.take(frame)
    machine.set_attribute(owner, instruction.value, frame.stack.pop())


def _delete_attr(machine, frame, instruction):
    machine.delete_attribute(machine.take(frame), instruction.value)


def _binary_op(machine, frame, instruction):
    b, a = machine.take(frame), machine.take(frame)
    frame.stack.append(machine.binary(_BINARY[instruction.arg], a, b))


def _unary(machine, frame, instruction):
    value = machine.take(frame)
    frame.stack.append(machine.binary(lambda x, _: _UNARY[instruction.name](x), value, None))


def _unary_not(machine, frame, instruction):
    frame.stack.append(not machine.truth(machine.take(frame)))


def _compare_op(machine, frame, instruction):
    b, a = machine.take(frame), machine.take(frame)
    frame.stack.append(machine.binary(_COMPARE[instruction.value], a, b))


def _is_op(machine, frame, instruction):
    b, a = frame.stack.pop(), frame.stack.pop()
    frame.stack.append(machine.is_same(a, b) != bool(instruction.arg))


def _contains_op(machine, frame, instruction):
    container, value = machine.take(frame), machine.take(frame)
    found = machine.binary(operator.contains, container, value)
    frame.stack.append(found != bool(instruction.arg))


def _binary_subscr(machine, frame, instruction):
    index, container = machine.take(frame), frame.stack.pop()
    frame.stack.append(machine.item(container, index))


def _store_subscr(machine, frame, instruction):
    index, container, value = machine.take(frame), machine.take(frame), frame.stack.pop()
    machine.set_item(container, index, value)


def _delete_subscr(machine, frame, instruction):
    index, container = machine.take(frame), machine.take(frame)
    machine.delete_item(container, index)


# -- jumps -------------------------------------------------------------------------------------------------------------

def _jump(machine, frame, instruction):
    frame.index = instruction.target


def _pop_jump_if_true(machine, frame, instruction):
    if machine.truth(machine.take(frame)):
        frame.index = instruction.target


def _pop_jump_if_false(machine, frame, instruction):
    if not machine.truth(machine.take(frame)):
        frame.index = instruction.target


def _pop_jump_if_none(machine, frame, instruction):
    if machine.is_none(frame.stack.pop()):
        frame.index = instruction.target


def _pop_jump_if_not_none(machine, frame, instruction):
    if not machine.is_none(frame.stack.pop()):
        frame.index = instruction.target


def _jump_or_pop(machine, frame, instruction, wanted):
    if machine.truth(machine.seen(frame.stack[-1])) == wanted:
        frame.index = instruction.target
    else:
        frame.stack.pop()


def _jump_if_true_or_pop(machine, frame, instruction):
    _jump_or_pop(machine, frame, instruction, True)


def _jump_if_false_or_pop(machine, frame, instruction):
    _jump_or_pop(machine, frame, instruction, False)


def _return_value(machine, frame, instruction):
    frame.result = frame.stack.pop()
    return RETURNED


def _get_iter(machine, frame, instruction):
    frame.stack.append(machine.iterator(machine.take(frame)))


def _for_iter(machine, frame, instruction):
    is_there, item = machine.advance(frame.stack[-1])
    if is_there:
        frame.stack.append(item)
    else:
        frame.stack.pop()
        frame.index = instruction.target


# -- containers --------------------------------------------------------------------------------------------------------

def _seen_many(machine, frame, count):
    return [machine.seen(value) for value in machine.take_many(frame, count)]


def _build_tuple(machine, frame, instruction):
    frame.stack.append(tuple(_seen_many(machine, frame, instruction.arg)))


def _build_list(machine, frame, instruction):
    frame.stack.append(_seen_many(machine, frame, instruction.arg))


def _build_set(machine, frame, instruction):
    items = _seen_many(machine, frame, instruction.arg)
    for item in items:
        machine.check_key(item)
    frame.stack.append(set(items))


def _build_map(machine, frame, instruction):
    values = _seen_many(machine, frame, 2 * instruction.arg)
    for key in values[::2]:
        machine.check_key(key)
    frame.stack.append(dict(zip(values[::2], values[1::2])))


def _build_const_key_map(machine, frame, instruction):
    keys = frame.stack.pop()
    frame.stack.append(dict(zip(keys, _seen_many(machine, frame, instruction.arg))))


def _build_string(machine, frame, instruction):
    frame.stack.append("".join(_seen_many(machine, frame, instruction.arg)))


def _build_slice(machine, frame, instruction):
    frame.stack.append(slice(*_seen_many(machine, frame, instruction.arg)))


def _list_extend(machine, frame, instruction):
    value = machine.take(frame)
    frame.stack[-instruction.arg].extend(machine.unpacked(value))


def _set_update(machine, frame, instruction):
    value = machine.take(frame)
    items = machine.unpacked(value)
    for item in items:
        machine.check_key(item)
    frame.stack[-instruction.arg].update(items)


def _dict_update(machine, frame, instruction):
    value = machine.take(frame)
    if type(value) is not dict:
        raise CannotRun("a mapping of another kind")
    target = frame.stack[-instruction.arg]
    if instruction.name == "DICT_MERGE" and target.keys() & value.keys():
        raise CannotRun("keywords given twice")
    target.update(value)


def _list_append(machine, frame, instruction):
    value = machine.take(frame)
    frame.stack[-instruction.arg].append(value)


def _set_add(machine, frame, instruction):
    value = machine.take(frame)
    machine.check_key(value)
    frame.stack[-instruction.arg].add(value)


def _map_add(machine, frame, instruction):
    value, key = machine.take(frame), machine.take(frame)
    machine.check_key(key)
    frame.stack[-instruction.arg][key] = value


def _list_to_tuple(machine, frame, instruction):
    frame.stack.append(tuple(frame.stack.pop()))


def _unpack_sequence(machine, frame, instruction):
    values = machine.unpacked(machine.take(frame))
    if len(values) != instruction.arg:
        few = "not enough" if len(values) < instruction.arg else "too many"
        got = f", got {len(values)}" if len(values) < instruction.arg else ""
        raise ValueError(f"{few} values to unpack (expected {instruction.arg}{got})")
    frame.stack.extend(reversed(values))


def _unpack_ex(machine, frame, instruction):
    before, after = instruction.arg & 0xFF, instruction.arg >> 8
    values = machine.unpacked(machine.take(frame))
    if len(values) < before + after:
        raise ValueError(f"not enough values to unpack (expected at least {before + after}, got {len(values)})")
    end = len(values) - after
    frame.stack.extend(reversed([*values[:before], values[before:end], *values[end:]]))


def _format_value(machine, frame, instruction):
    spec = machine.take(frame) if instruction.arg & 4 else ""
    conversion = _CONVERSIONS[instruction.arg & 3]
    frame.stack.append(machine.formatted(machine.take(frame), conversion, spec))


# -- functions ---------------------------------------------------------------------------------------------------------

def _kw_names(machine, frame, instruction):
    frame.keywords = frame.code.code.co_consts[instruction.arg]


def _call(machine, frame, instruction):
    names, frame.keywords = frame.keywords, ()
    values = machine.take_many(frame, instruction.arg)
    own, callee = frame.stack.pop(), frame.stack.pop()
    if callee is NULL:
        callee = own
    else:
        values.insert(0, own)
    first = len(values) - len(names)
    frame.stack.append(machine.call(frame, callee, tuple(values[:first]), dict(zip(names, values[first:]))))


def _call_function_ex(machine, frame, instruction):
    keywords = machine.take(frame) if instruction.arg & 1 else {}
    args = tuple(machine.unpacked(machine.take(frame)))
    function = frame.stack.pop()
    frame.stack.pop()
    if type(keywords) is not dict:
        raise CannotRun("a mapping of another kind")
    frame.stack.append(machine.call(frame, function, args, keywords))


def _make_function(machine, frame, instruction):
    code = frame.stack.pop()
    closure = frame.stack.pop() if instruction.arg & 8 else None
    annotations = frame.stack.pop() if instruction.arg & 4 else ()
    keyword_defaults = machine.take(frame) if instruction.arg & 2 else None
    defaults = machine.take(frame) if instruction.arg & 1 else None
    function = machine.made_function(code, frame.names, code.co_name, defaults, closure)
    function.__qualname__ = code.co_qualname
    function.__kwdefaults__ = keyword_defaults
    function.__annotations__ = dict(zip(annotations[::2], annotations[1::2]))
    frame.stack.append(function)


def _import_name(machine, frame, instruction):
    items, level = machine.take(frame), machine.take(frame)
    frame.stack.append(machine.import_module(frame, instruction.value, items, level))


def _import_from(machine, frame, instruction):
    frame.stack.append(machine.attribute(machine.seen(frame.stack[-1]), instruction.value))


def _load_assertion_error(machine, frame, instruction):
    frame.stack.append(AssertionError)


def _return_generator(machine, frame, instruction):
    if frame.yields is None:
        raise CannotRun("a generator")
    frame.stack.append(None)  # the next instruction takes it away


def _yield_value(machine, frame, instruction):
    machine.yielded(frame, machine.take(frame))
    frame.stack.append(None)


def _send(machine, frame, instruction):
    """The next item of what is yielded from, in the place of what is sent; behind the last one None."""
    frame.stack.pop()
    is_there, item = machine.advance(frame.stack[-1])
    if is_there:
        frame.stack.append(item)
    else:
        frame.stack[-1] = None
        frame.index = instruction.target


INSTRUCTIONS = {
    "NOP": _nothing, "RESUME": _nothing, "PRECALL": _nothing, "CACHE": _nothing, "COPY_FREE_VARS": _nothing,
    "MAKE_CELL": _make_cell, "PUSH_NULL": _push_null, "POP_TOP": _pop_top, "COPY": _copy, "SWAP": _swap,
    "LOAD_CONST": _load_const, "LOAD_FAST": _load_fast, "STORE_FAST": _store_fast, "DELETE_FAST": _delete_fast,
    "LOAD_CLOSURE": _load_closure, "LOAD_DEREF": _load_deref, "STORE_DEREF": _store_deref,
    "LOAD_GLOBAL": _load_global, "STORE_GLOBAL": _store_global, "DELETE_GLOBAL": _delete_global,
    "LOAD_ATTR": _load_attr, "LOAD_METHOD": _load_method, "STORE_ATTR": _store_attr, "DELETE_ATTR": _delete_attr,
    "BINARY_OP": _binary_op, "UNARY_NEGATIVE": _unary, "UNARY_POSITIVE": _unary, "UNARY_INVERT": _unary,
    "UNARY_NOT": _unary_not, "COMPARE_OP": _compare_op, "IS_OP": _is_op, "CONTAINS_OP": _contains_op,
    "BINARY_SUBSCR": _binary_subscr, "STORE_SUBSCR": _store_subscr, "DELETE_SUBSCR": _delete_subscr,
    "JUMP_FORWARD": _jump, "JUMP_BACKWARD": _jump, "JUMP_BACKWARD_NO_INTERRUPT": _jump,
    "POP_JUMP_FORWARD_IF_TRUE": _pop_jump_if_true, "POP_JUMP_BACKWARD_IF_TRUE": _pop_jump_if_true,
    "POP_JUMP_FORWARD_IF_FALSE": _pop_jump_if_false, "POP_JUMP_BACKWARD_IF_FALSE": _pop_jump_if_false,
    "POP_JUMP_FORWARD_IF_NONE": _pop_jump_if_none, "POP_JUMP_BACKWARD_IF_NONE": _pop_jump_if_none,
    "POP_JUMP_FORWARD_IF_NOT_NONE": _pop_jump_if_not_none, "POP_JUMP_BACKWARD_IF_NOT_NONE": _pop_jump_if_not_none,
    "JUMP_IF_TRUE_OR_POP": _jump_if_true_or_pop, "JUMP_IF_FALSE_OR_POP": _jump_if_false_or_pop,
    "RETURN_VALUE": _return_value, "GET_ITER": _get_iter, "FOR_ITER": _for_iter,
    "BUILD_TUPLE": _build_tuple, "BUILD_LIST": _build_list, "BUILD_SET": _build_set, "BUILD_MAP": _build_map,
    "BUILD_CONST_KEY_MAP": _build_const_key_map, "BUILD_STRING": _build_string, "BUILD_SLICE": _build_slice,
    "LIST_EXTEND": _list_extend, "SET_UPDATE": _set_update, "DICT_UPDATE": _dict_update, "DICT_MERGE": _dict_update,
    "LIST_APPEND": _list_append, "SET_ADD": _set_add, "MAP_ADD": _map_add, "LIST_TO_TUPLE": _list_to_tuple,
    "UNPACK_SEQUENCE": _unpack_sequence, "UNPACK_EX": _unpack_ex, "FORMAT_VALUE": _format_value,
    "KW_NAMES": _kw_names, "CALL": _call, "CALL_FUNCTION_EX": _call_function_ex, "MAKE_FUNCTION": _make_function,
    "IMPORT_NAME": _import_name, "IMPORT_FROM": _import_from, "LOAD_ASSERTION_ERROR": _load_assertion_error,
    "RETURN_GENERATOR": _return_generator, "YIELD_VALUE": _yield_value,
    "GET_YIELD_FROM_ITER": _get_iter, "SEND": _send,
}
