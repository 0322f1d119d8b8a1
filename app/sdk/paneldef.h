// SPDX-License-Identifier: GPL-3.0-or-later
// A panel as a record: the same for built-in panels and those of plugins.
#pragma once

#include "app/sdk/panelid.h"

#include <QString>
#include <QWidget>
#include <functional>

namespace jitscope {
inline namespace sdk {

class Document;
class HealthCache;
class Jobs;
class Playhead;
class Runner;
class Runs;
class Selection;

/** What every panel gets, and nothing more. All references outlive the panel. */
struct PanelContext {
    Document &document;
    Selection &selection;
    Jobs &jobs;
    Runner &runner;
    Playhead &playhead;
    HealthCache &health;
    /** Asks the shell to show the panel (raise its dock); does nothing for an unknown one. */
    std::function<void(PanelId panel)> show;
    /** One line in the status bar for a moment. */
    std::function<void(const QString &message)> notify;
    Runs *runs = nullptr; ///< null in a window that keeps none
};

enum class PanelArea : uint8_t { Left, Centre, Right, Bottom };

enum class FindDirection : uint8_t { Forward, Backward };

/** Base of panel widgets. A windowTitle() that is set stands on the panel's tab instead of PanelDef::title. */
class Panel : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /** Small controls (filter, options) that stand at the right of the panel's title; null for none. Owned by the
        panel. */
    virtual QWidget *titleControls() { return nullptr; }
    /** Whether everything asked for is computed and painted; snapshots wait for it. */
    virtual bool isReady() const { return true; }
    /** The view's content as text for Edit > Copy as text; "" if it has none. */
    virtual QString contentAsText() const { return {}; }
    /** Edit > Find in this panel: shows or focuses its search; false if it has none. */
    virtual bool startFind() { return false; }
    virtual void findNext(FindDirection) {}
    /** View > Fit: shows all there is. */
    virtual void fitView() {}
};

struct PanelDef {
    QString id;      ///< the folder name: "graph"; objectName of its widget and key of saved layouts
    QString title;   ///< English; translated in the context "Panels"
    QString summary; ///< one sentence for tool tips
    PanelArea area = PanelArea::Centre;
    std::function<Panel *(const PanelContext &context, QWidget *parent)> create;
};

} // namespace sdk
} // namespace jitscope
