// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/stylesheet.h"

#include "app/sdk/theme.h"

#include <QList>
#include <utility>

namespace jitscope {
inline namespace sdk {

namespace {

// One section a subject, in which "@name" stands for the colour of a role.

const char *const bars = R"(
QMainWindow, QDialog { background: @window; }
QMenuBar { background: @panel; color: @text; padding: 2px 6px; border: none; }
QMenuBar::item { background: transparent; padding: 5px 9px; border-radius: 5px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @track; }
QMenu { background: @raised; color: @text; border: 1px solid @line; padding: 5px; }
QMenu::item { padding: 5px 28px 5px 26px; border-radius: 4px; }
QMenu::item:selected { background: @selection; }
QMenu::item:disabled { color: @faint; }
QMenu::separator { height: 1px; background: @line; margin: 5px 6px; }
QMenu::icon { padding-left: 6px; }
QToolBar { background: @panel; border: none; border-bottom: 1px solid @line; padding: 4px 6px 6px 6px; spacing: 6px; }
QStatusBar { background: @panel; color: @text2; border-top: 1px solid @line; min-height: 27px; }
QStatusBar::item { border: none; }
QStatusBar QToolButton[role="flat"] { min-height: 18px; }
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 4px 6px; }
)";

const char *const buttons = R"(
QPushButton, QToolButton[role="tool"] {
    background: @raised; color: @text; border: 1px solid @line; border-radius: 6px; padding: 0 10px; min-height: 26px; }
QToolButton[role="tool"] { padding: 0 8px; }
QPushButton:hover, QToolButton[role="tool"]:hover { background: @track; }
QPushButton:pressed, QToolButton[role="tool"]:pressed { background: @line; }
QPushButton:disabled, QToolButton[role="tool"]:disabled { color: @faint; background: @panel; }
QPushButton:focus, QToolButton[role="tool"]:focus { border-color: @accent; }
QToolButton[role="tool"][forced="true"] { border: 1px solid @warning; font-weight: 600; }
QToolButton[role="tool"][forced="true"]:focus { border: 2px solid @accent; }
QPushButton:default, QPushButton[role="primary"], QToolButton[role="primary"] {
    background: @accent; color: @onAccent; border: 1px solid @accent; border-radius: 6px; padding: 0 10px;
    min-height: 26px; font-weight: 600; }
QPushButton[role="primary"]:hover, QToolButton[role="primary"]:hover, QPushButton:default:hover { background: @accentHover; }
QToolButton[role="primary"]:disabled, QPushButton[role="primary"]:disabled {
    background: @track; border-color: @line; color: @faint; }
QToolButton[role="primary"]:focus, QPushButton:default:focus { border-color: @text; }
QPushButton[role="startrow"] { background: transparent; color: @text; border: 1px solid transparent; text-align: left;
    padding: 2px 8px; font-weight: 400; }
QPushButton[role="startrow"]:hover { background: @raised; }
QPushButton[role="startrow"]:focus { border-color: @accent; }
QToolButton[role="flat"] { background: transparent; color: @text2; border: 1px solid transparent; border-radius: 5px;
    padding: 0 5px; min-height: 22px; }
QToolButton[role="flat"]:hover, QToolButton[role="flat"]:checked { background: @track; color: @text; }
QToolButton[role="flat"]:focus { border-color: @accent; }
QToolButton[role="flat"]::menu-indicator, QToolButton[role="tool"]::menu-indicator { image: none; width: 0; }
QToolButton[role="perspective"] { background: transparent; color: @text2; border: 1px solid transparent;
    border-radius: 6px; padding: 0 10px; min-height: 26px; }
QToolButton[role="perspective"]:hover { color: @text; background: @raised; }
QToolButton[role="perspective"]:checked { background: @track; color: @text; font-weight: 600; }
QToolButton[role="perspective"]:focus { border-color: @accent; }
QFrame[role="segments"] { background: @raised; border: 1px solid @line; border-radius: 6px; }
QToolButton[role="segment"] { background: transparent; color: @text2; border: none; border-bottom: 2px solid transparent;
    border-radius: 5px; padding: 2px 9px 0 9px; }
QToolButton[role="segment"]:hover { color: @text; background: @track; }
QToolButton[role="segment"]:checked { background: @selection; color: @text; border-bottom-color: @accent; }
QToolButton[role="segment"]:focus { color: @text; border: 1px solid @accent; border-bottom: 2px solid @accent; }
QToolButton[role="segment"]:disabled { color: @faint; }
)";

const char *const inputs = R"(
QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox { background: @raised; color: @text; border: 1px solid @line;
    border-radius: 6px; padding: 0 8px; min-height: 24px; selection-background-color: @selection;
    selection-color: @text; }
QLineEdit:focus, QComboBox:focus, QSpinBox:focus { border-color: @accent; }
QLineEdit:disabled, QComboBox:disabled { color: @faint; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow, QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {
    image: url(:/icons/arrow-down.svg); width: 10px; height: 10px; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:/icons/arrow-up.svg); width: 10px; height: 10px; }
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button {
    border: none; background: transparent; width: 18px; }
QComboBox { combobox-popup: 0; }
QLineEdit[role="filter"] { padding: 0 4px 0 2px; }
QComboBox QAbstractItemView { background: @raised; color: @text; border: 1px solid @line; padding: 3px;
    selection-background-color: @selection; selection-color: @text; }
QPlainTextEdit, QTextEdit, QTextBrowser { background: @panel; color: @text; border: none;
    selection-background-color: @selection; selection-color: @text; }
