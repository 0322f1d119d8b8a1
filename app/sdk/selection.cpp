// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/selection.h"

#include "app/sdk/document.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope {
inline namespace sdk {

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

/** The operator that gave `tensor`, else the first that took it, or -1. */
int64_t opOfTensor(const Session &session, int64_t tensor) {
    const auto record = session.tensor(tensor);
    if (!record) return -1;
    return record->op >= 0 ? record->op : record->firstUse;
}

} // namespace

Selection::Selection(Document &document, QObject *parent)
    : QObject(parent)
    , m_document(document) {
    connect(&document, &Document::replaced, this, &Selection::forget);
}

void Selection::selectLine(const QString &file, int line, QObject *source) {
    set(anchorOfLine(m_document.session(), file.toStdString(), line, m_index), source);
}

void Selection::followLine(const QString &file, int line, QObject *source) {
    const Anchor found = anchorOfLine(m_document.session(), file.toStdString(), line, m_index);
    const bool isAnything = found.op >= 0 || found.tensor >= 0 || found.node.valid() || found.slice.valid();
    if (isAnything) set(found, source);
}

void Selection::selectOp(int64_t op, QObject *source) {
    set(anchorOfOp(m_document.session(), op, m_index), source);
}

void Selection::selectOpFrom(int64_t op, const QString &file, int line, QObject *source) {
    Anchor anchor = anchorOfOp(m_document.session(), op, m_index);
    anchor.file = file.toStdString();
    anchor.line = line;
    set(anchor, source);
}

void Selection::selectNode(int compilation, int pass, NodeId node, QObject *source) {
    set(nodeAnchor(compilation, pass, node), source);
}

void Selection::selectNodes(int compilation, int pass, const std::vector<NodeId> &nodes, QObject *source) {
    if (nodes.empty()) return;
    const Anchor last = nodeAnchor(compilation, pass, nodes.back());
    set(last, source, nodes.size() > 1 ? nodes : std::vector<NodeId>());
}

void Selection::selectValueOfNode(int64_t tensor, int compilation, int pass, NodeId node, QObject *source) {
    Anchor anchor = node.valid() ? nodeAnchor(compilation, pass, node) : Anchor();
    if (m_document.session().tensor(tensor)) anchor.tensor = tensor;
    set(anchor, source);
}

void Selection::selectKernel(int compilation, const std::string &kernel, QObject *source) {
    set(ofRunInSight(anchorOfKernel(m_document.session(), compilation, kernel, m_index)), source);
}

void Selection::lookAtLine(const QString &file, int line, QObject *source) {
    selectLine(file, line, source);
    Q_EMIT lineWanted(file, line);
}

void Selection::lookAtKernel(int compilation, const std::string &kernel, QObject *source) {
    selectKernel(compilation, kernel, source);
    Q_EMIT kernelWanted(compilation, kernel);
}

std::vector<Anchor> Selection::recentNodes(int compilation) const {
    std::vector<Anchor> recent;
    for (int at = m_at; at >= 0; --at) {
        const Anchor &anchor = m_history[size_t(at)];
        const bool isKnown = std::ranges::find(recent, anchor.node, &Anchor::node) != recent.end();
        if (anchor.compilation == compilation && anchor.node.valid() && !isKnown) recent.push_back(anchor);
    }
    return recent;
}

void Selection::lookAtKernelText(int compilation, const std::string &kernel, const QString &text, QObject *source) {
    lookAtKernel(compilation, kernel, source);
    Q_EMIT kernelTextWanted(text);
}

void Selection::selectSlice(SliceId slice, QObject *source) {
    set(anchorOfSlice(m_document.session(), slice, m_index), source);
}

void Selection::selectTensor(int64_t tensor, QObject *source) {
    const Session &session = m_document.session();
    const auto current = session.op(m_current.op);
    const bool ofCurrent = current && (current->inputs.contains(tensor) || current->outputs.contains(tensor));
    Anchor anchor = ofCurrent ? m_current : anchorOfOp(session, opOfTensor(session, tensor), m_index);
    anchor.tensor = tensor;
    set(anchor, source);
}

