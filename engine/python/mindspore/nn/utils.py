# SPDX-License-Identifier: Apache-2.0
"""What helps to make networks."""
import contextlib

__all__ = ["no_init_parameters"]


@contextlib.contextmanager
def no_init_parameters():
    """Networks that are made inside are loaded with weights later. Their parameters have values all the same: making
    those is no work worth saving on one device."""
    yield
