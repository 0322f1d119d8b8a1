// SPDX-License-Identifier: GPL-3.0-or-later
// The controls are known by their class, their name and their number among those of both: the same code makes them in
// the same order, in whatever language.
#include "app/shell/panelstate.h"

#include "app/sdk/widgets/segmentedcontrol.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QCheckBox>
#include <QComboBox>
#include <QHash>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSpinBox>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>

namespace jitscope {
inline namespace shell {

namespace {

/** How the controls of one class are read and set. */
template<class Control> struct Kind {
    const char *name;
    QVariant (*read)(const Control &control);
    void (*write)(Control &control, const QVariant &value);
};

/** A field inside of another control, which has the value. */
bool isPart(const QWidget &widget) {
    return widget.objectName().startsWith(QStringLiteral("qt_spinbox")) ||
           qobject_cast<const QComboBox *>(widget.parentWidget()) != nullptr;
}

/** Not a switch of the panel's own: it belongs to a control, or says something of what is shown. */
bool isPart(const QAbstractButton &button) {
    const bool isOfControl = qobject_cast<const SegmentedControl *>(button.parentWidget()) != nullptr ||
                             qobject_cast<const QCheckBox *>(&button) != nullptr;
    return !button.isCheckable() || isOfControl || button.objectName().isEmpty() ||
           button.property("ofContent").toBool();
}

/** Gives each control of a panel its key: how many of a name there are may hang on what is shown. */
class ControlKeys {
public:
    explicit ControlKeys(const char *kind)
        : m_kind(QString::fromLatin1(kind)) {}
    QString next(const QWidget &control) {
        const QString name = control.objectName();
        return QStringLiteral("%1/%2/%3").arg(m_kind, name).arg(m_known[name]++);
    }

private:
    QString m_kind;
    QHash<QString, int> m_known; ///< of each name how many there were
};

template<class Control> void readAll(const Kind<Control> &kind, const QWidget &panel, QVariantMap &state) {
    ControlKeys keys(kind.name);
    for (const Control *control : panel.findChildren<Control *>())
        if (!isPart(*control)) state.insert(keys.next(*control), kind.read(*control));
}

template<class Control> void writeAll(const Kind<Control> &kind, QWidget &panel, const QVariantMap &state) {
    ControlKeys keys(kind.name);
    for (Control *control : panel.findChildren<Control *>()) {
        if (isPart(*control)) continue;
        const QVariant value = state.value(keys.next(*control));
        if (value.isValid() && value != kind.read(*control)) kind.write(*control, value);
    }
}

const Kind<QLineEdit> texts = {"text", [](const QLineEdit &edit) { return QVariant(edit.text()); },
                               [](QLineEdit &edit, const QVariant &value) { edit.setText(value.toString()); }};
const Kind<QSpinBox> numbers = {"number", [](const QSpinBox &box) { return QVariant(box.value()); },
                                [](QSpinBox &box, const QVariant &value) { box.setValue(value.toInt()); }};
// Panels listen to what a user does; a change by the program has to say so.
const Kind<QComboBox> choices = {"choice", [](const QComboBox &box) { return QVariant(box.currentIndex()); },
                                 [](QComboBox &box, const QVariant &value) {
                                     if (value.toInt() < 0 || value.toInt() >= box.count()) return;
                                     box.setCurrentIndex(value.toInt());
                                     Q_EMIT box.activated(value.toInt());
                                 }};
const Kind<SegmentedControl> segments = {"segment",
                                         [](const SegmentedControl &control) { return QVariant(control.current()); },
                                         [](SegmentedControl &control, const QVariant &value) {
                                             control.setCurrent(value.toString());
                                             Q_EMIT control.changed(value.toString());
                                         }};
const Kind<QCheckBox> checks = {"check", [](const QCheckBox &box) { return QVariant(box.isChecked()); },
                                [](QCheckBox &box, const QVariant &) { box.click(); }};
const Kind<QAbstractButton> switches = {"switch",
                                        [](const QAbstractButton &button) { return QVariant(button.isChecked()); },
                                        [](QAbstractButton &button, const QVariant &value) {
                                            button.setChecked(value.toBool()); // also while it is off
                                            Q_EMIT button.clicked(value.toBool());
                                        }};
const Kind<QTabBar> tabBars = {"tab", [](const QTabBar &bar) { return QVariant(bar.currentIndex()); },
                               [](QTabBar &bar, const QVariant &value) { bar.setCurrentIndex(value.toInt()); }};
const Kind<QSplitter> splits = {
    "split", [](const QSplitter &splitter) { return QVariant(splitter.saveState()); },
    [](QSplitter &splitter, const QVariant &value) { splitter.restoreState(value.toByteArray()); }};
const Kind<QHeaderView> headers = {
    "header", [](const QHeaderView &header) { return QVariant(header.saveState()); },
    [](QHeaderView &header, const QVariant &value) { header.restoreState(value.toByteArray()); }};
const Kind<QScrollBar> scrolls = {"scroll", [](const QScrollBar &bar) { return QVariant(bar.value()); },
                                  [](QScrollBar &bar, const QVariant &value) { bar.setValue(value.toInt()); }};

} // namespace

QVariantMap panelState(const QWidget &panel) {
    QVariantMap state;
    readAll(texts, panel, state);
    readAll(numbers, panel, state);
    readAll(choices, panel, state);
    readAll(segments, panel, state);
    readAll(checks, panel, state);
    readAll(switches, panel, state);
    readAll(tabBars, panel, state);
    readAll(splits, panel, state);
    readAll(headers, panel, state);
    readAll(scrolls, panel, state);
    return state;
}

void restorePanelState(QWidget &panel, const QVariantMap &state) {
    writeAll(segments, panel, state);
    writeAll(choices, panel, state);
    writeAll(checks, panel, state);
    writeAll(switches, panel, state);
    writeAll(tabBars, panel, state);
    writeAll(texts, panel, state);
    writeAll(numbers, panel, state);
    writeAll(splits, panel, state);
    writeAll(headers, panel, state);
    writeAll(scrolls, panel, state);
}

} // namespace shell
} // namespace jitscope
