// SPDX-License-Identifier: GPL-3.0-or-later
// The provenance ribbon: the selected thing in all of its forms, Line > Op > Node > Pass > Kernel > Slice.
#pragma once

#include "engine/session/provenance.h"

#include <QWidget>

#include <functional>

namespace jitscope {
inline namespace sdk {
class Document;
class Selection;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace shell {

class RibbonCell;

class Ribbon : public QWidget {
    Q_OBJECT
public:
    Ribbon(Document &document, Selection &selection, QWidget *parent = nullptr);
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /** A cell was clicked; `panelId` shows that form of the selection. */
    void panelWanted(const QString &panelId);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void update(const Anchor &anchor, QObject *source);

    Document &m_document;
    QList<RibbonCell *> m_cells;
};

} // namespace shell
} // namespace jitscope
