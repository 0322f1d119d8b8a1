// SPDX-License-Identifier: GPL-3.0-or-later
// The one thing that is selected, in all of its forms; every panel writes here and follows what others wrote.
#pragma once

#include "engine/session/provenance.h"

#include <QObject>
#include <QPointer>
#include <vector>

namespace jitscope {

class Document;

class Selection : public QObject {
    Q_OBJECT
public:
    explicit Selection(Document &document, QObject *parent = nullptr);

    const Anchor &current() const { return m_current; }

    /** Each resolves the other forms (see provenance.h) and tells everyone. `source` is the panel that asks, so that it
        can tell its own change from others' in changed(). */
    void selectLine(const QString &file, int line, QObject *source = nullptr);
    void selectOp(int64_t op, QObject *source = nullptr);
    void selectNode(int compilation, int pass, NodeId node, QObject *source = nullptr);
    void selectKernel(int compilation, const std::string &kernel, QObject *source = nullptr);
    void selectSlice(SliceId slice, QObject *source = nullptr);
    void selectTensor(int64_t tensor, QObject *source = nullptr);
    /** Looks at another compilation or pass; the node is followed to its descendant there. */
    void selectPass(int compilation, int pass, QObject *source = nullptr);
    void clear();

    bool canGoBack() const { return m_at > 0; }
    bool canGoForward() const { return m_at + 1 < int(m_history.size()); }
    void goBack();
    void goForward();

Q_SIGNALS:
    void changed(const jitscope::Anchor &current, QObject *source);

private:
    void set(const Anchor &anchor, QObject *source);
    void show(int at);
    void forget();

    Document &m_document;
    Anchor m_current;
    std::vector<Anchor> m_history;
    int m_at = -1;
};

} // namespace jitscope
