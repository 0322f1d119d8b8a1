# SPDX-License-Identifier: Apache-2.0
"""What a function gives when it runs eagerly, for the check of its graph."""
import contextlib
import io

from mindspore._capture.structure import Outputs


def expect_eager_result(graph, outputs, function, args, kwargs):
    """Runs the function once more, eagerly; what it prints is dropped, what it writes to weights undone."""
    def run():
        with contextlib.redirect_stdout(io.StringIO()):
            tensors = tuple(Outputs(function(*args, **kwargs)).tensors)
        if len(tensors) != outputs.count:
            return None  # another structure than the graph's: what is constant in it cannot be told from here
        return tensors[0] if outputs.is_single or len(tensors) == 1 else tensors
    graph.expect(run)