void Selection::showTensor(int64_t tensor, QObject *source) {
    if (!m_document.session().tensor(tensor)) return;
    Anchor anchor = m_current;
    anchor.tensor = tensor;
    set(anchor, source);
}

void Selection::selectPass(int compilation, int pass, QObject *source) {
    const Session &session = m_document.session();
    if (compilation < 0 || compilation >= int(session.compilations.size())) return;
    const bool isOfSame = m_current.compilation == compilation, isOfNode = isOfSame && m_current.node.valid();
    NodeId node;
    if (isOfNode) node = followNode(session.compilations[size_t(compilation)], m_current.pass, m_current.node, pass);
    Anchor anchor;
    if (node.valid())
        anchor = nodeAnchor(compilation, pass, node);
    else if (isOfNode || m_current.op >= 0)
        anchor = m_current; // the rest still holds, and the operator is what one comes back to
    if (anchor.op >= 0 && anchor.op == m_current.op) anchor.tensor = m_current.tensor;
    if (!isOfSame) anchor.kernel.clear();
    anchor.node = node;
    anchor.compilation = compilation;
    anchor.pass = pass;
    set(anchor, source);
}

Anchor Selection::nodeAnchor(int compilation, int pass, NodeId node) {
    return ofRunInSight(anchorOfNode(m_document.session(), compilation, pass, node, m_index));
}

/** A node runs many times, and anchors have the last; who looks at another run of it goes on doing so. */
Anchor Selection::ofRunInSight(Anchor anchor) {
    const Session &session = m_document.session();
    const auto last = session.op(anchor.op), inSight = session.op(m_current.op);
    if (!last || !inSight || last->number == inSight->number) return anchor;
    const bool isOfNode = last->compilation >= 0 && last->compilation == inSight->compilation && last->node.valid() &&
                          last->node == inSight->node;
    if (!isOfNode) return anchor;
    const Anchor run = anchorOfOp(session, inSight->number, m_index);
    anchor.op = run.op;
    anchor.tensor = run.tensor;
    anchor.slice = run.slice;
    return anchor;
}

void Selection::clear() {
    set({}, nullptr);
}

void Selection::setElement(int64_t tensor, int64_t element, QObject *source) {
    if (tensor == m_elementTensor && element == m_element) return;
    m_elementTensor = tensor;
    m_element = element;
    Q_EMIT elementChanged(source);
}

void Selection::compare(const StagePair &stages, QObject *source) {
    if (stages == m_compared) return;
    m_compared = stages;
    Q_EMIT comparedChanged(m_compared, source);
}

void Selection::compareAt(const StagePair &stages, NodeId right) {
    compare(stages);
    Q_EMIT comparedNodeWanted(right);
}

void Selection::goBack() {
    if (canGoBack()) show(m_at - 1);
}

void Selection::goForward() {
    if (canGoForward()) show(m_at + 1);
}

void Selection::set(const Anchor &anchor, QObject *source, std::vector<NodeId> together) {
    const bool isSame = anchor == m_current;
    if (isSame && together == m_together) return;
    m_together = std::move(together);
    if (isSame) return Q_EMIT changed(m_current, source);
    m_current = anchor;
    m_history.resize(size_t(m_at + 1));
    if (m_history.size() == historyLimit) m_history.erase(m_history.begin());
    m_history.push_back(anchor);
    m_at = int(m_history.size()) - 1;
    Q_EMIT changed(m_current, source);
}

void Selection::show(int at) {
    m_at = at;
    m_together.clear();
    m_current = m_history[size_t(at)];
    Q_EMIT changed(m_current, nullptr);
}

void Selection::forget() {
    m_index = {};
    m_history.clear();
    m_at = -1;
    m_together.clear();
    m_current = {};
    setElement(-1, -1);
    compare({});
    Q_EMIT changed(m_current, nullptr);
}

} // namespace sdk
} // namespace jitscope

#include "moc_selection.cpp"
