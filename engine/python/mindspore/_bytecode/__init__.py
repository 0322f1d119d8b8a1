# SPDX-License-Identifier: Apache-2.0
"""Capture of functions into graphs by interpreting their bytecode; graphs break where Python must run."""
