// SPDX-License-Identifier: GPL-3.0-or-later
// What one can force for the next runs: execution mode, graph level, device. Tool bar and menu show the same list.
#pragma once

#include "engine/python/interpreter.h"

#include <QList>

namespace jitscope {

struct RunChoiceOption {
    const char *value;   ///< as RunOptions wants it
    const char *text;    ///< translated in the context "RunChoices"
    const char *summary; ///< likewise
};

struct RunChoice {
    const char *id;
    const char *title; ///< translated in the context "RunChoices"
    QList<RunChoiceOption> options;
    std::string RunOptions::*field;
    /** What the session ran with, in the words of RunOptions; "" while nothing ran. */
    std::string (*inForce)(const Session &session);
};

const QList<RunChoice> &runChoices();

} // namespace jitscope
