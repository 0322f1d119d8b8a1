# SPDX-License-Identifier: Apache-2.0
"""Lets Python itself run the rest of a frame: the function's own bytecode behind a beginning that restores the state.

The code object is the user's, with the same lines and handlers, so failures and try blocks are exactly Python's.
"""
import dis
import inspect
import types

from mindspore._bytecode.values import NULL, UNBOUND

_NO_PLACE = 0x80 | (15 << 3)   # an entry of the table of lines: no line for up to eight units


def _emit(out, name, arg=0):
    for shift in (24, 16, 8):
        if arg >> shift:
            out += bytes((dis.opmap["EXTENDED_ARG"], (arg >> shift) & 0xFF))
    out += bytes((dis.opmap[name], arg & 0xFF))


def _varint(value, first):
    """A number of the exception table: six bits a byte, most significant first."""
    digits = [value & 0x3F]
    while value >= 64:
        value >>= 6
        digits.append(value & 0x3F)
    digits.reverse()
    data = bytearray(digit | 0x40 for digit in digits[:-1])
    data.append(digits[-1])
    data[0] |= first
    return bytes(data)


def _shifted_handlers(code, shift):
    table = bytearray()
    for entry in dis._parse_exception_table(code):
        depth = entry.depth << 1 | entry.lasti
        table += _varint((entry.start + shift) // 2, 0x80) + _varint((entry.end - entry.start) // 2, 0)
        table += _varint((entry.target + shift) // 2, 0) + _varint(depth, 0)
    return bytes(table)


def _begin_offset(code, offset):
    """An instruction begins with the prefixes of its argument."""
    while offset >= 2 and code.co_code[offset - 2] == dis.opmap["EXTENDED_ARG"]:
        offset -= 2
    return offset


def _entry_code(code, offset, slots, stack):
    """The code object that goes on at an offset; `slots`: places that are set, `stack`: which entries are no NULL."""
    begin = bytearray()
    if code.co_freevars:
        _emit(begin, "COPY_FREE_VARS", len(code.co_freevars))
    _emit(begin, "RESUME")
    constant = len(code.co_consts)
    for place, is_set in slots:
        if is_set:
            _emit(begin, "LOAD_CONST", constant)
            _emit(begin, "STORE_FAST", place)
            constant += 1
        else:
            _emit(begin, "DELETE_FAST", place)
    for is_value in stack:
        if is_value:
            _emit(begin, "LOAD_CONST", constant)
            constant += 1
        else:
            _emit(begin, "PUSH_NULL")
    _emit(begin, "JUMP_FORWARD", _begin_offset(code, offset) // 2)
    units = len(begin) // 2
    lines = b"".join(bytes((_NO_PLACE | (min(8, units - at) - 1),)) for at in range(0, units, 8))
    return code.replace(co_code=bytes(begin) + code.co_code, co_linetable=lines + code.co_linetable,
                        co_exceptiontable=_shifted_handlers(code, len(begin)), co_argcount=_argument_count(code),
                        co_posonlyargcount=0, co_kwonlyargcount=0, co_cellvars=code.co_cellvars,
                        co_flags=code.co_flags & ~(inspect.CO_VARARGS | inspect.CO_VARKEYWORDS),
                        co_stacksize=max(code.co_stacksize, len(stack) + 1))


def _argument_count(code):
    extra = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_argcount + code.co_kwonlyargcount + extra


def run_rest(frame):
    """What the function returns when Python goes on at frame.index."""
    code = frame.code.code
    count = len(frame.slots) - len(code.co_freevars)
    arguments = _argument_count(code)
    if frame.code.instructions[frame.index].name == "COPY_FREE_VARS":
        frame.index += 1  # the beginning does it
    wanted = tuple((place, frame.slots[place] is not UNBOUND) for place in range(count)
                   if place < arguments or frame.slots[place] is not UNBOUND)
    offset = frame.code.instructions[frame.index].offset
    variant = (offset, wanted, tuple(value is not NULL for value in frame.stack))
    entry = frame.code.entries.get(variant)
    if entry is None:
        entry = frame.code.entries[variant] = _entry_code(code, *variant)
    state = [frame.slots[place] for place, is_set in wanted if is_set] + [v for v in frame.stack if v is not NULL]
    entry = entry.replace(co_consts=(*code.co_consts, *state))
    closure = tuple(frame.slots[count:]) if code.co_freevars else None
    return types.FunctionType(entry, frame.names, code.co_name, None, closure)(*[None] * arguments)
