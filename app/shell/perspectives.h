// SPDX-License-Identifier: GPL-3.0-or-later
// The four arrangements of panels, as trees of splits.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace jitscope {
inline namespace shell {

/** A place for tabbed panels (`panels`), or a row or column of such places (`parts`). */
struct DockNode {
    int weight = 1; ///< its share of the length of the row or column it stands in
    QStringList panels;
    Qt::Orientation orientation = Qt::Horizontal;
    QList<DockNode> parts;
};

struct Perspective {
    QString id;      ///< "step"
    QString title;   ///< English; translated in the context "Perspectives"
    QString summary; ///< what one does in it
    DockNode layout;
};

const QList<Perspective> &perspectives();

} // namespace shell
} // namespace jitscope
