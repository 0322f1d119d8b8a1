// SPDX-License-Identifier: GPL-3.0-or-later
// What a compiled graph is called in every choice: what tells it from the other graphs of its function stands in it.
#pragma once

#include "engine/session/sessionfwd.h"

#include <QString>
#include <vector>

class QComboBox;

namespace jitscope {
inline namespace models {

struct GraphTitle {
    QString brief; ///< "f · O1 · ast": for a button
    QString full;  ///< "f · O1 · ast · CPU · 3 calls · 2 kernels · f32[2,3]": unlike that of every other graph
    QString toolTip;
};

/** By place in Session::compilations. */
std::vector<GraphTitle> graphTitles(const Session &session);
/** That of one of them. */
GraphTitle graphTitle(const Session &session, const Compilation &compilation);

/** What tells it from graphs of its function that are captured alike: "for a gradient, fullgraph"; "" for nothing. */
QString graphOptionsText(const Compilation &compilation);
/** "f.grad", which runs when the way back of a gradient reaches a call of f: a program does not call it by itself. */
bool isBackwardHalf(const Compilation &compilation);
/** The place in Session::compilations of the last one that a program calls: what a training step compiled last is its
    way back. -1 where there is none. */
int newestCalled(const Session &session);

/** For a file with what is shown of a stage: "forward-after-cse.svg". `pass` as an anchor has it. */
QString stageFileName(const Compilation &compilation, int pass, const QString &suffix);

/** A graph to choose: its title, and its index as data. Items that are there already only change their texts, so that
    an open list stays as it is. */
void fillGraphChoices(QComboBox &box, const Session &session, const std::vector<int> &graphs);
/** The list may be wider than the box, so that what tells graphs apart is read whole. */
void widenList(QComboBox &box);

} // namespace models
} // namespace jitscope
