// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/selection.h"

#include "app/sdk/document.h"

#include <algorithm>

namespace jitscope {

namespace {

constexpr size_t historyLimit = 200;

/** Passes in the order of the compile: captured, 0, 1, ..., final. */
int rankOf(const Compilation &compilation, int pass) {
    if (pass == -2) return -1;
    return pass == -1 ? int(compilation.passes.size()) : pass;
}

NodeId followNode(const Compilation &compilation, int fromPass, NodeId node, int toPass) {
    const bool forward = rankOf(compilation, toPass) >= rankOf(compilation, fromPass);
    const auto found =
        forward ? descendants(compilation, fromPass, node, toPass) : ancestors(compilation, fromPass, node, toPass);
    return found.empty() ? NodeId{} : found.front();
}

bool has(const std::vector<int64_t> &ids, int64_t id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/** The operator that gave `tensor`, else the first that took it, or -1. */
int64_t opOfTensor(const Session &session, int64_t tensor) {
    for (const OpEvent &op : session.ops)
        if (has(op.outputs, tensor)) return op.number;
    for (const OpEvent &op : session.ops)
        if (has(op.inputs, tensor)) return op.number;
    return -1;
}

} // namespace

Selection::Selection(Document &document, QObject *parent)
    : QObject(parent)
    , m_document(document) {
    connect(&document, &Document::replaced, this, &Selection::forget);
}

void Selection::selectLine(const QString &file, int line, QObject *source) {
    set(anchorOfLine(m_document.session(), file.toStdString(), line), source);
}

void Selection::selectOp(int64_t op, QObject *source) {
    set(anchorOfOp(m_document.session(), op), source);
}

void Selection::selectNode(int compilation, int pass, NodeId node, QObject *source) {
    set(anchorOfNode(m_document.session(), compilation, pass, node), source);
}

void Selection::selectKernel(int compilation, const std::string &kernel, QObject *source) {
    set(anchorOfKernel(m_document.session(), compilation, kernel), source);
}

void Selection::selectSlice(SliceId slice, QObject *source) {
    set(anchorOfSlice(m_document.session(), slice), source);
}

void Selection::selectTensor(int64_t tensor, QObject *source) {
    const Session &session = m_document.session();
    const OpEvent *current = session.op(m_current.op);
    const bool ofCurrent = current && (has(current->inputs, tensor) || has(current->outputs, tensor));
    Anchor anchor = ofCurrent ? m_current : anchorOfOp(session, opOfTensor(session, tensor));
    anchor.tensor = tensor;
    set(anchor, source);
}

void Selection::selectPass(int compilation, int pass, QObject *source) {
    const Session &session = m_document.session();
    if (compilation < 0 || compilation >= int(session.compilations.size())) return;
    const Compilation &record = session.compilations[size_t(compilation)];
    Anchor anchor;
    if (m_current.compilation == compilation && m_current.node.valid()) {
        const NodeId node = followNode(record, m_current.pass, m_current.node, pass);
        // Where the node does not exist at that pass, the rest of the selection still holds.
        anchor = node.valid() ? anchorOfNode(session, compilation, pass, node) : m_current;
        anchor.node = node;
    }
    anchor.compilation = compilation;
    anchor.pass = pass;
    set(anchor, source);
}

void Selection::clear() {
    set({}, nullptr);
}

void Selection::goBack() {
    if (canGoBack()) show(m_at - 1);
}

void Selection::goForward() {
    if (canGoForward()) show(m_at + 1);
}

void Selection::set(const Anchor &anchor, QObject *source) {
    if (anchor == m_current) return;
    m_current = anchor;
    m_history.resize(size_t(m_at + 1));
    if (m_history.size() == historyLimit) m_history.erase(m_history.begin());
    m_history.push_back(anchor);
    m_at = int(m_history.size()) - 1;
    Q_EMIT changed(m_current, source);
}

void Selection::show(int at) {
    m_at = at;
    m_current = m_history[size_t(at)];
    Q_EMIT changed(m_current, nullptr);
}

void Selection::forget() {
    m_history.clear();
    m_at = -1;
    m_current = {};
    Q_EMIT changed(m_current, nullptr);
}

} // namespace jitscope
