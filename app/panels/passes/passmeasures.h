// SPDX-License-Identifier: GPL-3.0-or-later
// What is worked out about the passes of a compilation in the background: bytes by the plan at once, verdicts and times
// when somebody asks, and which passes touched the chosen node.
#pragma once

#include "app/panels/passes/passlist.h"
#include "app/sdk/paneldef.h"
#include "engine/session/provenance.h"

#include <QPointer>
#include <functional>
#include <map>
#include <memory>
#include <set>

class QMenu;

namespace jitscope {
inline namespace passespanel {

class PassMeasures : public QObject {
    Q_OBJECT
public:
    PassMeasures(const PanelContext &context, PassList &list, QObject *parent);

    /** Another compilation is shown in the list. */
    void setCompilation(int compilation);
    /** "Check this stage", "Time this pass" of the one at that place. */
    void fillMenu(QMenu &menu, int pass);

private:
    using BasePtr = std::shared_ptr<const VariantBase>;

    const Compilation *compilation() const;
    void forget();
    void show();
    void planBytes();
    void followNode();
    void showTouching(const std::vector<int> &touching);
    void followEnd(const QString &tag);
    void showWorks();
    void toggle(PassWork work);
    void start(PassWork work, std::vector<int> passes);
    void withBase(PassWork work, std::function<void(const BasePtr &)> use);
    void check(const BasePtr &base);
    void time(const BasePtr &base, const std::vector<int> &passes);
    void end(PassWork work);

    PanelContext m_context;
    PassList &m_list;
    int m_compilation = -1;
    std::map<int, FiguresByPass> m_figures; ///< by compilation
    std::set<int> m_planned;                ///< whose bytes are there
    std::map<int, BasePtr> m_bases;
    std::map<PassWork, std::shared_ptr<Progress>> m_works; ///< under way
};

} // namespace passespanel
} // namespace jitscope
