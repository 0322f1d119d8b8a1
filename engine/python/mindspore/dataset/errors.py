# SPDX-License-Identifier: Apache-2.0
"""What goes wrong while data flows: errors of the pipeline itself, and of the user's functions in it."""


def pipeline_error(text):
    """The error for data that an operation cannot take."""
    return RuntimeError(f"Exception thrown from dataset pipeline. {text}")


def syntax_error(text):
    """The error for a pipeline that cannot be built."""
    return RuntimeError(f"Syntax error. {text}")


def user_error(text):
    """The error for a user's function that gives what it must not give."""
    return RuntimeError(f"Exception thrown from user defined Python function in dataset. {text}")


def call_user(function, *args):
    """Calls a user's function; what it raises becomes the cause of the pipeline's error."""
    try:
        return function(*args)
    except Exception as failure:
        raise user_error(f"{type(failure).__name__}: {failure}") from failure
