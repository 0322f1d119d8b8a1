// SPDX-License-Identifier: GPL-3.0-or-later
// The library that owns the precompiled header needs a source.