QPlainTextEdit[role="field"] { background: @raised; border: 1px solid @line; border-radius: 6px; padding: 2px 4px; }
QPlainTextEdit[role="field"]:focus { border-color: @accent; }
QCheckBox, QRadioButton { color: @text; spacing: 7px; }
QProgressBar { background: @track; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QSlider::groove:horizontal { height: 4px; background: @track; border-radius: 2px; }
QSlider::handle:horizontal { width: 14px; margin: -5px 0; border-radius: 7px; background: @accent; }
)";

const char *const views = R"(
QAbstractItemView { background: @panel; alternate-background-color: @panel; color: @text; border: none; outline: none;
    selection-background-color: @selection; selection-color: @text; }
QTreeView::item, QListView::item { min-height: 22px; border: none; }
QTreeView::item:hover, QListView::item:hover, QTableView::item:hover { background: @raised; }
QTreeView::item:selected, QListView::item:selected, QTableView::item:selected { background: @selection; color: @text; }
QTableView { gridline-color: @raised; }
QTableView::item { padding: 0 5px; border: none; }
QHeaderView { background: @panel; border: none; }
QHeaderView::section { background: @panel; color: @text3; border: none; border-bottom: 1px solid @line;
    padding: 3px 4px; }
QHeaderView::section:vertical { border-bottom: none; border-right: 1px solid @line; padding: 0 8px; }
QHeaderView::section:hover { color: @text; }
QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-position: top center; width: 8px; height: 8px; }
QHeaderView::up-arrow { image: url(:/icons/arrow-up.svg); }
QHeaderView::down-arrow { image: url(:/icons/arrow-down.svg); }
QTableCornerButton::section { background: @panel; border: none; }
QTabWidget::pane { border: none; border-top: 1px solid @line; }
QTabBar { background: transparent; }
QTabBar::tab { background: transparent; color: @text2; padding: 5px 9px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; }
QToolButton[role="close"] { background: transparent; border: none; border-radius: 4px; padding: 3px; }
QToolButton[role="close"]:hover { background: @track; }
QSplitter::handle { background: @line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: @scroll; border-radius: 3px; margin: 2px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:hover { background: @scrollHover; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: @panel; border: none; }
)";

const char *const labels = R"(
QLabel[role="hint"] { color: @text3; }
QLabel[role="heading"] { color: @text3; font-weight: 600; }
QLabel[role="title"] { color: @text; font-weight: 600; }
QLabel[role="section"] { color: @text; font-weight: 600; padding: 0 0 4px 8px; }
QLabel[role="secondary"] { color: @text2; }
QFrame[role="card"] { background: @panel; border: 1px solid @line; border-radius: 6px; }
QFrame[role="tour"] { background: @raised; border: 1px solid @accent; border-radius: 8px; }
QLabel[role="good"] { color: @good; }
QFrame[role="popup"] { background: @raised; border: 1px solid @line; border-radius: 8px; }
QFrame[role="popup"] QAbstractItemView { background: @raised; }
QGroupBox { border: 1px solid @line; border-radius: 6px; margin-top: 9px; padding-top: 9px; }
QGroupBox::title { subcontrol-origin: margin; left: 9px; padding: 0 3px; color: @text2; }
)";

const char *const pages = R"(
QScrollArea#startPage, QWidget#startContent { background: @window; }
)";

const char *const docks = R"(
QMainWindow::separator { background: @window; width: 6px; height: 6px; }
QMainWindow::separator:hover { background: @accent; }
QMainWindow#desk > QTabBar, QDockWidgetGroupWindow > QTabBar { max-height: 0; }
QMainWindow#desk > QTabBar::tab, QDockWidgetGroupWindow > QTabBar::tab {
    width: 0; height: 0; margin: 0; padding: 0; border: none; }
QDockWidgetGroupWindow { background: @window; }
QToolButton[role="docktab"] { background: transparent; color: @text2; border: none; border-radius: 0;
    border-bottom: 2px solid transparent; padding: 3px 2px 1px 2px; margin: 0 5px; }
QToolButton[role="docktab"]:hover { color: @text; }
QToolButton[role="docktab"]:checked { color: @text; border-bottom-color: @accent; }
QToolButton[role="docktab"]:focus { color: @accent; }
)";

} // namespace

QString styleSheetOf(const Theme &theme) {
    // Longer names first, so that "@text" does not eat the beginning of "@text2".
    const QList<std::pair<QString, QColor>> roles = {
        {QStringLiteral("@accentHover"), blend(theme.accent, theme.text, 0.88)},
        {QStringLiteral("@scrollHover"), theme.text3},
        {QStringLiteral("@selection"), theme.selection},
        {QStringLiteral("@onAccent"), theme.onAccent},
        {QStringLiteral("@accent"), theme.accent},
        {QStringLiteral("@scroll"), blend(theme.text3, theme.panel, 0.45)},
        {QStringLiteral("@warning"), theme.warning},
        {QStringLiteral("@window"), theme.window},
        {QStringLiteral("@raised"), theme.raised},
        {QStringLiteral("@panel"), theme.panel},
        {QStringLiteral("@track"), theme.track},
        {QStringLiteral("@faint"), blend(theme.text3, theme.panel, 0.6)},
        {QStringLiteral("@line"), theme.line},
        {QStringLiteral("@good"), theme.good},
        {QStringLiteral("@text2"), theme.text2},
        {QStringLiteral("@text3"), theme.text3},
        {QStringLiteral("@text"), theme.text},
    };
    QString sheet;
    for (const char *section : {bars, buttons, inputs, views, labels, pages, docks})
        sheet += QString::fromUtf8(section);
    for (const auto &[name, colour] : roles)
        sheet.replace(name, colour.name());
    return sheet;
}

} // namespace sdk
} // namespace jitscope
