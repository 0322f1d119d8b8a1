// SPDX-License-Identifier: GPL-3.0-or-later
// What one can force for the next runs: execution mode, graph level, device. Tool bar and menu show the same list.
#pragma once

#include "engine/session/sessionfwd.h"
#include "engine/stepping/runstate.h"

#include <QList>
#include <QStringList>

namespace jitscope {
inline namespace shell {

struct RunChoiceOption {
    const char *value;   ///< as RunOptions wants it
    const char *text;    ///< translated in the context "RunChoices"
    const char *summary; ///< likewise
};

struct RunChoice {
    const char *id;
    const char *title;      ///< translated in the context "RunChoices"
    const char *shortTitle; ///< likewise
    const char *setting;    ///< as scripts call it: "jit_level"
    QList<RunChoiceOption> options;
    std::string RunOptions::*field;
    /** What the session ran with, in the words of RunOptions; empty while nothing ran. Several where the script says
        several. */
    std::vector<std::string> (*inForce)(const Session &session);
};

const QList<RunChoice> &runChoices();

/** The option that forces nothing; it stands before those of each choice. */
RunChoiceOption scriptsWord();

/** The option of that value, or null ("" has none). */
const RunChoiceOption *optionOf(const RunChoice &choice, const std::string &value);

/** What `options` force, as scripts would set it: {"mode=graph", "jit_level=O1"}. */
QStringList forcedSettings(const RunOptions &options);

} // namespace shell
} // namespace jitscope
