# SPDX-License-Identifier: Apache-2.0
# A signal's exception at any line of a compilation leaves nothing open: what follows computes, and compiles.
import sys

import numpy as np
import mindspore as ms
from mindspore import Tensor, ops

x = Tensor(np.ones((2, 3), np.float32))
places = "_capture/frontend.py", "_capture/entrygradient.py", "_jit/ast_entry.py", "_bytecode/segment.py", "_bytecode/bridge.py"


def interrupted_at(number, compiled):
    """Calls it, and raises KeyboardInterrupt at so many lines; whether it came that far."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        if not frame.f_code.co_filename.endswith(places):
            return trace if event == "call" else None
        if event == "line":
            count += 1
            if count == number:
                raise KeyboardInterrupt
        return trace
    sys.settrace(trace)
    try:
        compiled(x)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


def made(mode, is_followed):
    function = ms.jit(lambda a: ops.sin(a) * 2, capture_mode=mode)
    return ms.grad(function) if is_followed else function


limit = sys.getrecursionlimit()
wanted = {False: 2 * np.sin(1), True: 2 * np.cos(1)}
for mode in ("ast", "bytecode"):
    for is_followed in (False, True) if mode == "ast" else (False,):
        number = 1
        while interrupted_at(number, made(mode, is_followed)):
            assert isinstance((x + x).asnumpy(), np.ndarray), (mode, number)
            assert sys.getrecursionlimit() == limit, (mode, number)
            number += 7 if number > 40 else 1
        assert number > 40, (mode, number)
        assert np.allclose(made(mode, is_followed)(x).asnumpy(), wanted[is_followed], rtol=1e-5), (mode, number)

print("done")
