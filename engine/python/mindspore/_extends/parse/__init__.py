# SPDX-License-Identifier: Apache-2.0
"""Names of MindSpore's package of this name: the switches of compilations."""
