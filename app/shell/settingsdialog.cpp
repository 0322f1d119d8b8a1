// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/settingsdialog.h"

#include "app/sdk/theme.h"
#include "app/shell/application.h"
#include "app/shell/language.h"
#include "app/shell/mainwindow.h"
#include "app/shell/pluginspage.h"
#include "app/shell/preferences.h"
#include "engine/session/records.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFontComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QTabWidget>
#include <QVBoxLayout>

namespace jitscope {
inline namespace shell {

namespace {

class SettingsDialog : public QDialog {
    Q_DECLARE_TR_FUNCTIONS(jitscope::shell::SettingsDialog)
public:
    SettingsDialog(SettingsPage page, MainWindow &window);
    Preferences preferences() const;

private:
    QWidget *makeGeneralPage();

    Preferences m_before;
    QComboBox *m_theme, *m_language, *m_record;
    QFontComboBox *m_uiFont, *m_codeFont;
    QDoubleSpinBox *m_textPixels;
    PluginsPage *m_plugins;
};

QComboBox *preferenceBox(const QList<PreferenceChoice> &options, const QString &current, QWidget *parent) {
    auto *box = new QComboBox(parent);
    for (const PreferenceChoice &option : options)
        box->addItem(option.text, option.value);
    box->setCurrentIndex(std::max(0, box->findData(current)));
    return box;
}

/** A combo box of values with the words that stand for them. */
QComboBox *choices(const QList<std::pair<QString, QVariant>> &options, const QVariant &current, QWidget *parent) {
    auto *box = new QComboBox(parent);
    for (const auto &[text, value] : options)
        box->addItem(text, value);
    box->setCurrentIndex(std::max(0, box->findData(current)));
    return box;
}

QFontComboBox *fontChoice(const QString &family, const QFont &byDefault, QWidget *parent) {
    auto *box = new QFontComboBox(parent);
    box->setCurrentFont(family.isEmpty() ? byDefault : QFont(family));
    return box;
}

/** "" while the default stands, so that a font installed later is used. */
QString chosenFamily(const QFontComboBox &box, const QString &before, const QFont &byDefault) {
    const QString family = box.currentFont().family();
    return before.isEmpty() && family == byDefault.families().constFirst() ? QString() : family;
}

SettingsDialog::SettingsDialog(SettingsPage page, MainWindow &window)
    : QDialog(&window)
    , m_before(preferencesInForce()) {
    setObjectName(QStringLiteral("settings"));
    setWindowTitle(tr("Settings"));
    resize(760, 560);
    auto *pages = new QTabWidget(this);
    pages->setDocumentMode(true);
    pages->addTab(makeGeneralPage(), tr("General"));
    m_plugins = new PluginsPage(
        m_before.pluginFolders, [&window](const QString &id) { return window.panel(id) != nullptr; }, this);
    connect(m_plugins, &PluginsPage::switched, &window, &MainWindow::showPassPlugins);
    pages->addTab(m_plugins, tr("Plugins"));
    pages->setCurrentIndex(page == SettingsPage::Plugins ? 1 : 0);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 10, 14, 14);
    column->addWidget(pages, 1);
    column->addWidget(buttons);
}

QWidget *SettingsDialog::makeGeneralPage() {
    auto *page = new QWidget(this);
    auto *form = new QFormLayout(page);
    form->setContentsMargins(4, 14, 4, 4);
    form->setHorizontalSpacing(18);
    form->setVerticalSpacing(metrics::grid);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    m_theme = preferenceBox(themeChoices(), m_before.theme, page);
    m_language = preferenceBox(languageChoices(), m_before.language, page);
    m_record = choices({{tr("Nothing"), int(RecordLevel::None)},
                        {tr("Operators"), int(RecordLevel::Ops)},
                        {tr("Operators and values"), int(RecordLevel::Values)}},
                       int(m_before.record), page);
    m_uiFont = fontChoice(m_before.uiFamily, uiFont(), page);
    m_codeFont = fontChoice(m_before.codeFamily, codeFont(), page);
    m_codeFont->setFontFilters(QFontComboBox::MonospacedFonts);
    m_textPixels = new QDoubleSpinBox(page);
    m_textPixels->setRange(smallestText, largestText);
    m_textPixels->setSingleStep(0.5);
    m_textPixels->setDecimals(1);
    m_textPixels->setSuffix(QStringLiteral(" px"));
    m_textPixels->setValue(m_before.textPixels);
    for (QWidget *field : QList<QWidget *>{m_theme, m_language, m_record, m_uiFont, m_codeFont, m_textPixels})
        field->setMinimumWidth(240);
    form->addRow(tr("Theme"), m_theme);
    form->addRow(tr("Language"), m_language);
    form->addRow(tr("Font"), m_uiFont);
    form->addRow(tr("Font of code"), m_codeFont);
    form->addRow(tr("Size of text"), m_textPixels);
    form->addRow(tr("Record of runs"), m_record);
    for (int row = 0; row < form->rowCount(); ++row) {
        const QLayoutItem *label = form->itemAt(row, QFormLayout::LabelRole);
        const QLayoutItem *field = form->itemAt(row, QFormLayout::FieldRole);
        if (label && field) field->widget()->setAccessibleName(static_cast<QLabel *>(label->widget())->text());
    }
    return page;
}

Preferences SettingsDialog::preferences() const {
    Preferences chosen;
    chosen.theme = m_theme->currentData().toString();
    chosen.language = m_language->currentData().toString();
    chosen.uiFamily = chosenFamily(*m_uiFont, m_before.uiFamily, uiFont());
    chosen.codeFamily = chosenFamily(*m_codeFont, m_before.codeFamily, codeFont());
    chosen.textPixels = m_textPixels->value();
    chosen.record = RecordLevel(m_record->currentData().toInt());
    chosen.pluginFolders = m_plugins->folders();
    return chosen;
}

} // namespace

QStringList settingTitles() {
    return {SettingsDialog::tr("Theme"),        SettingsDialog::tr("Language"),
            SettingsDialog::tr("Font"),         SettingsDialog::tr("Font of code"),
            SettingsDialog::tr("Size of text"), SettingsDialog::tr("Record of runs")};
}

void showSettings(MainWindow &window, SettingsPage page) {
    SettingsDialog dialog(page, window);
    if (dialog.exec() != QDialog::Accepted) return;
    const Preferences chosen = dialog.preferences();
    if (chosen == preferencesInForce()) return;
    changePreferences([&chosen](Preferences &preferences) { preferences = chosen; });
    RunOptions options = window.runner().options();
    options.record = chosen.record;
    window.runner().setOptions(options);
}

} // namespace shell
} // namespace jitscope
