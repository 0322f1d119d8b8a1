// SPDX-License-Identifier: Apache-2.0
// The code editor, for tests: Scintilla's headers use Qt's short keywords, which tests are built without.
#pragma once

#define signals Q_SIGNALS
#define slots Q_SLOTS
#include "app/panels/editor/codeeditor.h"
#undef signals
#undef slots
