# SPDX-License-Identifier: Apache-2.0
"""Switches of compilations that a script may set here; MS_JIT="NAME:value" in the environment goes before them."""

# "1": a report of where the time of each compilation went.
COMPILE_PROFILE = ""
