// SPDX-License-Identifier: GPL-3.0-or-later
// What menus and the console want compiled anew: written wherever a pass, a node or a kernel is shown, taken by the
// Variants panel.
#pragma once

#include "app/sdk/panelid.h"
#include "engine/variants/decisionreading.h"
#include "engine/variants/variant.h"

#include <QObject>
#include <QString>
#include <functional>
#include <vector>

class QMenu;

namespace jitscope {
inline namespace sdk {
class Document;
struct PanelContext;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace models {

/** A change to a variant of a compilation. */
struct VariantRequest {
    int compilation = -1;
    std::function<void(VariantSpec &)> change;
    /** What is said of it once it is compiled, as its note; called on a job's thread. */
    std::function<std::string(const Compilation &variant)> remark = {};
};

class VariantRequests : public QObject {
    Q_OBJECT
public:
    /** Those of the document, which it has from the first call on. */
    static VariantRequests &of(Document &document);

    /** To be made of what is chosen in the Variants panel: its row, or the program's own way. */
    void ask(VariantRequest request);
    /** What they are made of: the name of the chosen row of that compilation; "" for the program's own way. */
    void setBase(int compilation, const QString &name);
    QString base(int compilation) const;
    /** All that nobody took so far, oldest first. */
    std::vector<VariantRequest> take();

Q_SIGNALS:
    void asked();

private:
    explicit VariantRequests(Document &document);

    std::vector<VariantRequest> m_waiting;
    int m_baseCompilation = -1;
    QString m_base;
};

/** Shows the Variants panel and asks for a variant with this decision more; its note says how it was understood. */
void askForVariant(const PanelContext &context, int compilation, const Decision &decision,
                   const DecisionReading &reading = {});

/** The note of a variant whose decisions were understood so; nothing where there is nothing to say. */
std::function<std::string(const Compilation &)> noteOf(const std::vector<DecisionReading> &readings,
                                                       const Module &captured);

/** Adds a sub-menu of what can be decided about nodes of any stage; none for graphs that were read from a file. */
void addNodeDecisions(QMenu &menu, const PanelContext &context, int compilation, const std::vector<NodeId> &nodes);

/** The same about the pass at that place of the compilation's list. */
void addPassDecisions(QMenu &menu, const PanelContext &context, int compilation, int pass);

/** The same about a fused kernel of the final graph. */
void addKernelDecisions(QMenu &menu, const PanelContext &context, int compilation, const std::string &kernel);

} // namespace models
} // namespace jitscope
