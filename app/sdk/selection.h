// SPDX-License-Identifier: GPL-3.0-or-later
// The one thing that is selected, in all of its forms; every panel writes here and follows what others wrote.
#pragma once

#include "app/sdk/stagepair.h"
#include "engine/session/provenance.h"

#include <QObject>
#include <QPointer>
#include <vector>

namespace jitscope {
inline namespace sdk {

class Document;

/** Why nodes of a compilation (of any stage) were not joined, or why a kernel did not grow; with neither, all that was
    refused. */
struct WhyNotQuestion {
    int compilation = -1;
    std::vector<NodeId> nodes = {}; ///< at most two
    std::string kernel = {};
    bool operator==(const WhyNotQuestion &) const = default;
};

class Selection : public QObject {
    Q_OBJECT
public:
    explicit Selection(Document &document, QObject *parent = nullptr);

    const Anchor &current() const { return m_current; }

    /** Each resolves the other forms (see provenance.h) and tells everyone. `source` is the panel that asks, so that it
        can tell its own change from others' in changed(). */
    void selectLine(const QString &file, int line, QObject *source = nullptr);
    /** The same for a click into text: a line on which nothing ran leaves what is looked at as it is. */
    void followLine(const QString &file, int line, QObject *source = nullptr);
    /** Selects the line, and brings it into view where it is selected already. */
    void lookAtLine(const QString &file, int line, QObject *source = nullptr);
    void selectOp(int64_t op, QObject *source = nullptr);
    /** The same, and the line is one of its stack: who called it is looked at. */
    void selectOpFrom(int64_t op, const QString &file, int line, QObject *source = nullptr);
    void selectNode(int compilation, int pass, NodeId node, QObject *source = nullptr);
    /** Several nodes of one stage at once, the last of them as selectNode() does. Whatever is selected next is alone.
     */
    void selectNodes(int compilation, int pass, const std::vector<NodeId> &nodes, QObject *source = nullptr);
    /** All that are selected at once, of current()'s stage; none where it is one. */
    const std::vector<NodeId> &together() const { return m_together; }
    /** A node together with a value that was worked out for it beside the program's run; -1 for none. */
    void selectValueOfNode(int64_t tensor, int compilation, int pass, NodeId node, QObject *source = nullptr);
    void selectKernel(int compilation, const std::string &kernel, QObject *source = nullptr);
    /** The same for who wants to see the kernel itself rather than the graph around it. */
    void lookAtKernel(int compilation, const std::string &kernel, QObject *source = nullptr);
    /** For who explains it. */
    void askWhyNot(const WhyNotQuestion &question) { Q_EMIT whyNotWanted(question); }
    /** For who explains why functions were compiled again: all of them, or that compilation (-1 for none). */
    void askWhyCompiledAgain(int compilation) { Q_EMIT recompilationWanted(compilation); }
    /** Nodes of that compilation that were selected, the last one first, each once. */
    std::vector<Anchor> recentNodes(int compilation) const;
    /** The same with one of its texts: "loops", "before" and "after" its optimizer, "assembly". */
    void lookAtKernelText(int compilation, const std::string &kernel, const QString &text, QObject *source = nullptr);
    void selectSlice(SliceId slice, QObject *source = nullptr);
    void selectTensor(int64_t tensor, QObject *source = nullptr);
    /** Looks at a tensor from where one is: the operator and all else stay (a variable of the paused program, which may
        be old). */
    void showTensor(int64_t tensor, QObject *source = nullptr);
    /** Looks at another compilation or pass; the node is followed to its descendant there, the operator stays. */
    void selectPass(int compilation, int pass, QObject *source = nullptr);
    void clear();

    /** The element (row-major) of a tensor that is looked at, -1 for none. It goes with what is shown of that tensor,
        which need not be the selected one, and has no place in the history. */
    void setElement(int64_t tensor, int64_t element, QObject *source = nullptr);
    int64_t element() const { return m_element; }
    int64_t elementTensor() const { return m_elementTensor; }

    /** The two stages that are compared; of no compilation until somebody chose. */
    const StagePair &compared() const { return m_compared; }
    void compare(const StagePair &stages, QObject *source = nullptr);
    /** The same, and one node of the right stage is looked at: those of variants can be selected nowhere else. */
    void compareAt(const StagePair &stages, NodeId right);

    bool canGoBack() const { return m_at > 0; }
    bool canGoForward() const { return m_at + 1 < int(m_history.size()); }
    void goBack();
    void goForward();

Q_SIGNALS:
    void changed(const jitscope::Anchor &current, QObject *source);
    void elementChanged(QObject *source);
    void comparedChanged(const jitscope::StagePair &stages, QObject *source);
    /** Comes behind changed(). */
    void kernelWanted(int compilation, const std::string &kernel);
    void lineWanted(const QString &file, int line);
    /** Comes behind comparedChanged(). */
    void comparedNodeWanted(jitscope::NodeId right);
    void whyNotWanted(const jitscope::WhyNotQuestion &question);
    void recompilationWanted(int compilation);
    /** Comes behind kernelWanted(). */
    void kernelTextWanted(const QString &text);

private:
    Anchor nodeAnchor(int compilation, int pass, NodeId node);
    Anchor ofRunInSight(Anchor anchor);
    void set(const Anchor &anchor, QObject *source, std::vector<NodeId> together = {});
    void show(int at);
    void forget();

    Document &m_document;
    ProvenanceIndex m_index;
    Anchor m_current;
    std::vector<NodeId> m_together;
    std::vector<Anchor> m_history;
    int m_at = -1;
    int64_t m_elementTensor = -1, m_element = -1;
    StagePair m_compared;
};

} // namespace sdk
} // namespace jitscope
